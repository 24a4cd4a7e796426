---- MODULE Protocol ----
\* Two macro calls in one step assign the same channel.
EXTENDS Naturals, Sequences, TLC
CONSTANTS A

(*
--algorithm Protocol
variables ab = <<>>; \* from A to B

macro send(channel, message) begin
    channel := Append(channel, message);
end macro;

process p_a = A
begin
    a1: send(ab, "one");
        send(ab, "two");
end process;

end algorithm;
*)
====
