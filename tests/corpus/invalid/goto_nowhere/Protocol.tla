---- MODULE Protocol ----
\* The goto names a label that is not there.
EXTENDS Naturals, Sequences, TLC
CONSTANTS A

(*
--algorithm Protocol {
    variables n = 0;

    process (p_a = A) {
        a1: goto a9;
        a2: n := 1;
    }
}
*)
====
