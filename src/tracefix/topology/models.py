"""The topology: which agents, locks, counters and channels there are, and who may use which channel.

The JSON form is the one of `docs/contract.md`. Reading goes through `Topology.load` or `Topology.parse`: they apply the
rules that no single value can show (known endpoints, distinct ids, ...), which constructing a model does not.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field
from pydantic_core import PydanticCustomError

from ..display import Shown
from ..source import Source

DEFAULT_BOUND = 3
LARGEST = 2**31 - 1
"""TLC's integers have 32 bits."""


def _one_or_more(value: Any) -> Any:
    """A name alone stands for a list of one."""
    if isinstance(value, str):
        return (value,)
    if isinstance(value, (list, tuple)):
        return tuple(value)
    raise PydanticCustomError("names_type", "must be a string or a list of strings")


def _tuple(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


Text = Annotated[str, Field(min_length=1)]
Texts = Annotated[tuple[Text, ...], BeforeValidator(_tuple)]
Endpoints = Annotated[tuple[Text, ...], BeforeValidator(_one_or_more, json_schema_input_type=Text | list[Text]), Field(min_length=1)]


class _Model(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid", frozen=True, populate_by_name=True)


class Agent(_Model):
    """One participant. `tools` names what it works with: used when agents run, not part of what is checked."""

    id: Text
    tools: Texts = ()


class Config(_Model):
    """Settings of a counter: the value it starts with, and whether it may rise above it."""

    initial: Annotated[int, Field(ge=0, le=LARGEST)] | None = None
    grows: bool = False


class Resource(_Model):
    """A lock, held by one agent at a time, or a counter of slots that can be taken and given back."""

    id: Text
    type: Literal["Lock", "Counter"]
    config: Config | None = None

    @property
    def initial(self) -> int:
        """The value a counter starts with; ValueError for a lock."""
        if self.config is None or self.config.initial is None:
            raise ValueError(f"{self.id} is a {self.type} without an initial value")
        return self.config.initial

    @property
    def grows(self) -> bool:
        """Whether a counter may rise above its initial value."""
        return self.config is not None and self.config.grows


class Channel(_Model):
    """A first-in-first-out queue of labels from any of `senders` to any of `receivers`.

    At most `bound` messages may be under way. Messages with a label in `content_labels` carry text when agents run.
    """

    id: Text
    senders: Endpoints = Field(alias="from")
    receivers: Endpoints = Field(alias="to")
    labels: Annotated[Texts, Field(min_length=1)]
    bound: Annotated[int, Field(ge=1, le=LARGEST)] = DEFAULT_BOUND
    content_labels: Texts = ()


class Topology(Shown, _Model):
    """Agents and what they share. `state_tasks` describes what an agent works on at a label; it is not part of what is checked."""

    agents: Annotated[tuple[Agent, ...], BeforeValidator(_tuple), Field(min_length=1)]
    resources: Annotated[tuple[Resource, ...], BeforeValidator(_tuple)] = ()
    channels: Annotated[tuple[Channel, ...], BeforeValidator(_tuple)] = ()
    state_tasks: dict[str, Text] = Field(default_factory=dict)

    @classmethod
    def load(cls, path: str | Path) -> Topology:
        """Read a topology file. Raises InvalidInput with every problem in it (TF0xx, TF1xx)."""
        return cls.parse(Source.read(path))

    @classmethod
    def parse(cls, source: Source) -> Topology:
        """Read a topology from JSON text. Raises InvalidInput with every problem in it (TF1xx)."""
        from .reader import read_topology

        return read_topology(source)

    @property
    def locks(self) -> tuple[Resource, ...]:
        """The locks, in the order of the file."""
        return tuple(resource for resource in self.resources if resource.type == "Lock")

    @property
    def counters(self) -> tuple[Resource, ...]:
        """The counters, in the order of the file."""
        return tuple(resource for resource in self.resources if resource.type == "Counter")

    @property
    def ids(self) -> frozenset[str]:
        """Every id of the topology."""
        agents, resources, channels = self.agents, self.resources, self.channels
        return frozenset([*(item.id for item in agents), *(item.id for item in resources), *(item.id for item in channels)])

    def sent_by(self, agent: str) -> tuple[Channel, ...]:
        """The channels that an agent may send on."""
        return tuple(channel for channel in self.channels if agent in channel.senders)

    def received_by(self, agent: str) -> tuple[Channel, ...]:
        """The channels that an agent may receive from."""
        return tuple(channel for channel in self.channels if agent in channel.receivers)

    def to_json(self) -> dict[str, Any]:
        """The topology as the JSON object that `parse` reads, without members that say the default."""
        data: dict[str, Any] = self.model_dump(mode="json", by_alias=True, exclude_defaults=True)
        for channel in data.get("channels", ()):
            for end in ("from", "to"):
                if len(channel[end]) == 1:
                    channel[end] = channel[end][0]
        data.setdefault("resources", [])
        data.setdefault("channels", [])
        return data
