---- MODULE Protocol ----
\* Aligned junction lists, nested and mixed with infix connectives and comments.
EXTENDS Naturals, Sequences, TLC
CONSTANTS A, B

(*
--algorithm Protocol {
    variables x = 0, y = 0, z = 0;

    process (p_a = A) {
        a1: await \/ x = 0
                  \/ /\ y = 1
                     /\ \/ z = 1
                        \/ z = 2;
            x := 1;
        a2: await /\ x = 1
                  /\ \/ y = 0 /\ z = 0
                     \/ y # 0 \* a comment inside the list
                     \/ (* and another *) z > 5
                  /\ ~ (x = 2);
            z := IF /\ y = 0
                    /\ z = 0
                 THEN 1
                 ELSE 2;
    }

    process (p_b = B) {
        b1: y := 1;
    }
}
*)

AllDone == \A self \in ProcSet : pc[self] = "Done"

End ==
    AllDone =>
        /\ x = 1
        /\ \/ /\ z = 1
              /\ y = 1
           \/ z = 2 /\ y = 1
Implied == \A n \in 0..2 :
    /\ z = n => \/ n = 0
                \/ x = 1
    /\ z = n
       => n <= 2
====
