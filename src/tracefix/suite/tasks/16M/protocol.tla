---- MODULE protocol ----
\* A canary release: an image is tried on the canary hosts, watched, and promoted to the fleet or rolled back. An alarm is judged by
\* the engineer on call, whose diagnosis the next image needs.
EXTENDS Integers, Sequences, FiniteSets, TLC

CONSTANTS FREE, BUILDER, DEPLOYER, MONITOR, GATEKEEPER, ONCALL

(*
--algorithm Protocol
variables
    REGISTRY = FREE,
    CANARY = FREE,
    FLEET = FREE,
    DASHBOARD = FREE,
    builder_to_deployer = <<>>,
    deployer_to_builder = <<>>,
    deployer_to_monitor = <<>>,
    monitor_to_gatekeeper = <<>>,
    gatekeeper_to_deployer = <<>>,
    gatekeeper_to_oncall = <<>>,
    oncall_to_gatekeeper = <<>>,
    oncall_to_builder = <<>>;

define
    AllDone == \A tf_agent \in {BUILDER, DEPLOYER, MONITOR, GATEKEEPER, ONCALL} : pc[tf_agent] = "Done"

    TypeInvariant ==
        /\ REGISTRY \in {FREE, BUILDER, DEPLOYER, MONITOR, GATEKEEPER, ONCALL}
        /\ CANARY \in {FREE, BUILDER, DEPLOYER, MONITOR, GATEKEEPER, ONCALL}
        /\ FLEET \in {FREE, BUILDER, DEPLOYER, MONITOR, GATEKEEPER, ONCALL}
        /\ DASHBOARD \in {FREE, BUILDER, DEPLOYER, MONITOR, GATEKEEPER, ONCALL}
        /\ builder_to_deployer \in Seq({"image"})
        /\ deployer_to_builder \in Seq({"shipped", "rebuild"})
        /\ deployer_to_monitor \in Seq({"watch", "stop"})
        /\ monitor_to_gatekeeper \in Seq({"healthy", "alarm"})
        /\ gatekeeper_to_deployer \in Seq({"promote", "roll_back"})
        /\ gatekeeper_to_oncall \in Seq({"page", "stand_down"})
        /\ oncall_to_gatekeeper \in Seq({"false_alarm", "real"})
        /\ oncall_to_builder \in Seq({"diagnosis"})

    ChannelBound ==
        /\ Len(builder_to_deployer) <= 3
        /\ Len(deployer_to_builder) <= 3
        /\ Len(deployer_to_monitor) <= 3
        /\ Len(monitor_to_gatekeeper) <= 3
        /\ Len(gatekeeper_to_deployer) <= 3
        /\ Len(gatekeeper_to_oncall) <= 3
        /\ Len(oncall_to_gatekeeper) <= 3
        /\ Len(oncall_to_builder) <= 3

    NoOrphanLocks ==
        /\ AllDone => REGISTRY = FREE
        /\ AllDone => CANARY = FREE
        /\ AllDone => FLEET = FREE
        /\ AllDone => DASHBOARD = FREE

    ChannelsDrained ==
        /\ AllDone => builder_to_deployer = <<>>
        /\ AllDone => deployer_to_builder = <<>>
        /\ AllDone => deployer_to_monitor = <<>>
        /\ AllDone => monitor_to_gatekeeper = <<>>
        /\ AllDone => gatekeeper_to_deployer = <<>>
        /\ AllDone => gatekeeper_to_oncall = <<>>
        /\ AllDone => oncall_to_gatekeeper = <<>>
        /\ AllDone => oncall_to_builder = <<>>
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

process builder \in {BUILDER}
variables b_msg = "", b_heard = 0;
begin
    b_open:
        acquire(REGISTRY);
    build_image:
        skip;  \* build(image="service", push=True)
    b_build_outcome:
        either
    b_built:
            release(REGISTRY);
        or
    b_build_failed:
            release(REGISTRY);
            goto b_open;
        end either;
    b_deliver:
        send(builder_to_deployer, "image");
    b_open_again:
        acquire(REGISTRY);
    prune_registry:
        skip;  \* prune(registry="images", keep=5)
    b_close_again:
        release(REGISTRY);
        b_heard := 0;
    b_wait:         \* the roll-back and its diagnosis come in any order
        either
            receive(deployer_to_builder, b_msg);
        or
            receive(oncall_to_builder, b_msg);
        end either;
        b_heard := b_heard + 1;
        if b_msg = "shipped" then
            goto Done;
        elsif b_heard < 2 then
            goto b_wait;
        else
            goto b_open;
        end if;
end process;

process deployer \in {DEPLOYER}
variables d_msg = "";
begin
    d_wait:
        receive(builder_to_deployer, d_msg);
    d_registry:
        acquire(REGISTRY);
    pull_image:
        skip;  \* pull(image="service")
    d_registry_done:
        release(REGISTRY);
    d_canary:
        acquire(CANARY);
    deploy_canary:
        skip;  \* deploy(hosts="canary", image="service")
    d_canary_outcome:
        either
    d_canary_up:
            release(CANARY);
        or
    d_canary_failed:    \* hosts that do not answer are left alone for a moment
            release(CANARY);
            goto d_canary;
        end either;
    d_watch:
        send(deployer_to_monitor, "watch");
    d_order:
        receive(gatekeeper_to_deployer, d_msg);
    d_obey:
        if d_msg = "promote" then
            acquire(FLEET);
            goto roll_out_fleet;
        else
            acquire(CANARY);
        end if;
    restore_canary:
        skip;  \* restore(hosts="canary")
    d_restored:
        release(CANARY);
    d_rebuild:
        send(deployer_to_builder, "rebuild");
        goto d_wait;
    roll_out_fleet:
        skip;  \* deploy(hosts="fleet", image="service")
    d_rollout_outcome:
        either
    d_rolled_out:
            send(deployer_to_monitor, "stop");
        or
    d_rollout_failed:
            release(FLEET);
    d_fleet_again:
            acquire(FLEET);
            goto roll_out_fleet;
        end either;
    mark_fleet:
        skip;  \* mark(hosts="fleet", version)
    d_fleet_done:
        release(FLEET);
    d_shipped:
        send(deployer_to_builder, "shipped");
end process;

process monitor \in {MONITOR}
variables m_msg = "";
begin
    m_wait:
        receive(deployer_to_monitor, m_msg);
        if m_msg = "stop" then
            goto m_fleet;
        end if;
    m_canary:
        acquire(CANARY);
    probe_canary:
        skip;  \* probe(hosts="canary")
    m_canary_done:
        release(CANARY);
    m_judge:
        either
            send(monitor_to_gatekeeper, "healthy");
        or
            send(monitor_to_gatekeeper, "alarm");
        end either;
    m_dashboard:
        acquire(DASHBOARD);
    plot_metrics:
        skip;  \* plot(dashboard="release", source="canary")
    m_dashboard_done:
        release(DASHBOARD);
        goto m_wait;
    m_fleet:
        acquire(FLEET);
    probe_fleet:
        skip;  \* probe(hosts="fleet")
    m_fleet_done:
        release(FLEET);
end process;

process gatekeeper \in {GATEKEEPER}
variables g_msg = "";
begin
    g_wait:
        receive(monitor_to_gatekeeper, g_msg);
        if g_msg = "healthy" then
            goto g_promote;
        end if;
    g_page:
        send(gatekeeper_to_oncall, "page");
    g_judgement:
        receive(oncall_to_gatekeeper, g_msg);
        if g_msg = "false_alarm" then
            goto g_promote;
        end if;
    g_roll_back:
        send(gatekeeper_to_deployer, "roll_back");
        goto g_wait;
    g_promote:
        send(gatekeeper_to_deployer, "promote");
    g_stand_down:
        send(gatekeeper_to_oncall, "stand_down");
    g_dashboard:
        acquire(DASHBOARD);
    post_decision:
        skip;  \* post(dashboard="release", decision)
    g_dashboard_done:
        release(DASHBOARD);
end process;

process oncall \in {ONCALL}
variables o_msg = "";
begin
    o_wait:
        receive(gatekeeper_to_oncall, o_msg);
        if o_msg = "stand_down" then
            goto Done;
        end if;
    o_dashboard:
        acquire(DASHBOARD);
    read_dashboard:
        skip;  \* read(dashboard="release")
    o_dashboard_done:
        release(DASHBOARD);
    o_judge:
        either
            send(oncall_to_gatekeeper, "false_alarm");
            goto o_wait;
        or
            send(oncall_to_gatekeeper, "real");
        end either;
    o_canary:
        acquire(CANARY);
    collect_logs:
        skip;  \* collect(hosts="canary", logs)
    o_canary_done:
        release(CANARY);
    o_diagnose:
        send(oncall_to_builder, "diagnosis");
        goto o_wait;
end process;
end algorithm;
*)
====
