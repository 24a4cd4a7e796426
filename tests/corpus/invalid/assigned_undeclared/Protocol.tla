---- MODULE Protocol ----
\* The assigned variable is not declared.
EXTENDS Naturals, Sequences, TLC
CONSTANTS A

(*
--algorithm Protocol {
    variables n = 0;

    process (p_a = A) {
        a1: count := 1;
    }
}
*)
====
