---- MODULE regulator_closes_the_file ----
\* A compound goes round: made, formulated, tested for effect and for harm at the same time, reviewed by the clinic and by the
\* regulator, decided upon by the director. Each round of tests uses up four of eight samples, so the director may ask for one
\* more round and not for another.
EXTENDS Integers, Sequences, FiniteSets, TLC

CONSTANTS FREE, BIOLOGIST, CHEMIST, CLINICAL_LEAD, FORMULATION_SCIENTIST, PROJECT_DIRECTOR, REGULATORY_SPECIALIST, TOXICOLOGIST

(*
--algorithm Protocol {
    variables
        HPLC = FREE,
        MASS_SPEC = FREE,
        CELL_LAB = FREE,
        FORMULATION_SUITE = FREE,
        BIOLOGICAL_SAMPLES = 8,
        chem_to_form = <<>>,
        form_to_bio = <<>>,
        form_to_tox = <<>>,
        bio_to_clinical = <<>>,
        tox_to_clinical = <<>>,
        clinical_to_reg = <<>>,
        reg_to_director = <<>>,
        director_to_chem = <<>>,
        director_to_form = <<>>,
        director_to_clinical = <<>>,
        director_to_reg = <<>>,
        reg_to_clinical = <<>>;

    define {
        AllDone == \A tf_agent \in {BIOLOGIST, CHEMIST, CLINICAL_LEAD, FORMULATION_SCIENTIST, PROJECT_DIRECTOR, REGULATORY_SPECIALIST, TOXICOLOGIST} : pc[tf_agent] = "Done"

        TypeInvariant ==
            /\ HPLC \in {FREE, BIOLOGIST, CHEMIST, CLINICAL_LEAD, FORMULATION_SCIENTIST, PROJECT_DIRECTOR, REGULATORY_SPECIALIST, TOXICOLOGIST}
            /\ MASS_SPEC \in {FREE, BIOLOGIST, CHEMIST, CLINICAL_LEAD, FORMULATION_SCIENTIST, PROJECT_DIRECTOR, REGULATORY_SPECIALIST, TOXICOLOGIST}
            /\ CELL_LAB \in {FREE, BIOLOGIST, CHEMIST, CLINICAL_LEAD, FORMULATION_SCIENTIST, PROJECT_DIRECTOR, REGULATORY_SPECIALIST, TOXICOLOGIST}
            /\ FORMULATION_SUITE \in {FREE, BIOLOGIST, CHEMIST, CLINICAL_LEAD, FORMULATION_SCIENTIST, PROJECT_DIRECTOR, REGULATORY_SPECIALIST, TOXICOLOGIST}
            /\ BIOLOGICAL_SAMPLES \in 0..8
            /\ chem_to_form \in Seq({"compound", "retry_compound"})
            /\ form_to_bio \in Seq({"formulated", "done"})
            /\ form_to_tox \in Seq({"formulated", "done"})
            /\ bio_to_clinical \in Seq({"bio_report"})
            /\ tox_to_clinical \in Seq({"tox_report"})
            /\ clinical_to_reg \in Seq({"clinical_review"})
            /\ reg_to_director \in Seq({"approval", "conditional_approval"})
            /\ director_to_chem \in Seq({"final_decision", "retry", "abort"})
            /\ director_to_form \in Seq({"retry", "done"})
            /\ director_to_clinical \in Seq({"retry", "done"})
            /\ director_to_reg \in Seq({"retry", "done"})
            /\ reg_to_clinical \in Seq({"hold_clearance", "no_hold"})

        ChannelBound ==
            /\ Len(chem_to_form) <= 3
            /\ Len(form_to_bio) <= 3
            /\ Len(form_to_tox) <= 3
            /\ Len(bio_to_clinical) <= 3
            /\ Len(tox_to_clinical) <= 3
            /\ Len(clinical_to_reg) <= 3
            /\ Len(reg_to_director) <= 3
            /\ Len(director_to_chem) <= 3
            /\ Len(director_to_form) <= 3
            /\ Len(director_to_clinical) <= 3
            /\ Len(director_to_reg) <= 3
            /\ Len(reg_to_clinical) <= 3

        NoOrphanLocks ==
            /\ AllDone => HPLC = FREE
            /\ AllDone => MASS_SPEC = FREE
            /\ AllDone => CELL_LAB = FREE
            /\ AllDone => FORMULATION_SUITE = FREE

        ChannelsDrained ==
            /\ AllDone => chem_to_form = <<>>
            /\ AllDone => form_to_bio = <<>>
            /\ AllDone => form_to_tox = <<>>
            /\ AllDone => bio_to_clinical = <<>>
            /\ AllDone => tox_to_clinical = <<>>
            /\ AllDone => clinical_to_reg = <<>>
            /\ AllDone => reg_to_director = <<>>
            /\ AllDone => director_to_chem = <<>>
            /\ AllDone => director_to_form = <<>>
            /\ AllDone => director_to_clinical = <<>>
            /\ AllDone => director_to_reg = <<>>
            /\ AllDone => reg_to_clinical = <<>>
    }

    macro acquire(lock) { await lock = FREE; lock := self; }
    macro release(lock) { assert lock = self; lock := FREE; }

    macro take(counter) { await counter > 0; counter := counter - 1; }
    macro give(counter) { counter := counter + 1; }

    macro send(channel, label) { channel := Append(channel, label); }
    macro receive(channel, into) { await channel # <<>>; into := Head(channel); channel := Tail(channel); }

    process (chemist \in {CHEMIST})
        variables ch_msg = "", ch_round = 1;
    {
        make_lead:      skip;  \* synthesise(compound="lead")
        ch_make_end:
            either {
        ch_made:
                acquire(HPLC);
            } or {
        change_route:
                skip;  \* reroute(compound="lead")
                goto make_lead;
            };
        purify_lead:    skip;  \* purify(compound="lead")
        ch_give_hplc:   release(HPLC);
        ch_take_ms:     acquire(MASS_SPEC);
        confirm_lead:   skip;  \* mass(compound="lead")
        ch_give_ms:     release(MASS_SPEC);
        ch_hand_over:
            if (ch_round = 1) { send(chem_to_form, "compound"); }
            else { send(chem_to_form, "retry_compound"); };
        ch_retake_hplc: \* the impurities are profiled while the compound is formulated
            acquire(HPLC);
        profile_impurities: skip;  \* profile(sample="retained")
        ch_leave_hplc:  release(HPLC);
        ch_verdict:
            receive(director_to_chem, ch_msg);
            if (ch_msg = "retry") {
                ch_round := 2;
        redesign_lead:
                skip;  \* redesign(compound="lead")
                goto make_lead;
            } else if (ch_msg = "final_decision") {
        transfer_process:
                skip;  \* transfer(process="plant")
            } else {
        archive_series:
                skip;  \* archive(series="lead")
            };
    }

    process (formulation_scientist \in {FORMULATION_SCIENTIST})
        variables fo_msg = "";
    {
        fo_wait:
            receive(chem_to_form, fo_msg);
        fo_take_suite:  acquire(FORMULATION_SUITE);
        formulate_lead: skip;  \* formulate(compound="lead")
        fo_formulate_end:
            either {
        fo_formulated:
                release(FORMULATION_SUITE);
            } or {
        adjust_recipe:
                skip;  \* adjust(recipe="excipients")
                goto formulate_lead;
            };
        fo_take_hplc:   acquire(HPLC);
        check_content:  skip;  \* content(form="suspension")
        fo_give_hplc:   release(HPLC);
        fo_hand_out:
            send(form_to_bio, "formulated");
            send(form_to_tox, "formulated");
        fo_retake_suite: \* the suite is cleaned while the others test
            acquire(FORMULATION_SUITE);
        clean_suite:    skip;  \* clean(place="suite")
        fo_leave_suite: release(FORMULATION_SUITE);
        fo_verdict:
            receive(director_to_form, fo_msg);
            if (fo_msg = "retry") { goto fo_wait; };
        fo_done:
            send(form_to_bio, "done");
            send(form_to_tox, "done");
    }

    process (biologist \in {BIOLOGIST})
        variables bi_msg = "";
    {
        bi_wait:
            receive(form_to_bio, bi_msg);
            if (bi_msg = "done") { goto Done; };
        bi_first_sample: take(BIOLOGICAL_SAMPLES);
        bi_second_sample: take(BIOLOGICAL_SAMPLES);
        bi_take_lab:    acquire(CELL_LAB);
        test_effect:    skip;  \* efficacy(samples=2)
        bi_test_end:
            either {
        bi_tested:
                release(CELL_LAB);
            } or {
        bi_unclear:     \* the samples keep until tomorrow, the lab is for whoever is next
                release(CELL_LAB);
                goto bi_take_lab;
            };
        bi_take_ms:     acquire(MASS_SPEC);
        measure_level:  skip;  \* exposure(fluid="plasma")
        bi_give_ms:     release(MASS_SPEC);
        bi_report:
            send(bio_to_clinical, "bio_report");
            goto bi_wait;
    }

    process (toxicologist \in {TOXICOLOGIST})
        variables tx_msg = "";
    {
        tx_wait:
            receive(form_to_tox, tx_msg);
            if (tx_msg = "done") { goto Done; };
        tx_take_suite:  acquire(FORMULATION_SUITE);
        dilute_doses:   skip;  \* dilute(doses=3)
        tx_give_suite:  release(FORMULATION_SUITE);
        tx_first_sample: take(BIOLOGICAL_SAMPLES);
        tx_second_sample: take(BIOLOGICAL_SAMPLES);
        tx_take_lab:    acquire(CELL_LAB);
        test_harm:      skip;  \* toxicity(samples=2)
        tx_give_lab:    release(CELL_LAB);
        tx_take_ms:     acquire(MASS_SPEC);
        find_products:  skip;  \* metabolites(fluid="plasma")
        tx_find_end:
            either {
        tx_found:
                release(MASS_SPEC);
            } or {
        tx_drifted:
                release(MASS_SPEC);
                goto tx_take_ms;
            };
        tx_report:
            send(tox_to_clinical, "tox_report");
            goto tx_wait;
    }

    process (clinical_lead \in {CLINICAL_LEAD})
        variables cl_msg = "", cl_reports = 0;
    {
        cl_collect:
            while (cl_reports < 2) {
                either { receive(bio_to_clinical, cl_msg); }
                or     { receive(tox_to_clinical, cl_msg); };
                cl_reports := cl_reports + 1;
            };
        assess_risk:    skip;  \* assess(reports=2)
        cl_review:
            cl_reports := 0;
            send(clinical_to_reg, "clinical_review");
        cl_hold:
            receive(reg_to_clinical, cl_msg);
            if (cl_msg = "hold_clearance") {
        amend_protocol:
                skip;  \* amend(protocol="phase 1")
            };
        cl_verdict:
            receive(director_to_clinical, cl_msg);
            if (cl_msg = "retry") { goto cl_collect; };
    }

    process (regulatory_specialist \in {REGULATORY_SPECIALIST})
        variables re_msg = "";
    {
        re_wait:
            receive(clinical_to_reg, re_msg);
        evaluate_file:  skip;  \* evaluate(file="clinical review")
        re_judge:
            either {    \* approved: the file is closed, and nothing is left to be done here
                send(reg_to_clinical, "no_hold");
                send(reg_to_director, "approval");
                goto Done;
            } or {
                send(reg_to_clinical, "no_hold");
                send(reg_to_director, "conditional_approval");
            } or {
                send(reg_to_clinical, "hold_clearance");
                send(reg_to_director, "conditional_approval");
            };
        re_conditions:  \* approved under conditions: the director may have the compound changed
            receive(director_to_reg, re_msg);
            if (re_msg = "retry") { goto re_wait; };
    }

    process (project_director \in {PROJECT_DIRECTOR})
        variables di_msg = "", di_retried = FALSE;
    {
        di_wait:
            receive(reg_to_director, di_msg);
        weigh_options:  skip;  \* weigh(verdict="regulator")
        di_decide:
            either {
                send(director_to_chem, "final_decision");
                goto di_done;
            } or {
                await ~di_retried;
                di_retried := TRUE;
                send(director_to_chem, "retry");
                send(director_to_form, "retry");
                send(director_to_clinical, "retry");
        di_reg_retry:   \* the regulator waits for word only where there were conditions
                if (di_msg = "conditional_approval") { send(director_to_reg, "retry"); };
                goto di_wait;
            } or {
                await di_msg = "conditional_approval";
                send(director_to_chem, "abort");
            };
        di_done:
            send(director_to_form, "done");
            send(director_to_clinical, "done");
            if (di_msg = "conditional_approval") { send(director_to_reg, "done"); };
    }
}
*)
====
