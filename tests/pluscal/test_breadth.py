"""Everything that authors write in good protocols: read, checked, and counted state for state as TLC counts."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

from tracefix.errors import InvalidInput
from tracefix.pluscal import parse_module
from tracefix.source import Source
from tracefix.tlc import find_toolchain, verify
from tracefix.workspace import load


@dataclass(frozen=True)
class Case:
    """A protocol, its configuration, and what must come out: the verdict, or the property that is violated, and distinct states."""

    text: str
    config: str
    verdict: str
    distinct: int


def module(algorithm: str, *, before: str = "", after: str = "") -> str:
    return f"---- MODULE M ----\nEXTENDS Integers, Sequences, FiniteSets, TLC\n{before}(*\n{algorithm}\n*)\n{after}====\n"


SPEC = "SPECIFICATION Spec\n"

CASES: dict[str, Case] = {
    "several processes from one set, in P-syntax": Case(
        module("""--algorithm M
variables turn = 1, log = <<>>;
process worker \\in 1..3
variables done = FALSE;
begin
  w1: await turn = self; log := Append(log, self); turn := turn + 1;
  w2: done := TRUE;
end process
end algorithm"""),
        SPEC,
        "holds",
        15,
    ),
    "fair, fair+ and label fairness": Case(
        module("""--fair algorithm M {
variables x = 0;
fair process (A = 1) { a1:+ x := x + 1; a2:- skip; }
fair+ process (B \\in {2, 3}) { b1: await x > 0; b2:+ x := x + 1 }
}"""),
        SPEC,
        "holds",
        19,
    ),
    "comments in odd places, nested, and after code": Case(
        module(
            """--algorithm (* of *) M (* name (* nested (* twice *) *) *) { \\* { not a brace
variables (* one *) x (* two *) = (* three *) 0 \\* ; no semicolon
  ; (* ( *) y \\in (* a set *) {1, \\* 3,
   2};
(* between parts
   over lines *)
process (* P *) (P (* name *) = 1) { (* begin *)
  (* label *) a (* its colon *) : (* statement *) x (* target *) := (* value *) y \\* := 7
  ; \\* only a semicolon
  b: if (* c *) (x = 1) (* then *) { skip } (* else? *) else (* yes *) { y := 3 } ; (* "a string" in a comment
  *) \\*
} (* process *)
} (* algorithm *)
Words that are not read. (* nested *) don't"""
        ),
        SPEC,
        "holds",
        6,
    ),
    "a translation that is already there, with definitions after it": Case(
        module(
            "--algorithm M { variables x = 0; process (P = 1) { a: x := 1; b: x := 2 } }",
            after=(
                '\\* BEGIN TRANSLATION (chksum(pcal) = "1")\nVARIABLES x, pc, old\nvars == << x, pc, old >>\nSpec == []FALSE\n'
                "\\* END TRANSLATION\nSmall == x < 3\nSmaller == x < 2\n"
            ),
        ),
        SPEC + "INVARIANTS Small\nINVARIANT Smaller\n",
        "Smaller",
        3,
    ),
    "definitions before, inside define and after the translation": Case(
        module(
            "--algorithm M { variables x = 0; define { Inside == x <= Limit /\\ Before } { a: x := x + 1; b: await Inside; x := x + 1 } }",
            before="Limit == 1\nBefore == TRUE\n",
            after='After == Inside \\/ pc = "Done"\n',
        ),
        SPEC + "INVARIANTS After Before\n",
        "holds",
        3,
    ),
    "invariants in define, with locals and pc after the translation": Case(
        module(
            """--algorithm M {
variables x = 0;
define { Low == x < 5 }
process (P \\in {"A", "B"}) variables mine = 0; { a: mine := mine + 1; x := x + mine; b: mine := 0 }
}""",
            after='Mine == \\A p \\in ProcSet : mine[p] > 0 => pc[p] = "b"\nSum == x = Cardinality({p \\in ProcSet : pc[p] # "a"})\n',
        ),
        SPEC + "INVARIANTS Low, Mine Sum\n",
        "holds",
        9,
    ),
    "initial sets": Case(
        module("--algorithm M { variables x \\in 1..3, s \\in SUBSET {1, 2}, f \\in [{1, 2} -> BOOLEAN]; { a: x := Cardinality(s) } }"),
        SPEC,
        "holds",
        64,
    ),
    "records in messages": Case(
        module("""--algorithm M {
variables box = <<>>, got = [from |-> "", items |-> <<>>];
process (A = "A") { a: box := Append(box, [from |-> "A", items |-> <<1, [deep |-> {2}]>>]); }
process (B = "B") { b: await box # <<>>; got := Head(box) || box := Tail(box);
                    c: assert got.items[2].deep = {2}; got.items[1] := 5 || got.from := "B"; d: assert got.items[1] = 5; }
}"""),
        SPEC,
        "holds",
        5,
    ),
    "sets and functions as shared variables": Case(
        module("""--algorithm M {
variables free = {1, 2}, owner = [s \\in {1, 2} |-> "none"];
process (P \\in {"A", "B"}) variables slot = 0;
{ a: with (s \\in free) { slot := s; free := free \\ {s}; owner[s] := self };
  b: owner := [owner EXCEPT ![slot] = "none"]; free := free \\cup {slot} }
}"""),
        SPEC,
        "holds",
        23,
    ),
    "sequences of sequences": Case(
        module("""--algorithm M {
variables q = [c \\in {"x", "y"} |-> << <<0>> >>];
process (P \\in {"x", "y"})
{ a: q[self] := Append(q[self], Tail(Head(q[self])) \\o <<1, 2>>);
  b: q[self][2][1] := 7;
  c: assert q[self] = << <<0>>, <<7, 2>> >>; }
}"""),
        SPEC,
        "holds",
        16,
    ),
    "CHOOSE, with CASE and LET around it": Case(
        module(
            "--algorithm M { variables s = {3, 5}, m = 0; { a: while (s # {}) { m := Largest(s); s := s \\ {m}; assert Kind(m) # 0 } } }",
            before="Largest(S) == CHOOSE x \\in S : \\A y \\in S : x >= y\n"
            "Kind(n) == LET odd == n % 2 = 1 IN CASE odd /\\ n > 4 -> 1 [] odd -> 2 [] OTHER -> 0\n",
        ),
        SPEC,
        "holds",
        4,
    ),
    "the local variable of another process is read": Case(
        module("""--algorithm M {
variables x = 0;
process (P = 1) variables mine = 1; { a: mine := 2 }
process (Q \\in {2, 3}) variables each = 0; { b: each := mine; c: await mine = 2; }
process (R = 4) { d: x := mine; e: await x = 2 }
}"""),
        SPEC + "CHECK_DEADLOCK FALSE\n",
        "CompletionReachable",
        108,
    ),
    "constants: sets of model values, overrides, an operator of the module": Case(
        module(
            "--algorithm M { variables x = Start; process (P \\in Agents) { a: if (x = None) { x := self } else { x := None } } }",
            before="CONSTANTS Agents, None, Start\nNothing == None\nASSUME None \\notin Agents\n",
        ),
        SPEC + "CONSTANTS\n  Agents = {a1, a2}\n  None = None\n  Start <- Nothing\n",
        "holds",
        4,
    ),
    "everything else that is a statement": Case(
        module("""--algorithm M {
variables x = 0, y = 0;
macro swap(a, b) { with (t = a) { a := b || b := t } }
{ l1: x := 1; y := 2;
  l2: with (u = x, v = y) { x := v; y := u };
  l3: either { goto l5 } or { when x = 2; print <<x, y>>; };
  l4: if (x = 2) { y := 5 } else if (x = 3) { y := 6 } else skip;
  l5: while (y > 3) { y := y - 1; };
  l6: swap(x, y);
  l7: assert x \\in 1..3 /\\ y = 2; }
}"""),
        SPEC,
        "holds",
        14,
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_a_construct_means_what_it_means_to_tlc(name: str, tmp_path: Path) -> None:
    case = CASES[name]
    tools = find_toolchain()
    (tmp_path / "M.tla").write_text(case.text, encoding="utf-8")
    (tmp_path / "M.cfg").write_text(case.config, encoding="utf-8")
    result = verify(load(tmp_path / "M.tla"), toolchain=tools, tlc_timeout=120.0)
    assert result.differences == ()
    found = result.native.violations[0].property if result.native.violations else result.native.verdict.value
    assert (found, result.native.stats.distinct) == (case.verdict, case.distinct)


def test_a_recursive_operator_is_refused_by_name_where_it_is_used() -> None:
    text = module(
        "--algorithm M { variables x = 0; { a: x := Sum(3) } }",
        before="RECURSIVE Sum(_)\nSum(n) == IF n = 0 THEN 0 ELSE n + Sum(n - 1)\n",
    )
    with pytest.raises(InvalidInput) as caught:
        parse_module(Source("M.tla", text))
    (found,) = caught.value.diagnostics
    assert (found.line, found.code, found.message) == (4, "TF206", "Sum cannot be used: recursive operators are not supported")
    unused = text.replace("x := Sum(3)", "x := 3")
    assert parse_module(Source("M.tla", unused)).name == "M"


def test_the_local_of_another_process_set_is_refused_in_a_body() -> None:
    text = module("--algorithm M { process (P \\in {1, 2}) variables z = 0; { a: skip } process (Q = 3) { b: await z[1] = 0 } }")
    with pytest.raises(InvalidInput) as caught:
        parse_module(Source("M.tla", text))
    (found,) = caught.value.diagnostics
    assert found.code == "TF314"
    assert found.message == (
        "z cannot be used: it belongs to the processes of P, and pcal.trans would look up the value that belongs to this process"
    )
