---- MODULE Protocol ----
\* Each agent may pass the job back. The constraint keeps the state space finite.
EXTENDS Naturals, Sequences, TLC
CONSTANTS A, B

(*
--algorithm Protocol {
    variables inA = <<"job">>, inB = <<>>, hops = 0, ans = FALSE;

    process (p_a = A) {
        a1: if (~ans) {
                await inA # <<>>;
                inA := Tail(inA);
                either { ans := TRUE; }
                or {
                    inB := Append(inB, "job");
                    hops := hops + 1;
                    goto a1;
                };
            };
    }

    process (p_b = B) {
        b1: if (~ans) {
                await inB # <<>>;
                inB := Tail(inB);
                either { ans := TRUE; }
                or {
                    inA := Append(inA, "job");
                    hops := hops + 1;
                    goto b1;
                };
            };
    }
}
*)

HopsBounded == hops <= 2

HopsCapped == hops <= 5
====
