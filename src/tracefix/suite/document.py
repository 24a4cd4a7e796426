"""`task.yaml` as a text whose parts can be pointed at, and as a `Task`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from ..diagnostics import Diagnostic
from ..errors import InvalidInput
from ..similar import similar
from ..source import Source, Span
from ..topology.json_text import Node
from .models import Task
from .yaml_text import parse_yaml

Path = tuple[str | int, ...]
"""Keys and indices from the top of the file."""

_WANTED = {
    "string_type": "text",
    "int_type": "a whole number",
    "float_type": "a number",
    "bool_type": "true or false",
    "tuple_type": "a list",
    "dict_type": "a mapping",
    "model_type": "a mapping",
    "model_attributes_type": "a mapping",
}
_EVENTS = "tool, sent, received, acquired, released or done"


@dataclass(frozen=True, slots=True)
class Document:
    """The text of a `task.yaml` and its nodes."""

    source: Source
    root: Node

    @classmethod
    def read(cls, source: Source) -> Document:
        """Raises InvalidInput for text that is not YAML."""
        return cls(source, parse_yaml(source))

    def diagnostic(
        self, code: str, path: Sequence[str | int], message: str, hint: str | None = None, *, key: bool = False, severity: str = "error"
    ) -> Diagnostic:
        """A diagnostic at a path; `key` marks the key rather than the value. A path that leads on is cut where the text ends."""
        return self.source.diagnostic(code, message, self.span(path, key), hint=hint, severity=severity)

    def span(self, path: Sequence[str | int], key: bool = False) -> Span:
        """Where the value, or its key, stands. A list or mapping is marked at its key, or at its first word."""
        nodes = self._walk(path)
        node, owner, last = nodes[-1]
        if owner is not None and last in owner.keys and (key or isinstance(node.value, (dict, list)) or node.span.start == node.span.end):
            return owner.keys[str(last)]
        while isinstance(node.value, (dict, list)):
            if not node.value:
                return node.span
            if isinstance(node.value, dict):
                return next(iter(node.keys.values()))
            node = node.value[0]
        return node.span

    def node(self, path: Sequence[str | int]) -> Node:
        """The deepest node on a path."""
        return self._walk(path)[-1][0]

    def _walk(self, path: Sequence[str | int]) -> list[tuple[Node, Node | None, str | int]]:
        """The nodes on a path, each with its owner and its key or index there.

        Pydantic names the form of an event in its places, by a word that may be a key of the event too. So a part is left out when it
        leads nowhere, and when the next part can only be found without it.
        """
        found: list[tuple[Node, Node | None, str | int]] = [(self.root, None, "")]
        for part, following in zip(path, [*path[1:], None], strict=False):
            owner = found[-1][0]
            node = _child(owner, part)
            if node is None or (following is not None and _child(node, following) is None and _child(owner, following) is not None):
                continue
            found.append((node, owner, part))
        return found

    def task(self) -> Task:
        """The text as a task. Raises InvalidInput with every problem of form, in the order of the text."""
        problems: list[Diagnostic] = []
        task: Task | None = None
        try:
            task = Task.model_validate(self.root.plain())
        except ValidationError as error:
            problems = [self._shape(detail) for detail in error.errors(include_url=False, include_input=False)]
        else:
            problems = [
                self.diagnostic(
                    "TF805", ("checklist", index), "a statement has exactly one of uses, flow, outcomes, order, decision, failure"
                )
                for index, statement in enumerate(task.checklist)
                if len(statement.model_fields_set) != 1 or getattr(statement, statement.kind) is None
            ]
        if problems or task is None:
            raise InvalidInput(sorted(problems, key=lambda problem: (problem.line or 0, problem.column or 0)))
        return task

    def _shape(self, detail: ErrorDetails) -> Diagnostic:
        path, kind = detail["loc"], detail["type"]
        name = path[-1] if path else "task.yaml"
        what = f"entry {name + 1}" if isinstance(name, int) else f'"{name}"'
        if kind == "extra_forbidden":
            return self.diagnostic("TF805", path, f"there is no key {what} here", _close(str(name), self.node(path[:-1])), key=True)
        if kind == "missing":
            return self.diagnostic("TF805", path[:-1], f"the key {what} is missing")
        if kind.startswith("union_tag"):
            return self.diagnostic("TF805", path, f"one of the keys {_EVENTS} is missing")
        if kind == "literal_error":
            allowed = detail["ctx"]["expected"].replace("'", "")
            return self.diagnostic("TF806", path, f"{what} must be {allowed}")
        if kind in ("string_too_short", "too_short"):
            least = detail.get("ctx", {}).get("min_length", 1)
            return self.diagnostic(
                "TF806", path, f"{what} must not be empty" if least == 1 else f"{what} must have at least {least} entries"
            )
        if kind == "string_pattern_mismatch":
            key = name == "[key]"
            word = path[-2] if key else self.node(path).value
            return self.diagnostic("TF806", path, f'"{word}" must be a name in small letters, like run_tests', key=key)
        if kind == "greater_than":
            return self.diagnostic("TF806", path, f"{what} must be more than {detail['ctx']['gt']:g}")
        return self.diagnostic("TF806", path, f"{what} must be {_WANTED[kind]}, not {self.node(path).kind}")


def _child(node: Node, part: str | int) -> Node | None:
    value = node.value
    if isinstance(value, dict):
        return value.get(part) if isinstance(part, str) else None
    return value[part] if isinstance(value, list) and isinstance(part, int) and part < len(value) else None


def _close(name: str, owner: Node) -> str | None:
    """The key that was meant."""
    given = owner.value if isinstance(owner.value, dict) else {}
    close = similar(name, [key for key in _KEYS if key not in given])
    return f"did you mean {close[0]}?" if close else None


_KEYS = (
    "id", "family", "title", "agents", "checkpoints", "fault_points", "checklist", "attempts", "bounds", "role", "tools", "call",
    "arguments", "duration", "needs", "may_fail", "labels", "text", "when", "tool", "fault", "outcome", "uses", "flow", "outcomes",
    "order", "decision", "failure", "resource", "channel", "label", "ok", "failed", "first", "then", "agent", "options", "leads_to",
    "always", "by", "kind", "property", "cause", "grows",
)  # fmt: skip
"""Every key that a `task.yaml` may have somewhere."""
