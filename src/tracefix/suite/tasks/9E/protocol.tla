---- MODULE protocol ----
\* Three philosophers at a round table with three forks, which they take in the order of their numbers. Each thinks before
\* each of two plates of spaghetti.
EXTENDS Integers, Sequences, FiniteSets, TLC

CONSTANTS FREE, ARISTOTLE, HYPATIA, SPINOZA

(*
--algorithm Protocol {
    variables
        FORK_1 = FREE,
        FORK_2 = FREE,
        FORK_3 = FREE;

    define {
        AllDone == \A tf_agent \in {ARISTOTLE, HYPATIA, SPINOZA} : pc[tf_agent] = "Done"

        TypeInvariant ==
            /\ FORK_1 \in {FREE, ARISTOTLE, HYPATIA, SPINOZA}
            /\ FORK_2 \in {FREE, ARISTOTLE, HYPATIA, SPINOZA}
            /\ FORK_3 \in {FREE, ARISTOTLE, HYPATIA, SPINOZA}

        ChannelBound == TRUE

        NoOrphanLocks ==
            /\ AllDone => FORK_1 = FREE
            /\ AllDone => FORK_2 = FREE
            /\ AllDone => FORK_3 = FREE

        ChannelsDrained == TRUE
    }

    macro acquire(lock) { await lock = FREE; lock := self; }
    macro release(lock) { assert lock = self; lock := FREE; }

    process (aristotle \in {ARISTOTLE})
        variables a_plates = 0;
    {
        think_of_causes:
            skip;  \* think(subject="causes")
        a_take_left:
            acquire(FORK_1);
        a_take_right:
            acquire(FORK_2);
        eat_as_aristotle:
            skip;  \* eat(dish="spaghetti")
        a_eaten:
            either { a_plates := a_plates + 1; }
            or {
        mop_up_as_aristotle:
                skip;  \* mop(spot="table")
                goto eat_as_aristotle;
            };
        a_put_back:
            release(FORK_2);
            release(FORK_1);
            if (a_plates < 2) { goto think_of_causes; };
    }

    process (hypatia \in {HYPATIA})
        variables h_plates = 0;
    {
        think_of_curves:
            skip;  \* think(subject="curves")
        h_take_left:
            acquire(FORK_2);
        h_take_right:
            acquire(FORK_3);
        eat_as_hypatia:
            skip;  \* eat(dish="spaghetti")
        h_eaten:
            either { h_plates := h_plates + 1; }
            or {
        mop_up_as_hypatia:
                skip;  \* mop(spot="table")
                goto eat_as_hypatia;
            };
        h_put_back:
            release(FORK_3);
            release(FORK_2);
            if (h_plates < 2) { goto think_of_curves; };
    }

    \* The third one starts with the fork on the right, the one with the smaller number.
    process (spinoza \in {SPINOZA})
        variables s_plates = 0;
    {
        think_of_substance:
            skip;  \* think(subject="substance")
        s_take_right:
            acquire(FORK_1);
        s_take_left:
            acquire(FORK_3);
        eat_as_spinoza:
            skip;  \* eat(dish="spaghetti")
        s_eaten:
            either { s_plates := s_plates + 1; }
            or {
        mop_up_as_spinoza:
                skip;  \* mop(spot="table")
                goto eat_as_spinoza;
            };
        s_put_back:
            release(FORK_3);
            release(FORK_1);
            if (s_plates < 2) { goto think_of_substance; };
    }
}
*)
====
