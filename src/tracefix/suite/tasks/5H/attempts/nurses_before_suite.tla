---- MODULE nurses_before_suite ----
\* A tumour board. Imaging, pathology and genetics gather evidence side by side; surgeon and oncologist vote; the coordinator
\* rules where they disagree; surgery or systemic treatment follows. Two nurses serve whoever has a patient in hand.
EXTENDS Integers, Sequences, FiniteSets, TLC

CONSTANTS FREE, COORDINATOR, RADIOLOGIST, SURGEON, PATHOLOGIST, GENETICIST, ONCOLOGIST, PHARMACIST

(*
--algorithm Protocol {
    variables
        PATIENT_RECORD = FREE,
        IMAGING_SUITE = FREE,
        TISSUE_BLOCK = FREE,
        OPERATING_ROOM = FREE,
        NURSES = 2,
        coordinator_to_radiologist = <<>>,
        radiologist_to_coordinator = <<>>,
        coordinator_to_surgeon = <<>>,
        surgeon_to_coordinator = <<>>,
        surgeon_to_pathologist = <<>>,
        pathologist_to_coordinator = <<>>,
        pathologist_to_geneticist = <<>>,
        geneticist_to_coordinator = <<>>,
        coordinator_to_oncologist = <<>>,
        oncologist_to_coordinator = <<>>,
        oncologist_to_pharmacist = <<>>,
        pharmacist_to_oncologist = <<>>,
        surgeon_to_oncologist = <<>>;

    define {
        AllDone == \A tf_agent \in {COORDINATOR, RADIOLOGIST, SURGEON, PATHOLOGIST, GENETICIST, ONCOLOGIST, PHARMACIST} : pc[tf_agent] = "Done"

        TypeInvariant ==
            /\ PATIENT_RECORD \in {FREE, COORDINATOR, RADIOLOGIST, SURGEON, PATHOLOGIST, GENETICIST, ONCOLOGIST, PHARMACIST}
            /\ IMAGING_SUITE \in {FREE, COORDINATOR, RADIOLOGIST, SURGEON, PATHOLOGIST, GENETICIST, ONCOLOGIST, PHARMACIST}
            /\ TISSUE_BLOCK \in {FREE, COORDINATOR, RADIOLOGIST, SURGEON, PATHOLOGIST, GENETICIST, ONCOLOGIST, PHARMACIST}
            /\ OPERATING_ROOM \in {FREE, COORDINATOR, RADIOLOGIST, SURGEON, PATHOLOGIST, GENETICIST, ONCOLOGIST, PHARMACIST}
            /\ NURSES \in 0..2
            /\ coordinator_to_radiologist \in Seq({"stage", "restage", "finish"})
            /\ radiologist_to_coordinator \in Seq({"staged_local", "staged_spread", "scan_failed"})
            /\ coordinator_to_surgeon \in Seq({"biopsy", "second_biopsy", "case", "operate", "finish"})
            /\ surgeon_to_coordinator \in Seq({"vote_surgery", "vote_systemic"})
            /\ surgeon_to_pathologist \in Seq({"tissue", "finish"})
            /\ pathologist_to_coordinator \in Seq({"malignant", "benign", "insufficient"})
            /\ pathologist_to_geneticist \in Seq({"sections", "finish"})
            /\ geneticist_to_coordinator \in Seq({"marker", "no_marker", "assay_failed"})
            /\ coordinator_to_oncologist \in Seq({"case", "treat", "treat_targeted", "follow_up", "finish"})
            /\ oncologist_to_coordinator \in Seq({"vote_surgery", "vote_systemic"})
            /\ oncologist_to_pharmacist \in Seq({"order", "finish"})
            /\ pharmacist_to_oncologist \in Seq({"prepared", "dose_rejected"})
            /\ surgeon_to_oncologist \in Seq({"margins_clear", "margins_positive"})

        ChannelBound ==
            /\ Len(coordinator_to_radiologist) <= 3
            /\ Len(radiologist_to_coordinator) <= 3
            /\ Len(coordinator_to_surgeon) <= 3
            /\ Len(surgeon_to_coordinator) <= 3
            /\ Len(surgeon_to_pathologist) <= 3
            /\ Len(pathologist_to_coordinator) <= 3
            /\ Len(pathologist_to_geneticist) <= 3
            /\ Len(geneticist_to_coordinator) <= 3
            /\ Len(coordinator_to_oncologist) <= 3
            /\ Len(oncologist_to_coordinator) <= 3
            /\ Len(oncologist_to_pharmacist) <= 3
            /\ Len(pharmacist_to_oncologist) <= 3
            /\ Len(surgeon_to_oncologist) <= 3

        NoOrphanLocks ==
            /\ AllDone => PATIENT_RECORD = FREE
            /\ AllDone => IMAGING_SUITE = FREE
            /\ AllDone => TISSUE_BLOCK = FREE
            /\ AllDone => OPERATING_ROOM = FREE

        ChannelsDrained ==
            /\ AllDone => coordinator_to_radiologist = <<>>
            /\ AllDone => radiologist_to_coordinator = <<>>
            /\ AllDone => coordinator_to_surgeon = <<>>
            /\ AllDone => surgeon_to_coordinator = <<>>
            /\ AllDone => surgeon_to_pathologist = <<>>
            /\ AllDone => pathologist_to_coordinator = <<>>
            /\ AllDone => pathologist_to_geneticist = <<>>
            /\ AllDone => geneticist_to_coordinator = <<>>
            /\ AllDone => coordinator_to_oncologist = <<>>
            /\ AllDone => oncologist_to_coordinator = <<>>
            /\ AllDone => oncologist_to_pharmacist = <<>>
            /\ AllDone => pharmacist_to_oncologist = <<>>
            /\ AllDone => surgeon_to_oncologist = <<>>
    }

    macro acquire(lock) { await lock = FREE; lock := self; }
    macro release(lock) { assert lock = self; lock := FREE; }

    macro take(counter) { await counter > 0; counter := counter - 1; }
    macro give(counter) { counter := counter + 1; }

    macro send(channel, label) { channel := Append(channel, label); }
    macro receive(channel, into) { await channel # <<>>; into := Head(channel); channel := Tail(channel); }

    process (coordinator \in {COORDINATOR})
        variables co_msg = "", pending = 3, rescanned = FALSE, resampled = FALSE, tumour = FALSE, spread = FALSE, targeted = FALSE,
            votes = 0, for_surgery = 0;
    {
        co_record:
            acquire(PATIENT_RECORD);
        open_case:
            skip;  \* open_case(patient="P-77")
        co_opened:
            release(PATIENT_RECORD);
        co_stage:
            send(coordinator_to_radiologist, "stage");
        co_biopsy:
            send(coordinator_to_surgeon, "biopsy");
        co_collect:             \* scan, histology, genetics: a finding without a tumour answers for the genetics as well
            while (pending > 0) {
                either { receive(radiologist_to_coordinator, co_msg); }
                or     { receive(pathologist_to_coordinator, co_msg); }
                or     { receive(geneticist_to_coordinator, co_msg); };
        co_weigh:
                if (co_msg = "scan_failed" /\ ~rescanned) {
                    send(coordinator_to_radiologist, "restage");
                    rescanned := TRUE;
                } else if (co_msg = "insufficient" /\ ~resampled) {
                    send(coordinator_to_surgeon, "second_biopsy");
                    resampled := TRUE;
                } else if (co_msg = "benign" \/ co_msg = "insufficient") {
                    pending := pending - 2;
                } else {
                    tumour := tumour \/ co_msg = "malignant";
                    spread := spread \/ co_msg = "staged_spread";
                    targeted := targeted \/ co_msg = "marker";
                    pending := pending - 1;
                };
            };
        co_release_scan:
            send(coordinator_to_radiologist, "finish");
        co_meet:
            if (tumour) { goto co_case_oncologist; };
        co_no_oncologist:
            send(coordinator_to_oncologist, "finish");
        co_no_surgeon:
            send(coordinator_to_surgeon, "finish");
            goto co_minutes;
        co_case_oncologist:
            send(coordinator_to_oncologist, "case");
        co_case_surgeon:
            send(coordinator_to_surgeon, "case");
        co_votes:
            while (votes < 2) {
                either { receive(surgeon_to_coordinator, co_msg); }
                or     { receive(oncologist_to_coordinator, co_msg); };
                votes := votes + 1;
                if (co_msg = "vote_surgery") { for_surgery := for_surgery + 1; };
            };
        co_rule:                \* two votes for one way decide; otherwise a spread tumour is not cut
            if (for_surgery = 2) { goto co_operate; }
            else if (for_surgery = 1 /\ ~spread) {
                either { goto co_operate; }
                or     { skip; };
            };
        co_systemic:
            if (targeted) { send(coordinator_to_oncologist, "treat_targeted"); }
            else { send(coordinator_to_oncologist, "treat"); };
        co_stand_down:
            send(coordinator_to_surgeon, "finish");
            goto co_minutes;
        co_operate:
            send(coordinator_to_surgeon, "operate");
        co_follow_up:
            send(coordinator_to_oncologist, "follow_up");
        co_minutes:
            acquire(PATIENT_RECORD);
        file_minutes:
            skip;  \* file_minutes(patient="P-77")
        co_filed:
            release(PATIENT_RECORD);
    }

    process (radiologist \in {RADIOLOGIST})
        variables ra_msg = "";
    {
        ra_wait:
            receive(coordinator_to_radiologist, ra_msg);
            if (ra_msg = "finish") { goto Done; };
        ra_suite:
            acquire(IMAGING_SUITE);
        ra_nurse:
            take(NURSES);
        scan_patient:
            skip;  \* scan(patient="P-77", contrast=true)
        ra_scanned:
            either {
        ra_nurse_off:
                give(NURSES);
            } or {              \* the contrast missed the tumour
        ra_missed:
                give(NURSES);
        ra_missed_free:
                release(IMAGING_SUITE);
        ra_report_failed:
                send(radiologist_to_coordinator, "scan_failed");
                goto ra_wait;
            };
        ra_free:
            release(IMAGING_SUITE);
        ra_record:
            acquire(PATIENT_RECORD);
        write_staging:
            skip;  \* write_staging(patient="P-77")
        ra_written:
            release(PATIENT_RECORD);
        ra_report:
            either { send(radiologist_to_coordinator, "staged_local"); }
            or     { send(radiologist_to_coordinator, "staged_spread"); };
            goto ra_wait;
    }

    process (surgeon \in {SURGEON})
        variables su_msg = "";
    {
        su_wait:
            receive(coordinator_to_surgeon, su_msg);
            if (su_msg = "case") { goto su_no_more_tissue; }
            else if (su_msg = "finish") { goto su_no_tissue; };
        su_nurses:              \* two nurses prepare the patient outside, so that the suite is blocked only for the biopsy itself
            take(NURSES);
        su_second_nurse:
            take(NURSES);
        su_suite:
            acquire(IMAGING_SUITE);
        take_biopsy:
            skip;  \* biopsy(patient="P-77", cores=2)
        su_free:
            release(IMAGING_SUITE);
        wake_patient:
            skip;  \* wake_up(patient="P-77")
        su_nurse_off:
            give(NURSES);
        su_second_nurse_off:
            give(NURSES);
        su_tissue:
            send(surgeon_to_pathologist, "tissue");
            goto su_wait;
        su_no_tissue:
            send(surgeon_to_pathologist, "finish");
            goto Done;
        su_no_more_tissue:
            send(surgeon_to_pathologist, "finish");
        su_record:
            acquire(PATIENT_RECORD);
        assess_operability:
            skip;  \* assess_operability(patient="P-77")
        su_assessed:
            release(PATIENT_RECORD);
        su_vote:
            either { send(surgeon_to_coordinator, "vote_surgery"); }
            or     { send(surgeon_to_coordinator, "vote_systemic"); };
        su_ruling:
            receive(coordinator_to_surgeon, su_msg);
            if (su_msg = "finish") { goto Done; };
        su_theatre_nurse:
            take(NURSES);
        su_theatre:
            acquire(OPERATING_ROOM);
        resect_tumour:
            skip;  \* resect(patient="P-77")
        su_margins:             \* frozen section during the operation
            either { send(surgeon_to_oncologist, "margins_clear"); }
            or     { send(surgeon_to_oncologist, "margins_positive"); };
        close_wound:
            skip;  \* close(patient="P-77")
        su_theatre_free:
            release(OPERATING_ROOM);
        su_theatre_nurse_off:
            give(NURSES);
    }

    process (pathologist \in {PATHOLOGIST})
        variables pa_msg = "";
    {
        pa_wait:
            receive(surgeon_to_pathologist, pa_msg);
            if (pa_msg = "finish") { goto pa_no_more; };
        pa_block:
            acquire(TISSUE_BLOCK);
        stain_sections:
            skip;  \* stain(block="T-77", sections=4)
        pa_stained:
            either {
        pa_read:
                release(TISSUE_BLOCK);
            } or {              \* too few cells
        pa_poor:
                release(TISSUE_BLOCK);
        pa_ask_again:
                send(pathologist_to_coordinator, "insufficient");
                goto pa_wait;
            };
        pa_record:
            acquire(PATIENT_RECORD);
        write_histology:
            skip;  \* write_histology(patient="P-77")
        pa_written:
            release(PATIENT_RECORD);
        pa_diagnosis:
            either {
                send(pathologist_to_coordinator, "benign");
                goto pa_wait;
            } or {
                send(pathologist_to_coordinator, "malignant");
            };
        pa_sections:
            send(pathologist_to_geneticist, "sections");
            goto pa_wait;
        pa_no_more:
            send(pathologist_to_geneticist, "finish");
        pa_archive:
            acquire(TISSUE_BLOCK);
        archive_block:
            skip;  \* archive(block="T-77")
        pa_archived:
            release(TISSUE_BLOCK);
    }

    process (geneticist \in {GENETICIST})
        variables ge_msg = "";
    {
        ge_wait:
            receive(pathologist_to_geneticist, ge_msg);
            if (ge_msg = "finish") { goto Done; };
        ge_block:
            acquire(TISSUE_BLOCK);
        sequence_tumour:
            skip;  \* sequence(block="T-77", panel="solid")
        ge_sequenced:
            either {
        ge_report:
                either { send(geneticist_to_coordinator, "marker"); }
                or     { send(geneticist_to_coordinator, "no_marker"); };
            } or {              \* the library did not amplify
        ge_regret:
                send(geneticist_to_coordinator, "assay_failed");
            };
        ge_return_block:
            release(TISSUE_BLOCK);
            goto ge_wait;
    }

    process (oncologist \in {ONCOLOGIST})
        variables on_msg = "";
    {
        on_wait:
            receive(coordinator_to_oncologist, on_msg);
            if (on_msg = "finish") { goto on_close; };
        on_record:
            acquire(PATIENT_RECORD);
        assess_fitness:
            skip;  \* assess_fitness(patient="P-77")
        on_assessed:
            release(PATIENT_RECORD);
        on_vote:
            either { send(oncologist_to_coordinator, "vote_surgery"); }
            or     { send(oncologist_to_coordinator, "vote_systemic"); };
        on_ruling:
            receive(coordinator_to_oncologist, on_msg);
            if (on_msg = "treat_targeted") { goto on_order; }
            else if (on_msg = "treat") { goto on_room; };
        on_margins:
            receive(surgeon_to_oncologist, on_msg);
            if (on_msg = "margins_clear") { goto on_close; };
        on_room:                \* chemotherapy needs a port, a targeted drug is swallowed
            acquire(OPERATING_ROOM);
        implant_port:
            skip;  \* implant_port(patient="P-77")
        on_room_free:
            release(OPERATING_ROOM);
        on_order:
            send(oncologist_to_pharmacist, "order");
        on_drug:
            receive(pharmacist_to_oncologist, on_msg);
            if (on_msg = "dose_rejected") { goto on_order; };
        on_nurse:
            take(NURSES);
        give_treatment:
            skip;  \* treat(patient="P-77", cycle=1)
        on_treated:
            either {
        on_nurse_off:
                give(NURSES);
                goto on_close;
            } or {              \* an allergic reaction: a nurse stays through it, then another dose is worked out
        treat_reaction:
                skip;  \* treat_reaction(patient="P-77")
            };
        on_calm:
            give(NURSES);
            goto on_order;
        on_close:
            send(oncologist_to_pharmacist, "finish");
    }

    process (pharmacist \in {PHARMACIST})
        variables ph_msg = "";
    {
        ph_wait:
            receive(oncologist_to_pharmacist, ph_msg);
            if (ph_msg = "finish") { goto Done; };
        ph_record:
            acquire(PATIENT_RECORD);
        check_dose:
            skip;  \* check_dose(patient="P-77")
        ph_checked:
            release(PATIENT_RECORD);
        ph_answer:
            either { skip; }
            or     { send(pharmacist_to_oncologist, "dose_rejected"); goto ph_wait; };
        prepare_drug:
            skip;  \* prepare(patient="P-77", cycle=1)
        ph_prepared:
            send(pharmacist_to_oncologist, "prepared");
            goto ph_wait;
    }
}
*)
====
