---- MODULE Protocol ----
\* Done is reserved.
EXTENDS Naturals, Sequences, TLC
CONSTANTS A

(*
--algorithm Protocol {
    variables n = 0;

    process (p_a = A) {
        a1: n := 1;
        Done: n := 2;
    }
}
*)
====
