---- MODULE Protocol ----
\* The first statement of a process needs a label.
EXTENDS Naturals, Sequences, TLC
CONSTANTS A

(*
--algorithm Protocol {
    variables n = 0;

    process (p_a = A) {
        n := 1;
        a2: skip;
    }
}
*)
====
