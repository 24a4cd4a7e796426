---- MODULE Protocol ----
\* A sends before it receives.
EXTENDS Naturals, Sequences, TLC
CONSTANTS A, B

(*
--algorithm Protocol
variables ab = <<>>, ba = <<>>;

macro send(channel, message) begin
    channel := Append(channel, message);
end macro;

macro receive(channel) begin
    await channel # <<>>;
    channel := Tail(channel);
end macro;

process p_a = A
begin
    a1: send(ab, "hi");
    a2: receive(ba);
end process;

process p_b = B
begin
    b1: receive(ab);
    b2: send(ba, "hi");
end process;

end algorithm;
*)
====
