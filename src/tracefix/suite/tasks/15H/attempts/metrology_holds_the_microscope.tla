---- MODULE metrology_holds_the_microscope ----
\* A dispatcher routes two lots through three tools and metrology, one step at a time, so that a lot can be stopped, repeated
\* or sent back anywhere. Machines share two cooling loops. The yield engineer corrects recipes behind the dispatcher's back, and
\* sends the tools home itself, so that no correction can come after the word to close.
EXTENDS Integers, Sequences, FiniteSets, TLC

CONSTANTS FREE, DISPATCHER, LITHO, ETCH, DEPOSITION, METROLOGY, YIELD_ENGINEER

(*
--algorithm Protocol {
    variables
        SCANNER = FREE,
        ETCHER = FREE,
        REACTOR = FREE,
        SEM = FREE,
        STOCKER = FREE,
        COOLING_LOOPS = 2,
        d_to_litho = <<>>,
        litho_to_d = <<>>,
        d_to_etch = <<>>,
        etch_to_d = <<>>,
        d_to_deposition = <<>>,
        deposition_to_d = <<>>,
        d_to_metrology = <<>>,
        metrology_to_d = <<>>,
        metrology_to_yield = <<>>,
        yield_to_d = <<>>,
        d_to_yield = <<>>,
        yield_to_litho = <<>>,
        yield_to_etch = <<>>,
        yield_to_deposition = <<>>;

    define {
        AllDone == \A tf_agent \in {DISPATCHER, LITHO, ETCH, DEPOSITION, METROLOGY, YIELD_ENGINEER} : pc[tf_agent] = "Done"

        TypeInvariant ==
            /\ SCANNER \in {FREE, DISPATCHER, LITHO, ETCH, DEPOSITION, METROLOGY, YIELD_ENGINEER}
            /\ ETCHER \in {FREE, DISPATCHER, LITHO, ETCH, DEPOSITION, METROLOGY, YIELD_ENGINEER}
            /\ REACTOR \in {FREE, DISPATCHER, LITHO, ETCH, DEPOSITION, METROLOGY, YIELD_ENGINEER}
            /\ SEM \in {FREE, DISPATCHER, LITHO, ETCH, DEPOSITION, METROLOGY, YIELD_ENGINEER}
            /\ STOCKER \in {FREE, DISPATCHER, LITHO, ETCH, DEPOSITION, METROLOGY, YIELD_ENGINEER}
            /\ COOLING_LOOPS \in 0..2
            /\ d_to_litho \in Seq({"lot"})
            /\ litho_to_d \in Seq({"done", "down"})
            /\ d_to_etch \in Seq({"lot"})
            /\ etch_to_d \in Seq({"done", "down"})
            /\ d_to_deposition \in Seq({"lot"})
            /\ deposition_to_d \in Seq({"done", "down"})
            /\ d_to_metrology \in Seq({"lot", "close"})
            /\ metrology_to_d \in Seq({"unreadable"})
            /\ metrology_to_yield \in Seq({"data"})
            /\ yield_to_d \in Seq({"proceed", "rework", "scrap"})
            /\ d_to_yield \in Seq({"close"})
            /\ yield_to_litho \in Seq({"recipe", "close"})
            /\ yield_to_etch \in Seq({"recipe", "close"})
            /\ yield_to_deposition \in Seq({"recipe", "close"})

        ChannelBound ==
            /\ Len(d_to_litho) <= 3
            /\ Len(litho_to_d) <= 3
            /\ Len(d_to_etch) <= 3
            /\ Len(etch_to_d) <= 3
            /\ Len(d_to_deposition) <= 3
            /\ Len(deposition_to_d) <= 3
            /\ Len(d_to_metrology) <= 3
            /\ Len(metrology_to_d) <= 3
            /\ Len(metrology_to_yield) <= 3
            /\ Len(yield_to_d) <= 3
            /\ Len(d_to_yield) <= 3
            /\ Len(yield_to_litho) <= 3
            /\ Len(yield_to_etch) <= 3
            /\ Len(yield_to_deposition) <= 3

        NoOrphanLocks ==
            /\ AllDone => SCANNER = FREE
            /\ AllDone => ETCHER = FREE
            /\ AllDone => REACTOR = FREE
            /\ AllDone => SEM = FREE
            /\ AllDone => STOCKER = FREE

        ChannelsDrained ==
            /\ AllDone => d_to_litho = <<>>
            /\ AllDone => litho_to_d = <<>>
            /\ AllDone => d_to_etch = <<>>
            /\ AllDone => etch_to_d = <<>>
            /\ AllDone => d_to_deposition = <<>>
            /\ AllDone => deposition_to_d = <<>>
            /\ AllDone => d_to_metrology = <<>>
            /\ AllDone => metrology_to_d = <<>>
            /\ AllDone => metrology_to_yield = <<>>
            /\ AllDone => yield_to_d = <<>>
            /\ AllDone => d_to_yield = <<>>
            /\ AllDone => yield_to_litho = <<>>
            /\ AllDone => yield_to_etch = <<>>
            /\ AllDone => yield_to_deposition = <<>>
    }

    macro acquire(lock) { await lock = FREE; lock := self; }
    macro release(lock) { assert lock = self; lock := FREE; }

    macro take(counter) { await counter > 0; counter := counter - 1; }
    macro give(counter) { counter := counter + 1; }

    macro send(channel, label) { channel := Append(channel, label); }
    macro receive(channel, into) { await channel # <<>>; into := Head(channel); channel := Tail(channel); }

    process (dispatcher \in {DISPATCHER})
        variables d_msg = "", d_from = "none", d_settled = 0;
    {
        d_take_stocker: acquire(STOCKER);
        receive_lots:   skip;  \* admit(lots=2)
        d_give_stocker: release(STOCKER);
        d_start:
            send(d_to_litho, "lot");
        d_start_second:
            send(d_to_litho, "lot");
        d_next:
            while (d_settled < 2) {
                either { receive(litho_to_d, d_msg);      d_from := "litho"; }
                or     { receive(etch_to_d, d_msg);       d_from := "etch"; }
                or     { receive(deposition_to_d, d_msg); d_from := "deposition"; }
                or     { receive(metrology_to_d, d_msg);  d_from := "metrology"; }
                or     { receive(yield_to_d, d_msg);      d_from := "yield"; };
        d_route:
                if (d_msg = "done") {
                    if (d_from = "litho") {
                        send(d_to_etch, "lot");
                    } else if (d_from = "etch") {
                        send(d_to_deposition, "lot");
                    } else {
                        send(d_to_metrology, "lot");
                    };
                } else if (d_msg = "down") {
                    either {
        d_again:
                        if (d_from = "litho") { send(d_to_litho, "lot"); }
                        else if (d_from = "etch") { send(d_to_etch, "lot"); }
                        else { send(d_to_deposition, "lot"); };
                    } or {
        scrap_lot_down:
                        skip;  \* scrap(lot="current")
                        d_settled := d_settled + 1;
                    };
                } else if (d_msg = "unreadable") {
                    send(d_to_metrology, "lot");
                } else if (d_msg = "rework") {
                    send(d_to_litho, "lot");
                } else if (d_msg = "proceed") {
        ship_lot:
                    skip;  \* ship(lot="current")
                    d_settled := d_settled + 1;
                } else {
        scrap_lot:
                    skip;  \* scrap(lot="current")
                    d_settled := d_settled + 1;
                };
            };
        d_close:
            send(d_to_metrology, "close");
            send(d_to_yield, "close");
    }

    process (litho \in {LITHO})
        variables li_msg = "";
    {
        li_wait:
            either { receive(d_to_litho, li_msg); }
            or     { receive(yield_to_litho, li_msg); };
        li_look:
            if (li_msg = "close") {
                goto Done;
            } else if (li_msg = "recipe") {
        load_litho_recipe:
                skip;  \* load(recipe="litho")
                goto li_wait;
            };
        li_take_stocker: acquire(STOCKER);
        fetch_for_litho: skip;  \* fetch(lot="next", to="litho")
        li_give_stocker: release(STOCKER);
        li_take_tool:  acquire(SCANNER);
        li_take_loop:  take(COOLING_LOOPS);
        expose_lot:     skip;  \* expose(mask="via")
        li_work_end:
            either {
        li_worked:
                give(COOLING_LOOPS);
        li_take_sem:    \* the dose is looked at while the lot is still on the scanner
                acquire(SEM);
        check_dose:
                skip;  \* inspect(what="dose")
        li_give_sem:
                release(SEM);
                release(SCANNER);
        li_done:
                send(litho_to_d, "done");
                goto li_wait;
            } or {
        li_tripped:
                give(COOLING_LOOPS);
                release(SCANNER);
        restart_litho:
                skip;  \* restart(tool="scanner")
        li_down:
                send(litho_to_d, "down");
                goto li_wait;
            };
    }

    process (etch \in {ETCH})
        variables et_msg = "";
    {
        et_wait:
            either { receive(d_to_etch, et_msg); }
            or     { receive(yield_to_etch, et_msg); };
        et_look:
            if (et_msg = "close") {
                goto Done;
            } else if (et_msg = "recipe") {
        load_etch_recipe:
                skip;  \* load(recipe="etch")
                goto et_wait;
            };
        et_take_stocker: acquire(STOCKER);
        fetch_for_etch: skip;  \* fetch(lot="next", to="etch")
        et_give_stocker: release(STOCKER);
        et_take_tool:  acquire(ETCHER);
        et_take_loop:  take(COOLING_LOOPS);
        etch_lot:       skip;  \* etch(depth=120)
        et_work_end:
            either {
        et_worked:
                give(COOLING_LOOPS);
                release(ETCHER);
        et_done:
                send(etch_to_d, "done");
                goto et_wait;
            } or {
        et_tripped:
                give(COOLING_LOOPS);
                release(ETCHER);
        restart_etch:
                skip;  \* restart(tool="etcher")
        et_down:
                send(etch_to_d, "down");
                goto et_wait;
            };
    }

    process (deposition \in {DEPOSITION})
        variables de_msg = "";
    {
        de_wait:
            either { receive(d_to_deposition, de_msg); }
            or     { receive(yield_to_deposition, de_msg); };
        de_look:
            if (de_msg = "close") {
                goto Done;
            } else if (de_msg = "recipe") {
        load_deposition_recipe:
                skip;  \* load(recipe="deposition")
                goto de_wait;
            };
        de_take_stocker: acquire(STOCKER);
        fetch_for_deposition: skip;  \* fetch(lot="next", to="deposition")
        de_give_stocker: release(STOCKER);
        de_take_etcher: acquire(ETCHER);
        clean_surface:  skip;  \* sputter(seconds=15)
        de_give_etcher: release(ETCHER);
        de_take_tool:   acquire(REACTOR);
        de_take_loop:  take(COOLING_LOOPS);
        deposit_film:   skip;  \* deposit(film="oxide")
        de_work_end:
            either {
        de_worked:
                give(COOLING_LOOPS);
                release(REACTOR);
        de_done:
                send(deposition_to_d, "done");
                goto de_wait;
            } or {
        de_tripped:
                give(COOLING_LOOPS);
                release(REACTOR);
        restart_deposition:
                skip;  \* restart(tool="reactor")
        de_down:
                send(deposition_to_d, "down");
                goto de_wait;
            };
    }

    process (metrology \in {METROLOGY})
        variables me_msg = "";
    {
        me_wait:
            receive(d_to_metrology, me_msg);
            if (me_msg = "close") { goto Done; };
        me_take_stocker: acquire(STOCKER);
        fetch_for_metrology: skip;  \* fetch(lot="next", to="metrology")
        me_give_stocker: release(STOCKER);
        me_take_sem:     \* the microscope is what metrology works with, the scanner only lends its alignment
            acquire(SEM);
        me_take_scanner:
            acquire(SCANNER);
        measure_overlay: skip;  \* measure(what="overlay")
        me_measure_end:
            either {
        me_measured:
                release(SEM);
                release(SCANNER);
        me_data:
                send(metrology_to_yield, "data");
                goto me_wait;
            } or {
        me_blurred:
                release(SEM);
                release(SCANNER);
        me_sorry:
                send(metrology_to_d, "unreadable");
                goto me_wait;
            };
    }

    process (yield_engineer \in {YIELD_ENGINEER})
        variables y_msg = "", y_corrected = {};
    {
        y_take_reactor: acquire(REACTOR);
        y_take_loop:    take(COOLING_LOOPS);
        run_monitor:    skip;  \* monitor(tool="reactor")
        y_give_all:
            give(COOLING_LOOPS);
            release(REACTOR);
        y_wait:
            either {
                receive(d_to_yield, y_msg);
                goto y_close;
            } or {
                receive(metrology_to_yield, y_msg);
            };
        y_take_sem:     acquire(SEM);
        review_defects: skip;  \* review(sites=40)
        y_give_sem:     release(SEM);
        y_correct:      \* a recipe is corrected once in a shift at most: a second correction would need a new qualification
            either {
                with (tool \in {"litho", "etch", "deposition"} \ y_corrected) {
                    y_corrected := y_corrected \cup {tool};
                    if (tool = "litho") { send(yield_to_litho, "recipe"); }
                    else if (tool = "etch") { send(yield_to_etch, "recipe"); }
                    else { send(yield_to_deposition, "recipe"); };
                };
            } or {
                skip;
            };
        y_verdict:
            either { send(yield_to_d, "proceed"); }
            or     { send(yield_to_d, "rework"); }
            or     { send(yield_to_d, "scrap"); };
            goto y_wait;
        y_close:
            send(yield_to_litho, "close");
            send(yield_to_etch, "close");
            send(yield_to_deposition, "close");
    }
}
*)
====
