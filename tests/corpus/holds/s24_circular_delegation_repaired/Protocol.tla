---- MODULE Protocol ----
\* No passing on at the bound.
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
                    await hops < 2;
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
                    await hops < 2;
                    inA := Append(inA, "job");
                    hops := hops + 1;
                    goto b1;
                };
            };
    }
}
*)

HopsBounded == hops <= 2
====
