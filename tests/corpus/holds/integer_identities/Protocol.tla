---- MODULE Protocol ----
\* Processes named by integers, some negative; arithmetic on self.
EXTENDS Integers

(*
--algorithm Protocol
variables sum = 0, low = 0;

process worker \in 1..3
variables twice = 2 * self;
begin
    w1: sum := sum + twice;
    w2: twice := twice - self;
end process;

process cellar = -1
begin
    c1: low := -7;
    c2: low := (low \div 2) + (low % 4) - (-1);
end process;

end algorithm;
*)

AllDone == \A self \in ProcSet : pc[self] = "Done"

Sums == AllDone => sum = 12 /\ low = -2
Lowest == low >= -7 /\ low \in -7..0
====
