---- MODULE protocol ----
\* Three authors, two sections and a bibliography. Each author of a section ends with a look into the other one's section.
\* Files are taken in the order THEORY, EXPERIMENTS, BIBLIOGRAPHY.
EXTENDS Integers, Sequences, FiniteSets, TLC

CONSTANTS FREE, THEORIST, EXPERIMENTER, LEAD_AUTHOR

(*
--algorithm Protocol
    variables
        THEORY = FREE,
        EXPERIMENTS = FREE,
        BIBLIOGRAPHY = FREE;

    define
        AllDone == \A tf_agent \in {THEORIST, EXPERIMENTER, LEAD_AUTHOR} : pc[tf_agent] = "Done"

        TypeInvariant ==
            /\ THEORY \in {FREE, THEORIST, EXPERIMENTER, LEAD_AUTHOR}
            /\ EXPERIMENTS \in {FREE, THEORIST, EXPERIMENTER, LEAD_AUTHOR}
            /\ BIBLIOGRAPHY \in {FREE, THEORIST, EXPERIMENTER, LEAD_AUTHOR}

        ChannelBound == TRUE

        NoOrphanLocks ==
            /\ AllDone => THEORY = FREE
            /\ AllDone => EXPERIMENTS = FREE
            /\ AllDone => BIBLIOGRAPHY = FREE

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

    process theorist \in {THEORIST}
    begin
        t_take_theory:
            acquire(THEORY);
        write_theory:
            skip;  \* draft(section="theory")
        prove_bound:
            skip;  \* prove(theorem="sample bound")
        t_proved:
            either
                skip;
            or
                goto write_theory;
            end either;
        t_take_bibliography:
            acquire(BIBLIOGRAPHY);
        cite_proof:
            skip;  \* cite(works=["proof techniques"])
        t_free_bibliography:
            release(BIBLIOGRAPHY);
        t_take_experiments:     \* the theory stays open: both sections have to use the same symbols
            acquire(EXPERIMENTS);
        align_symbols:
            skip;  \* align(sections=["theory", "experiments"])
        t_give_back:
            release(EXPERIMENTS);
            release(THEORY);
    end process;

    process experimenter \in {EXPERIMENTER}
    begin
        e_take_experiments:
            acquire(EXPERIMENTS);
        run_trials:
            skip;  \* run(experiment="sample sizes")
        e_ran:
            either
                skip;
            or
                goto run_trials;
            end either;
        write_trials:
            skip;  \* draft(section="experiments")
        e_take_bibliography:
            acquire(BIBLIOGRAPHY);
        cite_data:
            skip;  \* cite(works=["data sets"])
        e_give_back:
            release(BIBLIOGRAPHY);
            release(EXPERIMENTS);
        e_take_theory:          \* the experiments are closed by now, so the theory can be opened without holding anything
            acquire(THEORY);
        read_bound:
            skip;  \* read(section="theory")
        e_free_theory:
            release(THEORY);
    end process;

    process lead_author \in {LEAD_AUTHOR}
    begin
        l_take_theory:
            acquire(THEORY);
        l_take_experiments:
            acquire(EXPERIMENTS);
        l_take_bibliography:
            acquire(BIBLIOGRAPHY);
        typeset_draft:
            skip;  \* typeset(paper="draft")
        l_result:
            either
                skip;
            or
        repair_reference:
                skip;  \* repair(file="bibliography")
                goto typeset_draft;
            end either;
        l_free_bibliography:
            release(BIBLIOGRAPHY);
        l_opinion:
            either
        polish_text:
                skip;  \* polish(sections=["theory", "experiments"])
            or
                skip;
            end either;
        l_give_back:
            release(EXPERIMENTS);
            release(THEORY);
    end process;

end algorithm;
*)
====
