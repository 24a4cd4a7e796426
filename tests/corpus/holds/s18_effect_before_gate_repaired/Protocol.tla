---- MODULE Protocol ----
\* The worker first waits for the verdict and ends on deny.
EXTENDS Naturals, Sequences, TLC
CONSTANTS Worker, Gate

(*
--algorithm Protocol
variables verdict = "open", log = <<>>;

process p_worker = Worker
begin
    w0: await verdict # "open";
        if verdict = "deny" then
            goto Done;
        end if;
    w1: log := Append(log, "effect");
end process;

process p_gate = Gate
begin
    g1: either
            verdict := "allow";
        or
            verdict := "deny";
        end either;
        log := Append(log, verdict);
end process;

end algorithm;
*)

NoEffectBeforeAllow ==
    \A i \in 1..Len(log) : log[i] = "effect" => \E j \in 1..(i - 1) : log[j] = "allow"
====
