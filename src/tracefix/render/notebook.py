"""Results, violations and topologies as pieces of HTML for notebooks, and as Mermaid diagrams, which JupyterLab draws.

No scripts and no colours of its own: text takes those of the notebook, light or dark.
"""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import Any

from ..checker import CheckResult, Violation
from ..diagnosis import diagnosis_of, listed
from ..tlc import VerifyResult
from ..topology import Topology
from .mermaid import mermaid_diagram, topology_diagram
from .story import Fold, folded, lines_of, no_return_words, step_words, verdict_words
from .style import Style
from .text import changes, footer, headline


def html(value: Any) -> str:
    """A CheckResult, VerifyResult, Violation or Topology as HTML."""
    if isinstance(value, VerifyResult):
        return _verified(value)
    if isinstance(value, CheckResult):
        return _checked(value)
    if isinstance(value, Violation):
        return _violation(value)
    if isinstance(value, Topology):
        return _topology(value)
    raise TypeError(f"there is no HTML of a {type(value).__name__}")


def diagram(value: Any) -> str | None:
    """A Violation or Topology as a Mermaid diagram; None for others, and for a violation without a diagnosis."""
    if isinstance(value, Topology):
        return topology_diagram(value)
    diagnosis = diagnosis_of(value) if isinstance(value, Violation) else None
    return None if diagnosis is None else mermaid_diagram(diagnosis)


def _checked(result: CheckResult) -> str:
    parts = [f"<p><b>{escape(headline(result, Style(False)))}</b></p>", *map(_violation, result.violations)]
    return "\n".join([*parts, _lines(footer(result)), _lines(str(diagnostic) for diagnostic in result.diagnostics)])


def _verified(result: VerifyResult) -> str:
    agreement = "both engines agree" if result.agree else "the engines disagree: " + "; ".join(result.differences)
    parts = [_checked(result.native)]
    if result.tlc is not None:
        parts.append(f"<p><b>TLC {escape(result.tlc.version or '')}: {escape(headline(result.tlc, Style(False)))}</b></p>")
    return "\n".join([*parts, f"<p>{escape(agreement)}</p>", _lines(result.notes)])


def _violation(violation: Violation) -> str:
    diagnosis = diagnosis_of(violation)
    if diagnosis is None:
        plain = [
            (str(entry.index), *(("", "") if entry.step is None else (entry.step.agent, entry.step.label)), ", ".join(changes(entry)))
            for entry in violation.trace
        ]
        return f"<p>{escape(verdict_words(violation))}</p>\n{_table(('', 'agent', 'label', 'changes'), plain)}"
    rows: list[tuple[str, ...]] = []
    for row in folded(diagnosis):
        if isinstance(row, Fold):
            rows.append(("...", "", "", "", str(row)))
        elif row.step is None:
            rows.append(("1", "", "", "", f"initially: {step_words(row)}"))
        else:
            rows.append((str(row.index), row.step.agent, row.step.label, str(row.step.line), step_words(row)))
    facts = [("cause", diagnosis.cause.value), ("hint", diagnosis.hint)]
    if (words := no_return_words(diagnosis)) is not None:
        facts.insert(1, ("point of no return", words))
    places = [
        (str(line), diagnosis.source.line_text(line).strip(), "; ".join(dict.fromkeys(f"{place.agent} {place.role}" for place in found)))
        for line, found in lines_of(diagnosis).items()
    ]
    return "\n".join(
        [
            f"<p><b>{escape(verdict_words(violation))}</b><br>{escape(diagnosis.summary)}</p>",
            _lines(f"{name}: {text}" for name, text in facts),
            _table(("", "agent", "label", "line", "what it did"), rows),
            _table(("line", "source", "what happens there"), places) if places else "",
        ]
    )


def _topology(topology: Topology) -> str:
    resources = [(item.id, item.type.lower(), str(item.initial) if item.type == "Counter" else "") for item in topology.resources]
    channels = [
        (item.id, listed(item.senders, "or"), listed(item.receivers, "or"), ", ".join(item.labels), str(item.bound))
        for item in topology.channels
    ]
    parts = [f"<p>agents: {escape(', '.join(agent.id for agent in topology.agents))}</p>"]
    if resources:
        parts.append(_table(("resource", "kind", "slots"), resources))
    if channels:
        parts.append(_table(("channel", "from", "to", "labels", "at most"), channels))
    return "\n".join(parts)


def _table(heads: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    head = "".join(f'<th scope="col" style="text-align: left">{escape(name)}</th>' for name in heads)
    body = "\n".join("<tr>" + "".join(f'<td style="text-align: left">{escape(cell)}</td>' for cell in row) + "</tr>" for row in rows)
    return f"<table>\n<thead><tr>{head}</tr></thead>\n<tbody>\n{body}\n</tbody>\n</table>"


def _lines(lines: Iterable[str]) -> str:
    found = [escape(line) for line in lines]
    return f"<p>{'<br>'.join(found)}</p>" if found else ""
