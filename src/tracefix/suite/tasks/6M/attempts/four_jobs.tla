---- MODULE four_jobs ----
\* A merge queue: two feature branches are pre-checked by a test lab and queue up for the trunk. The integrator stages one
\* candidate at a time, has the lab test it, and lands it or evicts it from the queue.
EXTENDS Integers, Sequences, FiniteSets, TLC

CONSTANTS FREE, FEATURE_A, FEATURE_B, INTEGRATOR, TEST_LAB

(*
--algorithm Protocol
variables
    TRUNK = FREE,
    TEST_BENCH = FREE,
    a_to_integrator = <<>>,
    integrator_to_a = <<>>,
    b_to_integrator = <<>>,
    integrator_to_b = <<>>,
    a_to_lab = <<>>,
    lab_to_a = <<>>,
    b_to_lab = <<>>,
    lab_to_b = <<>>,
    integrator_to_lab = <<>>,
    lab_to_integrator = <<>>;

define
    AllDone == \A tf_agent \in {FEATURE_A, FEATURE_B, INTEGRATOR, TEST_LAB} : pc[tf_agent] = "Done"

    TypeInvariant ==
        /\ TRUNK \in {FREE, FEATURE_A, FEATURE_B, INTEGRATOR, TEST_LAB}
        /\ TEST_BENCH \in {FREE, FEATURE_A, FEATURE_B, INTEGRATOR, TEST_LAB}
        /\ a_to_integrator \in Seq({"enqueue"})
        /\ integrator_to_a \in Seq({"landed", "evicted"})
        /\ b_to_integrator \in Seq({"enqueue"})
        /\ integrator_to_b \in Seq({"landed", "evicted"})
        /\ a_to_lab \in Seq({"precheck"})
        /\ lab_to_a \in Seq({"passed", "broken"})
        /\ b_to_lab \in Seq({"precheck"})
        /\ lab_to_b \in Seq({"passed", "broken"})
        /\ integrator_to_lab \in Seq({"candidate", "queue_empty"})
        /\ lab_to_integrator \in Seq({"passed", "broken"})

    ChannelBound ==
        /\ Len(a_to_integrator) <= 3
        /\ Len(integrator_to_a) <= 3
        /\ Len(b_to_integrator) <= 3
        /\ Len(integrator_to_b) <= 3
        /\ Len(a_to_lab) <= 3
        /\ Len(lab_to_a) <= 3
        /\ Len(b_to_lab) <= 3
        /\ Len(lab_to_b) <= 3
        /\ Len(integrator_to_lab) <= 3
        /\ Len(lab_to_integrator) <= 3

    NoOrphanLocks ==
        /\ AllDone => TRUNK = FREE
        /\ AllDone => TEST_BENCH = FREE

    ChannelsDrained ==
        /\ AllDone => a_to_integrator = <<>>
        /\ AllDone => integrator_to_a = <<>>
        /\ AllDone => b_to_integrator = <<>>
        /\ AllDone => integrator_to_b = <<>>
        /\ AllDone => a_to_lab = <<>>
        /\ AllDone => lab_to_a = <<>>
        /\ AllDone => b_to_lab = <<>>
        /\ AllDone => lab_to_b = <<>>
        /\ AllDone => integrator_to_lab = <<>>
        /\ AllDone => lab_to_integrator = <<>>
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

\* Sends the label to the one of the two authors that is meant.
macro reply(author, label, to_a, to_b) begin
    if author = "a" then
        send(to_a, label);
    else
        send(to_b, label);
    end if;
end macro;

process feature_a \in {FEATURE_A}
variables a_msg = "";
begin
    write_feature_a:
        skip;  \* edit(branch="feature-a")
    a_open:
        acquire(TRUNK);
    update_branch_a:
        skip;  \* merge(source="trunk", target="feature-a")
    a_close:
        release(TRUNK);
    a_precheck:
        send(a_to_lab, "precheck");
    a_result:
        receive(lab_to_a, a_msg);
        if a_msg = "broken" then
            goto a_bench;
        end if;
    a_enqueue:
        send(a_to_integrator, "enqueue");
    a_verdict:
        receive(integrator_to_a, a_msg);
        if a_msg = "landed" then
            goto Done;
        else
            goto write_feature_a;
        end if;
    a_bench:
        acquire(TEST_BENCH);
    debug_feature_a:
        skip;  \* debug(bench="hardware", branch="feature-a")
    a_leave_bench:
        release(TEST_BENCH);
        goto write_feature_a;
end process;

process feature_b \in {FEATURE_B}
variables b_msg = "";
begin
    write_feature_b:
        skip;  \* edit(branch="feature-b")
    b_open:
        acquire(TRUNK);
    update_branch_b:
        skip;  \* merge(source="trunk", target="feature-b")
    b_close:
        release(TRUNK);
    b_precheck:
        send(b_to_lab, "precheck");
    b_result:
        receive(lab_to_b, b_msg);
        if b_msg = "broken" then
            goto b_bench;
        end if;
    b_enqueue:
        send(b_to_integrator, "enqueue");
    b_verdict:
        receive(integrator_to_b, b_msg);
        if b_msg = "landed" then
            goto Done;
        else
            goto write_feature_b;
        end if;
    b_bench:
        acquire(TEST_BENCH);
    debug_feature_b:
        skip;  \* debug(bench="hardware", branch="feature-b")
    b_leave_bench:
        release(TEST_BENCH);
        goto write_feature_b;
end process;

\* The trunk is the integrator's from staging to landing: what is tested is what lands.
process integrator \in {INTEGRATOR}
variables i_msg = "", i_author = "", landed = 0;
begin
    i_next:
        while landed < 2 do
            either
                receive(a_to_integrator, i_msg);
                i_author := "a";
            or
                receive(b_to_integrator, i_msg);
                i_author := "b";
            end either;
    i_open:
            acquire(TRUNK);
    stage_candidate:
            skip;  \* merge(source, target="candidate")
    i_stage_outcome:
            either
    i_staged:
                send(integrator_to_lab, "candidate");
            or
    i_conflict:
                goto i_drop;
            end either;
    i_tested:
            receive(lab_to_integrator, i_msg);
            if i_msg = "broken" then
                goto i_drop;
            end if;
    land_candidate:
            skip;  \* fast_forward(branch="trunk", to="candidate")
    i_close:
            release(TRUNK);
    i_landed:
            reply(i_author, "landed", integrator_to_a, integrator_to_b);
            landed := landed + 1;
            goto i_next;
    i_drop:
            release(TRUNK);
    i_evict:
            reply(i_author, "evicted", integrator_to_a, integrator_to_b);
        end while;
    i_finish:
        send(integrator_to_lab, "queue_empty");
end process;

\* Two branches to pre-check and two candidates to test. A bench run that failed is repeated and does not count.
process test_lab \in {TEST_LAB}
variables l_msg = "", l_client = "", jobs = 4;
begin
    l_wait:
        while jobs > 0 do
            either
                receive(a_to_lab, l_msg);
                l_client := "a";
            or
                receive(b_to_lab, l_msg);
                l_client := "b";
            or
                receive(integrator_to_lab, l_msg);
                l_client := "integrator";
            end either;
    l_bench:
            acquire(TEST_BENCH);
    run_bench:
            skip;  \* run(bench="hardware", build)
    l_run_outcome:
            either
    l_ran:
                release(TEST_BENCH);
                jobs := jobs - 1;
            or
    l_run_failed:
                release(TEST_BENCH);
                goto l_bench;
            end either;
    l_judge:
            either
                l_msg := "passed";
            or
                l_msg := "broken";
            end either;
    l_answer:
            if l_client = "integrator" then
                send(lab_to_integrator, l_msg);
            else
                reply(l_client, l_msg, lab_to_a, lab_to_b);
            end if;
        end while;
    l_sign_off:
        receive(integrator_to_lab, l_msg);
end process;
end algorithm;
*)
====
