---- MODULE protocol ----
\* A picture book chapter: text and figures go to the editor independently of each other, each is accepted or comes back, and
\* the editor typesets the chapter when both stand.
EXTENDS Integers, Sequences, FiniteSets, TLC

CONSTANTS FREE, WRITER, ILLUSTRATOR, EDITOR

(*
--algorithm Protocol {
    variables
        MANUSCRIPT = FREE,
        writer_to_editor = <<>>,
        editor_to_writer = <<>>,
        illustrator_to_editor = <<>>,
        editor_to_illustrator = <<>>;

    define {
        AllDone == \A tf_agent \in {WRITER, ILLUSTRATOR, EDITOR} : pc[tf_agent] = "Done"

        TypeInvariant ==
            /\ MANUSCRIPT \in {FREE, WRITER, ILLUSTRATOR, EDITOR}
            /\ writer_to_editor \in Seq({"draft"})
            /\ editor_to_writer \in Seq({"accept", "revise"})
            /\ illustrator_to_editor \in Seq({"figures", "no_figures"})
            /\ editor_to_illustrator \in Seq({"accept", "redraw"})

        ChannelBound ==
            /\ Len(writer_to_editor) <= 3
            /\ Len(editor_to_writer) <= 3
            /\ Len(illustrator_to_editor) <= 3
            /\ Len(editor_to_illustrator) <= 3

        NoOrphanLocks ==
            /\ AllDone => MANUSCRIPT = FREE

        ChannelsDrained ==
            /\ AllDone => writer_to_editor = <<>>
            /\ AllDone => editor_to_writer = <<>>
            /\ AllDone => illustrator_to_editor = <<>>
            /\ AllDone => editor_to_illustrator = <<>>
    }

    macro acquire(lock) { await lock = FREE; lock := self; }
    macro release(lock) { assert lock = self; lock := FREE; }

    macro send(channel, label) { channel := Append(channel, label); }
    macro receive(channel, into) { await channel # <<>>; into := Head(channel); channel := Tail(channel); }

    process (writer \in {WRITER})
        variables w_msg = "";
    {
        w_open:
            acquire(MANUSCRIPT);
        write_text:
            skip;  \* write_text(chapter=3)
        w_close:
            release(MANUSCRIPT);
        w_submit:
            send(writer_to_editor, "draft");
        w_answer:
            receive(editor_to_writer, w_msg);
            if (w_msg = "accept") { goto Done; };
        w_reopen:
            acquire(MANUSCRIPT);
        revise_text:
            skip;  \* revise_text(chapter=3)
        w_reclose:
            release(MANUSCRIPT);
            goto w_submit;
    }

    process (illustrator \in {ILLUSTRATOR})
        variables i_msg = "";
    {
        draw_figures:
            skip;  \* draw(chapter=3, figures=4)
        i_drawn:
            either {
        i_open:
                acquire(MANUSCRIPT);
            } or {              \* nothing usable came out of it
        i_none:
                send(illustrator_to_editor, "no_figures");
                goto i_answer;
            };
        place_figures:
            skip;  \* place(chapter=3, figures=4)
        i_close:
            release(MANUSCRIPT);
        i_submit:
            send(illustrator_to_editor, "figures");
        i_answer:
            receive(editor_to_illustrator, i_msg);
            if (i_msg = "redraw") { goto draw_figures; };
    }

    process (editor \in {EDITOR})
        variables e_msg = "", text_stands = FALSE, figures_stand = FALSE;
    {
        e_wait:
            while (~text_stands \/ ~figures_stand) {
                either {
                    receive(writer_to_editor, e_msg);
        e_text:
                    acquire(MANUSCRIPT);
        read_text:
                    skip;  \* read(chapter=3)
        e_text_read:
                    release(MANUSCRIPT);
        e_text_verdict:
                    either { send(editor_to_writer, "accept"); text_stands := TRUE; }
                    or     { send(editor_to_writer, "revise"); };
                } or {
                    receive(illustrator_to_editor, e_msg);
                    if (e_msg = "no_figures") { goto e_without; };
        e_figures:
                    acquire(MANUSCRIPT);
        look_at_figures:
                    skip;  \* look_at(chapter=3)
        e_figures_seen:
                    release(MANUSCRIPT);
        e_figures_verdict:
                    either { send(editor_to_illustrator, "accept"); figures_stand := TRUE; }
                    or     { send(editor_to_illustrator, "redraw"); };
                    goto e_wait;
        e_without:              \* a chapter may go without figures, or wait for another try
                    either { send(editor_to_illustrator, "accept"); figures_stand := TRUE; }
                    or     { send(editor_to_illustrator, "redraw"); };
                };
            };
        e_final:
            acquire(MANUSCRIPT);
        typeset_chapter:
            skip;  \* typeset(chapter=3)
        e_done:
            release(MANUSCRIPT);
    }
}
*)
====
