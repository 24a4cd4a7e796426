---- MODULE Protocol ----
\* inbox is one function from agents to channels; sends are indexed assignments.
EXTENDS Naturals, Sequences, TLC
CONSTANTS A, B, C

(*
--algorithm Protocol
variables inbox = [agent \in {A, B, C} |-> <<>>], heard = [agent \in {A, B, C} |-> {}];

macro send(to, message) begin
    inbox[to] := Append(inbox[to], message);
end macro;

process member \in {A, B, C}
variables todo = {A, B, C} \ {self};
begin
    tell: while todo # {} do
        with other \in todo do
            send(other, self);
            todo := todo \ {other};
        end with;
    end while;
    hear: while heard[self] # {A, B, C} \ {self} do
        await Len(inbox[self]) > 0;
        heard[self] := heard[self] \cup {Head(inbox[self])};
        inbox[self] := Tail(inbox[self]);
    end while;
end process;

end algorithm;
*)

AllDone == \A self \in ProcSet : pc[self] = "Done"

EveryoneHeard == AllDone => \A a, b \in {A, B, C} : a # b => a \in heard[b]
NobodyHearsSelf == \A a \in DOMAIN inbox : a \notin heard[a]
====
