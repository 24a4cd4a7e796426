---- MODULE Protocol ----
\* A variable may not be named like a keyword.
EXTENDS Naturals, Sequences, TLC
CONSTANTS A

(*
--algorithm Protocol {
    variables process = 0;

    process (p_a = A) {
        a1: process := 1;
    }
}
*)
====
