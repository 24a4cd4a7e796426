---- MODULE Protocol ----
\* The configuration names an invariant that the module does not define.
EXTENDS Naturals, Sequences, TLC
CONSTANTS A

(*
--algorithm Protocol {
    variables n = 0;

    process (p_a = A) {
        a1: n := 1;
    }
}
*)
====
