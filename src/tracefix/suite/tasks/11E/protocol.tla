---- MODULE protocol ----
\* A batch of two parts goes through a pipeline: turned, milled, inspected. A part that is spoilt on the way is announced all
\* the same, so that every station accounts for every part of the batch.
EXTENDS Integers, Sequences, FiniteSets, TLC

CONSTANTS FREE, LATHE, MILL, INSPECTOR

(*
--algorithm Protocol
    variables
        ROBOT_ARM = FREE,
        GAUGE = FREE,
        lathe_to_mill = <<>>,
        mill_to_inspector = <<>>;

    define
        AllDone == \A tf_agent \in {LATHE, MILL, INSPECTOR} : pc[tf_agent] = "Done"

        TypeInvariant ==
            /\ ROBOT_ARM \in {FREE, LATHE, MILL, INSPECTOR}
            /\ GAUGE \in {FREE, LATHE, MILL, INSPECTOR}
            /\ lathe_to_mill \in Seq({"part", "scrap"})
            /\ mill_to_inspector \in Seq({"part", "scrap"})

        ChannelBound ==
            /\ Len(lathe_to_mill) <= 3
            /\ Len(mill_to_inspector) <= 3

        NoOrphanLocks ==
            /\ AllDone => ROBOT_ARM = FREE
            /\ AllDone => GAUGE = FREE

        ChannelsDrained ==
            /\ AllDone => lathe_to_mill = <<>>
            /\ AllDone => mill_to_inspector = <<>>
    end define;

    macro acquire(lock) begin
        await lock = FREE;
        lock := self;
    end macro;

    macro release(lock) begin
        assert lock = self;
        lock := FREE;
    end macro;

    macro send(channel, label) begin
        channel := Append(channel, label);
    end macro;

    macro receive(channel, into) begin
        await channel # <<>>;
        into := Head(channel);
        channel := Tail(channel);
    end macro;

    process lathe \in {LATHE}
    variables l_parts = 0;
    begin
        l_next:
            while l_parts < 2 do
                l_parts := l_parts + 1;
        l_take_arm:
                acquire(ROBOT_ARM);
        load_lathe:
                skip;  \* pick(to="lathe")
        l_give_arm:
                release(ROBOT_ARM);
        turn_part:
                skip;  \* turn(diameter=20)
        l_turn_end:
                either
        l_turned:
                    acquire(GAUGE);
        gauge_turning:
                    skip;  \* measure(what="diameter")
        l_give_gauge:
                    release(GAUGE);
        l_pass_on:
                    send(lathe_to_mill, "part");
                or
        change_insert:
                    skip;  \* replace(item="cutting insert")
        l_own_up:
                    send(lathe_to_mill, "scrap");
                end either;
            end while;
    end process;

    process mill \in {MILL}
    variables m_msg = "", m_parts = 0;
    begin
        m_next:
            while m_parts < 2 do
                receive(lathe_to_mill, m_msg);
                m_parts := m_parts + 1;
        m_look:
                if m_msg = "part" then
                    acquire(ROBOT_ARM);
        load_mill:
                    skip;  \* pick(to="mill")
        m_give_arm:
                    release(ROBOT_ARM);
        mill_part:
                    skip;  \* mill(slots=2)
        m_mill_end:
                    either
        m_milled:
                        send(mill_to_inspector, "part");
                    or
        m_spoilt:
                        acquire(ROBOT_ARM);
        clear_mill:
                        skip;  \* pick(to="scrap bin")
        m_leave_arm:
                        release(ROBOT_ARM);
        m_own_up:
                        send(mill_to_inspector, "scrap");
                    end either;
                else
        m_pass_on:
                    send(mill_to_inspector, "scrap");
                end if;
            end while;
    end process;

    process inspector \in {INSPECTOR}
    variables i_msg = "", i_parts = 0;
    begin
        i_next:
            while i_parts < 2 do
                receive(mill_to_inspector, i_msg);
                i_parts := i_parts + 1;
        i_look:
                if i_msg = "part" then
                    acquire(GAUGE);
        measure_part:
                    skip;  \* measure(what="all")
        i_measure_end:
                    either
        i_measured:
                        release(GAUGE);
        i_judge:
                        either
        ship_part:
                            skip;  \* sort(bin="good")
                        or
        reject_part:
                            skip;  \* sort(bin="rejects")
                        end either;
                    or
        \* The gauge has lost its zero: nobody else may measure with it until it is set again.
        zero_gauge:
                        skip;  \* calibrate(instrument="gauge")
                        goto measure_part;
                    end either;
                else
        note_scrap:
                    skip;  \* note(entry="scrap")
                end if;
            end while;
        close_batch:
            skip;  \* sign(document="batch record")
    end process;

end algorithm;
*)
====
