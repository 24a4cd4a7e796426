---- MODULE protocol ----
\* A project makes one compound after the other until one of them is active or the lead has seen enough. An analyst has a
\* say on every sample before it is tested; instruments are made ready and plates are prepared while the others go on.
EXTENDS Integers, Sequences, FiniteSets, TLC

CONSTANTS FREE, CHEMIST, ANALYST, BIOLOGIST, PROJECT_LEAD

(*
--algorithm Protocol {
    variables
        HPLC = FREE,
        MASS_SPEC = FREE,
        CELL_LAB = FREE,
        chemist_to_analyst = <<>>,
        analyst_to_chemist = <<>>,
        chemist_to_biologist = <<>>,
        biologist_to_lead = <<>>,
        lead_to_chemist = <<>>;

    define {
        AllDone == \A tf_agent \in {CHEMIST, ANALYST, BIOLOGIST, PROJECT_LEAD} : pc[tf_agent] = "Done"

        TypeInvariant ==
            /\ HPLC \in {FREE, CHEMIST, ANALYST, BIOLOGIST, PROJECT_LEAD}
            /\ MASS_SPEC \in {FREE, CHEMIST, ANALYST, BIOLOGIST, PROJECT_LEAD}
            /\ CELL_LAB \in {FREE, CHEMIST, ANALYST, BIOLOGIST, PROJECT_LEAD}
            /\ chemist_to_analyst \in Seq({"sample", "finished"})
            /\ analyst_to_chemist \in Seq({"pure", "impure"})
            /\ chemist_to_biologist \in Seq({"compound", "finished"})
            /\ biologist_to_lead \in Seq({"active", "inactive"})
            /\ lead_to_chemist \in Seq({"next", "stop"})

        ChannelBound ==
            /\ Len(chemist_to_analyst) <= 3
            /\ Len(analyst_to_chemist) <= 3
            /\ Len(chemist_to_biologist) <= 3
            /\ Len(biologist_to_lead) <= 3
            /\ Len(lead_to_chemist) <= 3

        NoOrphanLocks ==
            /\ AllDone => HPLC = FREE
            /\ AllDone => MASS_SPEC = FREE
            /\ AllDone => CELL_LAB = FREE

        ChannelsDrained ==
            /\ AllDone => chemist_to_analyst = <<>>
            /\ AllDone => analyst_to_chemist = <<>>
            /\ AllDone => chemist_to_biologist = <<>>
            /\ AllDone => biologist_to_lead = <<>>
            /\ AllDone => lead_to_chemist = <<>>
    }

    macro acquire(lock) { await lock = FREE; lock := self; }
    macro release(lock) { assert lock = self; lock := FREE; }

    macro send(channel, label) { channel := Append(channel, label); }
    macro receive(channel, into) { await channel # <<>>; into := Head(channel); channel := Tail(channel); }

    process (chemist \in {CHEMIST})
        variables ch_msg = "";
    {
        make_compound:  skip;  \* synthesise(target="next analogue")
        ch_make_end:
            either {
        ch_take_hplc:
                acquire(HPLC);
        purify_compound:
                skip;  \* purify(batch="crude")
        ch_give_hplc:
                release(HPLC);
        ch_submit:
                send(chemist_to_analyst, "sample");
            } or {
        discard_batch:
                skip;  \* discard(batch="crude")
                goto make_compound;
            };
        ch_purity:
            receive(analyst_to_chemist, ch_msg);
            if (ch_msg = "impure") { goto ch_take_hplc; };
        ch_deliver:
            send(chemist_to_biologist, "compound");
        ch_verdict:
            receive(lead_to_chemist, ch_msg);
            if (ch_msg = "next") { goto make_compound; };
        ch_finish:
            send(chemist_to_analyst, "finished");
            send(chemist_to_biologist, "finished");
    }

    process (analyst \in {ANALYST})
        variables an_msg = "";
    {
        an_wait:
            receive(chemist_to_analyst, an_msg);
            if (an_msg = "finished") { goto Done; };
        an_take_hplc:   acquire(HPLC);
        run_trace:      skip;  \* chromatogram(sample="purified")
        an_give_hplc:   release(HPLC);
        an_take_ms:     acquire(MASS_SPEC);
        confirm_mass:   skip;  \* mass(sample="purified")
        an_mass_end:
            either {
        an_confirmed:
                release(MASS_SPEC);
            } or {
        clean_source:
                skip;  \* clean(part="ion source")
                goto confirm_mass;
            };
        an_take_lab:    acquire(CELL_LAB);
        check_sterility: skip;  \* sterility(sample="purified")
        an_give_lab:    release(CELL_LAB);
        an_judge:
            either { send(analyst_to_chemist, "pure"); }
            or     { send(analyst_to_chemist, "impure"); };
        an_retake_hplc: \* with the answer out, both instruments are made ready for the next sample
            acquire(HPLC);
        wash_column:    skip;  \* wash(column="analytical")
        an_leave_hplc:  release(HPLC);
        an_retake_ms:   acquire(MASS_SPEC);
        tune_ms:        skip;  \* tune(instrument="spectrometer")
        an_leave_ms:
            release(MASS_SPEC);
            goto an_wait;
    }

    process (biologist \in {BIOLOGIST})
        variables bi_msg = "";
    {
        bi_take_lab:    acquire(CELL_LAB);
        seed_plates:    skip;  \* seed(plates=4)
        bi_give_lab:    release(CELL_LAB);
        bi_wait:
            receive(chemist_to_biologist, bi_msg);
            if (bi_msg = "finished") { goto Done; };
        bi_retake_lab:  acquire(CELL_LAB);
        run_assay:      skip;  \* assay(compound="delivered")
        bi_assay_end:
            either {
        bi_assayed:
                release(CELL_LAB);
            } or {
        reseed_plates:
                skip;  \* seed(plates=2)
                goto run_assay;
            };
        bi_take_ms:     acquire(MASS_SPEC);
        measure_uptake: skip;  \* uptake(compound="delivered")
        bi_give_ms:     release(MASS_SPEC);
        bi_report:
            either { send(biologist_to_lead, "active"); }
            or     { send(biologist_to_lead, "inactive"); };
            goto bi_wait;
    }

    process (project_lead \in {PROJECT_LEAD})
        variables pl_msg = "";
    {
        pl_wait:
            receive(biologist_to_lead, pl_msg);
            if (pl_msg = "active") { goto nominate_compound; };
        pl_decide:
            either {
        pl_another:
                send(lead_to_chemist, "next");
                goto pl_wait;
            } or {
        close_project:
                skip;  \* close(project="series")
                goto pl_stop;
            };
        nominate_compound:
            skip;  \* nominate(compound="delivered")
        pl_stop:
            send(lead_to_chemist, "stop");
    }
}
*)
====
