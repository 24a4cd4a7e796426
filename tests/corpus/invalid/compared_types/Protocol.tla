---- MODULE Protocol ----
\* An invariant compares a number with a string.
EXTENDS Naturals, Sequences, TLC
CONSTANTS A

(*
--algorithm Protocol {
    variables n = 0;

    process (p_a = A) {
        a1: n := n + 1;
        a2: n := n + 1;
    }
}
*)

Named == n < 2 \/ n = "two"
====
