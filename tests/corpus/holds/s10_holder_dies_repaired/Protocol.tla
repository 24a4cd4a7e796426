---- MODULE Protocol ----
\* A supervisor frees L when its holder is dead. It releases a lock it does not own, so this case has no topology.
EXTENDS Naturals, Sequences, TLC
CONSTANTS A, B, Supervisor, FREE

(*
--algorithm Protocol {
    variables L = FREE, dead = FALSE, ended = FALSE;

    macro acquire(lock, agent) { await lock = FREE; lock := agent; }

    process (p_a = A) {
        a1: acquire(L, A);
        a2: either { skip; } or { dead := TRUE; goto Done; };
        a3: L := FREE;
            ended := TRUE;
    }

    process (p_b = B) {
        b1: acquire(L, B);
        b2: skip;
        b3: L := FREE;
    }

    process (p_supervisor = Supervisor) {
        v1: either { await dead /\ L = A; L := FREE; }
            or { await ended; };
    }
}
*)

AllDone == \A self \in ProcSet : pc[self] = "Done"

NoOrphanLocks == AllDone => L = FREE
====
