---- MODULE Protocol ----
\* An algorithm without processes.
EXTENDS Naturals, Sequences, TLC

(*
--algorithm Protocol {
    variables n \in 1..4, steps = 0, collatz = <<>>;

    {
        start: collatz := <<n>>;
        loop: while (n # 1) {
            if (n % 2 = 0) { n := n \div 2; } else { n := 3 * n + 1; };
            steps := steps + 1;
            collatz := Append(collatz, n);
        };
        last: assert collatz[Len(collatz)] = 1;
    }
}
*)

Short == steps <= 7 /\ Len(collatz) <= 8
====
