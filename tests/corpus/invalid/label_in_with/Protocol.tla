---- MODULE Protocol ----
\* A with may not contain a label.
EXTENDS Naturals, Sequences, TLC
CONSTANTS A

(*
--algorithm Protocol {
    variables n = 0;

    process (p_a = A) {
        a1: with (x \in 1..2) {
                n := x;
                a2: n := x + 1;
            };
    }
}
*)
====
