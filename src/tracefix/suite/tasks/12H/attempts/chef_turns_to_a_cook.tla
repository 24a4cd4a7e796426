---- MODULE chef_turns_to_a_cook ----
\* A chef and two cooks who take tickets from one rail: two soups and two fish in two rounds.
EXTENDS Integers, Sequences, FiniteSets, TLC

CONSTANTS FREE, CHEF, SOUS_CHEF, COMMIS

(*
--algorithm Protocol {
    variables
        STOVE = FREE,
        OVEN = FREE,
        PASS = FREE,
        tickets = <<>>,
        sous_to_chef = <<>>,
        commis_to_chef = <<>>;

    define {
        AllDone == \A tf_agent \in {CHEF, SOUS_CHEF, COMMIS} : pc[tf_agent] = "Done"

        TypeInvariant ==
            /\ STOVE \in {FREE, CHEF, SOUS_CHEF, COMMIS}
            /\ OVEN \in {FREE, CHEF, SOUS_CHEF, COMMIS}
            /\ PASS \in {FREE, CHEF, SOUS_CHEF, COMMIS}
            /\ tickets \in Seq({"soup", "fish", "close"})
            /\ sous_to_chef \in Seq({"soup", "fish", "no_soup", "no_fish"})
            /\ commis_to_chef \in Seq({"soup", "fish", "no_soup", "no_fish"})

        ChannelBound ==
            /\ Len(tickets) <= 3
            /\ Len(sous_to_chef) <= 3
            /\ Len(commis_to_chef) <= 3

        NoOrphanLocks ==
            /\ AllDone => STOVE = FREE
            /\ AllDone => OVEN = FREE
            /\ AllDone => PASS = FREE

        ChannelsDrained ==
            /\ AllDone => tickets = <<>>
            /\ AllDone => sous_to_chef = <<>>
            /\ AllDone => commis_to_chef = <<>>
    }

    macro acquire(lock) { await lock = FREE; lock := self; }
    macro release(lock) { assert lock = self; lock := FREE; }

    macro send(channel, label) { channel := Append(channel, label); }
    macro receive(channel, into) { await channel # <<>>; into := Head(channel); channel := Tail(channel); }

    \* Two rounds, each of a soup and a fish. The chef fills the rail, and then turns to one of the cooks after the other until
    \* the dishes of the round are plated; a lost one goes back on to the rail at once.
    process (chef \in {CHEF})
        variables c_msg = "", rounds = 0, plated = 0;
    {
        c_round:
            while (rounds < 2) {
                plated := 0;
        c_soup_ticket:
                send(tickets, "soup");
        c_fish_ticket:
                send(tickets, "fish");
        c_turn:
                while (plated < 2) {
                    either {
        c_hear_sous:
                        receive(sous_to_chef, c_msg);
                    } or {
        c_hear_commis:
                        receive(commis_to_chef, c_msg);
                    };
        c_dish:
                    if (c_msg = "no_soup") {
                        send(tickets, "soup");
                    } else if (c_msg = "no_fish") {
                        send(tickets, "fish");
                    } else if (c_msg = "soup") {
                        acquire(PASS);
        plate_soup:
                        skip;  \* plate(course="soup")
        c_soup_done:
                        release(PASS);
                        plated := plated + 1;
                    } else {
                        acquire(STOVE);
        whisk_sauce:
                        skip;  \* whisk(sauce="beurre blanc")
        c_whisked:
                        either { release(STOVE); }
                        or     { goto whisk_sauce; };
        c_take_pass:
                        acquire(PASS);
        plate_fish:
                        skip;  \* plate(course="fish")
        c_fish_done:
                        release(PASS);
                        plated := plated + 1;
                    };
                };
        c_next_round:
                rounds := rounds + 1;
            };
        c_close:
            send(tickets, "close");
        c_close_2:
            send(tickets, "close");
    }

    \* The pan goes from the stove into the oven as it is.
    process (sous_chef \in {SOUS_CHEF})
        variables s_msg = "";
    {
        s_next:
            receive(tickets, s_msg);
            if (s_msg = "close") { goto Done; }
            else if (s_msg = "fish") { goto s_fish; };
        s_take_stove:
            acquire(STOVE);
        simmer_soup:
            skip;  \* simmer(what="bouillabaisse", minutes=20)
        s_simmered:
            either { release(STOVE); }
            or     { release(STOVE); goto s_no_soup; };
        s_take_pass:
            acquire(PASS);
        ladle_soup:
            skip;  \* ladle(what="bouillabaisse")
        s_free_pass:
            release(PASS);
        s_soup:
            send(sous_to_chef, "soup");
            goto s_next;
        s_no_soup:
            send(sous_to_chef, "no_soup");
            goto s_next;
        s_fish:
            acquire(STOVE);
        sear_bass:
            skip;  \* sear(fish="sea bass", minutes=3)
        s_take_oven:
            acquire(OVEN);
        s_free_stove:
            release(STOVE);
        bake_bass:
            skip;  \* bake(fish="sea bass", minutes=12)
        s_baked:
            either { release(OVEN); }
            or     { release(OVEN); goto s_no_fish; };
        s_take_pass_2:
            acquire(PASS);
        fillet_bass:
            skip;  \* fillet(fish="sea bass")
        s_free_pass_2:
            release(PASS);
        s_fish_ready:
            send(sous_to_chef, "fish");
            goto s_next;
        s_no_fish:
            send(sous_to_chef, "no_fish");
            goto s_next;
    }

    \* The commis does not sear: the fish is baked in paper. A soup that scorches is tried once more before it is reported.
    process (commis \in {COMMIS})
        variables k_msg = "", scorched = 0;
    {
        k_next:
            receive(tickets, k_msg);
            if (k_msg = "close") { goto Done; }
            else if (k_msg = "fish") { goto k_fish; };
        k_take_stove:
            acquire(STOVE);
        boil_soup:
            skip;  \* simmer(what="bouillabaisse", minutes=30)
        k_boiled:
            either {
                release(STOVE);
                scorched := 0;
            } or {
                release(STOVE);
        k_scorched:
                scorched := scorched + 1;
                if (scorched < 2) { goto k_take_stove; }
                else { goto k_no_soup; };
            };
        k_take_pass:
            acquire(PASS);
        pour_soup:
            skip;  \* ladle(what="bouillabaisse")
        k_free_pass:
            release(PASS);
        k_soup:
            send(commis_to_chef, "soup");
            goto k_next;
        k_no_soup:
            send(commis_to_chef, "no_soup");
            scorched := 0;
            goto k_next;
        k_fish:
            acquire(OVEN);
        bake_parcel:
            skip;  \* bake(fish="sea bass in paper", minutes=18)
        k_baked:
            either { release(OVEN); }
            or     { release(OVEN); goto k_no_fish; };
        k_take_pass_2:
            acquire(PASS);
        open_parcel:
            skip;  \* open(what="paper")
        k_free_pass_2:
            release(PASS);
        k_fish_ready:
            send(commis_to_chef, "fish");
            goto k_next;
        k_no_fish:
            send(commis_to_chef, "no_fish");
            goto k_next;
    }
}
*)
====
