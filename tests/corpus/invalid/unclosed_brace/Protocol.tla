---- MODULE Protocol ----
\* A brace is missing at the end of the process.
EXTENDS Naturals, Sequences, TLC
CONSTANTS A

(*
--algorithm Protocol {
    variables n = 0;

    process (p_a = A) {
        a1: n := 1;
        a2: n := 2;
}
*)
====
