"""A protocol with everything that belongs to it: the files of one folder, read and checked together.

A workspace is a folder with `Protocol.tla` (or `protocol.tla`), usually `topology.json` (or `ir.json`) and perhaps a `.cfg` of the
protocol's name; or a single `.tla` file with a `.cfg` beside it, and a topology that is named besides. Every file is read before
anything is reported, so all problems come at once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .diagnostics import Diagnostic, Fix
from .errors import InvalidInput
from .pluscal import parse_cfg, parse_module
from .pluscal.model import CfgValue, Config, ModelValueName, Module
from .similar import similar
from .source import Guess, Source, Span

if TYPE_CHECKING:
    from .pluscal.unknown import Expected
    from .topology import Topology

TITLES = {
    "TF003": "There is no protocol at the path",
    "TF320": "A lock, counter or channel of the topology has no variable",
    "TF410": "A constant has no value",
    "TF411": "A value for something that is not a constant",
    "TF412": "A constant is replaced by a definition that does not exist",
    "TF413": "An invariant or constraint that is not defined",
}
"""The diagnostic codes of this module and what they mean."""

TOPOLOGY_FILES = ("topology.json", "ir.json")
PROTOCOL_FILE = "Protocol.tla"
PROTOCOL_FILES = (PROTOCOL_FILE, "protocol.tla")
TOPOLOGY_PROPERTIES = ("NoOrphanLocks", "ChannelsDrained", "ChannelBound", "TypeInvariant")
"""Invariants that come from the topology, whatever a file defines under these names."""


@dataclass(frozen=True, slots=True)
class Workspace:
    """One protocol. `path` is the `.tla` file, `properties` maps each property that comes from the topology to its
    TLA+ expression (empty without a topology), `bound` overrides the bound of every channel."""

    path: Path
    source: Source
    module: Module
    config: Config
    topology: Topology | None
    properties: Mapping[str, str]
    bound: int | None = None


def load(path: str | Path, bound: int | None = None, topology: str | Path | None = None) -> Workspace:
    """Read a workspace folder or a `.tla` file; `bound` overrides every channel bound, `topology` names the topology file, in the
    place of the one in the folder.

    Raises InvalidInput with the diagnostics of all files.
    """
    protocol, topology_path, config_path = _find(Path(path))
    if topology is not None:
        topology_path = Path(topology)
    problems: list[Diagnostic] = []

    def attempt(action: Any) -> Any:
        try:
            return action()
        except InvalidInput as error:
            problems.extend(error.diagnostics)
            return None

    read: Topology | None = attempt(lambda: _load_topology(topology_path)) if topology_path else None
    module: Module | None = attempt(lambda: parse_module(Source.read(protocol), _expected(read)))
    config: Config | None = attempt(lambda: parse_cfg(Source.read(config_path))) if config_path else _default_config(read, module)
    if module is not None and config is not None and (read is not None or topology_path is None):
        problems.extend(_check_constants(module, config, read))
        problems.extend(_check_operators(module, config, read is not None))
        if read is not None:
            problems.extend(_check_variables(module, read))
    if problems or module is None or config is None:
        raise InvalidInput(problems)
    properties: Mapping[str, str] = {}
    if read is not None:
        from .topology import property_definitions

        properties = property_definitions(read, bound=bound)
    return Workspace(protocol, module.source, module, config, read, properties, bound)


def with_module(workspace: Workspace, module: Module) -> Workspace:
    """The same workspace with another protocol in the place of its own: topology and properties stay."""
    return replace(workspace, module=module, source=module.source)


def _find(path: Path) -> tuple[Path, Path | None, Path | None]:
    if path.is_dir():
        others = sorted(path.glob("*.tla"))
        # By the name as it is written, also where the file system finds a file under another.
        named = [other for name in PROTOCOL_FILES for other in others if other.name == name]
        if named:
            protocol = named[0]
        else:
            if len(others) != 1:
                found = ", ".join(other.name for other in others) or "no .tla file"
                raise InvalidInput(
                    [
                        Diagnostic(
                            "TF003", f"no {PROTOCOL_FILE} in the folder", file=str(path), hint=f"found {found}; name the file to check"
                        )
                    ]
                )
            protocol = others[0]
        topology = next((path / name for name in TOPOLOGY_FILES if (path / name).exists()), None)
    elif path.suffix == ".json":
        raise InvalidInput([Diagnostic("TF003", "a topology is not a protocol", file=str(path), hint="name its folder or the .tla file")])
    else:
        protocol = path
        topology = None
        if path.name in PROTOCOL_FILES:
            topology = next((path.parent / name for name in TOPOLOGY_FILES if (path.parent / name).exists()), None)
    config = protocol.with_suffix(".cfg")
    return protocol, topology, config if config.exists() else None


def _expected(topology: Topology | None) -> Expected | None:
    """What the topology names, so that a protocol that has forgotten it can be told so."""
    if topology is None:
        return None
    from .pluscal.unknown import Expected

    variables = {channel.id: "<<>>" for channel in topology.channels}
    for resource in topology.resources:
        variables[resource.id] = str(resource.initial) if resource.type == "Counter" else "FREE"
    return Expected(variables, frozenset(label for channel in topology.channels for label in channel.labels))


def _load_topology(path: Path) -> Topology:
    from .topology import Topology

    return Topology.load(path)


def _default_config(topology: Topology | None, module: Module | None) -> Config:
    """Without a configuration, `FREE` and the agents are model values where the module declares them."""
    constants: dict[str, CfgValue] = {}
    if topology is not None and module is not None:
        declared = {name for name, _ in module.constants}
        names = ("FREE", *(agent.id for agent in topology.agents))
        constants = {name: ModelValueName(name) for name in names if name in declared}
    return Config(None, None, constants, {}, (), (), True, {})


def _check_constants(module: Module, config: Config, topology: Topology | None) -> list[Diagnostic]:
    """Every constant of the module has a value, and every value a constant."""
    problems: list[Diagnostic] = []
    model_values = {"FREE", *(agent.id for agent in topology.agents)} if topology is not None else set()
    declared = {name for name, _ in module.constants}
    given = {*config.constants, *config.overrides}
    for name, span in module.constants:
        if name not in given:
            misspelt = similar(name, given - declared)
            hint = f"the .cfg sets {misspelt[0]}" if misspelt else f"add 'CONSTANT {name} = {name}' to the .cfg"
            problem = module.source.diagnostic("TF410", f"the constant {name} has no value", span, hint=hint)
            problems.append(
                replace(problem, fix=_appended(config, f"CONSTANT {name} = {name}\n", certain=name in model_values and not misspelt))
            )
    for name in sorted(given - declared - {"defaultInitValue"}):
        if name not in module.definitions:
            close = similar(name, declared - given)
            message = f"{name} is not a constant of {module.name}"
            problems.append(_in_config(config, "CONSTANT", name, "TF411", message, close))
    for name, target in config.overrides.items():
        if target not in module.definitions:
            message = f"{name} is replaced by {target}, which {module.name} does not define"
            problems.append(_in_config(config, "CONSTANT", name, "TF412", message))
    return problems


def _check_operators(module: Module, config: Config, has_topology: bool) -> list[Diagnostic]:
    """Every invariant and constraint that the configuration names is defined."""
    known_by_topology = TOPOLOGY_PROPERTIES if has_topology else ()
    known = [*module.definitions, *known_by_topology]
    return [
        _in_config(config, section, name, "TF413", f"{section} {name} is not defined in {module.name}", similar(name, known))
        for section, names in (("INVARIANT", config.invariants), ("CONSTRAINT", config.constraints))
        for name in names
        if name not in module.definitions and not (section == "INVARIANT" and name in known_by_topology)
    ]


def _in_config(config: Config, section: str, name: str, code: str, message: str, close: Sequence[str] = ()) -> Diagnostic:
    """A diagnostic at an entry of the configuration; `close` holds the name that was meant, if there is one like it."""
    span = config.spans.get((section, name))
    if config.source is None or span is None:
        return Diagnostic(code, message, file=config.source.name if config.source else None)
    hint = f"did you mean {close[0]}?" if close else None
    return config.source.diagnostic(code, message, span, hint=hint, edit=Guess(span, close[0]) if close else None)


def _appended(config: Config, line: str, *, certain: bool) -> Fix | None:
    """A fix that adds a line to the configuration; None when there is no file."""
    source = config.source
    if source is None:
        return None
    end = Span(len(source.text), len(source.text))
    return source.fix(end, line if not source.text or source.text.endswith("\n") else f"\n{line}", certain=certain)


def _check_variables(module: Module, topology: Topology) -> list[Diagnostic]:
    """Every lock, counter and channel of the topology is a global variable of the protocol."""
    declared = {variable.name for variable in module.algorithm.variables}
    problems = []
    for kind, names in (
        ("resource", [resource.id for resource in topology.resources]),
        ("channel", [channel.id for channel in topology.channels]),
    ):
        for name in names:
            if name not in declared:
                problems.append(
                    module.source.diagnostic(
                        "TF320",
                        f"the {kind} {name} of the topology has no variable in the protocol",
                        module.algorithm.span,
                        hint=f"declare '{name}' in the algorithm's variables",
                    )
                )
    return problems
