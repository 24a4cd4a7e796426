---- MODULE Protocol ----
\* A macro is called with too few arguments.
EXTENDS Naturals, Sequences, TLC
CONSTANTS A

(*
--algorithm Protocol {
    variables n = 0;
    macro put(v, x) { v := x; }

    process (p_a = A) {
        a1: put(n);
    }
}
*)
====
