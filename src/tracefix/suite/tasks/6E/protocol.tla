---- MODULE protocol ----
\* Two contributors send patches to a maintainer, who applies them to the trunk one at a time. A patch that no longer applies is
\* rebased by its author, one that breaks the checks is reverted.
EXTENDS Integers, Sequences, FiniteSets, TLC

CONSTANTS FREE, CONTRIBUTOR_A, CONTRIBUTOR_B, MAINTAINER

(*
--algorithm Protocol {
    variables
        TRUNK = FREE,
        a_to_maintainer = <<>>,
        maintainer_to_a = <<>>,
        b_to_maintainer = <<>>,
        maintainer_to_b = <<>>;

    define {
        AllDone == \A tf_agent \in {CONTRIBUTOR_A, CONTRIBUTOR_B, MAINTAINER} : pc[tf_agent] = "Done"

        TypeInvariant ==
            /\ TRUNK \in {FREE, CONTRIBUTOR_A, CONTRIBUTOR_B, MAINTAINER}
            /\ a_to_maintainer \in Seq({"patch", "withdrawn"})
            /\ maintainer_to_a \in Seq({"merged", "conflict", "rejected"})
            /\ b_to_maintainer \in Seq({"patch", "withdrawn"})
            /\ maintainer_to_b \in Seq({"merged", "conflict", "rejected"})

        ChannelBound ==
            /\ Len(a_to_maintainer) <= 3
            /\ Len(maintainer_to_a) <= 3
            /\ Len(b_to_maintainer) <= 3
            /\ Len(maintainer_to_b) <= 3

        NoOrphanLocks ==
            /\ AllDone => TRUNK = FREE

        ChannelsDrained ==
            /\ AllDone => a_to_maintainer = <<>>
            /\ AllDone => maintainer_to_a = <<>>
            /\ AllDone => b_to_maintainer = <<>>
            /\ AllDone => maintainer_to_b = <<>>
    }

    macro acquire(lock) { await lock = FREE; lock := self; }
    macro release(lock) { assert lock = self; lock := FREE; }

    macro send(channel, label) { channel := Append(channel, label); }
    macro receive(channel, into) { await channel # <<>>; into := Head(channel); channel := Tail(channel); }

    \* Answers the author of the patch at hand.
    macro reply(label) {
        if (m_author = "a") { send(maintainer_to_a, label); } else { send(maintainer_to_b, label); };
    }

    process (contributor_a \in {CONTRIBUTOR_A})
        variables a_msg = "";
    {
        a_open:
            acquire(TRUNK);
        fetch_trunk_a:
            skip;  \* fetch(branch="trunk")
        a_close:
            release(TRUNK);
        develop_a:
            skip;  \* edit(branch="feature-a")
        a_submit:
            send(a_to_maintainer, "patch");
        a_verdict:
            receive(maintainer_to_a, a_msg);
            if (a_msg = "merged") { goto Done; };
        a_react:
            if (a_msg = "rejected") {
                either { goto develop_a; }
                or {
                    send(a_to_maintainer, "withdrawn");
                    goto Done;
                };
            } else {
                acquire(TRUNK);
            };
        rebase_a:
            skip;  \* rebase(branch="feature-a", onto="trunk")
        a_rebased:
            release(TRUNK);
            goto a_submit;
    }

    process (contributor_b \in {CONTRIBUTOR_B})
        variables b_msg = "";
    {
        b_open:
            acquire(TRUNK);
        fetch_trunk_b:
            skip;  \* fetch(branch="trunk")
        b_close:
            release(TRUNK);
        develop_b:
            skip;  \* edit(branch="feature-b")
        b_submit:
            send(b_to_maintainer, "patch");
        b_verdict:
            receive(maintainer_to_b, b_msg);
            if (b_msg = "merged") { goto Done; };
        b_react:
            if (b_msg = "rejected") {
                either { goto develop_b; }
                or {
                    send(b_to_maintainer, "withdrawn");
                    goto Done;
                };
            } else {
                acquire(TRUNK);
            };
        rebase_b:
            skip;  \* rebase(branch="feature-b", onto="trunk")
        b_rebased:
            release(TRUNK);
            goto b_submit;
    }

    \* The maintainer leaves when each contribution is merged or withdrawn.
    process (maintainer \in {MAINTAINER})
        variables m_msg = "", m_author = "", settled = 0;
    {
        m_next:
            while (settled < 2) {
                either { receive(a_to_maintainer, m_msg); m_author := "a"; }
                or     { receive(b_to_maintainer, m_msg); m_author := "b"; };
        m_open:
                if (m_msg = "withdrawn") {
                    settled := settled + 1;
                    goto m_next;
                } else {
                    acquire(TRUNK);
                };
        apply_patch:
                skip;  \* apply(branch="trunk", patch)
        m_apply_outcome:
                either {
        run_checks:
                    skip;  \* check(branch="trunk")
        m_check_outcome:
                    either {
        m_green:
                        release(TRUNK);
        m_merged:
                        reply("merged");
                        settled := settled + 1;
                    } or {
        revert_patch:
                        skip;  \* revert(branch="trunk", patch)
        m_reverted:
                        release(TRUNK);
        m_rejected:
                        reply("rejected");
                    };
                } or {
        m_conflict:
                    release(TRUNK);
        m_ask_rebase:
                    reply("conflict");
                };
            };
    }
}
*)
====
