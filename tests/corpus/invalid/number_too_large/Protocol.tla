---- MODULE Protocol ----
\* TLC does not start when a number of the module has more than 32 bits, even where it is never used.
EXTENDS Naturals, Sequences, TLC
CONSTANTS A, Limit
Never == 4294967296

(*
--algorithm Protocol {
    variables n = 0;

    process (p_a = A) {
        a1: await n < Limit;
        a2: n := n + 1;
    }
}
*)
====
