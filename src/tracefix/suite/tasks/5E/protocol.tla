---- MODULE protocol ----
\* A second opinion: a physician refers a patient to a cardiologist, who asks the pharmacist about interactions before
\* recommending a blood thinner. The physician prescribes, the pharmacist dispenses or objects.
EXTENDS Integers, Sequences, FiniteSets, TLC

CONSTANTS FREE, PHYSICIAN, CARDIOLOGIST, PHARMACIST

(*
--algorithm Protocol {
    variables
        PATIENT_RECORD = FREE,
        physician_to_cardiologist = <<>>,
        cardiologist_to_physician = <<>>,
        cardiologist_to_pharmacist = <<>>,
        pharmacist_to_cardiologist = <<>>,
        physician_to_pharmacist = <<>>,
        pharmacist_to_physician = <<>>;

    define {
        AllDone == \A tf_agent \in {PHYSICIAN, CARDIOLOGIST, PHARMACIST} : pc[tf_agent] = "Done"

        TypeInvariant ==
            /\ PATIENT_RECORD \in {FREE, PHYSICIAN, CARDIOLOGIST, PHARMACIST}
            /\ physician_to_cardiologist \in Seq({"referral"})
            /\ cardiologist_to_physician \in Seq({"treat", "do_not_treat", "inconclusive"})
            /\ cardiologist_to_pharmacist \in Seq({"interaction_query"})
            /\ pharmacist_to_cardiologist \in Seq({"compatible", "interacts"})
            /\ physician_to_pharmacist \in Seq({"advance_notice", "prescription", "no_prescription"})
            /\ pharmacist_to_physician \in Seq({"dispensed", "objection", "out_of_stock"})

        ChannelBound ==
            /\ Len(physician_to_cardiologist) <= 3
            /\ Len(cardiologist_to_physician) <= 3
            /\ Len(cardiologist_to_pharmacist) <= 3
            /\ Len(pharmacist_to_cardiologist) <= 3
            /\ Len(physician_to_pharmacist) <= 3
            /\ Len(pharmacist_to_physician) <= 3

        NoOrphanLocks ==
            /\ AllDone => PATIENT_RECORD = FREE

        ChannelsDrained ==
            /\ AllDone => physician_to_cardiologist = <<>>
            /\ AllDone => cardiologist_to_physician = <<>>
            /\ AllDone => cardiologist_to_pharmacist = <<>>
            /\ AllDone => pharmacist_to_cardiologist = <<>>
            /\ AllDone => physician_to_pharmacist = <<>>
            /\ AllDone => pharmacist_to_physician = <<>>
    }

    macro acquire(lock) { await lock = FREE; lock := self; }
    macro release(lock) { assert lock = self; lock := FREE; }

    macro send(channel, label) { channel := Append(channel, label); }
    macro receive(channel, into) { await channel # <<>>; into := Head(channel); channel := Tail(channel); }

    process (physician \in {PHYSICIAN})
        variables ph_msg = "";
    {
        ph_open:
            acquire(PATIENT_RECORD);
        take_history:
            skip;  \* record_history(patient="P-1042")
        ph_close:
            release(PATIENT_RECORD);
        ph_refer:
            send(physician_to_cardiologist, "referral");
        ph_announce:            \* the pharmacist may look through the medication list meanwhile
            send(physician_to_pharmacist, "advance_notice");
        ph_opinion:
            receive(cardiologist_to_physician, ph_msg);
            if (ph_msg # "treat") { goto ph_decline; };
        ph_chart:
            acquire(PATIENT_RECORD);
        write_prescription:
            skip;  \* prescribe(patient="P-1042", drug="apixaban", dose_mg=5)
        ph_sign:
            release(PATIENT_RECORD);
        ph_order:
            send(physician_to_pharmacist, "prescription");
        ph_answer:
            receive(pharmacist_to_physician, ph_msg);
            if (ph_msg = "dispensed") { goto inform_patient; };
        ph_reconsider:          \* refused or not in stock: another prescription, or none
            either { goto ph_chart; }
            or     { skip; };
        ph_decline:
            send(physician_to_pharmacist, "no_prescription");
        inform_patient:
            skip;  \* inform(patient="P-1042")
    }

    process (cardiologist \in {CARDIOLOGIST})
        variables ca_msg = "", ecg_failed = FALSE;
    {
        ca_referral:
            receive(physician_to_cardiologist, ca_msg);
        run_ecg:
            skip;  \* run_ecg(patient="P-1042", leads=12)
        ca_traced:
            either {            \* a readable trace
        ca_query:
                send(cardiologist_to_pharmacist, "interaction_query");
            } or {              \* electrodes came off: once more, then it is called inconclusive
        ca_lost:
                if (ecg_failed) { goto ca_unclear; };
        ca_again:
                ecg_failed := TRUE;
                goto run_ecg;
            };
        ca_reply:
            receive(pharmacist_to_cardiologist, ca_msg);
            if (ca_msg = "interacts") { goto ca_alternative; };
        ca_open:
            acquire(PATIENT_RECORD);
        write_opinion:
            skip;  \* write_opinion(patient="P-1042", text="anticoagulation indicated")
        ca_close:
            release(PATIENT_RECORD);
        ca_recommend:
            send(cardiologist_to_physician, "treat");
            goto Done;
        ca_alternative:         \* there may be another drug to ask about
            either { goto ca_query; }
            or     { skip; };
        ca_advise_against:
            send(cardiologist_to_physician, "do_not_treat");
            goto Done;
        ca_unclear:
            send(cardiologist_to_physician, "inconclusive");
    }

    \* Serves both doctors; the physician's last word, not a number of requests, ends the case.
    process (pharmacist \in {PHARMACIST})
        variables rx_msg = "";
    {
        rx_wait:
            either {
                receive(cardiologist_to_pharmacist, rx_msg);
                goto rx_list;
            } or {
                receive(physician_to_pharmacist, rx_msg);
                if (rx_msg = "advance_notice") { goto rx_prepare; }
                else if (rx_msg = "prescription") { goto rx_review; }
                else { goto Done; };
            };
        rx_prepare:
            acquire(PATIENT_RECORD);
        reconcile_medication:
            skip;  \* reconcile(patient="P-1042")
        rx_prepared:
            release(PATIENT_RECORD);
            goto rx_wait;
        rx_list:
            acquire(PATIENT_RECORD);
        check_interactions:
            skip;  \* check_interactions(patient="P-1042", drug="apixaban")
        rx_listed:
            release(PATIENT_RECORD);
        rx_reply:
            either { send(pharmacist_to_cardiologist, "compatible"); }
            or     { send(pharmacist_to_cardiologist, "interacts"); };
            goto rx_wait;
        rx_review:
            acquire(PATIENT_RECORD);
        review_prescription:
            skip;  \* review(patient="P-1042")
        rx_verdict:
            either { skip; }
            or {                \* the dose does not fit the kidney function on record
        rx_return:
                release(PATIENT_RECORD);
        rx_object:
                send(pharmacist_to_physician, "objection");
                goto rx_wait;
            };
        dispense_drug:
            skip;  \* dispense(drug="apixaban", packs=1)
        rx_dispensed:
            either {
        rx_filed:
                release(PATIENT_RECORD);
        rx_confirm:
                send(pharmacist_to_physician, "dispensed");
            } or {              \* the shelf is empty
        rx_empty:
                release(PATIENT_RECORD);
        rx_regret:
                send(pharmacist_to_physician, "out_of_stock");
                goto rx_wait;
            };
    }
}
*)
====
