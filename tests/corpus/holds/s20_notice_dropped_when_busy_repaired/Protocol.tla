---- MODULE Protocol ----
\* A child waits for room in the mailbox.
EXTENDS Naturals, Sequences, TLC
CONSTANTS Parent, C1, C2

(*
--algorithm Protocol {
    variables box = <<>>;

    macro put(channel, message) {
        await Len(channel) < 1;
        channel := Append(channel, message);
    }

    process (p_parent = Parent)
        variables got = 0;
    {
        p1: await box # <<>>;
            box := Tail(box);
            got := got + 1;
            if (got < 2) { goto p1; };
    }

    process (p_c1 = C1) {
        x1: skip;
        x2: put(box, "from_c1");
    }

    process (p_c2 = C2) {
        y1: skip;
        y2: put(box, "from_c2");
    }
}
*)
====
