---- MODULE protocol ----
\* A product is joined from a frame, a plate and a cover, which three stations make at the same time on two pallets. A pallet
\* goes with its component to the assembly, which sends it back empty. Machines break down and are repaired by a maintenance crew
\* that serves whoever calls; quality may have the product joined again, or a component made again.
EXTENDS Integers, Sequences, FiniteSets, TLC

CONSTANTS FREE, DISPATCHER, MILL, DRILL, PRINTER, ASSEMBLY, MAINTENANCE, QUALITY

(*
--algorithm Protocol {
    variables
        CRANE = FREE,
        FIXTURE = FREE,
        TOOL_ROOM = FREE,
        BENCH = FREE,
        PALLETS = 2,
        d_to_mill = <<>>,
        d_to_drill = <<>>,
        d_to_printer = <<>>,
        mill_to_assembly = <<>>,
        drill_to_assembly = <<>>,
        printer_to_assembly = <<>>,
        mill_to_maintenance = <<>>,
        drill_to_maintenance = <<>>,
        printer_to_maintenance = <<>>,
        maintenance_to_mill = <<>>,
        maintenance_to_drill = <<>>,
        maintenance_to_printer = <<>>,
        assembly_to_quality = <<>>,
        quality_to_assembly = <<>>,
        quality_to_d = <<>>,
        d_to_maintenance = <<>>;

    define {
        AllDone == \A tf_agent \in {DISPATCHER, MILL, DRILL, PRINTER, ASSEMBLY, MAINTENANCE, QUALITY} : pc[tf_agent] = "Done"

        TypeInvariant ==
            /\ CRANE \in {FREE, DISPATCHER, MILL, DRILL, PRINTER, ASSEMBLY, MAINTENANCE, QUALITY}
            /\ FIXTURE \in {FREE, DISPATCHER, MILL, DRILL, PRINTER, ASSEMBLY, MAINTENANCE, QUALITY}
            /\ TOOL_ROOM \in {FREE, DISPATCHER, MILL, DRILL, PRINTER, ASSEMBLY, MAINTENANCE, QUALITY}
            /\ BENCH \in {FREE, DISPATCHER, MILL, DRILL, PRINTER, ASSEMBLY, MAINTENANCE, QUALITY}
            /\ PALLETS \in 0..2
            /\ d_to_mill \in Seq({"job", "stop"})
            /\ d_to_drill \in Seq({"job", "stop"})
            /\ d_to_printer \in Seq({"job", "stop"})
            /\ mill_to_assembly \in Seq({"frame"})
            /\ drill_to_assembly \in Seq({"plate"})
            /\ printer_to_assembly \in Seq({"cover"})
            /\ mill_to_maintenance \in Seq({"breakdown", "worn", "leaving"})
            /\ drill_to_maintenance \in Seq({"breakdown", "worn", "leaving"})
            /\ printer_to_maintenance \in Seq({"breakdown", "leaving"})
            /\ maintenance_to_mill \in Seq({"repaired"})
            /\ maintenance_to_drill \in Seq({"repaired"})
            /\ maintenance_to_printer \in Seq({"repaired"})
            /\ assembly_to_quality \in Seq({"product"})
            /\ quality_to_assembly \in Seq({"accepted", "rework", "strip_frame", "strip_plate", "strip_cover"})
            /\ quality_to_d \in Seq({"good", "bad_frame", "bad_plate", "bad_cover"})
            /\ d_to_maintenance \in Seq({"plan", "closing"})

        ChannelBound ==
            /\ Len(d_to_mill) <= 3
            /\ Len(d_to_drill) <= 3
            /\ Len(d_to_printer) <= 3
            /\ Len(mill_to_assembly) <= 3
            /\ Len(drill_to_assembly) <= 3
            /\ Len(printer_to_assembly) <= 3
            /\ Len(mill_to_maintenance) <= 3
            /\ Len(drill_to_maintenance) <= 3
            /\ Len(printer_to_maintenance) <= 3
            /\ Len(maintenance_to_mill) <= 3
            /\ Len(maintenance_to_drill) <= 3
            /\ Len(maintenance_to_printer) <= 3
            /\ Len(assembly_to_quality) <= 3
            /\ Len(quality_to_assembly) <= 3
            /\ Len(quality_to_d) <= 3
            /\ Len(d_to_maintenance) <= 3

        NoOrphanLocks ==
            /\ AllDone => CRANE = FREE
            /\ AllDone => FIXTURE = FREE
            /\ AllDone => TOOL_ROOM = FREE
            /\ AllDone => BENCH = FREE

        ChannelsDrained ==
            /\ AllDone => d_to_mill = <<>>
            /\ AllDone => d_to_drill = <<>>
            /\ AllDone => d_to_printer = <<>>
            /\ AllDone => mill_to_assembly = <<>>
            /\ AllDone => drill_to_assembly = <<>>
            /\ AllDone => printer_to_assembly = <<>>
            /\ AllDone => mill_to_maintenance = <<>>
            /\ AllDone => drill_to_maintenance = <<>>
            /\ AllDone => printer_to_maintenance = <<>>
            /\ AllDone => maintenance_to_mill = <<>>
            /\ AllDone => maintenance_to_drill = <<>>
            /\ AllDone => maintenance_to_printer = <<>>
            /\ AllDone => assembly_to_quality = <<>>
            /\ AllDone => quality_to_assembly = <<>>
            /\ AllDone => quality_to_d = <<>>
            /\ AllDone => d_to_maintenance = <<>>
    }

    macro acquire(lock) { await lock = FREE; lock := self; }
    macro release(lock) { assert lock = self; lock := FREE; }

    macro take(counter) { await counter > 0; counter := counter - 1; }
    macro give(counter) { counter := counter + 1; }

    macro send(channel, label) { channel := Append(channel, label); }
    macro receive(channel, into) { await channel # <<>>; into := Head(channel); channel := Tail(channel); }

    process (dispatcher \in {DISPATCHER})
        variables d_msg = "";
    {
        read_order:     skip;  \* read(order="customer")
        d_start:
            send(d_to_maintenance, "plan");
        d_assign:
            send(d_to_mill, "job");
            send(d_to_drill, "job");
            send(d_to_printer, "job");
        d_verdict:
            receive(quality_to_d, d_msg);
        d_reorder:
            if (d_msg = "bad_frame") {
                send(d_to_mill, "job");
                goto d_verdict;
            } else if (d_msg = "bad_plate") {
                send(d_to_drill, "job");
                goto d_verdict;
            } else if (d_msg = "bad_cover") {
                send(d_to_printer, "job");
                goto d_verdict;
            };
        ship_product:
            skip;  \* ship(order="customer")
        d_stop:
            send(d_to_mill, "stop");
            send(d_to_drill, "stop");
            send(d_to_printer, "stop");
        d_close:
            send(d_to_maintenance, "closing");
    }

    process (mill \in {MILL})
        variables mill_msg = "", mill_noted = FALSE;
    {
        mill_wait:
            receive(d_to_mill, mill_msg);
            if (mill_msg = "stop") { goto mill_leave; };
        mill_take_pallet: take(PALLETS);
        mill_take_crane: acquire(CRANE);
        load_mill:      skip;  \* lift(load="blank", onto="mill")
        mill_give_crane: release(CRANE);
        mill_take_fixture: acquire(FIXTURE);
        mill_frame:     skip;  \* mill(component="frame")
        mill_work_end:
            either {
        mill_worked:
                release(FIXTURE);
            } or {
        mill_stands: \* the clamps go to the other station while this one is repaired
                release(FIXTURE);
        mill_call:
                send(mill_to_maintenance, "breakdown");
        mill_repaired:
                receive(maintenance_to_mill, mill_msg);
                goto mill_take_fixture;
            };
        mill_deliver:
            send(mill_to_assembly, "frame");
        mill_look:   \* one cutter is ordered for the next shift, so one note is enough
            if (mill_noted) { goto mill_wait; };
        mill_judge_cutter:
            either {
                mill_noted := TRUE;
                send(mill_to_maintenance, "worn");
                goto mill_wait;
            } or {
                goto mill_wait;
            };
        mill_leave:
            send(mill_to_maintenance, "leaving");
    }

    process (drill \in {DRILL})
        variables drill_msg = "", drill_noted = FALSE;
    {
        drill_wait:
            receive(d_to_drill, drill_msg);
            if (drill_msg = "stop") { goto drill_leave; };
        drill_take_pallet: take(PALLETS);
        drill_take_crane: acquire(CRANE);
        load_drill:     skip;  \* lift(load="blank", onto="drill")
        drill_give_crane: release(CRANE);
        drill_take_fixture: acquire(FIXTURE);
        drill_plate:    skip;  \* bore(component="plate")
        drill_work_end:
            either {
        drill_worked:
                release(FIXTURE);
            } or {
        drill_stands: \* the clamps go to the other station while this one is repaired
                release(FIXTURE);
        drill_call:
                send(drill_to_maintenance, "breakdown");
        drill_repaired:
                receive(maintenance_to_drill, drill_msg);
                goto drill_take_fixture;
            };
        drill_deliver:
            send(drill_to_assembly, "plate");
        drill_look:   \* one cutter is ordered for the next shift, so one note is enough
            if (drill_noted) { goto drill_wait; };
        drill_judge_cutter:
            either {
                drill_noted := TRUE;
                send(drill_to_maintenance, "worn");
                goto drill_wait;
            } or {
                goto drill_wait;
            };
        drill_leave:
            send(drill_to_maintenance, "leaving");
    }

    process (printer \in {PRINTER})
        variables printer_msg = "";
    {
        printer_wait:
            receive(d_to_printer, printer_msg);
            if (printer_msg = "stop") { goto printer_leave; };
        printer_take_pallet: take(PALLETS);
        printer_take_room: acquire(TOOL_ROOM);
        fetch_powder:   skip;  \* fetch(material="powder")
        printer_give_room: release(TOOL_ROOM);
        print_cover:    skip;  \* print(component="cover")
        printer_work_end:
            either {
        printer_worked:
                send(printer_to_assembly, "cover");
                goto printer_wait;
            } or {
        printer_call:
                send(printer_to_maintenance, "breakdown");
        printer_repaired:
                receive(maintenance_to_printer, printer_msg);
                goto print_cover;
            };
        printer_leave:
            send(printer_to_maintenance, "leaving");
    }

    process (assembly \in {ASSEMBLY})
        variables a_msg = "", a_missing = {"frame", "plate", "cover"};
    {
        a_collect:      \* whatever comes is unloaded at once, for its pallet may be the one that the next component needs
            while (a_missing # {}) {
                either { receive(mill_to_assembly, a_msg); }
                or     { receive(drill_to_assembly, a_msg); }
                or     { receive(printer_to_assembly, a_msg); };
        a_take_crane:
                acquire(CRANE);
        unload_pallet:
                skip;  \* lift(load="component", onto="rack")
        a_give_crane:
                release(CRANE);
        a_give_pallet:
                give(PALLETS);
                a_missing := a_missing \ {a_msg};
            };
        a_take_bench:   acquire(BENCH);
        join_parts:     skip;  \* join(product="customer")
        a_join_end:
            either {
        a_joined:
                release(BENCH);
            } or {
        \* A screw has sheared off: the bench is not free before it is drilled out.
        clear_bench:
                skip;  \* clear(place="bench")
                goto join_parts;
            };
        a_hand_over:
            send(assembly_to_quality, "product");
        a_verdict:
            receive(quality_to_assembly, a_msg);
            if (a_msg = "accepted") { goto Done; }
            else if (a_msg = "rework") { goto a_take_bench; };
        a_retake_bench:
            acquire(BENCH);
        strip_product:  skip;  \* strip(product="customer")
        a_give_bench:
            release(BENCH);
            if (a_msg = "strip_frame") { a_missing := {"frame"}; }
            else if (a_msg = "strip_plate") { a_missing := {"plate"}; }
            else { a_missing := {"cover"}; };
            goto a_collect;
    }

    process (maintenance \in {MAINTENANCE})
        variables mt_msg = "", mt_from = "none", mt_gone = 0, mt_closing = FALSE;
    {
        mt_plan:
            receive(d_to_maintenance, mt_msg);
        mt_take_room:   acquire(TOOL_ROOM);
        lay_out_spares: skip;  \* lay_out(spares="order")
        mt_give_room:   release(TOOL_ROOM);
        mt_next:        \* the crew serves until the shift is closed and every station has said that it will not call again
            while (mt_gone < 3 \/ ~mt_closing) {
                either { receive(mill_to_maintenance, mt_msg);    mt_from := "mill"; }
                or     { receive(drill_to_maintenance, mt_msg);   mt_from := "drill"; }
                or     { receive(printer_to_maintenance, mt_msg); mt_from := "printer"; }
                or     { receive(d_to_maintenance, mt_msg);       mt_from := "dispatcher"; };
        mt_serve:
                if (mt_msg = "breakdown") {
                    acquire(TOOL_ROOM);
        fetch_spare:
                    skip;  \* fetch(material="spare part")
        mt_leave_room:
                    release(TOOL_ROOM);
        repair_machine:
                    skip;  \* repair(machine="standing")
        mt_answer:
                    if (mt_from = "mill") { send(maintenance_to_mill, "repaired"); }
                    else if (mt_from = "drill") { send(maintenance_to_drill, "repaired"); }
                    else { send(maintenance_to_printer, "repaired"); };
                } else if (mt_msg = "worn") {
        order_cutter:
                    skip;  \* order(item="cutter")
                } else if (mt_msg = "leaving") {
                    mt_gone := mt_gone + 1;
                } else {
                    mt_closing := TRUE;
                };
            };
        mt_retake_room: acquire(TOOL_ROOM);
        clean_room:     skip;  \* clean(place="tool room")
        mt_lock_up:     release(TOOL_ROOM);
    }

    process (quality \in {QUALITY})
        variables q_msg = "", q_flaw = "none";
    {
        q_first_bench:  acquire(BENCH);
        adjust_bench:   skip;  \* calibrate(place="bench")
        q_leave_bench:  release(BENCH);
        q_wait:
            receive(assembly_to_quality, q_msg);
        q_take_bench:   acquire(BENCH);
        test_product:   skip;  \* test(product="customer")
        q_test_end:
            either {
        q_tested:
                release(BENCH);
            } or {
        reset_bench:
                skip;  \* reset(place="bench")
                goto test_product;
            };
        q_judge:
            either {
        q_accept:
                send(quality_to_assembly, "accepted");
                send(quality_to_d, "good");
            } or {
        q_rework:
                send(quality_to_assembly, "rework");
                goto q_wait;
            } or {
                with (flaw \in {"frame", "plate", "cover"}) { q_flaw := flaw; };
        q_reject:
                if (q_flaw = "frame") {
                    send(quality_to_assembly, "strip_frame");
                    send(quality_to_d, "bad_frame");
                } else if (q_flaw = "plate") {
                    send(quality_to_assembly, "strip_plate");
                    send(quality_to_d, "bad_plate");
                } else {
                    send(quality_to_assembly, "strip_cover");
                    send(quality_to_d, "bad_cover");
                };
                goto q_wait;
            };
    }
}
*)
====
