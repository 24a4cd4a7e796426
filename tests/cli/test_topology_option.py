"""Protocols whose file has another name than `Protocol.tla`, or lies elsewhere than their topology."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from tracefix.cli.app import cli
from tracefix.workspace import load

TOPOLOGY = '{"agents": [{"id": "A"}], "resources": [{"id": "L", "type": "Lock"}]}\n'
PROTOCOL = r"""---- MODULE NAME ----
EXTENDS Integers, Sequences, TLC
CONSTANTS A, FREE
(*
--algorithm Protocol {
    variables L = FREE;
    process (a \in {A}) {
        a1: await L = FREE; L := self;
    }
}
*)
====
"""


def tracefix(*arguments: str) -> tuple[int, str]:
    """Status and standard output."""
    done = CliRunner().invoke(cli, list(arguments), standalone_mode=False)
    assert done.exception is None, done.exception
    return int(done.return_value), done.stdout


def test_a_folder_may_hold_its_protocol_under_a_lower_case_name(tmp_path: Path) -> None:
    (tmp_path / "protocol.tla").write_text(PROTOCOL.replace("NAME", "protocol"), encoding="utf-8")
    (tmp_path / "other.tla").write_text("---- MODULE other ----\n====\n", encoding="utf-8")
    (tmp_path / "topology.json").write_text(TOPOLOGY, encoding="utf-8")
    workspace = load(tmp_path)
    assert workspace.path == tmp_path / "protocol.tla"
    assert workspace.topology is not None
    assert load(tmp_path / "protocol.tla").topology == workspace.topology


def test_of_two_names_the_capital_one_is_the_protocol(tmp_path: Path) -> None:
    for name in ("Protocol", "protocol"):
        (tmp_path / f"{name}.tla").write_text(PROTOCOL.replace("NAME", name), encoding="utf-8")
    if len(list(tmp_path.iterdir())) == 1:
        pytest.skip("this file system does not tell capitals from small letters")
    (tmp_path / "topology.json").write_text(TOPOLOGY, encoding="utf-8")
    assert load(tmp_path).module.name == "Protocol"


def test_a_topology_that_lies_elsewhere_brings_its_properties(tmp_path: Path) -> None:
    attempt = tmp_path / "attempts" / "keeps.tla"
    attempt.parent.mkdir()
    attempt.write_text(PROTOCOL.replace("NAME", "keeps"), encoding="utf-8")
    topology = tmp_path / "topology.json"
    topology.write_text(TOPOLOGY, encoding="utf-8")
    status, out = tracefix("check", str(attempt), "--topology", str(topology), "--json")
    assert status == 12
    assert [violation["property"] for violation in json.loads(out)["violations"]] == ["NoOrphanLocks"]
    status, out = tracefix("validate", str(attempt), "--topology", str(topology), "--json")
    assert status == 0
    assert [diagnostic["code"] for diagnostic in json.loads(out)["diagnostics"]] == ["TF614"]


def test_a_topology_that_cannot_be_read_is_an_invalid_input(tmp_path: Path) -> None:
    (tmp_path / "a.tla").write_text(PROTOCOL.replace("NAME", "a"), encoding="utf-8")
    missing = tmp_path / "none.json"
    for command in ("validate", "check", "verify"):
        status, out = tracefix(command, str(tmp_path / "a.tla"), "--topology", str(missing), "--json")
        result = json.loads(out)
        diagnostics = result["diagnostics"] if "diagnostics" in result else result["native"]["diagnostics"]
        assert (status, [(each["code"], each["file"]) for each in diagnostics]) == (150, [("TF001", str(missing))])
