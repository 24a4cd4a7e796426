---- MODULE Protocol ----
\* a + b % c: the operators have no order, TLA+ wants parentheses.
EXTENDS Naturals, Sequences, TLC
CONSTANTS A

(*
--algorithm Protocol {
    variables n = 0;

    process (p_a = A) {
        a1: n := n + n % 2;
    }
}
*)
====
