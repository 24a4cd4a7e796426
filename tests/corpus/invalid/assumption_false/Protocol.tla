---- MODULE Protocol ----
\* The configuration gives Limit a value that the module was not made for.
EXTENDS Naturals, Sequences, TLC
CONSTANTS A, Limit
ASSUME Enough == Limit > 2

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
