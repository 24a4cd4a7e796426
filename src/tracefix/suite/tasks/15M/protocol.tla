---- MODULE protocol ----
\* A shift begins with a barrier: no lot is started before all four modules have qualified their tools. Then two lots go round
\* a ring of modules twice each, once for every layer, and are measured at the end; a lot out of its limits may be annealed again.
EXTENDS Integers, Sequences, FiniteSets, TLC

CONSTANTS FREE, SHIFT_LEAD, LITHO, ETCH, IMPLANT, DIFFUSION, METROLOGY

(*
--algorithm Protocol
    variables
        STEPPER = FREE,
        ETCHER = FREE,
        IMPLANTER = FREE,
        FURNACE = FREE,
        MICROSCOPE = FREE,
        litho_to_lead = <<>>,
        etch_to_lead = <<>>,
        implant_to_lead = <<>>,
        diffusion_to_lead = <<>>,
        lead_to_litho = <<>>,
        litho_to_etch = <<>>,
        etch_to_implant = <<>>,
        implant_to_diffusion = <<>>,
        diffusion_to_litho = <<>>,
        diffusion_to_metrology = <<>>,
        metrology_to_lead = <<>>,
        lead_to_diffusion = <<>>;

    define
        AllDone == \A tf_agent \in {SHIFT_LEAD, LITHO, ETCH, IMPLANT, DIFFUSION, METROLOGY} : pc[tf_agent] = "Done"

        TypeInvariant ==
            /\ STEPPER \in {FREE, SHIFT_LEAD, LITHO, ETCH, IMPLANT, DIFFUSION, METROLOGY}
            /\ ETCHER \in {FREE, SHIFT_LEAD, LITHO, ETCH, IMPLANT, DIFFUSION, METROLOGY}
            /\ IMPLANTER \in {FREE, SHIFT_LEAD, LITHO, ETCH, IMPLANT, DIFFUSION, METROLOGY}
            /\ FURNACE \in {FREE, SHIFT_LEAD, LITHO, ETCH, IMPLANT, DIFFUSION, METROLOGY}
            /\ MICROSCOPE \in {FREE, SHIFT_LEAD, LITHO, ETCH, IMPLANT, DIFFUSION, METROLOGY}
            /\ litho_to_lead \in Seq({"ready"})
            /\ etch_to_lead \in Seq({"ready"})
            /\ implant_to_lead \in Seq({"ready"})
            /\ diffusion_to_lead \in Seq({"ready"})
            /\ lead_to_litho \in Seq({"lot", "close"})
            /\ litho_to_etch \in Seq({"layer_one", "layer_two", "close"})
            /\ etch_to_implant \in Seq({"layer_one", "layer_two", "close"})
            /\ implant_to_diffusion \in Seq({"layer_one", "layer_two", "close"})
            /\ diffusion_to_litho \in Seq({"layer_one"})
            /\ diffusion_to_metrology \in Seq({"lot", "close"})
            /\ metrology_to_lead \in Seq({"in_spec", "out_of_spec"})
            /\ lead_to_diffusion \in Seq({"anneal"})

        ChannelBound ==
            /\ Len(litho_to_lead) <= 3
            /\ Len(etch_to_lead) <= 3
            /\ Len(implant_to_lead) <= 3
            /\ Len(diffusion_to_lead) <= 3
            /\ Len(lead_to_litho) <= 3
            /\ Len(litho_to_etch) <= 3
            /\ Len(etch_to_implant) <= 3
            /\ Len(implant_to_diffusion) <= 3
            /\ Len(diffusion_to_litho) <= 3
            /\ Len(diffusion_to_metrology) <= 3
            /\ Len(metrology_to_lead) <= 3
            /\ Len(lead_to_diffusion) <= 3

        NoOrphanLocks ==
            /\ AllDone => STEPPER = FREE
            /\ AllDone => ETCHER = FREE
            /\ AllDone => IMPLANTER = FREE
            /\ AllDone => FURNACE = FREE
            /\ AllDone => MICROSCOPE = FREE

        ChannelsDrained ==
            /\ AllDone => litho_to_lead = <<>>
            /\ AllDone => etch_to_lead = <<>>
            /\ AllDone => implant_to_lead = <<>>
            /\ AllDone => diffusion_to_lead = <<>>
            /\ AllDone => lead_to_litho = <<>>
            /\ AllDone => litho_to_etch = <<>>
            /\ AllDone => etch_to_implant = <<>>
            /\ AllDone => implant_to_diffusion = <<>>
            /\ AllDone => diffusion_to_litho = <<>>
            /\ AllDone => diffusion_to_metrology = <<>>
            /\ AllDone => metrology_to_lead = <<>>
            /\ AllDone => lead_to_diffusion = <<>>
    end define;

    macro acquire(lock) begin
        await lock = FREE;
        lock := self;
    end macro;

    macro release(lock) begin
        assert lock = self;
        lock := FREE;
    end macro;

    macro send(channel, label) begin
        channel := Append(channel, label);
    end macro;

    macro receive(channel, into) begin
        await channel # <<>>;
        into := Head(channel);
        channel := Tail(channel);
    end macro;

    process shift_lead \in {SHIFT_LEAD}
    variables sl_msg = "", sl_ready = 0, sl_settled = 0;
    begin
        sl_roll_call:       \* the modules report in any order
            while sl_ready < 4 do
                either
                    receive(litho_to_lead, sl_msg);
                or
                    receive(etch_to_lead, sl_msg);
                or
                    receive(implant_to_lead, sl_msg);
                or
                    receive(diffusion_to_lead, sl_msg);
                end either;
                sl_ready := sl_ready + 1;
            end while;
        start_lots:
            skip;  \* start(lots=2)
        sl_first_lot:
            send(lead_to_litho, "lot");
        sl_second_lot:
            send(lead_to_litho, "lot");
        sl_results:
            while sl_settled < 2 do
                receive(metrology_to_lead, sl_msg);
        sl_settle:
                if sl_msg = "in_spec" then
        ship_lot:
                    skip;  \* ship(lot="measured")
                    sl_settled := sl_settled + 1;
                else
                    either
        sl_again:
                        send(lead_to_diffusion, "anneal");
                    or
        scrap_lot:
                        skip;  \* scrap(lot="measured")
                        sl_settled := sl_settled + 1;
                    end either;
                end if;
            end while;
        sl_close:
            send(lead_to_litho, "close");
    end process;

    process litho \in {LITHO}
    variables li_msg = "";
    begin
        li_take_tool:
            acquire(STEPPER);
        qualify_litho:
            skip;  \* qualify(tool="stepper")
        li_qualify_end:
            either
        li_qualified:
                release(STEPPER);
            or
        repair_litho:
                skip;  \* repair(tool="stepper")
                goto qualify_litho;
            end either;
        li_ready:
            send(litho_to_lead, "ready");
        li_wait:            \* a lot that comes round for its second layer is as welcome as a new one
            either
                receive(lead_to_litho, li_msg);
            or
                receive(diffusion_to_litho, li_msg);
            end either;
        li_look:
            if li_msg = "close" then
        li_close:
                send(litho_to_etch, "close");
            else
        li_use_stepper:
                acquire(STEPPER);
        expose_lot:
                skip;  \* expose(lot="next")
        li_leave_stepper:
                release(STEPPER);
        li_use_furnace:     \* the resist is baked where the lots are annealed
                acquire(FURNACE);
        bake_resist:
                skip;  \* bake(lot="next")
        li_leave_furnace:
                release(FURNACE);
        li_pass_on:
                send(litho_to_etch, IF li_msg = "lot" THEN "layer_one" ELSE "layer_two");
                goto li_wait;
            end if;
    end process;

    process etch \in {ETCH}
    variables et_msg = "";
    begin
        et_take_tool:
            acquire(ETCHER);
        qualify_etch:
            skip;  \* qualify(tool="etcher")
        et_qualify_end:
            either
        et_qualified:
                release(ETCHER);
            or
        repair_etch:
                skip;  \* repair(tool="etcher")
                goto qualify_etch;
            end either;
        et_ready:
            send(etch_to_lead, "ready");
        et_wait:
            receive(litho_to_etch, et_msg);
            if et_msg = "close" then
                goto et_pass_on;
            end if;
        et_use_etcher:
            acquire(ETCHER);
        etch_lot:
            skip;  \* etch(lot="next")
        et_etch_end:
            either
        et_etched:
                release(ETCHER);
            or
        condition_chamber:
                skip;  \* condition(tool="etcher")
                goto etch_lot;
            end either;
        et_use_scope:
            acquire(MICROSCOPE);
        check_lines:
            skip;  \* inspect(lines="etched")
        et_leave_scope:
            release(MICROSCOPE);
        et_pass_on:
            send(etch_to_implant, et_msg);
            if et_msg # "close" then
                goto et_wait;
            end if;
    end process;

    process implant \in {IMPLANT}
    variables im_msg = "";
    begin
        im_take_tool:
            acquire(IMPLANTER);
        qualify_implant:
            skip;  \* qualify(tool="implanter")
        im_qualify_end:
            either
        im_qualified:
                release(IMPLANTER);
            or
        repair_implant:
                skip;  \* repair(tool="implanter")
                goto qualify_implant;
            end either;
        im_ready:
            send(implant_to_lead, "ready");
        im_wait:
            receive(etch_to_implant, im_msg);
            if im_msg = "close" then
                goto im_pass_on;
            end if;
        im_use_implanter:
            acquire(IMPLANTER);
        implant_lot:
            skip;  \* implant(dose="1e15")
        im_implant_end:
            either
        im_implanted:
                release(IMPLANTER);
            or
        retune_beam:
                skip;  \* tune(part="beam")
                goto implant_lot;
            end either;
        im_use_etcher:      \* hardened resist comes off in the plasma of the etcher
            acquire(ETCHER);
        ash_resist:
            skip;  \* ash(lot="next")
        im_leave_etcher:
            release(ETCHER);
        im_pass_on:
            send(implant_to_diffusion, im_msg);
            if im_msg # "close" then
                goto im_wait;
            end if;
    end process;

    process diffusion \in {DIFFUSION}
    variables di_msg = "";
    begin
        di_take_tool:
            acquire(FURNACE);
        qualify_diffusion:
            skip;  \* qualify(tool="furnace")
        di_qualify_end:
            either
        di_qualified:
                release(FURNACE);
            or
        repair_diffusion:
                skip;  \* repair(tool="furnace")
                goto qualify_diffusion;
            end either;
        di_ready:
            send(diffusion_to_lead, "ready");
        di_wait:
            either
                receive(implant_to_diffusion, di_msg);
            or
                receive(lead_to_diffusion, di_msg);
            end either;
        di_look:
            if di_msg = "close" then
        di_close:
                send(diffusion_to_metrology, "close");
            else
        di_use_furnace:
                acquire(FURNACE);
        anneal_lot:
                skip;  \* anneal(lot="next")
        di_leave_furnace:
                release(FURNACE);
        di_pass_on:
                if di_msg = "layer_one" then
                    send(diffusion_to_litho, "layer_one");
                else
                    send(diffusion_to_metrology, "lot");
                end if;
                goto di_wait;
            end if;
    end process;

    process metrology \in {METROLOGY}
    variables me_msg = "";
    begin
        me_take_scope:
            acquire(MICROSCOPE);
        calibrate_scope:
            skip;  \* calibrate(instrument="microscope")
        me_give_scope:
            release(MICROSCOPE);
        me_wait:
            receive(diffusion_to_metrology, me_msg);
            if me_msg = "close" then
                goto Done;
            end if;
        me_use_stepper:     \* a machine whose log is read cannot work
            acquire(STEPPER);
        read_overlay:
            skip;  \* read(log="stepper")
        me_leave_stepper:
            release(STEPPER);
        me_use_implanter:
            acquire(IMPLANTER);
        read_dose:
            skip;  \* read(log="implanter")
        me_leave_implanter:
            release(IMPLANTER);
        me_use_scope:
            acquire(MICROSCOPE);
        measure_lot:
            skip;  \* measure(lot="next")
        me_leave_scope:
            release(MICROSCOPE);
        me_report:
            either
                send(metrology_to_lead, "in_spec");
            or
                send(metrology_to_lead, "out_of_spec");
            end either;
            goto me_wait;
    end process;

end algorithm;
*)
====
