---- MODULE Completion ----
\* How the completion check marks states by walking along witnesses (`propagate` in src/tracefix/checker/kernels.py).
\*
\* Every state has at most one witness, a successor of it; 0 is none. The states in `ends` are marked at the start. Afterwards
\* exactly those states are marked from which the walk along witnesses comes to a marked one. Checked for every graph of N states.
EXTENDS Integers, FiniteSets
CONSTANT N
ASSUME N = 3

States == 1..N
Onward(w, s) == IF s = 0 THEN 0 ELSE w[s]
\* Three steps visit everything that a walk over three states can visit.
Walk(w, s) == LET a == Onward(w, s)
                  b == Onward(w, a)
              IN {s, a, b, Onward(w, b)}

(*
--algorithm Completion {
    variables
        witness \in [States -> 0..N],
        ends \in SUBSET States,
        \* 0 not marked, 1 marked, 2 the walk goes nowhere, 3 on the walk under way
        colour = [s \in States |-> IF s \in ends THEN 1 ELSE 0],
        start = 1, row = 1, verdict = 2;
    {
        turn: while (start <= N) {
            if (colour[start] = 0) {
                row := start;
                verdict := 2;
                walk: while (colour[row] = 0) {
                    colour[row] := 3;
                    if (witness[row] # 0) { row := witness[row]; };
                };
                if (colour[row] = 1) { verdict := 1; };
                row := start;
                paint: while (colour[row] = 3) {
                    colour[row] := verdict;
                    if (witness[row] # 0) { row := witness[row]; };
                };
            };
            advance: start := start + 1;
        };
    }
}
*)

MarkedAreThoseThatGetThere ==
    pc = "Done" => {s \in States : colour[s] = 1} = {s \in States : Walk(witness, s) \cap ends # {}}
NothingIsLeftOnAWalk == pc \in {"turn", "Done"} => \A s \in States : colour[s] # 3
====
