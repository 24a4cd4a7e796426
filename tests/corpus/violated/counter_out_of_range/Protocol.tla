---- MODULE Protocol ----
\* A worker gives a slot back that it never took.
EXTENDS Naturals, Sequences, TLC
CONSTANTS A, B

(*
--algorithm Protocol {
    variables slots = 2;
    macro take(counter) { await counter > 0; counter := counter - 1; }
    macro give(counter) { counter := counter + 1; }

    process (p_a = A) {
        a1: take(slots);
        a2: give(slots);
    }

    process (p_b = B) {
        b1: either { take(slots); } or { skip; };
        b2: give(slots);
    }
}
*)
====
