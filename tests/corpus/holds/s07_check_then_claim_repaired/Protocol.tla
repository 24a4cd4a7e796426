---- MODULE Protocol ----
\* Look and write in one step.
EXTENDS Naturals, Sequences, TLC
CONSTANTS W1, W2, NONE

(*
--algorithm Protocol
variables owner = NONE, effects = 0;

process p_w1 = W1
begin
    u1: if owner = NONE then
            owner := W1;
        else
            goto Done;
        end if;
    u3: effects := effects + 1;
end process;

process p_w2 = W2
begin
    w1: if owner = NONE then
            owner := W2;
        else
            goto Done;
        end if;
    w3: effects := effects + 1;
end process;

end algorithm;
*)

AtMostOnce == effects <= 1
====
