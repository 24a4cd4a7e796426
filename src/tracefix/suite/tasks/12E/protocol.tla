---- MODULE protocol ----
\* A prep cook, a line cook and a waiter make one plate of fish with vegetables. What is burnt needs new vegetables, so the prep
\* cook stays until the line cook has enough. Board and stove are never held together, and never across a message.
EXTENDS Integers, Sequences, FiniteSets, TLC

CONSTANTS FREE, PREP_COOK, LINE_COOK, WAITER

(*
--algorithm Protocol
    variables
        CUTTING_BOARD = FREE,
        STOVE = FREE,
        prep_to_line = <<>>,
        line_to_prep = <<>>,
        line_to_waiter = <<>>;

    define
        AllDone == \A tf_agent \in {PREP_COOK, LINE_COOK, WAITER} : pc[tf_agent] = "Done"

        TypeInvariant ==
            /\ CUTTING_BOARD \in {FREE, PREP_COOK, LINE_COOK, WAITER}
            /\ STOVE \in {FREE, PREP_COOK, LINE_COOK, WAITER}
            /\ prep_to_line \in Seq({"vegetables"})
            /\ line_to_prep \in Seq({"more", "enough"})
            /\ line_to_waiter \in Seq({"dish"})

        ChannelBound ==
            /\ Len(prep_to_line) <= 3
            /\ Len(line_to_prep) <= 3
            /\ Len(line_to_waiter) <= 3

        NoOrphanLocks ==
            /\ AllDone => CUTTING_BOARD = FREE
            /\ AllDone => STOVE = FREE

        ChannelsDrained ==
            /\ AllDone => prep_to_line = <<>>
            /\ AllDone => line_to_prep = <<>>
            /\ AllDone => line_to_waiter = <<>>
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

    process prep_cook \in {PREP_COOK}
    variables p_msg = "";
    begin
        p_take_board:
            acquire(CUTTING_BOARD);
        chop_vegetables:
            skip;  \* chop(what="vegetables")
        p_free_board:
            release(CUTTING_BOARD);
        p_take_stove:
            acquire(STOVE);
        blanch_vegetables:
            skip;  \* blanch(what="vegetables", seconds=90)
        p_blanched:
            either
                release(STOVE);
            or          \* overcooked: new ones have to be chopped
                release(STOVE);
                goto p_take_board;
            end either;
        p_deliver:
            send(prep_to_line, "vegetables");
        p_answer:
            receive(line_to_prep, p_msg);
            if p_msg = "more" then
                goto p_take_board;
            end if;
    end process;

    process line_cook \in {LINE_COOK}
    variables l_msg = "";
    begin
        l_take_board:
            acquire(CUTTING_BOARD);
        fillet_fish:
            skip;  \* fillet(fish="trout")
        l_free_board:
            release(CUTTING_BOARD);
        l_wait:
            receive(prep_to_line, l_msg);
        l_take_stove:
            acquire(STOVE);
        fry_fish:
            skip;  \* fry(fish="trout", with="vegetables")
        l_fried:
            either
                release(STOVE);
            or
                release(STOVE);
                goto l_burnt;
            end either;
        l_enough:
            send(line_to_prep, "enough");
        l_deliver:
            send(line_to_waiter, "dish");
            goto Done;
        l_burnt:
            send(line_to_prep, "more");
            goto l_take_board;
    end process;

    process waiter \in {WAITER}
    variables w_msg = "";
    begin
        w_take_board:
            acquire(CUTTING_BOARD);
        slice_bread:
            skip;  \* slice(what="bread")
        w_free_board:
            release(CUTTING_BOARD);
        w_take_stove:
            acquire(STOVE);
        toast_bread:
            skip;  \* toast(what="bread")
        w_free_stove:
            release(STOVE);
        w_wait:
            receive(line_to_waiter, w_msg);
        serve_dish:
            skip;  \* serve(table=4)
    end process;

end algorithm;
*)
====
