---- MODULE collect_in_turn ----
\* A release for three platforms. Builds share two cloud runners, a cache and an artifact store; what is built is signed, audited,
\* deployed to staging and production, and rolled back if it has to be.
EXTENDS Integers, Sequences, FiniteSets, TLC

CONSTANTS FREE, SCHEDULER, LINUX, MACOS, WINDOWS, SIGNER, DEPLOYER, AUDITOR

(*
--algorithm Protocol {
    variables
        CACHE = FREE,
        ARTIFACTS = FREE,
        SIGNING_KEY = FREE,
        STAGING = FREE,
        PRODUCTION = FREE,
        AUDIT_LOG = FREE,
        RUNNERS = 2,
        scheduler_to_linux = <<>>,
        linux_to_scheduler = <<>>,
        scheduler_to_macos = <<>>,
        macos_to_scheduler = <<>>,
        scheduler_to_windows = <<>>,
        windows_to_scheduler = <<>>,
        scheduler_to_signer = <<>>,
        signer_to_auditor = <<>>,
        auditor_to_signer = <<>>,
        signer_to_deployer = <<>>,
        deployer_to_auditor = <<>>,
        deployer_to_scheduler = <<>>;

    define {
        AllDone == \A tf_agent \in {SCHEDULER, LINUX, MACOS, WINDOWS, SIGNER, DEPLOYER, AUDITOR} : pc[tf_agent] = "Done"

        TypeInvariant ==
            /\ CACHE \in {FREE, SCHEDULER, LINUX, MACOS, WINDOWS, SIGNER, DEPLOYER, AUDITOR}
            /\ ARTIFACTS \in {FREE, SCHEDULER, LINUX, MACOS, WINDOWS, SIGNER, DEPLOYER, AUDITOR}
            /\ SIGNING_KEY \in {FREE, SCHEDULER, LINUX, MACOS, WINDOWS, SIGNER, DEPLOYER, AUDITOR}
            /\ STAGING \in {FREE, SCHEDULER, LINUX, MACOS, WINDOWS, SIGNER, DEPLOYER, AUDITOR}
            /\ PRODUCTION \in {FREE, SCHEDULER, LINUX, MACOS, WINDOWS, SIGNER, DEPLOYER, AUDITOR}
            /\ AUDIT_LOG \in {FREE, SCHEDULER, LINUX, MACOS, WINDOWS, SIGNER, DEPLOYER, AUDITOR}
            /\ RUNNERS \in 0..2
            /\ scheduler_to_linux \in Seq({"build", "stop"})
            /\ linux_to_scheduler \in Seq({"built", "failed"})
            /\ scheduler_to_macos \in Seq({"build", "stop"})
            /\ macos_to_scheduler \in Seq({"built", "failed"})
            /\ scheduler_to_windows \in Seq({"build", "stop"})
            /\ windows_to_scheduler \in Seq({"built", "failed"})
            /\ scheduler_to_signer \in Seq({"sign", "stop"})
            /\ signer_to_auditor \in Seq({"signature"})
            /\ auditor_to_signer \in Seq({"cleared", "objection"})
            /\ signer_to_deployer \in Seq({"signed", "stop"})
            /\ deployer_to_auditor \in Seq({"deployment", "stop"})
            /\ deployer_to_scheduler \in Seq({"live", "rolled_back"})

        ChannelBound ==
            /\ Len(scheduler_to_linux) <= 3
            /\ Len(linux_to_scheduler) <= 3
            /\ Len(scheduler_to_macos) <= 3
            /\ Len(macos_to_scheduler) <= 3
            /\ Len(scheduler_to_windows) <= 3
            /\ Len(windows_to_scheduler) <= 3
            /\ Len(scheduler_to_signer) <= 3
            /\ Len(signer_to_auditor) <= 3
            /\ Len(auditor_to_signer) <= 3
            /\ Len(signer_to_deployer) <= 3
            /\ Len(deployer_to_auditor) <= 3
            /\ Len(deployer_to_scheduler) <= 3

        NoOrphanLocks ==
            /\ AllDone => CACHE = FREE
            /\ AllDone => ARTIFACTS = FREE
            /\ AllDone => SIGNING_KEY = FREE
            /\ AllDone => STAGING = FREE
            /\ AllDone => PRODUCTION = FREE
            /\ AllDone => AUDIT_LOG = FREE

        ChannelsDrained ==
            /\ AllDone => scheduler_to_linux = <<>>
            /\ AllDone => linux_to_scheduler = <<>>
            /\ AllDone => scheduler_to_macos = <<>>
            /\ AllDone => macos_to_scheduler = <<>>
            /\ AllDone => scheduler_to_windows = <<>>
            /\ AllDone => windows_to_scheduler = <<>>
            /\ AllDone => scheduler_to_signer = <<>>
            /\ AllDone => signer_to_auditor = <<>>
            /\ AllDone => auditor_to_signer = <<>>
            /\ AllDone => signer_to_deployer = <<>>
            /\ AllDone => deployer_to_auditor = <<>>
            /\ AllDone => deployer_to_scheduler = <<>>
    }

    macro acquire(lock) { await lock = FREE; lock := self; }
    macro release(lock) { assert lock = self; lock := FREE; }

    macro take(counter) { await counter > 0; counter := counter - 1; }
    macro give(counter) { counter := counter + 1; }

    macro send(channel, label) { channel := Append(channel, label); }
    macro receive(channel, into) { await channel # <<>>; into := Head(channel); channel := Tail(channel); }

    process (scheduler \in {SCHEDULER})
        variables sc_msg = "", giving_up = FALSE, waiting = 0;
    {
        sc_start:
            send(scheduler_to_linux, "build");
            send(scheduler_to_macos, "build");
            send(scheduler_to_windows, "build");
            waiting := 3;
        sc_collect:
            while (waiting > 0) {
                either {
        sc_linux:
                    receive(linux_to_scheduler, sc_msg);
                    waiting := waiting - 1;
                    if (sc_msg = "built") { goto sc_collect; };
        sc_linux_failed:
                    either {
                        send(scheduler_to_linux, "build");
                        waiting := waiting + 1;
                    } or {
                        giving_up := TRUE;
                    };
                } or {
        sc_macos:
                    receive(macos_to_scheduler, sc_msg);
                    waiting := waiting - 1;
                    if (sc_msg = "built") { goto sc_collect; };
        sc_macos_failed:
                    either {
                        send(scheduler_to_macos, "build");
                        waiting := waiting + 1;
                    } or {
                        giving_up := TRUE;
                    };
                } or {
        sc_windows:
                    receive(windows_to_scheduler, sc_msg);
                    waiting := waiting - 1;
                    if (sc_msg = "built") { goto sc_collect; };
        sc_windows_failed:
                    either {
                        send(scheduler_to_windows, "build");
                        waiting := waiting + 1;
                    } or {
                        giving_up := TRUE;
                    };
                };
            };
        sc_decide:
            if (giving_up) { goto sc_stop; }
            else { send(scheduler_to_signer, "sign"); };
        sc_verdict:
            receive(deployer_to_scheduler, sc_msg);
            if (sc_msg = "rolled_back") {
                either { goto sc_start; }   \* a new build of everything
                or     { skip; };           \* the release is abandoned
            };
        sc_stop:
            send(scheduler_to_linux, "stop");
            send(scheduler_to_macos, "stop");
            send(scheduler_to_windows, "stop");
            send(scheduler_to_signer, "stop");
    }

    process (linux \in {LINUX})
        variables l_msg = "";
    {
        l_wait:
            receive(scheduler_to_linux, l_msg);
            if (l_msg = "stop") { goto Done; };
        l_runner:
            take(RUNNERS);
        l_open_cache:
            acquire(CACHE);
        restore_cache_l:
            skip;  \* restore(cache="packages", platform="linux")
        l_close_cache:
            release(CACHE);
        compile_l:
            skip;  \* compile(platform="linux")
        l_compile_outcome:
            either {
        l_open_artifacts:
                acquire(ARTIFACTS);
        upload_l:
                skip;  \* upload(store="artifacts", platform="linux")
        l_close_artifacts:
                release(ARTIFACTS);
        l_give_back:
                give(RUNNERS);
        l_built:
                send(linux_to_scheduler, "built");
            } or {
        l_compile_failed:
                give(RUNNERS);
        l_failed:
                send(linux_to_scheduler, "failed");
            };
        l_again:
            goto l_wait;
    }

    process (macos \in {MACOS})
        variables m_msg = "";
    {
        m_wait:
            receive(scheduler_to_macos, m_msg);
            if (m_msg = "stop") { goto Done; };
        m_runner:
            take(RUNNERS);
        m_open_cache:
            acquire(CACHE);
        restore_cache_m:
            skip;  \* restore(cache="packages", platform="macos")
        m_close_cache:
            release(CACHE);
        compile_m:
            skip;  \* compile(platform="macos")
        m_compile_outcome:
            either {
        m_open_artifacts:
                acquire(ARTIFACTS);
        upload_m:
                skip;  \* upload(store="artifacts", platform="macos")
        m_close_artifacts:
                release(ARTIFACTS);
        m_give_back:
                give(RUNNERS);
        m_built:
                send(macos_to_scheduler, "built");
            } or {
        m_compile_failed:
                give(RUNNERS);
        m_failed:
                send(macos_to_scheduler, "failed");
            };
        m_again:
            goto m_wait;
    }

    process (windows \in {WINDOWS})
        variables w_msg = "";
    {
        w_wait:
            receive(scheduler_to_windows, w_msg);
            if (w_msg = "stop") { goto Done; };
        w_runner:
            take(RUNNERS);
        w_open_cache:
            acquire(CACHE);
        restore_cache_w:
            skip;  \* restore(cache="packages", platform="windows")
        w_close_cache:
            release(CACHE);
        compile_w:
            skip;  \* compile(platform="windows")
        w_compile_outcome:
            either {
        w_open_artifacts:
                acquire(ARTIFACTS);
        upload_w:
                skip;  \* upload(store="artifacts", platform="windows")
        w_close_artifacts:
                release(ARTIFACTS);
        w_give_back:
                give(RUNNERS);
        w_built:
                send(windows_to_scheduler, "built");
            } or {
        w_compile_failed:
                give(RUNNERS);
        w_failed:
                send(windows_to_scheduler, "failed");
            };
        w_again:
            goto w_wait;
    }

    process (signer \in {SIGNER})
        variables si_msg = "";
    {
        si_wait:
            receive(scheduler_to_signer, si_msg);
            if (si_msg = "stop") { goto si_stop; };
        si_open:
            acquire(ARTIFACTS);
        si_key:
            acquire(SIGNING_KEY);
        sign_artifacts:
            skip;  \* sign(store="artifacts", key="release")
        si_sign_outcome:
            either {
        si_signed:
                release(SIGNING_KEY);
                release(ARTIFACTS);
            } or {
        si_sign_failed:
                release(SIGNING_KEY);
                release(ARTIFACTS);
                goto si_open;
            };
        si_record:
            send(signer_to_auditor, "signature");
        si_ruling:
            receive(auditor_to_signer, si_msg);
            if (si_msg = "objection") { goto si_open; };
        si_deliver:
            send(signer_to_deployer, "signed");
        si_key_again:
            acquire(SIGNING_KEY);
        lock_key_away:
            skip;  \* store(key="release", vault="offline")
        si_key_done:
            release(SIGNING_KEY);
            goto si_wait;
        si_stop:
            send(signer_to_deployer, "stop");
    }

    process (deployer \in {DEPLOYER})
        variables de_msg = "";
    {
        de_wait:
            receive(signer_to_deployer, de_msg);
            if (de_msg = "stop") { goto de_stop; };
        de_key:
            acquire(SIGNING_KEY);
        verify_signature:
            skip;  \* verify(key="release", artifacts)
        de_key_done:
            release(SIGNING_KEY);
        de_staging:
            acquire(STAGING);
        deploy_staging:
            skip;  \* deploy(environment="staging")
        de_staging_outcome:
            either {
        de_staged:
                release(STAGING);
            } or {
        de_staging_failed:
                release(STAGING);
                goto de_open_log;
            };
        de_production:
            acquire(PRODUCTION);
        deploy_production:
            skip;  \* deploy(environment="production")
        de_production_outcome:
            either {
        de_deployed:
                send(deployer_to_auditor, "deployment");
        shift_traffic:
                skip;  \* shift(environment="production", share=100)
        de_shifted:
                release(PRODUCTION);
        de_live:
                send(deployer_to_scheduler, "live");
                goto de_wait;
            } or {
        restore_production:
                skip;  \* restore(environment="production")
        de_restored:
                release(PRODUCTION);
            };
        de_open_log:
            acquire(AUDIT_LOG);
        write_incident:
            skip;  \* record(log="audit", event="incident")
        de_close_log:
            release(AUDIT_LOG);
        de_rolled_back:
            send(deployer_to_scheduler, "rolled_back");
            goto de_wait;
        de_stop:
            send(deployer_to_auditor, "stop");
    }

    process (auditor \in {AUDITOR})
        variables au_msg = "";
    {
        au_wait:
            either { receive(signer_to_auditor, au_msg); }
            or     { receive(deployer_to_auditor, au_msg); };
            if (au_msg = "stop") { goto Done; };
        au_react:
            if (au_msg = "deployment") {
                acquire(PRODUCTION);
                goto inspect_production;
            } else {
                either { send(auditor_to_signer, "cleared"); }
                or     { send(auditor_to_signer, "objection"); goto au_open_log; };
            };
        au_staging:     \* what was cleared is looked at once it may be on staging
            acquire(STAGING);
        inspect_staging:
            skip;  \* inspect(environment="staging")
        au_staging_done:
            release(STAGING);
            goto au_open_log;
        inspect_production:
            skip;  \* inspect(environment="production")
        au_production_done:
            release(PRODUCTION);
        au_open_log:
            acquire(AUDIT_LOG);
        record_event:
            skip;  \* record(log="audit", event)
        au_close_log:
            release(AUDIT_LOG);
            goto au_wait;
    }
}
*)
====
