---- MODULE Protocol ----
\* After choosing draft Y nothing can end the exchange.
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
                    rounds := IF rounds < 2 THEN rounds + 1 ELSE 2;
                    send(toR, draft);
                    goto w2;
                };
            };
    }

    process (p_reviewer = Reviewer) {
        v1: await toR # <<>>;
            with (seen = Head(toR)) {
                toR := Tail(toR);
                if (seen = "X") {
                    send(toW, "ok");
                } else {
                    send(toW, "redo");
                    goto v1;
                };
            };
    }
}
*)
====
