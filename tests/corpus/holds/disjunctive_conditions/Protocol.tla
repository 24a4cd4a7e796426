---- MODULE Protocol ----
\* TLC follows every true disjunct and every witness of an await as a successor of its own: the same state, generated more than once.
EXTENDS Naturals, Sequences, TLC
CONSTANTS A, B

(*
--algorithm Protocol {
    variables x = 0, y = 0, path = <<>>;

    define {
        Open == x = 1 \/ y = 1
        Among(n) == \E k \in 0..n : k <= x
    }

    process (p_a = A) {
        a1: await x = 0 \/ y = 0;
        a2: await \E k \in 1..3 : k > y;
        a3: await Open \/ x = 0;
        a4: await ~(x # 0 /\ y # 0);
        a5: await Among(1);
        a6: await IF x = 0 THEN y = 0 \/ x = 0 ELSE x = 1 \/ x < 2;
        a7: if (x = 0 \/ y = 0) { path := Append(path, "either"); };
        a8: await \A k \in 1..2 : k = 1 \/ k = 2;
        a9: await x = 5 => y = 5 \/ y = 6;
        a10: await LET sum == x + y IN sum = x \/ sum < 3;
        a11: await CASE x = 0 -> y = 0 \/ x = 0 [] OTHER -> x = 1 \/ x > 0;
        a12: await (x = 0 \/ y = 0) /\ (x < 2 \/ y < 2);
        a13: await (\E i, j \in 1..2 : i # j) /\ (\E <<i, j>> \in (1..2) \X (1..2) : i < j);
        a14: await (x = 0 \/ y = 0) = TRUE;
        a15: await \/ x = 0 \/ y = 0
                  \/ x < 9;
        a16: await {k \in 1..2 : k = 1 \/ k = 2} = {1, 2};
    }

    process (p_b = B) {
        b1: x := 1;
        b2: with (k \in {1, 1, 2}) { await k = 1 \/ x = 1; x := 0; };
    }
}
*)

Small == x \in 0..1 \/ y = 0
====
