---- MODULE Protocol ----
\* Invariants that speak about the program counter, by agent and over all agents.
EXTENDS Naturals, Sequences, TLC
CONSTANTS A, B, FREE

(*
--algorithm Protocol {
    variables L = FREE;

    macro acquire(lock, agent) { await lock = FREE; lock := agent; }
    macro release(lock, agent) { assert lock = agent; lock := FREE; }

    process (p_a = A) {
        a1: acquire(L, A);
        critical_a: skip;
        a3: release(L, A);
    }

    process (p_b = B) {
        b1: acquire(L, B);
        critical_b: skip;
        b3: release(L, B);
    }
}
*)

AllDone == \A self \in ProcSet : pc[self] = "Done"
Critical == {"critical_a", "critical_b", "a3", "b3"}
Exclusive == \A p, q \in ProcSet : p # q => ~(pc[p] \in Critical /\ pc[q] \in Critical)
Held == (\E p \in ProcSet : pc[p] \in Critical) <=> L # FREE
Owner == \A p \in ProcSet : pc[p] \in Critical => L = p
EndsFree == AllDone => L = FREE
====
