---- MODULE Protocol ----
\* Both workers look before either of them writes.
EXTENDS Naturals, Sequences, TLC
CONSTANTS W1, W2, NONE

(*
--algorithm Protocol {
    variables owner = NONE, effects = 0;

    process (p_w1 = W1) {
        u1: if (owner # NONE) { goto Done; };
        u2: owner := W1;
        u3: effects := effects + 1;
    }

    process (p_w2 = W2) {
        w1: if (owner # NONE) { goto Done; };
        w2: owner := W2;
        w3: effects := effects + 1;
    }
}
*)

AtMostOnce == effects <= 1
====
