"""The folder of a task, read as a whole."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from ..diagnostics import Diagnostic
from ..errors import InvalidInput
from ..source import Source
from ..topology import Topology
from ..workspace import Workspace, load
from . import table
from .document import Document
from .models import Task

TASKS = Path(__file__).parent / "tasks"
"""Where the suite's tasks lie, a folder each."""

YAML, DESCRIPTION, TOPOLOGY, PROTOCOL, EXPECTED, ATTEMPTS = (
    "task.yaml", "description.md", "topology.json", "protocol.tla", "expected.json", "attempts",
)  # fmt: skip
NEEDED = (DESCRIPTION, TOPOLOGY, PROTOCOL, YAML)


@dataclass(frozen=True, slots=True)
class TaskFolder:
    """A task with its files. `workspace` is the reference; `attempts` are the files by name, in order."""

    path: Path
    document: Document
    task: Task
    description: Source
    workspace: Workspace
    attempts: Mapping[str, Path]

    @property
    def id(self) -> str:
        """The id of the task."""
        return self.task.id

    @property
    def topology(self) -> Topology:
        """The topology that reference and attempts share."""
        assert self.workspace.topology is not None
        return self.workspace.topology

    def attempt(self, name: str) -> Workspace:
        """The protocol of an attempt. Raises InvalidInput."""
        return load(self.attempts[name], topology=self.path / TOPOLOGY)

    def digest(self) -> str:
        """A hash of everything that a check of the task depends on: the files but for `expected.json`."""
        whole = sha256()
        for path in sorted(self.path.rglob("*")):
            if path.is_file() and path.name != EXPECTED:
                name = path.relative_to(self.path).as_posix().encode()
                data = path.read_bytes()
                whole.update(b"%d %s %d " % (len(name), name, len(data)) + data)
        return whole.hexdigest()


@dataclass(frozen=True, slots=True)
class Parts:
    """What of a folder could be read; None is what could not."""

    path: Path
    document: Document | None
    task: Task | None
    description: Source | None
    topology: Topology | None
    workspace: Workspace | None
    attempts: Mapping[str, Path]


def read_parts(path: Path) -> tuple[Parts, list[Diagnostic]]:
    """Everything of a folder that can be read, and the problems of what cannot. Raises InvalidInput for a path that is no folder."""
    if not path.is_dir():
        raise InvalidInput([Diagnostic("TF801", "there is no folder of a task here", file=str(path), hint=_hint(path))])
    problems = [
        Diagnostic("TF801", f"the task has no {name}", file=str(path / name), hint="every task has " + ", ".join(NEEDED))
        for name in NEEDED
        if not (path / name).is_file()
    ]
    there = {name for name in NEEDED if (path / name).is_file()}
    document = task = description = topology = workspace = None
    try:
        document = Document.read(Source.read(path / YAML)) if YAML in there else None
        task = document.task() if document is not None else None
    except InvalidInput as error:
        problems += error.diagnostics
    try:
        description = Source.read(path / DESCRIPTION) if DESCRIPTION in there else None
    except InvalidInput as error:
        problems += error.diagnostics
    try:
        topology = Topology.load(path / TOPOLOGY) if TOPOLOGY in there else None
    except InvalidInput as error:
        problems += error.diagnostics
    if topology is not None and PROTOCOL in there:
        try:
            workspace = load(path / PROTOCOL)
        except InvalidInput as error:
            problems += error.diagnostics
    attempts = {file.stem: file for file in sorted((path / ATTEMPTS).glob("*.tla"))}
    return Parts(path, document, task, description, topology, workspace, attempts), problems


def _hint(path: Path) -> str | None:
    return f"{path} is in the table of the suite but has no folder" if table.split(path.name) else "name an id like 10E, or a folder"


def locate(name: str) -> Path:
    """The folder of a task: an id of the suite, or a path. Raises InvalidInput for an id that is not in the table."""
    path = Path(name)
    if table.split(name) is not None and not path.is_dir():
        return _near(TASKS / name)
    if not path.is_dir() and path.name == name:
        message = f"{name} is no task of the suite"
        raise InvalidInput(
            [Diagnostic("TF802", message, hint="tasks are named by family and level, from 1E to 16H; 'tracefix suite list'")]
        )
    return path


def _near(path: Path) -> Path:
    """The path as seen from the working folder when it lies below it: so diagnostics say it, and files of results."""
    try:
        return path.relative_to(Path.cwd())
    except ValueError:
        return path


def known_ids() -> tuple[str, ...]:
    """The ids of the tasks that are there, in the order of the table."""
    return tuple(task_id for task_id in table.ids() if (TASKS / task_id).is_dir())
