---- MODULE Protocol ----
\* The configuration gives no value to the constant Limit.
EXTENDS Naturals, Sequences, TLC
CONSTANTS A, Limit

(*
--algorithm Protocol {
    variables n = 0;

    process (p_a = A) {
        a1: await n < Limit;
    }
}
*)
====
