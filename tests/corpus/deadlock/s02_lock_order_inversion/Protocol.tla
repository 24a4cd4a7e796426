---- MODULE Protocol ----
\* Each agent holds one lock and waits for the other one.
EXTENDS Naturals, Sequences, TLC
CONSTANTS A, B, FREE

(*
--algorithm Protocol {
    variables S = FREE, T = FREE;
    macro acquire(lock, agent) { await lock = FREE; lock := agent; }
    macro release(lock, agent) { assert lock = agent; lock := FREE; }

    process (p_a = A) {
        a1: acquire(S, A);
        a2: acquire(T, A);
        a3: release(T, A);
        a4: release(S, A);
    }

    process (p_b = B) {
        b1: acquire(T, B);
        b2: acquire(S, B);
        b3: release(S, B);
        b4: release(T, B);
    }
}
*)
====
