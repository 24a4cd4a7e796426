---- MODULE protocol ----
\* Seven developers and the seven packages of a delivery service. Nearly every change goes through the developer's own package
\* and one that belongs to somebody else. What happens when tests fail differs from change to change: corrected in place,
\* taken out to begin anew, or shelved. Packages are taken in the order
\* ACCOUNTS, CATALOG, ORDERS, PAYMENTS, COURIERS, MAPS, NOTIFY.
EXTENDS Integers, Sequences, FiniteSets, TLC

CONSTANTS FREE, ACCOUNTS_DEV, CATALOG_DEV, ORDERS_DEV, PAYMENTS_DEV, COURIERS_DEV, MAPS_DEV, NOTIFY_DEV

(*
--algorithm Protocol {
    variables
        ACCOUNTS = FREE,
        CATALOG = FREE,
        ORDERS = FREE,
        PAYMENTS = FREE,
        COURIERS = FREE,
        MAPS = FREE,
        NOTIFY = FREE;

    define {
        AllDone == \A tf_agent \in {ACCOUNTS_DEV, CATALOG_DEV, ORDERS_DEV, PAYMENTS_DEV, COURIERS_DEV, MAPS_DEV, NOTIFY_DEV} : pc[tf_agent] = "Done"

        TypeInvariant ==
            /\ ACCOUNTS \in {FREE, ACCOUNTS_DEV, CATALOG_DEV, ORDERS_DEV, PAYMENTS_DEV, COURIERS_DEV, MAPS_DEV, NOTIFY_DEV}
            /\ CATALOG \in {FREE, ACCOUNTS_DEV, CATALOG_DEV, ORDERS_DEV, PAYMENTS_DEV, COURIERS_DEV, MAPS_DEV, NOTIFY_DEV}
            /\ ORDERS \in {FREE, ACCOUNTS_DEV, CATALOG_DEV, ORDERS_DEV, PAYMENTS_DEV, COURIERS_DEV, MAPS_DEV, NOTIFY_DEV}
            /\ PAYMENTS \in {FREE, ACCOUNTS_DEV, CATALOG_DEV, ORDERS_DEV, PAYMENTS_DEV, COURIERS_DEV, MAPS_DEV, NOTIFY_DEV}
            /\ COURIERS \in {FREE, ACCOUNTS_DEV, CATALOG_DEV, ORDERS_DEV, PAYMENTS_DEV, COURIERS_DEV, MAPS_DEV, NOTIFY_DEV}
            /\ MAPS \in {FREE, ACCOUNTS_DEV, CATALOG_DEV, ORDERS_DEV, PAYMENTS_DEV, COURIERS_DEV, MAPS_DEV, NOTIFY_DEV}
            /\ NOTIFY \in {FREE, ACCOUNTS_DEV, CATALOG_DEV, ORDERS_DEV, PAYMENTS_DEV, COURIERS_DEV, MAPS_DEV, NOTIFY_DEV}

        ChannelBound == TRUE

        NoOrphanLocks ==
            /\ AllDone => ACCOUNTS = FREE
            /\ AllDone => CATALOG = FREE
            /\ AllDone => ORDERS = FREE
            /\ AllDone => PAYMENTS = FREE
            /\ AllDone => COURIERS = FREE
            /\ AllDone => MAPS = FREE
            /\ AllDone => NOTIFY = FREE

        ChannelsDrained == TRUE
    }

    macro acquire(lock) { await lock = FREE; lock := self; }
    macro release(lock) { assert lock = self; lock := FREE; }

    process (accounts_dev \in {ACCOUNTS_DEV})
    {
        a_take_accounts:
            acquire(ACCOUNTS);
        edit_login:
            skip;  \* edit(package="accounts", change="second factor")
        check_login:
            skip;  \* check(package="accounts")
        a_checked:
            either { skip; }
            or     { goto edit_login; };
        a_take_notify:
            acquire(NOTIFY);
        edit_code_mail:
            skip;  \* edit(package="notify", change="mail with a code")
        build_login:
            skip;  \* build(packages=["accounts", "notify"])
        a_built:
            either { skip; }
            or     { goto edit_code_mail; };
        test_login:
            skip;  \* test(packages=["accounts", "notify"])
        a_result:
            either { skip; }
            or {
        fix_login:
                skip;  \* edit(package="accounts", change="correct the second factor")
                goto build_login;
            };
        commit_login:
            skip;  \* commit(message="second factor")
        a_free_notify:   \* the documentation is nobody else's concern
            release(NOTIFY);
        document_login:
            skip;  \* document(package="accounts")
        a_give_back:
            release(ACCOUNTS);
    }

    \* Half a currency is worse than none: if the tests fail, everything is taken out and begun anew.
    process (catalog_dev \in {CATALOG_DEV})
    {
        c_take_catalog:
            acquire(CATALOG);
        edit_prices:
            skip;  \* edit(package="catalog", change="prices with a currency")
        check_catalog:
            skip;  \* check(package="catalog")
        c_checked:
            either { skip; }
            or     { goto edit_prices; };
        c_take_orders:
            acquire(ORDERS);
        edit_totals:
            skip;  \* edit(package="orders", change="totals with a currency")
        build_prices:
            skip;  \* build(packages=["catalog", "orders"])
        c_built:
            either { skip; }
            or     { goto edit_totals; };
        test_prices:
            skip;  \* test(packages=["catalog", "orders"])
        c_result:
            either { skip; }
            or {
        revert_prices:
                skip;  \* revert(packages=["catalog", "orders"])
        c_step_back:
                release(ORDERS);
                release(CATALOG);
                goto c_take_catalog;
            };
        commit_prices:
            skip;  \* commit(message="currencies")
        c_give_back:
            release(ORDERS);
            release(CATALOG);
    }

    process (orders_dev \in {ORDERS_DEV})
    {
        o_take_orders:
            acquire(ORDERS);
        edit_refunds:
            skip;  \* edit(package="orders", change="partial refunds")
        check_refunds:
            skip;  \* check(package="orders")
        o_checked:
            either { skip; }
            or     { goto edit_refunds; };
        o_take_payments:
            acquire(PAYMENTS);
        edit_ledger:
            skip;  \* edit(package="payments", change="refunds in the ledger")
        build_refunds:
            skip;  \* build(packages=["orders", "payments"])
        o_built:
            either { skip; }
            or     { goto edit_ledger; };
        test_refunds:
            skip;  \* test(packages=["orders", "payments"])
        o_result:
            either { skip; }
            or     { goto edit_ledger; };
        commit_refunds:
            skip;  \* commit(message="partial refunds")
        o_free_payments:
            release(PAYMENTS);
        document_refunds:
            skip;  \* document(package="orders")
        o_give_back:
            release(ORDERS);
    }

    \* The accounts are only needed for the key of an account, which comes first; the rest is work in the payments.
    process (payments_dev \in {PAYMENTS_DEV})
    {
        p_take_accounts:
            acquire(ACCOUNTS);
        edit_account_key:
            skip;  \* edit(package="accounts", change="key for stored cards")
        check_account_key:
            skip;  \* check(package="accounts")
        p_checked:
            either { skip; }
            or     { goto edit_account_key; };
        p_take_payments:
            acquire(PAYMENTS);
        edit_cards:
            skip;  \* edit(package="payments", change="stored cards")
        build_cards:
            skip;  \* build(packages=["accounts", "payments"])
        p_built:
            either { skip; }
            or     { goto edit_cards; };
        test_cards:
            skip;  \* test(packages=["accounts", "payments"])
        p_result:
            either { skip; }
            or     { goto edit_cards; };
        p_free_accounts:
            release(ACCOUNTS);
        audit_cards:
            skip;  \* audit(package="payments")
        commit_cards:
            skip;  \* commit(message="stored cards")
        p_give_back:
            release(PAYMENTS);
    }

    \* Shift plans are tried twice; after the second failure they are shelved.
    process (couriers_dev \in {COURIERS_DEV})
        variables failures = 0;
    {
        k_take_couriers:
            acquire(COURIERS);
        edit_shifts:
            skip;  \* edit(package="couriers", change="shift plans")
        check_shifts:
            skip;  \* check(package="couriers")
        k_checked:
            either { skip; }
            or     { goto edit_shifts; };
        k_take_maps:
            acquire(MAPS);
        edit_zones:
            skip;  \* edit(package="maps", change="zones of a shift")
        build_shifts:
            skip;  \* build(packages=["couriers", "maps"])
        k_built:
            either { skip; }
            or     { goto edit_zones; };
        test_shifts:
            skip;  \* test(packages=["couriers", "maps"])
        k_result:
            either {
        commit_shifts:
                skip;  \* commit(message="shift plans")
            } or {
        k_red:
                failures := failures + 1;
                if (failures < 2) { goto edit_zones; };
        shelve_shifts:
                skip;  \* shelve(packages=["couriers", "maps"])
            };
        k_give_back:
            release(MAPS);
            release(COURIERS);
    }

    \* Whether customers are told about the new maps is up to the developer; the maps are committed and free by then.
    process (maps_dev \in {MAPS_DEV})
    {
        m_take_catalog:
            acquire(CATALOG);
        edit_shops:
            skip;  \* edit(package="catalog", change="coordinates of shops")
        check_shops:
            skip;  \* check(package="catalog")
        m_checked:
            either { skip; }
            or     { goto edit_shops; };
        m_take_maps:
            acquire(MAPS);
        edit_tiles:
            skip;  \* edit(package="maps", change="new tiles")
        build_tiles:
            skip;  \* build(packages=["catalog", "maps"])
        m_built:
            either { skip; }
            or     { goto edit_tiles; };
        test_tiles:
            skip;  \* test(packages=["catalog", "maps"])
        m_result:
            either { skip; }
            or     { goto edit_tiles; };
        commit_tiles:
            skip;  \* commit(message="new tiles")
        m_free_maps:
            release(MAPS);
            release(CATALOG);
        m_tell:
            either {
        m_take_notify:
                acquire(NOTIFY);
        edit_banner:
                skip;  \* edit(package="notify", change="banner for the new maps")
        commit_banner:
                skip;  \* commit(message="banner for the new maps")
        m_free_notify:
                release(NOTIFY);
            } or { skip; };
    }

    process (notify_dev \in {NOTIFY_DEV})
    {
        n_take_couriers:
            acquire(COURIERS);
        edit_position:
            skip;  \* edit(package="couriers", change="publish the position")
        check_position:
            skip;  \* check(package="couriers")
        n_checked:
            either { skip; }
            or     { goto edit_position; };
        n_take_notify:
            acquire(NOTIFY);
        edit_arrival:
            skip;  \* edit(package="notify", change="message on arrival")
        build_arrival:
            skip;  \* build(packages=["couriers", "notify"])
        n_built:
            either { skip; }
            or     { goto edit_arrival; };
        test_arrival:
            skip;  \* test(packages=["couriers", "notify"])
        n_result:
            either { skip; }
            or {
        revert_arrival:
                skip;  \* revert(packages=["couriers", "notify"])
        n_step_back:
                release(NOTIFY);
                release(COURIERS);
                goto n_take_couriers;
            };
        commit_arrival:
            skip;  \* commit(message="message on arrival")
        n_give_back:
            release(NOTIFY);
            release(COURIERS);
    }
}
*)
====
