---- MODULE qa_leaves_after_passing ----
\* A checkout feature from story to release. Design and interface are settled side by side, both halves meet on staging, whoever
\* has a fault mends it until the tests pass, and a release that is rolled back starts the round again.
EXTENDS Integers, Sequences, FiniteSets, TLC

CONSTANTS FREE, PRODUCT_OWNER, DESIGNER, DB_ENGINEER, BACKEND_DEV, FRONTEND_DEV, DEVOPS, QA_ENGINEER

(*
--algorithm Protocol {
    variables
        BACKLOG = FREE,
        DESIGN_SYSTEM = FREE,
        DB_SCHEMA = FREE,
        API_CONTRACT = FREE,
        STAGING = FREE,
        po_to_designer = <<>>,
        designer_to_po = <<>>,
        po_to_backend = <<>>,
        po_to_frontend = <<>>,
        designer_to_frontend = <<>>,
        frontend_to_designer = <<>>,
        backend_to_db = <<>>,
        db_to_backend = <<>>,
        backend_to_frontend = <<>>,
        frontend_to_backend = <<>>,
        backend_to_devops = <<>>,
        frontend_to_devops = <<>>,
        devops_to_backend = <<>>,
        devops_to_frontend = <<>>,
        devops_to_qa = <<>>,
        qa_to_backend = <<>>,
        qa_to_frontend = <<>>,
        qa_to_po = <<>>,
        po_to_devops = <<>>,
        devops_to_po = <<>>;

    define {
        AllDone == \A tf_agent \in {PRODUCT_OWNER, DESIGNER, DB_ENGINEER, BACKEND_DEV, FRONTEND_DEV, DEVOPS, QA_ENGINEER} : pc[tf_agent] = "Done"

        TypeInvariant ==
            /\ BACKLOG \in {FREE, PRODUCT_OWNER, DESIGNER, DB_ENGINEER, BACKEND_DEV, FRONTEND_DEV, DEVOPS, QA_ENGINEER}
            /\ DESIGN_SYSTEM \in {FREE, PRODUCT_OWNER, DESIGNER, DB_ENGINEER, BACKEND_DEV, FRONTEND_DEV, DEVOPS, QA_ENGINEER}
            /\ DB_SCHEMA \in {FREE, PRODUCT_OWNER, DESIGNER, DB_ENGINEER, BACKEND_DEV, FRONTEND_DEV, DEVOPS, QA_ENGINEER}
            /\ API_CONTRACT \in {FREE, PRODUCT_OWNER, DESIGNER, DB_ENGINEER, BACKEND_DEV, FRONTEND_DEV, DEVOPS, QA_ENGINEER}
            /\ STAGING \in {FREE, PRODUCT_OWNER, DESIGNER, DB_ENGINEER, BACKEND_DEV, FRONTEND_DEV, DEVOPS, QA_ENGINEER}
            /\ po_to_designer \in Seq({"brief", "redesign", "approved"})
            /\ designer_to_po \in Seq({"mockup"})
            /\ po_to_backend \in Seq({"story", "reopen", "closed"})
            /\ po_to_frontend \in Seq({"reopen", "closed"})
            /\ designer_to_frontend \in Seq({"design", "answer"})
            /\ frontend_to_designer \in Seq({"question", "done"})
            /\ backend_to_db \in Seq({"schema_request", "done"})
            /\ db_to_backend \in Seq({"migrated", "migration_failed"})
            /\ backend_to_frontend \in Seq({"contract"})
            /\ frontend_to_backend \in Seq({"agreed", "counter"})
            /\ backend_to_devops \in Seq({"artifact"})
            /\ frontend_to_devops \in Seq({"artifact"})
            /\ devops_to_backend \in Seq({"build_failed"})
            /\ devops_to_frontend \in Seq({"build_failed"})
            /\ devops_to_qa \in Seq({"deployed", "done"})
            /\ qa_to_backend \in Seq({"bug"})
            /\ qa_to_frontend \in Seq({"bug"})
            /\ qa_to_po \in Seq({"passed"})
            /\ po_to_devops \in Seq({"release", "closed"})
            /\ devops_to_po \in Seq({"released", "rolled_back"})

        ChannelBound ==
            /\ Len(po_to_designer) <= 3
            /\ Len(designer_to_po) <= 3
            /\ Len(po_to_backend) <= 3
            /\ Len(po_to_frontend) <= 3
            /\ Len(designer_to_frontend) <= 3
            /\ Len(frontend_to_designer) <= 3
            /\ Len(backend_to_db) <= 3
            /\ Len(db_to_backend) <= 3
            /\ Len(backend_to_frontend) <= 3
            /\ Len(frontend_to_backend) <= 3
            /\ Len(backend_to_devops) <= 3
            /\ Len(frontend_to_devops) <= 3
            /\ Len(devops_to_backend) <= 3
            /\ Len(devops_to_frontend) <= 3
            /\ Len(devops_to_qa) <= 3
            /\ Len(qa_to_backend) <= 3
            /\ Len(qa_to_frontend) <= 3
            /\ Len(qa_to_po) <= 3
            /\ Len(po_to_devops) <= 3
            /\ Len(devops_to_po) <= 3

        NoOrphanLocks ==
            /\ AllDone => BACKLOG = FREE
            /\ AllDone => DESIGN_SYSTEM = FREE
            /\ AllDone => DB_SCHEMA = FREE
            /\ AllDone => API_CONTRACT = FREE
            /\ AllDone => STAGING = FREE

        ChannelsDrained ==
            /\ AllDone => po_to_designer = <<>>
            /\ AllDone => designer_to_po = <<>>
            /\ AllDone => po_to_backend = <<>>
            /\ AllDone => po_to_frontend = <<>>
            /\ AllDone => designer_to_frontend = <<>>
            /\ AllDone => frontend_to_designer = <<>>
            /\ AllDone => backend_to_db = <<>>
            /\ AllDone => db_to_backend = <<>>
            /\ AllDone => backend_to_frontend = <<>>
            /\ AllDone => frontend_to_backend = <<>>
            /\ AllDone => backend_to_devops = <<>>
            /\ AllDone => frontend_to_devops = <<>>
            /\ AllDone => devops_to_backend = <<>>
            /\ AllDone => devops_to_frontend = <<>>
            /\ AllDone => devops_to_qa = <<>>
            /\ AllDone => qa_to_backend = <<>>
            /\ AllDone => qa_to_frontend = <<>>
            /\ AllDone => qa_to_po = <<>>
            /\ AllDone => po_to_devops = <<>>
            /\ AllDone => devops_to_po = <<>>
    }

    macro acquire(lock) { await lock = FREE; lock := self; }
    macro release(lock) { assert lock = self; lock := FREE; }

    macro send(channel, label) { channel := Append(channel, label); }
    macro receive(channel, into) { await channel # <<>>; into := Head(channel); channel := Tail(channel); }

    process (product_owner \in {PRODUCT_OWNER})
        variables po_msg = "";
    {
        po_backlog:
            acquire(BACKLOG);
        write_story:
            skip;  \* write_story(title="checkout in one step")
        po_written:
            release(BACKLOG);
        po_brief:
            send(po_to_designer, "brief");
        po_story:
            send(po_to_backend, "story");
        po_mockup:
            receive(designer_to_po, po_msg);
        po_design_system:
            acquire(DESIGN_SYSTEM);
        review_mockup:
            skip;  \* review_mockup(title="checkout in one step")
        po_reviewed:
            release(DESIGN_SYSTEM);
        po_judge:
            either {
                send(po_to_designer, "redesign");
                goto po_mockup;
            } or {
                send(po_to_designer, "approved");
            };
        po_tested:
            receive(qa_to_po, po_msg);
        po_release:
            send(po_to_devops, "release");
        po_outcome:
            receive(devops_to_po, po_msg);
            if (po_msg = "released") { goto po_close_backend; };
        po_reopen:              \* somebody mends it, or the story is given up
            either { send(po_to_backend, "reopen"); goto po_tested; }
            or     { send(po_to_frontend, "reopen"); goto po_tested; }
            or     { skip; };
        po_close_backend:
            send(po_to_backend, "closed");
        po_close_frontend:
            send(po_to_frontend, "closed");
        po_close_devops:
            send(po_to_devops, "closed");
        po_backlog_again:
            acquire(BACKLOG);
        close_story:
            skip;  \* close_story(title="checkout in one step")
        po_closed:
            release(BACKLOG);
    }

    process (designer \in {DESIGNER})
        variables de_msg = "";
    {
        de_brief:
            receive(po_to_designer, de_msg);
            if (de_msg = "approved") { goto de_hand_over; };
        de_system:
            acquire(DESIGN_SYSTEM);
        draw_mockup:
            skip;  \* draw_mockup(pages=2)
        de_drawn:
            release(DESIGN_SYSTEM);
        de_show:
            send(designer_to_po, "mockup");
            goto de_brief;
        de_hand_over:
            send(designer_to_frontend, "design");
        de_wait:
            receive(frontend_to_designer, de_msg);
            if (de_msg = "done") { goto Done; };
        de_system_again:
            acquire(DESIGN_SYSTEM);
        clarify_design:
            skip;  \* clarify(component="address field")
        de_clarified:
            release(DESIGN_SYSTEM);
        de_answer:
            send(designer_to_frontend, "answer");
            goto de_wait;
    }

    process (db_engineer \in {DB_ENGINEER})
        variables db_msg = "";
    {
        db_wait:
            receive(backend_to_db, db_msg);
            if (db_msg = "done") { goto Done; };
        db_schema:
            acquire(DB_SCHEMA);
        migrate_schema:
            skip;  \* migrate(table="orders")
        db_migrated:
            either {
        db_free:
                release(DB_SCHEMA);
            } or {              \* a constraint does not hold for the data that is there
        db_undo:
                release(DB_SCHEMA);
        db_failed:
                send(db_to_backend, "migration_failed");
                goto db_wait;
            };
        db_report:
            send(db_to_backend, "migrated");
        db_schema_again:
            acquire(DB_SCHEMA);
        tune_indexes:
            skip;  \* tune_indexes(table="orders")
        db_tuned:
            release(DB_SCHEMA);
            goto db_wait;
    }

    process (backend_dev \in {BACKEND_DEV})
        variables be_msg = "";
    {
        be_story:
            receive(po_to_backend, be_msg);
        be_contract:
            acquire(API_CONTRACT);
        draft_contract:
            skip;  \* draft_contract(endpoint="/checkout")
        be_drafted:
            release(API_CONTRACT);
        be_propose:
            send(backend_to_frontend, "contract");
        be_answer:
            receive(frontend_to_backend, be_msg);
            if (be_msg = "counter") { goto be_contract; };
        be_request:
            send(backend_to_db, "schema_request");
        be_schema:
            receive(db_to_backend, be_msg);
            if (be_msg = "migration_failed") { goto be_request; };
        be_models:
            acquire(DB_SCHEMA);
        generate_models:
            skip;  \* generate_models(table="orders")
        be_models_done:
            release(DB_SCHEMA);
        implement_service:
            skip;  \* implement(endpoint="/checkout")
        be_deliver:
            send(backend_to_devops, "artifact");
        be_wait:                \* whatever comes first: a failed build, a bug, the product owner
            either { receive(devops_to_backend, be_msg); }
            or     { receive(qa_to_backend, be_msg); }
            or     { receive(po_to_backend, be_msg); };
            if (be_msg = "bug") { goto be_cause; }
            else if (be_msg = "closed") { goto be_done; }
            else { goto implement_service; };
        be_cause:               \* the code, or the schema under it
            either { goto implement_service; }
            or     { goto be_request; };
        be_done:
            send(backend_to_db, "done");
    }

    process (frontend_dev \in {FRONTEND_DEV})
        variables fe_msg = "", has_design = FALSE, has_contract = FALSE;
    {
        fe_scaffold:
            acquire(DESIGN_SYSTEM);
        scaffold_pages:
            skip;  \* scaffold_pages(pages=2)
        fe_scaffolded:
            release(DESIGN_SYSTEM);
        fe_inputs:
            while (~has_design \/ ~has_contract) {
                either {
                    receive(designer_to_frontend, fe_msg);
                    has_design := TRUE;
                    goto fe_inputs;
                } or {
                    receive(backend_to_frontend, fe_msg);
                };
        fe_contract:
                acquire(API_CONTRACT);
        check_contract:
                skip;  \* check_contract(endpoint="/checkout")
        fe_contract_done:
                release(API_CONTRACT);
        fe_agree:
                either { send(frontend_to_backend, "agreed"); has_contract := TRUE; }
                or     { send(frontend_to_backend, "counter"); };
            };
        fe_unclear:
            either { goto fe_system; }
            or     { skip; };
        fe_question:
            send(frontend_to_designer, "question");
        fe_answer:
            receive(designer_to_frontend, fe_msg);
        fe_system:
            acquire(DESIGN_SYSTEM);
        apply_components:
            skip;  \* apply_components(pages=2)
        fe_system_done:
            release(DESIGN_SYSTEM);
        build_pages:
            skip;  \* build_pages(pages=2)
        fe_deliver:
            send(frontend_to_devops, "artifact");
        fe_wait:
            either { receive(devops_to_frontend, fe_msg); }
            or     { receive(qa_to_frontend, fe_msg); }
            or     { receive(po_to_frontend, fe_msg); };
            if (fe_msg = "bug") { goto fe_unclear; }
            else if (fe_msg = "closed") { goto fe_done; }
            else { goto build_pages; };
        fe_done:
            send(frontend_to_designer, "done");
    }

    process (devops \in {DEVOPS})
        variables do_msg = "", missing = {"backend", "frontend"};
    {
        do_wait:
            either {
                receive(backend_to_devops, do_msg);
                missing := missing \ {"backend"};
            } or {
                receive(frontend_to_devops, do_msg);
                missing := missing \ {"frontend"};
            } or {
                receive(po_to_devops, do_msg);
            };
            if (do_msg = "release") { goto release_canary; }
            else if (do_msg = "closed") { goto Done; }
            else if (missing # {}) { goto do_wait; };
        do_staging:
            acquire(STAGING);
        deploy_staging:
            skip;  \* deploy(environment="staging")
        do_deployed:
            either {
        do_free:
                release(STAGING);
            } or {              \* one of the two artifacts does not start
        do_reset:
                release(STAGING);
        do_blame:
                either { send(devops_to_backend, "build_failed"); goto do_wait; }
                or     { send(devops_to_frontend, "build_failed"); goto do_wait; };
            };
        do_tell_qa:
            send(devops_to_qa, "deployed");
            goto do_wait;
        release_canary:
            skip;  \* release(percent=5)
        do_observed:
            either {
        do_released:
                send(devops_to_po, "released");
                goto do_wait;
            } or {              \* the error rate rises
        roll_back:
                skip;  \* roll_back(percent=5)
            };
        do_rolled_back:
            send(devops_to_po, "rolled_back");
            goto do_wait;
    }

    process (qa_engineer \in {QA_ENGINEER})
        variables qa_msg = "", green = FALSE;
    {
        qa_backlog:
            acquire(BACKLOG);
        plan_tests:
            skip;  \* plan_tests(title="checkout in one step")
        qa_planned:
            release(BACKLOG);
        qa_contract:
            acquire(API_CONTRACT);
        mock_partners:
            skip;  \* mock_partners(endpoints=["/payments", "/stock"])
        qa_mocked:
            release(API_CONTRACT);
        qa_accounts:
            acquire(STAGING);
        seed_accounts:
            skip;  \* seed_accounts(count=20)
        qa_seeded:
            release(STAGING);
        qa_wait:
            while (~green) {
                receive(devops_to_qa, qa_msg);
        qa_staging:
                acquire(STAGING);
        run_journeys:
                skip;  \* run_journeys(suite="checkout")
        qa_staging_done:
                release(STAGING);
        qa_verdict:
                either { green := TRUE; goto qa_wait; }
                or     { skip; };
        qa_backlog_again:
                acquire(BACKLOG);
        file_bug:
                skip;  \* file_bug(suite="checkout")
        qa_filed:
                release(BACKLOG);
        qa_triage:
                either { send(qa_to_backend, "bug"); }
                or     { send(qa_to_frontend, "bug"); };
            };
        qa_passed:              \* nothing is left to test
            send(qa_to_po, "passed");
    }
}
*)
====
