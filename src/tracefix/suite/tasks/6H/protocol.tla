---- MODULE protocol ----
\* Three module owners change one interface. A steward rules on their proposals, an integrator merges their branches one at a time
\* and has the tester run the suite, and a release manager tags the release when the interface is frozen and everything is merged.
EXTENDS Integers, Sequences, FiniteSets, TLC

CONSTANTS FREE, MODULE_A, MODULE_B, MODULE_C, API_STEWARD, INTEGRATOR, TESTER, RELEASE_MANAGER

(*
--algorithm Protocol {
    variables
        TRUNK = FREE,
        API_SPEC = FREE,
        TEST_BENCH = FREE,
        CHANGELOG = FREE,
        a_to_steward = <<>>,
        steward_to_a = <<>>,
        a_to_integrator = <<>>,
        integrator_to_a = <<>>,
        a_to_tester = <<>>,
        b_to_steward = <<>>,
        steward_to_b = <<>>,
        b_to_integrator = <<>>,
        integrator_to_b = <<>>,
        b_to_tester = <<>>,
        c_to_steward = <<>>,
        steward_to_c = <<>>,
        c_to_integrator = <<>>,
        integrator_to_c = <<>>,
        c_to_tester = <<>>,
        integrator_to_tester = <<>>,
        tester_to_integrator = <<>>,
        integrator_to_release = <<>>,
        steward_to_release = <<>>;

    define {
        AllDone == \A tf_agent \in {MODULE_A, MODULE_B, MODULE_C, API_STEWARD, INTEGRATOR, TESTER, RELEASE_MANAGER} : pc[tf_agent] = "Done"

        TypeInvariant ==
            /\ TRUNK \in {FREE, MODULE_A, MODULE_B, MODULE_C, API_STEWARD, INTEGRATOR, TESTER, RELEASE_MANAGER}
            /\ API_SPEC \in {FREE, MODULE_A, MODULE_B, MODULE_C, API_STEWARD, INTEGRATOR, TESTER, RELEASE_MANAGER}
            /\ TEST_BENCH \in {FREE, MODULE_A, MODULE_B, MODULE_C, API_STEWARD, INTEGRATOR, TESTER, RELEASE_MANAGER}
            /\ CHANGELOG \in {FREE, MODULE_A, MODULE_B, MODULE_C, API_STEWARD, INTEGRATOR, TESTER, RELEASE_MANAGER}
            /\ a_to_steward \in Seq({"proposal", "finished"})
            /\ steward_to_a \in Seq({"granted", "refused"})
            /\ a_to_integrator \in Seq({"ready"})
            /\ integrator_to_a \in Seq({"merged", "conflict", "failing"})
            /\ a_to_tester \in Seq({"fixture"})
            /\ b_to_steward \in Seq({"proposal", "finished"})
            /\ steward_to_b \in Seq({"granted", "refused"})
            /\ b_to_integrator \in Seq({"ready"})
            /\ integrator_to_b \in Seq({"merged", "conflict", "failing"})
            /\ b_to_tester \in Seq({"fixture"})
            /\ c_to_steward \in Seq({"proposal", "finished"})
            /\ steward_to_c \in Seq({"granted", "refused"})
            /\ c_to_integrator \in Seq({"ready"})
            /\ integrator_to_c \in Seq({"merged", "conflict", "failing"})
            /\ c_to_tester \in Seq({"fixture"})
            /\ integrator_to_tester \in Seq({"test", "finish"})
            /\ tester_to_integrator \in Seq({"green", "red"})
            /\ integrator_to_release \in Seq({"all_merged"})
            /\ steward_to_release \in Seq({"api_frozen"})

        ChannelBound ==
            /\ Len(a_to_steward) <= 3
            /\ Len(steward_to_a) <= 3
            /\ Len(a_to_integrator) <= 3
            /\ Len(integrator_to_a) <= 3
            /\ Len(a_to_tester) <= 3
            /\ Len(b_to_steward) <= 3
            /\ Len(steward_to_b) <= 3
            /\ Len(b_to_integrator) <= 3
            /\ Len(integrator_to_b) <= 3
            /\ Len(b_to_tester) <= 3
            /\ Len(c_to_steward) <= 3
            /\ Len(steward_to_c) <= 3
            /\ Len(c_to_integrator) <= 3
            /\ Len(integrator_to_c) <= 3
            /\ Len(c_to_tester) <= 3
            /\ Len(integrator_to_tester) <= 3
            /\ Len(tester_to_integrator) <= 3
            /\ Len(integrator_to_release) <= 3
            /\ Len(steward_to_release) <= 3

        NoOrphanLocks ==
            /\ AllDone => TRUNK = FREE
            /\ AllDone => API_SPEC = FREE
            /\ AllDone => TEST_BENCH = FREE
            /\ AllDone => CHANGELOG = FREE

        ChannelsDrained ==
            /\ AllDone => a_to_steward = <<>>
            /\ AllDone => steward_to_a = <<>>
            /\ AllDone => a_to_integrator = <<>>
            /\ AllDone => integrator_to_a = <<>>
            /\ AllDone => a_to_tester = <<>>
            /\ AllDone => b_to_steward = <<>>
            /\ AllDone => steward_to_b = <<>>
            /\ AllDone => b_to_integrator = <<>>
            /\ AllDone => integrator_to_b = <<>>
            /\ AllDone => b_to_tester = <<>>
            /\ AllDone => c_to_steward = <<>>
            /\ AllDone => steward_to_c = <<>>
            /\ AllDone => c_to_integrator = <<>>
            /\ AllDone => integrator_to_c = <<>>
            /\ AllDone => c_to_tester = <<>>
            /\ AllDone => integrator_to_tester = <<>>
            /\ AllDone => tester_to_integrator = <<>>
            /\ AllDone => integrator_to_release = <<>>
            /\ AllDone => steward_to_release = <<>>
    }

    macro acquire(lock) { await lock = FREE; lock := self; }
    macro release(lock) { assert lock = self; lock := FREE; }

    macro send(channel, label) { channel := Append(channel, label); }
    macro receive(channel, into) { await channel # <<>>; into := Head(channel); channel := Tail(channel); }

    \* Sends a request; what was answered to the one before no longer counts.
    macro ask(channel, label, answer) { channel := Append(channel, label); answer := ""; }

    macro rule(label) {
        if (st_module = "a") { send(steward_to_a, label); }
        else if (st_module = "b") { send(steward_to_b, label); }
        else { send(steward_to_c, label); };
    }

    macro answer(label) {
        if (in_module = "a") { send(integrator_to_a, label); }
        else if (in_module = "b") { send(integrator_to_b, label); }
        else { send(integrator_to_c, label); };
    }

    process (module_a \in {MODULE_A})
        variables a_msg = "";
    {
        a_propose:
            ask(a_to_steward, "proposal", a_msg);
        a_ruling:
            receive(steward_to_a, a_msg);
            if (a_msg = "refused") { goto a_propose; };
        a_open_spec:
            acquire(API_SPEC);
        edit_api_a:
            skip;  \* edit(document="api", module="a")
        a_close_spec:
            release(API_SPEC);
        a_open_bench:
            acquire(TEST_BENCH);
        load_fixture_a:
            skip;  \* load(bench="integration", fixture="a")
        a_close_bench:
            release(TEST_BENCH);
        a_fixture:
            send(a_to_tester, "fixture");
        implement_a:
            skip;  \* implement(module="a")
        a_ready:
            ask(a_to_integrator, "ready", a_msg);
        a_verdict:
            receive(integrator_to_a, a_msg);
            if (a_msg = "merged") { goto a_open_log; }
            else if (a_msg = "failing") { goto implement_a; };
        a_open_trunk:
            acquire(TRUNK);
        rebase_a:
            skip;  \* rebase(branch="module-a", onto="trunk")
        a_close_trunk:
            release(TRUNK);
            goto a_ready;
        a_open_log:
            acquire(CHANGELOG);
        log_change_a:
            skip;  \* append(document="changelog", module="a")
        a_close_log:
            release(CHANGELOG);
        a_finished:
            send(a_to_steward, "finished");
    }

    process (module_b \in {MODULE_B})
        variables b_msg = "";
    {
        b_propose:
            ask(b_to_steward, "proposal", b_msg);
        b_ruling:
            receive(steward_to_b, b_msg);
            if (b_msg = "refused") { goto b_propose; };
        b_open_spec:
            acquire(API_SPEC);
        edit_api_b:
            skip;  \* edit(document="api", module="b")
        b_close_spec:
            release(API_SPEC);
        b_open_bench:
            acquire(TEST_BENCH);
        load_fixture_b:
            skip;  \* load(bench="integration", fixture="b")
        b_close_bench:
            release(TEST_BENCH);
        b_fixture:
            send(b_to_tester, "fixture");
        implement_b:
            skip;  \* implement(module="b")
        b_ready:
            ask(b_to_integrator, "ready", b_msg);
        b_verdict:
            receive(integrator_to_b, b_msg);
            if (b_msg = "merged") { goto b_open_log; }
            else if (b_msg = "failing") { goto implement_b; };
        b_open_trunk:
            acquire(TRUNK);
        rebase_b:
            skip;  \* rebase(branch="module-b", onto="trunk")
        b_close_trunk:
            release(TRUNK);
            goto b_ready;
        b_open_log:
            acquire(CHANGELOG);
        log_change_b:
            skip;  \* append(document="changelog", module="b")
        b_close_log:
            release(CHANGELOG);
        b_finished:
            send(b_to_steward, "finished");
    }

    process (module_c \in {MODULE_C})
        variables c_msg = "";
    {
        c_propose:
            ask(c_to_steward, "proposal", c_msg);
        c_ruling:
            receive(steward_to_c, c_msg);
            if (c_msg = "refused") { goto c_propose; };
        c_open_spec:
            acquire(API_SPEC);
        edit_api_c:
            skip;  \* edit(document="api", module="c")
        c_close_spec:
            release(API_SPEC);
        c_open_bench:
            acquire(TEST_BENCH);
        load_fixture_c:
            skip;  \* load(bench="integration", fixture="c")
        c_close_bench:
            release(TEST_BENCH);
        c_fixture:
            send(c_to_tester, "fixture");
        implement_c:
            skip;  \* implement(module="c")
        c_ready:
            ask(c_to_integrator, "ready", c_msg);
        c_verdict:
            receive(integrator_to_c, c_msg);
            if (c_msg = "merged") { goto c_open_log; }
            else if (c_msg = "failing") { goto implement_c; };
        c_open_trunk:
            acquire(TRUNK);
        rebase_c:
            skip;  \* rebase(branch="module-c", onto="trunk")
        c_close_trunk:
            release(TRUNK);
            goto c_ready;
        c_open_log:
            acquire(CHANGELOG);
        log_change_c:
            skip;  \* append(document="changelog", module="c")
        c_close_log:
            release(CHANGELOG);
        c_finished:
            send(c_to_steward, "finished");
    }

    \* The steward rules on proposals until every module is finished; from then on the interface does not change any more.
    process (steward \in {API_STEWARD})
        variables st_msg = "", st_module = "", finished = 0;
    {
        st_next:
            while (finished < 3) {
                either { receive(a_to_steward, st_msg); st_module := "a"; }
                or     { receive(b_to_steward, st_msg); st_module := "b"; }
                or     { receive(c_to_steward, st_msg); st_module := "c"; };
                if (st_msg = "finished") {
                    finished := finished + 1;
                    goto st_next;
                };
        st_open:
                acquire(API_SPEC);
        review_api:
                skip;  \* review(document="api", proposal)
        st_close:
                release(API_SPEC);
        st_rule:
                either { rule("granted"); }
                or     { rule("refused"); };
            };
        st_frozen:
            send(steward_to_release, "api_frozen");
    }

    process (integrator \in {INTEGRATOR})
        variables in_msg = "", in_module = "", merged = 0;
    {
        in_next:
            while (merged < 3) {
                either { receive(a_to_integrator, in_msg); in_module := "a"; }
                or     { receive(b_to_integrator, in_msg); in_module := "b"; }
                or     { receive(c_to_integrator, in_msg); in_module := "c"; };
        in_open:
                acquire(TRUNK);
        merge_module:
                skip;  \* merge(branch, into="trunk")
        in_merge_outcome:
                either {
        in_test:
                    send(integrator_to_tester, "test");
        in_result:      \* the trunk stays as it is until the tester has spoken
                    receive(tester_to_integrator, in_msg);
                    if (in_msg = "green") { goto in_close; };
        revert_module:
                    skip;  \* revert(branch="trunk")
        in_reverted:
                    release(TRUNK);
        in_failing:
                    answer("failing");
                    goto in_next;
                } or {
        in_conflict:
                    release(TRUNK);
        in_ask_rebase:
                    answer("conflict");
                    goto in_next;
                };
        in_close:
                release(TRUNK);
        in_merged:
                answer("merged");
                merged := merged + 1;
            };
        in_finish:
            send(integrator_to_tester, "finish");
        in_all_merged:
            send(integrator_to_release, "all_merged");
    }

    \* A test run uses the fixtures that are loaded. The tester's work is done when the integrator has
    \* finished and no fixture is missing.
    process (tester \in {TESTER})
        variables te_msg = "", fixtures = 0, closing = FALSE;
    {
        te_wait:
            while (~closing \/ fixtures < 3) {
                either { receive(a_to_tester, te_msg); }
                or     { receive(b_to_tester, te_msg); }
                or     { receive(c_to_tester, te_msg); }
                or     { receive(integrator_to_tester, te_msg); };
        te_bench:
                if (te_msg = "finish") {
                    closing := TRUE;
                    goto te_wait;
                } else if (te_msg = "fixture") {
                    fixtures := fixtures + 1;
                    goto te_wait;
                } else {
                    acquire(TEST_BENCH);
                };
        run_suite:
                skip;  \* run(bench="integration", suite="all")
        te_run_outcome:
                either {
        te_ran:
                    release(TEST_BENCH);
                } or {
        te_run_failed:
                    release(TEST_BENCH);
                    goto te_bench;
                };
        te_judge:
                either { send(tester_to_integrator, "green"); }
                or     { send(tester_to_integrator, "red"); };
            };
    }

    process (release_manager \in {RELEASE_MANAGER})
        variables re_msg = "", confirmations = 0;
    {
        re_wait:        \* the two confirmations come in any order
            while (confirmations < 2) {
                either { receive(integrator_to_release, re_msg); }
                or     { receive(steward_to_release, re_msg); };
                confirmations := confirmations + 1;
            };
        re_open_trunk:
            acquire(TRUNK);
        re_open_spec:
            acquire(API_SPEC);
        re_open_log:
            acquire(CHANGELOG);
        tag_release:
            skip;  \* tag(version="next")
        re_tag_outcome:
            either {
        re_tagged:
                release(CHANGELOG);
                release(API_SPEC);
                release(TRUNK);
            } or {
        re_tag_failed:
                release(CHANGELOG);
                release(API_SPEC);
                release(TRUNK);
                goto re_open_trunk;
            };
    }
}
*)
====
