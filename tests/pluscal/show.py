"""Syntax trees as short text, so that tests can state them."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from tracefix.source import Span


def show(node: Any) -> str:
    """A tree without its spans: `Binary(op, left, right)` is `(left op right)`, names and literals are themselves, and so on."""
    kind = type(node).__name__
    if node is None:
        return "None"
    if kind in ("Name",):
        return str(node.id)
    if kind in ("Number", "Boolean"):
        return str(node.value).upper()
    if kind == "String":
        return '"' + node.value + '"'
    if kind == "Binary":
        return f"({show(node.left)} {node.op} {show(node.right)})"
    if kind == "Unary":
        return f"({node.op} {show(node.operand)})"
    if kind == "Junction":
        return f"{node.op}[" + ", ".join(map(show, node.items)) + "]"
    if kind == "Call":
        return f"{node.name}(" + ", ".join(map(show, node.args)) + ")"
    if isinstance(node, tuple):
        return "<" + ", ".join(map(show, node)) + ">"
    if isinstance(node, (str, int)):
        return str(node).upper() if isinstance(node, bool) else str(node)
    parts = [show(getattr(node, f.name)) for f in fields(node) if not isinstance(getattr(node, f.name), Span)]
    return f"{kind}(" + ", ".join(parts) + ")"


def protocol(body: str, declarations: str = "", *, before: str = "", after: str = "") -> str:
    """A module with one process in C-syntax around some statements: they begin at line 6."""
    return (
        "---- MODULE M ----\nEXTENDS Integers, Sequences, FiniteSets, TLC\n"
        f"{before}(* --algorithm M {{\n"
        f"variables x = 0, y = 0, f = [i \\in {{1, 2}} |-> 0]; {declarations}\n"
        f"process (P = 1) variables z = 0; {{\n{body}\n}}\n}} *)\n{after}====\n"
    )


def p_protocol(body: str, declarations: str = "") -> str:
    """The same in P-syntax: the statements begin at line 6."""
    return (
        "---- MODULE M ----\nEXTENDS Integers, Sequences, FiniteSets, TLC\n(* --algorithm M\n"
        f"variables x = 0, y = 0, f = [i \\in {{1, 2}} |-> 0]; {declarations}\n"
        f"process P = 1 variables z = 0; begin\n{body}\nend process;\nend algorithm; *)\n====\n"
    )


def algorithm(text: str, *, before: str = "", after: str = "") -> str:
    """A module around an algorithm's text: it begins at line 3."""
    return f"---- MODULE M ----\nEXTENDS Integers, Sequences, FiniteSets, TLC\n{before}(* --algorithm M {text} *)\n{after}====\n"
