---- MODULE protocol ----
\* A stability study with two pulls from the climate chamber. Potency needs the HPLC, and the mass spectrometer too when a
\* peak looks odd; impurities always need both, coupled. Breakdowns go into one service queue, and so does the engineer's leave.
EXTENDS Integers, Sequences, FiniteSets, TLC

CONSTANTS FREE, COORDINATOR, POTENCY_ANALYST, IMPURITY_ANALYST, ENGINEER, STUDY_DIRECTOR

(*
--algorithm Protocol {
    variables
        STABILITY_CHAMBER = FREE,
        HPLC = FREE,
        MASS_SPEC = FREE,
        STUDY_BOOK = FREE,
        engineer_to_coordinator = <<>>,
        coordinator_to_potency = <<>>,
        coordinator_to_impurity = <<>>,
        potency_to_director = <<>>,
        impurity_to_director = <<>>,
        director_to_coordinator = <<>>,
        service_queue = <<>>;

    define {
        AllDone == \A tf_agent \in {COORDINATOR, POTENCY_ANALYST, IMPURITY_ANALYST, ENGINEER, STUDY_DIRECTOR} : pc[tf_agent] = "Done"

        TypeInvariant ==
            /\ STABILITY_CHAMBER \in {FREE, COORDINATOR, POTENCY_ANALYST, IMPURITY_ANALYST, ENGINEER, STUDY_DIRECTOR}
            /\ HPLC \in {FREE, COORDINATOR, POTENCY_ANALYST, IMPURITY_ANALYST, ENGINEER, STUDY_DIRECTOR}
            /\ MASS_SPEC \in {FREE, COORDINATOR, POTENCY_ANALYST, IMPURITY_ANALYST, ENGINEER, STUDY_DIRECTOR}
            /\ STUDY_BOOK \in {FREE, COORDINATOR, POTENCY_ANALYST, IMPURITY_ANALYST, ENGINEER, STUDY_DIRECTOR}
            /\ engineer_to_coordinator \in Seq({"chamber_ok", "chamber_alarm"})
            /\ coordinator_to_potency \in Seq({"samples", "finish"})
            /\ coordinator_to_impurity \in Seq({"samples", "finish"})
            /\ potency_to_director \in Seq({"potency_ok", "potency_low", "no_result"})
            /\ impurity_to_director \in Seq({"impurities_ok", "impurities_high", "no_result"})
            /\ director_to_coordinator \in Seq({"next_pull", "close_study"})
            /\ service_queue \in Seq({"service_hplc", "service_mass_spec", "stand_down"})

        ChannelBound ==
            /\ Len(engineer_to_coordinator) <= 3
            /\ Len(coordinator_to_potency) <= 3
            /\ Len(coordinator_to_impurity) <= 3
            /\ Len(potency_to_director) <= 3
            /\ Len(impurity_to_director) <= 3
            /\ Len(director_to_coordinator) <= 3
            /\ Len(service_queue) <= 5

        NoOrphanLocks ==
            /\ AllDone => STABILITY_CHAMBER = FREE
            /\ AllDone => HPLC = FREE
            /\ AllDone => MASS_SPEC = FREE
            /\ AllDone => STUDY_BOOK = FREE

        ChannelsDrained ==
            /\ AllDone => engineer_to_coordinator = <<>>
            /\ AllDone => coordinator_to_potency = <<>>
            /\ AllDone => coordinator_to_impurity = <<>>
            /\ AllDone => potency_to_director = <<>>
            /\ AllDone => impurity_to_director = <<>>
            /\ AllDone => director_to_coordinator = <<>>
            /\ AllDone => service_queue = <<>>
    }

    macro acquire(lock) { await lock = FREE; lock := self; }
    macro release(lock) { assert lock = self; lock := FREE; }

    macro send(channel, label) { channel := Append(channel, label); }
    macro receive(channel, into) { await channel # <<>>; into := Head(channel); channel := Tail(channel); }

    process (coordinator \in {COORDINATOR})
        variables co_msg = "";
    {
        co_enter:
            acquire(STABILITY_CHAMBER);
        count_samples:
            skip;  \* count_samples(study="ST-9")
        co_leave:
            release(STABILITY_CHAMBER);
        co_news:
            receive(engineer_to_coordinator, co_msg);
            if (co_msg = "chamber_ok") { goto co_chamber; };
        co_rescue:
            acquire(STABILITY_CHAMBER);
        move_samples:
            skip;  \* move_samples(study="ST-9", to="backup shelf")
        co_rescued:
            release(STABILITY_CHAMBER);
        co_chamber:
            acquire(STABILITY_CHAMBER);
        pull_samples:
            skip;  \* pull_samples(study="ST-9")
        co_shut:
            release(STABILITY_CHAMBER);
        co_potency:
            send(coordinator_to_potency, "samples");
        co_impurity:
            send(coordinator_to_impurity, "samples");
        co_order:
            receive(director_to_coordinator, co_msg);
            if (co_msg = "next_pull") { goto co_chamber; };
        co_finish_potency:
            send(coordinator_to_potency, "finish");
        co_finish_impurity:
            send(coordinator_to_impurity, "finish");
        archive_samples:
            skip;  \* archive(study="ST-9")
    }

    process (potency_analyst \in {POTENCY_ANALYST})
        variables po_msg = "";
    {
        po_wait:
            receive(coordinator_to_potency, po_msg);
            if (po_msg = "finish") { goto Done; };
        po_hplc:
            acquire(HPLC);
        run_potency:
            skip;  \* run_potency(study="ST-9", replicates=3)
        po_ran:
            either {
        po_peak:                \* a shoulder on the peak is looked at before the column is given away
                either { goto po_free; }
                or     { skip; };
            } or {
        po_broken:
                release(HPLC);
        po_call:
                send(service_queue, "service_hplc");
        po_sorry:
                send(potency_to_director, "no_result");
                goto po_wait;
            };
        po_mass_spec:
            acquire(MASS_SPEC);
        confirm_peak:
            skip;  \* confirm_peak(study="ST-9", mass=454)
        po_confirmed:
            release(MASS_SPEC);
        po_free:
            release(HPLC);
        po_book:
            acquire(STUDY_BOOK);
        enter_potency:
            skip;  \* enter_potency(study="ST-9", percent=98)
        po_close:
            release(STUDY_BOOK);
        po_report:
            either { send(potency_to_director, "potency_ok"); }
            or     { send(potency_to_director, "potency_low"); };
            goto po_wait;
    }

    process (impurity_analyst \in {IMPURITY_ANALYST})
        variables im_msg = "";
    {
        im_wait:
            receive(coordinator_to_impurity, im_msg);
            if (im_msg = "finish") { goto Done; };
        im_hplc:                \* the column first, as for a potency run that goes on to the mass spectrometer
            acquire(HPLC);
        im_mass_spec:
            acquire(MASS_SPEC);
        tune_source:
            skip;  \* tune_source(mode="positive")
        run_impurities:
            skip;  \* run_impurities(study="ST-9", gradient_minutes=45)
        im_ran:
            either {
        im_uncouple:
                release(MASS_SPEC);
        im_free:
                release(HPLC);
            } or {
        im_broken:
                release(MASS_SPEC);
        im_broken_free:
                release(HPLC);
        im_call:
                send(service_queue, "service_mass_spec");
        im_sorry:
                send(impurity_to_director, "no_result");
                goto im_wait;
            };
        im_book:
            acquire(STUDY_BOOK);
        enter_impurities:
            skip;  \* enter_impurities(study="ST-9", total_percent=1)
        im_close:
            release(STUDY_BOOK);
        im_report:
            either { send(impurity_to_director, "impurities_ok"); }
            or     { send(impurity_to_director, "impurities_high"); };
            goto im_wait;
    }

    \* Whatever was called in before the director's word is still served: it is the same queue.
    process (engineer \in {ENGINEER})
        variables en_msg = "";
    {
        en_chamber:
            acquire(STABILITY_CHAMBER);
        check_chamber:
            skip;  \* check_chamber(celsius=40, humidity_percent=75)
        en_checked:
            either {
        en_shut:
                release(STABILITY_CHAMBER);
        en_fine:
                send(engineer_to_coordinator, "chamber_ok");
            } or {
        en_leave_open:
                release(STABILITY_CHAMBER);
        en_alarm:
                send(engineer_to_coordinator, "chamber_alarm");
            };
        en_wait:
            receive(service_queue, en_msg);
            if (en_msg = "stand_down") { goto Done; }
            else if (en_msg = "service_mass_spec") { goto en_mass_spec; };
        en_hplc:
            acquire(HPLC);
        service_hplc:
            skip;  \* service(instrument="HPLC-2")
        en_hplc_free:
            release(HPLC);
            goto en_wait;
        en_mass_spec:
            acquire(MASS_SPEC);
        service_mass_spec:
            skip;  \* service(instrument="MS-1")
        en_mass_spec_free:
            release(MASS_SPEC);
            goto en_wait;
    }

    process (study_director \in {STUDY_DIRECTOR})
        variables sd_msg = "", pulls = 0, reports = 0, missing = FALSE, drift = FALSE;
    {
        sd_collect:
            while (reports < 2) {
                either { receive(potency_to_director, sd_msg); }
                or     { receive(impurity_to_director, sd_msg); };
                reports := reports + 1;
                if (sd_msg = "no_result") { missing := TRUE; }
                else if (sd_msg = "potency_ok" \/ sd_msg = "impurities_ok") { skip; }
                else { drift := TRUE; };
            };
        sd_book:
            acquire(STUDY_BOOK);
        review_book:
            skip;  \* review_book(study="ST-9")
        sd_close:
            release(STUDY_BOOK);
            pulls := pulls + 1;
        sd_decide:              \* the chamber holds samples for two pulls; gaps and drifts are looked at again while there are any
            if (pulls = 2) { goto sd_end; }
            else if (~missing /\ ~drift) {
                either { goto sd_end; }
                or     { skip; };
            };
        sd_next:
            send(director_to_coordinator, "next_pull");
            reports := 0;
            missing := FALSE;
            drift := FALSE;
            goto sd_collect;
        sd_end:
            send(director_to_coordinator, "close_study");
        sd_stand_down:
            send(service_queue, "stand_down");
        sd_outcome:
            if (missing) {
        file_deviation:
                skip;  \* file_deviation(study="ST-9", pull=2)
            } else if (drift) {
        report_drift:
                skip;  \* report_drift(study="ST-9", pull=2)
            } else {
        sign_report:
                skip;  \* sign_report(study="ST-9")
            };
    }
}
*)
====
