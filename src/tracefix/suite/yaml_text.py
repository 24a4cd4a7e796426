"""YAML text to values that know where they stand.

The nodes are those that `topology.json_text` makes of JSON, so that both kinds of files are treated alike. Plain scalars are read as the
core schema of YAML 1.2 reads them: only `true` and `false` are booleans, so that a label may be called `no`.
"""

from __future__ import annotations

import re
from typing import Any

import yaml

from ..diagnostics import Diagnostic
from ..errors import InvalidInput
from ..source import Source, Span
from ..topology.json_text import MAX_DEPTH, Node

_INTEGER = re.compile(r"[-+]?[0-9]{1,300}")
_FLOAT = re.compile(r"[-+]?(?:[0-9]+\.[0-9]*|\.[0-9]+|[0-9]+(?=[eE]))(?:[eE][-+]?[0-9]{1,3})?")
_WORDS = {"true": True, "false": False, "null": None, "~": None, "": None}


def parse_yaml(source: Source) -> Node:
    """The text as nodes. Raises InvalidInput (TF804) for what is not YAML, has a key twice, or uses anchors, tags or several documents."""
    reader = _Reader(source)
    try:
        root = yaml.compose(source.text, Loader=_Composer)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        raise InvalidInput([reader.problem(_sentence(error.problem or str(error.context)), 0 if mark is None else mark.index)]) from None
    except yaml.reader.ReaderError as error:
        raise InvalidInput([reader.problem(f"the character {error.character!r} cannot stand in YAML", error.position)]) from None
    except RecursionError:
        raise InvalidInput([reader.problem("the text is nested too deeply", 0)]) from None
    if root is None:
        raise InvalidInput([reader.problem("the file is empty", 0)])
    node = reader.node(root, 0)
    if reader.problems:
        raise InvalidInput(reader.problems)
    return node


class _Composer(yaml.SafeLoader):  # type: ignore[misc]
    """Composes nodes without the resolver of YAML 1.1; an alias would make one node stand in two places."""

    def compose_node(self, parent: Any, index: Any) -> Any:
        event = self.peek_event()
        if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None) is not None:
            raise yaml.MarkedYAMLError(problem="anchors and aliases are not used here", problem_mark=event.start_mark)
        if getattr(event, "tag", None) is not None:
            raise yaml.MarkedYAMLError(problem="tags are not used here", problem_mark=event.start_mark)
        return super().compose_node(parent, index)


class _Reader:
    def __init__(self, source: Source) -> None:
        self.source = source
        self.problems: list[Diagnostic] = []

    def problem(self, message: str, offset: int, hint: str | None = None) -> Diagnostic:
        offset = min(offset, len(self.source.text))
        return self.source.diagnostic("TF804", message, Span(offset, offset), hint=hint)

    def node(self, node: Any, depth: int) -> Node:
        """A composed node with everything in it."""
        span = Span(node.start_mark.index, node.end_mark.index)
        if depth > MAX_DEPTH:
            raise InvalidInput([self.problem("the text is nested too deeply", span.start)])
        if isinstance(node, yaml.SequenceNode):
            return Node([self.node(item, depth + 1) for item in node.value], span)
        if isinstance(node, yaml.MappingNode):
            return self._mapping(node, span, depth)
        return Node(_scalar(node), span)

    def _mapping(self, node: yaml.MappingNode, span: Span, depth: int) -> Node:
        members: dict[str, Node] = {}
        keys: dict[str, Span] = {}
        for key, value in node.value:
            where = Span(key.start_mark.index, key.end_mark.index)
            if not isinstance(key, yaml.ScalarNode):
                self.problems.append(self.source.diagnostic("TF804", "a key must be a word", where))
                continue
            name = str(key.value)
            inner = self.node(value, depth + 1)
            if name in members:
                line, _ = self.source.position(keys[name].start)
                hint = f"the first one is on line {line}"
                self.problems.append(self.source.diagnostic("TF804", f'the key "{name}" stands twice', where, hint=hint))
            else:
                members[name], keys[name] = inner, where
        return Node(members, span, keys)


def _scalar(node: yaml.ScalarNode) -> str | int | float | bool | None:
    text: str = node.value
    if node.style is not None:
        return text
    if text.lower() in _WORDS and text in (text.lower(), text.capitalize(), text.upper()):
        return _WORDS[text.lower()]
    if _INTEGER.fullmatch(text):
        return int(text)
    return float(text) if _FLOAT.fullmatch(text) else text


def _sentence(text: str) -> str:
    return text[:1].lower() + text[1:]
