---- MODULE Protocol ----
\* Both agents wait for the other's message before sending their own.
EXTENDS Naturals, Sequences, TLC
CONSTANTS A, B

(*
--algorithm Protocol {
    variables ab = <<>>, ba = <<>>;
    macro send(channel, message) { channel := Append(channel, message); }
    macro receive(channel) { await channel # <<>>; channel := Tail(channel); }

    process (p_a = A) {
        a1: receive(ba);
        a2: send(ab, "hi");
    }

    process (p_b = B) {
        b1: receive(ab);
        b2: send(ba, "hi");
    }
}
*)
====
