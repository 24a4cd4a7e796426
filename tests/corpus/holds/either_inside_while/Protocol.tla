---- MODULE Protocol ----
\* A choice of three branches inside a loop, one of which leaves the loop, one of which blocks.
EXTENDS Naturals, Sequences, TLC
CONSTANTS Worker, Clock

(*
--algorithm Protocol {
    variables ticks = 0, tried = 0;

    process (p_worker = Worker) {
        w1: while (tried < 3) {
                either {
                    tried := tried + 1;
                } or {
                    await ticks > 0;
                    ticks := ticks - 1;
                    w2: tried := tried + 2;
                } or {
                    goto Done;
                };
            };
        w3: tried := 0;
    }

    process (p_clock = Clock) {
        c1: ticks := ticks + 1;
        c2: ticks := ticks + 1;
    }
}
*)

Bounded == tried <= 4 /\ ticks \in 0..2
====
