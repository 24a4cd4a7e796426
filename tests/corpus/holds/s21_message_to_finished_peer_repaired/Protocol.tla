---- MODULE Protocol ----
\* The sender is shut down first; the receiver drains before it leaves.
EXTENDS Naturals, Sequences, TLC
CONSTANTS Analyst, Dev, Lead

(*
--algorithm Protocol
variables inA = <<>>, shutA = <<>>, shutD = <<>>;

macro send(channel, message) begin
    channel := Append(channel, message);
end macro;

macro receive(channel) begin
    await channel # <<>>;
    channel := Tail(channel);
end macro;

process p_analyst = Analyst
begin
    n0: receive(inA); \* the developer's remark comes before it ends
    n1: receive(shutA);
end process;

process p_dev = Dev
begin
    d1: receive(shutD);
    d2: send(inA, "remark");
end process;

process p_lead = Lead
begin
    l1: send(shutD, "bye");
    l2: send(shutA, "bye");
end process;

end algorithm;
*)
====
