---- MODULE Protocol ----
\* One process body for three agents; self is the agent.
EXTENDS Naturals, Sequences, TLC
CONSTANTS A, B, C, FREE

(*
--algorithm Protocol {
    variables L = FREE, order = <<>>;

    macro acquire(lock) { await lock = FREE; lock := self; }
    macro release(lock) { assert lock = self; lock := FREE; }

    process (worker \in {A, B, C})
        variables served = FALSE;
    {
        w1: acquire(L);
        w2: order := Append(order, self);
            served := TRUE;
        w3: release(L);
    }
}
*)

AllDone == \A self \in ProcSet : pc[self] = "Done"

EveryoneServedOnce ==
    AllDone => /\ Len(order) = 3
               /\ \A agent \in {A, B, C} : served[agent] /\ \E i \in 1..3 : order[i] = agent
====
