---- MODULE Protocol ----
\* Concatenation, SubSeq, SelectSeq, Seq of tuples, DOMAIN, function merge and cross product.
EXTENDS Naturals, Sequences, TLC
CONSTANTS A, B

(*
--algorithm Protocol {
    variables log = <<"start">>, map = ("k" :> 0), pairs = {};

    process (p_a = A) {
        a1: log := log \o <<"a", "b">>;
        a2: map := ("k" :> Len(log)) @@ ("m" :> 1) @@ map;
    }

    process (p_b = B) {
        b1: log := Append(SubSeq(log, 1, 1), "cut");
        b2: pairs := {1, 2} \X {"x"};
    }
}
*)

AllDone == \A self \in ProcSet : pc[self] = "Done"

Starts == Head(log) = "start" /\ 1 \in DOMAIN log
Keys == DOMAIN map \in {{"k"}, {"k", "m"}}
Pairs == pairs \subseteq {<<n, s>> : n \in 1..2, s \in {"x", "y"}}
End == AllDone => map["m"] = 1 /\ <<2, "x">> \in pairs
====
