---- MODULE protocol ----
\* One change on its way through the pipeline. The build agent is left as it is until the log of a red build is kept, and staging until
\* its caches are warm, so the developer, who wants to look at them, may have to wait a little.
EXTENDS Integers, Sequences, FiniteSets, TLC

CONSTANTS FREE, DEVELOPER, CI_SERVER, DEPLOYER

(*
--algorithm Protocol {
    variables
        BUILD_AGENT = FREE,
        STAGING = FREE,
        dev_to_ci = <<>>,
        ci_to_dev = <<>>,
        ci_to_deployer = <<>>,
        deployer_to_dev = <<>>;

    define {
        AllDone == \A tf_agent \in {DEVELOPER, CI_SERVER, DEPLOYER} : pc[tf_agent] = "Done"

        TypeInvariant ==
            /\ BUILD_AGENT \in {FREE, DEVELOPER, CI_SERVER, DEPLOYER}
            /\ STAGING \in {FREE, DEVELOPER, CI_SERVER, DEPLOYER}
            /\ dev_to_ci \in Seq({"push", "abandon"})
            /\ ci_to_dev \in Seq({"red"})
            /\ ci_to_deployer \in Seq({"artifact", "nothing"})
            /\ deployer_to_dev \in Seq({"live", "rolled_back"})

        ChannelBound ==
            /\ Len(dev_to_ci) <= 3
            /\ Len(ci_to_dev) <= 3
            /\ Len(ci_to_deployer) <= 3
            /\ Len(deployer_to_dev) <= 3

        NoOrphanLocks ==
            /\ AllDone => BUILD_AGENT = FREE
            /\ AllDone => STAGING = FREE

        ChannelsDrained ==
            /\ AllDone => dev_to_ci = <<>>
            /\ AllDone => ci_to_dev = <<>>
            /\ AllDone => ci_to_deployer = <<>>
            /\ AllDone => deployer_to_dev = <<>>
    }

    macro acquire(lock) { await lock = FREE; lock := self; }
    macro release(lock) { assert lock = self; lock := FREE; }

    macro send(channel, label) { channel := Append(channel, label); }
    macro receive(channel, into) { await channel # <<>>; into := Head(channel); channel := Tail(channel); }

    process (developer \in {DEVELOPER})
        variables d_msg = "";
    {
        edit_change:
            skip;  \* edit(branch="change")
        d_push:
            send(dev_to_ci, "push");
        d_result:       \* a red build comes back from CI; a green one shows when it has been deployed
            either { receive(ci_to_dev, d_msg); }
            or     { receive(deployer_to_dev, d_msg); };
        d_react:
            if (d_msg = "red") {
                acquire(BUILD_AGENT);
            } else if (d_msg = "live") {
                acquire(STAGING);
                goto inspect_staging;
            } else {
                goto Done;
            };
        inspect_build:
            skip;  \* inspect(agent="build", log)
        d_leave_agent:
            release(BUILD_AGENT);
        d_decide:
            either { goto edit_change; }
            or     { send(dev_to_ci, "abandon"); goto Done; };
        inspect_staging:
            skip;  \* inspect(environment="staging")
        d_leave_staging:
            release(STAGING);
    }

    process (ci_server \in {CI_SERVER})
        variables c_msg = "";
    {
        c_wait:
            receive(dev_to_ci, c_msg);
        c_start:
            if (c_msg = "abandon") {
                send(ci_to_deployer, "nothing");
                goto Done;
            } else {
                acquire(BUILD_AGENT);
            };
        build_change:
            skip;  \* build(branch="change")
        c_build_outcome:
            either {
        c_green:
                release(BUILD_AGENT);
        c_hand_over:
                send(ci_to_deployer, "artifact");
            } or {
        c_red:
                send(ci_to_dev, "red");
        keep_log:
                skip;  \* keep(agent="build", log)
        c_leave_red:
                release(BUILD_AGENT);
                goto c_wait;
            };
    }

    process (deployer \in {DEPLOYER})
        variables p_msg = "";
    {
        p_wait:
            receive(ci_to_deployer, p_msg);
        p_start:
            if (p_msg = "nothing") { goto Done; }
            else { acquire(STAGING); };
        deploy_artifact:
            skip;  \* deploy(environment="staging", artifact)
        p_deploy_outcome:
            either {
        p_live:
                send(deployer_to_dev, "live");
        warm_caches:
                skip;  \* warm(environment="staging")
            } or {
        restore_previous:
                skip;  \* restore(environment="staging", version="previous")
        p_rolled_back:
                send(deployer_to_dev, "rolled_back");
            };
        p_leave:
            release(STAGING);
    }
}
*)
====
