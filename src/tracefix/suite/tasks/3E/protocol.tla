---- MODULE protocol ----
\* A researcher, a writer and an editor make a market report of two sections. The researcher looks up the next topic while the
\* writer and the editor still work on the section before, so an answer to a question may come behind the next findings.
EXTENDS Integers, Sequences, FiniteSets, TLC

CONSTANTS FREE, RESEARCHER, WRITER, EDITOR

(*
--algorithm Protocol {
    variables
        SURVEY_DB = FREE,
        REPORT = FREE,
        researcher_to_writer = <<>>,
        writer_to_researcher = <<>>,
        writer_to_editor = <<>>,
        editor_to_writer = <<>>;

    define {
        AllDone == \A tf_agent \in {RESEARCHER, WRITER, EDITOR} : pc[tf_agent] = "Done"

        TypeInvariant ==
            /\ SURVEY_DB \in {FREE, RESEARCHER, WRITER, EDITOR}
            /\ REPORT \in {FREE, RESEARCHER, WRITER, EDITOR}
            /\ researcher_to_writer \in Seq({"findings", "no_data", "answer"})
            /\ writer_to_researcher \in Seq({"question", "thanks"})
            /\ writer_to_editor \in Seq({"draft", "gap"})
            /\ editor_to_writer \in Seq({"accept", "revise"})

        ChannelBound ==
            /\ Len(researcher_to_writer) <= 3
            /\ Len(writer_to_researcher) <= 3
            /\ Len(writer_to_editor) <= 3
            /\ Len(editor_to_writer) <= 3

        NoOrphanLocks ==
            /\ AllDone => SURVEY_DB = FREE
            /\ AllDone => REPORT = FREE

        ChannelsDrained ==
            /\ AllDone => researcher_to_writer = <<>>
            /\ AllDone => writer_to_researcher = <<>>
            /\ AllDone => writer_to_editor = <<>>
            /\ AllDone => editor_to_writer = <<>>
    }

    macro acquire(lock) { await lock = FREE; lock := self; }
    macro release(lock) { assert lock = self; lock := FREE; }

    macro send(channel, label) { channel := Append(channel, label); }
    macro receive(channel, into) { await channel # <<>>; into := Head(channel); channel := Tail(channel); }

    process (researcher \in {RESEARCHER})
        variables r_msg = "", topics = 0, failures = 0;
    {
        r_topic:
            while (topics < 2) {
                acquire(SURVEY_DB);
        query_survey:
                skip;  \* query(database="survey", topic)
        r_query_outcome:
                either {
        r_found:
                    release(SURVEY_DB);
        r_open:
                    acquire(REPORT);
        cite_sources:
                    skip;  \* append(document="report", chapter="sources", topic)
        r_close:
                    release(REPORT);
        r_deliver:
                    send(researcher_to_writer, "findings");
                    topics := topics + 1;
                    failures := 0;
                } or {
        r_query_failed:
                    release(SURVEY_DB);
                    failures := failures + 1;
        r_give_up:      \* a second failure is reported, the first is tried again
                    if (failures = 2) {
                        send(researcher_to_writer, "no_data");
                        topics := topics + 1;
                        failures := 0;
                    };
                };
            };
        r_wait:
            receive(writer_to_researcher, r_msg);
            if (r_msg = "thanks") { goto Done; };
        r_lock:
            acquire(SURVEY_DB);
        look_up_detail:
            skip;  \* lookup(database="survey", question)
        r_unlock:
            release(SURVEY_DB);
        r_answer:
            send(researcher_to_writer, "answer");
            goto r_wait;
    }

    process (writer \in {WRITER})
        variables w_msg = "", material = "", early = "", sections = 0;
    {
        w_next:
            while (sections < 2) {
        w_collect:      \* what arrived while an answer was awaited comes first
                if (early # "") {
                    material := early;
                    early := "";
                } else {
                    receive(researcher_to_writer, material);
                };
        w_open:
                acquire(REPORT);
        write_section:
                skip;  \* write(document="report", section, material)
        w_close:
                release(REPORT);
        w_submit:
                if (material = "no_data") { send(writer_to_editor, "gap"); }
                else { send(writer_to_editor, "draft"); };
        w_verdict:
                receive(editor_to_writer, w_msg);
        w_react:
                if (w_msg = "revise") {
                    either {
                        goto w_open;  \* a matter of wording
                    } or {
                        send(writer_to_researcher, "question");
        w_answer:
                        receive(researcher_to_writer, w_msg);
                        if (w_msg = "answer") { material := "findings"; goto w_open; }
                        else { early := w_msg; goto w_answer; };
                    };
                };
        w_accepted:
                sections := sections + 1;
            };
        w_thanks:
            send(writer_to_researcher, "thanks");
    }

    process (editor \in {EDITOR})
        variables e_msg = "", accepted = 0;
    {
        e_wait:
            while (accepted < 2) {
                receive(writer_to_editor, e_msg);
        e_open:
                acquire(REPORT);
        read_section:
                skip;  \* read(document="report", section)
        e_close:
                release(REPORT);
        e_numbers:      \* a gap has no numbers to check
                if (e_msg = "draft") {
                    acquire(SURVEY_DB);
        check_numbers:
                    skip;  \* verify(database="survey", section)
        e_checked:
                    release(SURVEY_DB);
                };
        e_decide:
                either {
                    send(editor_to_writer, "accept");
                    accepted := accepted + 1;
                } or {
                    send(editor_to_writer, "revise");
                };
            };
    }
}
*)
====
