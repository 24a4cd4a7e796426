---- MODULE protocol ----
\* Five people bring a paper into its last version. The proofreader goes through the sections hand over hand: the next one is
\* taken before the last one is given back, so that the two can be compared.
\* Files are taken in the order INTRODUCTION, METHODS, RESULTS, FIGURES, BIBLIOGRAPHY.
EXTENDS Integers, Sequences, FiniteSets, TLC

CONSTANTS FREE, LEAD_AUTHOR, METHODS_AUTHOR, RESULTS_AUTHOR, ILLUSTRATOR, PROOFREADER

(*
--algorithm Protocol {
    variables
        INTRODUCTION = FREE,
        METHODS = FREE,
        RESULTS = FREE,
        FIGURES = FREE,
        BIBLIOGRAPHY = FREE;

    define {
        AllDone == \A tf_agent \in {LEAD_AUTHOR, METHODS_AUTHOR, RESULTS_AUTHOR, ILLUSTRATOR, PROOFREADER} : pc[tf_agent] = "Done"

        TypeInvariant ==
            /\ INTRODUCTION \in {FREE, LEAD_AUTHOR, METHODS_AUTHOR, RESULTS_AUTHOR, ILLUSTRATOR, PROOFREADER}
            /\ METHODS \in {FREE, LEAD_AUTHOR, METHODS_AUTHOR, RESULTS_AUTHOR, ILLUSTRATOR, PROOFREADER}
            /\ RESULTS \in {FREE, LEAD_AUTHOR, METHODS_AUTHOR, RESULTS_AUTHOR, ILLUSTRATOR, PROOFREADER}
            /\ FIGURES \in {FREE, LEAD_AUTHOR, METHODS_AUTHOR, RESULTS_AUTHOR, ILLUSTRATOR, PROOFREADER}
            /\ BIBLIOGRAPHY \in {FREE, LEAD_AUTHOR, METHODS_AUTHOR, RESULTS_AUTHOR, ILLUSTRATOR, PROOFREADER}

        ChannelBound == TRUE

        NoOrphanLocks ==
            /\ AllDone => INTRODUCTION = FREE
            /\ AllDone => METHODS = FREE
            /\ AllDone => RESULTS = FREE
            /\ AllDone => FIGURES = FREE
            /\ AllDone => BIBLIOGRAPHY = FREE

        ChannelsDrained == TRUE
    }

    macro acquire(lock) { await lock = FREE; lock := self; }
    macro release(lock) { assert lock = self; lock := FREE; }

    \* Whether the results have to become shorter shows when they are read next to the introduction.
    process (lead_author \in {LEAD_AUTHOR})
    {
        l_take_introduction:
            acquire(INTRODUCTION);
        rewrite_introduction:
            skip;  \* rewrite(section="introduction")
        l_take_results:
            acquire(RESULTS);
        compare_claims:
            skip;  \* compare(sections=["introduction", "results"])
        l_too_long:
            either {
        shorten_results:
                skip;  \* shorten(section="results")
            } or { skip; };
        l_free_results:
            release(RESULTS);
        l_take_bibliography:
            acquire(BIBLIOGRAPHY);
        cite_forerunners:
            skip;  \* cite(works=["forerunners"])
        l_give_back:
            release(BIBLIOGRAPHY);
            release(INTRODUCTION);
    }

    process (methods_author \in {METHODS_AUTHOR})
    {
        m_take_methods:
            acquire(METHODS);
        rewrite_methods:
            skip;  \* rewrite(section="methods")
        reproduce_setup:
            skip;  \* reproduce(setup="from the text alone")
        m_reproduced:
            either { skip; }
            or     { goto rewrite_methods; };  \* the text leaves something out
        m_take_figures:
            acquire(FIGURES);
        draw_setup:
            skip;  \* draw(figure="setup")
        m_free_figures:
            release(FIGURES);
        m_take_bibliography:
            acquire(BIBLIOGRAPHY);
        cite_instruments:
            skip;  \* cite(works=["instruments"])
        m_give_back:
            release(BIBLIOGRAPHY);
            release(METHODS);
    }

    \* The numbers follow from the methods, which stay open until they are right.
    process (results_author \in {RESULTS_AUTHOR})
    {
        r_take_methods:
            acquire(METHODS);
        r_take_results:
            acquire(RESULTS);
        recompute_numbers:
            skip;  \* recompute(table="main")
        r_computed:
            either { skip; }
            or {
        correct_script:
                skip;  \* correct(script="evaluation")
                goto recompute_numbers;
            };
        r_free_methods:
            release(METHODS);
        rewrite_results:
            skip;  \* rewrite(section="results")
        r_take_figures:
            acquire(FIGURES);
        plot_results:
            skip;  \* plot(figure="main result")
        r_give_back:
            release(FIGURES);
            release(RESULTS);
    }

    \* Two renderings are tried, with a pause between them in which others get at the figures. Then a draft has to do.
    process (illustrator \in {ILLUSTRATOR})
        variables failures = 0;
    {
        i_take_figures:
            acquire(FIGURES);
        render_figures:
            skip;  \* render(quality="print")
        i_rendered:
            either { goto i_give_back; }
            or     { skip; };
        i_failed:
            failures := failures + 1;
            if (failures < 2) {
        i_pause:
                release(FIGURES);
                goto i_take_figures;
            };
        render_draft:
            skip;  \* render(quality="draft")
        i_give_back:
            release(FIGURES);
    }

    process (proofreader \in {PROOFREADER})
    {
        p_take_introduction:
            acquire(INTRODUCTION);
        proofread_introduction:
            skip;  \* proofread(section="introduction")
        p_take_methods:
            acquire(METHODS);
        proofread_methods:
            skip;  \* proofread(section="methods")
        unify_terms:
            skip;  \* unify(sections=["introduction", "methods"])
        p_free_introduction:
            release(INTRODUCTION);
        p_take_results:
            acquire(RESULTS);
        proofread_results:
            skip;  \* proofread(section="results")
        unify_units:
            skip;  \* unify(sections=["methods", "results"])
        p_free_sections:
            release(RESULTS);
            release(METHODS);
        p_take_bibliography:
            acquire(BIBLIOGRAPHY);
        verify_links:
            skip;  \* verify(links="all")
        p_verified:
            either { skip; }
            or {
        repair_links:
                skip;  \* repair(links="dead")
                goto verify_links;
            };
        p_give_back:
            release(BIBLIOGRAPHY);
    }
}
*)
====
