"""Topology text to a checked `Topology`: every problem of the file in one go.

Agents, resources and channels are validated one by one, so that a misspelt key in one channel does not hide a missing agent in
another; the rules between them run over everything that has the right shape.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from ..diagnostics import Diagnostic
from ..errors import InvalidInput
from ..similar import similar
from ..source import Guess, Source, Span
from .json_text import Node, parse_json, pointer
from .models import Agent, Channel, Resource, Topology
from .rules import Found, check_rules

Model = TypeVar("Model", bound=BaseModel)

# What people write for a key that has another name here.
_OTHER_WORDS = {
    "name": "id", "source": "from", "sender": "from", "senders": "from", "src": "from", "target": "to", "receiver": "to",
    "receivers": "to", "dst": "to", "kind": "type", "capacity": "bound", "size": "bound", "messages": "labels", "message_types": "labels",
    "count": "initial", "value": "initial", "locks": "resources", "counters": "resources",
}  # fmt: skip
_RANGES = ("greater_than_equal", "less_than_equal", "int_parsing_size")
_EMPTY = ("string_too_short", "too_short")
_WANTED = {
    "string_type": "a string",
    "int_type": "a whole number",
    "bool_type": "true or false",
    "tuple_type": "a list",
    "list_type": "a list",
    "dict_type": "an object",
    "model_type": "an object",
    "model_attributes_type": "an object",
    "names_type": "a string or a list of strings",
}


def read_topology(source: Source) -> Topology:
    """The topology that the text describes. Raises InvalidInput with all its problems, in the order of the text."""
    reader = _Reader(source)
    topology = reader.read()
    if reader.problems or topology is None:
        raise InvalidInput([problem for _, problem in sorted(reader.problems, key=lambda entry: entry[0])])
    return topology


class _Reader:
    """Collects problems with the offset of their place."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.problems: list[tuple[int, Diagnostic]] = []
        self.root, duplicates = parse_json(source)
        for problem in duplicates:
            self.problems.append((self._offset(problem), problem))

    def read(self) -> Topology | None:
        if not isinstance(self.root.value, dict):
            self.report("TF105", (), f"a topology is an object, not {self.root.kind}")
            return None
        agents = self._items("agents", Agent)
        resources = self._items("resources", Resource)
        channels = self._items("channels", Channel)
        if "agents" not in self.root.value:
            self.report("TF104", (), 'the key "agents" is missing')
        elif self.root.value["agents"].value == []:
            self.report("TF107", ("agents",), "a topology needs at least one agent")
        check_rules(Found(agents, resources, channels, self._ids("agents")), self.report)
        parts = (("agents", agents), ("resources", resources), ("channels", channels))
        data = {key: node.plain() for key, node in self.root.value.items()}
        return self._validate(Topology, {**data, **{key: [model for _, model in found] for key, found in parts}}, ())

    def report(
        self, code: str, path: Sequence[str | int], message: str, hint: str | None = None, *, key: bool = False, fix: str | None = None,
        certain: bool = False,
    ) -> None:  # fmt: skip
        """Add a problem at a path of keys and indices; `key` marks the key rather than the value, `fix` replaces what is marked."""
        span = self._span(path, key)
        edit = None if fix is None else (span, fix) if certain else Guess(span, fix)
        problem = replace(self.source.diagnostic(code, message, span, hint=hint, edit=edit), pointer=pointer(*path))
        self.problems.append((span.start, problem))

    def _items(self, key: str, model: type[Model]) -> list[tuple[tuple[str | int, ...], Model]]:
        """The members of a list that have the right shape, each with its path."""
        assert isinstance(self.root.value, dict)
        node = self.root.value.get(key)
        if node is None:
            return []
        if not isinstance(node.value, list):
            self.report("TF105", (key,), f'"{key}" must be a list, not {node.kind}')
            return []
        found: list[tuple[tuple[str | int, ...], Model]] = []
        for index, item in enumerate(node.value):
            path = (key, index)
            value = self._validate(model, item.plain(), path)
            if value is not None:
                found.append((path, value))
        return found

    def _ids(self, key: str) -> frozenset[str]:
        """The ids in a list, those of malformed members included."""
        assert isinstance(self.root.value, dict)
        node = self.root.value.get(key)
        members = node.value if node is not None and isinstance(node.value, list) else []
        ids = (member.value.get("id") for member in members if isinstance(member.value, dict))
        return frozenset(identity.value for identity in ids if identity is not None and isinstance(identity.value, str))

    def _validate(self, model: type[Model], data: Any, path: tuple[str | int, ...]) -> Model | None:
        """The data as a model; its shape errors are reported, those inside the lists of a topology by whoever reads the list."""
        try:
            return model.model_validate(data)
        except ValidationError as error:
            for detail in error.errors(include_url=False, include_input=False):
                if detail["loc"][:1] not in (("agents",), ("resources",), ("channels",)):
                    self._shape(model, detail, path)
            return None

    def _shape(self, model: type[BaseModel], detail: ErrorDetails, base: tuple[str | int, ...]) -> None:
        path = (*base, *detail["loc"])
        kind = detail["type"]
        name = path[-1] if path else ""
        what = f'"{name}"' if isinstance(name, str) else f"entry {int(name) + 1}"
        if kind == "extra_forbidden":
            known = _known_keys(model, detail["loc"])
            close = _close_key(str(name), known)
            hint = f'did you mean "{close}"?' if close else "known keys: " + ", ".join(known)
            owner = self._node(path[:-1]).value
            fix = f'"{close}"' if close and isinstance(owner, dict) and close not in owner else None
            self.report("TF103", path, f'there is no key "{name}" here', hint, key=True, fix=fix)
        elif kind == "missing":
            self.report("TF104", path[:-1], f'the key "{name}" is missing')
        elif kind == "literal_error":
            allowed = detail["ctx"]["expected"].replace("'", '"')
            given = str(self._node(path).value).lower()
            fix = next((word for word in allowed.split(" or ") if word.strip('"').lower() == given), None)
            self.report("TF105", path, f"{what} must be {allowed}", fix=fix, certain=True)
        elif kind in _RANGES:
            context = detail.get("ctx", {})
            limit = f"at least {context['ge']}" if "ge" in context else f"at most {context.get('le')}"
            self.report("TF106", path, f"{what} must be {limit}")
        elif kind in _EMPTY:
            self.report("TF107", path, f"{what} must not be empty")
        else:
            self.report("TF105", path, f"{what} must be {_WANTED[kind]}, not {self._node(path).kind}")

    def _node(self, path: Sequence[str | int]) -> Node:
        """The deepest node on a path."""
        node = self.root
        for part in path:
            value: Any = node.value
            if isinstance(value, dict) and part in value:
                node = value[str(part)]
            elif isinstance(value, list) and isinstance(part, int) and part < len(value):
                node = value[part]
            else:
                break
        return node

    def _span(self, path: Sequence[str | int], key: bool) -> Span:
        if key and path:
            owner = self._node(path[:-1])
            if path[-1] in owner.keys:
                return owner.keys[str(path[-1])]
        node = self._node(path)
        if isinstance(node.value, (dict, list)):
            return Span(node.span.start, node.span.start + 1)
        return node.span

    def _offset(self, problem: Diagnostic) -> int:
        assert problem.line is not None
        assert problem.column is not None
        return sum(len(self.source.line_text(line)) + 1 for line in range(1, problem.line)) + problem.column - 1


def _known_keys(model: type[BaseModel], location: tuple[str | int, ...]) -> list[str]:
    """The keys of the object in which `location` ends."""
    from .models import Config

    owner = Config if model is Resource and location[:1] == ("config",) and len(location) > 1 else model
    return [field.alias or name for name, field in owner.model_fields.items()]


def _close_key(name: str, known: list[str]) -> str | None:
    other = _OTHER_WORDS.get(name.lower())
    if other in known:
        return other
    close = similar(name.lower(), known)
    return close[0] if close else None
