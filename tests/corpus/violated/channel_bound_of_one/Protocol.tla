---- MODULE Protocol ----
\* The bound of one channel is 1; the second send of one step exceeds it.
EXTENDS Naturals, Sequences, TLC
CONSTANTS A, B

(*
--algorithm Protocol
variables ab = <<>>;

macro send(channel, message) begin
    channel := Append(channel, message);
end macro;

macro receive(channel) begin
    await channel # <<>>;
    channel := Tail(channel);
end macro;

process p_a = A
begin
    a1: send(ab, "first");
    a2: send(ab, "second");
end process;

process p_b = B
begin
    b1: receive(ab);
    b2: receive(ab);
end process;

end algorithm;
*)
====
