---- MODULE Protocol ----
\* Variables without a value start as the model value defaultInitValue.
EXTENDS Naturals, Sequences, TLC
CONSTANTS A, B

(*
--algorithm Protocol
variables slot;

process p_a = A
variables seen;
begin
    a1: slot := 1;
    a2: seen := slot;
end process;

process p_b = B
variables first, second = {};
begin
    b1: first := slot;
    b2: second := {first, slot};
end process;

end algorithm;
*)

Different == defaultInitValue # 1 /\ slot \in {1, defaultInitValue}
====
