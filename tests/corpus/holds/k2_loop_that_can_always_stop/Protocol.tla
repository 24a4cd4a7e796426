---- MODULE Protocol ----
\* The reviewer may answer ok or redo each time: an endless run exists, completion is always reachable.
EXTENDS Naturals, Sequences, TLC
CONSTANTS Writer, Reviewer

(*
--algorithm Protocol
variables toR = <<>>, toW = <<>>;

macro send(channel, message) begin
    channel := Append(channel, message);
end macro;

process p_writer = Writer
begin
    w1: send(toR, "draft");
    w2: await toW # <<>>;
        with verdict = Head(toW) do
            toW := Tail(toW);
            if verdict = "ok" then
                goto Done;
            end if;
        end with;
    w3: send(toR, "draft");
        goto w2;
end process;

process p_reviewer = Reviewer
begin
    v1: await toR # <<>>;
        toR := Tail(toR);
        either
            send(toW, "ok");
        or
            send(toW, "redo");
            goto v1;
        end either;
end process;

end algorithm;
*)
====
