---- MODULE Protocol ----
\* The receiver looks and falls asleep in one step.
EXTENDS Naturals, Sequences, TLC
CONSTANTS Receiver, Lead

(*
--algorithm Protocol {
    variables inbox = <<"task">>, idle = FALSE, wake = FALSE, closed = FALSE;

    process (p_receiver = Receiver) {
        r1: if (inbox = <<>>) { idle := TRUE; }
            else { inbox := Tail(inbox); goto r1; };
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
