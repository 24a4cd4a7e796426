---- MODULE Protocol ----
\* Both agents take S first.
EXTENDS Naturals, Sequences, TLC
CONSTANTS A, B, FREE

(*
--algorithm Protocol
variables S = FREE, T = FREE;

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
    a1: acquire(S, A);
    a2: acquire(T, A);
    a3: release(T, A);
    a4: release(S, A);
end process;

process p_b = B
begin
    b1: acquire(S, B);
    b2: acquire(T, B);
    b3: release(T, B);
    b4: release(S, B);
end process;

end algorithm;
*)
====
