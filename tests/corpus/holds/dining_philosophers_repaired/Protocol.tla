---- MODULE Protocol ----
\* Three philosophers, the last one takes the right fork first.
EXTENDS Naturals, Sequences, TLC
CONSTANTS P1, P2, P3, FREE

(*
--algorithm Protocol
variables F1 = FREE, F2 = FREE, F3 = FREE;

macro acquire(lock, agent) begin
    await lock = FREE;
    lock := agent;
end macro;

macro release(lock, agent) begin
    assert lock = agent;
    lock := FREE;
end macro;

process p_p1 = P1
begin
    think_1: skip;
    first_1: acquire(F1, P1);
    second_1: acquire(F2, P1);
    eat_1: release(F1, P1);
    leave_1: release(F2, P1);
end process;

process p_p2 = P2
begin
    think_2: skip;
    first_2: acquire(F2, P2);
    second_2: acquire(F3, P2);
    eat_2: release(F2, P2);
    leave_2: release(F3, P2);
end process;

process p_p3 = P3
begin
    think_3: skip;
    first_3: acquire(F1, P3);
    second_3: acquire(F3, P3);
    eat_3: release(F1, P3);
    leave_3: release(F3, P3);
end process;

end algorithm;
*)
====
