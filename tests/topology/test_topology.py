"""Correct topologies: what the models hold, how they are written back, and what follows from them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from pydantic import ValidationError

from tracefix.errors import InvalidInput
from tracefix.source import Source
from tracefix.topology import Topology, property_definitions, topology_schema

TEXT = """{
 "agents": [{"id": "DEVELOPER_A"}, {"id": "CI", "tools": ["run_tests"]}],
 "resources": [{"id": "REPO", "type": "Lock", "config": {}},
               {"id": "SLOTS", "type": "Counter", "config": {"initial": 2}},
               {"id": "DONE_COUNT", "type": "Counter", "config": {"initial": 0, "grows": true}}],
 "channels": [{"id": "a_to_ci", "from": "DEVELOPER_A", "to": ["CI"], "labels": ["request", "cancel"], "content_labels": ["request"]},
              {"id": "ci_to_a", "from": "CI", "to": "DEVELOPER_A", "labels": ["result"], "bound": 1}],
 "state_tasks": {"ci_1": "run the tests"}
}"""


@pytest.fixture
def topology() -> Topology:
    return Topology.parse(Source("topology.json", TEXT))


def test_a_topology_is_read_with_its_defaults(topology: Topology) -> None:
    first, second = topology.channels
    assert (first.senders, first.receivers, first.labels, first.bound) == (("DEVELOPER_A",), ("CI",), ("request", "cancel"), 3)
    assert (second.bound, second.content_labels) == (1, ())
    assert [lock.id for lock in topology.locks] == ["REPO"]
    assert [(counter.id, counter.initial, counter.grows) for counter in topology.counters] == [("SLOTS", 2, False), ("DONE_COUNT", 0, True)]
    assert [agent.tools for agent in topology.agents] == [(), ("run_tests",)]
    assert topology.state_tasks == {"ci_1": "run the tests"}


def test_resources_and_channels_may_be_left_out() -> None:
    topology = Topology.parse(Source("t", '{"agents": [{"id": "A"}]}'))
    assert (topology.resources, topology.channels) == ((), ())


def test_an_agent_finds_its_channels(topology: Topology) -> None:
    assert [channel.id for channel in topology.sent_by("CI")] == ["ci_to_a"]
    assert [channel.id for channel in topology.received_by("CI")] == ["a_to_ci"]


def test_the_ids_are_those_of_all_kinds(topology: Topology) -> None:
    assert topology.ids == {"DEVELOPER_A", "CI", "REPO", "SLOTS", "DONE_COUNT", "a_to_ci", "ci_to_a"}


def test_a_lock_has_no_initial_value(topology: Topology) -> None:
    with pytest.raises(ValueError, match="REPO is a Lock without an initial value"):
        _ = topology.locks[0].initial


def test_what_is_written_is_read_back_the_same(topology: Topology) -> None:
    written = topology.to_json()
    assert Topology.parse(Source("again", json.dumps(written))) == topology
    assert written["channels"][1] == {"id": "ci_to_a", "from": "CI", "to": "DEVELOPER_A", "labels": ["result"], "bound": 1}


def test_models_cannot_be_changed(topology: Topology) -> None:
    with pytest.raises(ValidationError):
        topology.channels[0].bound = 5  # type: ignore[misc]


def test_a_file_that_is_not_there_is_a_diagnostic(tmp_path: Path) -> None:
    path = tmp_path / "topology.json"
    with pytest.raises(InvalidInput) as caught:
        Topology.load(path)
    assert [str(problem) for problem in caught.value.diagnostics] == [
        f"{path}: error TF001: cannot read the file: no such file or directory"
    ]


def test_the_properties_follow_from_the_topology(topology: Topology) -> None:
    done = '(\\A tf_agent \\in ProcSet : pc[tf_agent] = "Done")'
    assert property_definitions(topology) == {
        "TypeInvariant": "(REPO \\in {FREE, DEVELOPER_A, CI}) /\\ (SLOTS \\in 0..2) /\\ (DONE_COUNT \\in Nat)"
        ' /\\ (a_to_ci \\in Seq({"request", "cancel"})) /\\ (ci_to_a \\in Seq({"result"}))',
        "ChannelBound": "(Len(a_to_ci) <= 3) /\\ (Len(ci_to_a) <= 1)",
        "NoOrphanLocks": f"({done} => REPO = FREE)",
        "ChannelsDrained": f"({done} => a_to_ci = <<>>) /\\ ({done} => ci_to_a = <<>>)",
    }


def test_a_bound_given_from_outside_replaces_every_bound(topology: Topology) -> None:
    assert property_definitions(topology, bound=7)["ChannelBound"] == "(Len(a_to_ci) <= 7) /\\ (Len(ci_to_a) <= 7)"


def test_properties_about_nothing_are_true() -> None:
    topology = Topology.parse(Source("t", '{"agents": [{"id": "A"}]}'))
    assert set(property_definitions(topology).values()) == {"TRUE"}


def test_the_schema_knows_every_key_and_refuses_others() -> None:
    schema = topology_schema()
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert schema["required"] == ["agents"]
    assert schema["additionalProperties"] is False
    channel = schema["$defs"]["Channel"]
    assert list(channel["properties"]) == ["id", "from", "to", "labels", "bound", "content_labels"]
    assert channel["properties"]["from"]["anyOf"][0]["type"] == "string"
    assert schema["$defs"]["Resource"]["properties"]["type"]["enum"] == ["Lock", "Counter"]
