---- MODULE Protocol ----
\* The analyst has left; the remark is never read.
EXTENDS Naturals, Sequences, TLC
CONSTANTS Analyst, Dev, Lead

(*
--algorithm Protocol {
    variables inA = <<>>, shutA = <<>>, shutD = <<>>;
    macro send(channel, message) { channel := Append(channel, message); }
    macro receive(channel) { await channel # <<>>; channel := Tail(channel); }

    process (p_analyst = Analyst) {
        n1: receive(shutA);
    }

    process (p_dev = Dev) {
        d1: receive(shutD);
        d2: send(inA, "remark");
    }

    process (p_lead = Lead) {
        l1: send(shutA, "bye");
        l2: send(shutD, "bye");
    }
}
*)
====
