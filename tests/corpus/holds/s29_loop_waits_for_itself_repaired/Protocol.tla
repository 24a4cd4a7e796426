---- MODULE Protocol ----
\* The dispatcher never waits for one thing only: the result comes back as an inbox message.
EXTENDS Naturals, Sequences, TLC
CONSTANTS Disp, Tool

(*
--algorithm Protocol
variables inbox = <<"job">>, tool = <<>>, flushed = <<>>;

macro send(channel, message) begin
    channel := Append(channel, message);
end macro;

macro receive(channel) begin
    await channel # <<>>;
    channel := Tail(channel);
end macro;

process p_disp = Disp
begin
    d1: await inbox # <<>>;
        with message = Head(inbox) do
            inbox := Tail(inbox);
            if message = "job" then
                send(tool, "start");
                goto d1;
            elsif message = "flush" then
                send(flushed, "flushed");
                goto d1;
            end if;
        end with;
    d2: skip; \* use the result
end process;

process p_tool = Tool
begin
    t1: receive(tool);
    t2: send(inbox, "flush");
    t3: receive(flushed);
    t4: send(inbox, "result");
end process;

end algorithm;
*)

AllDone == \A self \in ProcSet : pc[self] = "Done"

ChannelsDrained == AllDone => inbox = <<>> /\ tool = <<>> /\ flushed = <<>>
====
