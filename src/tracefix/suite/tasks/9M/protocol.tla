---- MODULE protocol ----
\* Five philosophers at a round table with five chopsticks. A philosopher takes whichever of the two neighbouring chopsticks is
\* free, and does not insist on the other: with one chopstick in hand, patience may end at any time, and it is laid back.
EXTENDS Integers, Sequences, FiniteSets, TLC

CONSTANTS FREE, CONFUCIUS, LAOZI, MENCIUS, MOZI, XUNZI

(*
--algorithm Protocol
    variables
        CHOPSTICK_1 = FREE,
        CHOPSTICK_2 = FREE,
        CHOPSTICK_3 = FREE,
        CHOPSTICK_4 = FREE,
        CHOPSTICK_5 = FREE;

    define
        AllDone == \A tf_agent \in {CONFUCIUS, LAOZI, MENCIUS, MOZI, XUNZI} : pc[tf_agent] = "Done"

        TypeInvariant ==
            /\ CHOPSTICK_1 \in {FREE, CONFUCIUS, LAOZI, MENCIUS, MOZI, XUNZI}
            /\ CHOPSTICK_2 \in {FREE, CONFUCIUS, LAOZI, MENCIUS, MOZI, XUNZI}
            /\ CHOPSTICK_3 \in {FREE, CONFUCIUS, LAOZI, MENCIUS, MOZI, XUNZI}
            /\ CHOPSTICK_4 \in {FREE, CONFUCIUS, LAOZI, MENCIUS, MOZI, XUNZI}
            /\ CHOPSTICK_5 \in {FREE, CONFUCIUS, LAOZI, MENCIUS, MOZI, XUNZI}

        ChannelBound == TRUE

        NoOrphanLocks ==
            /\ AllDone => CHOPSTICK_1 = FREE
            /\ AllDone => CHOPSTICK_2 = FREE
            /\ AllDone => CHOPSTICK_3 = FREE
            /\ AllDone => CHOPSTICK_4 = FREE
            /\ AllDone => CHOPSTICK_5 = FREE

        ChannelsDrained == TRUE
    end define;

    macro acquire(lock) begin
        await lock = FREE;
        lock := self;
    end macro;

    macro release(lock) begin
        assert lock = self;
        lock := FREE;
    end macro;

    process confucius \in {CONFUCIUS}
    begin
        meditate_as_confucius:
            skip;  \* meditate(subject="ritual")
        c_hungry:
            either
                acquire(CHOPSTICK_1);
        c_has_left:
                either
                    acquire(CHOPSTICK_2);
                or
                    release(CHOPSTICK_1);
                    goto c_hungry;
                end either;
            or
                acquire(CHOPSTICK_2);
        c_has_right:
                either
                    acquire(CHOPSTICK_1);
                or
                    release(CHOPSTICK_2);
                    goto c_hungry;
                end either;
            end either;
        eat_as_confucius:
            skip;  \* eat(dish="rice", bowl=1)
        c_eaten:
            either
                skip;
            or      \* the rice has fallen off: hands are wiped without chopsticks, and others may eat meanwhile
                release(CHOPSTICK_1);
        c_empty_hands:
                release(CHOPSTICK_2);
        wipe_hands_of_confucius:
                skip;  \* wipe(what="hands")
                goto c_hungry;
            end either;
        c_put_back:
            release(CHOPSTICK_1);
            release(CHOPSTICK_2);
    end process;

    process laozi \in {LAOZI}
    begin
        meditate_as_laozi:
            skip;  \* meditate(subject="the way")
        l_hungry:
            either
                acquire(CHOPSTICK_2);
        l_has_left:
                either
                    acquire(CHOPSTICK_3);
                or
                    release(CHOPSTICK_2);
                    goto l_hungry;
                end either;
            or
                acquire(CHOPSTICK_3);
        l_has_right:
                either
                    acquire(CHOPSTICK_2);
                or
                    release(CHOPSTICK_3);
                    goto l_hungry;
                end either;
            end either;
        eat_as_laozi:
            skip;  \* eat(dish="rice", bowl=2)
        l_eaten:
            either
                skip;
            or      \* the rice has fallen off: hands are wiped without chopsticks, and others may eat meanwhile
                release(CHOPSTICK_2);
        l_empty_hands:
                release(CHOPSTICK_3);
        wipe_hands_of_laozi:
                skip;  \* wipe(what="hands")
                goto l_hungry;
            end either;
        l_put_back:
            release(CHOPSTICK_2);
            release(CHOPSTICK_3);
    end process;

    process mencius \in {MENCIUS}
    begin
        meditate_as_mencius:
            skip;  \* meditate(subject="kindness")
        e_hungry:
            either
                acquire(CHOPSTICK_3);
        e_has_left:
                either
                    acquire(CHOPSTICK_4);
                or
                    release(CHOPSTICK_3);
                    goto e_hungry;
                end either;
            or
                acquire(CHOPSTICK_4);
        e_has_right:
                either
                    acquire(CHOPSTICK_3);
                or
                    release(CHOPSTICK_4);
                    goto e_hungry;
                end either;
            end either;
        eat_as_mencius:
            skip;  \* eat(dish="rice", bowl=3)
        e_eaten:
            either
                skip;
            or      \* the rice has fallen off: hands are wiped without chopsticks, and others may eat meanwhile
                release(CHOPSTICK_3);
        e_empty_hands:
                release(CHOPSTICK_4);
        wipe_hands_of_mencius:
                skip;  \* wipe(what="hands")
                goto e_hungry;
            end either;
        e_put_back:
            release(CHOPSTICK_3);
            release(CHOPSTICK_4);
    end process;

    process mozi \in {MOZI}
    begin
        meditate_as_mozi:
            skip;  \* meditate(subject="frugality")
        m_hungry:
            either
                acquire(CHOPSTICK_4);
        m_has_left:
                either
                    acquire(CHOPSTICK_5);
                or
                    release(CHOPSTICK_4);
                    goto m_hungry;
                end either;
            or
                acquire(CHOPSTICK_5);
        m_has_right:
                either
                    acquire(CHOPSTICK_4);
                or
                    release(CHOPSTICK_5);
                    goto m_hungry;
                end either;
            end either;
        eat_as_mozi:
            skip;  \* eat(dish="rice", bowl=4)
        m_eaten:
            either
                skip;
            or      \* the rice has fallen off: hands are wiped without chopsticks, and others may eat meanwhile
                release(CHOPSTICK_4);
        m_empty_hands:
                release(CHOPSTICK_5);
        wipe_hands_of_mozi:
                skip;  \* wipe(what="hands")
                goto m_hungry;
            end either;
        m_put_back:
            release(CHOPSTICK_4);
            release(CHOPSTICK_5);
    end process;

    process xunzi \in {XUNZI}
    begin
        meditate_as_xunzi:
            skip;  \* meditate(subject="learning")
        x_hungry:
            either
                acquire(CHOPSTICK_5);
        x_has_left:
                either
                    acquire(CHOPSTICK_1);
                or
                    release(CHOPSTICK_5);
                    goto x_hungry;
                end either;
            or
                acquire(CHOPSTICK_1);
        x_has_right:
                either
                    acquire(CHOPSTICK_5);
                or
                    release(CHOPSTICK_1);
                    goto x_hungry;
                end either;
            end either;
        eat_as_xunzi:
            skip;  \* eat(dish="rice", bowl=5)
        x_eaten:
            either
                skip;
            or      \* the rice has fallen off: hands are wiped without chopsticks, and others may eat meanwhile
                release(CHOPSTICK_5);
        x_empty_hands:
                release(CHOPSTICK_1);
        wipe_hands_of_xunzi:
                skip;  \* wipe(what="hands")
                goto x_hungry;
            end either;
        x_put_back:
            release(CHOPSTICK_5);
            release(CHOPSTICK_1);
    end process;

end algorithm;
*)
====
