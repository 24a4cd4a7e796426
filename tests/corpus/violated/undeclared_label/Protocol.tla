---- MODULE Protocol ----
\* The reviewer answers with a word the topology does not know.
EXTENDS Naturals, Sequences, TLC
CONSTANTS Author, Reviewer

(*
--algorithm Protocol {
    variables submit = <<>>, answer = <<>>;
    macro send(channel, message) { channel := Append(channel, message); }
    macro receive(channel) { await channel # <<>>; channel := Tail(channel); }

    process (p_author = Author) {
        a1: send(submit, "draft");
        a2: receive(answer);
    }

    process (p_reviewer = Reviewer) {
        r1: receive(submit);
        r2: with (word \in {"accept", "accepted"}) { send(answer, word); };
    }
}
*)
====
