---- MODULE Protocol ----
\* The retry path releases a lock that was given back already.
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
    a2: release(L, A);
    a3: either
            goto Done;
        or
            skip; \* a retry that begins with the clean-up
        end either;
    a4: release(L, A);
end process;

process p_b = B
begin
    b1: skip;
end process;

end algorithm;
*)
====
