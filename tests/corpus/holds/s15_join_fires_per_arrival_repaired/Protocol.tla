---- MODULE Protocol ----
\* Publish only when both have been seen.
EXTENDS Naturals, Sequences, TLC
CONSTANTS Short, Long, J

(*
--algorithm Protocol
variables arr = <<>>, seen = 0, published = 0;

macro send(channel, message) begin
    channel := Append(channel, message);
end macro;

process p_short = Short
begin
    s0: skip;
    sz: send(arr, "part");
end process;

process p_long = Long
begin
    l0: skip;
    l1: skip;
    lz: send(arr, "part");
end process;

process p_j = J
begin
    j1: await arr # <<>>;
        arr := Tail(arr);
        seen := seen + 1;
        if seen = 2 then
            published := published + 1;
        else
            goto j1;
        end if;
end process;

end algorithm;
*)

PublishedOnce == published <= 1
====
