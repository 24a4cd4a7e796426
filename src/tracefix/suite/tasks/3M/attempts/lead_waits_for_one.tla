---- MODULE lead_waits_for_one ----
\* A country report: two regional reporters write a chapter each, a statistician makes their tables, a fact checker reads what the
\* lead author passes on, and the lead author writes the summary when both chapters stand.
EXTENDS Integers, Sequences, FiniteSets, TLC

CONSTANTS FREE, NORTH, SOUTH, STATISTICIAN, LEAD_AUTHOR, FACT_CHECKER

(*
--algorithm Protocol {
    variables
        NORTH_CHAPTER = FREE,
        SOUTH_CHAPTER = FREE,
        SUMMARY = FREE,
        ARCHIVE = FREE,
        north_to_stat = <<>>,
        stat_to_north = <<>>,
        south_to_stat = <<>>,
        stat_to_south = <<>>,
        north_to_lead = <<>>,
        lead_to_north = <<>>,
        south_to_lead = <<>>,
        lead_to_south = <<>>,
        lead_to_checker = <<>>,
        checker_to_lead = <<>>,
        lead_to_stat = <<>>;

    define {
        AllDone == \A tf_agent \in {NORTH, SOUTH, STATISTICIAN, LEAD_AUTHOR, FACT_CHECKER} : pc[tf_agent] = "Done"

        TypeInvariant ==
            /\ NORTH_CHAPTER \in {FREE, NORTH, SOUTH, STATISTICIAN, LEAD_AUTHOR, FACT_CHECKER}
            /\ SOUTH_CHAPTER \in {FREE, NORTH, SOUTH, STATISTICIAN, LEAD_AUTHOR, FACT_CHECKER}
            /\ SUMMARY \in {FREE, NORTH, SOUTH, STATISTICIAN, LEAD_AUTHOR, FACT_CHECKER}
            /\ ARCHIVE \in {FREE, NORTH, SOUTH, STATISTICIAN, LEAD_AUTHOR, FACT_CHECKER}
            /\ north_to_stat \in Seq({"request"})
            /\ stat_to_north \in Seq({"table", "no_table"})
            /\ south_to_stat \in Seq({"request"})
            /\ stat_to_south \in Seq({"table", "no_table"})
            /\ north_to_lead \in Seq({"chapter"})
            /\ lead_to_north \in Seq({"accept", "rework"})
            /\ south_to_lead \in Seq({"chapter"})
            /\ lead_to_south \in Seq({"accept", "rework"})
            /\ lead_to_checker \in Seq({"check_north", "check_south", "check_summary", "finish"})
            /\ checker_to_lead \in Seq({"north_sound", "north_doubtful", "south_sound", "south_doubtful", "summary_sound", "summary_doubtful"})
            /\ lead_to_stat \in Seq({"finish"})

        ChannelBound ==
            /\ Len(north_to_stat) <= 3
            /\ Len(stat_to_north) <= 3
            /\ Len(south_to_stat) <= 3
            /\ Len(stat_to_south) <= 3
            /\ Len(north_to_lead) <= 3
            /\ Len(lead_to_north) <= 3
            /\ Len(south_to_lead) <= 3
            /\ Len(lead_to_south) <= 3
            /\ Len(lead_to_checker) <= 3
            /\ Len(checker_to_lead) <= 3
            /\ Len(lead_to_stat) <= 3

        NoOrphanLocks ==
            /\ AllDone => NORTH_CHAPTER = FREE
            /\ AllDone => SOUTH_CHAPTER = FREE
            /\ AllDone => SUMMARY = FREE
            /\ AllDone => ARCHIVE = FREE

        ChannelsDrained ==
            /\ AllDone => north_to_stat = <<>>
            /\ AllDone => stat_to_north = <<>>
            /\ AllDone => south_to_stat = <<>>
            /\ AllDone => stat_to_south = <<>>
            /\ AllDone => north_to_lead = <<>>
            /\ AllDone => lead_to_north = <<>>
            /\ AllDone => south_to_lead = <<>>
            /\ AllDone => lead_to_south = <<>>
            /\ AllDone => lead_to_checker = <<>>
            /\ AllDone => checker_to_lead = <<>>
            /\ AllDone => lead_to_stat = <<>>
    }

    macro acquire(lock) { await lock = FREE; lock := self; }
    macro release(lock) { assert lock = self; lock := FREE; }

    macro send(channel, label) { channel := Append(channel, label); }
    macro receive(channel, into) { await channel # <<>>; into := Head(channel); channel := Tail(channel); }

    process (north \in {NORTH})
        variables n_msg = "";
    {
        n_request:
            send(north_to_stat, "request");
        n_table:
            receive(stat_to_north, n_msg);
        n_open:
            acquire(NORTH_CHAPTER);
        write_chapter_n:
            skip;  \* write(chapter="north", table)
        n_close:
            release(NORTH_CHAPTER);
        n_open_summary:
            acquire(SUMMARY);
        add_key_message_n:
            skip;  \* add(document="summary", region="north")
        n_close_summary:
            release(SUMMARY);
        n_hand_in:
            send(north_to_lead, "chapter");
        n_reply:
            receive(lead_to_north, n_msg);
        n_rework:
            if (n_msg = "rework") {
                either { goto n_request; }   \* with a new table
                or     { goto n_open; };     \* the text alone
            };
    }

    process (south \in {SOUTH})
        variables s_msg = "";
    {
        s_request:
            send(south_to_stat, "request");
        s_table:
            receive(stat_to_south, s_msg);
        s_open:
            acquire(SOUTH_CHAPTER);
        write_chapter_s:
            skip;  \* write(chapter="south", table)
        s_close:
            release(SOUTH_CHAPTER);
        s_open_summary:
            acquire(SUMMARY);
        add_key_message_s:
            skip;  \* add(document="summary", region="south")
        s_close_summary:
            release(SUMMARY);
        s_hand_in:
            send(south_to_lead, "chapter");
        s_reply:
            receive(lead_to_south, s_msg);
        s_rework:
            if (s_msg = "rework") {
                either { goto s_request; }   \* with a new table
                or     { goto s_open; };     \* the text alone
            };
    }

    \* Serves both reporters, as often as they ask, until the lead author says that the report is finished.
    process (statistician \in {STATISTICIAN})
        variables st_msg = "", st_client = "";
    {
        st_wait:
            while (st_msg # "finish") {
                either { receive(north_to_stat, st_msg); st_client := "north"; }
                or     { receive(south_to_stat, st_msg); st_client := "south"; }
                or     { receive(lead_to_stat, st_msg); };
        st_open:
                if (st_msg = "request") {
                    acquire(ARCHIVE);
        extract_table:
                    skip;  \* extract(archive="observations", region)
        st_extract_outcome:
                    either {
        st_extracted:
                        release(ARCHIVE);
        st_deliver:
                        if (st_client = "north") { send(stat_to_north, "table"); }
                        else { send(stat_to_south, "table"); };
                    } or {
        st_extract_failed:
                        release(ARCHIVE);
        st_regret:
                        if (st_client = "north") { send(stat_to_north, "no_table"); }
                        else { send(stat_to_south, "no_table"); };
                    };
                };
            };
    }

    \* One thing at a time: look at a chapter, look at the other, or hear what the checker has found.
    process (lead_author \in {LEAD_AUTHOR})
        variables l_msg = "", accepted = 0;
    {
        l_next:
            while (accepted < 2) {
                either {
        l_north:
                    receive(north_to_lead, l_msg);
        l_check_north:
                    send(lead_to_checker, "check_north");
                } or {
        l_south:
                    receive(south_to_lead, l_msg);
        l_check_south:
                    send(lead_to_checker, "check_south");
                } or {
        l_hear:
                    receive(checker_to_lead, l_msg);
        l_verdict:
                    if (l_msg = "north_sound") { send(lead_to_north, "accept"); accepted := accepted + 1; }
                    else if (l_msg = "south_sound") { send(lead_to_south, "accept"); accepted := accepted + 1; }
                    else if (l_msg = "north_doubtful") { send(lead_to_north, "rework"); }
                    else { send(lead_to_south, "rework"); };
                };
            };
        l_open_summary:
            acquire(SUMMARY);
        l_open_north:
            acquire(NORTH_CHAPTER);
        l_open_south:
            acquire(SOUTH_CHAPTER);
        write_summary:
            skip;  \* summarise(chapters=["north", "south"])
        l_close_south:
            release(SOUTH_CHAPTER);
        l_close_north:
            release(NORTH_CHAPTER);
        l_close_summary:
            release(SUMMARY);
        l_check_summary:
            send(lead_to_checker, "check_summary");
        l_summary_verdict:
            receive(checker_to_lead, l_msg);
            if (l_msg = "summary_doubtful") { goto l_open_summary; };
        l_finish_stat:
            send(lead_to_stat, "finish");
        l_finish_checker:
            send(lead_to_checker, "finish");
    }

    process (fact_checker \in {FACT_CHECKER})
        variables c_msg = "";
    {
        c_wait:
            while (c_msg # "finish") {
                receive(lead_to_checker, c_msg);
        c_dispatch:
                if (c_msg = "check_north") {
                    acquire(NORTH_CHAPTER);
        read_north:
                    skip;  \* read(chapter="north")
        c_close_north:
                    release(NORTH_CHAPTER);
                } else if (c_msg = "check_south") {
                    acquire(SOUTH_CHAPTER);
        read_south:
                    skip;  \* read(chapter="south")
        c_close_south:
                    release(SOUTH_CHAPTER);
                } else if (c_msg = "check_summary") {
                    acquire(SUMMARY);
        read_summary:
                    skip;  \* read(document="summary")
        c_close_summary:
                    release(SUMMARY);
                } else {
                    goto c_wait;
                };
        c_open_archive:
                acquire(ARCHIVE);
        look_up_facts:
                skip;  \* lookup(archive="observations", claims)
        c_close_archive:
                release(ARCHIVE);
        c_decide:
                either {
                    if (c_msg = "check_north") { send(checker_to_lead, "north_sound"); }
                    else if (c_msg = "check_south") { send(checker_to_lead, "south_sound"); }
                    else { send(checker_to_lead, "summary_sound"); };
                } or {
                    if (c_msg = "check_north") { send(checker_to_lead, "north_doubtful"); }
                    else if (c_msg = "check_south") { send(checker_to_lead, "south_doubtful"); }
                    else { send(checker_to_lead, "summary_doubtful"); };
                };
            };
    }
}
*)
====
