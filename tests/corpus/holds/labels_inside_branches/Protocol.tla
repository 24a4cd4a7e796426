---- MODULE Protocol ----
\* if and either with labels inside, nested loops, a loop that ends in the middle of a step.
EXTENDS Naturals, Sequences, TLC
CONSTANTS A, B

(*
--algorithm Protocol {
    variables gate = 0, log = 0, i = 0;

    process (p_a = A)
        variables j = 0;
    {
        outer: while (i < 2) {
            j := 0;
            inner: while (j < 2) {
                j := j + 1;
                if (gate = 1) {
                    log := log + 1;
                    pause: gate := 0;
                };
                next: skip;
            };
            i := i + 1;
        };
        tail: log := log * 2;
    }

    process (p_b = B) {
        b1: either {
                gate := 1;
                b2: await gate = 0 \/ i = 2;
            } or {
                skip;
            };
        b3: if (gate = 1) { gate := 2; }
            else {
                b4: gate := 3;
            };
    }
}
*)

Bounded == log <= 2 /\ gate \in 0..3
====
