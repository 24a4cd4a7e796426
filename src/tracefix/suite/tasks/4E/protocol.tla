---- MODULE protocol ----
\* A planner, a coder and a tester bring one feature from specification to a tested build. The planner answers questions until the
\* tester's report is there.
EXTENDS Integers, Sequences, FiniteSets, TLC

CONSTANTS FREE, PLANNER, CODER, TESTER

(*
--algorithm Protocol
variables
    REPO = FREE,
    TEST_RIG = FREE,
    planner_to_coder = <<>>,
    coder_to_planner = <<>>,
    coder_to_tester = <<>>,
    tester_to_coder = <<>>,
    planner_to_tester = <<>>,
    tester_to_planner = <<>>;

define
    AllDone == \A tf_agent \in {PLANNER, CODER, TESTER} : pc[tf_agent] = "Done"

    TypeInvariant ==
        /\ REPO \in {FREE, PLANNER, CODER, TESTER}
        /\ TEST_RIG \in {FREE, PLANNER, CODER, TESTER}
        /\ planner_to_coder \in Seq({"spec", "clarification"})
        /\ coder_to_planner \in Seq({"question"})
        /\ coder_to_tester \in Seq({"build"})
        /\ tester_to_coder \in Seq({"bug", "passed"})
        /\ planner_to_tester \in Seq({"criteria"})
        /\ tester_to_planner \in Seq({"report"})

    ChannelBound ==
        /\ Len(planner_to_coder) <= 3
        /\ Len(coder_to_planner) <= 3
        /\ Len(coder_to_tester) <= 3
        /\ Len(tester_to_coder) <= 3
        /\ Len(planner_to_tester) <= 3
        /\ Len(tester_to_planner) <= 3

    NoOrphanLocks ==
        /\ AllDone => REPO = FREE
        /\ AllDone => TEST_RIG = FREE

    ChannelsDrained ==
        /\ AllDone => planner_to_coder = <<>>
        /\ AllDone => coder_to_planner = <<>>
        /\ AllDone => coder_to_tester = <<>>
        /\ AllDone => tester_to_coder = <<>>
        /\ AllDone => planner_to_tester = <<>>
        /\ AllDone => tester_to_planner = <<>>
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

process planner \in {PLANNER}
variables p_msg = "";
begin
    p_open:
        acquire(REPO);
    write_spec:
        skip;  \* write(path="docs/spec.md")
    p_close:
        release(REPO);
    p_spec:
        send(planner_to_coder, "spec");
    p_criteria:
        send(planner_to_tester, "criteria");
    p_serve:
        while p_msg # "report" do
            either
                receive(coder_to_planner, p_msg);
    p_answer:
                send(planner_to_coder, "clarification");
            or
                receive(tester_to_planner, p_msg);
            end either;
        end while;
end process;

process coder \in {CODER}
variables c_msg = "";
begin
    c_spec:
        receive(planner_to_coder, c_msg);
    c_think:        \* a specification or a bug may raise a question
        either
            send(coder_to_planner, "question");
    c_answer:
            receive(planner_to_coder, c_msg);
        or
            skip;
        end either;
    c_open:
        acquire(REPO);
    write_code:
        skip;  \* edit(path="src/feature")
    build_code:
        skip;  \* build(target="feature")
    c_build_outcome:
        either
    c_built:
            release(REPO);
        or
    c_build_failed:     \* the repository is free while the coder looks for the reason
            release(REPO);
            goto c_open;
        end either;
    c_rig:
        acquire(TEST_RIG);
    smoke_test:
        skip;  \* smoke(target="feature")
    c_unrig:
        release(TEST_RIG);
    c_submit:
        send(coder_to_tester, "build");
    c_verdict:
        receive(tester_to_coder, c_msg);
        if c_msg = "bug" then
            goto c_think;
        end if;
end process;

process tester \in {TESTER}
variables t_msg = "";
begin
    t_criteria:
        receive(planner_to_tester, t_msg);
    t_open:
        acquire(REPO);
    write_tests:
        skip;  \* write(path="tests/feature", criteria)
    t_close:
        release(REPO);
    t_rig:
        acquire(TEST_RIG);
    prepare_rig:
        skip;  \* load(rig="test", data)
    t_unrig:
        release(TEST_RIG);
    t_wait:
        receive(coder_to_tester, t_msg);
    t_rig_again:
        acquire(TEST_RIG);
    run_tests:
        skip;  \* run(suite="tests/feature")
    t_run_outcome:
        either
    t_ran:
            release(TEST_RIG);
        or
    t_run_failed:       \* the rig broke down: nothing is known about the build, so the run is repeated
            release(TEST_RIG);
            goto t_rig_again;
        end either;
    t_decide:
        either
            send(tester_to_coder, "bug");
            goto t_wait;
        or
            send(tester_to_coder, "passed");
        end either;
    t_report:
        send(tester_to_planner, "report");
end process;
end algorithm;
*)
====
