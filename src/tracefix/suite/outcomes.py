"""What came out of the searches of a task: small enough to be kept in a file, and compared."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any

from ..checker import CheckResult
from ..diagnostics import Diagnostic


@dataclass(frozen=True, slots=True)
class Outcome:
    """How one engine ended on one protocol.

    `properties` are those that are violated, the first one first, and `trace` the length of its trace. Counts are None when nothing was
    searched; `seconds` is wall time.
    """

    verdict: str
    seconds: float
    properties: tuple[str, ...] = ()
    trace: int | None = None
    distinct: int | None = None
    generated: int | None = None
    depth: int | None = None
    limit: str | None = None

    @classmethod
    def of(cls, result: CheckResult) -> Outcome:
        """The outcome of a check."""
        stats, violations = result.stats, result.violations
        return cls(
            result.verdict.value,
            0.0 if stats is None else round(stats.seconds, 3),
            tuple(violation.property for violation in violations),
            len(violations[0].trace) if violations else None,
            None if stats is None else stats.distinct,
            None if stats is None else stats.generated,
            None if stats is None else stats.depth,
            result.limit,
        )

    @property
    def counts(self) -> dict[str, int | None]:
        """Distinct, generated and depth."""
        return {"distinct": self.distinct, "generated": self.generated, "depth": self.depth}


@dataclass(frozen=True, slots=True)
class Run:
    """One protocol of a task under all engines: `op` is the search operation by operation of a reference, `tlc` None without TLC.

    `differences` say where native checker and TLC differ. `cause` is that of the native violation, `drives` names what makes an attempt
    too large; `kind` is the kind of the attempt.
    """

    native: Outcome
    op: Outcome | None = None
    tlc: Outcome | None = None
    differences: tuple[str, ...] = ()
    drives: tuple[str, ...] = ()
    cause: str | None = None
    kind: str | None = None

    @property
    def agree(self) -> bool | None:
        """Whether the engines agree; None when they were not compared or one did not finish."""
        if self.tlc is None or "incomplete" in (self.native.verdict, self.tlc.verdict):
            return None
        return not self.differences

    def to_json(self) -> dict[str, Any]:
        """The run as a JSON object."""
        data = asdict(self)
        return {key: value for key, value in data.items() if value not in (None, ())} | {"agree": self.agree}

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Run:
        """The run of `to_json`."""
        outcomes = {name: None if data.get(name) is None else _outcome(data[name]) for name in ("native", "op", "tlc")}
        native = outcomes["native"]
        assert native is not None
        texts = tuple(data.get("differences", ())), tuple(data.get("drives", ()))
        return cls(native, outcomes["op"], outcomes["tlc"], *texts, data.get("cause"), data.get("kind"))


def _outcome(data: dict[str, Any]) -> Outcome:
    return Outcome(**{**data, "properties": tuple(data["properties"])})


@dataclass(slots=True)
class TaskResult:
    """Everything that is known about a task. `digest` and `version` say what the searches were made of and by.

    `sizes` are the numbers of agents, locks, channels and counters, `statements` those of the checklist, None before it was evaluated;
    `broken` are the problems that its evaluation has found. `problems` are all problems, those of the text among them.
    """

    task: str
    digest: str
    version: str
    sizes: dict[str, int]
    statements: int | None = None
    checklist_seconds: float | None = None
    broken: tuple[Diagnostic, ...] = ()
    reference: Run | None = None
    attempts: dict[str, Run] = field(default_factory=dict)
    problems: tuple[Diagnostic, ...] = ()

    @property
    def valid(self) -> bool:
        """Whether nothing is wrong with it."""
        return all(problem.severity != "error" for problem in self.problems)

    def to_json(self) -> dict[str, Any]:
        """The result as a JSON object."""
        return {
            "task": self.task,
            "valid": self.valid,
            "digest": self.digest,
            "version": self.version,
            "sizes": self.sizes,
            "statements": self.statements,
            "checklist_seconds": self.checklist_seconds,
            "broken": [problem.to_json() for problem in self.broken],
            "reference": None if self.reference is None else self.reference.to_json(),
            "attempts": {name: run.to_json() for name, run in self.attempts.items()},
            "diagnostics": [problem.to_json() for problem in self.problems],
        }

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> TaskResult:
        """The result of `to_json`, without the problems, which are found again."""
        return cls(
            data["task"],
            data["digest"],
            data["version"],
            data["sizes"],
            data["statements"],
            data["checklist_seconds"],
            tuple(Diagnostic(**problem) for problem in data["broken"]),
            None if data["reference"] is None else Run.from_json(data["reference"]),
            {name: Run.from_json(run) for name, run in data["attempts"].items()},
        )
