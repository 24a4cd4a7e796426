---- MODULE Protocol ----
\* A may die while it holds L: B waits for ever, or nobody does and L stays taken.
EXTENDS Naturals, Sequences, TLC
CONSTANTS A, B, FREE

(*
--algorithm Protocol {
    variables L = FREE;
    macro acquire(lock, agent) { await lock = FREE; lock := agent; }
    macro release(lock, agent) { assert lock = agent; lock := FREE; }

    process (p_a = A) {
        a1: acquire(L, A);
        a2: either { skip; } or { goto Done; };  \* work, or die here
        a3: release(L, A);
    }

    process (p_b = B) {
        b1: acquire(L, B);
        b2: skip;
        b3: release(L, B);
    }
}
*)
====
