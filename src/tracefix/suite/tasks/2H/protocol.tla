---- MODULE protocol ----
\* Seven authors and the seven files of one paper. Everybody writes a file of their own, cites into the common bibliography, and
\* reads what others wrote. Files are taken in the order
\* INTRODUCTION, RELATED_WORK, THEORY, EXPERIMENTS, ANALYSIS, FIGURES, BIBLIOGRAPHY.
EXTENDS Integers, Sequences, FiniteSets, TLC

CONSTANTS FREE, LEAD_AUTHOR, THEORIST, EXPERIMENTER, STATISTICIAN, HISTORIAN, ILLUSTRATOR, TYPESETTER

(*
--algorithm Protocol {
    variables
        INTRODUCTION = FREE,
        RELATED_WORK = FREE,
        THEORY = FREE,
        EXPERIMENTS = FREE,
        ANALYSIS = FREE,
        FIGURES = FREE,
        BIBLIOGRAPHY = FREE;

    define {
        AllDone == \A tf_agent \in {LEAD_AUTHOR, THEORIST, EXPERIMENTER, STATISTICIAN, HISTORIAN, ILLUSTRATOR, TYPESETTER} : pc[tf_agent] = "Done"

        TypeInvariant ==
            /\ INTRODUCTION \in {FREE, LEAD_AUTHOR, THEORIST, EXPERIMENTER, STATISTICIAN, HISTORIAN, ILLUSTRATOR, TYPESETTER}
            /\ RELATED_WORK \in {FREE, LEAD_AUTHOR, THEORIST, EXPERIMENTER, STATISTICIAN, HISTORIAN, ILLUSTRATOR, TYPESETTER}
            /\ THEORY \in {FREE, LEAD_AUTHOR, THEORIST, EXPERIMENTER, STATISTICIAN, HISTORIAN, ILLUSTRATOR, TYPESETTER}
            /\ EXPERIMENTS \in {FREE, LEAD_AUTHOR, THEORIST, EXPERIMENTER, STATISTICIAN, HISTORIAN, ILLUSTRATOR, TYPESETTER}
            /\ ANALYSIS \in {FREE, LEAD_AUTHOR, THEORIST, EXPERIMENTER, STATISTICIAN, HISTORIAN, ILLUSTRATOR, TYPESETTER}
            /\ FIGURES \in {FREE, LEAD_AUTHOR, THEORIST, EXPERIMENTER, STATISTICIAN, HISTORIAN, ILLUSTRATOR, TYPESETTER}
            /\ BIBLIOGRAPHY \in {FREE, LEAD_AUTHOR, THEORIST, EXPERIMENTER, STATISTICIAN, HISTORIAN, ILLUSTRATOR, TYPESETTER}

        ChannelBound == TRUE

        NoOrphanLocks ==
            /\ AllDone => INTRODUCTION = FREE
            /\ AllDone => RELATED_WORK = FREE
            /\ AllDone => THEORY = FREE
            /\ AllDone => EXPERIMENTS = FREE
            /\ AllDone => ANALYSIS = FREE
            /\ AllDone => FIGURES = FREE
            /\ AllDone => BIBLIOGRAPHY = FREE

        ChannelsDrained == TRUE
    }

    macro acquire(lock) { await lock = FREE; lock := self; }
    macro release(lock) { assert lock = self; lock := FREE; }

    \* The introduction promises what the rest of the paper keeps: it is read against one section at a time, in any order.
    process (lead_author \in {LEAD_AUTHOR})
        variables related_unread = TRUE, theory_unread = TRUE, experiments_unread = TRUE;
    {
        l_take_introduction:
            acquire(INTRODUCTION);
        draft_introduction:
            skip;  \* draft(section="introduction")
        l_read:
            while (related_unread \/ theory_unread \/ experiments_unread) {
                either {
                    await related_unread;
                    acquire(RELATED_WORK);
                    related_unread := FALSE;
        read_related:
                    skip;  \* read(section="related work")
        l_free_related:
                    release(RELATED_WORK);
                } or {
                    await theory_unread;
                    acquire(THEORY);
                    theory_unread := FALSE;
        read_theory:
                    skip;  \* read(section="theory")
        l_free_theory:
                    release(THEORY);
                } or {
                    await experiments_unread;
                    acquire(EXPERIMENTS);
                    experiments_unread := FALSE;
        read_experiments:
                    skip;  \* read(section="experiments")
        l_free_experiments:
                    release(EXPERIMENTS);
                };
        revise_introduction:
                skip;  \* revise(section="introduction")
            };
        l_give_back:
            release(INTRODUCTION);
    }

    process (theorist \in {THEORIST})
    {
        t_take_theory:
            acquire(THEORY);
        state_theorem:
            skip;  \* draft(section="theory")
        prove_theorem:
            skip;  \* prove(theorem="convergence")
        t_proved:
            either { skip; }
            or     { goto state_theorem; };  \* a gap: the theorem has to be stated more weakly
        t_take_bibliography:
            acquire(BIBLIOGRAPHY);
        cite_lemmas:
            skip;  \* cite(works=["lemmas"])
        t_give_back:
            release(BIBLIOGRAPHY);
            release(THEORY);
    }

    \* An ablation is a matter of taste, and if it does not run through the paper goes without.
    process (experimenter \in {EXPERIMENTER})
    {
        e_take_experiments:
            acquire(EXPERIMENTS);
        run_experiment:
            skip;  \* run(experiment="convergence in practice")
        e_ran:
            either { skip; }
            or     { goto run_experiment; };
        e_more:
            either {
        run_ablation:
                skip;  \* run(experiment="ablation")
        e_ablated:
                either {
        tabulate_ablation:
                    skip;  \* tabulate(experiment="ablation")
                } or { skip; };
            } or { skip; };
        report_experiment:
            skip;  \* draft(section="experiments")
        e_take_figures:   \* the raw curves go to the figures together with the text that speaks of them
            acquire(FIGURES);
        plot_curves:
            skip;  \* plot(figure="raw curves")
        e_give_back:
            release(FIGURES);
            release(EXPERIMENTS);
    }

    \* The data must not change under the analysis. If the fit fails, they are given back and looked at again later.
    process (statistician \in {STATISTICIAN})
    {
        s_take_experiments:
            acquire(EXPERIMENTS);
        s_take_analysis:
            acquire(ANALYSIS);
        fit_model:
            skip;  \* fit(model="rate of convergence")
        s_fitted:
            either { skip; }
            or {
        s_step_back:
                release(ANALYSIS);
                release(EXPERIMENTS);
                goto s_take_experiments;
            };
        s_free_experiments:
            release(EXPERIMENTS);
        write_analysis:
            skip;  \* draft(section="analysis")
        s_take_bibliography:
            acquire(BIBLIOGRAPHY);
        cite_methods:
            skip;  \* cite(works=["methods"])
        s_give_back:
            release(BIBLIOGRAPHY);
            release(ANALYSIS);
    }

    process (historian \in {HISTORIAN})
    {
        h_take_related:
            acquire(RELATED_WORK);
        survey_literature:
            skip;  \* search(topic="convergence")
        h_found:
            either { skip; }
            or     { goto survey_literature; };
        write_related:
            skip;  \* draft(section="related work")
        h_take_bibliography:
            acquire(BIBLIOGRAPHY);
        cite_literature:
            skip;  \* cite(works=["literature"])
        h_give_back:
            release(BIBLIOGRAPHY);
            release(RELATED_WORK);
    }

    \* A figure of the theory and a figure of the analysis; whether the second is worth drawing is decided over the analysis.
    process (illustrator \in {ILLUSTRATOR})
    {
        i_take_theory:
            acquire(THEORY);
        i_take_figures:
            acquire(FIGURES);
        draw_proof:
            skip;  \* draw(figure="sketch of the proof")
        i_free_theory:
            release(FIGURES);
            release(THEORY);
        i_take_analysis:
            acquire(ANALYSIS);
        study_analysis:
            skip;  \* read(section="analysis")
        i_worth:
            either {
        i_take_figures_2:
                acquire(FIGURES);
        draw_fit:
                skip;  \* draw(figure="fitted rate")
        i_free_figures:
                release(FIGURES);
            } or { skip; };
        i_give_back:
            release(ANALYSIS);
    }

    \* A full run needs every file to stand still. What is wrong with it lies in the bibliography or in the figures.
    process (typesetter \in {TYPESETTER})
    {
        y_take_introduction:
            acquire(INTRODUCTION);
        y_take_related:
            acquire(RELATED_WORK);
        y_take_theory:
            acquire(THEORY);
        y_take_experiments:
            acquire(EXPERIMENTS);
        y_take_analysis:
            acquire(ANALYSIS);
        y_take_figures:
            acquire(FIGURES);
        y_take_bibliography:
            acquire(BIBLIOGRAPHY);
        typeset_paper:
            skip;  \* typeset(paper="main")
        y_result:
            either { skip; }
            or {
        inspect_log:
                skip;  \* inspect(log="main")
        y_cause:
                either {
        repair_citations:
                    skip;  \* repair(file="bibliography")
                    goto typeset_paper;
                } or {
        repair_floats:
                    skip;  \* repair(file="figures")
                    goto typeset_paper;
                };
            };
        y_give_back:
            release(BIBLIOGRAPHY);
            release(FIGURES);
            release(ANALYSIS);
            release(EXPERIMENTS);
            release(THEORY);
            release(RELATED_WORK);
            release(INTRODUCTION);
    }
}
*)
====
