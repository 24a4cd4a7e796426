"""Record what the real TLC says: `python tools/record_tlc.py` rewrites `tests/tlc/streams/*.txt`.

Each stream is the output of one run with `-tool`, with times, paths, process numbers and machine names taken out.
"""

from __future__ import annotations

import re
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from tracefix.tlc import find_toolchain
from tracefix.tlc.process import run_java
from tracefix.tlc.toolchain import Toolchain

STREAMS = Path(__file__).resolve().parent.parent / "tests" / "tlc" / "streams"


@dataclass(frozen=True)
class Model:
    """A PlusCal algorithm's text, definitions before and in it, and the configuration under its SPECIFICATION line."""

    algorithm: str
    config: str = ""
    define: str = ""
    before: str = ""
    after: str = ""
    options: tuple[str, ...] = ()

    def text(self) -> str:
        define = f"define {{ {self.define} }}" if self.define else ""
        lines = ["---- MODULE P ----", "EXTENDS Integers, Sequences, TLC, FiniteSets", self.before, "(* --algorithm p {"]
        head, body = self.algorithm.split("\n", 1)
        return "\n".join([*lines, head, define, body, "} *)", "\\* BEGIN TRANSLATION", "\\* END TRANSLATION", self.after, "====", ""])


VALUES = r"""variables
 powerset = SUBSET {1, 2}, functions = [{1, 2} -> {3, 4}], interval = 1..3, filtered = {x \in 1..5 : x > 2}, product = {1} \X {2},
 records = [a : {1}, b : {TRUE}], noset = {}, nothing = <<>>, nofunction = [x \in {} |-> 1], ofsequences = [x \in 1..2 |-> <<>>],
 spaced = [x \in {"a b", "c"} |-> 1], fields = [x \in {"x", "y"} |-> x], agents = (A :> 1 @@ B :> 2),
 bytuples = [x \in {<<1, 2>>, <<>>} |-> {x}], escapes = "tab\tnl\nq\"b\\e", empty = "", backslash = "\\n", negative = -5, truth = TRUE,
 long = [i \in 1..10 |-> "abcdefghijklmnopqrstuvwxyz"], deep = [a |-> [b |-> <<1, {2}, [c |-> {}]>>]],
 fromzero = [x \in 0..2 |-> x], bytruth = [x \in BOOLEAN |-> x], models = S, words = [x \in {"TRUE", "1a", "_x", "IF"} |-> 0],
 dashed = [x \in {"a-b"} |-> 0], bysets = [x \in {{1, 2}, {}} |-> x], looks = "/\\ x = 1 >> ) ]";
{ a: await FALSE; }"""

MODELS = {
    "holds": Model("variables x = 0;\nprocess (Q = 1) { a: x := 1; } process (R \\in {2, 3}) { b: x := 2; }"),
    "constraint": Model("variables x = 0;\n{ a: while (TRUE) { x := x + 1; } }", "CONSTRAINT Low", "Low == x < 2"),
    "deadlock": Model("variables x = 0;\nprocess (Q = 1) { a: await x = 1; } process (R \\in {2, 3}) { b: x := 2; }"),
    "deadlock_off": Model("variables x = 0;\n{ a: await x = 1; }", options=("-deadlock",)),
    "invariant": Model("variables x = 0;\n{ a: x := 1; b: x := 2; }", "INVARIANT Low", "Low == x < 2"),
    "invariant_initial": Model("variables x = 5;\n{ a: x := 1; }", "INVARIANT Low", "Low == x < 2"),
    "assertion": Model("variables x = 0;\nmacro m(y) { assert x = y; } { a: x := 1; b: m(2); }"),
    "evaluation": Model("variables s = <<>>, x = 0;\n{ a: x := 1; b: x := Head(s); }"),
    "invariant_evaluation": Model("variables s = <<>>, x = 0;\n{ a: x := 1; b: x := 2; }", "INVARIANT Bad", 'Bad == x = 0 \\/ x = "one"'),
    "unknown_operator": Model("variables x = 0;\nprocess (Q = 1) { a: x := self; } process (R = 2) { b: x := nowhere + 1; }"),
    "syntax_error": Model("variables x = 0;\n{ a: x := 1; }", after="Broken == x ++ ++ 1"),
    "configuration": Model("variables x = 0;\n{ a: x := 1; }", "INVARIANT Missing"),
    "constant_without_value": Model("variables x = 0;\n{ a: x := N; }", before="CONSTANT N"),
    "no_initial_state": Model("variables x \\in {};\n{ a: x := 1; }"),
    "assumption": Model("variables x = 0;\n{ a: x := 1; }", before="ASSUME 1 = 2"),
    "stuttering": Model("variables x = 0;\n{ a: x := 1; b: x := 2; }", "PROPERTY Ends", after="Ends == <>(x = 2)"),
    "back_to_state": Model(
        "variables x = 0;\nfair process (Q = 1) { a: while (TRUE) { x := 1 - x; } }", "PROPERTY Ends", after="Ends == <>(x = 2)"
    ),
    "prints": Model('variables x = 0;\n{ a: print "@!@!@STARTMSG 2193:0 @!@!@"; print <<"x", {1, 2}>>; b: await FALSE; }'),
    "values": Model(VALUES, "CONSTANTS S = {m1, m2}\nA = A\nB = B", before="CONSTANTS S, A, B"),
}


def record(tools: Toolchain, model: Model) -> str:
    """The cleaned output of a run of TLC on a model."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "P.tla").write_text(model.text())
        translated = run_java(tools, folder, ["pcal.trans", "-nocfg", "P.tla"])
        if "Translation completed" not in translated.output:
            raise SystemExit(translated.output)
        default = "CONSTANT defaultInitValue = defaultInitValue\n" if "defaultInitValue" in (folder / "P.tla").read_text() else ""
        (folder / "P.cfg").write_text(f"SPECIFICATION Spec\n{default}{model.config}\n")
        arguments = ["tlc2.TLC", "-tool", "-workers", "1", "-metadir", "meta", *model.options, "P.tla"]
        return clean(run_java(tools, folder, arguments, jvm=("-XX:+UseParallelGC",)).output)


def clean(output: str) -> str:
    """The output without what changes from run to run or names the machine."""
    for pattern, replacement in (
        (r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d", "2000-01-01 00:00:00"),
        (r"Finished in \S+ at", "Finished in 1ms at"),
        (r"with fp \d+ and seed.*", "with 1 worker."),
        (r"Parsing file \S*/", "Parsing file "),
        (r"\([\d,]+ (d?s)/min\)", r"(0 \1/min)"),
        (r"(actual fingerprints:\s+val = )\S+", r"\g<1>1.0E-18"),
    ):
        output = re.sub(pattern, replacement, output)
    return output


def main() -> None:
    """Record every model."""
    tools = find_toolchain()
    STREAMS.mkdir(exist_ok=True)
    for name, model in MODELS.items():
        (STREAMS / f"{name}.txt").write_text(record(tools, model), encoding="utf-8")
        print(name, file=sys.stderr)


if __name__ == "__main__":
    main()
