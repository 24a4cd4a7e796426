---- MODULE Protocol ----
\* self exists only in process sets.
EXTENDS Naturals, Sequences, TLC
CONSTANTS A

(*
--algorithm Protocol {
    variables owner = A;

    process (p_a = A) {
        a1: owner := self;
    }
}
*)
====
