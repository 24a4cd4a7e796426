---- MODULE protocol ----
\* A clinical candidate is chosen as in a two-phase commit: the lead proposes a compound, three experts examine it at the same
\* time and vote, and all of them commit to it or all of them leave it. A compound with a vote against it may be followed by
\* another one.
EXTENDS Integers, Sequences, FiniteSets, TLC

CONSTANTS FREE, PROJECT_LEAD, CHEMIST, BIOLOGIST, TOXICOLOGIST, PHARMACIST

(*
--algorithm Protocol
    variables
        HPLC = FREE,
        MASS_SPEC = FREE,
        CELL_LAB = FREE,
        COLD_ROOM = FREE,
        lead_to_chemist = <<>>,
        chemist_to_lead = <<>>,
        lead_to_biologist = <<>>,
        biologist_to_lead = <<>>,
        lead_to_toxicologist = <<>>,
        toxicologist_to_lead = <<>>,
        chemist_to_biologist = <<>>,
        chemist_to_toxicologist = <<>>,
        chemist_to_pharmacist = <<>>;

    define
        AllDone == \A tf_agent \in {PROJECT_LEAD, CHEMIST, BIOLOGIST, TOXICOLOGIST, PHARMACIST} : pc[tf_agent] = "Done"

        TypeInvariant ==
            /\ HPLC \in {FREE, PROJECT_LEAD, CHEMIST, BIOLOGIST, TOXICOLOGIST, PHARMACIST}
            /\ MASS_SPEC \in {FREE, PROJECT_LEAD, CHEMIST, BIOLOGIST, TOXICOLOGIST, PHARMACIST}
            /\ CELL_LAB \in {FREE, PROJECT_LEAD, CHEMIST, BIOLOGIST, TOXICOLOGIST, PHARMACIST}
            /\ COLD_ROOM \in {FREE, PROJECT_LEAD, CHEMIST, BIOLOGIST, TOXICOLOGIST, PHARMACIST}
            /\ lead_to_chemist \in Seq({"propose", "commit", "abandon"})
            /\ chemist_to_lead \in Seq({"favour", "against"})
            /\ lead_to_biologist \in Seq({"propose", "commit", "abandon"})
            /\ biologist_to_lead \in Seq({"favour", "against"})
            /\ lead_to_toxicologist \in Seq({"propose", "commit", "abandon"})
            /\ toxicologist_to_lead \in Seq({"favour", "against"})
            /\ chemist_to_biologist \in Seq({"aliquot"})
            /\ chemist_to_toxicologist \in Seq({"aliquot"})
            /\ chemist_to_pharmacist \in Seq({"bulk", "nothing"})

        ChannelBound ==
            /\ Len(lead_to_chemist) <= 3
            /\ Len(chemist_to_lead) <= 3
            /\ Len(lead_to_biologist) <= 3
            /\ Len(biologist_to_lead) <= 3
            /\ Len(lead_to_toxicologist) <= 3
            /\ Len(toxicologist_to_lead) <= 3
            /\ Len(chemist_to_biologist) <= 3
            /\ Len(chemist_to_toxicologist) <= 3
            /\ Len(chemist_to_pharmacist) <= 3

        NoOrphanLocks ==
            /\ AllDone => HPLC = FREE
            /\ AllDone => MASS_SPEC = FREE
            /\ AllDone => CELL_LAB = FREE
            /\ AllDone => COLD_ROOM = FREE

        ChannelsDrained ==
            /\ AllDone => lead_to_chemist = <<>>
            /\ AllDone => chemist_to_lead = <<>>
            /\ AllDone => lead_to_biologist = <<>>
            /\ AllDone => biologist_to_lead = <<>>
            /\ AllDone => lead_to_toxicologist = <<>>
            /\ AllDone => toxicologist_to_lead = <<>>
            /\ AllDone => chemist_to_biologist = <<>>
            /\ AllDone => chemist_to_toxicologist = <<>>
            /\ AllDone => chemist_to_pharmacist = <<>>
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

    process project_lead \in {PROJECT_LEAD}
    variables pl_msg = "", pl_votes = 0, pl_against = FALSE;
    begin
        choose_compound:
            skip;  \* select(source="lead series")
        pl_propose:
            pl_votes := 0;
            pl_against := FALSE;
            send(lead_to_chemist, "propose");
            send(lead_to_biologist, "propose");
            send(lead_to_toxicologist, "propose");
        pl_collect:         \* the votes come in any order, and all of them are heard
            while pl_votes < 3 do
                either
                    receive(chemist_to_lead, pl_msg);
                or
                    receive(biologist_to_lead, pl_msg);
                or
                    receive(toxicologist_to_lead, pl_msg);
                end either;
                pl_votes := pl_votes + 1;
                if pl_msg = "against" then
                    pl_against := TRUE;
                end if;
            end while;
        pl_decide:
            if ~pl_against then
        sign_nomination:
                skip;  \* sign(document="nomination")
        pl_commit:
                send(lead_to_chemist, "commit");
                send(lead_to_biologist, "commit");
                send(lead_to_toxicologist, "commit");
            else
                either
                    goto choose_compound;
                or
        pl_abandon:
                    send(lead_to_chemist, "abandon");
                    send(lead_to_biologist, "abandon");
                    send(lead_to_toxicologist, "abandon");
                end either;
            end if;
    end process;

    process chemist \in {CHEMIST}
    variables ch_msg = "";
    begin
        ch_wait:
            receive(lead_to_chemist, ch_msg);
        ch_task:
            if ch_msg = "propose" then
        make_sample:
                skip;  \* synthesise(amount="10 mg")
        ch_make_end:
                either
        ch_made:
                    acquire(COLD_ROOM);
                or
        discard_sample:
                    skip;  \* discard(amount="all")
                    goto make_sample;
                end either;
        store_aliquots:
                skip;  \* store(aliquots=2)
        ch_give_room:
                release(COLD_ROOM);
        ch_hand_out:
                send(chemist_to_biologist, "aliquot");
                send(chemist_to_toxicologist, "aliquot");
        ch_take_hplc:       \* is it stable enough to be made by the kilogram?
                acquire(HPLC);
        check_stability:
                skip;  \* chromatogram(sample="stressed")
        ch_give_hplc:
                release(HPLC);
        ch_vote:
                either
                    send(chemist_to_lead, "favour");
                or
                    send(chemist_to_lead, "against");
                end either;
                goto ch_wait;
            elsif ch_msg = "commit" then
        make_bulk:
                skip;  \* synthesise(amount="1 kg")
        ch_retake_hplc:
                acquire(HPLC);
        check_bulk:
                skip;  \* chromatogram(sample="bulk")
        ch_leave_hplc:
                release(HPLC);
        ch_deliver:
                send(chemist_to_pharmacist, "bulk");
            else
        ch_call_off:
                send(chemist_to_pharmacist, "nothing");
            end if;
    end process;

    process biologist \in {BIOLOGIST}
    variables bi_msg = "";
    begin
        bi_wait:
            receive(lead_to_biologist, bi_msg);
        bi_task:
            if bi_msg = "propose" then
                receive(chemist_to_biologist, bi_msg);
        bi_take_room:
                acquire(COLD_ROOM);
        thaw_potency:
                skip;  \* thaw(purpose="potency")
        bi_give_room:
                release(COLD_ROOM);
        bi_take_lab:
                acquire(CELL_LAB);
        assay_potency:
                skip;  \* assay(target="receptor")
        bi_assay_end:
                either
        bi_assayed:
                    release(CELL_LAB);
                or
        bi_repeat:          \* the controls are off: the next one in the queue may use the lab first
                    release(CELL_LAB);
                    goto bi_take_lab;
                end either;
        bi_vote:
                either
                    send(biologist_to_lead, "favour");
                or
                    send(biologist_to_lead, "against");
                end either;
                goto bi_wait;
            elsif bi_msg = "commit" then
        bi_retake_lab:
                acquire(CELL_LAB);
        bank_cells:
                skip;  \* bank(line="receptor")
        bi_leave_lab:
                release(CELL_LAB);
            else
        file_potency:
                skip;  \* archive(report="potency")
            end if;
    end process;

    process toxicologist \in {TOXICOLOGIST}
    variables tx_msg = "";
    begin
        tx_wait:
            receive(lead_to_toxicologist, tx_msg);
        tx_task:
            if tx_msg = "propose" then
                receive(chemist_to_toxicologist, tx_msg);
        tx_take_room:
                acquire(COLD_ROOM);
        thaw_safety:
                skip;  \* thaw(purpose="safety")
        tx_give_room:
                release(COLD_ROOM);
        tx_take_lab:
                acquire(CELL_LAB);
        assay_safety:
                skip;  \* assay(target="liver cells")
        tx_give_lab:
                release(CELL_LAB);
        tx_take_lcms:       \* chromatograph and spectrometer are coupled: neither is of use without the other
                acquire(HPLC);
        tx_couple:
                acquire(MASS_SPEC);
        find_metabolites:
                skip;  \* metabolites(sample="liver cells")
        tx_find_end:
                either
        tx_found:
                    release(MASS_SPEC);
                    release(HPLC);
                or
        tx_clogged:
                    release(MASS_SPEC);
                    release(HPLC);
                    goto tx_take_lcms;
                end either;
        tx_vote:
                either
                    send(toxicologist_to_lead, "favour");
                or
                    send(toxicologist_to_lead, "against");
                end either;
                goto tx_wait;
            elsif tx_msg = "commit" then
        plan_study:
                skip;  \* plan(study="28 days")
            else
        file_safety:
                skip;  \* archive(report="safety")
            end if;
    end process;

    process pharmacist \in {PHARMACIST}
    variables ph_msg = "";
    begin
        ph_take_ms:
            acquire(MASS_SPEC);
        qualify_method:
            skip;  \* qualify(method="identity")
        ph_give_ms:
            release(MASS_SPEC);
        ph_wait:
            receive(chemist_to_pharmacist, ph_msg);
        ph_task:
            if ph_msg = "bulk" then
        ph_take_room:
                acquire(COLD_ROOM);
        fill_vials:
                skip;  \* fill(vials=500)
        ph_fill_end:
                either
        ph_filled:
                    release(COLD_ROOM);
                or
        rinse_line:
                    skip;  \* rinse(line="filling")
                    goto fill_vials;
                end either;
            end if;
    end process;

end algorithm;
*)
====
