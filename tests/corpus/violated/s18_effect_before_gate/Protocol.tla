---- MODULE Protocol ----
\* The worker does not wait for the gate.
EXTENDS Naturals, Sequences, TLC
CONSTANTS Worker, Gate

(*
--algorithm Protocol {
    variables verdict = "open", log = <<>>;

    process (p_worker = Worker) {
        w1: log := Append(log, "effect");
    }

    process (p_gate = Gate) {
        g1: either { verdict := "allow"; } or { verdict := "deny"; };
            log := Append(log, verdict);
    }
}
*)

NoEffectBeforeAllow ==
    \A i \in 1..Len(log) : log[i] = "effect" => \E j \in 1..(i - 1) : log[j] = "allow"
====
