---- MODULE protocol ----
\* Three developers and three modules. Every change goes through two modules, which the developer has to itself meanwhile.
\* Modules are taken in the order PARSER, FORMATTER, CLI.
EXTENDS Integers, Sequences, FiniteSets, TLC

CONSTANTS FREE, PARSER_DEV, FORMATTER_DEV, CLI_DEV

(*
--algorithm Protocol {
    variables
        PARSER = FREE,
        FORMATTER = FREE,
        CLI = FREE;

    define {
        AllDone == \A tf_agent \in {PARSER_DEV, FORMATTER_DEV, CLI_DEV} : pc[tf_agent] = "Done"

        TypeInvariant ==
            /\ PARSER \in {FREE, PARSER_DEV, FORMATTER_DEV, CLI_DEV}
            /\ FORMATTER \in {FREE, PARSER_DEV, FORMATTER_DEV, CLI_DEV}
            /\ CLI \in {FREE, PARSER_DEV, FORMATTER_DEV, CLI_DEV}

        ChannelBound == TRUE

        NoOrphanLocks ==
            /\ AllDone => PARSER = FREE
            /\ AllDone => FORMATTER = FREE
            /\ AllDone => CLI = FREE

        ChannelsDrained == TRUE
    }

    macro acquire(lock) { await lock = FREE; lock := self; }
    macro release(lock) { assert lock = self; lock := FREE; }

    process (parser_dev \in {PARSER_DEV})
    {
        p_take_parser:
            acquire(PARSER);
        p_take_formatter:
            acquire(FORMATTER);
        edit_nodes:
            skip;  \* edit(module="parser", change="comment nodes")
        edit_printing:
            skip;  \* edit(module="formatter", change="print comment nodes")
        test_comments:
            skip;  \* test(modules=["parser", "formatter"])
        p_result:
            either { skip; }
            or     { goto edit_nodes; };  \* red: back to the tree
        commit_comments:
            skip;  \* commit(message="keep comments")
        p_give_back:
            release(FORMATTER);
            release(PARSER);
    }

    process (formatter_dev \in {FORMATTER_DEV})
    {
        f_take_formatter:
            acquire(FORMATTER);
        edit_layout:
            skip;  \* edit(module="formatter", change="line width as a parameter")
        f_take_cli:     \* the option is the last thing to write: the command line stays free until then
            acquire(CLI);
        edit_option:
            skip;  \* edit(module="cli", change="option for the line width")
        test_width:
            skip;  \* test(modules=["formatter", "cli"])
        f_result:
            either { skip; }
            or {
        fix_layout:
                skip;  \* edit(module="formatter", change="fix the layout")
                goto test_width;
            };
        commit_width:
            skip;  \* commit(message="adjustable line width")
        f_give_back:
            release(CLI);
            release(FORMATTER);
    }

    process (cli_dev \in {CLI_DEV})
    {
        c_take_parser:
            acquire(PARSER);
        c_take_cli:
            acquire(CLI);
        edit_mode:
            skip;  \* edit(module="cli", change="mode that only reports")
        edit_positions:
            skip;  \* edit(module="parser", change="hand out positions")
        test_mode:
            skip;  \* test(modules=["parser", "cli"])
        c_result:
            either { skip; }
            or {        \* red: others first
        revert_mode:
                skip;  \* revert(modules=["parser", "cli"])
        c_step_back:
                release(CLI);
                release(PARSER);
                goto c_take_parser;
            };
        commit_mode:
            skip;  \* commit(message="report only")
        c_give_back:
            release(CLI);
            release(PARSER);
    }
}
*)
====
