---- MODULE Protocol ----
\* The join treats each arrival as the whole.
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
        published := published + 1;
        if seen < 2 then
            goto j1;
        end if;
end process;

end algorithm;
*)

PublishedOnce == published <= 1
====
