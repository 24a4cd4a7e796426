---- MODULE Protocol ----
\* Parents keep their permit while they wait for children that need one.
EXTENDS Naturals, Sequences, TLC
CONSTANTS P, Q, CP, CQ

(*
--algorithm Protocol {
    variables permits = 2, jobp = <<>>, jobq = <<>>, resp = <<>>, resq = <<>>;
    macro take(counter) { await counter > 0; counter := counter - 1; }
    macro give(counter) { counter := counter + 1; }
    macro send(channel, message) { channel := Append(channel, message); }
    macro receive(channel) { await channel # <<>>; channel := Tail(channel); }

    process (p_p = P) {
        p1: take(permits);
        p2: send(jobp, "job");
        p4: receive(resp);
        p6: give(permits);
    }

    process (p_q = Q) {
        q1: take(permits);
        q2: send(jobq, "job");
        q4: receive(resq);
        q6: give(permits);
    }

    process (p_cp = CP) {
        cp1: receive(jobp);
        cp2: take(permits);
        cp3: send(resp, "result");
        cp4: give(permits);
    }

    process (p_cq = CQ) {
        cq1: receive(jobq);
        cq2: take(permits);
        cq3: send(resq, "result");
        cq4: give(permits);
    }
}
*)
====
