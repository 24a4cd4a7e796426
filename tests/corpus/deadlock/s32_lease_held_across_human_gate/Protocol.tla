---- MODULE Protocol ----
\* Lane A is parked at the gate with R; the human waits for lane B's report; lane B waits for R.
EXTENDS Naturals, Sequences, TLC
CONSTANTS LaneA, LaneB, Human, FREE

(*
--algorithm Protocol {
    variables R = FREE, ask = <<>>, ok = <<>>, report = <<>>;
    macro acquire(lock, agent) { await lock = FREE; lock := agent; }
    macro release(lock, agent) { assert lock = agent; lock := FREE; }
    macro send(channel, message) { channel := Append(channel, message); }
    macro receive(channel) { await channel # <<>>; channel := Tail(channel); }

    process (p_lane_a = LaneA) {
        a1: acquire(R, LaneA);
        a2: send(ask, "go");
        a3: receive(ok);
        a5: release(R, LaneA);
    }

    process (p_lane_b = LaneB) {
        b1: acquire(R, LaneB);
        b2: release(R, LaneB);
        b3: send(report, "report");
    }

    process (p_human = Human) {
        h1: receive(ask);
        h2: receive(report);
        h3: send(ok, "yes");
    }
}
*)
====
