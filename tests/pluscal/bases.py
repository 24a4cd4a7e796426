"""Valid modules to mutate: small ones that hold every construct, in both syntaxes, and every protocol of the corpus and examples."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent


def _module(algorithm: str, *, before: str = "", after: str = "", extends: str = "Integers, Sequences, FiniteSets, TLC") -> str:
    return f"---- MODULE M ----\nEXTENDS {extends}\n{before}(*\n{algorithm}\n*)\n{after}====\n"


TEMPLATES: dict[str, str] = {
    "c statements": _module("""--algorithm M {
  variables x = 0, y \\in {1, 2}; q = <<>>, f = [i \\in 1..2 |-> 0], r = [a |-> 1, b |-> "s"];
  process (P = 1)
    variables z = 0;
  {
    a1: x := 1; y := x + 1;
    a2: f[1] := 2 || f[2] := x; r.a := 3;
    a3: if (x = 1) { z := 1; } else if (y > 1) { z := 2 } else z := 3;
        await x = 1 /\\ y > 0;
    a4: while (z < 3) { z := z + 1; a5: skip; };
    a6: either { x := 2; } or { when y = 2; x := 3 } or skip;
    a7: with (v \\in {1, 2}; w = v) { x := v; y := w; };
        goto a9;
    a8: assert x > 0;
    a9: print <<x, y>>;
  }
}"""),
    "p statements": _module("""--algorithm M
  variables x = 0; y \\in {1, 2}, q = <<>>; f = [i \\in 1..2 |-> 0], r = [a |-> 1, b |-> "s"];
  process P = 1
    variables z = 0;
  begin
    a1: x := 1; y := x + 1;
    a2: f[1] := 2 || f[2] := x; r.a := 3;
    a3: if x = 1 then z := 1; elsif y > 1 then z := 2 else z := 3; end if;
        await x = 1 /\\ y > 0;
    a4: while z < 3 do z := z + 1; a5: skip; end while;
    a6: either x := 2; or when y = 2; x := 3 or skip end either;
    a7: with v \\in {1, 2}; w = v do x := v; y := w; end with;
        goto a9;
    a8: assert x > 0;
    a9: print <<x, y>>;
  end process;
end algorithm;"""),
    "c macros and define": _module(
        """--fair algorithm M {
  variables L = FREE, c = <<>>, d = <<>>, n = 1;
  define { Held == L # FREE
           Count(s) == Len(s) }
  macro acquire(lock) { await lock = FREE; lock := self; }
  macro release(lock) { assert lock = self; lock := FREE }
  macro send(chan, label) { chan := Append(chan, label); }
  macro receive(chan, into) { await chan # <<>>; into := Head(chan); chan := Tail(chan); }
  macro both() { acquire(L); n := n - 1; };
  fair process (A \\in {"A", "B"})
    variables msg = "", k;
  {
    w1: both();
    w2: send(c, "go"); n := Count(c);
    w3: release(L);
    w4: either { receive(d, msg); } or { skip; };
  }
  fair+ process (B \\in {"C"})
    variables msg = "";
  {
    v1: while (TRUE) {
      receive(c, msg);
      v2: if (Held) { goto v1 } else { send(d, "ok") };
    };
  }
}""",
        before='FREE == "free"\n',
        after="Bound == Len(c) <= 3 /\\ Len(d) <= 3\n",
    ),
    "p macros and define": _module(
        """--fair algorithm M
  variables L = FREE, c = <<>>, d = <<>>, n = 1;
  define
    Held == L # FREE
    Count(s) == Len(s)
  end define;
  macro acquire(lock) begin await lock = FREE; lock := self; end macro;
  macro release(lock) begin assert lock = self; lock := FREE end macro
  macro send(chan, label) begin chan := Append(chan, label); end macro;
  macro receive(chan, into) begin await chan # <<>>; into := Head(chan); chan := Tail(chan); end macro;
  macro both() begin acquire(L); n := n - 1; end macro;
  fair process A \\in {"A", "B"}
    variables msg = "", k;
  begin
    w1: both();
    w2: send(c, "go"); n := Count(c);
    w3: release(L);
    w4: either receive(d, msg); or skip; end either;
  end process;
  fair+ process B \\in {"C"}
    variable msg = "";
  begin
    v1: while TRUE do
      receive(c, msg);
      v2: if Held then goto v1; else send(d, "ok") end if;
    end while;
  end process
end algorithm""",
        before='FREE == "free"\n',
        after="Bound == Len(c) <= 3 /\\ Len(d) <= 3\n",
    ),
    "c uniprocess": _module("""--algorithm M {
  variables x = 0, s = {};
  macro inc(v) { v := v + 1 }
  {
    while (x < 3) { inc(x); s := s \\cup {x}; };
    if (x = 3) { x := 0; } ;
    x := 1;
    print s;
  }
}"""),
    "p uniprocess": _module("""--algorithm M
  variables x = 0, s = {};
  macro inc(v) begin v := v + 1 end macro;
begin
  l1: while x < 3 do inc(x); s := s \\cup {x}; end while;
  l2: if x = 3 then x := 0; end if;
  l3: x := 1;
      print s;
end algorithm;"""),
    "c nesting": _module("""--algorithm M {
  variables x = 0, y = 0;
  process (P \\in 1..2) variables t = 0; {
    b0: { x := 1; { y := 2; } };
    b1: if (x > 0)
          if (y > 0) { t := 1; b2: t := 2; } else t := 3;
    b3: while (t < 5)
          either { t := t + 1; } or { b4: t := t + 2; b5: goto b3 };
    b6: with (u = 1) with (v = 2) { x := u + v; if (x = 3) y := 1; else y := 2 };
    b7: either { if (x = 1) goto b0; } or { await y = self };
    b8:+ skip;
    b9:- x := self;
  }
}"""),
    "p nesting": _module("""--algorithm M
  variables x = 0, y = 0;
  process P \\in 1..2 variables t = 0; begin
    b0: x := 1; y := 2;
    b1: if x > 0 then
          if y > 0 then t := 1; b2: t := 2; else t := 3; end if;
        end if;
    b3: while t < 5 do
          either t := t + 1; or b4: t := t + 2; b5: goto b3; end either;
        end while;
    b6: with u = 1 do with v = 2 do x := u + v; if x = 3 then y := 1; else y := 2; end if; end with; end with;
    b7: either if x = 1 then goto b0; end if; or await y = self end either;
    b8:+ skip;
    b9:- x := self;
  end process;
end algorithm;"""),
    "expressions": _module(
        """--algorithm M {
  variables m = [from |-> "A", body |-> <<1, 2>>], fs = [p \\in {"A", "B"} |-> <<>>], s = {1, 2}, n = -1, b = TRUE;
  define { Some == \\E i \\in s : i > 1
           All == \\A i, j \\in s : i + j > 1
           Pick(S) == CHOOSE i \\in S : \\A j \\in S : i >= j
           Total == LET sq(i) == i * i
                        k == 2
                    IN sq(k) + 1 }
  process (P \\in {"A"}) variables e = 0; {
    e1: await /\\ Some
              /\\ \\/ All
                 \\/ n < 0 ;
    e2: e := IF b THEN Pick(s) ELSE CASE n = 1 -> 1 [] n = 2 -> 2 [] OTHER -> 3;
    e3: fs := [fs EXCEPT !["A"] = Append(@, m), !["B"] = <<>>];
    e4: s := {i \\in s : i # 1} \\cup ({i + 1 : i \\in s} \\ {7});
    e5: n := Cardinality(s) + Len(fs[self]) + m.body[1] - Total; m.body[2] := -2;
    e6: b := ~b => (DOMAIN fs = {"A", "B"} <=> "A" \\in DOMAIN fs) \\/ s \\subseteq 1..5;
    e7: fs["A"] := SubSeq(fs["A"], 1, 0) \\o <<>>; m := [m EXCEPT !.from = "B"];
    e8: with (t \\in SUBSET s, g \\in [s -> {1}]) { e := Cardinality(t \\X t) + (Cardinality(UNION {t, s}) % 2) }
  }
}""",
        after="""Small == \\A p \\in DOMAIN fs : Len(fs[p]) < 3
Typed == /\\ n \\in Int
         /\\ b \\in BOOLEAN
""",
    ),
    "module around": """---- MODULE M ----
\\* A comment, and (* one inside.
EXTENDS Integers, Sequences, TLC
CONSTANTS N, Agents, Op(_, _)
CONSTANT FREE
ASSUME N > 0
Limit == N + 1
Twice(x) == x * 2
f[i \\in 1..3] == i + 1
LOCAL Hidden == Limit
(* prose before (* nested *) the algorithm
--algorithm M { (* about variables *) variables x = Limit; \\* after code
  \\* a whole line
  define { Good == x >= Twice(1) (* inside *) }
  process (A \\in Agents) variables y = FREE; { (* here *)
    s1: x := Op(x, (* odd *) 1); \\* more
    s2: y := f[1];
  }
}
*)
\\* BEGIN TRANSLATION
VARIABLES x, pc
old == << x, pc >>
\\* END TRANSLATION
THEOREM N > 0
Inv == x > 0 /\\ Good
Done2 == \\A a \\in Agents : pc[a] = "Done"
-----
Prop == <>[](x = 3)
====
""",
}


def files() -> dict[str, str]:
    """Every `Protocol.tla` of the corpus (but of `invalid`) and the examples, by path."""
    found = [*(ROOT / "tests" / "corpus").rglob("Protocol.tla"), *(ROOT / "examples").rglob("Protocol.tla")]
    return {path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8") for path in sorted(found) if "invalid" not in path.parts}
