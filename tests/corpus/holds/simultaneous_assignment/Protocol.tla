---- MODULE Protocol ----
\* x := y || y := x swaps; parts of one function are assigned at once.
EXTENDS Naturals, Sequences, TLC
CONSTANTS A, B

(*
--algorithm Protocol
variables x = 1, y = 2, f = [i \in 1..3 |-> i], r = [left |-> "l", right |-> "r"];

process p_a = A
begin
    a1: x := y || y := x;
    a2: f[1] := f[3] || f[3] := f[1];
end process;

process p_b = B
begin
    b1: r.left := r.right || r.right := r.left;
    b2: r := [r EXCEPT !.right = r.left];
end process;

end algorithm;
*)

AllDone == \A self \in ProcSet : pc[self] = "Done"

Swapped == AllDone => /\ <<x, y>> = <<2, 1>>
                      /\ f = <<3, 2, 1>>
                      /\ r = [left |-> "r", right |-> "r"]
====
