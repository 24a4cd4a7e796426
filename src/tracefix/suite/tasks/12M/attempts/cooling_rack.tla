---- MODULE cooling_rack ----
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

    \* The chef takes what comes first, whoever it comes from: a course is settled when it is plated or given up.
    process (head_chef \in {HEAD_CHEF})
        variables c_msg = "", settled = 0;
    {
        write_menu:
            skip;  \* write(menu="roast and tart")
        c_next:
            while (settled < 2) {
                either {
                    receive(roast_to_chef, c_msg);
        c_roast:
                    if (c_msg = "burnt") {
                        either { goto c_refire; }
                        or     { goto c_strike; };
                    };
        c_take_pass:
                    acquire(PASS);
        taste_roast:
                    skip;  \* taste(course="roast")
        c_verdict:
                    either { skip; }
                    or {        \* not good enough: the pass is free for the tart while it is fired again
                        release(PASS);
                        goto c_refire;
                    };
        plate_roast:
                    skip;  \* plate(course="roast")
        c_free_pass:
                    release(PASS);
        c_plated:
                    send(chef_to_roast, "plated");
                    settled := settled + 1;
                    goto c_next;
        c_refire:
                    send(chef_to_roast, "refire");
                    goto c_next;
        c_strike:
                    send(chef_to_roast, "strike");
                    settled := settled + 1;
                } or {
                    receive(pastry_to_chef, c_msg);
        c_tart:
                    if (c_msg = "tart") {
                        acquire(PASS);
        plate_tart:
                        skip;  \* plate(course="tart")
        c_free_pass_2:
                        release(PASS);
                    };
        c_settled:
                    settled := settled + 1;
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

    \* A tart goes on to a cooling rack, and the rack needs the pass: it is set up before the tart goes into the oven. What has
    \* collapsed is thrown away and both places are free again. Two tarts are tried.
    process (pastry_cook \in {PASTRY_COOK})
        variables tries = 0, tart = FALSE;
    {
        p_try:
            while (~tart /\ tries < 2) {
                tries := tries + 1;
        mix_batter:
                skip;  \* mix(what="batter")
        p_take_pass:
                acquire(PASS);
        p_take_oven:
                acquire(OVEN);
        bake_tart:
                skip;  \* bake(what="tart", minutes=25)
        p_baked:
                either { tart := TRUE; }
                or     { skip; };
        p_free_oven:
                release(OVEN);
                if (tart) {
        decorate_tart:
                    skip;  \* decorate(what="tart")
                };
        p_free_pass:
                release(PASS);
            };
        p_report:
            if (tart) { send(pastry_to_chef, "tart"); }
            else      { send(pastry_to_chef, "none"); };
    }
}
*)
====
