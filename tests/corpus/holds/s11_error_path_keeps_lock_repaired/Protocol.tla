---- MODULE Protocol ----
\* Every path out of a2 releases.
EXTENDS Naturals, Sequences, TLC
CONSTANTS A, B, FREE

(*
--algorithm Protocol
variables L = FREE;

macro acquire(lock, agent) begin
    await lock = FREE;
    lock := agent;
end macro;

macro release(lock, agent) begin
    assert lock = agent;
    lock := FREE;
end macro;

process p_a = A
begin
    a1: acquire(L, A);
    a2: either
            goto a3; \* the work went well
        or
            goto a4; \* the work failed
        end either;
    a3: release(L, A);
        goto Done;
    a4: release(L, A);
end process;

process p_b = B
begin
    b1: skip;
end process;

end algorithm;
*)
====
