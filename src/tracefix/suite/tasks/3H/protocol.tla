---- MODULE protocol ----
\* The survey paper: four researchers write a section each, an analyst draws their figures, a reviewer accepts the sections or has
\* them revised, and the editor in chief puts the paper together.
EXTENDS Integers, Sequences, FiniteSets, TLC

CONSTANTS FREE, RESEARCHER_A, RESEARCHER_B, RESEARCHER_C, RESEARCHER_D, DATA_ANALYST, REVIEWER, EDITOR_IN_CHIEF

(*
--algorithm Protocol {
    variables
        SECTION_A = FREE,
        SECTION_B = FREE,
        SECTION_C = FREE,
        SECTION_D = FREE,
        FIGURES = FREE,
        DATABASE = FREE,
        a_to_analyst = <<>>,
        analyst_to_a = <<>>,
        a_to_reviewer = <<>>,
        reviewer_to_a = <<>>,
        b_to_analyst = <<>>,
        analyst_to_b = <<>>,
        b_to_reviewer = <<>>,
        reviewer_to_b = <<>>,
        c_to_analyst = <<>>,
        analyst_to_c = <<>>,
        c_to_reviewer = <<>>,
        reviewer_to_c = <<>>,
        d_to_analyst = <<>>,
        analyst_to_d = <<>>,
        d_to_reviewer = <<>>,
        reviewer_to_d = <<>>,
        reviewer_to_editor = <<>>;

    define {
        AllDone == \A tf_agent \in {RESEARCHER_A, RESEARCHER_B, RESEARCHER_C, RESEARCHER_D, DATA_ANALYST, REVIEWER, EDITOR_IN_CHIEF} : pc[tf_agent] = "Done"

        TypeInvariant ==
            /\ SECTION_A \in {FREE, RESEARCHER_A, RESEARCHER_B, RESEARCHER_C, RESEARCHER_D, DATA_ANALYST, REVIEWER, EDITOR_IN_CHIEF}
            /\ SECTION_B \in {FREE, RESEARCHER_A, RESEARCHER_B, RESEARCHER_C, RESEARCHER_D, DATA_ANALYST, REVIEWER, EDITOR_IN_CHIEF}
            /\ SECTION_C \in {FREE, RESEARCHER_A, RESEARCHER_B, RESEARCHER_C, RESEARCHER_D, DATA_ANALYST, REVIEWER, EDITOR_IN_CHIEF}
            /\ SECTION_D \in {FREE, RESEARCHER_A, RESEARCHER_B, RESEARCHER_C, RESEARCHER_D, DATA_ANALYST, REVIEWER, EDITOR_IN_CHIEF}
            /\ FIGURES \in {FREE, RESEARCHER_A, RESEARCHER_B, RESEARCHER_C, RESEARCHER_D, DATA_ANALYST, REVIEWER, EDITOR_IN_CHIEF}
            /\ DATABASE \in {FREE, RESEARCHER_A, RESEARCHER_B, RESEARCHER_C, RESEARCHER_D, DATA_ANALYST, REVIEWER, EDITOR_IN_CHIEF}
            /\ a_to_analyst \in Seq({"data_ready", "finished"})
            /\ analyst_to_a \in Seq({"figures_done", "figures_failed"})
            /\ a_to_reviewer \in Seq({"submit"})
            /\ reviewer_to_a \in Seq({"accept", "revise"})
            /\ b_to_analyst \in Seq({"data_ready", "finished"})
            /\ analyst_to_b \in Seq({"figures_done", "figures_failed"})
            /\ b_to_reviewer \in Seq({"submit"})
            /\ reviewer_to_b \in Seq({"accept", "revise"})
            /\ c_to_analyst \in Seq({"data_ready", "finished"})
            /\ analyst_to_c \in Seq({"figures_done", "figures_failed"})
            /\ c_to_reviewer \in Seq({"submit"})
            /\ reviewer_to_c \in Seq({"accept", "revise"})
            /\ d_to_analyst \in Seq({"data_ready", "finished"})
            /\ analyst_to_d \in Seq({"figures_done", "figures_failed"})
            /\ d_to_reviewer \in Seq({"submit"})
            /\ reviewer_to_d \in Seq({"accept", "revise"})
            /\ reviewer_to_editor \in Seq({"section_approved", "review_done"})

        ChannelBound ==
            /\ Len(a_to_analyst) <= 3
            /\ Len(analyst_to_a) <= 3
            /\ Len(a_to_reviewer) <= 3
            /\ Len(reviewer_to_a) <= 3
            /\ Len(b_to_analyst) <= 3
            /\ Len(analyst_to_b) <= 3
            /\ Len(b_to_reviewer) <= 3
            /\ Len(reviewer_to_b) <= 3
            /\ Len(c_to_analyst) <= 3
            /\ Len(analyst_to_c) <= 3
            /\ Len(c_to_reviewer) <= 3
            /\ Len(reviewer_to_c) <= 3
            /\ Len(d_to_analyst) <= 3
            /\ Len(analyst_to_d) <= 3
            /\ Len(d_to_reviewer) <= 3
            /\ Len(reviewer_to_d) <= 3
            /\ Len(reviewer_to_editor) <= 5

        NoOrphanLocks ==
            /\ AllDone => SECTION_A = FREE
            /\ AllDone => SECTION_B = FREE
            /\ AllDone => SECTION_C = FREE
            /\ AllDone => SECTION_D = FREE
            /\ AllDone => FIGURES = FREE
            /\ AllDone => DATABASE = FREE

        ChannelsDrained ==
            /\ AllDone => a_to_analyst = <<>>
            /\ AllDone => analyst_to_a = <<>>
            /\ AllDone => a_to_reviewer = <<>>
            /\ AllDone => reviewer_to_a = <<>>
            /\ AllDone => b_to_analyst = <<>>
            /\ AllDone => analyst_to_b = <<>>
            /\ AllDone => b_to_reviewer = <<>>
            /\ AllDone => reviewer_to_b = <<>>
            /\ AllDone => c_to_analyst = <<>>
            /\ AllDone => analyst_to_c = <<>>
            /\ AllDone => c_to_reviewer = <<>>
            /\ AllDone => reviewer_to_c = <<>>
            /\ AllDone => d_to_analyst = <<>>
            /\ AllDone => analyst_to_d = <<>>
            /\ AllDone => d_to_reviewer = <<>>
            /\ AllDone => reviewer_to_d = <<>>
            /\ AllDone => reviewer_to_editor = <<>>
    }

    macro acquire(lock) { await lock = FREE; lock := self; }
    macro release(lock) { assert lock = self; lock := FREE; }

    macro send(channel, label) { channel := Append(channel, label); }
    macro receive(channel, into) { await channel # <<>>; into := Head(channel); channel := Tail(channel); }

    \* Answers the researcher whose request is being served.
    macro reply(label) {
        if (an_client = "a") { send(analyst_to_a, label); }
        else if (an_client = "b") { send(analyst_to_b, label); }
        else if (an_client = "c") { send(analyst_to_c, label); }
        else { send(analyst_to_d, label); };
    }

    process (researcher_a \in {RESEARCHER_A})
        variables a_msg = "";
    {
        a_search:
            acquire(DATABASE);
        search_literature_a:
            skip;  \* search(database="literature", topic="a")
        a_unlock:
            release(DATABASE);
        a_request:
            send(a_to_analyst, "data_ready");
        a_figures:
            receive(analyst_to_a, a_msg);
            if (a_msg = "figures_failed") { goto a_request; };
        a_open:
            acquire(SECTION_A);
        write_section_a:
            skip;  \* write(section="a")
        a_close:
            release(SECTION_A);
        a_submit:
            send(a_to_reviewer, "submit");
        a_verdict:
            receive(reviewer_to_a, a_msg);
            if (a_msg = "revise") { goto a_request; };
        a_finish:
            send(a_to_analyst, "finished");
    }

    process (researcher_b \in {RESEARCHER_B})
        variables b_msg = "";
    {
        b_search:
            acquire(DATABASE);
        search_literature_b:
            skip;  \* search(database="literature", topic="b")
        b_unlock:
            release(DATABASE);
        b_request:
            send(b_to_analyst, "data_ready");
        b_figures:
            receive(analyst_to_b, b_msg);
            if (b_msg = "figures_failed") { goto b_request; };
        b_open:
            acquire(SECTION_B);
        write_section_b:
            skip;  \* write(section="b")
        b_close:
            release(SECTION_B);
        b_submit:
            send(b_to_reviewer, "submit");
        b_verdict:
            receive(reviewer_to_b, b_msg);
            if (b_msg = "revise") { goto b_request; };
        b_finish:
            send(b_to_analyst, "finished");
    }

    process (researcher_c \in {RESEARCHER_C})
        variables c_msg = "";
    {
        c_search:
            acquire(DATABASE);
        search_literature_c:
            skip;  \* search(database="literature", topic="c")
        c_unlock:
            release(DATABASE);
        c_request:
            send(c_to_analyst, "data_ready");
        c_figures:
            receive(analyst_to_c, c_msg);
            if (c_msg = "figures_failed") { goto c_request; };
        c_open:
            acquire(SECTION_C);
        write_section_c:
            skip;  \* write(section="c")
        c_close:
            release(SECTION_C);
        c_submit:
            send(c_to_reviewer, "submit");
        c_verdict:
            receive(reviewer_to_c, c_msg);
            if (c_msg = "revise") { goto c_request; };
        c_finish:
            send(c_to_analyst, "finished");
    }

    process (researcher_d \in {RESEARCHER_D})
        variables d_msg = "";
    {
        d_search:
            acquire(DATABASE);
        search_literature_d:
            skip;  \* search(database="literature", topic="d")
        d_unlock:
            release(DATABASE);
        d_request:
            send(d_to_analyst, "data_ready");
        d_figures:
            receive(analyst_to_d, d_msg);
            if (d_msg = "figures_failed") { goto d_request; };
        d_open:
            acquire(SECTION_D);
        write_section_d:
            skip;  \* write(section="d")
        d_close:
            release(SECTION_D);
        d_submit:
            send(d_to_reviewer, "submit");
        d_verdict:
            receive(reviewer_to_d, d_msg);
            if (d_msg = "revise") { goto d_request; };
        d_finish:
            send(d_to_analyst, "finished");
    }

    \* The analyst has a flag for every researcher and leaves when all of them have said that they are finished: a revision may need
    \* new figures at any time before.
    process (analyst \in {DATA_ANALYST})
        variables an_msg = "", an_client = "", finished = {};
    {
        an_next:
            while (finished # {"a", "b", "c", "d"}) {
                either { receive(a_to_analyst, an_msg); an_client := "a"; }
                or     { receive(b_to_analyst, an_msg); an_client := "b"; }
                or     { receive(c_to_analyst, an_msg); an_client := "c"; }
                or     { receive(d_to_analyst, an_msg); an_client := "d"; };
                if (an_msg = "finished") {
                    finished := finished \cup {an_client};
                    goto an_next;
                };
        an_load:
                acquire(DATABASE);
        compute_statistics:
                skip;  \* statistics(database="literature", topic)
        an_unload:
                release(DATABASE);
        an_open:
                acquire(FIGURES);
        render_figures:
                skip;  \* render(repository="figures", topic)
        an_render_outcome:
                either {
        an_rendered:
                    release(FIGURES);
        an_deliver:
                    reply("figures_done");
                } or {
        an_render_failed:
                    release(FIGURES);
        an_apologise:
                    reply("figures_failed");
                };
            };
    }

    process (reviewer \in {REVIEWER})
        variables rv_msg = "", accepted = 0;
    {
        rv_next:
            while (accepted < 4) {
                either {
                    receive(a_to_reviewer, rv_msg);
        rv_open_a:
                    acquire(SECTION_A);
        rv_figures_a:
                    acquire(FIGURES);
        review_section_a:
                    skip;  \* review(section="a")
        rv_close_a:
                    release(FIGURES);
                    release(SECTION_A);
        rv_decide_a:
                    either { send(reviewer_to_a, "accept"); }
                    or     { send(reviewer_to_a, "revise"); goto rv_next; };
                } or {
                    receive(b_to_reviewer, rv_msg);
        rv_open_b:
                    acquire(SECTION_B);
        rv_figures_b:
                    acquire(FIGURES);
        review_section_b:
                    skip;  \* review(section="b")
        rv_close_b:
                    release(FIGURES);
                    release(SECTION_B);
        rv_decide_b:
                    either { send(reviewer_to_b, "accept"); }
                    or     { send(reviewer_to_b, "revise"); goto rv_next; };
                } or {
                    receive(c_to_reviewer, rv_msg);
        rv_open_c:
                    acquire(SECTION_C);
        rv_figures_c:
                    acquire(FIGURES);
        review_section_c:
                    skip;  \* review(section="c")
        rv_close_c:
                    release(FIGURES);
                    release(SECTION_C);
        rv_decide_c:
                    either { send(reviewer_to_c, "accept"); }
                    or     { send(reviewer_to_c, "revise"); goto rv_next; };
                } or {
                    receive(d_to_reviewer, rv_msg);
        rv_open_d:
                    acquire(SECTION_D);
        rv_figures_d:
                    acquire(FIGURES);
        review_section_d:
                    skip;  \* review(section="d")
        rv_close_d:
                    release(FIGURES);
                    release(SECTION_D);
        rv_decide_d:
                    either { send(reviewer_to_d, "accept"); }
                    or     { send(reviewer_to_d, "revise"); goto rv_next; };
                };
        rv_report:
                accepted := accepted + 1;
                send(reviewer_to_editor, "section_approved");
            };
        rv_finish:
            send(reviewer_to_editor, "review_done");
    }

    process (editor \in {EDITOR_IN_CHIEF})
        variables ed_msg = "";
    {
        ed_wait:
            while (ed_msg # "review_done") {
                receive(reviewer_to_editor, ed_msg);
            };
        ed_open_a:
            acquire(SECTION_A);
        ed_open_b:
            acquire(SECTION_B);
        ed_open_c:
            acquire(SECTION_C);
        ed_open_d:
            acquire(SECTION_D);
        ed_open_figures:
            acquire(FIGURES);
        assemble_survey:
            skip;  \* assemble(sections=["a", "b", "c", "d"])
        ed_close:
            release(FIGURES);
            release(SECTION_D);
            release(SECTION_C);
            release(SECTION_B);
            release(SECTION_A);
    }
}
*)
====
