---- MODULE Protocol ----
\* A producer without a bound: the constraint cuts states, and the bound is hit.
EXTENDS Naturals, Sequences, TLC
CONSTANTS Producer, Consumer

(*
--algorithm Protocol {
    variables queue = <<>>, closed = FALSE;

    process (p_producer = Producer) {
        p1: either { queue := Append(queue, "item"); goto p1; }
            or     { closed := TRUE; };
    }

    process (p_consumer = Consumer) {
        c1: either { await queue # <<>>; queue := Tail(queue); goto c1; }
            or     { await closed /\ queue = <<>>; };
    }
}
*)

AllDone == \A self \in ProcSet : pc[self] = "Done"

Short == Len(queue) <= 3
Drained == AllDone => queue = <<>>
====
