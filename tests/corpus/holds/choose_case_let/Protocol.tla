---- MODULE Protocol ----
\* CHOOSE, CASE and LET, with definitions that take arguments.
EXTENDS Naturals, Sequences, TLC
CONSTANTS A

(*
--algorithm Protocol {
    variables values = {3, 1, 2}, sorted = <<>>, grade = "none";

    define {
        Least(set) == CHOOSE x \in set : \A y \in set : x <= y
        Grade(n) == CASE n = 0 -> "none"
                      [] n \in 1..2 -> "some"
                      [] OTHER -> "all"
        Middle(seq) == LET half(n) == (n + 1) \div 2
                           place == half(Len(seq))
                       IN seq[place]
    }

    process (p_a = A) {
        a1: while (values # {}) {
                sorted := Append(sorted, Least(values));
                values := values \ {Least(values)};
                grade := Grade(Len(sorted));
            };
        a2: grade := IF Middle(sorted) = 2 THEN "middle" ELSE "wrong";
    }
}
*)

AllDone == \A self \in ProcSet : pc[self] = "Done"

Sorted == \A i, j \in DOMAIN sorted : i < j => sorted[i] < sorted[j]
End == AllDone => grade = "middle"
====
