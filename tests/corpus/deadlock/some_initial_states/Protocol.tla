---- MODULE Protocol ----
\* The deadlock depends on where the variables start.
EXTENDS Naturals
CONSTANTS A, B

(*
--algorithm Protocol
variables key \in {"none", "copper", "iron"}, door = "shut";

process p_a = A
begin
    a1: await key # "none";
        door := "open";
end process;

process p_b = B
begin
    b1: await door = "open" /\ key = "iron";
end process;

end algorithm;
*)
====
