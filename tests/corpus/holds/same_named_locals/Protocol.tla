---- MODULE Protocol ----
\* Locals and a label with the same names in different processes; the translator renames them.
EXTENDS Naturals, Sequences, TLC
CONSTANTS A, B

(*
--algorithm Protocol
variables ab = <<>>, ba = <<>>;

process p_a = A
variables msg = "none", count = 0;
begin
    start: ab := Append(ab, "ping");
    wait: await ba # <<>>;
        msg := Head(ba);
        ba := Tail(ba);
        count := count + 1;
end process;

process p_b = B
variables msg = "nothing", count = 5;
begin
    start: await ab # <<>>;
        msg := Head(ab);
        ab := Tail(ab);
        count := count - 1;
    answer: ba := Append(ba, IF msg = "ping" THEN "pong" ELSE "what");
end process;

end algorithm;
*)
====
