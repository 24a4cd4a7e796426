---- MODULE Protocol ----
\* A name in an expression is not declared.
EXTENDS Naturals, Sequences, TLC
CONSTANTS A

(*
--algorithm Protocol {
    variables n = 0;

    process (p_a = A) {
        a1: n := count + 1;
    }
}
*)
====
