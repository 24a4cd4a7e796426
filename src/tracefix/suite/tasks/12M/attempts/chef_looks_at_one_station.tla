---- MODULE chef_looks_at_one_station ----
\* A head chef collects a roast and a tart, which may come in any order, and may send the roast back.
EXTENDS Integers, Sequences, FiniteSets, TLC

CONSTANTS FREE, HEAD_CHEF, ROAST_COOK, PASTRY_COOK

(*
--algorithm Protocol {
    variables
        OVEN = FREE,
        PASS = FREE,
        roast_to_chef = <<>>,
        chef_to_roast = <<>>,
        pastry_to_chef = <<>>;

    define {
        AllDone == \A tf_agent \in {HEAD_CHEF, ROAST_COOK, PASTRY_COOK} : pc[tf_agent] = "Done"

        TypeInvariant ==
            /\ OVEN \in {FREE, HEAD_CHEF, ROAST_COOK, PASTRY_COOK}
            /\ PASS \in {FREE, HEAD_CHEF, ROAST_COOK, PASTRY_COOK}
            /\ roast_to_chef \in Seq({"roast", "burnt"})
            /\ chef_to_roast \in Seq({"plated", "refire", "strike"})
            /\ pastry_to_chef \in Seq({"tart", "none"})

        ChannelBound ==
            /\ Len(roast_to_chef) <= 3
            /\ Len(chef_to_roast) <= 3
            /\ Len(pastry_to_chef) <= 3

        NoOrphanLocks ==
            /\ AllDone => OVEN = FREE
            /\ AllDone => PASS = FREE

        ChannelsDrained ==
            /\ AllDone => roast_to_chef = <<>>
            /\ AllDone => chef_to_roast = <<>>
            /\ AllDone => pastry_to_chef = <<>>
    }

    macro acquire(lock) { await lock = FREE; lock := self; }
    macro release(lock) { assert lock = self; lock := FREE; }

    macro send(channel, label) { channel := Append(channel, label); }
    macro receive(channel, into) { await channel # <<>>; into := Head(channel); channel := Tail(channel); }

    \* The chef looks at one of the two stations, sees to what comes from there, and looks again until both courses are settled.
    process (head_chef \in {HEAD_CHEF})
        variables c_msg = "", settled = 0, course = "";
    {
        write_menu:
            skip;  \* write(menu="roast and tart")
        c_next:
            while (settled < 2) {
                either { course := "roast"; }
                or     { course := "tart"; };
        c_wait:
                if (course = "roast") { receive(roast_to_chef, c_msg); }
                else                  { receive(pastry_to_chef, c_msg); };
        c_look:
                if (c_msg = "none") {
                    settled := settled + 1;
                } else if (c_msg = "burnt") {
        c_burnt:
                    either { send(chef_to_roast, "refire"); }
                    or     { send(chef_to_roast, "strike"); settled := settled + 1; };
                } else {
        c_take_pass:
                    acquire(PASS);
        c_which:
                    if (course = "roast") {
        taste_roast:
                        skip;  \* taste(course="roast")
        c_verdict:
                        either {
        plate_roast:
                            skip;  \* plate(course="roast")
        c_plated:
                            send(chef_to_roast, "plated");
                            settled := settled + 1;
                        } or {
        c_refire:
                            send(chef_to_roast, "refire");
                        };
                    } else {
        plate_tart:
                        skip;  \* plate(course="tart")
        c_settled:
                        settled := settled + 1;
                    };
        c_free_pass:
                    release(PASS);
                };
            };
        ring_bell:
            skip;  \* ring(bell="service")
    }

    process (roast_cook \in {ROAST_COOK})
        variables r_msg = "";
    {
        sear_meat:
            skip;  \* sear(meat="saddle of lamb")
        r_take_oven:
            acquire(OVEN);
        roast_meat:
            skip;  \* roast(meat="saddle of lamb", minutes=40)
        r_roasted:
            either { skip; }
            or {
                release(OVEN);
                goto r_burnt;
            };
        r_take_pass:    \* out of the oven and straight on to the pass
            acquire(PASS);
        r_free_oven:
            release(OVEN);
        rest_meat:
            skip;  \* rest(meat="saddle of lamb")
        r_free_pass:
            release(PASS);
        r_deliver:
            send(roast_to_chef, "roast");
            goto r_answer;
        r_burnt:
            send(roast_to_chef, "burnt");
        r_answer:
            receive(chef_to_roast, r_msg);
            if (r_msg = "refire") { goto sear_meat; };
    }

    \* Two tarts are tried; after that there is no dessert today.
    process (pastry_cook \in {PASTRY_COOK})
        variables collapsed = 0;
    {
        mix_batter:
            skip;  \* mix(what="batter")
        p_take_oven:
            acquire(OVEN);
        bake_tart:
            skip;  \* bake(what="tart", minutes=25)
        p_baked:
            either { skip; }
            or {
                release(OVEN);
        p_collapsed:
                collapsed := collapsed + 1;
                if (collapsed < 2) { goto mix_batter; }
                else { goto p_none; };
            };
        p_take_pass:
            acquire(PASS);
        p_free_oven:
            release(OVEN);
        decorate_tart:
            skip;  \* decorate(what="tart")
        p_free_pass:
            release(PASS);
        p_deliver:
            send(pastry_to_chef, "tart");
            goto Done;
        p_none:
            send(pastry_to_chef, "none");
    }
}
*)
====
