---- MODULE Protocol ----
\* After two rounds the writer gives up and both end.
EXTENDS Naturals, Sequences, TLC
CONSTANTS Writer, Reviewer

(*
--algorithm Protocol {
    variables toR = <<>>, toW = <<>>;

    macro send(channel, message) { channel := Append(channel, message); }

    process (p_writer = Writer)
        variables draft = "none", rounds = 0;
    {
        w1: either { draft := "X"; } or { draft := "Y"; };
            send(toR, draft);
        w2: await toW # <<>>;
            with (verdict = Head(toW)) {
                toW := Tail(toW);
                if (verdict = "redo") {
                    if (rounds < 2) {
                        rounds := rounds + 1;
                        send(toR, draft);
                        goto w2;
                    } else {
                        send(toR, "give_up");
                    };
                };
            };
    }

    process (p_reviewer = Reviewer) {
        v1: await toR # <<>>;
            with (seen = Head(toR)) {
                toR := Tail(toR);
                if (seen = "X") {
                    send(toW, "ok");
                } else if (seen = "Y") {
                    send(toW, "redo");
                    goto v1;
                };
            };
    }
}
*)
====
