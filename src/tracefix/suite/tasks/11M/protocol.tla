---- MODULE protocol ----
\* A controller has two parts made. Each order is announced to the mills that have nothing to do, and goes to one of those
\* that make an offer; a part that is spoilt or rejected is announced afresh. The next order is awarded while the last one is
\* still being made, carried or measured.
EXTENDS Integers, Sequences, FiniteSets, TLC

CONSTANTS FREE, CONTROLLER, MILL_ONE, MILL_TWO, SHUTTLE, QUALITY

(*
--algorithm Protocol {
    variables
        TOOL_ROOM = FREE,
        FIXTURE = FREE,
        TRACK = FREE,
        c_to_one = <<>>,
        one_to_c = <<>>,
        c_to_two = <<>>,
        two_to_c = <<>>,
        c_to_shuttle = <<>>,
        shuttle_to_quality = <<>>,
        quality_to_c = <<>>,
        c_to_quality = <<>>;

    define {
        AllDone == \A tf_agent \in {CONTROLLER, MILL_ONE, MILL_TWO, SHUTTLE, QUALITY} : pc[tf_agent] = "Done"

        TypeInvariant ==
            /\ TOOL_ROOM \in {FREE, CONTROLLER, MILL_ONE, MILL_TWO, SHUTTLE, QUALITY}
            /\ FIXTURE \in {FREE, CONTROLLER, MILL_ONE, MILL_TWO, SHUTTLE, QUALITY}
            /\ TRACK \in {FREE, CONTROLLER, MILL_ONE, MILL_TWO, SHUTTLE, QUALITY}
            /\ c_to_one \in Seq({"announce", "award", "refuse", "stop"})
            /\ one_to_c \in Seq({"offer", "decline", "finished", "broken"})
            /\ c_to_two \in Seq({"announce", "award", "refuse", "stop"})
            /\ two_to_c \in Seq({"offer", "decline", "finished", "broken"})
            /\ c_to_shuttle \in Seq({"fetch", "park"})
            /\ shuttle_to_quality \in Seq({"part"})
            /\ quality_to_c \in Seq({"good", "bad"})
            /\ c_to_quality \in Seq({"close"})

        ChannelBound ==
            /\ Len(c_to_one) <= 3
            /\ Len(one_to_c) <= 3
            /\ Len(c_to_two) <= 3
            /\ Len(two_to_c) <= 3
            /\ Len(c_to_shuttle) <= 3
            /\ Len(shuttle_to_quality) <= 3
            /\ Len(quality_to_c) <= 3
            /\ Len(c_to_quality) <= 3

        NoOrphanLocks ==
            /\ AllDone => TOOL_ROOM = FREE
            /\ AllDone => FIXTURE = FREE
            /\ AllDone => TRACK = FREE

        ChannelsDrained ==
            /\ AllDone => c_to_one = <<>>
            /\ AllDone => one_to_c = <<>>
            /\ AllDone => c_to_two = <<>>
            /\ AllDone => two_to_c = <<>>
            /\ AllDone => c_to_shuttle = <<>>
            /\ AllDone => shuttle_to_quality = <<>>
            /\ AllDone => quality_to_c = <<>>
            /\ AllDone => c_to_quality = <<>>
    }

    macro acquire(lock) { await lock = FREE; lock := self; }
    macro release(lock) { assert lock = self; lock := FREE; }

    macro send(channel, label) { channel := Append(channel, label); }
    macro receive(channel, into) { await channel # <<>>; into := Head(channel); channel := Tail(channel); }

    process (controller \in {CONTROLLER})
        variables c_msg = "", c_from = "none", c_todo = 2, c_good = 0, c_asked = {}, c_offers = {}, c_busy = {};
    {
        c_next:
            while (c_good < 2) {
                either {
                    await c_todo > 0 /\ c_asked = {} /\ c_busy # {"one", "two"};
                    c_todo := c_todo - 1;
                    c_offers := {};
                    c_asked := {"one", "two"} \ c_busy;
        c_announce:
                    if ("one" \in c_asked) { send(c_to_one, "announce"); };
                    if ("two" \in c_asked) { send(c_to_two, "announce"); };
                    goto c_next;
                } or {
                    receive(one_to_c, c_msg);
                    c_from := "one";
                } or {
                    receive(two_to_c, c_msg);
                    c_from := "two";
                } or {
                    receive(quality_to_c, c_msg);
                    c_from := "quality";
                };
        c_handle:
                if (c_msg \in {"offer", "decline"}) {
                    c_asked := c_asked \ {c_from};
                    if (c_msg = "offer") { c_offers := c_offers \cup {c_from}; };
        c_award:        \* with every answer in hand; an order that nobody wants now is announced again
                    if (c_asked = {}) {
                        if (c_offers = {}) {
                            c_todo := c_todo + 1;
                        } else {
                            with (winner \in c_offers) {
                                c_busy := c_busy \cup {winner};
                                if (winner = "one") {
                                    send(c_to_one, "award");
                                    if ("two" \in c_offers) { send(c_to_two, "refuse"); };
                                } else {
                                    send(c_to_two, "award");
                                    if ("one" \in c_offers) { send(c_to_one, "refuse"); };
                                };
                            };
                        };
                    };
                } else if (c_msg = "finished") {
                    c_busy := c_busy \ {c_from};
                    send(c_to_shuttle, "fetch");
                } else if (c_msg = "broken") {
                    c_busy := c_busy \ {c_from};
                    c_todo := c_todo + 1;
                } else if (c_msg = "bad") {
                    c_todo := c_todo + 1;
                } else {
                    c_good := c_good + 1;
                };
            };
        file_report:
            skip;  \* file(report="shift")
        c_close:
            send(c_to_one, "stop");
            send(c_to_two, "stop");
            send(c_to_shuttle, "park");
            send(c_to_quality, "close");
    }

    process (mill_one \in {MILL_ONE})
        variables one_msg = "";
    {
        one_wait:
            receive(c_to_one, one_msg);
            if (one_msg = "stop") { goto Done; };
        one_bid:        \* whether the mill wants the order is its own affair
            either {
                send(one_to_c, "offer");
            } or {
                send(one_to_c, "decline");
                goto one_wait;
            };
        one_answer:
            receive(c_to_one, one_msg);
            if (one_msg = "refuse") { goto one_wait; };
        one_take_room:  acquire(TOOL_ROOM);
        fetch_tools_one: skip;  \* fetch(tools="order", mill="one")
        one_give_room:  release(TOOL_ROOM);
        one_take_fixture: acquire(FIXTURE);
        machine_one:    skip;  \* machine(part="order", mill="one")
        one_machine_end:
            either {
        one_machined:
                release(FIXTURE);
        one_finished:
                send(one_to_c, "finished");
                goto one_wait;
            } or {
        one_spoilt:
                release(FIXTURE);
        one_retake_room:
                acquire(TOOL_ROOM);
        report_damage_one:
                skip;  \* hand_in(damaged="cutter", mill="one")
        one_leave_room:
                release(TOOL_ROOM);
        one_own_up:
                send(one_to_c, "broken");
                goto one_wait;
            };
    }

    process (mill_two \in {MILL_TWO})
        variables two_msg = "";
    {
        two_wait:
            receive(c_to_two, two_msg);
            if (two_msg = "stop") { goto Done; };
        two_bid:        \* whether the mill wants the order is its own affair
            either {
                send(two_to_c, "offer");
            } or {
                send(two_to_c, "decline");
                goto two_wait;
            };
        two_answer:
            receive(c_to_two, two_msg);
            if (two_msg = "refuse") { goto two_wait; };
        two_take_room:  acquire(TOOL_ROOM);
        fetch_tools_two: skip;  \* fetch(tools="order", mill="two")
        two_give_room:  release(TOOL_ROOM);
        two_take_fixture: acquire(FIXTURE);
        machine_two:    skip;  \* machine(part="order", mill="two")
        two_machine_end:
            either {
        two_machined:
                release(FIXTURE);
        two_finished:
                send(two_to_c, "finished");
                goto two_wait;
            } or {
        two_spoilt:
                release(FIXTURE);
        two_retake_room:
                acquire(TOOL_ROOM);
        report_damage_two:
                skip;  \* hand_in(damaged="cutter", mill="two")
        two_leave_room:
                release(TOOL_ROOM);
        two_own_up:
                send(two_to_c, "broken");
                goto two_wait;
            };
    }

    process (shuttle \in {SHUTTLE})
        variables s_msg = "";
    {
        s_wait:
            receive(c_to_shuttle, s_msg);
            if (s_msg = "park") { goto Done; };
        s_take_track:   acquire(TRACK);
        carry_part:     skip;  \* carry(part="finished", to="quality")
        s_carry_end:
            either {
        s_carried:
                release(TRACK);
        s_deliver:
                send(shuttle_to_quality, "part");
                goto s_wait;
            } or {
        \* The shuttle stands across the track, so the track stays its own until it is back on the rails.
        rerail_shuttle:
                skip;  \* rerail(vehicle="shuttle")
                goto carry_part;
            };
    }

    process (quality \in {QUALITY})
        variables q_msg = "";
    {
        q_wait:
            either {
                receive(c_to_quality, q_msg);
                goto Done;
            } or {
                receive(shuttle_to_quality, q_msg);
            };
        q_take_room:    acquire(TOOL_ROOM);
        measure_part:   skip;  \* measure(part="finished", probe="large")
        q_measure_end:
            either {
        q_measured:
                release(TOOL_ROOM);
            } or {
        q_unmeasured:   \* the probe sticks: it is left to rest and the part is put on it again
                release(TOOL_ROOM);
                goto q_take_room;
            };
        q_judge:
            either {
        q_accept:
                send(quality_to_c, "good");
                goto q_wait;
            } or {
        q_take_track:
                acquire(TRACK);
        remove_part:
                skip;  \* remove(part="reject")
        q_give_track:
                release(TRACK);
        q_reject:
                send(quality_to_c, "bad");
                goto q_wait;
            };
    }
}
*)
====
