---- MODULE protocol ----
\* A column is renamed without stopping anything: both names for a while, every client moves over, then the old name goes, after
\* a backup, or everything goes back if a client cannot move.
EXTENDS Integers, Sequences, FiniteSets, TLC

CONSTANTS FREE, DB_ENGINEER, BACKEND_DEV, WEB_DEV, MOBILE_DEV, RELEASE_MANAGER

(*
--algorithm Protocol
variables
    DB_SCHEMA = FREE,
    API_CONTRACT = FREE,
    STAGING = FREE,
    db_to_backend = <<>>,
    backend_to_db = <<>>,
    backend_to_web = <<>>,
    web_to_backend = <<>>,
    backend_to_mobile = <<>>,
    mobile_to_backend = <<>>,
    backend_to_manager = <<>>,
    manager_to_backend = <<>>,
    manager_to_db = <<>>,
    db_to_manager = <<>>;

define
    AllDone == \A tf_agent \in {DB_ENGINEER, BACKEND_DEV, WEB_DEV, MOBILE_DEV, RELEASE_MANAGER} : pc[tf_agent] = "Done"

    TypeInvariant ==
        /\ DB_SCHEMA \in {FREE, DB_ENGINEER, BACKEND_DEV, WEB_DEV, MOBILE_DEV, RELEASE_MANAGER}
        /\ API_CONTRACT \in {FREE, DB_ENGINEER, BACKEND_DEV, WEB_DEV, MOBILE_DEV, RELEASE_MANAGER}
        /\ STAGING \in {FREE, DB_ENGINEER, BACKEND_DEV, WEB_DEV, MOBILE_DEV, RELEASE_MANAGER}
        /\ db_to_backend \in Seq({"expanded", "not_expanded", "dropped", "restored"})
        /\ backend_to_db \in Seq({"expand", "drop_old", "roll_back"})
        /\ backend_to_web \in Seq({"both_versions", "new_only", "old_only"})
        /\ web_to_backend \in Seq({"migrated", "blocked"})
        /\ backend_to_mobile \in Seq({"both_versions", "new_only", "old_only"})
        /\ mobile_to_backend \in Seq({"migrated", "blocked"})
        /\ backend_to_manager \in Seq({"ready", "withdrawn"})
        /\ manager_to_backend \in Seq({"go", "no_go"})
        /\ manager_to_db \in Seq({"back_up"})
        /\ db_to_manager \in Seq({"backed_up", "backup_failed"})

    ChannelBound ==
        /\ Len(db_to_backend) <= 3
        /\ Len(backend_to_db) <= 3
        /\ Len(backend_to_web) <= 3
        /\ Len(web_to_backend) <= 3
        /\ Len(backend_to_mobile) <= 3
        /\ Len(mobile_to_backend) <= 3
        /\ Len(backend_to_manager) <= 3
        /\ Len(manager_to_backend) <= 3
        /\ Len(manager_to_db) <= 3
        /\ Len(db_to_manager) <= 3

    NoOrphanLocks ==
        /\ AllDone => DB_SCHEMA = FREE
        /\ AllDone => API_CONTRACT = FREE
        /\ AllDone => STAGING = FREE

    ChannelsDrained ==
        /\ AllDone => db_to_backend = <<>>
        /\ AllDone => backend_to_db = <<>>
        /\ AllDone => backend_to_web = <<>>
        /\ AllDone => web_to_backend = <<>>
        /\ AllDone => backend_to_mobile = <<>>
        /\ AllDone => mobile_to_backend = <<>>
        /\ AllDone => backend_to_manager = <<>>
        /\ AllDone => manager_to_backend = <<>>
        /\ AllDone => manager_to_db = <<>>
        /\ AllDone => db_to_manager = <<>>
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

process db_engineer \in {DB_ENGINEER}
variables d_msg = "";
begin
    d_expand:
        receive(backend_to_db, d_msg);
    d_schema:
        acquire(DB_SCHEMA);
    add_column:
        skip;  \* add_column(table="customers", column="customer_name")
    d_added:
        either
    d_schema_done:
            release(DB_SCHEMA);
        or          \* the table is too large to be changed in one go
    d_schema_failed:
            release(DB_SCHEMA);
    d_not_expanded:
            either
                goto d_schema;
            or
                send(db_to_backend, "not_expanded");
                goto Done;
            end either;
        end either;
    d_expanded:
        send(db_to_backend, "expanded");
    d_backfill:
        acquire(DB_SCHEMA);
    copy_values:
        skip;  \* copy_values(old="name", new="customer_name")
    d_backfill_done:
        release(DB_SCHEMA);
    d_wait:         \* a backup for the manager, as often as it takes, then the backend's last word
        either
            receive(manager_to_db, d_msg);
        or
            receive(backend_to_db, d_msg);
        end either;
    d_schema_again:
        acquire(DB_SCHEMA);
        if d_msg = "drop_old" then
            goto drop_column;
        elsif d_msg = "roll_back" then
            goto restore_column;
        end if;
    back_up_table:
        skip;  \* back_up(table="customers")
    d_backed_up:
        either
    d_backup_done:
            release(DB_SCHEMA);
    d_tell_manager:
            send(db_to_manager, "backed_up");
            goto d_wait;
        or
    d_backup_lost:
            release(DB_SCHEMA);
    d_warn_manager:
            send(db_to_manager, "backup_failed");
            goto d_wait;
        end either;
    drop_column:
        skip;  \* drop_column(table="customers", column="name")
    d_drop_done:
        release(DB_SCHEMA);
    d_dropped:
        send(db_to_backend, "dropped");
        goto Done;
    restore_column:
        skip;  \* drop_column(table="customers", column="customer_name")
    d_restore_done:
        release(DB_SCHEMA);
    d_restored:
        send(db_to_backend, "restored");
end process;

process backend_dev \in {BACKEND_DEV}
variables b_msg = "", answers = 0, someone_blocked = FALSE;
begin
    b_contract:
        acquire(API_CONTRACT);
    draft_contract:
        skip;  \* draft_contract(field="customer_name")
    b_contract_done:
        release(API_CONTRACT);
    b_expand:
        send(backend_to_db, "expand");
    b_expanded:
        receive(db_to_backend, b_msg);
        if b_msg = "not_expanded" then
            goto b_withdraw;
        end if;
    b_schema:
        acquire(DB_SCHEMA);
    map_both_names:
        skip;  \* map_names(old="name", new="customer_name")
    b_schema_done:
        release(DB_SCHEMA);
    b_staging:
        acquire(STAGING);
    deploy_both:
        skip;  \* deploy(versions="both")
    b_staging_done:
        release(STAGING);
    b_to_web:
        send(backend_to_web, "both_versions");
    b_to_mobile:
        send(backend_to_mobile, "both_versions");
    b_collect:
        while answers < 2 do
            either
                receive(web_to_backend, b_msg);
            or
                receive(mobile_to_backend, b_msg);
            end either;
            answers := answers + 1;
            if b_msg = "blocked" then
                someone_blocked := TRUE;
            else
                skip;
            end if;
        end while;
    b_weigh:
        if someone_blocked then
            goto b_back;
        end if;
    b_ask:
        send(backend_to_manager, "ready");
    b_permission:
        receive(manager_to_backend, b_msg);
        if b_msg = "no_go" then
            goto b_refused;
        end if;
    b_drop:
        send(backend_to_db, "drop_old");
    b_dropped:
        receive(db_to_backend, b_msg);
    b_web_new:
        send(backend_to_web, "new_only");
    b_mobile_new:
        send(backend_to_mobile, "new_only");
    b_final_contract:
        acquire(API_CONTRACT);
    publish_contract:
        skip;  \* publish_contract(field="customer_name")
    b_published:
        release(API_CONTRACT);
        goto Done;
    b_withdraw:     \* nothing has changed, and there is nothing to take back
        send(backend_to_manager, "withdrawn");
        goto b_web_old;
    b_back:
        send(backend_to_manager, "withdrawn");
    b_refused:
        send(backend_to_db, "roll_back");
    b_restored:
        receive(db_to_backend, b_msg);
    b_web_old:
        send(backend_to_web, "old_only");
    b_mobile_old:
        send(backend_to_mobile, "old_only");
end process;

process web_dev \in {WEB_DEV}
variables w_msg = "";
begin
    w_audit:
        acquire(API_CONTRACT);
    list_uses_web:
        skip;  \* list_uses(client="web", field="name")
    w_audited:
        release(API_CONTRACT);
    w_wait:
        receive(backend_to_web, w_msg);
        if w_msg = "old_only" then
            goto keep_web;
        end if;
    w_contract:
        acquire(API_CONTRACT);
    read_contract_web:
        skip;  \* read_contract(client="web")
    w_contract_done:
        release(API_CONTRACT);
    migrate_web:
        skip;  \* migrate(client="web", field="customer_name")
    w_staging:
        acquire(STAGING);
    test_web:
        skip;  \* test(client="web")
    w_tested:
        either
    w_staging_done:
            release(STAGING);
        or          \* a page still asks for the old name
    w_staging_failed:
            release(STAGING);
    w_failed:
            either
                goto migrate_web;
            or
                send(web_to_backend, "blocked");
                goto w_verdict;
            end either;
        end either;
    w_report:
        send(web_to_backend, "migrated");
    w_verdict:
        receive(backend_to_web, w_msg);
        if w_msg = "new_only" then
            goto release_web;
        end if;
    keep_web:
        skip;  \* keep(client="web")
        goto Done;
    release_web:
        skip;  \* release(client="web")
end process;

process mobile_dev \in {MOBILE_DEV}
variables m_msg = "";
begin
    m_audit:
        acquire(API_CONTRACT);
    list_uses_mobile:
        skip;  \* list_uses(client="mobile", field="name")
    m_audited:
        release(API_CONTRACT);
    m_wait:
        receive(backend_to_mobile, m_msg);
        if m_msg = "old_only" then
            goto keep_mobile;
        end if;
    m_contract:
        acquire(API_CONTRACT);
    read_contract_mobile:
        skip;  \* read_contract(client="mobile")
    m_contract_done:
        release(API_CONTRACT);
    migrate_mobile:
        skip;  \* migrate(client="mobile", field="customer_name")
    m_staging:
        acquire(STAGING);
    test_mobile:
        skip;  \* test(client="mobile")
    m_tested:
        either
    m_staging_done:
            release(STAGING);
        or          \* the app crashes on start
    m_staging_failed:
            release(STAGING);
    m_failed:
            either
                goto migrate_mobile;
            or
                send(mobile_to_backend, "blocked");
                goto m_verdict;
            end either;
        end either;
    m_report:
        send(mobile_to_backend, "migrated");
    m_verdict:
        receive(backend_to_mobile, m_msg);
        if m_msg = "new_only" then
            goto release_mobile;
        end if;
    keep_mobile:
        skip;  \* keep(client="mobile")
        goto Done;
    release_mobile:
        skip;  \* release(client="mobile")
end process;

process release_manager \in {RELEASE_MANAGER}
variables r_msg = "";
begin
    r_survey:
        acquire(STAGING);
    record_baseline:
        skip;  \* record_baseline(environment="staging")
    r_surveyed:
        release(STAGING);
    r_wait:
        receive(backend_to_manager, r_msg);
        if r_msg = "withdrawn" then
            goto Done;
        end if;
    r_ask:
        send(manager_to_db, "back_up");
    r_backup:
        receive(db_to_manager, r_msg);
        if r_msg = "backed_up" then
            goto r_staging;
        end if;
    r_no_backup:    \* another backup, or no release today
        either
            goto r_ask;
        or
            goto r_refuse;
        end either;
    r_staging:
        acquire(STAGING);
    inspect_staging:
        skip;  \* inspect(environment="staging")
    r_staging_done:
        release(STAGING);
    r_decide:
        either
            send(manager_to_backend, "go");
            goto Done;
        or
            skip;
        end either;
    r_refuse:
        send(manager_to_backend, "no_go");
end process;

end algorithm;
*)
====
