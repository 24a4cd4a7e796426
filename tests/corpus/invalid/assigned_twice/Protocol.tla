---- MODULE Protocol ----
\* One variable is assigned twice in one step.
EXTENDS Naturals, Sequences, TLC
CONSTANTS A

(*
--algorithm Protocol {
    variables n = 0;

    process (p_a = A) {
        a1: n := 1;
            n := 2;
    }
}
*)
====
