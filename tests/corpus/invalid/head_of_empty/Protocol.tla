---- MODULE Protocol ----
\* B takes the first message without waiting for one: an evaluation error in some interleavings.
EXTENDS Naturals, Sequences, TLC
CONSTANTS A, B

(*
--algorithm Protocol {
    variables ab = <<>>;

    process (p_a = A) {
        a1: ab := Append(ab, "hi");
    }

    process (p_b = B) {
        b1: with (message = Head(ab)) { ab := Tail(ab); };
    }
}
*)
====
