---- MODULE protocol ----
\* Five specialists, four parts of a web shop and its main branch. Every part has one writer at a time. A merge that runs into
\* a conflict gives the main branch back, since bringing a change up to date takes long.
\* Parts are taken in the order SCHEMA, API, UI, TEST_SUITE, MAIN.
EXTENDS Integers, Sequences, FiniteSets, TLC

CONSTANTS FREE, DATA_ENGINEER, BACKEND_DEV, FRONTEND_DEV, QA_ENGINEER, RELEASE_MANAGER

(*
--algorithm Protocol {
    variables
        SCHEMA = FREE,
        API = FREE,
        UI = FREE,
        TEST_SUITE = FREE,
        MAIN = FREE;

    define {
        AllDone == \A tf_agent \in {DATA_ENGINEER, BACKEND_DEV, FRONTEND_DEV, QA_ENGINEER, RELEASE_MANAGER} : pc[tf_agent] = "Done"

        TypeInvariant ==
            /\ SCHEMA \in {FREE, DATA_ENGINEER, BACKEND_DEV, FRONTEND_DEV, QA_ENGINEER, RELEASE_MANAGER}
            /\ API \in {FREE, DATA_ENGINEER, BACKEND_DEV, FRONTEND_DEV, QA_ENGINEER, RELEASE_MANAGER}
            /\ UI \in {FREE, DATA_ENGINEER, BACKEND_DEV, FRONTEND_DEV, QA_ENGINEER, RELEASE_MANAGER}
            /\ TEST_SUITE \in {FREE, DATA_ENGINEER, BACKEND_DEV, FRONTEND_DEV, QA_ENGINEER, RELEASE_MANAGER}
            /\ MAIN \in {FREE, DATA_ENGINEER, BACKEND_DEV, FRONTEND_DEV, QA_ENGINEER, RELEASE_MANAGER}

        ChannelBound == TRUE

        NoOrphanLocks ==
            /\ AllDone => SCHEMA = FREE
            /\ AllDone => API = FREE
            /\ AllDone => UI = FREE
            /\ AllDone => TEST_SUITE = FREE
            /\ AllDone => MAIN = FREE

        ChannelsDrained == TRUE
    }

    macro acquire(lock) { await lock = FREE; lock := self; }
    macro release(lock) { assert lock = self; lock := FREE; }

    process (data_engineer \in {DATA_ENGINEER})
    {
        d_take_schema:
            acquire(SCHEMA);
        migrate_prices:
            skip;  \* migrate(table="prices")
        d_migrated:
            either { skip; }
            or {
        rollback_prices:
                skip;  \* rollback(table="prices")
                goto migrate_prices;
            };
        d_take_api:
            acquire(API);
        generate_types:
            skip;  \* generate(target="api types")
        d_take_main:
            acquire(MAIN);
        merge_migration:
            skip;  \* merge(branch="prices")
        d_merged:
            either { skip; }
            or {
        d_unblock:
                release(MAIN);
        rebase_migration:
                skip;  \* rebase(branch="prices")
                goto d_take_main;
            };
        d_give_back:
            release(MAIN);
            release(API);
            release(SCHEMA);
    }

    process (backend_dev \in {BACKEND_DEV})
    {
        b_take_schema:
            acquire(SCHEMA);
        b_take_api:
            acquire(API);
        implement_vouchers:
            skip;  \* implement(endpoint="vouchers")
        b_take_suite:
            acquire(TEST_SUITE);
        test_vouchers:
            skip;  \* test(suite="unit")
        b_free_suite:
            either { release(TEST_SUITE); }
            or     { release(TEST_SUITE); goto implement_vouchers; };
        b_free_schema:   \* the endpoint stands: from here on only the API matters
            release(SCHEMA);
        b_take_main:
            acquire(MAIN);
        merge_vouchers:
            skip;  \* merge(branch="vouchers")
        b_merged:
            either { skip; }
            or {
        b_unblock:
                release(MAIN);
        rebase_vouchers:
                skip;  \* rebase(branch="vouchers")
                goto b_take_main;
            };
        b_give_back:
            release(MAIN);
            release(API);
    }

    \* The API is needed until the client is in the user interface; after that others may go on with it.
    process (frontend_dev \in {FRONTEND_DEV})
    {
        f_take_api:
            acquire(API);
        f_take_ui:
            acquire(UI);
        generate_client:
            skip;  \* generate(target="client")
        f_free_api:
            release(API);
        build_page:
            skip;  \* build(page="checkout")
        f_built:
            either { skip; }
            or {
        correct_page:
                skip;  \* correct(page="checkout")
                goto build_page;
            };
        f_picture:
            either {
        snapshot_page:
                skip;  \* snapshot(page="checkout")
            } or { skip; };
        f_take_main:
            acquire(MAIN);
        merge_page:
            skip;  \* merge(branch="checkout")
        f_merged:
            either { skip; }
            or {
        f_unblock:
                release(MAIN);
        rebase_page:
                skip;  \* rebase(branch="checkout")
                goto f_take_main;
            };
        f_give_back:
            release(MAIN);
            release(UI);
    }

    \* The parts are tested in any order: whichever is free is taken.
    process (qa_engineer \in {QA_ENGINEER})
        variables api_open = TRUE, ui_open = TRUE;
    {
        q_next:
            while (api_open \/ ui_open) {
                either {
                    await api_open;
                    acquire(API);
                    api_open := FALSE;
        q_take_suite:
                    acquire(TEST_SUITE);
        write_api_test:
                    skip;  \* write(test="vouchers end to end")
        run_api_test:
                    skip;  \* run(test="vouchers end to end")
        q_api_ran:
                    either { skip; }
                    or {
        adjust_api_test:
                        skip;  \* adjust(test="vouchers end to end")
                        goto run_api_test;
                    };
        q_free_api:
                    release(TEST_SUITE);
                    release(API);
                } or {
                    await ui_open;
                    acquire(UI);
                    ui_open := FALSE;
        q_take_suite_2:
                    acquire(TEST_SUITE);
        write_ui_test:
                    skip;  \* write(test="checkout end to end")
        run_ui_test:
                    skip;  \* run(test="checkout end to end")
        q_ui_ran:
                    either { skip; }
                    or {
        adjust_ui_test:
                        skip;  \* adjust(test="checkout end to end")
                        goto run_ui_test;
                    };
        q_free_ui:
                    release(TEST_SUITE);
                    release(UI);
                };
            };
        q_take_suite_3:
            acquire(TEST_SUITE);
        q_take_main:
            acquire(MAIN);
        push_tests:
            skip;  \* push(tests=["vouchers end to end", "checkout end to end"])
        q_give_back:
            release(MAIN);
            release(TEST_SUITE);
    }

    process (release_manager \in {RELEASE_MANAGER})
        variables failures = 0;
    {
        r_take_main:
            acquire(MAIN);
        tag_version:
            skip;  \* tag(version="2.0")
        smoke_version:
            skip;  \* smoke(version="2.0")
        r_result:
            either {
        r_give_back:
                release(MAIN);
            } or {
        untag_version:
                skip;  \* untag(version="2.0")
        r_unblock:
                release(MAIN);
                failures := failures + 1;
                if (failures < 2) { goto r_take_main; };
        postpone_version:
                skip;  \* postpone(version="2.0")
            };
    }
}
*)
====
