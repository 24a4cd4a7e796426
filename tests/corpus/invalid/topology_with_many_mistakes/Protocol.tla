---- MODULE Protocol ----
\* The topology breaks five rules at once.
EXTENDS Naturals, Sequences, TLC
CONSTANTS A, B

(*
--algorithm Protocol {
    variables ab = <<>>;

    process (p_a = A) {
        a1: ab := Append(ab, "hi");
    }

    process (p_b = B) {
        b1: await ab # <<>>;
            ab := Tail(ab);
    }
}
*)
====
