"""What notebooks show: the formatters of IPython are asked, as Jupyter asks them."""

from __future__ import annotations

import dataclasses
import re
from html import unescape
from html.parser import HTMLParser
from typing import Any

import pytest
from corpus_cases import CORPUS, EXAMPLES
from IPython.core.formatters import DisplayFormatter

from tracefix import Topology, check
from tracefix.checker import check as bare_check
from tracefix.source import Source
from tracefix.tlc import VerifyResult

DEADLOCK = CORPUS / "deadlock" / "s02_lock_order_inversion"


def shown(value: Any) -> dict[str, str]:
    """The forms of a value by MIME type, without plain text."""
    data, _ = DisplayFormatter().format(value)
    return {kind: text for kind, text in data.items() if kind != "text/plain"}


class Balanced(HTMLParser):
    """Counts tags that are open."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        if tag != "br":
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def words(html: str) -> str:
    parser = Balanced()
    parser.feed(html)
    assert parser.open == []
    return unescape(re.sub(r"<[^>]+>", " ", html))


def test_a_result_shows_verdict_steps_cause_and_lines() -> None:
    (html,) = shown(check(DEADLOCK)).values()
    text = words(html)
    for part in (
        "violated: Deadlock",
        "A waits for lock T held by B; B waits for lock S held by A",
        "cause: circular-wait",
        "takes S",
        "distinct states",
    ):
        assert part in text


def test_a_result_that_holds_shows_its_counts() -> None:
    text = words(shown(check(EXAMPLES / "code_review" / "repaired"))["text/html"])
    assert "holds: Deadlock" in text
    assert "187 distinct states" in text


def test_a_violation_shows_its_trace_as_a_table_and_as_a_diagram() -> None:
    result = check(DEADLOCK)
    forms = shown(result.violations[0])
    assert set(forms) == {"text/html", "text/vnd.mermaid"}
    assert forms["text/vnd.mermaid"].startswith("sequenceDiagram\n")
    assert forms["text/html"].count("<tr>") == 1 + 3 + 1 + 4


def test_a_violation_without_a_diagnosis_shows_what_changed() -> None:
    forms = shown(bare_check(DEADLOCK).violations[0])
    assert set(forms) == {"text/html"}
    assert "S = A" in words(forms["text/html"])


def test_a_topology_shows_its_tables_and_a_graph() -> None:
    forms = shown(Topology.load(EXAMPLES / "research_team" / "broken" / "topology.json"))
    assert "SEARCH_SLOTS" in words(forms["text/html"])
    assert 'a0 -- "lead_to_a" --> a1' in forms["text/vnd.mermaid"]
    assert 'r0["SEARCH_SLOTS: 1 slots"]' in forms["text/vnd.mermaid"]


def test_both_engines_results_show_whether_they_agree() -> None:
    native = check(DEADLOCK)
    tlc = dataclasses.replace(native, engine="tlc", version="2.15", violations=())
    text = words(shown(VerifyResult(native.verdict, True, native, tlc, None, (), ("a note",)))["text/html"])
    assert "TLC 2.15" in text
    assert "both engines agree" in text
    assert "a note" in text


@pytest.mark.parametrize("kind", ["text/html", "text/vnd.mermaid"])
def test_names_and_labels_cannot_leave_their_place(kind: str) -> None:
    text = '{"agents": [{"id": "A"}, {"id": "B"}], "resources": [], "channels": [{"id": "c", "from": "A", "to": "B", "labels": ["<b>;#"]}]}'
    shown_as = shown(Topology.parse(Source("topology.json", text)))[kind]
    assert "<b>" not in shown_as
