---- MODULE Protocol ----
\* The error path leaves out the release. Nobody waits for L, so only the orphan check can see it.
EXTENDS Naturals, Sequences, TLC
CONSTANTS A, B, FREE

(*
--algorithm Protocol {
    variables L = FREE;
    macro acquire(lock, agent) { await lock = FREE; lock := agent; }
    macro release(lock, agent) { assert lock = agent; lock := FREE; }

    process (p_a = A) {
        a1: acquire(L, A);
        a2: either { goto a3; } or { goto a4; };
        a3: release(L, A);
            goto Done;
        a4: skip;
    }

    process (p_b = B) {
        b1: skip;
    }
}
*)
====
