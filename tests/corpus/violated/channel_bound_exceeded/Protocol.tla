---- MODULE Protocol ----
\* A producer that never waits sends four messages into a channel meant for three.
EXTENDS Naturals, Sequences, TLC
CONSTANTS Producer, Consumer

(*
--algorithm Protocol {
    variables queue = <<>>;
    macro send(channel, message) { channel := Append(channel, message); }
    macro receive(channel) { await channel # <<>>; channel := Tail(channel); }

    process (p_producer = Producer)
        variables sent = 0;
    {
        p1: while (sent < 4) {
                send(queue, "item");
                sent := sent + 1;
            };
    }

    process (p_consumer = Consumer)
        variables got = 0;
    {
        c1: while (got < 4) {
                receive(queue);
                got := got + 1;
            };
    }
}
*)
====
