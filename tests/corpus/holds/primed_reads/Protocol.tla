---- MODULE Protocol ----
\* Reads after an assignment in one step see the new value; conditions before it the old one.
EXTENDS Naturals, Sequences, TLC
CONSTANTS A, B

(*
--algorithm Protocol {
    variables n = 0, copy = 0, queue = <<>>;

    process (p_a = A) {
        a1: n := n + 1;
            copy := n;
            await copy = n;
            queue := Append(queue, n + copy);
            if (Len(queue) = 1) { goto a2; } else { goto Done; };
        a2: await n > 0;
            n := 0;
    }

    process (p_b = B) {
        b1: with (before = n) {
                n := n + 10;
                copy := n - before;
                assert copy = 10;
            };
    }
}
*)

Copies == copy \in {0, 1, 10, 11}
Queue == queue \in {<<>>, <<2>>, <<22>>}
====
