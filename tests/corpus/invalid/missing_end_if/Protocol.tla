---- MODULE Protocol ----
\* P-syntax: the if is not closed.
EXTENDS Naturals, Sequences, TLC
CONSTANTS A

(*
--algorithm Protocol
variables n = 0;

process p_a = A
begin
    a1: if n = 0 then
        n := 1;
end process;

end algorithm;
*)
====
