---- MODULE Protocol ----
\* The branch not taken gets skip, so that every branch reports.
EXTENDS Naturals, Sequences, TLC
CONSTANTS R, BA, BB, J

(*
--algorithm Protocol {
    variables toA = <<>>, toB = <<>>, join = <<>>;

    macro send(channel, message) { channel := Append(channel, message); }
    macro report(channel, done, skipped) {
        await channel # <<>>;
        send(join, IF Head(channel) = "go" THEN done ELSE skipped);
        channel := Tail(channel);
    }

    process (p_r = R) {
        r1: either { send(toA, "go"); send(toB, "skip"); }
            or     { send(toA, "skip"); send(toB, "go"); };
    }

    process (p_ba = BA) {
        p1: report(toA, "a_done", "a_skipped");
    }

    process (p_bb = BB) {
        q1: report(toB, "b_done", "b_skipped");
    }

    process (p_j = J) {
        j1: await Len(join) = 2;
            join := <<>>;
    }
}
*)
====
