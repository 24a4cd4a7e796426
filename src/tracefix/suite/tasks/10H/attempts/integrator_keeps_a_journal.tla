---- MODULE integrator_keeps_a_journal ----
\* Five builders share two compile slots and build along their dependencies: the net library and the user interface need the
\* headers of the core, the tools need the net library, the manual needs nobody. An integrator links what all five report,
\* has it tested, and may have the user interface built again until the tests pass or it gives the release up.
EXTENDS Integers, Sequences, FiniteSets, TLC

CONSTANTS FREE, CORE_BUILDER, NET_BUILDER, UI_BUILDER, TOOLS_BUILDER, DOCS_BUILDER, INTEGRATOR, TESTER

(*
--algorithm Protocol {
    variables
        CORE_LIB = FREE,
        LICENSE = FREE,
        IMAGE_STORE = FREE,
        TEST_RIG = FREE,
        COMPILE_SLOTS = 2,
        core_to_net = <<>>,
        core_to_ui = <<>>,
        net_to_tools = <<>>,
        core_to_integrator = <<>>,
        net_to_integrator = <<>>,
        ui_to_integrator = <<>>,
        tools_to_integrator = <<>>,
        docs_to_integrator = <<>>,
        integrator_to_ui = <<>>,
        integrator_to_tester = <<>>,
        tester_to_integrator = <<>>;

    define {
        AllDone == \A tf_agent \in {CORE_BUILDER, NET_BUILDER, UI_BUILDER, TOOLS_BUILDER, DOCS_BUILDER, INTEGRATOR, TESTER} : pc[tf_agent] = "Done"

        TypeInvariant ==
            /\ CORE_LIB \in {FREE, CORE_BUILDER, NET_BUILDER, UI_BUILDER, TOOLS_BUILDER, DOCS_BUILDER, INTEGRATOR, TESTER}
            /\ LICENSE \in {FREE, CORE_BUILDER, NET_BUILDER, UI_BUILDER, TOOLS_BUILDER, DOCS_BUILDER, INTEGRATOR, TESTER}
            /\ IMAGE_STORE \in {FREE, CORE_BUILDER, NET_BUILDER, UI_BUILDER, TOOLS_BUILDER, DOCS_BUILDER, INTEGRATOR, TESTER}
            /\ TEST_RIG \in {FREE, CORE_BUILDER, NET_BUILDER, UI_BUILDER, TOOLS_BUILDER, DOCS_BUILDER, INTEGRATOR, TESTER}
            /\ COMPILE_SLOTS \in 0..2
            /\ core_to_net \in Seq({"headers_ready", "headers_missing"})
            /\ core_to_ui \in Seq({"headers_ready", "headers_missing"})
            /\ net_to_tools \in Seq({"library_ready", "library_missing"})
            /\ core_to_integrator \in Seq({"built", "failed"})
            /\ net_to_integrator \in Seq({"built", "failed"})
            /\ ui_to_integrator \in Seq({"built", "failed"})
            /\ tools_to_integrator \in Seq({"built", "failed"})
            /\ docs_to_integrator \in Seq({"built", "failed"})
            /\ integrator_to_ui \in Seq({"rebuild", "done"})
            /\ integrator_to_tester \in Seq({"image", "done"})
            /\ tester_to_integrator \in Seq({"passed", "broken"})

        ChannelBound ==
            /\ Len(core_to_net) <= 3
            /\ Len(core_to_ui) <= 3
            /\ Len(net_to_tools) <= 3
            /\ Len(core_to_integrator) <= 3
            /\ Len(net_to_integrator) <= 3
            /\ Len(ui_to_integrator) <= 3
            /\ Len(tools_to_integrator) <= 3
            /\ Len(docs_to_integrator) <= 3
            /\ Len(integrator_to_ui) <= 3
            /\ Len(integrator_to_tester) <= 3
            /\ Len(tester_to_integrator) <= 3

        NoOrphanLocks ==
            /\ AllDone => CORE_LIB = FREE
            /\ AllDone => LICENSE = FREE
            /\ AllDone => IMAGE_STORE = FREE
            /\ AllDone => TEST_RIG = FREE

        ChannelsDrained ==
            /\ AllDone => core_to_net = <<>>
            /\ AllDone => core_to_ui = <<>>
            /\ AllDone => net_to_tools = <<>>
            /\ AllDone => core_to_integrator = <<>>
            /\ AllDone => net_to_integrator = <<>>
            /\ AllDone => ui_to_integrator = <<>>
            /\ AllDone => tools_to_integrator = <<>>
            /\ AllDone => docs_to_integrator = <<>>
            /\ AllDone => integrator_to_ui = <<>>
            /\ AllDone => integrator_to_tester = <<>>
            /\ AllDone => tester_to_integrator = <<>>
    }

    macro acquire(lock) { await lock = FREE; lock := self; }
    macro release(lock) { assert lock = self; lock := FREE; }

    macro take(counter) { await counter > 0; counter := counter - 1; }
    macro give(counter) { counter := counter + 1; }

    macro send(channel, label) { channel := Append(channel, label); }
    macro receive(channel, into) { await channel # <<>>; into := Head(channel); channel := Tail(channel); }

    process (core_builder \in {CORE_BUILDER})
        variables core_tries = 0;
    {
        core_take_lib:  acquire(CORE_LIB);
        write_headers:  skip;  \* publish(headers="core")
        core_headers_end:
            core_tries := core_tries + 1;
            either {
        core_headers_good:
                release(CORE_LIB);
        core_announce:
                send(core_to_net, "headers_ready");
                send(core_to_ui, "headers_ready");
                core_tries := 0;
            } or {
        core_headers_bad:
                release(CORE_LIB);
                if (core_tries < 2) { goto core_take_lib; };
        core_call_off:
                send(core_to_net, "headers_missing");
                send(core_to_ui, "headers_missing");
                goto core_bad_news;
            };
        core_take_slot: take(COMPILE_SLOTS);
        core_retake_lib: acquire(CORE_LIB);
        compile_core:   skip;  \* compile(module="core")
        core_compile_end:
            core_tries := core_tries + 1;
            either {
        core_compiled:
                release(CORE_LIB);
                give(COMPILE_SLOTS);
        core_good_news:
                send(core_to_integrator, "built");
                goto Done;
            } or {
        core_broken:
                release(CORE_LIB);
                give(COMPILE_SLOTS);
                if (core_tries < 2) { goto core_take_slot; };
            };
        core_bad_news:
            send(core_to_integrator, "failed");
    }

    process (net_builder \in {NET_BUILDER})
        variables net_msg = "", net_tries = 0;
    {
        net_wait:
            receive(core_to_net, net_msg);
            if (net_msg = "headers_missing") { goto net_call_off; };
        net_take_slot:  take(COMPILE_SLOTS);
        net_take_lib:   acquire(CORE_LIB);
        compile_net:    skip;  \* compile(module="net")
        net_compile_end:
            net_tries := net_tries + 1;
            either {
        net_compiled:
                release(CORE_LIB);
                give(COMPILE_SLOTS);
            } or {
        net_broken:
                release(CORE_LIB);
                give(COMPILE_SLOTS);
                if (net_tries < 2) { goto net_take_slot; } else { goto net_call_off; };
            };
        net_take_store: acquire(IMAGE_STORE);
        store_net:      skip;  \* store(module="net")
        net_give_store: release(IMAGE_STORE);
        net_good_news:
            send(net_to_tools, "library_ready");
            send(net_to_integrator, "built");
            goto Done;
        net_call_off:
            send(net_to_tools, "library_missing");
            send(net_to_integrator, "failed");
    }

    \* The user interface is the one module that can be asked for again, so its builder stays until it is told that all is done.
    process (ui_builder \in {UI_BUILDER})
        variables ui_msg = "", ui_tries = 0;
    {
        ui_wait:
            receive(core_to_ui, ui_msg);
            if (ui_msg = "headers_missing") { goto ui_bad_news; };
        ui_take_license: acquire(LICENSE);
        generate_ui:    skip;  \* generate(module="ui")
        ui_give_license: release(LICENSE);
        ui_take_slot:   take(COMPILE_SLOTS);
        ui_take_lib:    acquire(CORE_LIB);
        compile_ui:     skip;  \* compile(module="ui")
        ui_compile_end:
            ui_tries := ui_tries + 1;
            either {
        ui_compiled:
                release(CORE_LIB);
                give(COMPILE_SLOTS);
            } or {
        ui_broken:
                release(CORE_LIB);
                give(COMPILE_SLOTS);
                if (ui_tries < 2) { goto ui_take_license; } else { goto ui_bad_news; };
            };
        ui_take_rig:    acquire(TEST_RIG);
        check_screens:  skip;  \* screenshot(module="ui")
        ui_give_rig:    release(TEST_RIG);
        ui_take_store:  acquire(IMAGE_STORE);
        store_ui:       skip;  \* store(module="ui")
        ui_give_store:  release(IMAGE_STORE);
        ui_good_news:
            send(ui_to_integrator, "built");
            goto ui_verdict;
        ui_bad_news:
            send(ui_to_integrator, "failed");
        ui_verdict:
            receive(integrator_to_ui, ui_msg);
            if (ui_msg = "rebuild") {
                ui_tries := 0;
                goto ui_take_license;
            };
    }

    process (tools_builder \in {TOOLS_BUILDER})
        variables tools_msg = "", tools_tries = 0;
    {
        tools_take_license: acquire(LICENSE);
        generate_tools: skip;  \* generate(module="tools")
        tools_give_license: release(LICENSE);
        tools_wait:
            receive(net_to_tools, tools_msg);
            if (tools_msg = "library_missing") { goto tools_bad_news; };
        tools_take_slot: take(COMPILE_SLOTS);
        compile_tools:  skip;  \* compile(module="tools")
        tools_compile_end:
            tools_tries := tools_tries + 1;
            either {
        tools_compiled:
                give(COMPILE_SLOTS);
            } or {
        tools_broken:
                give(COMPILE_SLOTS);
                if (tools_tries < 2) { goto tools_take_slot; } else { goto tools_bad_news; };
            };
        tools_take_rig: acquire(TEST_RIG);
        check_tools:    skip;  \* selftest(module="tools")
        tools_give_rig: release(TEST_RIG);
        tools_take_store: acquire(IMAGE_STORE);
        store_tools:    skip;  \* store(module="tools")
        tools_give_store: release(IMAGE_STORE);
        tools_good_news:
            send(tools_to_integrator, "built");
            goto Done;
        tools_bad_news:
            send(tools_to_integrator, "failed");
    }

    process (docs_builder \in {DOCS_BUILDER})
        variables docs_tries = 0;
    {
        docs_take_slot: take(COMPILE_SLOTS);
        render_docs:    skip;  \* render(manual="user")
        docs_render_end:
            docs_tries := docs_tries + 1;
            either {
        docs_rendered:
                give(COMPILE_SLOTS);
        docs_take_store:
                acquire(IMAGE_STORE);
        store_docs:
                skip;  \* store(module="docs")
        docs_give_store:
                release(IMAGE_STORE);
        docs_good_news:
                send(docs_to_integrator, "built");
            } or {
        docs_broken:
                give(COMPILE_SLOTS);
                if (docs_tries < 2) { goto docs_take_slot; };
        docs_bad_news:
                send(docs_to_integrator, "failed");
            };
    }

    process (integrator \in {INTEGRATOR})
        variables i_msg = "", i_open = 5, i_missing = 0, i_journal = <<>>;
    {
        i_collect:
            while (i_open > 0) {
                either {
                    receive(core_to_integrator, i_msg);
                    i_journal := Append(i_journal, <<"core", i_msg>>);
                } or {
                    receive(net_to_integrator, i_msg);
                    i_journal := Append(i_journal, <<"net", i_msg>>);
                } or {
                    receive(ui_to_integrator, i_msg);
                    i_journal := Append(i_journal, <<"ui", i_msg>>);
                } or {
                    receive(tools_to_integrator, i_msg);
                    i_journal := Append(i_journal, <<"tools", i_msg>>);
                } or {
                    receive(docs_to_integrator, i_msg);
                    i_journal := Append(i_journal, <<"docs", i_msg>>);
                };
                i_open := i_open - 1;
                if (i_msg = "failed") { i_missing := i_missing + 1; };
            };
        i_enough:
            if (i_missing > 0) { goto cancel_release; };
        i_take_store:   acquire(IMAGE_STORE);
        link_image:     skip;  \* link(image="release")
        i_link_end:
            either {
                release(IMAGE_STORE);
                i_journal := Append(i_journal, <<"link", "ok">>);
            } or {
                release(IMAGE_STORE);
                i_journal := Append(i_journal, <<"link", "failed">>);
                goto i_take_store;
            };
        i_ask_tester:
            send(integrator_to_tester, "image");
        i_verdict:
            receive(tester_to_integrator, i_msg);
            i_journal := Append(i_journal, <<"tests", i_msg>>);
            if (i_msg = "passed") { goto publish_image; };
        i_judge:
            either {
                send(integrator_to_ui, "rebuild");
        i_ui_again:
                receive(ui_to_integrator, i_msg);
                i_journal := Append(i_journal, <<"ui", i_msg>>);
                if (i_msg = "built") { goto i_take_store; } else { goto cancel_release; };
            } or {
                goto cancel_release;
            };
        publish_image:
            skip;  \* publish(image="release")
            goto i_finish;
        cancel_release:
            skip;  \* announce(subject="no release")
        i_finish:       \* the journal becomes the release notes, whatever came of it
            send(integrator_to_ui, "done");
            send(integrator_to_tester, "done");
    }

    process (tester \in {TESTER})
        variables t_msg = "";
    {
        t_wait:
            receive(integrator_to_tester, t_msg);
            if (t_msg = "done") { goto Done; };
        t_take_rig:     acquire(TEST_RIG);
        run_suite:      skip;  \* test(image="release")
        t_suite_end:
            either {
        t_green:
                release(TEST_RIG);
        t_pass:
                send(tester_to_integrator, "passed");
                goto t_wait;
            } or {
        t_red:
                release(TEST_RIG);
        t_fail:
                send(tester_to_integrator, "broken");
                goto t_wait;
            };
    }
}
*)
====
