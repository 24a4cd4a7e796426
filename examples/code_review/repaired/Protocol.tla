---- MODULE Protocol ----
\* Two developers, a reviewer and CI bring two changes into one repository. A change is reviewed until it is approved,
\* then built while its developer holds the repository, then merged.
EXTENDS Integers, Sequences, FiniteSets, TLC

CONSTANTS FREE, DEVELOPER_A, DEVELOPER_B, REVIEWER, CI

(*
--algorithm Protocol {
    variables
        REPO = FREE,
        a_to_reviewer = <<>>,
        reviewer_to_a = <<>>,
        b_to_reviewer = <<>>,
        reviewer_to_b = <<>>,
        a_to_ci = <<>>,
        ci_to_a = <<>>,
        b_to_ci = <<>>,
        ci_to_b = <<>>;

    macro acquire(lock) { await lock = FREE; lock := self; }
    macro release(lock) { assert lock = self; lock := FREE; }

    macro send(channel, label) { channel := Append(channel, label); }
    macro receive(channel, into) { await channel # <<>>; into := Head(channel); channel := Tail(channel); }

    process (developer_a \in {DEVELOPER_A})
        variables a_msg = "";
    {
        a_submit:   \* the change goes to the reviewer, the first time and after every revision
            send(a_to_reviewer, "change");
        a_verdict:
            receive(reviewer_to_a, a_msg);
            if (a_msg = "revise") { goto a_submit; };
        a_lock:     \* approved: nobody else may merge while this change is built
            acquire(REPO);
        a_build:
            send(a_to_ci, "build");
        a_result:
            receive(ci_to_a, a_msg);
            if (a_msg = "red") { goto a_build; };
        a_merge:
            release(REPO);
    }

    process (developer_b \in {DEVELOPER_B})
        variables b_msg = "";
    {
        b_submit:   \* the change goes to the reviewer, the first time and after every revision
            send(b_to_reviewer, "change");
        b_verdict:
            receive(reviewer_to_b, b_msg);
            if (b_msg = "revise") { goto b_submit; };
        b_lock:     \* approved: nobody else may merge while this change is built
            acquire(REPO);
        b_build:
            send(b_to_ci, "build");
        b_result:
            receive(ci_to_b, b_msg);
            if (b_msg = "red") { goto b_build; };
        b_merge:
            release(REPO);
    }

    \* The reviewer leaves when both changes are approved, however many reviews that takes.
    process (reviewer \in {REVIEWER})
        variables r_msg = "", r_client = "none", approvals = 0;
    {
        r_wait:
            while (approvals < 2) {
                either { receive(a_to_reviewer, r_msg); r_client := "a"; }
                or     { receive(b_to_reviewer, r_msg); r_client := "b"; };
        r_decide:
                either {
                    approvals := approvals + 1;
                    if (r_client = "a") { send(reviewer_to_a, "approve"); } else { send(reviewer_to_b, "approve"); };
                } or {
                    if (r_client = "a") { send(reviewer_to_a, "revise"); } else { send(reviewer_to_b, "revise"); };
                };
            };
    }

    \* CI builds whatever is asked for and leaves when both changes have been green.
    process (ci \in {CI})
        variables ci_msg = "", ci_client = "none", green = 0;
    {
        ci_wait:
            while (green < 2) {
                either { receive(a_to_ci, ci_msg); ci_client := "a"; }
                or     { receive(b_to_ci, ci_msg); ci_client := "b"; };
        ci_build:
                either {
                    green := green + 1;
                    if (ci_client = "a") { send(ci_to_a, "green"); } else { send(ci_to_b, "green"); };
                } or {
                    if (ci_client = "a") { send(ci_to_a, "red"); } else { send(ci_to_b, "red"); };
                };
            };
    }
}
*)
====
