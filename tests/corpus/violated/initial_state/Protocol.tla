---- MODULE Protocol ----
\* An invariant that does not even hold at the start, in one of two initial states.
EXTENDS Naturals, Sequences, TLC
CONSTANTS A

(*
--algorithm Protocol {
    variables n \in {1, 5};

    process (p_a = A) {
        a1: n := 2;
    }
}
*)

Small == n < 5
====
