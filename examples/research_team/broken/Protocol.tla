---- MODULE Protocol ----
\* A lead splits a question into two parts and gives each part to one of two searchers. A writer makes a section of every
\* report, a critic checks it, and the lead goes on when the section stands. Searching and checking use a search service
\* with a limited number of slots.
EXTENDS Integers, Sequences, FiniteSets, TLC

CONSTANTS LEAD, SEARCHER_A, SEARCHER_B, WRITER, CRITIC

(*
--algorithm Protocol {
    variables
        SEARCH_SLOTS = 1,
        lead_to_a = <<>>,
        lead_to_b = <<>>,
        a_to_writer = <<>>,
        b_to_writer = <<>>,
        writer_to_critic = <<>>,
        critic_to_writer = <<>>,
        writer_to_lead = <<>>;

    macro take(counter) { await counter > 0; counter := counter - 1; }
    macro give(counter) { counter := counter + 1; }

    macro send(channel, label) { channel := Append(channel, label); }
    macro receive(channel, into) { await channel # <<>>; into := Head(channel); channel := Tail(channel); }

    process (lead \in {LEAD})
        variables lead_msg = "", parts = 0;
    {
        l_assign:
            while (parts < 2) {
                either { send(lead_to_a, "search"); }
                or     { send(lead_to_b, "search"); };
        l_wait:
                receive(writer_to_lead, lead_msg);
                parts := parts + 1;
            };
        l_finish:
            send(lead_to_a, "finish");
            send(lead_to_b, "finish");
    }

    process (searcher_a \in {SEARCHER_A})
        variables a_msg = "";
    {
        a_wait:
            while (a_msg # "finish") {
                receive(lead_to_a, a_msg);
        a_start:
                if (a_msg = "search") {
                    take(SEARCH_SLOTS);
        a_report:
                    either { send(a_to_writer, "findings"); }
                    or     { send(a_to_writer, "nothing"); };
        a_slot:
                    give(SEARCH_SLOTS);
                };
            };
    }

    process (searcher_b \in {SEARCHER_B})
        variables b_msg = "";
    {
        b_wait:
            while (b_msg # "finish") {
                receive(lead_to_b, b_msg);
        b_start:
                if (b_msg = "search") {
                    take(SEARCH_SLOTS);
        b_report:
                    either { send(b_to_writer, "findings"); }
                    or     { send(b_to_writer, "nothing"); };
        b_slot:
                    give(SEARCH_SLOTS);
                };
            };
    }

    process (writer \in {WRITER})
        variables w_msg = "", sections = 0;
    {
        w_next:
            while (sections < 2) {
                w_msg := "";
        w_pick:       \* whose report comes next?
                either { goto w_from_a; } or { goto w_from_b; };
        w_from_a:
                receive(a_to_writer, w_msg);
                goto w_draft;
        w_from_b:
                receive(b_to_writer, w_msg);
        w_draft:
                send(writer_to_critic, IF w_msg = "findings" THEN "section" ELSE "gap");
        w_answer:
                receive(critic_to_writer, w_msg);
                if (w_msg = "objection") { goto w_draft; };
        w_deliver:
                send(writer_to_lead, "section");
                sections := sections + 1;
            };
        w_close:
            send(writer_to_critic, "finish");
    }

    process (critic \in {CRITIC})
        variables c_msg = "";
    {
        c_wait:
            while (c_msg # "finish") {
                receive(writer_to_critic, c_msg);
        c_check:      \* a section is checked against its sources, a gap is taken as it is
                if (c_msg = "section") {
                    take(SEARCH_SLOTS);
        c_slot:
                    give(SEARCH_SLOTS);
        c_answer:
                    either { send(critic_to_writer, "accept"); }
                    or     { send(critic_to_writer, "objection"); };
                } else if (c_msg = "gap") {
                    send(critic_to_writer, "accept");
                };
            };
    }
}
*)
====
