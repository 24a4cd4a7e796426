---- MODULE Protocol ----
\* The hub commits to a branch before the message is there: the wait stands at the next label.
EXTENDS Naturals, Sequences, TLC
CONSTANTS Hub, Guest

(*
--algorithm Protocol {
    variables yes = <<>>, no = <<>>;
    macro send(channel, message) { channel := Append(channel, message); }
    macro receive(channel) { await channel # <<>>; channel := Tail(channel); }

    process (p_hub = Hub) {
        h1: either { goto h2; } or { goto h3; };
        h2: receive(yes);
            goto Done;
        h3: receive(no);
    }

    process (p_guest = Guest) {
        g1: either { send(yes, "coming"); } or { send(no, "sorry"); };
    }
}
*)

AllDone == \A self \in ProcSet : pc[self] = "Done"

ChannelsDrained == AllDone => yes = <<>> /\ no = <<>>
====
