---- MODULE Protocol ----
\* A member that fails says so: exactly one final message per member.
EXTENDS Naturals, Sequences, TLC
CONSTANTS Coord, W1, W2

(*
--algorithm Protocol
variables rep = <<>>;

macro send(channel, message) begin
    channel := Append(channel, message);
end macro;

macro receive(channel) begin
    await channel # <<>>;
    channel := Tail(channel);
end macro;

process p_coord = Coord
variables got = 0;
begin
    c1: receive(rep);
        got := got + 1;
        if got < 2 then
            goto c1;
        end if;
end process;

process p_w1 = W1
begin
    u1: either
            goto u2;
        or
            goto u3;
        end either;
    u2: send(rep, "ok");
        goto Done;
    u3: send(rep, "failed");
end process;

process p_w2 = W2
begin
    w1: either
            goto w2;
        or
            goto w3;
        end either;
    w2: send(rep, "ok");
        goto Done;
    w3: send(rep, "failed");
end process;

end algorithm;
*)
====
