---- MODULE Protocol ----
\* The helper runs without taking the lock again.
EXTENDS Naturals, Sequences, TLC
CONSTANTS A, B, FREE

(*
--algorithm Protocol {
    variables L = FREE;
    macro acquire(lock, agent) { await lock = FREE; lock := agent; }
    macro release(lock, agent) { assert lock = agent; lock := FREE; }

    process (p_a = A) {
        a1: acquire(L, A);
        a2: skip;
        a3: release(L, A);
    }

    process (p_b = B) {
        b1: acquire(L, B);
        b2: release(L, B);
    }
}
*)
====
