---- MODULE Protocol ----
\* B frees a lock that A holds.
EXTENDS Naturals, Sequences, TLC
CONSTANTS A, B, FREE

(*
--algorithm Protocol {
    variables L = FREE, ab = <<>>;
    macro acquire(lock, agent) { await lock = FREE; lock := agent; }
    macro release(lock, agent) { assert lock = agent; lock := FREE; }

    process (p_a = A) {
        a1: acquire(L, A);
        a2: ab := Append(ab, "go");
        a3: release(L, A);
    }

    process (p_b = B) {
        b1: await ab # <<>>;
            ab := Tail(ab);
        b2: release(L, B);
    }
}
*)
====
