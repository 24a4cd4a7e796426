---- MODULE Protocol ----
\* CHECK_DEADLOCK FALSE: the waiting agent is no deadlock then, but completion stays unreachable.
EXTENDS Naturals, Sequences, TLC
CONSTANTS A, B

(*
--algorithm Protocol {
    variables door = FALSE;

    process (p_a = A) {
        a1: await door;
    }

    process (p_b = B) {
        b1: either { door := TRUE; } or { skip; };
    }
}
*)
====
