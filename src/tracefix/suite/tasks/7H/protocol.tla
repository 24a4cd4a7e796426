---- MODULE protocol ----
\* A travel guide by three authors. A fact checker and an illustrator serve all of them and the chief editor; sections come back
\* for revision, also late, when the final check or the printer finds something.
EXTENDS Integers, Sequences, FiniteSets, TLC

CONSTANTS FREE, CHIEF_EDITOR, AUTHOR_A, AUTHOR_B, AUTHOR_C, FACT_CHECKER, ILLUSTRATOR, PUBLISHER

(*
--algorithm Protocol {
    variables
        MASTER_FILE = FREE,
        REFERENCE_LIBRARY = FREE,
        chief_to_a = <<>>,
        a_to_chief = <<>>,
        chief_to_b = <<>>,
        b_to_chief = <<>>,
        chief_to_c = <<>>,
        c_to_chief = <<>>,
        a_to_checker = <<>>,
        checker_to_a = <<>>,
        b_to_checker = <<>>,
        checker_to_b = <<>>,
        c_to_checker = <<>>,
        checker_to_c = <<>>,
        a_to_illustrator = <<>>,
        illustrator_to_a = <<>>,
        b_to_illustrator = <<>>,
        illustrator_to_b = <<>>,
        c_to_illustrator = <<>>,
        illustrator_to_c = <<>>,
        chief_to_checker = <<>>,
        checker_to_chief = <<>>,
        chief_to_illustrator = <<>>,
        illustrator_to_chief = <<>>,
        chief_to_publisher = <<>>,
        publisher_to_chief = <<>>;

    define {
        AllDone == \A tf_agent \in {CHIEF_EDITOR, AUTHOR_A, AUTHOR_B, AUTHOR_C, FACT_CHECKER, ILLUSTRATOR, PUBLISHER} : pc[tf_agent] = "Done"

        TypeInvariant ==
            /\ MASTER_FILE \in {FREE, CHIEF_EDITOR, AUTHOR_A, AUTHOR_B, AUTHOR_C, FACT_CHECKER, ILLUSTRATOR, PUBLISHER}
            /\ REFERENCE_LIBRARY \in {FREE, CHIEF_EDITOR, AUTHOR_A, AUTHOR_B, AUTHOR_C, FACT_CHECKER, ILLUSTRATOR, PUBLISHER}
            /\ chief_to_a \in Seq({"commission", "revise", "close"})
            /\ a_to_chief \in Seq({"section"})
            /\ chief_to_b \in Seq({"commission", "revise", "close"})
            /\ b_to_chief \in Seq({"section"})
            /\ chief_to_c \in Seq({"commission", "revise", "close"})
            /\ c_to_chief \in Seq({"section"})
            /\ a_to_checker \in Seq({"claims"})
            /\ checker_to_a \in Seq({"verified", "disputed", "unverifiable"})
            /\ b_to_checker \in Seq({"claims"})
            /\ checker_to_b \in Seq({"verified", "disputed", "unverifiable"})
            /\ c_to_checker \in Seq({"claims"})
            /\ checker_to_c \in Seq({"verified", "disputed", "unverifiable"})
            /\ a_to_illustrator \in Seq({"sketch"})
            /\ illustrator_to_a \in Seq({"figure", "unclear"})
            /\ b_to_illustrator \in Seq({"sketch"})
            /\ illustrator_to_b \in Seq({"figure", "unclear"})
            /\ c_to_illustrator \in Seq({"sketch"})
            /\ illustrator_to_c \in Seq({"figure", "unclear"})
            /\ chief_to_checker \in Seq({"final_check", "close"})
            /\ checker_to_chief \in Seq({"clean", "error_found"})
            /\ chief_to_illustrator \in Seq({"cover", "close"})
            /\ illustrator_to_chief \in Seq({"cover_ready", "cover_failed"})
            /\ chief_to_publisher \in Seq({"book"})
            /\ publisher_to_chief \in Seq({"printed", "returned"})

        ChannelBound ==
            /\ Len(chief_to_a) <= 3
            /\ Len(a_to_chief) <= 3
            /\ Len(chief_to_b) <= 3
            /\ Len(b_to_chief) <= 3
            /\ Len(chief_to_c) <= 3
            /\ Len(c_to_chief) <= 3
            /\ Len(a_to_checker) <= 3
            /\ Len(checker_to_a) <= 3
            /\ Len(b_to_checker) <= 3
            /\ Len(checker_to_b) <= 3
            /\ Len(c_to_checker) <= 3
            /\ Len(checker_to_c) <= 3
            /\ Len(a_to_illustrator) <= 3
            /\ Len(illustrator_to_a) <= 3
            /\ Len(b_to_illustrator) <= 3
            /\ Len(illustrator_to_b) <= 3
            /\ Len(c_to_illustrator) <= 3
            /\ Len(illustrator_to_c) <= 3
            /\ Len(chief_to_checker) <= 3
            /\ Len(checker_to_chief) <= 3
            /\ Len(chief_to_illustrator) <= 3
            /\ Len(illustrator_to_chief) <= 3
            /\ Len(chief_to_publisher) <= 3
            /\ Len(publisher_to_chief) <= 3

        NoOrphanLocks ==
            /\ AllDone => MASTER_FILE = FREE
            /\ AllDone => REFERENCE_LIBRARY = FREE

        ChannelsDrained ==
            /\ AllDone => chief_to_a = <<>>
            /\ AllDone => a_to_chief = <<>>
            /\ AllDone => chief_to_b = <<>>
            /\ AllDone => b_to_chief = <<>>
            /\ AllDone => chief_to_c = <<>>
            /\ AllDone => c_to_chief = <<>>
            /\ AllDone => a_to_checker = <<>>
            /\ AllDone => checker_to_a = <<>>
            /\ AllDone => b_to_checker = <<>>
            /\ AllDone => checker_to_b = <<>>
            /\ AllDone => c_to_checker = <<>>
            /\ AllDone => checker_to_c = <<>>
            /\ AllDone => a_to_illustrator = <<>>
            /\ AllDone => illustrator_to_a = <<>>
            /\ AllDone => b_to_illustrator = <<>>
            /\ AllDone => illustrator_to_b = <<>>
            /\ AllDone => c_to_illustrator = <<>>
            /\ AllDone => illustrator_to_c = <<>>
            /\ AllDone => chief_to_checker = <<>>
            /\ AllDone => checker_to_chief = <<>>
            /\ AllDone => chief_to_illustrator = <<>>
            /\ AllDone => illustrator_to_chief = <<>>
            /\ AllDone => chief_to_publisher = <<>>
            /\ AllDone => publisher_to_chief = <<>>
    }

    macro acquire(lock) { await lock = FREE; lock := self; }
    macro release(lock) { assert lock = self; lock := FREE; }

    macro send(channel, label) { channel := Append(channel, label); }
    macro receive(channel, into) { await channel # <<>>; into := Head(channel); channel := Tail(channel); }

    process (chief_editor \in {CHIEF_EDITOR})
        variables ce_msg = "", ce_section = "", missing = {"a", "b", "c"}, has_cover = FALSE;
    {
        ce_commission_a:
            send(chief_to_a, "commission");
        ce_commission_b:
            send(chief_to_b, "commission");
        ce_commission_c:
            send(chief_to_c, "commission");
        ce_collect:             \* sections come in any order, and some come twice
            while (missing # {}) {
                either { receive(a_to_chief, ce_msg); ce_section := "a"; }
                or     { receive(b_to_chief, ce_msg); ce_section := "b"; }
                or     { receive(c_to_chief, ce_msg); ce_section := "c"; };
        ce_open:
                acquire(MASTER_FILE);
        read_section:
                skip;  \* read_section(guide="Azores")
        ce_close:
                release(MASTER_FILE);
        ce_judge:
                either { missing := missing \ {ce_section}; }
                or {
        ce_revise:
                    if (ce_section = "a") { send(chief_to_a, "revise"); }
                    else if (ce_section = "b") { send(chief_to_b, "revise"); }
                    else { send(chief_to_c, "revise"); };
                };
            };
        ce_final:
            send(chief_to_checker, "final_check");
        ce_checked:
            receive(checker_to_chief, ce_msg);
            if (ce_msg = "error_found") { goto ce_whose; }
            else if (has_cover) { goto ce_book; };
        ce_cover:
            send(chief_to_illustrator, "cover");
        ce_covered:
            receive(illustrator_to_chief, ce_msg);
            if (ce_msg = "cover_failed") { goto ce_cover; };
        ce_keep:
            has_cover := TRUE;
        ce_book:
            send(chief_to_publisher, "book");
        ce_printed:
            receive(publisher_to_chief, ce_msg);
            if (ce_msg = "printed") { goto ce_goodbye_a; };
        ce_whose:               \* an error has an author
            either { send(chief_to_a, "revise"); missing := {"a"}; }
            or     { send(chief_to_b, "revise"); missing := {"b"}; }
            or     { send(chief_to_c, "revise"); missing := {"c"}; };
            goto ce_collect;
        ce_goodbye_a:
            send(chief_to_a, "close");
        ce_goodbye_b:
            send(chief_to_b, "close");
        ce_goodbye_c:
            send(chief_to_c, "close");
        ce_goodbye_checker:
            send(chief_to_checker, "close");
        ce_goodbye_illustrator:
            send(chief_to_illustrator, "close");
    }

    process (author_a \in {AUTHOR_A})
        variables a_msg = "";
    {
        a_brief:
            receive(chief_to_a, a_msg);
        a_library:
            acquire(REFERENCE_LIBRARY);
        research_history:
            skip;  \* research(section="history")
        a_leave:
            release(REFERENCE_LIBRARY);
        a_claims:
            send(a_to_checker, "claims");
        a_checked:
            receive(checker_to_a, a_msg);
            if (a_msg = "disputed") { goto a_library; };
        a_write:              \* verified, or marked as one author's word
            acquire(MASTER_FILE);
        write_history:
            skip;  \* write(section="history")
        a_save:
            release(MASTER_FILE);
        a_sketch:
            send(a_to_illustrator, "sketch");
        a_drawn:
            receive(illustrator_to_a, a_msg);
            if (a_msg = "unclear") { goto a_sketch; };
        a_submit:
            send(a_to_chief, "section");
        a_verdict:            \* a section may come back until the book is printed
            receive(chief_to_a, a_msg);
            if (a_msg = "revise") { goto a_library; };
    }

    process (author_b \in {AUTHOR_B})
        variables b_msg = "";
    {
        b_brief:
            receive(chief_to_b, b_msg);
        b_library:
            acquire(REFERENCE_LIBRARY);
        research_economy:
            skip;  \* research(section="economy")
        b_leave:
            release(REFERENCE_LIBRARY);
        b_claims:
            send(b_to_checker, "claims");
        b_checked:
            receive(checker_to_b, b_msg);
            if (b_msg = "disputed") { goto b_library; };
        b_write:              \* verified, or marked as one author's word
            acquire(MASTER_FILE);
        write_economy:
            skip;  \* write(section="economy")
        b_save:
            release(MASTER_FILE);
        b_sketch:
            send(b_to_illustrator, "sketch");
        b_drawn:
            receive(illustrator_to_b, b_msg);
            if (b_msg = "unclear") { goto b_sketch; };
        b_submit:
            send(b_to_chief, "section");
        b_verdict:            \* a section may come back until the book is printed
            receive(chief_to_b, b_msg);
            if (b_msg = "revise") { goto b_library; };
    }

    process (author_c \in {AUTHOR_C})
        variables c_msg = "";
    {
        c_brief:
            receive(chief_to_c, c_msg);
        c_library:
            acquire(REFERENCE_LIBRARY);
        research_nature:
            skip;  \* research(section="nature")
        c_leave:
            release(REFERENCE_LIBRARY);
        c_claims:
            send(c_to_checker, "claims");
        c_checked:
            receive(checker_to_c, c_msg);
            if (c_msg = "disputed") { goto c_library; };
        c_write:              \* verified, or marked as one author's word
            acquire(MASTER_FILE);
        write_nature:
            skip;  \* write(section="nature")
        c_save:
            release(MASTER_FILE);
        c_sketch:
            send(c_to_illustrator, "sketch");
        c_drawn:
            receive(illustrator_to_c, c_msg);
            if (c_msg = "unclear") { goto c_sketch; };
        c_submit:
            send(c_to_chief, "section");
        c_verdict:            \* a section may come back until the book is printed
            receive(chief_to_c, c_msg);
            if (c_msg = "revise") { goto c_library; };
    }

    process (fact_checker \in {FACT_CHECKER})
        variables f_msg = "", f_client = "";
    {
        f_wait:
            either { receive(a_to_checker, f_msg); f_client := "a"; }
            or     { receive(b_to_checker, f_msg); f_client := "b"; }
            or     { receive(c_to_checker, f_msg); f_client := "c"; }
            or     { receive(chief_to_checker, f_msg); f_client := "chief"; };
            if (f_msg = "close") { goto Done; }
            else if (f_msg = "final_check") { goto f_file; };
        f_library:
            acquire(REFERENCE_LIBRARY);
        check_claims:
            skip;  \* check_claims(guide="Azores")
        f_found:
            either {
        f_leave:
                release(REFERENCE_LIBRARY);
        f_answer:
                either {
                    if (f_client = "a") { send(checker_to_a, "verified"); }
                    else if (f_client = "b") { send(checker_to_b, "verified"); }
                    else { send(checker_to_c, "verified"); };
                } or {
                    if (f_client = "a") { send(checker_to_a, "disputed"); }
                    else if (f_client = "b") { send(checker_to_b, "disputed"); }
                    else { send(checker_to_c, "disputed"); };
                };
                goto f_wait;
            } or {              \* the sources are not to be had
        f_no_source:
                release(REFERENCE_LIBRARY);
        f_shrug:
                if (f_client = "a") { send(checker_to_a, "unverifiable"); }
                else if (f_client = "b") { send(checker_to_b, "unverifiable"); }
                else { send(checker_to_c, "unverifiable"); };
                goto f_wait;
            };
        f_file:
            acquire(MASTER_FILE);
        check_book:
            skip;  \* check_book(guide="Azores")
        f_file_done:
            release(MASTER_FILE);
        f_report:
            either { send(checker_to_chief, "clean"); }
            or     { send(checker_to_chief, "error_found"); };
            goto f_wait;
    }

    process (illustrator \in {ILLUSTRATOR})
        variables i_msg = "", i_client = "";
    {
        i_wait:
            either { receive(a_to_illustrator, i_msg); i_client := "a"; }
            or     { receive(b_to_illustrator, i_msg); i_client := "b"; }
            or     { receive(c_to_illustrator, i_msg); i_client := "c"; }
            or     { receive(chief_to_illustrator, i_msg); i_client := "chief"; };
            if (i_msg = "close") { goto Done; }
            else if (i_msg = "cover") { goto paint_cover; };
        draw_figure:
            skip;  \* draw(guide="Azores")
        i_drawn:
            either {
        i_deliver:
                if (i_client = "a") { send(illustrator_to_a, "figure"); }
                else if (i_client = "b") { send(illustrator_to_b, "figure"); }
                else { send(illustrator_to_c, "figure"); };
                goto i_wait;
            } or {              \* the sketch does not say what goes where
        i_ask:
                if (i_client = "a") { send(illustrator_to_a, "unclear"); }
                else if (i_client = "b") { send(illustrator_to_b, "unclear"); }
                else { send(illustrator_to_c, "unclear"); };
                goto i_wait;
            };
        paint_cover:
            skip;  \* paint_cover(guide="Azores")
        i_painted:
            either {
        i_cover:
                send(illustrator_to_chief, "cover_ready");
                goto i_wait;
            } or {
        i_no_cover:
                send(illustrator_to_chief, "cover_failed");
                goto i_wait;
            };
    }

    process (publisher \in {PUBLISHER})
        variables p_msg = "";
    {
        p_wait:
            receive(chief_to_publisher, p_msg);
        p_file:
            acquire(MASTER_FILE);
        typeset_book:
            skip;  \* typeset(guide="Azores")
        p_close:
            release(MASTER_FILE);
        print_book:
            skip;  \* print(guide="Azores", copies=4000)
        p_printed:
            either {
        p_done:
                send(publisher_to_chief, "printed");
            } or {              \* a section does not fit its pages
        p_return:
                send(publisher_to_chief, "returned");
                goto p_wait;
            };
    }
}
*)
====
