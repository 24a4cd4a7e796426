---- MODULE unlabelled_steps ----
\* Acute abdomen in an emergency department. The patient can be with one person at a time. Blood and scan are ordered side by
\* side, failed ones again; the surgeon is warned early, consulted late, and may ask for another scan.
EXTENDS Integers, Sequences, FiniteSets, TLC

CONSTANTS FREE, TRIAGE_NURSE, ATTENDING, RADIOLOGIST, LAB_TECHNICIAN, SURGEON

(*
--algorithm Protocol {
    variables
        PATIENT = FREE,
        PATIENT_RECORD = FREE,
        nurse_to_attending = <<>>,
        attending_to_nurse = <<>>,
        attending_to_lab = <<>>,
        lab_to_attending = <<>>,
        attending_to_radiologist = <<>>,
        radiologist_to_attending = <<>>,
        attending_to_surgeon = <<>>,
        surgeon_to_attending = <<>>,
        nurse_to_surgeon = <<>>;

    define {
        AllDone == \A tf_agent \in {TRIAGE_NURSE, ATTENDING, RADIOLOGIST, LAB_TECHNICIAN, SURGEON} : pc[tf_agent] = "Done"

        TypeInvariant ==
            /\ PATIENT \in {FREE, TRIAGE_NURSE, ATTENDING, RADIOLOGIST, LAB_TECHNICIAN, SURGEON}
            /\ PATIENT_RECORD \in {FREE, TRIAGE_NURSE, ATTENDING, RADIOLOGIST, LAB_TECHNICIAN, SURGEON}
            /\ nurse_to_attending \in Seq({"stable", "unstable"})
            /\ attending_to_nurse \in Seq({"prepare_theatre", "admit", "discharge"})
            /\ attending_to_lab \in Seq({"order", "finish"})
            /\ lab_to_attending \in Seq({"normal", "inflamed", "haemolysed"})
            /\ attending_to_radiologist \in Seq({"order", "finish"})
            /\ radiologist_to_attending \in Seq({"negative", "positive", "blurred"})
            /\ attending_to_surgeon \in Seq({"alert", "consult", "no_consult"})
            /\ surgeon_to_attending \in Seq({"operate", "observe", "more_imaging"})
            /\ nurse_to_surgeon \in Seq({"patient_ready"})

        ChannelBound ==
            /\ Len(nurse_to_attending) <= 3
            /\ Len(attending_to_nurse) <= 3
            /\ Len(attending_to_lab) <= 3
            /\ Len(lab_to_attending) <= 3
            /\ Len(attending_to_radiologist) <= 3
            /\ Len(radiologist_to_attending) <= 3
            /\ Len(attending_to_surgeon) <= 3
            /\ Len(surgeon_to_attending) <= 3
            /\ Len(nurse_to_surgeon) <= 3

        NoOrphanLocks ==
            /\ AllDone => PATIENT = FREE
            /\ AllDone => PATIENT_RECORD = FREE

        ChannelsDrained ==
            /\ AllDone => nurse_to_attending = <<>>
            /\ AllDone => attending_to_nurse = <<>>
            /\ AllDone => attending_to_lab = <<>>
            /\ AllDone => lab_to_attending = <<>>
            /\ AllDone => attending_to_radiologist = <<>>
            /\ AllDone => radiologist_to_attending = <<>>
            /\ AllDone => attending_to_surgeon = <<>>
            /\ AllDone => surgeon_to_attending = <<>>
            /\ AllDone => nurse_to_surgeon = <<>>
    }

    macro acquire(lock) { await lock = FREE; lock := self; }
    macro release(lock) { assert lock = self; lock := FREE; }

    macro send(channel, label) { channel := Append(channel, label); }
    macro receive(channel, into) { await channel # <<>>; into := Head(channel); channel := Tail(channel); }

    process (triage_nurse \in {TRIAGE_NURSE})
        variables nu_msg = "";
    {
        nu_patient:
            acquire(PATIENT);
        take_vitals:
            skip;  \* take_vitals(patient="bed 4")
        nu_leave:
            release(PATIENT);
        nu_handover:
            either { send(nurse_to_attending, "stable"); }
            or     { send(nurse_to_attending, "unstable"); };
        nu_disposition:
            receive(attending_to_nurse, nu_msg);
            if (nu_msg = "admit") { goto admit_patient; }
            else if (nu_msg = "discharge") { goto discharge_patient; };
        nu_theatre:
            acquire(PATIENT);
        prepare_patient:
            skip;  \* prepare_for_theatre(patient="bed 4")
        nu_theatre_done:
            release(PATIENT);
        nu_ready:
            send(nurse_to_surgeon, "patient_ready");
            goto Done;
        admit_patient:
            skip;  \* admit(patient="bed 4", ward="surgery")
            goto Done;
        discharge_patient:
            skip;  \* discharge(patient="bed 4")
    }

    process (attending \in {ATTENDING})
        variables at_msg = "", open_results = 0, suspicious = FALSE, blood_again = FALSE, scan_again = FALSE;
    {
        at_arrival:
            receive(nurse_to_attending, at_msg);
            if (at_msg = "stable") { goto at_patient; };
        at_alert:               \* the theatre is asked for before anything is known
            send(attending_to_surgeon, "alert");
        at_patient:
            acquire(PATIENT);
        examine_patient:
            skip;  \* examine(patient="bed 4")
        at_leave:
            release(PATIENT);
        at_order_blood:
            send(attending_to_lab, "order");
            open_results := open_results + 1;
        at_order_scan:
            send(attending_to_radiologist, "order");
            open_results := open_results + 1;
        at_collect:
            while (open_results > 0) {
                either {
                    receive(lab_to_attending, at_msg);
                    if (at_msg = "haemolysed" /\ ~blood_again) {
                        blood_again := TRUE;
                        goto at_order_blood;
                    };
                    if (at_msg != "normal") { suspicious := TRUE; };
                } or {
                    receive(radiologist_to_attending, at_msg);
                    if (at_msg = "blurred" /\ ~scan_again) {
                        scan_again := TRUE;
                        goto at_order_scan;
                    };
                    if (at_msg != "negative") { suspicious := TRUE; };
                };
                open_results := open_results - 1;
            };
            if (~suspicious) {
                either { goto at_no_consult; }
                or     { skip; };
            };
            send(attending_to_surgeon, "consult");
        at_advice:
            receive(surgeon_to_attending, at_msg);
            if (at_msg = "operate") { goto at_operate; }
            else if (at_msg = "observe") { goto at_admit; };
            scan_again := FALSE;
            goto at_order_scan;
        at_operate:
            send(attending_to_nurse, "prepare_theatre");
            goto at_finish_lab;
        at_admit:
            send(attending_to_nurse, "admit");
            goto at_finish_lab;
        at_no_consult:
            send(attending_to_surgeon, "no_consult");
        at_discharge:
            send(attending_to_nurse, "discharge");
        at_finish_lab:
            send(attending_to_lab, "finish");
        at_finish_scan:
            send(attending_to_radiologist, "finish");
    }

    process (radiologist \in {RADIOLOGIST})
        variables ra_msg = "";
    {
        ra_wait:
            receive(attending_to_radiologist, ra_msg);
            if (ra_msg = "finish") { goto Done; };
        ra_patient:
            acquire(PATIENT);
        scan_abdomen:
            skip;  \* scan(patient="bed 4", region="abdomen")
        ra_scanned:
            either {
        ra_leave:
                release(PATIENT);
            } or {              \* the patient moved
        ra_moved:
                release(PATIENT);
        ra_blurred:
                send(radiologist_to_attending, "blurred");
                goto ra_wait;
            };
        ra_record:
            acquire(PATIENT_RECORD);
        write_findings:
            skip;  \* write_findings(patient="bed 4")
        ra_filed:
            release(PATIENT_RECORD);
        ra_report:
            either { send(radiologist_to_attending, "negative"); }
            or     { send(radiologist_to_attending, "positive"); };
            goto ra_wait;
    }

    process (lab_technician \in {LAB_TECHNICIAN})
        variables la_msg = "";
    {
        la_wait:
            receive(attending_to_lab, la_msg);
            if (la_msg = "finish") { goto Done; };
        la_patient:
            acquire(PATIENT);
        draw_blood:
            skip;  \* draw_blood(patient="bed 4", tubes=3)
        la_leave:
            release(PATIENT);
        analyse_blood:
            skip;  \* analyse(tubes=3)
        la_analysed:
            either {
        la_record:
                acquire(PATIENT_RECORD);
            } or {              \* the cells broke on the way
        la_spoilt:
                send(lab_to_attending, "haemolysed");
                goto la_wait;
            };
        enter_values:
            skip;  \* enter_values(patient="bed 4")
        la_filed:
            release(PATIENT_RECORD);
        la_report:
            either { send(lab_to_attending, "normal"); }
            or     { send(lab_to_attending, "inflamed"); };
            goto la_wait;
    }

    process (surgeon \in {SURGEON})
        variables su_msg = "", reserved = FALSE, imaged = FALSE;
    {
        su_wait:
            receive(attending_to_surgeon, su_msg);
            if (su_msg = "consult") { goto su_patient; }
            else if (su_msg = "no_consult") { goto su_unneeded; };
        reserve_theatre:
            skip;  \* reserve_theatre(room=2)
            reserved := TRUE;
            goto su_wait;
        su_patient:
            acquire(PATIENT);
        palpate_abdomen:
            skip;  \* palpate(patient="bed 4")
        su_leave:
            release(PATIENT);
        su_record:
            acquire(PATIENT_RECORD);
        review_record:
            skip;  \* review_record(patient="bed 4")
        su_reviewed:
            release(PATIENT_RECORD);
        su_decide:
            either { goto su_operate; }
            or     { goto su_observe; }
            or     { await ~imaged; };
        su_image:               \* one more scan may be asked for
            send(surgeon_to_attending, "more_imaging");
            imaged := TRUE;
            goto su_wait;
        su_operate:
            send(surgeon_to_attending, "operate");
        su_ready:
            receive(nurse_to_surgeon, su_msg);
        su_theatre:
            acquire(PATIENT);
        remove_appendix:
            skip;  \* operate(patient="bed 4", procedure="appendectomy")
        su_closed:
            release(PATIENT);
            goto Done;
        su_observe:
            send(surgeon_to_attending, "observe");
        su_unneeded:
            if (reserved) {
        cancel_theatre:
                skip;  \* cancel_theatre(room=2)
            };
    }
}
*)
====
