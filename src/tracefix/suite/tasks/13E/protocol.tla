---- MODULE protocol ----
\* One batch of tablets: the formulator makes it, the analyst assays a sample, quality assurance decides. Everything goes
\* round in one direction.
EXTENDS Integers, Sequences, FiniteSets, TLC

CONSTANTS FREE, FORMULATOR, ANALYST, QA_OFFICER

(*
--algorithm Protocol
variables
    BALANCE = FREE,
    BATCH_RECORD = FREE,
    formulator_to_analyst = <<>>,
    analyst_to_qa = <<>>,
    qa_to_formulator = <<>>;

define
    AllDone == \A tf_agent \in {FORMULATOR, ANALYST, QA_OFFICER} : pc[tf_agent] = "Done"

    TypeInvariant ==
        /\ BALANCE \in {FREE, FORMULATOR, ANALYST, QA_OFFICER}
        /\ BATCH_RECORD \in {FREE, FORMULATOR, ANALYST, QA_OFFICER}
        /\ formulator_to_analyst \in Seq({"sample"})
        /\ analyst_to_qa \in Seq({"within_limits", "out_of_limits", "no_result"})
        /\ qa_to_formulator \in Seq({"release", "discard"})

    ChannelBound ==
        /\ Len(formulator_to_analyst) <= 3
        /\ Len(analyst_to_qa) <= 3
        /\ Len(qa_to_formulator) <= 3

    NoOrphanLocks ==
        /\ AllDone => BALANCE = FREE
        /\ AllDone => BATCH_RECORD = FREE

    ChannelsDrained ==
        /\ AllDone => formulator_to_analyst = <<>>
        /\ AllDone => analyst_to_qa = <<>>
        /\ AllDone => qa_to_formulator = <<>>
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

process formulator \in {FORMULATOR}
variables f_msg = "";
begin
    f_balance:
        acquire(BALANCE);
    f_record:     \* every weighing is written down at the balance
        acquire(BATCH_RECORD);
    weigh_ingredients:
        skip;  \* weigh(items=["ibuprofen", "cellulose"])
    f_clear:
        release(BALANCE);
    f_file:
        release(BATCH_RECORD);
    blend_batch:
        skip;  \* blend(batch="B7", minutes=20)
    f_sample:
        send(formulator_to_analyst, "sample");
    f_verdict:
        receive(qa_to_formulator, f_msg);
        if f_msg = "discard" then
            goto destroy_batch;
        end if;
    pack_batch:
        skip;  \* pack(batch="B7")
        goto Done;
    destroy_batch:
        skip;  \* destroy(batch="B7")
end process;

process analyst \in {ANALYST}
variables an_msg = "";
begin
    an_balance:
        acquire(BALANCE);
    an_open:
        acquire(BATCH_RECORD);
    prepare_standard:
        skip;  \* prepare_standard(substance="ibuprofen", mg=50)
    an_clear:
        release(BALANCE);
    an_close:
        release(BATCH_RECORD);
    an_sample:
        receive(formulator_to_analyst, an_msg);
    run_assay:
        skip;  \* run_assay(batch="B7", method="HPLC")
    an_assayed:
        either
            skip;
        or
    an_invalid:   \* the run does not meet its own suitability criteria
            send(analyst_to_qa, "no_result");
            goto Done;
        end either;
    an_record:
        acquire(BATCH_RECORD);
    enter_result:
        skip;  \* enter_result(batch="B7", percent=99)
    an_file:
        release(BATCH_RECORD);
    an_report:
        either
            send(analyst_to_qa, "within_limits");
        or
            send(analyst_to_qa, "out_of_limits");
        end either;
end process;

process qa_officer \in {QA_OFFICER}
variables qa_msg = "";
begin
    qa_wait:
        receive(analyst_to_qa, qa_msg);
        if qa_msg # "within_limits" then
            goto qa_reject;
        end if;
    qa_record:
        acquire(BATCH_RECORD);
    review_record:
        skip;  \* review_record(batch="B7")
    qa_file:
        release(BATCH_RECORD);
    qa_decide:
        either
            send(qa_to_formulator, "release");
            goto Done;
        or
            skip;  \* the record has gaps
        end either;
    qa_reject:
        send(qa_to_formulator, "discard");
end process;

end algorithm;
*)
====
