---- MODULE Protocol ----
\* The dispatcher waits for the tool, which waits for the dispatcher.
EXTENDS Naturals, Sequences, TLC
CONSTANTS Disp, Tool

(*
--algorithm Protocol
variables inbox = <<"job">>, tool = <<>>, flushed = <<>>, ret = <<>>;

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
            if message = "flush" then
                send(flushed, "flushed");
                goto d1;
            else
                send(tool, "start");
            end if;
        end with;
    d2: receive(ret);
end process;

process p_tool = Tool
begin
    t1: receive(tool);
    t2: send(inbox, "flush");
    t3: receive(flushed);
    t4: send(ret, "ok");
end process;

end algorithm;
*)

AllDone == \A self \in ProcSet : pc[self] = "Done"

ChannelsDrained == AllDone => inbox = <<>> /\ tool = <<>> /\ flushed = <<>> /\ ret = <<>>
====
