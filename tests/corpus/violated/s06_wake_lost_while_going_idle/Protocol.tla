---- MODULE Protocol ----
\* The receiver has seen an empty inbox but is not idle yet when the lead decides whether to ring.
EXTENDS Naturals, Sequences, TLC
CONSTANTS Receiver, Lead

(*
--algorithm Protocol {
    variables inbox = <<"task">>, idle = FALSE, wake = FALSE, closed = FALSE;

    process (p_receiver = Receiver) {
        r1: if (inbox = <<>>) { goto r2; }
            else { inbox := Tail(inbox); goto r1; };
        r2: idle := TRUE;
        r3: either {
                await wake;
                wake := FALSE;
                idle := FALSE;
                goto r1;
            } or {
                await ~wake /\ closed;
            };
    }

    process (p_lead = Lead) {
        s1: inbox := Append(inbox, "task");
        s2: if (idle) { wake := TRUE; };
        s3: closed := TRUE;
    }
}
*)

AllDone == \A self \in ProcSet : pc[self] = "Done"

ChannelsDrained == AllDone => inbox = <<>>
====
