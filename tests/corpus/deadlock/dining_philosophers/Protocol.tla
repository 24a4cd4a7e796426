---- MODULE Protocol ----
\* Three philosophers, each takes the left fork first.
EXTENDS Naturals, Sequences, TLC
CONSTANTS P1, P2, P3, FREE

(*
--algorithm Protocol {
    variables F1 = FREE, F2 = FREE, F3 = FREE;
    macro acquire(lock, agent) { await lock = FREE; lock := agent; }
    macro release(lock, agent) { assert lock = agent; lock := FREE; }

    process (p_p1 = P1) {
        think_1: skip;
        left_1: acquire(F1, P1);
        right_1: acquire(F2, P1);
        eat_1: release(F1, P1);
        leave_1: release(F2, P1);
    }

    process (p_p2 = P2) {
        think_2: skip;
        left_2: acquire(F2, P2);
        right_2: acquire(F3, P2);
        eat_2: release(F2, P2);
        leave_2: release(F3, P2);
    }

    process (p_p3 = P3) {
        think_3: skip;
        left_3: acquire(F3, P3);
        right_3: acquire(F1, P3);
        eat_3: release(F3, P3);
        leave_3: release(F1, P3);
    }
}
*)
====
