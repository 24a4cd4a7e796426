---- MODULE Protocol ----
\* Sets as variables: a pool that agents take from, subsets, unions, cardinalities.
EXTENDS Naturals, FiniteSets
CONSTANTS A, B

(*
--algorithm Protocol {
    variables pool = {"red", "green", "blue"}, taken = [agent \in {A, B} |-> {}];

    process (picker \in {A, B})
        variables left = 1;
    {
        p1: while (left > 0 /\ pool # {}) {
                with (item \in pool) {
                    pool := pool \ {item};
                    taken[self] := taken[self] \union {item};
                };
                left := left - 1;
            };
    }
}
*)

All == {"red", "green", "blue"}
Partition == /\ pool \cup UNION {taken[a] : a \in {A, B}} = All
             /\ taken[A] \cap taken[B] = {}
             /\ pool \subseteq All
             /\ taken[A] \in SUBSET All
Counted == Cardinality(pool) + Cardinality(taken[A]) + Cardinality(taken[B]) = 3
====
