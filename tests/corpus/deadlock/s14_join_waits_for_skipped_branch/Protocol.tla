---- MODULE Protocol ----
\* Only one branch was started; the join waits for two.
EXTENDS Naturals, Sequences, TLC
CONSTANTS R, BA, BB, J

(*
--algorithm Protocol {
    variables toA = <<>>, toB = <<>>, join = <<>>;
    macro send(channel, message) { channel := Append(channel, message); }
    macro receive(channel) { await channel # <<>>; channel := Tail(channel); }

    process (p_r = R) {
        r1: either { send(toA, "go"); } or { send(toB, "go"); };
    }

    process (p_ba = BA) {
        p1: receive(toA);
            send(join, "go");
    }

    process (p_bb = BB) {
        q1: receive(toB);
            send(join, "go");
    }

    process (p_j = J) {
        j1: await Len(join) = 2;
            join := <<>>;
    }
}
*)
====
