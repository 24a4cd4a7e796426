---- MODULE Protocol ----
\* Comments everywhere, nested ones too, and an algorithm that stands inside a longer comment.
EXTENDS Naturals, Sequences, TLC
CONSTANTS A

(*
Text before the algorithm, with 'quotes' and an arrow ->.

--algorithm Protocol { (* a comment (* with one inside *) after the name *)
    variables x = 0, \* the first
              text = "not \\* a comment (* nor this *)"; \* the second

    process (p_a = A) { a1: x := 1; (* two steps *) a2: x := 2;
    }
}

Text after it.
*)

AllDone == \A self \in ProcSet : pc[self] = "Done"

\* A definition in a comment: Wrong == FALSE
(* and in a block: Wrong == FALSE *)
End == AllDone => x = 2 \* the end
====
