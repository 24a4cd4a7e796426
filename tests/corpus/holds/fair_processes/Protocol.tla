---- MODULE Protocol ----
\* Fairness changes no safety verdict; print, skip and labels with modifiers are accepted.
EXTENDS TLC
CONSTANTS A, B

(*
--fair algorithm Protocol {
    variables turn = A;

    fair process (p_a = A) {
        a1:+ await turn = A;
            print <<"turn", turn>>;
        a2: turn := B;
    }

    fair+ process (p_b = B) {
        b1:- await turn = B;
        b2: skip;
    }
}
*)
====
