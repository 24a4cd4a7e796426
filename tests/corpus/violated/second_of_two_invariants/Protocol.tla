---- MODULE Protocol ----
\* The second invariant of the configuration breaks first, the first one later.
EXTENDS Naturals, Sequences, TLC
CONSTANTS A, B

(*
--algorithm Protocol
variables n = 0;

process worker \in {A, B}
begin
    w1: n := n + 1;
    w2: n := n + 1;
end process;

end algorithm;
*)

AtMostThree == n <= 3
AtMostOne == n <= 1
====
