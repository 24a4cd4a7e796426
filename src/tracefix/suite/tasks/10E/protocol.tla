---- MODULE protocol ----
\* Two builders compile one module each against a core library that one of them at a time may use. B reads the type
\* definitions that A maintains. An integrator links when both modules are there, or reports that there is nothing to link.
EXTENDS Integers, Sequences, FiniteSets, TLC

CONSTANTS FREE, BUILDER_A, BUILDER_B, INTEGRATOR

(*
--algorithm Protocol {
    variables
        CORE_LIB = FREE,
        TYPE_DEFS = FREE,
        a_to_b = <<>>,
        a_to_integrator = <<>>,
        b_to_integrator = <<>>;

    define {
        AllDone == \A tf_agent \in {BUILDER_A, BUILDER_B, INTEGRATOR} : pc[tf_agent] = "Done"

        TypeInvariant ==
            /\ CORE_LIB \in {FREE, BUILDER_A, BUILDER_B, INTEGRATOR}
            /\ TYPE_DEFS \in {FREE, BUILDER_A, BUILDER_B, INTEGRATOR}
            /\ a_to_b \in Seq({"types_ready"})
            /\ a_to_integrator \in Seq({"compiled", "failed"})
            /\ b_to_integrator \in Seq({"compiled", "failed"})

        ChannelBound ==
            /\ Len(a_to_b) <= 3
            /\ Len(a_to_integrator) <= 3
            /\ Len(b_to_integrator) <= 3

        NoOrphanLocks ==
            /\ AllDone => CORE_LIB = FREE
            /\ AllDone => TYPE_DEFS = FREE

        ChannelsDrained ==
            /\ AllDone => a_to_b = <<>>
            /\ AllDone => a_to_integrator = <<>>
            /\ AllDone => b_to_integrator = <<>>
    }

    macro acquire(lock) { await lock = FREE; lock := self; }
    macro release(lock) { assert lock = self; lock := FREE; }

    macro send(channel, label) { channel := Append(channel, label); }
    macro receive(channel, into) { await channel # <<>>; into := Head(channel); channel := Tail(channel); }

    process (builder_a \in {BUILDER_A})
        variables a_tries = 0;
    {
        a_take_types:   acquire(TYPE_DEFS);
        write_types:    skip;  \* edit(file="types", version=1)
        a_give_types:   release(TYPE_DEFS);
        a_types_ready:  send(a_to_b, "types_ready");
        a_take_core:    acquire(CORE_LIB);
        compile_a:      skip;  \* compile(module="A")
        a_compile_end:
            a_tries := a_tries + 1;
            either {
        a_compiled:
                release(CORE_LIB);
        a_good_news:
                send(a_to_integrator, "compiled");
            } or {
        a_broken:       \* nobody should wait for the core library while A thinks about its mistake
                release(CORE_LIB);
                if (a_tries < 2) {
        a_retake_types:
                    acquire(TYPE_DEFS);
        amend_types:
                    skip;  \* correct(file="types", reason="compile error")
        a_regive_types:
                    release(TYPE_DEFS);
                    goto a_take_core;
                };
        a_bad_news:
                send(a_to_integrator, "failed");
            };
    }

    process (builder_b \in {BUILDER_B})
        variables b_msg = "", b_tries = 0;
    {
        b_wait_types:   receive(a_to_b, b_msg);
        b_take_types:   \* the definitions must not be amended while they are read, neither here nor by the compiler
            acquire(TYPE_DEFS);
        read_types:     skip;  \* study(file="types")
        b_take_core:    acquire(CORE_LIB);
        compile_b:      skip;  \* compile(module="B")
        b_compile_end:
            b_tries := b_tries + 1;
            either {
        b_compiled:
                release(CORE_LIB);
                release(TYPE_DEFS);
        b_good_news:
                send(b_to_integrator, "compiled");
            } or {
        b_broken:
                release(CORE_LIB);
                release(TYPE_DEFS);
                if (b_tries < 2) { goto b_take_types; };
        b_bad_news:
                send(b_to_integrator, "failed");
            };
    }

    process (integrator \in {INTEGRATOR})
        variables i_msg = "", i_reports = 0, i_broken = FALSE;
    {
        i_collect:      \* whoever is finished is heard
            while (i_reports < 2) {
                either { receive(a_to_integrator, i_msg); }
                or     { receive(b_to_integrator, i_msg); };
                i_reports := i_reports + 1;
                if (i_msg = "failed") { i_broken := TRUE; };
            };
        i_decide:
            if (i_broken) {
        report_gap:
                skip;  \* report(subject="module missing")
            } else {
        i_take_core:
                acquire(CORE_LIB);
        link_program:
                skip;  \* link(modules=["A", "B"])
        i_link_end:
                either {
        i_linked:
                    release(CORE_LIB);
                } or {
        i_unlinked:     \* the linker can run out of memory: it is started again
                    release(CORE_LIB);
                    goto i_take_core;
                };
            };
    }
}
*)
====
