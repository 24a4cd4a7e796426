"""The rules between the files of a task: what bad input gets, with file, line, column and one line."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tracefix.diagnostics import Diagnostic
from tracefix.suite import TaskFolder, diagnose, known_ids, load_task
from tracefix.suite import table as suite_table

from .conftest import SAMPLE, Edit


def said(problems: tuple[Diagnostic, ...]) -> list[tuple[str, str, str]]:
    """Code, `file:line:column` and message of each."""
    return [(each.code, f"{Path(each.file or '').name}:{each.line}:{each.column}", each.message) for each in problems]


def place(folder: Path, file: str, marked: str) -> str:
    """The place of a text in a file; `^` stands before the character that is meant."""
    text = (folder / file).read_text(encoding="utf-8")
    before, mark, after = marked.partition("^")
    assert mark
    assert text.count(before + after) == 1
    offset = text.index(before + after) + len(before)
    return f"{file}:{text.count(chr(10), 0, offset) + 1}:{offset - text.rfind(chr(10), 0, offset)}"


YAML = [
    ("id: 12E", "id: 12X", "TF802", "id: ^12X", "12X is not in the table"),
    ("id: 12E", "id: 17E", "TF802", "id: ^17E", "17E is not in the table"),
    (
        "family: Collaborative kitchen",
        "family: Kitchens",
        "TF802",
        "family: ^Kitchens",
        "family 12 is called Collaborative kitchen, not Kitchens",
    ),
    (
        "  - {id: kneaded, text: The dough is kneaded, when: {tool: BAKER.knead}}\n",
        "",
        "TF807",
        "^checkpoints:",
        "a task has 3 to 8 checkpoints, not 2",
    ),
    ("      serve: {", "      knead: {", "TF808", "      ^knead: {call: serve", "a second tool is called knead"),
    ("{id: baked,", "{id: kneaded,", "TF808", "{id: ^kneaded, text: A pie is baked", "a second checkpoint is called kneaded"),
    (
        "uses: {tool: BAKER.knead, resource: WORKTOP}",
        "uses: {tool: COOK.bake_pie, resource: OVEN}\n  - uses: {tool: BAKER.knead, resource: WORKTOP}",
        "TF808",
        None,
        "this statement stands twice",
    ),
    ("  WAITER:\n    role", "  WAITRESS:\n    role", "TF810", None, "there is no agent WAITRESS"),
    ("needs: [OVEN], may_fail", "needs: [OVEN, SINK], may_fail", "TF810", "needs: [OVEN, ^SINK]", "there is no lock or counter SINK"),
    (
        "channel: baker_to_cook, label",
        "channel: baker_to_chef, label",
        "TF810",
        "channel: ^baker_to_chef",
        "there is no channel baker_to_chef",
    ),
    ("label: dough}", "label: batter}", "TF810", "label: ^batter", "there is no label of baker_to_cook batter"),
    (
        "resource: WORKTOP}\n  - uses: {tool: BAKER.warm_up, resource: OVEN",
        "resource: TABLE}\n  - uses: {tool: BAKER.warm_up, resource: OVEN",
        "TF810",
        "resource: ^TABLE",
        "there is no lock or counter TABLE",
    ),
    ("{done: WAITER}", "{done: GUEST}", "TF810", "{done: ^GUEST}", "there is no agent GUEST"),
    (
        "{tool: WAITER.serve}, {tool: WAITER.apologise}]}]}",
        "{tool: WAITER.sing}, {tool: WAITER.apologise}]}]}",
        "TF810",
        "{tool: ^WAITER.sing}",
        "there is no tool WAITER.sing",
    ),
    (
        "tool: BAKER.knead, fault: slow",
        "tool: BAKER.knead, fault: fails",
        "TF810",
        "slow_dough, tool: ^BAKER.knead",
        "BAKER.knead cannot fail: it has no other outcome than ok",
    ),
    (
        "{tool: BAKER.knead}, then",
        "{tool: BAKER.knead, outcome: failed}, then",
        "TF810",
        "outcome: ^failed}, then",
        "BAKER.knead cannot fail: it has no other outcome than ok",
    ),
    (
        "{tool: BAKER.knead}, then",
        "{tool: COOK.bake_pie, outcome: any}, then",
        "TF810",
        "^then: {tool: COOK",
        "an event has no order with itself",
    ),
    ("agent: WAITER, options", "agent: COOK, options", "TF810", None, "this is nothing that COOK does"),
    (
        "failure: {tool: COOK.bake_pie, leads_to: {sent",
        "failure: {tool: BAKER.knead, leads_to: {sent",
        "TF810",
        "failure: {tool: ^BAKER.knead",
        "BAKER.knead cannot fail: it has no other outcome than ok",
    ),
    ("ok: c_good", "ok: c_gold", "TF810", "ok: ^c_gold", "there is no label of COOK c_gold"),
    ("labels: [warm_up]", "labels: [b_oven]", "TF811", "labels: [^b_oven]", "the step b_oven is not a skip"),
    ("labels: [warm_up]", "labels: [warmup]", "TF811", "labels: [^warmup]", "BAKER has no label warmup"),
    (
        "labels: [warm_up]",
        "labels: [warm_up, knead]",
        "TF811",
        "labels: [warm_up, ^knead]",
        "no comment at knead contains the call heat(degrees=200)",
    ),
    (
        "call: heat(degrees=200)",
        "call: heat(degrees=220)",
        "TF811",
        "labels: [^warm_up]",
        "no comment at warm_up contains the call heat(degrees=220)",
    ),
    (
        "  - uses: {tool: BAKER.warm_up, resource: OVEN}\n",
        "",
        "TF812",
        "needs: [^OVEN, WORKTOP]",
        "no statement says that warm_up uses OVEN",
    ),
    (
        "uses: {tool: BAKER.knead, resource: WORKTOP}",
        "uses: {tool: BAKER.knead, resource: WORKTOP}\n  - uses: {tool: BAKER.knead, resource: OVEN}",
        "TF812",
        "BAKER.knead, resource: ^OVEN",
        "BAKER.knead does not need OVEN",
    ),
    ("  - flow: {channel: cook_to_waiter, label: sorry}\n", "", "TF813", "^checklist:", "no statement speaks of sorry on cook_to_waiter"),
    (
        "  - outcomes: {tool: COOK.bake_pie, ok: c_good, failed: c_burnt}\n",
        "",
        "TF814",
        "may_fail: ^true",
        "no statement names the outcomes of bake_pie",
    ),
    ("ok: c_good, failed: c_burnt", "ok: c_good, failed: c_good", "TF814", "failed: ^c_good", "c_good stands for both outcomes"),
    (
        "failed: c_burnt}\n",
        "failed: c_burnt}\n  - outcomes: {tool: BAKER.knead, ok: b_oven, failed: b_away}\n",
        "TF814",
        "outcomes: {tool: ^BAKER.knead",
        "BAKER.knead cannot fail and has no outcomes",
    ),
    (
        "failed: c_burnt}\n",
        "failed: c_burnt}\n  - outcomes: {tool: COOK.bake_pie, ok: c_good, failed: c_sorry}\n",
        "TF814",
        "^outcomes: {tool: COOK.bake_pie, ok: c_good, failed: c_sorry",
        "the outcomes of COOK.bake_pie stand twice",
    ),
    ("  half_a_line: {", "  half_a_word: {", "TF815", "^half_a_word", "there is no file attempts/half_a_word.tla"),
    (
        "bounds:\n  waiter_to_cook: the guest orders once\n",
        "",
        "TF816",
        None,
        "the bound of waiter_to_cook is 1, and task.yaml gives no reason",
    ),
    (
        "  waiter_to_cook: the",
        "  baker_to_cook: there is one dough\n  waiter_to_cook: the",
        "TF816",
        "^baker_to_cook: there",
        "the bound of baker_to_cook is 3, as everywhere: it needs no reason",
    ),
    (
        "kind: undrained, property: ChannelsDrained",
        "kind: undrained, property: Deadlock",
        "TF806",
        "kind: undrained, property: ^Deadlock",
        "an attempt of the kind undrained violates ChannelsDrained, not Deadlock",
    ),
    (
        "{kind: syntax, ",
        "{kind: syntax, property: Deadlock, ",
        "TF806",
        "syntax, property: ^Deadlock",
        "an attempt that is syntax violates no property",
    ),
    ("cause: circular-wait", "cause: bad-luck", "TF806", "cause: ^bad-luck", "the cause is bad-luck"),
    ("grows: COOK.c_tries, ", "", "TF805", "^counts_pies", 'the key "grows" is missing'),
    ("{kind: syntax, ", "{kind: syntax, grows: x, ", "TF806", "grows: ^x", "only an attempt that is too-large grows"),
]
"""Old text, new text, code, place (None where another test knows it), message."""


@pytest.mark.parametrize(("old", "new", "code", "at", "message"), YAML)
def test_a_mistake_in_task_yaml_is_found_where_it_is(edited: Edit, old: str, new: str, code: str, at: str | None, message: str) -> None:
    folder = edited(yaml=(old, new))
    problems = said(diagnose(folder))
    where = [problem for problem in problems if problem[0] == code and problem[2] == message]
    assert where, problems
    if at is not None:
        assert where[0][1] == place(folder, "task.yaml", at)


def test_all_problems_of_all_files_come_at_once(edited: Edit) -> None:
    folder = edited(
        yaml=("label: dough}", "label: batter}"),
        json=('"bound": 1', '"bound": 0'),
        tla=("c_tries := c_tries + 1;", "c_tries := c_tries + ;"),
        markdown=("A small kitchen", "A small kitchen, without deadlocks,"),
    )
    (folder / "attempts" / "new.tla").write_text("---- MODULE new ----\n====\n", encoding="utf-8")
    codes = [(Path(problem.file or "").name, problem.code) for problem in diagnose(folder)]
    assert codes == [("topology.json", "TF106"), ("new.tla", "TF815"), ("description.md", "TF817")]
    folder = edited(json=('"bound": 0', '"bound": 1'))
    codes = [(Path(problem.file or "").name, problem.code) for problem in diagnose(folder)]
    assert codes == [
        ("protocol.tla", "TF210"), ("task.yaml", "TF813"), ("task.yaml", "TF810"), ("new.tla", "TF815"), ("description.md", "TF817"),
    ]  # fmt: skip


@pytest.mark.parametrize("name", ["description.md", "topology.json", "protocol.tla", "task.yaml"])
def test_a_missing_file_is_named(edited: Edit, name: str) -> None:
    folder = edited()
    (folder / name).unlink()
    problems = diagnose(folder)
    assert [(problem.code, problem.file, problem.message) for problem in problems] == [
        ("TF801", str(folder / name), f"the task has no {name}")
    ]


def test_attempts_may_be_missing_altogether(edited: Edit) -> None:
    folder = edited()
    shutil.rmtree(folder / "attempts")
    assert {problem.code for problem in diagnose(folder)} == {"TF815"}


def test_a_folder_has_the_name_of_its_task(edited: Edit, tmp_path: Path) -> None:
    folder = edited().rename(tmp_path / "kitchen")
    assert said(diagnose(folder)) == [("TF802", "task.yaml:1:5", "the task 12E lies in the folder kitchen")]


@pytest.mark.parametrize(
    ("name", "code", "message"),
    [
        ("17E", "TF802", "17E is no task of the suite"),
        ("12e", "TF802", "12e is no task of the suite"),
        ("kitchen", "TF802", "kitchen is no task of the suite"),
        ("no/such/folder", "TF801", "there is no folder of a task here"),
    ],
)
def test_what_is_no_task_is_said_to_be_none(name: str, code: str, message: str) -> None:
    assert [(problem.code, problem.message) for problem in diagnose(name)] == [(code, message)]


def test_counts_outside_the_table_name_the_kind_and_the_range(edited: Edit) -> None:
    folder = edited(
        json=(
            '"labels": ["dough"]},',
            '"labels": ["dough"]},\n {"id": "cook_to_baker", "from": "COOK", "to": "BAKER", "labels": ["thanks"]},',
        )
    )
    found = [problem for problem in said(diagnose(folder)) if problem[0] == "TF803"]
    assert found == [("TF803", "task.yaml:1:5", "12E has 4 channels, the table says 3")]


def test_a_warning_about_the_reference_is_shown_and_does_not_make_the_task_invalid(edited: Edit) -> None:
    folder = edited(
        tla=(
            'serve:          skip;  \\* serve(what="pie")',
            'serve:          skip;  \\* serve(what="pie")\n                    goto Done;\n        w_never:        skip;',
        )
    )
    assert [(problem.code, problem.severity) for problem in diagnose(folder)] == [("TF631", "warning")]
    assert isinstance(load_task(folder), TaskFolder)


def test_a_task_is_loaded_with_everything() -> None:
    task = load_task(SAMPLE)
    assert (task.id, task.task.title, list(task.attempts)) == (
        "12E", "A pie for one guest", ["counts_pies", "half_a_line", "order_again", "oven_first"],
    )  # fmt: skip
    assert task.attempt("oven_first").topology == task.topology


def test_the_digest_depends_on_every_file_but_the_expectation(edited: Edit) -> None:
    folder = edited()
    before = load_task(folder).digest()
    (folder / "expected.json").write_text("{}", encoding="utf-8")
    assert load_task(folder).digest() == before
    edited(markdown=("A small kitchen", "A tiny kitchen"))
    assert load_task(folder).digest() != before


def test_the_table_has_sixteen_families_of_three() -> None:
    ids = list(suite_table.ids())
    assert (len(ids), ids[:4], ids[-1]) == (48, ["1E", "1M", "1H", "2E"], "16H")
    assert set(known_ids()) <= set(ids)


@pytest.mark.parametrize(
    ("task", "ranges"),
    [
        ("14H", [(7, 7), (4, 4), (12, 12), (1, 1)]),
        ("14E", [(4, 4), (3, 3), (5, 5), (0, 0)]),
        ("14M", [(4, 7), (3, 4), (5, 12), (0, 0)]),
        ("12H", [(3, 3), (3, 3), (3, 3), (0, 0)]),
        ("4M", [(3, 7), (2, 2), (6, 21), (0, 0)]),
    ],
)
def test_the_ranges_of_a_level(task: str, ranges: list[tuple[int, int]]) -> None:
    found = suite_table.split(task)
    assert found is not None
    family, level = found
    assert [family.allowed(kind, level) for kind in suite_table.KINDS] == ranges


@pytest.mark.parametrize("name", ["0E", "17E", "1X", "E1", "01E", "1EE", "", "1"])
def test_what_is_not_an_id_has_no_family(name: str) -> None:
    assert suite_table.split(name) is None
