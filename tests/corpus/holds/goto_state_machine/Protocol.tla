---- MODULE Protocol ----
\* A protocol written as a state machine with goto, across and out of branches.
EXTENDS Naturals, Sequences, TLC
CONSTANTS Light

(*
--algorithm Protocol {
    variables rounds = 0, seen = {};

    process (p_light = Light) {
        red: seen := seen \cup {"red"};
            if (rounds = 2) { goto off; } else { goto green; };
        amber: seen := seen \cup {"amber"};
            rounds := rounds + 1;
            goto red;
        green: seen := seen \cup {"green"};
            either { goto amber; } or { goto off; };
        off: rounds := 0;
    }
}
*)

Known == seen \subseteq {"red", "amber", "green"} /\ rounds \in 0..2
====
