---- MODULE Protocol ----
\* Integer arithmetic below zero: division and remainder round down, ranges may be empty.
EXTENDS Integers, Sequences
CONSTANTS A

(*
--algorithm Protocol
variables n = -5, results = <<>>;

process p_a = A
begin
    a1: results := <<n \div 2, n % 2, -n, n - 3, n * (-2), 2^3, (-2)^3>>;
    a2: while n < 0 do
        n := n + 2;
    end while;
end process;

end algorithm;
*)

AllDone == \A self \in ProcSet : pc[self] = "Done"

Results == results \in {<<>>, <<-3, 1, 5, -8, 10, 8, -8>>}
Ranges == 3..1 = {} /\ -1..1 = {-1, 0, 1} /\ n \in Int
End == AllDone => n = 1
====
