---- MODULE Protocol ----
\* with over sets and values, several bindings, later ones using earlier ones.
EXTENDS Naturals, Sequences, TLC
CONSTANTS A, B

(*
--algorithm Protocol {
    variables pairs = {}, chosen = 0;

    process (p_a = A) {
        a1: with (x \in 1..3, y \in {x, x + 1}, s = x + y) {
                await s # 4;
                pairs := pairs \cup {<<x, y, s>>};
            };
        a2: with (x = chosen) { chosen := x + 1; };
    }

    process (p_b = B) {
        b1: with (x \in {n \in 1..6 : n % 2 = 0}) { chosen := x; };
        b2: with (open = {p \in pairs : p[1] = p[2]}) {
                if (open # {}) {
                    with (p \in open) { chosen := p[3]; };
                };
            };
    }
}
*)

SumsRight == \A p \in pairs : p[1] + p[2] = p[3] /\ p[3] # 4
====
