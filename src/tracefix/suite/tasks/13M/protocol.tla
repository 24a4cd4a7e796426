---- MODULE protocol ----
\* Release testing of an injectable: assay and sterility run side by side, the reviewer may ask for one retest of each, and
\* the sample manager hands out vials until the lot is decided.
EXTENDS Integers, Sequences, FiniteSets, TLC

CONSTANTS FREE, SAMPLE_MANAGER, CHEMIST, MICROBIOLOGIST, QA_REVIEWER

(*
--algorithm Protocol {
    variables
        COLD_STORE = FREE,
        LAMINAR_HOOD = FREE,
        HPLC = FREE,
        manager_to_chemist = <<>>,
        manager_to_microbiologist = <<>>,
        chemist_to_qa = <<>>,
        microbiologist_to_qa = <<>>,
        qa_to_manager = <<>>;

    define {
        AllDone == \A tf_agent \in {SAMPLE_MANAGER, CHEMIST, MICROBIOLOGIST, QA_REVIEWER} : pc[tf_agent] = "Done"

        TypeInvariant ==
            /\ COLD_STORE \in {FREE, SAMPLE_MANAGER, CHEMIST, MICROBIOLOGIST, QA_REVIEWER}
            /\ LAMINAR_HOOD \in {FREE, SAMPLE_MANAGER, CHEMIST, MICROBIOLOGIST, QA_REVIEWER}
            /\ HPLC \in {FREE, SAMPLE_MANAGER, CHEMIST, MICROBIOLOGIST, QA_REVIEWER}
            /\ manager_to_chemist \in Seq({"vial", "finish"})
            /\ manager_to_microbiologist \in Seq({"vial", "finish"})
            /\ chemist_to_qa \in Seq({"in_spec", "out_of_spec", "instrument_fault"})
            /\ microbiologist_to_qa \in Seq({"no_growth", "growth", "control_failed"})
            /\ qa_to_manager \in Seq({"retest_assay", "retest_sterility", "release", "reject"})

        ChannelBound ==
            /\ Len(manager_to_chemist) <= 3
            /\ Len(manager_to_microbiologist) <= 3
            /\ Len(chemist_to_qa) <= 3
            /\ Len(microbiologist_to_qa) <= 3
            /\ Len(qa_to_manager) <= 3

        NoOrphanLocks ==
            /\ AllDone => COLD_STORE = FREE
            /\ AllDone => LAMINAR_HOOD = FREE
            /\ AllDone => HPLC = FREE

        ChannelsDrained ==
            /\ AllDone => manager_to_chemist = <<>>
            /\ AllDone => manager_to_microbiologist = <<>>
            /\ AllDone => chemist_to_qa = <<>>
            /\ AllDone => microbiologist_to_qa = <<>>
            /\ AllDone => qa_to_manager = <<>>
    }

    macro acquire(lock) { await lock = FREE; lock := self; }
    macro release(lock) { assert lock = self; lock := FREE; }

    macro send(channel, label) { channel := Append(channel, label); }
    macro receive(channel, into) { await channel # <<>>; into := Head(channel); channel := Tail(channel); }

    process (sample_manager \in {SAMPLE_MANAGER})
        variables sm_msg = "";
    {
        sm_store:
            acquire(COLD_STORE);
        fetch_vials:
            skip;  \* fetch_vials(lot="L-22")
        sm_shut:
            release(COLD_STORE);
        sm_hood:
            acquire(LAMINAR_HOOD);
        split_sample:
            skip;  \* split_sample(lot="L-22")
        sm_clean:
            release(LAMINAR_HOOD);
        sm_assay:
            send(manager_to_chemist, "vial");
        sm_sterility:
            send(manager_to_microbiologist, "vial");
        sm_wait:
            while (sm_msg # "release" /\ sm_msg # "reject") {
                receive(qa_to_manager, sm_msg);
                if (sm_msg = "release" \/ sm_msg = "reject") { goto sm_wait; };
        sm_store_again:
                acquire(COLD_STORE);
        fetch_vials_retest:
                skip;  \* fetch_vials(lot="L-22")
        sm_shut_again:
                release(COLD_STORE);
        sm_hood_again:
                acquire(LAMINAR_HOOD);
        split_sample_retest:
                skip;  \* split_sample(lot="L-22")
        sm_clean_again:
                release(LAMINAR_HOOD);
        sm_retest:
                if (sm_msg = "retest_assay") { send(manager_to_chemist, "vial"); }
                else { send(manager_to_microbiologist, "vial"); };
            };
        sm_finish_assay:
            send(manager_to_chemist, "finish");
        sm_finish_sterility:
            send(manager_to_microbiologist, "finish");
        sm_settle:
            if (sm_msg = "release") {
        ship_lot:
                skip;  \* ship(lot="L-22")
            } else {
        quarantine_lot:
                skip;  \* quarantine(lot="L-22")
            };
    }

    process (chemist \in {CHEMIST})
        variables ch_msg = "";
    {
        ch_wait:
            while (TRUE) {
                receive(manager_to_chemist, ch_msg);
                if (ch_msg = "finish") { goto Done; };
        ch_store:
                acquire(COLD_STORE);
        take_standard:
                skip;  \* take_standard(substance="cefazolin")
        ch_shut:
                release(COLD_STORE);
        ch_hplc:
                acquire(HPLC);
        run_assay:
                skip;  \* run_assay(lot="L-22", injections=6)
        ch_assayed:
                either {
        ch_report:
                    either { send(chemist_to_qa, "in_spec"); }
                    or     { send(chemist_to_qa, "out_of_spec"); };
                } or {          \* pressure dropped in the column
        ch_report_fault:
                    send(chemist_to_qa, "instrument_fault");
                };
        wash_column:
                skip;  \* wash_column(minutes=30)
        ch_free:
                release(HPLC);
            };
    }

    process (microbiologist \in {MICROBIOLOGIST})
        variables mb_msg = "";
    {
        mb_wait:
            while (TRUE) {
                receive(manager_to_microbiologist, mb_msg);
                if (mb_msg = "finish") { goto Done; };
        mb_store:
                acquire(COLD_STORE);
        take_medium:
                skip;  \* take_medium(kind="thioglycollate")
        mb_shut:
                release(COLD_STORE);
        mb_hood:
                acquire(LAMINAR_HOOD);
        inoculate_medium:
                skip;  \* inoculate(lot="L-22")
        mb_clean:
                release(LAMINAR_HOOD);
        incubate_medium:
                skip;  \* incubate(lot="L-22", days=14)
        mb_incubated:
                either {
        mb_report:
                    either { send(microbiologist_to_qa, "no_growth"); }
                    or     { send(microbiologist_to_qa, "growth"); };
                } or {          \* the negative control is turbid as well: no result
        mb_report_control:
                    send(microbiologist_to_qa, "control_failed");
                };
            };
    }

    \* A result that is not good is tested again, once per test, or stands.
    process (qa_reviewer \in {QA_REVIEWER})
        variables qa_msg = "", open_tests = 2, rejected = FALSE, assay_retested = FALSE, sterility_retested = FALSE;
    {
        qa_collect:
            while (open_tests > 0) {
                either {
                    receive(chemist_to_qa, qa_msg);
                    if (qa_msg = "in_spec") { open_tests := open_tests - 1; goto qa_collect; }
                    else if (assay_retested) { goto qa_failed; };
        qa_assay:
                    either { send(qa_to_manager, "retest_assay"); assay_retested := TRUE; goto qa_collect; }
                    or     { skip; };
                } or {
                    receive(microbiologist_to_qa, qa_msg);
                    if (qa_msg = "no_growth") { open_tests := open_tests - 1; goto qa_collect; }
                    else if (sterility_retested) { goto qa_failed; };
        qa_sterility:
                    either { send(qa_to_manager, "retest_sterility"); sterility_retested := TRUE; goto qa_collect; }
                    or     { skip; };
                };
        qa_failed:
                rejected := TRUE;
                open_tests := open_tests - 1;
            };
        qa_hplc:
            acquire(HPLC);
        review_audit_trail:
            skip;  \* review_audit_trail(instrument="HPLC-1", lot="L-22")
        qa_free:
            release(HPLC);
        qa_decide:              \* good results do not help a lot whose audit trail has holes
            either { await ~rejected; send(qa_to_manager, "release"); }
            or     { send(qa_to_manager, "reject"); };
    }
}
*)
====
