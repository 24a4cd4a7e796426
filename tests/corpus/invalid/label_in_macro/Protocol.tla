---- MODULE Protocol ----
\* A macro may not contain a label.
EXTENDS Naturals, Sequences, TLC
CONSTANTS A

(*
--algorithm Protocol {
    variables n = 0;
    macro twice(v) { m1: v := v + 1; m2: v := v + 1; }

    process (p_a = A) {
        a1: twice(n);
    }
}
*)
====
