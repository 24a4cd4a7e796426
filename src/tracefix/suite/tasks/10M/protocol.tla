---- MODULE protocol ----
\* A nightly build: a coordinator has three components built and settles each of them for itself, built or left out. The
\* mobile app needs a client that the API build generates, so it is only asked for when the API is there.
EXTENDS Integers, Sequences, FiniteSets, TLC

CONSTANTS FREE, COORDINATOR, WEB_BUILDER, API_BUILDER, MOBILE_BUILDER, PACKAGER

(*
--algorithm Protocol {
    variables
        CORE_LIB = FREE,
        SIGNING_KEY = FREE,
        ARTIFACT_STORE = FREE,
        c_to_web = <<>>,
        web_to_c = <<>>,
        c_to_api = <<>>,
        api_to_c = <<>>,
        c_to_mobile = <<>>,
        mobile_to_c = <<>>,
        c_to_packager = <<>>;

    define {
        AllDone == \A tf_agent \in {COORDINATOR, WEB_BUILDER, API_BUILDER, MOBILE_BUILDER, PACKAGER} : pc[tf_agent] = "Done"

        TypeInvariant ==
            /\ CORE_LIB \in {FREE, COORDINATOR, WEB_BUILDER, API_BUILDER, MOBILE_BUILDER, PACKAGER}
            /\ SIGNING_KEY \in {FREE, COORDINATOR, WEB_BUILDER, API_BUILDER, MOBILE_BUILDER, PACKAGER}
            /\ ARTIFACT_STORE \in {FREE, COORDINATOR, WEB_BUILDER, API_BUILDER, MOBILE_BUILDER, PACKAGER}
            /\ c_to_web \in Seq({"build", "rebuild", "stop"})
            /\ web_to_c \in Seq({"built", "failed"})
            /\ c_to_api \in Seq({"build", "rebuild", "stop"})
            /\ api_to_c \in Seq({"built", "failed"})
            /\ c_to_mobile \in Seq({"build", "rebuild", "stop"})
            /\ mobile_to_c \in Seq({"built", "failed"})
            /\ c_to_packager \in Seq({"bundle", "partial", "nothing"})

        ChannelBound ==
            /\ Len(c_to_web) <= 3
            /\ Len(web_to_c) <= 3
            /\ Len(c_to_api) <= 3
            /\ Len(api_to_c) <= 3
            /\ Len(c_to_mobile) <= 3
            /\ Len(mobile_to_c) <= 3
            /\ Len(c_to_packager) <= 3

        NoOrphanLocks ==
            /\ AllDone => CORE_LIB = FREE
            /\ AllDone => SIGNING_KEY = FREE
            /\ AllDone => ARTIFACT_STORE = FREE

        ChannelsDrained ==
            /\ AllDone => c_to_web = <<>>
            /\ AllDone => web_to_c = <<>>
            /\ AllDone => c_to_api = <<>>
            /\ AllDone => api_to_c = <<>>
            /\ AllDone => c_to_mobile = <<>>
            /\ AllDone => mobile_to_c = <<>>
            /\ AllDone => c_to_packager = <<>>
    }

    macro acquire(lock) { await lock = FREE; lock := self; }
    macro release(lock) { assert lock = self; lock := FREE; }

    macro send(channel, label) { channel := Append(channel, label); }
    macro receive(channel, into) { await channel # <<>>; into := Head(channel); channel := Tail(channel); }

    macro answer(label) {
        if (c_from = "web") { send(c_to_web, label); }
        else if (c_from = "api") { send(c_to_api, label); }
        else { send(c_to_mobile, label); };
    }

    process (coordinator \in {COORDINATOR})
        variables c_msg = "", c_from = "none", c_open = 3, c_good = 0;
    {
        read_changes:   skip;  \* list(changes="since yesterday")
        c_start:
            send(c_to_web, "build");
            send(c_to_api, "build");
        c_collect:      \* whoever reports next, while others still compile
            while (c_open > 0) {
                either { receive(web_to_c, c_msg);    c_from := "web"; }
                or     { receive(api_to_c, c_msg);    c_from := "api"; }
                or     { receive(mobile_to_c, c_msg); c_from := "mobile"; };
        c_judge:
                if (c_msg = "built") {
                    c_good := c_good + 1;
                    c_open := c_open - 1;
                    answer("stop");
        c_next:
                    if (c_from = "api") { send(c_to_mobile, "build"); };
                } else {
                    either {
                        answer("rebuild");
                    } or {
                        c_open := c_open - 1;
                        answer("stop");
        c_drop:         \* without the API there is nothing the mobile app could be built against
                        if (c_from = "api") {
                            c_open := c_open - 1;
                            send(c_to_mobile, "stop");
                        };
                    };
                };
            };
        c_order:
            send(c_to_packager, IF c_good = 3 THEN "bundle" ELSE IF c_good > 0 THEN "partial" ELSE "nothing");
    }

    process (web_builder \in {WEB_BUILDER})
        variables web_msg = "";
    {
        web_wait:
            receive(c_to_web, web_msg);
            if (web_msg = "stop") { goto Done; };
        web_take_core:  acquire(CORE_LIB);
        compile_web:    skip;  \* compile(component="web")
        web_compile_end:
            either {
        web_compiled:
                release(CORE_LIB);
        web_take_key:
                acquire(SIGNING_KEY);
        sign_web:
                skip;  \* sign(component="web")
        web_give_key:
                release(SIGNING_KEY);
        web_take_store:
                acquire(ARTIFACT_STORE);
        upload_web:
                skip;  \* upload(component="web")
        web_give_store:
                release(ARTIFACT_STORE);
        web_good_news:
                send(web_to_c, "built");
                goto web_wait;
            } or {
        web_broken:
                release(CORE_LIB);
        web_bad_news:
                send(web_to_c, "failed");
                goto web_wait;
            };
    }

    process (api_builder \in {API_BUILDER})
        variables api_msg = "";
    {
        api_wait:
            receive(c_to_api, api_msg);
            if (api_msg = "stop") { goto Done; };
        api_take_core:  acquire(CORE_LIB);
        compile_api:    skip;  \* compile(component="api")
        api_compile_end:
            either {
        api_compiled:
                release(CORE_LIB);
        api_take_store:
                acquire(ARTIFACT_STORE);
        upload_api:
                skip;  \* upload(component="api")
        upload_client:
                skip;  \* generate(client="mobile")
        api_give_store:
                release(ARTIFACT_STORE);
        api_good_news:
                send(api_to_c, "built");
                goto api_wait;
            } or {
        api_broken:
                release(CORE_LIB);
        api_bad_news:
                send(api_to_c, "failed");
                goto api_wait;
            };
    }

    \* Both clients are signed before they are stored: nothing unsigned may ever lie in the store.
    process (mobile_builder \in {MOBILE_BUILDER})
        variables mobile_msg = "";
    {
        mobile_wait:
            receive(c_to_mobile, mobile_msg);
            if (mobile_msg = "stop") { goto Done; };
        mobile_take_store:
            acquire(ARTIFACT_STORE);
        fetch_client:
            skip;  \* download(client="mobile")
        mobile_leave_store:
            release(ARTIFACT_STORE);
        mobile_take_core:
            acquire(CORE_LIB);
        compile_mobile:
            skip;  \* compile(component="mobile")
        mobile_compile_end:
            either {
        mobile_compiled:
                release(CORE_LIB);
        mobile_take_key:
                acquire(SIGNING_KEY);
        sign_mobile:
                skip;  \* sign(component="mobile")
        mobile_give_key:
                release(SIGNING_KEY);
        mobile_retake_store:
                acquire(ARTIFACT_STORE);
        upload_mobile:
                skip;  \* upload(component="mobile")
        mobile_give_store:
                release(ARTIFACT_STORE);
        mobile_good_news:
                send(mobile_to_c, "built");
                goto mobile_wait;
            } or {
        mobile_broken:
                release(CORE_LIB);
        mobile_bad_news:
                send(mobile_to_c, "failed");
                goto mobile_wait;
            };
    }

    process (packager \in {PACKAGER})
        variables p_msg = "";
    {
        p_wait:
            receive(c_to_packager, p_msg);
            if (p_msg = "nothing") { goto Done; };
        p_take_store:   acquire(ARTIFACT_STORE);
        pack_images:    skip;  \* pack(from="store")
        p_pack_end:
            either {
        p_packed:
                acquire(SIGNING_KEY);
        sign_bundle:
                skip;  \* sign(component="bundle")
        p_give_all:
                release(SIGNING_KEY);
                release(ARTIFACT_STORE);
            } or {
        p_unpacked:     \* the disk of the store was full
                release(ARTIFACT_STORE);
        free_space:
                skip;  \* clean(keep="latest")
                goto p_take_store;
            };
    }
}
*)
====
