---- MODULE Protocol ----
\* A worker asserts that nobody else is in the shared section; the lock is missing.
EXTENDS Naturals, TLC
CONSTANTS A, B

(*
--algorithm Protocol {
    variables inside = 0;

    process (worker \in {A, B}) {
        w1: inside := inside + 1;
        w2: assert inside = 1;
        w3: inside := inside - 1;
    }
}
*)
====
