---- MODULE Protocol ----
\* Processes named by strings, one set and one single process.
EXTENDS Naturals, Sequences

(*
--algorithm Protocol {
    variables inbox = [name \in {"ann", "bob"} |-> <<>>], answers = {};

    process (worker \in {"ann", "bob"}) {
        w1: await inbox[self] # <<>>;
            answers := answers \cup {<<self, Head(inbox[self])>>};
            inbox[self] := Tail(inbox[self]);
    }

    process (boss = "eve") {
        b1: inbox["ann"] := Append(inbox["ann"], 1) || inbox["bob"] := Append(inbox["bob"], 2);
        b2: await \A name \in {"ann", "bob"} : \E n \in 1..2 : <<name, n>> \in answers;
    }
}
*)

AllDone == \A self \in ProcSet : pc[self] = "Done"

Answered == AllDone => answers = {<<"bob", 2>>, <<"ann", 1>>}
====
