---- MODULE Protocol ----
\* EXCEPT with nested paths and @, assignments to nested parts.
EXTENDS Naturals, Sequences, TLC
CONSTANTS A

(*
--algorithm Protocol
variables grid = [row \in 1..2 |-> [column \in {"l", "r"} |-> 0]],
          book = [pages |-> <<1, 2, 3>>, owner |-> [name |-> "ann", age |-> 3]];

process p_a = A
begin
    a1: grid[1]["l"] := 5;
    a2: grid := [grid EXCEPT ![2]["r"] = grid[1].l + 1, ![1] = [@ EXCEPT !["l"] = @ + @]];
    a3: book.owner.age := book.owner.age + 1 || book.pages[2] := 20;
    a4: book := [book EXCEPT !.owner.name = "bob", !.pages[3] = @ * 10];
end process;

end algorithm;
*)

AllDone == \A self \in ProcSet : pc[self] = "Done"

End == AllDone => /\ grid = <<[l |-> 10, r |-> 0], [l |-> 0, r |-> 6]>>
                  /\ book.pages = <<1, 20, 30>>
                  /\ book.owner = [age |-> 4, name |-> "bob"]
====
