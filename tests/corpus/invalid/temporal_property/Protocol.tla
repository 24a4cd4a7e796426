---- MODULE Protocol ----
\* TLC would check the temporal property; tracefix does not and says so.
EXTENDS Naturals, Sequences, TLC
CONSTANTS A

(*
--fair algorithm Protocol {
    variables n = 0;

    process (p_a = A) {
        a1: n := 1;
    }
}
*)

Ends == <>(n = 1)
====
