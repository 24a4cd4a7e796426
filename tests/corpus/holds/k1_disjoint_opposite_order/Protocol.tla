---- MODULE Protocol ----
\* Opposite lock order without nesting: each agent releases the first lock before it takes the second.
EXTENDS Naturals, Sequences, TLC
CONSTANTS A, B, FREE

(*
--algorithm Protocol {
    variables S = FREE, T = FREE;
    macro acquire(lock, agent) { await lock = FREE; lock := agent; }
    macro release(lock, agent) { assert lock = agent; lock := FREE; }

    process (p_a = A) {
        a1: acquire(S, A);
        a2: release(S, A);
        a3: acquire(T, A);
        a4: release(T, A);
    }

    process (p_b = B) {
        b1: acquire(T, B);
        b2: release(T, B);
        b3: acquire(S, B);
        b4: release(S, B);
    }
}
*)
====
