---- MODULE Protocol ----
\* The wait is the first thing in each branch, so the hub takes the branch whose message is there.
EXTENDS Naturals, Sequences, TLC
CONSTANTS Hub, Guest

(*
--algorithm Protocol {
    variables yes = <<>>, no = <<>>;
    macro send(channel, message) { channel := Append(channel, message); }
    macro receive(channel) { await channel # <<>>; channel := Tail(channel); }

    process (p_hub = Hub) {
        h1: either { receive(yes); } or { receive(no); };
    }

    process (p_guest = Guest) {
        g1: either { send(yes, "coming"); } or { send(no, "sorry"); };
    }
}
*)

AllDone == \A self \in ProcSet : pc[self] = "Done"

ChannelsDrained == AllDone => yes = <<>> /\ no = <<>>
====
