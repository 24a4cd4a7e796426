---- MODULE Protocol ----
\* Variables that start with any value of a set: 2 * 3 * 4 initial states, some of them alike.
EXTENDS Naturals, Sequences, TLC
CONSTANTS A

(*
--algorithm Protocol {
    variables on \in BOOLEAN, level \in 0..2, table \in [{"x", "y"} -> BOOLEAN], total = level * 2;

    process (p_a = A)
        variables mine \in {"x", "y"};
    {
        a1: if (on /\ table[mine]) { total := total + 1; };
        a2: level := 0;
            on := FALSE;
    }
}
*)

Small == total <= 5 /\ (on => level <= 2)
====
