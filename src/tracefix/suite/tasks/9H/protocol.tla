---- MODULE protocol ----
\* Seven philosophers, seven forks, two courses. The starter takes the one fork between a guest and the left neighbour,
\* the main course the two forks on both sides, in the order of their numbers. A fork that falls down is rinsed in the kitchen.
\* Two guests come late and miss the starter.
EXTENDS Integers, Sequences, FiniteSets, TLC

CONSTANTS FREE, SOCRATES, PLATO, DIOTIMA, EPICURUS, ZENO, HIPPARCHIA, PLOTINUS

(*
--algorithm Protocol {
    variables
        FORK_1 = FREE,
        FORK_2 = FREE,
        FORK_3 = FREE,
        FORK_4 = FREE,
        FORK_5 = FREE,
        FORK_6 = FREE,
        FORK_7 = FREE;

    define {
        AllDone == \A tf_agent \in {SOCRATES, PLATO, DIOTIMA, EPICURUS, ZENO, HIPPARCHIA, PLOTINUS} : pc[tf_agent] = "Done"

        TypeInvariant ==
            /\ FORK_1 \in {FREE, SOCRATES, PLATO, DIOTIMA, EPICURUS, ZENO, HIPPARCHIA, PLOTINUS}
            /\ FORK_2 \in {FREE, SOCRATES, PLATO, DIOTIMA, EPICURUS, ZENO, HIPPARCHIA, PLOTINUS}
            /\ FORK_3 \in {FREE, SOCRATES, PLATO, DIOTIMA, EPICURUS, ZENO, HIPPARCHIA, PLOTINUS}
            /\ FORK_4 \in {FREE, SOCRATES, PLATO, DIOTIMA, EPICURUS, ZENO, HIPPARCHIA, PLOTINUS}
            /\ FORK_5 \in {FREE, SOCRATES, PLATO, DIOTIMA, EPICURUS, ZENO, HIPPARCHIA, PLOTINUS}
            /\ FORK_6 \in {FREE, SOCRATES, PLATO, DIOTIMA, EPICURUS, ZENO, HIPPARCHIA, PLOTINUS}
            /\ FORK_7 \in {FREE, SOCRATES, PLATO, DIOTIMA, EPICURUS, ZENO, HIPPARCHIA, PLOTINUS}

        ChannelBound == TRUE

        NoOrphanLocks ==
            /\ AllDone => FORK_1 = FREE
            /\ AllDone => FORK_2 = FREE
            /\ AllDone => FORK_3 = FREE
            /\ AllDone => FORK_4 = FREE
            /\ AllDone => FORK_5 = FREE
            /\ AllDone => FORK_6 = FREE
            /\ AllDone => FORK_7 = FREE

        ChannelsDrained == TRUE
    }

    macro acquire(lock) { await lock = FREE; lock := self; }
    macro release(lock) { assert lock = self; lock := FREE; }

    process (socrates \in {SOCRATES})
    {
        so_take_starter_fork:
            acquire(FORK_1);
        eat_starter_as_socrates:
            skip;  \* eat(course="starter", dish="olives")
        so_lay_down:
            release(FORK_1);
        talk_of_irony:
            skip;  \* talk(subject="irony")
        so_take_one:
            acquire(FORK_1);
        so_take_other:
            acquire(FORK_2);
        eat_main_as_socrates:
            skip;  \* eat(course="main", dish="turbot")
        so_eaten:
            either { skip; }
            or {       \* the left fork has fallen: the other one is not needed until it is clean
                release(FORK_2);
        rinse_fork_of_socrates:
                skip;  \* rinse(fork=1)
        so_start_over:
                release(FORK_1);
                goto so_take_one;
            };
        so_rise:
            release(FORK_2);
            release(FORK_1);
    }

    process (plato \in {PLATO})
    {
        pl_take_starter_fork:
            acquire(FORK_2);
        eat_starter_as_plato:
            skip;  \* eat(course="starter", dish="olives")
        pl_lay_down:
            release(FORK_2);
        talk_of_forms:
            skip;  \* talk(subject="forms")
        pl_take_one:
            acquire(FORK_2);
        pl_take_other:
            acquire(FORK_3);
        eat_main_as_plato:
            skip;  \* eat(course="main", dish="lamb")
        pl_eaten:
            either { skip; }
            or {       \* the left fork has fallen: the other one is not needed until it is clean
                release(FORK_3);
        rinse_fork_of_plato:
                skip;  \* rinse(fork=2)
        pl_start_over:
                release(FORK_2);
                goto pl_take_one;
            };
        pl_rise:
            release(FORK_3);
            release(FORK_2);
    }

    process (diotima \in {DIOTIMA})
    {
        di_take_starter_fork:
            acquire(FORK_3);
        eat_starter_as_diotima:
            skip;  \* eat(course="starter", dish="olives")
        di_lay_down:
            release(FORK_3);
        talk_of_love:
            skip;  \* talk(subject="love")
        di_take_one:
            acquire(FORK_3);
        di_take_other:
            acquire(FORK_4);
        eat_main_as_diotima:
            skip;  \* eat(course="main", dish="pheasant")
        di_eaten:
            either { skip; }
            or {       \* the left fork has fallen: the other one is not needed until it is clean
                release(FORK_4);
        rinse_fork_of_diotima:
                skip;  \* rinse(fork=3)
        di_start_over:
                release(FORK_3);
                goto di_take_one;
            };
        di_rise:
            release(FORK_4);
            release(FORK_3);
    }

    process (epicurus \in {EPICURUS})
    {
        ep_take_starter_fork:
            acquire(FORK_4);
        eat_starter_as_epicurus:
            skip;  \* eat(course="starter", dish="olives")
        ep_lay_down:
            release(FORK_4);
        talk_of_pleasure:
            skip;  \* talk(subject="pleasure")
        ep_take_one:
            acquire(FORK_4);
        ep_take_other:
            acquire(FORK_5);
        eat_main_as_epicurus:
            skip;  \* eat(course="main", dish="lentils")
        ep_eaten:
            either { skip; }
            or {       \* the left fork has fallen: the other one is not needed until it is clean
                release(FORK_5);
        rinse_fork_of_epicurus:
                skip;  \* rinse(fork=4)
        ep_start_over:
                release(FORK_4);
                goto ep_take_one;
            };
        ep_rise:
            release(FORK_5);
            release(FORK_4);
    }

    process (zeno \in {ZENO})
    {
        talk_of_paradoxes:
            skip;  \* talk(subject="paradoxes")
        ze_take_one:
            acquire(FORK_5);
        ze_take_other:
            acquire(FORK_6);
        eat_main_as_zeno:
            skip;  \* eat(course="main", dish="turnips")
        ze_eaten:
            either { skip; }
            or {       \* the left fork has fallen: the other one is not needed until it is clean
                release(FORK_6);
        rinse_fork_of_zeno:
                skip;  \* rinse(fork=5)
        ze_start_over:
                release(FORK_5);
                goto ze_take_one;
            };
        ze_rise:
            release(FORK_6);
            release(FORK_5);
    }

    process (hipparchia \in {HIPPARCHIA})
    {
        talk_of_freedom:
            skip;  \* talk(subject="freedom")
        hi_take_one:
            acquire(FORK_6);
        hi_take_other:
            acquire(FORK_7);
        eat_main_as_hipparchia:
            skip;  \* eat(course="main", dish="beans")
        hi_eaten:
            either { skip; }
            or {       \* the left fork has fallen: the other one is not needed until it is clean
                release(FORK_7);
        rinse_fork_of_hipparchia:
                skip;  \* rinse(fork=6)
        hi_start_over:
                release(FORK_6);
                goto hi_take_one;
            };
        hi_rise:
            release(FORK_7);
            release(FORK_6);
    }

    process (plotinus \in {PLOTINUS})
    {
        po_take_starter_fork:
            acquire(FORK_7);
        eat_starter_as_plotinus:
            skip;  \* eat(course="starter", dish="olives")
        po_lay_down:
            release(FORK_7);
        talk_of_unity:
            skip;  \* talk(subject="unity")
        po_take_one:
            acquire(FORK_1);
        po_take_other:
            acquire(FORK_7);
        eat_main_as_plotinus:
            skip;  \* eat(course="main", dish="figs")
        po_eaten:
            either { skip; }
            or {       \* the left fork has fallen: the other one is not needed until it is clean
                release(FORK_1);
        rinse_fork_of_plotinus:
                skip;  \* rinse(fork=7)
        po_start_over:
                release(FORK_7);
                goto po_take_one;
            };
        po_rise:
            release(FORK_7);
            release(FORK_1);
    }
}
*)
====
