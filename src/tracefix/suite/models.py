"""The form of `task.yaml`: the domain tools of each agent, checkpoints, fault points, the checklist, and what attempts end in.

What the parts mean to each other (a tool that a statement names exists, ...) is for `rules` to say.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeVar, Union

from pydantic import BaseModel, BeforeValidator, ConfigDict, Discriminator, Field, Tag

T = TypeVar("T")


def _tuple(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def _one_or_more(value: Any) -> Any:
    return (value,) if isinstance(value, str) else _tuple(value)


Text = Annotated[str, Field(min_length=1)]
Word = Annotated[str, Field(pattern=r"^[a-z][a-z0-9]*(_[a-z0-9]+)*$")]
"""A name in small letters, with `_` between its parts."""
Many = Annotated[tuple[T, ...], BeforeValidator(_tuple)]
OneOrMore = Annotated[tuple[Text, ...], BeforeValidator(_one_or_more, json_schema_input_type=Text | list[Text]), Field(min_length=1)]


class _Model(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


class Tool(_Model):
    """A domain tool: how the agent calls it, how long it takes in simulated seconds, and what must be held while it runs.

    `labels` are the steps of the reference at which it runs; without any, the one that has the tool's name.
    """

    call: Text
    arguments: dict[str, Literal["string", "integer", "boolean", "list"]] = Field(default_factory=dict)
    duration: Annotated[float, Field(gt=0)]
    needs: Many[Text] = ()
    may_fail: bool = False
    labels: Many[Text] = ()


class Participant(_Model):
    """An agent: its part in one line, and its tools by name."""

    role: Text
    tools: dict[Word, Tool] = Field(default_factory=dict)


class ToolRan(_Model):
    """A tool has run, to this outcome. A tool that may fail has two, others only `ok`; `any` is either."""

    tool: Text
    outcome: Literal["ok", "failed", "any"] = "ok"


class Sent(_Model):
    """A message was put into a channel."""

    sent: Text
    label: Text


class Received(_Model):
    """A message was taken out of a channel."""

    received: Text
    label: Text


class Acquired(_Model):
    """An agent has got a lock, or a unit of a counter."""

    acquired: Text
    by: Text


class Released(_Model):
    """An agent has given a lock, or a unit of a counter, back."""

    released: Text
    by: Text


class Finished(_Model):
    """An agent is done."""

    done: Text


class AllOf(_Model):
    """Everything of this has happened."""

    all: Annotated[Many[Predicate], Field(min_length=1)]


class AnyOf(_Model):
    """Something of this has happened."""

    any: Annotated[Many[Predicate], Field(min_length=1)]


_EVENTS = {"tool": ToolRan, "sent": Sent, "received": Received, "acquired": Acquired, "released": Released, "done": Finished}
_PREDICATES = {**_EVENTS, "all": AllOf, "any": AnyOf}


def _tag(value: Any) -> str | None:
    """The key that says which form a mapping has: the first that is one of them."""
    if isinstance(value, dict):
        return next((str(key) for key in value if key in _PREDICATES), None)
    return next((key for key, model in _PREDICATES.items() if isinstance(value, model)), None)


Event = Annotated[
    Union[
        Annotated[ToolRan, Tag("tool")],
        Annotated[Sent, Tag("sent")],
        Annotated[Received, Tag("received")],
        Annotated[Acquired, Tag("acquired")],
        Annotated[Released, Tag("released")],
        Annotated[Finished, Tag("done")],
    ],
    Discriminator(_tag),
]
"""Something that happens in one step."""

Predicate = Annotated[
    Union[
        Annotated[ToolRan, Tag("tool")],
        Annotated[Sent, Tag("sent")],
        Annotated[Received, Tag("received")],
        Annotated[Acquired, Tag("acquired")],
        Annotated[Released, Tag("released")],
        Annotated[Finished, Tag("done")],
        Annotated[AllOf, Tag("all")],
        Annotated[AnyOf, Tag("any")],
    ],
    Discriminator(_tag),
]
"""What may be asked of everything that happened in a run."""


class Checkpoint(_Model):
    """An objective: what a good run has achieved."""

    id: Word
    text: Text
    when: Predicate


class FaultPoint(_Model):
    """Where a campaign may inject a fault: the tool fails, takes long, or works and its answer is lost."""

    id: Word
    tool: Text
    fault: Literal["fails", "slow", "crash_after"]


class Uses(_Model):
    """In every reachable state in which the agent stands at a label of the tool it holds the resource."""

    tool: Text
    resource: Text


class Flow(_Model):
    """Some reachable step sends the label on the channel, and some reachable step receives it."""

    channel: Text
    label: Text


class Outcomes(_Model):
    """From a label of the tool, or from the label after it, reachable steps lead to each of `ok` and `failed`: labels of the agent."""

    tool: Text
    ok: OneOrMore
    failed: OneOrMore


class Order(_Model):
    """On every behaviour, `then` does not happen before `first` has happened."""

    first: Event
    then: Event


class Decision(_Model):
    """In some reachable state the agent has all of the options: each of them may be the first to happen after it."""

    agent: Text
    options: Annotated[Many[Event], Field(min_length=2)]


class Failure(_Model):
    """The failed outcome of the tool may be followed by the event; with `always`, on every completed behaviour on which it fails."""

    tool: Text
    leads_to: Event
    always: bool = False


Body = Union[Uses, Flow, Outcomes, Order, Decision, Failure]
"""What a statement says."""


class Statement(_Model):
    """One statement of the checklist: exactly one of its members is there."""

    uses: Uses | None = None
    flow: Flow | None = None
    outcomes: Outcomes | None = None
    order: Order | None = None
    decision: Decision | None = None
    failure: Failure | None = None

    @property
    def kind(self) -> str:
        """The name of the member that is there."""
        return next(iter(self.model_fields_set))

    @property
    def body(self) -> Body:
        """The member that is there."""
        found: Body = getattr(self, self.kind)
        return found


class Attempt(_Model):
    """A first try that fails. `property` and `cause` say how, `grows` names the variable or agent that makes one too large."""

    kind: Literal["either-early", "hub-leaves", "deadlock", "too-large", "syntax", "undrained"]
    text: Text
    property: Text | None = None
    cause: Text | None = None
    grows: Text | None = None


class Task(_Model):
    """A task, without the files beside `task.yaml`."""

    id: Text
    family: Text
    title: Text
    agents: Annotated[dict[Text, Participant], Field(min_length=1)]
    checkpoints: Many[Checkpoint]
    fault_points: Many[FaultPoint]
    checklist: Many[Statement]
    attempts: dict[Text, Attempt] = Field(default_factory=dict)
    bounds: dict[Text, Text] = Field(default_factory=dict)

    def tool(self, name: str) -> Tool | None:
        """The tool that `AGENT.tool` names."""
        agent, _, tool = name.partition(".")
        participant = self.agents.get(agent)
        return None if participant is None else participant.tools.get(tool)

    def labels(self, name: str) -> tuple[str, ...]:
        """The labels at which the tool `AGENT.tool` runs."""
        tool = self.tool(name)
        return () if tool is None else tool.labels or (name.partition(".")[2],)
