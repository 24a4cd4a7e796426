---- MODULE Protocol ----
\* A member that fails tells nobody; the coordinator waits for two replies.
EXTENDS Naturals, Sequences, TLC
CONSTANTS Coord, W1, W2

(*
--algorithm Protocol {
    variables rep = <<>>;
    macro send(channel, message) { channel := Append(channel, message); }
    macro receive(channel) { await channel # <<>>; channel := Tail(channel); }

    process (p_coord = Coord)
        variables got = 0;
    {
        c1: receive(rep);
            got := got + 1;
            if (got < 2) { goto c1; };
    }

    process (p_w1 = W1) {
        u1: either { goto u2; } or { goto u3; };
        u2: send(rep, "ok");
            goto Done;
        u3: skip;
    }

    process (p_w2 = W2) {
        w1: either { goto w2; } or { goto w3; };
        w2: send(rep, "ok");
            goto Done;
        w3: skip;
    }
}
*)
====
