---- MODULE protocol ----
\* A release that changes the database schema, as a saga: every station does its part and reports, the coordinator ships when all
\* reports are good, and otherwise has everybody undo their part, to start over or to give up.
EXTENDS Integers, Sequences, FiniteSets, TLC

CONSTANTS FREE, COORDINATOR, MIGRATOR, BACKEND, FRONTEND, TESTER, SECURITY, DOCS

(*
--algorithm Protocol {
    variables
        REPO = FREE,
        STAGING_DB = FREE,
        coord_to_migrator = <<>>,
        migrator_to_coord = <<>>,
        coord_to_backend = <<>>,
        backend_to_coord = <<>>,
        coord_to_frontend = <<>>,
        frontend_to_coord = <<>>,
        coord_to_tester = <<>>,
        tester_to_coord = <<>>,
        coord_to_security = <<>>,
        security_to_coord = <<>>,
        coord_to_docs = <<>>,
        docs_to_coord = <<>>,
        migrator_to_backend = <<>>,
        migrator_to_frontend = <<>>,
        backend_to_tester = <<>>,
        tester_to_backend = <<>>,
        frontend_to_tester = <<>>,
        tester_to_frontend = <<>>,
        backend_to_security = <<>>,
        frontend_to_security = <<>>,
        security_to_docs = <<>>;

    define {
        AllDone == \A tf_agent \in {COORDINATOR, MIGRATOR, BACKEND, FRONTEND, TESTER, SECURITY, DOCS} : pc[tf_agent] = "Done"

        TypeInvariant ==
            /\ REPO \in {FREE, COORDINATOR, MIGRATOR, BACKEND, FRONTEND, TESTER, SECURITY, DOCS}
            /\ STAGING_DB \in {FREE, COORDINATOR, MIGRATOR, BACKEND, FRONTEND, TESTER, SECURITY, DOCS}
            /\ coord_to_migrator \in Seq({"start", "ship", "roll_back", "cancel"})
            /\ migrator_to_coord \in Seq({"good", "bad", "undone"})
            /\ coord_to_backend \in Seq({"ship", "roll_back", "cancel"})
            /\ backend_to_coord \in Seq({"good", "bad", "undone"})
            /\ coord_to_frontend \in Seq({"ship", "roll_back", "cancel"})
            /\ frontend_to_coord \in Seq({"good", "bad", "undone"})
            /\ coord_to_tester \in Seq({"ship", "roll_back", "cancel"})
            /\ tester_to_coord \in Seq({"good", "bad", "undone"})
            /\ coord_to_security \in Seq({"ship", "roll_back", "cancel"})
            /\ security_to_coord \in Seq({"good", "bad", "undone"})
            /\ coord_to_docs \in Seq({"start", "ship", "roll_back", "cancel"})
            /\ docs_to_coord \in Seq({"good", "undone"})
            /\ migrator_to_backend \in Seq({"schema_ready", "schema_failed"})
            /\ migrator_to_frontend \in Seq({"schema_ready", "schema_failed"})
            /\ backend_to_tester \in Seq({"build", "no_build"})
            /\ tester_to_backend \in Seq({"defect", "passed", "untested"})
            /\ frontend_to_tester \in Seq({"build", "no_build"})
            /\ tester_to_frontend \in Seq({"defect", "passed", "untested"})
            /\ backend_to_security \in Seq({"final", "nothing"})
            /\ frontend_to_security \in Seq({"final", "nothing"})
            /\ security_to_docs \in Seq({"advisory", "no_advisory"})

        ChannelBound ==
            /\ Len(coord_to_migrator) <= 3
            /\ Len(migrator_to_coord) <= 3
            /\ Len(coord_to_backend) <= 3
            /\ Len(backend_to_coord) <= 3
            /\ Len(coord_to_frontend) <= 3
            /\ Len(frontend_to_coord) <= 3
            /\ Len(coord_to_tester) <= 3
            /\ Len(tester_to_coord) <= 3
            /\ Len(coord_to_security) <= 3
            /\ Len(security_to_coord) <= 3
            /\ Len(coord_to_docs) <= 3
            /\ Len(docs_to_coord) <= 3
            /\ Len(migrator_to_backend) <= 3
            /\ Len(migrator_to_frontend) <= 3
            /\ Len(backend_to_tester) <= 3
            /\ Len(tester_to_backend) <= 3
            /\ Len(frontend_to_tester) <= 3
            /\ Len(tester_to_frontend) <= 3
            /\ Len(backend_to_security) <= 3
            /\ Len(frontend_to_security) <= 3
            /\ Len(security_to_docs) <= 3

        NoOrphanLocks ==
            /\ AllDone => REPO = FREE
            /\ AllDone => STAGING_DB = FREE

        ChannelsDrained ==
            /\ AllDone => coord_to_migrator = <<>>
            /\ AllDone => migrator_to_coord = <<>>
            /\ AllDone => coord_to_backend = <<>>
            /\ AllDone => backend_to_coord = <<>>
            /\ AllDone => coord_to_frontend = <<>>
            /\ AllDone => frontend_to_coord = <<>>
            /\ AllDone => coord_to_tester = <<>>
            /\ AllDone => tester_to_coord = <<>>
            /\ AllDone => coord_to_security = <<>>
            /\ AllDone => security_to_coord = <<>>
            /\ AllDone => coord_to_docs = <<>>
            /\ AllDone => docs_to_coord = <<>>
            /\ AllDone => migrator_to_backend = <<>>
            /\ AllDone => migrator_to_frontend = <<>>
            /\ AllDone => backend_to_tester = <<>>
            /\ AllDone => tester_to_backend = <<>>
            /\ AllDone => frontend_to_tester = <<>>
            /\ AllDone => tester_to_frontend = <<>>
            /\ AllDone => backend_to_security = <<>>
            /\ AllDone => frontend_to_security = <<>>
            /\ AllDone => security_to_docs = <<>>
    }

    macro acquire(lock) { await lock = FREE; lock := self; }
    macro release(lock) { assert lock = self; lock := FREE; }

    macro send(channel, label) { channel := Append(channel, label); }
    macro receive(channel, into) { await channel # <<>>; into := Head(channel); channel := Tail(channel); }

    macro tell_all(label) {
        send(coord_to_migrator, label);
        send(coord_to_backend, label);
        send(coord_to_frontend, label);
        send(coord_to_tester, label);
        send(coord_to_security, label);
        send(coord_to_docs, label);
    }

    process (coordinator \in {COORDINATOR})
        variables co_msg = "", reports = 0, failed = FALSE;
    {
        co_start:
            send(coord_to_migrator, "start");
            send(coord_to_docs, "start");
            reports := 0;
            failed := FALSE;
        co_collect:
            while (reports < 6) {
                either { receive(migrator_to_coord, co_msg); }
                or     { receive(backend_to_coord, co_msg); }
                or     { receive(frontend_to_coord, co_msg); }
                or     { receive(tester_to_coord, co_msg); }
                or     { receive(security_to_coord, co_msg); }
                or     { receive(docs_to_coord, co_msg); };
                reports := reports + 1;
                if (co_msg # "good") { failed := TRUE; };
            };
        co_decide:
            if (failed) {
                tell_all("roll_back");
                reports := 0;
            } else {
                tell_all("ship");
                goto Done;
            };
        co_undone:
            while (reports < 6) {
                either { receive(migrator_to_coord, co_msg); }
                or     { receive(backend_to_coord, co_msg); }
                or     { receive(frontend_to_coord, co_msg); }
                or     { receive(tester_to_coord, co_msg); }
                or     { receive(security_to_coord, co_msg); }
                or     { receive(docs_to_coord, co_msg); };
                assert co_msg = "undone";
                reports := reports + 1;
            };
        co_again:
            either { goto co_start; }
            or     { tell_all("cancel"); };
    }

    process (migrator \in {MIGRATOR})
        variables mi_msg = "";
    {
        mi_wait:
            receive(coord_to_migrator, mi_msg);
            if (mi_msg = "cancel") { goto Done; };
        mi_open:
            acquire(STAGING_DB);
        migrate_schema:
            skip;  \* migrate(database="staging", version="next")
        mi_migrate_outcome:
            either {
        mi_migrated:
                release(STAGING_DB);
        mi_ready_backend:
                send(migrator_to_backend, "schema_ready");
        mi_ready_frontend:
                send(migrator_to_frontend, "schema_ready");
        mi_good:
                send(migrator_to_coord, "good");
            } or {
        mi_migrate_failed:
                release(STAGING_DB);
        mi_warn_backend:
                send(migrator_to_backend, "schema_failed");
        mi_warn_frontend:
                send(migrator_to_frontend, "schema_failed");
        mi_bad:
                send(migrator_to_coord, "bad");
            };
        mi_decision:
            receive(coord_to_migrator, mi_msg);
            if (mi_msg = "ship") { goto Done; };
        mi_open_again:
            acquire(STAGING_DB);
        revert_schema:
            skip;  \* migrate(database="staging", version="previous")
        mi_close_again:
            release(STAGING_DB);
        mi_undone:
            send(migrator_to_coord, "undone");
            goto mi_wait;
    }

    process (backend \in {BACKEND})
        variables be_msg = "";
    {
        be_wait:
            either { receive(migrator_to_backend, be_msg); }
            or     { receive(coord_to_backend, be_msg); };
            if (be_msg = "cancel") { goto Done; }
            else if (be_msg = "schema_failed") { goto be_no_build; };
        be_repair:
            acquire(REPO);
        change_backend:
            skip;  \* edit(branch="backend", schema="next")
        be_close:
            release(REPO);
        be_open_db:
            acquire(STAGING_DB);
        try_queries:
            skip;  \* query(database="staging", branch="backend")
        be_try_outcome:
            either {
        be_tried:
                release(STAGING_DB);
            } or {
        be_try_failed:   \* once more with other queries, or no build this time
                release(STAGING_DB);
                either { goto be_repair; }
                or     { goto be_no_build; };
            };
        be_submit:
            send(backend_to_tester, "build");
            goto be_verdict;
        be_no_build:
            send(backend_to_tester, "no_build");
        be_verdict:
            receive(tester_to_backend, be_msg);
            if (be_msg = "defect") { goto be_repair; }
            else if (be_msg = "untested") { goto be_nothing; };
        be_final:
            send(backend_to_security, "final");
        be_good:
            send(backend_to_coord, "good");
            goto be_decision;
        be_nothing:
            send(backend_to_security, "nothing");
        be_bad:
            send(backend_to_coord, "bad");
        be_decision:
            receive(coord_to_backend, be_msg);
            if (be_msg = "ship") { goto Done; };
        be_open_again:
            acquire(REPO);
        revert_backend:
            skip;  \* revert(branch="backend")
        be_close_again:
            release(REPO);
        be_undone:
            send(backend_to_coord, "undone");
            goto be_wait;
    }

    process (frontend \in {FRONTEND})
        variables fe_msg = "";
    {
        fe_wait:
            either { receive(migrator_to_frontend, fe_msg); }
            or     { receive(coord_to_frontend, fe_msg); };
            if (fe_msg = "cancel") { goto Done; }
            else if (fe_msg = "schema_failed") { goto fe_no_build; };
        fe_repair:
            acquire(STAGING_DB);
        read_schema:
            skip;  \* describe(database="staging")
        fe_close_db:
            release(STAGING_DB);
        fe_open:
            acquire(REPO);
        change_frontend:
            skip;  \* edit(branch="frontend", schema)
        fe_close:
            release(REPO);
        fe_submit:
            send(frontend_to_tester, "build");
            goto fe_verdict;
        fe_no_build:
            send(frontend_to_tester, "no_build");
        fe_verdict:
            receive(tester_to_frontend, fe_msg);
            if (fe_msg = "defect") { goto fe_repair; }
            else if (fe_msg = "untested") { goto fe_nothing; };
        fe_final:
            send(frontend_to_security, "final");
        fe_good:
            send(frontend_to_coord, "good");
            goto fe_decision;
        fe_nothing:
            send(frontend_to_security, "nothing");
        fe_bad:
            send(frontend_to_coord, "bad");
        fe_decision:
            receive(coord_to_frontend, fe_msg);
            if (fe_msg = "ship") { goto Done; };
        fe_open_again:
            acquire(REPO);
        revert_frontend:
            skip;  \* revert(branch="frontend")
        fe_close_again:
            release(REPO);
        fe_undone:
            send(frontend_to_coord, "undone");
            goto fe_wait;
    }

    process (tester \in {TESTER})
        variables te_msg = "", te_build = "", te_missing = FALSE, te_builds = 0;
    {
        te_wait:
            either { receive(backend_to_tester, te_build); }
            or     { receive(frontend_to_tester, te_build); }
            or     { receive(coord_to_tester, te_msg); goto Done; };
        te_count:
            te_builds := te_builds + 1;
            if (te_build = "no_build") { te_missing := TRUE; };
            if (te_builds < 2) { goto te_wait; };
        te_open:
            if (te_missing) { goto te_untested; }
            else { acquire(STAGING_DB); };
        run_joint_tests:
            skip;  \* test(builds=["backend", "frontend"], database="staging")
        te_close:
            release(STAGING_DB);
        te_judge:       \* after a defect there is one build to wait for again
            either {
                send(tester_to_backend, "defect");
                te_builds := 1;
                goto te_wait;
            } or {
                send(tester_to_frontend, "defect");
                te_builds := 1;
                goto te_wait;
            } or {
                send(tester_to_backend, "passed");
            };
        te_pass_frontend:
            send(tester_to_frontend, "passed");
        te_good:
            send(tester_to_coord, "good");
            goto te_decision;
        te_untested:
            send(tester_to_backend, "untested");
        te_untested_frontend:
            send(tester_to_frontend, "untested");
        te_bad:
            send(tester_to_coord, "bad");
        te_decision:
            receive(coord_to_tester, te_msg);
            te_builds := 0;
            te_missing := FALSE;
            if (te_msg = "ship") { goto Done; };
        te_undone:
            send(tester_to_coord, "undone");
            goto te_wait;
    }

    process (security \in {SECURITY})
        variables se_msg = "", se_arrived = 0, se_missing = FALSE;
    {
        se_wait:
            either { receive(backend_to_security, se_msg); }
            or     { receive(frontend_to_security, se_msg); }
            or     { receive(coord_to_security, se_msg); goto Done; };
        se_count:
            se_arrived := se_arrived + 1;
            if (se_msg = "nothing") { se_missing := TRUE; };
            if (se_arrived < 2) { goto se_wait; };
        se_complete:
            if (se_missing) { goto se_nothing; }
            else { acquire(REPO); };
        scan_release:
            skip;  \* scan(branches=["backend", "frontend"])
        se_scan_outcome:
            either {
        se_scanned:
                release(REPO);
            } or {
        se_scan_failed:     \* what could not be scanned does not go out
                release(REPO);
                goto se_nothing;
            };
        se_judge:
            either {
                send(security_to_docs, "no_advisory");
            } or {
                send(security_to_docs, "advisory");
            };
        se_verdict:
            either { send(security_to_coord, "good"); }
            or     { send(security_to_coord, "bad"); };
            goto se_decision;
        se_nothing:
            send(security_to_docs, "no_advisory");
        se_bad:
            send(security_to_coord, "bad");
        se_decision:
            receive(coord_to_security, se_msg);
            se_arrived := 0;
            se_missing := FALSE;
            if (se_msg = "ship") { goto Done; };
        se_undone:
            send(security_to_coord, "undone");
            goto se_wait;
    }

    process (docs \in {DOCS})
        variables do_msg = "";
    {
        do_wait:
            receive(coord_to_docs, do_msg);
            if (do_msg = "cancel") { goto Done; };
        do_open:
            acquire(REPO);
        draft_notes:
            skip;  \* write(path="docs/release-notes.md")
        do_close:
            release(REPO);
        do_advice:
            receive(security_to_docs, do_msg);
        do_add:
            if (do_msg = "advisory") {
                acquire(REPO);
        add_advisory:
                skip;  \* append(path="docs/release-notes.md", advisory)
        do_added:
                release(REPO);
            };
        do_good:
            send(docs_to_coord, "good");
        do_decision:
            receive(coord_to_docs, do_msg);
            if (do_msg = "ship") { goto Done; };
        do_open_again:
            acquire(REPO);
        withdraw_notes:
            skip;  \* revert(path="docs/release-notes.md")
        do_close_again:
            release(REPO);
        do_undone:
            send(docs_to_coord, "undone");
            goto do_wait;
    }
}
*)
====
