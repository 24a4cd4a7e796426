---- MODULE Protocol ----
\* P-syntax if, elsif and else, with and without labels inside.
EXTENDS Naturals, Sequences, TLC
CONSTANTS A

(*
--algorithm Protocol
variables n = 0, path = <<>>;

process p_a = A
begin
    loop: while n < 5 do
        if n = 0 then
            path := Append(path, "zero");
        elsif n = 1 then
            path := Append(path, "one");
        elsif n = 2 then
            inside: path := Append(path, "two");
            again: path := Append(path, "still two");
        else
            path := Append(path, "many");
        end if;
        step: n := n + 1;
    end while;
end process;

end algorithm;
*)

AllDone == \A self \in ProcSet : pc[self] = "Done"

Visited == AllDone => path = <<"zero", "one", "two", "still two", "many", "many">>
====
