---- MODULE Protocol ----
\* Constants given as model values, strings, integers, booleans and sets, and one replaced by a definition.
EXTENDS Integers, FiniteSets
CONSTANTS Workers, Limit, Title, Strict, Names, Quota

(*
--algorithm Protocol
variables used = 0, titles = {};

process worker \in Workers
begin
    w1: await used < Limit;
        used := used + 1;
    w2: titles := titles \cup {Title};
        if Strict then
            used := used - 1;
        end if;
end process;

end algorithm;
*)

TheQuota == Limit * 2
Bounded == used <= Limit /\ Quota = 2 * Limit
Titled == titles \subseteq Names
====
