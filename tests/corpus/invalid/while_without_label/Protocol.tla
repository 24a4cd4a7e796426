---- MODULE Protocol ----
\* A while loop needs a label.
EXTENDS Naturals, Sequences, TLC
CONSTANTS A

(*
--algorithm Protocol {
    variables n = 0;

    process (p_a = A) {
        a1: n := 0;
            while (n < 2) { n := n + 1; };
    }
}
*)
====
