---- MODULE protocol ----
\* A booking form: work goes round a ring, from the interface to the form to the test and back to whoever has to mend something.
EXTENDS Integers, Sequences, FiniteSets, TLC

CONSTANTS FREE, BACKEND_DEV, FRONTEND_DEV, TESTER

(*
--algorithm Protocol {
    variables
        API_SPEC = FREE,
        STAGING = FREE,
        backend_to_frontend = <<>>,
        frontend_to_tester = <<>>,
        tester_to_backend = <<>>;

    define {
        AllDone == \A tf_agent \in {BACKEND_DEV, FRONTEND_DEV, TESTER} : pc[tf_agent] = "Done"

        TypeInvariant ==
            /\ API_SPEC \in {FREE, BACKEND_DEV, FRONTEND_DEV, TESTER}
            /\ STAGING \in {FREE, BACKEND_DEV, FRONTEND_DEV, TESTER}
            /\ backend_to_frontend \in Seq({"api_ready", "ui_bug", "shipped"})
            /\ frontend_to_tester \in Seq({"build_ready", "shipped"})
            /\ tester_to_backend \in Seq({"passed", "api_bug", "ui_bug"})

        ChannelBound ==
            /\ Len(backend_to_frontend) <= 3
            /\ Len(frontend_to_tester) <= 3
            /\ Len(tester_to_backend) <= 3

        NoOrphanLocks ==
            /\ AllDone => API_SPEC = FREE
            /\ AllDone => STAGING = FREE

        ChannelsDrained ==
            /\ AllDone => backend_to_frontend = <<>>
            /\ AllDone => frontend_to_tester = <<>>
            /\ AllDone => tester_to_backend = <<>>
    }

    macro acquire(lock) { await lock = FREE; lock := self; }
    macro release(lock) { assert lock = self; lock := FREE; }

    macro send(channel, label) { channel := Append(channel, label); }
    macro receive(channel, into) { await channel # <<>>; into := Head(channel); channel := Tail(channel); }

    process (backend_dev \in {BACKEND_DEV})
        variables b_msg = "";
    {
        b_spec:
            acquire(API_SPEC);
        write_spec:
            skip;  \* write_spec(endpoint="/bookings")
        b_spec_done:
            release(API_SPEC);
        implement_endpoint:
            skip;  \* implement(endpoint="/bookings")
        b_staging:
            acquire(STAGING);
        deploy_endpoint:
            skip;  \* deploy(service="bookings")
        b_deployed:
            either {
        b_up:
                release(STAGING);
            } or {              \* the service does not come up: staging is free for others while it is mended
        b_down:
                release(STAGING);
                goto implement_endpoint;
            };
        b_ready:
            send(backend_to_frontend, "api_ready");
        b_report:
            receive(tester_to_backend, b_msg);
            if (b_msg = "api_bug") { goto b_spec; }
            else if (b_msg = "passed") { goto b_ship; };
        b_pass_on:              \* the tester talks to the backend only
            send(backend_to_frontend, "ui_bug");
            goto b_report;
        b_ship:
            send(backend_to_frontend, "shipped");
    }

    process (frontend_dev \in {FRONTEND_DEV})
        variables f_msg = "";
    {
        f_wishes:
            acquire(API_SPEC);
        request_fields:
            skip;  \* request_fields(endpoint="/bookings", fields=["date", "guests"])
        f_wishes_done:
            release(API_SPEC);
        f_wait:
            receive(backend_to_frontend, f_msg);
            if (f_msg = "shipped") { goto f_ship; }
            else if (f_msg = "ui_bug") { goto build_form; };
        f_spec:
            acquire(API_SPEC);
        generate_client:
            skip;  \* generate_client(endpoint="/bookings")
        f_spec_done:
            release(API_SPEC);
        build_form:
            skip;  \* build(page="booking form")
        f_built:
            either {
        f_staging:
                acquire(STAGING);
            } or {              \* type errors
        mend_build:
                skip;  \* mend(page="booking form")
                goto build_form;
            };
        deploy_form:
            skip;  \* publish(page="booking form")
        f_staging_done:
            release(STAGING);
        f_ready:
            send(frontend_to_tester, "build_ready");
            goto f_wait;
        f_ship:
            send(frontend_to_tester, "shipped");
    }

    process (tester \in {TESTER})
        variables t_msg = "";
    {
        t_data:
            acquire(STAGING);
        seed_data:
            skip;  \* seed(data="sample bookings")
        t_data_done:
            release(STAGING);
        t_wait:
            receive(frontend_to_tester, t_msg);
            if (t_msg = "shipped") { goto Done; };
        t_staging:
            acquire(STAGING);
        run_tests:
            skip;  \* run_tests(suite="booking")
        t_staging_done:
            release(STAGING);
        t_report:
            either { send(tester_to_backend, "passed"); }
            or     { send(tester_to_backend, "api_bug"); }
            or     { send(tester_to_backend, "ui_bug"); };
            goto t_wait;
    }
}
*)
====
