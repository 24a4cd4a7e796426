---- MODULE Protocol ----
\* Messages are records; fields decide what happens.
EXTENDS Naturals, Sequences, TLC
CONSTANTS Client, Server, Cache

(*
--algorithm Protocol {
    variables requests = <<>>, replies = <<>>, store = [key \in {"a", "b"} |-> 0];

    macro send(channel, message) { channel := Append(channel, message); }
    macro receive(channel, into) { await channel # <<>>; into := Head(channel); channel := Tail(channel); }

    process (p_client = Client)
        variables reply = [ok |-> FALSE, value |-> 0];
    {
        c1: send(requests, [kind |-> "put", key |-> "a", value |-> 7, from |-> Client]);
        c2: either { send(requests, [kind |-> "get", key |-> "a", from |-> Client]); }
            or     { send(requests, [kind |-> "get", key |-> "b", from |-> Client]); };
        c3: receive(replies, reply);
    }

    process (p_server = Server)
        variables request = <<>>, left = 2;
    {
        s1: while (left > 0) {
                receive(requests, request);
                left := left - 1;
                if (request.kind = "put") { store[request.key] := request.value; }
                else { send(replies, [ok |-> store[request.key] # 0, value |-> store[request.key]]); };
            };
    }

    process (p_cache = Cache) {
        k1: await store["a"] = 7;
            store := [store EXCEPT !["a"] = @ + 1];
    }
}
*)

AllDone == \A self \in ProcSet : pc[self] = "Done"

RepliesRight == reply.ok <=> reply.value > 0
StoreTyped == store \in [{"a", "b"} -> {0, 7, 8}]
ReplyTyped == reply \in [ok : BOOLEAN, value : {0, 7, 8}]
Finished == AllDone => store.a = 8 /\ store["b"] = 0
====
