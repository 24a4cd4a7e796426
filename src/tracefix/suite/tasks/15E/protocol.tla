---- MODULE protocol ----
\* Two lots run through exposure, etching and deposition. Metrology serves all three stations in the order in which they ask;
\* its answer sends a lot on or back to the same station. The yield engineer has the last word on a lot, and on the recipe
\* with which the furnace goes on.
EXTENDS Integers, Sequences, FiniteSets, TLC

CONSTANTS FREE, SCHEDULER, LITHO, ETCH, DEPOSITION, METROLOGY, YIELD_ENGINEER

(*
--algorithm Protocol {
    variables
        STEPPER = FREE,
        ETCHER = FREE,
        FURNACE = FREE,
        MICROSCOPE = FREE,
        WET_BENCH = FREE,
        scheduler_to_litho = <<>>,
        litho_to_etch = <<>>,
        etch_to_deposition = <<>>,
        deposition_to_metrology = <<>>,
        litho_to_metrology = <<>>,
        metrology_to_litho = <<>>,
        etch_to_metrology = <<>>,
        metrology_to_etch = <<>>,
        metrology_to_yield = <<>>,
        yield_to_deposition = <<>>,
        yield_to_scheduler = <<>>;

    define {
        AllDone == \A tf_agent \in {SCHEDULER, LITHO, ETCH, DEPOSITION, METROLOGY, YIELD_ENGINEER} : pc[tf_agent] = "Done"

        TypeInvariant ==
            /\ STEPPER \in {FREE, SCHEDULER, LITHO, ETCH, DEPOSITION, METROLOGY, YIELD_ENGINEER}
            /\ ETCHER \in {FREE, SCHEDULER, LITHO, ETCH, DEPOSITION, METROLOGY, YIELD_ENGINEER}
            /\ FURNACE \in {FREE, SCHEDULER, LITHO, ETCH, DEPOSITION, METROLOGY, YIELD_ENGINEER}
            /\ MICROSCOPE \in {FREE, SCHEDULER, LITHO, ETCH, DEPOSITION, METROLOGY, YIELD_ENGINEER}
            /\ WET_BENCH \in {FREE, SCHEDULER, LITHO, ETCH, DEPOSITION, METROLOGY, YIELD_ENGINEER}
            /\ scheduler_to_litho \in Seq({"lot", "close"})
            /\ litho_to_etch \in Seq({"wafers", "close"})
            /\ etch_to_deposition \in Seq({"wafers", "close"})
            /\ deposition_to_metrology \in Seq({"wafers", "close"})
            /\ litho_to_metrology \in Seq({"exposed"})
            /\ metrology_to_litho \in Seq({"overlay_good", "overlay_bad"})
            /\ etch_to_metrology \in Seq({"etched"})
            /\ metrology_to_etch \in Seq({"deep_enough", "too_shallow"})
            /\ metrology_to_yield \in Seq({"data", "close"})
            /\ yield_to_deposition \in Seq({"keep", "retune"})
            /\ yield_to_scheduler \in Seq({"pass", "scrap"})

        ChannelBound ==
            /\ Len(scheduler_to_litho) <= 3
            /\ Len(litho_to_etch) <= 3
            /\ Len(etch_to_deposition) <= 3
            /\ Len(deposition_to_metrology) <= 3
            /\ Len(litho_to_metrology) <= 3
            /\ Len(metrology_to_litho) <= 3
            /\ Len(etch_to_metrology) <= 3
            /\ Len(metrology_to_etch) <= 3
            /\ Len(metrology_to_yield) <= 3
            /\ Len(yield_to_deposition) <= 3
            /\ Len(yield_to_scheduler) <= 3

        NoOrphanLocks ==
            /\ AllDone => STEPPER = FREE
            /\ AllDone => ETCHER = FREE
            /\ AllDone => FURNACE = FREE
            /\ AllDone => MICROSCOPE = FREE
            /\ AllDone => WET_BENCH = FREE

        ChannelsDrained ==
            /\ AllDone => scheduler_to_litho = <<>>
            /\ AllDone => litho_to_etch = <<>>
            /\ AllDone => etch_to_deposition = <<>>
            /\ AllDone => deposition_to_metrology = <<>>
            /\ AllDone => litho_to_metrology = <<>>
            /\ AllDone => metrology_to_litho = <<>>
            /\ AllDone => etch_to_metrology = <<>>
            /\ AllDone => metrology_to_etch = <<>>
            /\ AllDone => metrology_to_yield = <<>>
            /\ AllDone => yield_to_deposition = <<>>
            /\ AllDone => yield_to_scheduler = <<>>
    }

    macro acquire(lock) { await lock = FREE; lock := self; }
    macro release(lock) { assert lock = self; lock := FREE; }

    macro send(channel, label) { channel := Append(channel, label); }
    macro receive(channel, into) { await channel # <<>>; into := Head(channel); channel := Tail(channel); }

    process (scheduler \in {SCHEDULER})
        variables sc_msg = "", sc_done = 0;
    {
        plan_shift:     skip;  \* plan(lots=2)
        sc_first_lot:   send(scheduler_to_litho, "lot");
        sc_second_lot:  send(scheduler_to_litho, "lot");
        sc_next:
            while (sc_done < 2) {
                receive(yield_to_scheduler, sc_msg);
                sc_done := sc_done + 1;
        sc_book:
                if (sc_msg = "pass") {
        ship_lot:
                    skip;  \* ship(lot="finished")
                } else {
        scrap_lot:
                    skip;  \* scrap(lot="finished")
                };
            };
        sc_close:
            send(scheduler_to_litho, "close");
    }

    process (litho \in {LITHO})
        variables li_msg = "";
    {
        li_wait:
            receive(scheduler_to_litho, li_msg);
            if (li_msg = "close") { goto li_close; };
        li_take_stepper: acquire(STEPPER);
        expose_lot:     skip;  \* expose(mask="gate")
        li_give_stepper: release(STEPPER);
        li_ask:         send(litho_to_metrology, "exposed");
        li_answer:
            receive(metrology_to_litho, li_msg);
            if (li_msg = "overlay_good") { goto li_pass_on; };
        li_take_bench:  acquire(WET_BENCH);
        strip_resist:   skip;  \* strip(layer="resist")
        li_give_bench:
            release(WET_BENCH);
            goto li_take_stepper;
        li_pass_on:
            send(litho_to_etch, "wafers");
            goto li_wait;
        li_close:
            send(litho_to_etch, "close");
    }

    process (etch \in {ETCH})
        variables et_msg = "";
    {
        et_wait:
            receive(litho_to_etch, et_msg);
            if (et_msg = "close") { goto et_close; };
        et_take_etcher: acquire(ETCHER);
        etch_lot:       skip;  \* etch(depth=80)
        et_etch_end:
            either {
        et_etched:
                release(ETCHER);
            } or {
        \* The plasma went out: the chamber is seasoned with the lot in it.
        season_chamber:
                skip;  \* season(chamber="etcher")
                goto etch_lot;
            };
        et_ask:         send(etch_to_metrology, "etched");
        et_answer:
            receive(metrology_to_etch, et_msg);
            if (et_msg = "too_shallow") { goto et_take_etcher; };
        et_take_bench:  acquire(WET_BENCH);
        rinse_lot:      skip;  \* rinse(lot="etched")
        et_give_bench:  release(WET_BENCH);
        et_pass_on:
            send(etch_to_deposition, "wafers");
            goto et_wait;
        et_close:
            send(etch_to_deposition, "close");
    }

    process (deposition \in {DEPOSITION})
        variables de_msg = "";
    {
        de_wait:
            receive(etch_to_deposition, de_msg);
            if (de_msg = "close") { goto de_close; };
        de_take_etcher: acquire(ETCHER);
        clean_surface:  skip;  \* sputter(seconds=20)
        de_give_etcher: release(ETCHER);
        de_take_furnace: acquire(FURNACE);
        deposit_film:   skip;  \* deposit(film="nitride")
        de_give_furnace: release(FURNACE);
        de_pass_on:     send(deposition_to_metrology, "wafers");
        de_recipe:      \* no further film before the last one is known to be right
            receive(yield_to_deposition, de_msg);
            if (de_msg = "keep") { goto de_wait; };
        retune_recipe:
            skip;  \* retune(recipe="nitride")
            goto de_wait;
        de_close:
            send(deposition_to_metrology, "close");
    }

    process (metrology \in {METROLOGY})
        variables me_msg = "";
    {
        me_wait:
            either { receive(litho_to_metrology, me_msg); }
            or     { receive(etch_to_metrology, me_msg); }
            or     { receive(deposition_to_metrology, me_msg); };
        me_look:
            if (me_msg = "close") { goto me_close; };
        me_take_scope:  acquire(MICROSCOPE);
        measure_wafer:  skip;  \* measure(wafers=3)
        me_measure_end:
            either {
        me_measured:
                release(MICROSCOPE);
            } or {
        align_stage:
                skip;  \* align(part="stage")
                goto measure_wafer;
            };
        me_answer:
            if (me_msg = "exposed") {
                either { send(metrology_to_litho, "overlay_good"); }
                or     { send(metrology_to_litho, "overlay_bad"); };
            } else if (me_msg = "etched") {
                either { send(metrology_to_etch, "deep_enough"); }
                or     { send(metrology_to_etch, "too_shallow"); };
            } else {
                send(metrology_to_yield, "data");
            };
            goto me_wait;
        me_close:
            send(metrology_to_yield, "close");
    }

    process (yield_engineer \in {YIELD_ENGINEER})
        variables yi_msg = "";
    {
        yi_take_stepper: acquire(STEPPER);
        check_focus:    skip;  \* monitor(tool="stepper")
        yi_give_stepper: release(STEPPER);
        yi_take_furnace: acquire(FURNACE);
        count_particles: skip;  \* monitor(tool="furnace")
        yi_give_furnace: release(FURNACE);
        yi_wait:
            receive(metrology_to_yield, yi_msg);
            if (yi_msg = "close") { goto Done; };
        yi_take_scope:  acquire(MICROSCOPE);
        review_defects: skip;  \* review(sites=20)
        yi_give_scope:  release(MICROSCOPE);
        yi_recipe:
            either { send(yield_to_deposition, "keep"); }
            or     { send(yield_to_deposition, "retune"); };
        yi_verdict:
            either { send(yield_to_scheduler, "pass"); }
            or     { send(yield_to_scheduler, "scrap"); };
            goto yi_wait;
    }
}
*)
====
