---- MODULE Protocol ----
\* An abort keeps the permit; the other agent never starts.
EXTENDS Naturals, Sequences, TLC
CONSTANTS A, B

(*
--algorithm Protocol {
    variables permits = 1;
    macro take(counter) { await counter > 0; counter := counter - 1; }
    macro give(counter) { counter := counter + 1; }

    process (p_a = A) {
        a1: take(permits);
        a2: either { goto a3; } or { goto a4; };
        a3: give(permits);
            goto Done;
        a4: skip;
    }

    process (p_b = B) {
        b1: take(permits);
        b2: either { goto b3; } or { goto b4; };
        b3: give(permits);
            goto Done;
        b4: skip;
    }
}
*)

AllDone == \A self \in ProcSet : pc[self] = "Done"

PermitsRestored == AllDone => permits = 1
====
