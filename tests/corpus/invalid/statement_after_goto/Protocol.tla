---- MODULE Protocol ----
\* The statement after a goto needs a label.
EXTENDS Naturals, Sequences, TLC
CONSTANTS A

(*
--algorithm Protocol {
    variables n = 0;

    process (p_a = A) {
        a1: goto a2;
            n := 1;
        a2: skip;
    }
}
*)
====
