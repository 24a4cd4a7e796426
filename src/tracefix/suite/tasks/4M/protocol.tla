---- MODULE protocol ----
\* Two user stories go down the same pipeline: design, code, test, deployment. The second story is on its way while the first is
\* still moving, and either may be sent back, so every station takes what comes.
EXTENDS Integers, Sequences, FiniteSets, TLC

CONSTANTS FREE, PRODUCT_MANAGER, ARCHITECT, ENGINEER, QA_ENGINEER, OPERATIONS

(*
--algorithm Protocol {
    variables
        REPO = FREE,
        STAGING = FREE,
        pm_to_arch = <<>>,
        arch_to_pm = <<>>,
        pm_to_eng = <<>>,
        pm_to_qa = <<>>,
        pm_to_ops = <<>>,
        ops_to_pm = <<>>,
        arch_to_eng = <<>>,
        eng_to_arch = <<>>,
        eng_to_qa = <<>>,
        qa_to_eng = <<>>,
        qa_to_ops = <<>>,
        ops_to_qa = <<>>,
        ops_to_eng = <<>>;

    define {
        AllDone == \A tf_agent \in {PRODUCT_MANAGER, ARCHITECT, ENGINEER, QA_ENGINEER, OPERATIONS} : pc[tf_agent] = "Done"

        TypeInvariant ==
            /\ REPO \in {FREE, PRODUCT_MANAGER, ARCHITECT, ENGINEER, QA_ENGINEER, OPERATIONS}
            /\ STAGING \in {FREE, PRODUCT_MANAGER, ARCHITECT, ENGINEER, QA_ENGINEER, OPERATIONS}
            /\ pm_to_arch \in Seq({"story", "answer", "close"})
            /\ arch_to_pm \in Seq({"unclear"})
            /\ pm_to_eng \in Seq({"close"})
            /\ pm_to_qa \in Seq({"criteria", "close"})
            /\ pm_to_ops \in Seq({"approve", "hold", "close"})
            /\ ops_to_pm \in Seq({"approval_wanted", "live"})
            /\ arch_to_eng \in Seq({"design"})
            /\ eng_to_arch \in Seq({"impossible"})
            /\ eng_to_qa \in Seq({"build"})
            /\ qa_to_eng \in Seq({"bug"})
            /\ qa_to_ops \in Seq({"candidate"})
            /\ ops_to_qa \in Seq({"rejected"})
            /\ ops_to_eng \in Seq({"deploy_failed"})

        ChannelBound ==
            /\ Len(pm_to_arch) <= 3
            /\ Len(arch_to_pm) <= 3
            /\ Len(pm_to_eng) <= 3
            /\ Len(pm_to_qa) <= 3
            /\ Len(pm_to_ops) <= 3
            /\ Len(ops_to_pm) <= 3
            /\ Len(arch_to_eng) <= 3
            /\ Len(eng_to_arch) <= 3
            /\ Len(eng_to_qa) <= 3
            /\ Len(qa_to_eng) <= 3
            /\ Len(qa_to_ops) <= 3
            /\ Len(ops_to_qa) <= 3
            /\ Len(ops_to_eng) <= 3

        NoOrphanLocks ==
            /\ AllDone => REPO = FREE
            /\ AllDone => STAGING = FREE

        ChannelsDrained ==
            /\ AllDone => pm_to_arch = <<>>
            /\ AllDone => arch_to_pm = <<>>
            /\ AllDone => pm_to_eng = <<>>
            /\ AllDone => pm_to_qa = <<>>
            /\ AllDone => pm_to_ops = <<>>
            /\ AllDone => ops_to_pm = <<>>
            /\ AllDone => arch_to_eng = <<>>
            /\ AllDone => eng_to_arch = <<>>
            /\ AllDone => eng_to_qa = <<>>
            /\ AllDone => qa_to_eng = <<>>
            /\ AllDone => qa_to_ops = <<>>
            /\ AllDone => ops_to_qa = <<>>
            /\ AllDone => ops_to_eng = <<>>
    }

    macro acquire(lock) { await lock = FREE; lock := self; }
    macro release(lock) { assert lock = self; lock := FREE; }

    macro send(channel, label) { channel := Append(channel, label); }
    macro receive(channel, into) { await channel # <<>>; into := Head(channel); channel := Tail(channel); }

    process (product_manager \in {PRODUCT_MANAGER})
        variables pm_msg = "", live = 0;
    {
        write_stories:
            skip;  \* write(stories=["login", "search"])
        pm_first:
            send(pm_to_arch, "story");
        pm_second:
            send(pm_to_arch, "story");
        pm_criteria:
            send(pm_to_qa, "criteria");
        pm_next:
            while (live < 2) {
                either {
                    receive(arch_to_pm, pm_msg);
        pm_answer:
                    send(pm_to_arch, "answer");
                } or {
                    receive(ops_to_pm, pm_msg);
                    if (pm_msg = "live") {
                        live := live + 1;
                        goto pm_next;
                    };
        pm_decide:
                    either { send(pm_to_ops, "approve"); }
                    or     { send(pm_to_ops, "hold"); };
                };
            };
        pm_close_arch:
            send(pm_to_arch, "close");
        pm_close_eng:
            send(pm_to_eng, "close");
        pm_close_qa:
            send(pm_to_qa, "close");
        pm_close_ops:
            send(pm_to_ops, "close");
    }

    \* A story that arrives while an answer is awaited is put aside.
    process (architect \in {ARCHITECT})
        variables ar_msg = "", aside = 0;
    {
        ar_next:
            if (aside > 0) {
                aside := aside - 1;
            } else {
                either { receive(pm_to_arch, ar_msg); }
                or     { receive(eng_to_arch, ar_msg); };
                if (ar_msg = "close") { goto Done; };
            };
        ar_think:
            either { send(arch_to_pm, "unclear"); }
            or     { goto ar_open; };
        ar_answer:
            receive(pm_to_arch, ar_msg);
            if (ar_msg = "story") {
                aside := aside + 1;
                goto ar_answer;
            };
        ar_open:
            acquire(REPO);
        draft_design:
            skip;  \* design(path="docs/design.md", story)
        ar_close:
            release(REPO);
        ar_deliver:
            send(arch_to_eng, "design");
            goto ar_next;
    }

    process (engineer \in {ENGINEER})
        variables en_msg = "";
    {
        en_next:
            either { receive(arch_to_eng, en_msg); }
            or     { receive(qa_to_eng, en_msg); }
            or     { receive(ops_to_eng, en_msg); }
            or     { receive(pm_to_eng, en_msg); goto Done; };
        en_judge:
            if (en_msg = "design") {
                either { skip; }
                or {
                    send(eng_to_arch, "impossible");
                    goto en_next;
                };
            };
        en_open:
            acquire(REPO);
        write_change:
            skip;  \* edit(path="src", reason)
        compile_change:
            skip;  \* compile(target="app")
        en_compile_outcome:
            either {
        en_compiled:
                release(REPO);
            } or {
        en_compile_failed:
                release(REPO);
                goto en_open;
            };
        en_submit:
            send(eng_to_qa, "build");
            goto en_next;
    }

    process (qa_engineer \in {QA_ENGINEER})
        variables qa_msg = "";
    {
        qa_criteria:
            receive(pm_to_qa, qa_msg);
        qa_next:
            either { receive(eng_to_qa, qa_msg); }
            or     { receive(ops_to_qa, qa_msg); }
            or     { receive(pm_to_qa, qa_msg); };
            if (qa_msg = "close") { goto Done; }
            else if (qa_msg = "rejected") { goto qa_return; };
        qa_stage:
            acquire(STAGING);
        run_acceptance:
            skip;  \* run(environment="staging", criteria)
        qa_unstage:
            release(STAGING);
        qa_judge:
            either {
                send(qa_to_ops, "candidate");
                goto qa_next;
            } or {
                skip;
            };
        qa_return:
            send(qa_to_eng, "bug");
            goto qa_next;
    }

    process (operations \in {OPERATIONS})
        variables op_msg = "";
    {
        op_next:
            either { receive(qa_to_ops, op_msg); }
            or     { receive(pm_to_ops, op_msg); goto Done; };
        op_ask:
            send(ops_to_pm, "approval_wanted");
        op_approval:
            receive(pm_to_ops, op_msg);
        op_obey:
            if (op_msg = "hold") {
                send(ops_to_qa, "rejected");
                goto op_next;
            } else {
                acquire(STAGING);
            };
        deploy_release:
            skip;  \* deploy(source="staging", target="production")
        op_deploy_outcome:
            either {
        op_deployed:
                release(STAGING);
        op_live:
                send(ops_to_pm, "live");
            } or {
        op_deploy_failed:
                release(STAGING);
        op_incident:
                send(ops_to_eng, "deploy_failed");
            };
        op_again:
            goto op_next;
    }
}
*)
====
