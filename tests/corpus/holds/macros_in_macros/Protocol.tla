---- MODULE Protocol ----
\* Macros that call macros and take expressions and variables as arguments.
EXTENDS Naturals, Sequences, TLC
CONSTANTS A, B, FREE

(*
--algorithm Protocol
variables L = FREE, M = FREE, served = 0;

macro acquire(lock, agent) begin
    await lock = FREE;
    lock := agent;
end macro;

macro acquire_both(first, second, agent) begin
    acquire(first, agent);
    acquire(second, agent);
end macro;

macro add(counter, amount) begin
    counter := counter + amount * 2;
end macro;

process p_a = A
begin
    a1: acquire_both(L, M, A);
    a2: add(served, 1 + 1);
    a3: L := FREE || M := FREE;
end process;

process p_b = B
begin
    b1: acquire_both(M, L, B);
    b2: add(served, 3);
    b3: L := FREE;
        M := FREE;
end process;

end algorithm;
*)

AllDone == \A self \in ProcSet : pc[self] = "Done"

End == AllDone => served = 10 /\ L = FREE /\ M = FREE
====
