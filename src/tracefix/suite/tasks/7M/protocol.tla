---- MODULE protocol ----
\* A purchase contract. Both sides mark up every draft side by side until they agree, a tax adviser may send everybody back to
\* work, and a notary has both sides sign or neither.
EXTENDS Integers, Sequences, FiniteSets, TLC

CONSTANTS FREE, DRAFTER, BUYER_COUNSEL, SELLER_COUNSEL, TAX_ADVISER, NOTARY

(*
--algorithm Protocol
variables
    CONTRACT = FREE,
    CLAUSE_LIBRARY = FREE,
    drafter_to_buyer = <<>>,
    drafter_to_seller = <<>>,
    buyer_to_drafter = <<>>,
    seller_to_drafter = <<>>,
    drafter_to_tax = <<>>,
    tax_to_drafter = <<>>,
    drafter_to_notary = <<>>,
    notary_to_drafter = <<>>,
    notary_to_buyer = <<>>,
    notary_to_seller = <<>>,
    buyer_to_notary = <<>>,
    seller_to_notary = <<>>;

define
    AllDone == \A tf_agent \in {DRAFTER, BUYER_COUNSEL, SELLER_COUNSEL, TAX_ADVISER, NOTARY} : pc[tf_agent] = "Done"

    TypeInvariant ==
        /\ CONTRACT \in {FREE, DRAFTER, BUYER_COUNSEL, SELLER_COUNSEL, TAX_ADVISER, NOTARY}
        /\ CLAUSE_LIBRARY \in {FREE, DRAFTER, BUYER_COUNSEL, SELLER_COUNSEL, TAX_ADVISER, NOTARY}
        /\ drafter_to_buyer \in Seq({"draft", "ended"})
        /\ drafter_to_seller \in Seq({"draft", "ended"})
        /\ buyer_to_drafter \in Seq({"agreed", "redline", "walk_away"})
        /\ seller_to_drafter \in Seq({"agreed", "redline", "walk_away"})
        /\ drafter_to_tax \in Seq({"opinion_request", "finish"})
        /\ tax_to_drafter \in Seq({"no_objection", "objection"})
        /\ drafter_to_notary \in Seq({"certify", "cancel"})
        /\ notary_to_drafter \in Seq({"sealed", "void"})
        /\ notary_to_buyer \in Seq({"sign", "sealed", "void"})
        /\ notary_to_seller \in Seq({"sign", "sealed", "void"})
        /\ buyer_to_notary \in Seq({"signed", "declined"})
        /\ seller_to_notary \in Seq({"signed", "declined"})

    ChannelBound ==
        /\ Len(drafter_to_buyer) <= 3
        /\ Len(drafter_to_seller) <= 3
        /\ Len(buyer_to_drafter) <= 3
        /\ Len(seller_to_drafter) <= 3
        /\ Len(drafter_to_tax) <= 3
        /\ Len(tax_to_drafter) <= 3
        /\ Len(drafter_to_notary) <= 3
        /\ Len(notary_to_drafter) <= 3
        /\ Len(notary_to_buyer) <= 3
        /\ Len(notary_to_seller) <= 3
        /\ Len(buyer_to_notary) <= 3
        /\ Len(seller_to_notary) <= 3

    NoOrphanLocks ==
        /\ AllDone => CONTRACT = FREE
        /\ AllDone => CLAUSE_LIBRARY = FREE

    ChannelsDrained ==
        /\ AllDone => drafter_to_buyer = <<>>
        /\ AllDone => drafter_to_seller = <<>>
        /\ AllDone => buyer_to_drafter = <<>>
        /\ AllDone => seller_to_drafter = <<>>
        /\ AllDone => drafter_to_tax = <<>>
        /\ AllDone => tax_to_drafter = <<>>
        /\ AllDone => drafter_to_notary = <<>>
        /\ AllDone => notary_to_drafter = <<>>
        /\ AllDone => notary_to_buyer = <<>>
        /\ AllDone => notary_to_seller = <<>>
        /\ AllDone => buyer_to_notary = <<>>
        /\ AllDone => seller_to_notary = <<>>
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

process drafter \in {DRAFTER}
variables d_msg = "", answers = 0, marked = FALSE, walked = FALSE;
begin
    d_library:
        acquire(CLAUSE_LIBRARY);
    choose_clauses:
        skip;  \* choose_clauses(contract="C-5", type="share purchase")
    d_library_done:
        release(CLAUSE_LIBRARY);
    d_open:
        acquire(CONTRACT);
    write_draft:
        skip;  \* write_draft(contract="C-5")
    d_close:
        release(CONTRACT);
    d_to_buyer:
        send(drafter_to_buyer, "draft");
    d_to_seller:
        send(drafter_to_seller, "draft");
        answers := 0;
        marked := FALSE;
    d_collect:
        while answers < 2 do
            either
                receive(buyer_to_drafter, d_msg);
            or
                receive(seller_to_drafter, d_msg);
            end either;
            answers := answers + 1;
            if d_msg = "redline" then
                marked := TRUE;
            elsif d_msg = "walk_away" then
                walked := TRUE;
            else
                skip;
            end if;
        end while;
    d_weigh:        \* a redline of either side means another draft for both
        if walked then
            goto d_end_buyer;
        elsif marked then
            goto d_open;
        end if;
    d_ask_tax:
        send(drafter_to_tax, "opinion_request");
    d_opinion:
        receive(tax_to_drafter, d_msg);
        if d_msg = "objection" then
            goto d_open;
        end if;
    d_certify:
        send(drafter_to_notary, "certify");
    d_release_tax:
        send(drafter_to_tax, "finish");
    d_outcome:
        receive(notary_to_drafter, d_msg);
        if d_msg = "void" then
            goto archive_draft;
        end if;
    distribute_copies:
        skip;  \* distribute(contract="C-5", copies=3)
        goto Done;
    d_end_buyer:
        send(drafter_to_buyer, "ended");
    d_end_seller:
        send(drafter_to_seller, "ended");
    d_end_tax:
        send(drafter_to_tax, "finish");
    d_end_notary:
        send(drafter_to_notary, "cancel");
    archive_draft:
        skip;  \* archive(contract="C-5")
end process;

process buyer_counsel \in {BUYER_COUNSEL}
variables b_msg = "";
begin
    b_wait:       \* another draft, or the notary's call
        either
            receive(drafter_to_buyer, b_msg);
        or
            receive(notary_to_buyer, b_msg);
        end either;
    b_react:
        if b_msg = "sign" then
            goto b_ready;
        elsif b_msg # "draft" then
            goto Done;
        end if;
    b_open:
        acquire(CONTRACT);
    review_for_buyer:
        skip;  \* review(contract="C-5", side="buyer")
    b_close:
        release(CONTRACT);
    b_position:
        either
            send(buyer_to_drafter, "agreed");
            goto b_wait;
        or
            send(buyer_to_drafter, "walk_away");
            goto b_wait;
        or
            skip;
        end either;
    b_library:
        acquire(CLAUSE_LIBRARY);
    propose_for_buyer:
        skip;  \* propose_clause(contract="C-5", topic="warranties")
    b_library_done:
        release(CLAUSE_LIBRARY);
    b_redline:
        send(buyer_to_drafter, "redline");
        goto b_wait;
    b_ready:
        either
            skip;
        or
            send(buyer_to_notary, "declined");
            goto b_wait;
        end either;
    b_desk:
        acquire(CONTRACT);
    sign_for_buyer:
        skip;  \* sign(contract="C-5", side="buyer")
    b_signed:
        release(CONTRACT);
    b_tell:
        send(buyer_to_notary, "signed");
        goto b_wait;
end process;

process seller_counsel \in {SELLER_COUNSEL}
variables s_msg = "";
begin
    s_wait:       \* another draft, or the notary's call
        either
            receive(drafter_to_seller, s_msg);
        or
            receive(notary_to_seller, s_msg);
        end either;
    s_react:
        if s_msg = "sign" then
            goto s_ready;
        elsif s_msg # "draft" then
            goto Done;
        end if;
    s_open:
        acquire(CONTRACT);
    review_for_seller:
        skip;  \* review(contract="C-5", side="seller")
    s_close:
        release(CONTRACT);
    s_position:
        either
            send(seller_to_drafter, "agreed");
            goto s_wait;
        or
            send(seller_to_drafter, "walk_away");
            goto s_wait;
        or
            skip;
        end either;
    s_library:
        acquire(CLAUSE_LIBRARY);
    propose_for_seller:
        skip;  \* propose_clause(contract="C-5", topic="liability cap")
    s_library_done:
        release(CLAUSE_LIBRARY);
    s_redline:
        send(seller_to_drafter, "redline");
        goto s_wait;
    s_ready:
        either
            skip;
        or
            send(seller_to_notary, "declined");
            goto s_wait;
        end either;
    s_desk:
        acquire(CONTRACT);
    sign_for_seller:
        skip;  \* sign(contract="C-5", side="seller")
    s_signed:
        release(CONTRACT);
    s_tell:
        send(seller_to_notary, "signed");
        goto s_wait;
end process;

process tax_adviser \in {TAX_ADVISER}
variables t_msg = "";
begin
    t_wait:
        receive(drafter_to_tax, t_msg);
        if t_msg = "finish" then
            goto Done;
        end if;
    t_open:
        acquire(CONTRACT);
    assess_taxes:
        skip;  \* assess_taxes(contract="C-5")
    t_close:
        release(CONTRACT);
    t_library:
        acquire(CLAUSE_LIBRARY);
    look_up_clause:
        skip;  \* look_up(topic="tax indemnity")
    t_library_done:
        release(CLAUSE_LIBRARY);
    t_opinion:
        either
            send(tax_to_drafter, "no_objection");
        or
            send(tax_to_drafter, "objection");
        end either;
        goto t_wait;
end process;

process notary \in {NOTARY}
variables n_msg = "", replies = 0, refused = FALSE;
begin
    n_wait:
        receive(drafter_to_notary, n_msg);
        if n_msg = "cancel" then
            goto Done;
        end if;
    check_register:
        skip;  \* check_register(company="Acme Ltd")
    n_checked:
        either
    n_call_buyer:
            send(notary_to_buyer, "sign");
        or          \* no connection: once more, or no deed today
    n_offline:
            either
                goto check_register;
            or
                goto n_void_buyer;
            end either;
        end either;
    n_call_seller:
        send(notary_to_seller, "sign");
    n_collect:
        while replies < 2 do
            either
                receive(buyer_to_notary, n_msg);
            or
                receive(seller_to_notary, n_msg);
            end either;
            replies := replies + 1;
            if n_msg = "declined" then
                refused := TRUE;
            end if;
        end while;
    n_desk:
        acquire(CONTRACT);
        if ~refused then
    seal_deed:
            skip;  \* seal(contract="C-5")
    n_sealed:
            release(CONTRACT);
    n_tell_buyer:
            send(notary_to_buyer, "sealed");
    n_tell_seller:
            send(notary_to_seller, "sealed");
    n_tell_drafter:
            send(notary_to_drafter, "sealed");
            goto Done;
        end if;
    strike_signature:
        skip;  \* strike_signatures(contract="C-5")
    n_struck:
        release(CONTRACT);
    n_void_buyer:
        send(notary_to_buyer, "void");
    n_void_seller:
        send(notary_to_seller, "void");
    n_void_drafter:
        send(notary_to_drafter, "void");
end process;

end algorithm;
*)
====
