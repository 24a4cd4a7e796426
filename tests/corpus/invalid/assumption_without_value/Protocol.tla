---- MODULE Protocol ----
\* The assumption compares an integer with a string.
EXTENDS Naturals, Sequences, TLC
CONSTANTS A, Limit
ASSUME \A x \in 1..3 : x # Limit

(*
--algorithm Protocol {
    variables n = 0;

    process (p_a = A) {
        a1: await n < Limit;
        a2: n := n + 1;
    }
}
*)
====
