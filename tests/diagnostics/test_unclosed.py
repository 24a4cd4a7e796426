"""What is opened and never closed is reported where it opens, once, however much follows."""

from __future__ import annotations

import pytest

from tracefix.diagnostics import Diagnostic
from tracefix.errors import InvalidInput
from tracefix.pluscal import parse_cfg, parse_module
from tracefix.source import Source

WHOLE = """---- MODULE Protocol ----
EXTENDS Integers
Limit == (* at most *) 3
Small(n) == {m \\in 0..n : m < Limit}
(* --algorithm Protocol {
  variables x = 0;
  macro add(n) {
    x := x + (n * 2);
  }
  process (A = "A") {
    a: while (x < 3) {
         add(1);
         (* twice (* or more *) *)
       };
    b: if (x > 3) {
         x := 0;
       }
  }
  process (B = "B") {
    c: with (n \\in {1, 2}) {
         x := n;
       }
  }
} *)
Inv == [n \\in {1, 2} |-> x][1] < 9
====
"""


def problems(text: str) -> list[Diagnostic]:
    """The diagnostics of a module."""
    with pytest.raises(InvalidInput) as caught:
        parse_module(Source("Protocol.tla", text))
    return list(caught.value.diagnostics)


def test_the_whole_module_is_valid() -> None:
    assert parse_module(Source("Protocol.tla", WHOLE)).name == "Protocol"


@pytest.mark.parametrize(
    ("closed", "open_", "found"),
    [
        ("(* at most *)", "(* at most", (3, 10, "TF201")),
        ("(* or more *) *)", "(* or more *)", (5, 1, "TF201")),
        ("m < Limit}", "m < Limit", (4, 13, "TF220")),
        ("(n * 2);", "(n * 2;", (8, 14, "TF220")),
        ("  }\n  process (A", "  process (A", (7, 16, "TF220")),
        ("       };\n    b:", "    b:", (11, 22, "TF220")),
        ("       }\n  }\n  process (B", "  }\n  process (B", (15, 19, "TF220")),
        ("  }\n  process (B", "  process (B", (10, 21, "TF220")),
        ("       }\n  }\n} *)", "  }\n} *)", (20, 28, "TF220")),
        ("} *)\nInv", " *)\nInv", (5, 25, "TF220")),
        ("x][1]", "x[1]", (25, 8, "TF220")),
    ],
)
def test_it_is_reported_where_it_opens(closed: str, open_: str, found: tuple[int, int, str]) -> None:
    assert WHOLE.count(closed) == 1
    (problem,) = problems(WHOLE.replace(closed, open_))
    assert (problem.line, problem.column, problem.code) == found


def test_an_unclosed_comment_names_the_comment_inside_it() -> None:
    (problem,) = problems(WHOLE.replace("(* or more *) *)", "(* or more *)"))
    assert problem.hint == "close it with *), or the comment inside it at line 13"


def test_an_unclosed_set_in_a_configuration_is_reported_where_it_opens() -> None:
    with pytest.raises(InvalidInput) as caught:
        parse_cfg(Source("Protocol.cfg", "CONSTANT S = {1, {2}\nINVARIANT Inv\n"))
    assert [(each.line, each.column, each.code) for each in caught.value.diagnostics] == [(1, 14, "TF403")]
