"""The module and configuration that TLC is given: the translated protocol with the topology's properties put on top.

The properties are defined in a module of their own, under a reserved prefix, so that what the protocol's file defines under their names
does not count.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from ..pluscal.model import CfgValue, ModelValueName
from ..workspace import Workspace
from .translate import Translation

WRAPPER = "TracefixMC"
PREFIX = "TracefixP_"
MODEL_VALUE = "TracefixM_"
"""Prefix of constants that stand for model values, whatever the module itself calls them."""
_STANDARD = {
    "Integers": r"\.\.|[-+*<>%]|\bNat\b|\bInt\b",
    "Sequences": r"\b(?:Seq|Len|Head|Tail|Append|SubSeq|SelectSeq)\b|\\o\b",
    "FiniteSets": r"\b(?:Cardinality|IsFiniteSet)\b",
}


@dataclass(frozen=True, slots=True)
class Wrapper:
    """Texts of the wrapper module and of its configuration; `invariants` maps a name that TLC says to the property's name."""

    module: str
    config: str
    invariants: Mapping[str, str]

    def write(self, folder: Path) -> None:
        """Write both files into a folder."""
        (folder / f"{WRAPPER}.tla").write_text(self.module, encoding="utf-8", newline="\n")
        (folder / f"{WRAPPER}.cfg").write_text(self.config, encoding="utf-8", newline="\n")


def wrap(
    workspace: Workspace,
    translation: Translation,
    *,
    definitions: Mapping[str, str] | None = None,
    overrides: Mapping[str, str] | None = None,
    only_invariants: tuple[str, ...] | None = None,
    model_values: Iterable[str] = (),
) -> Wrapper:
    """The wrapper of a workspace.

    `definitions` and `overrides` (operator to operator) are added to it, and a constant for each of `model_values`; `only_invariants`
    replaces all invariants, which is how a trace to a known state is asked for.
    """
    config = workspace.config
    texts = {PREFIX + name: text for name, text in workspace.properties.items()} | dict(definitions or {})
    constants, declared = _constants(workspace, translation)
    for name in sorted(model_values):
        declared.append(MODEL_VALUE + name)
        constants.append(f"{MODEL_VALUE}{name} = {name}")
    needed = [name for name, pattern in _STANDARD.items() if any(re.search(pattern, text) for text in texts.values())]
    if definitions:
        needed += [name for name in ("TLC", "Sequences", "Integers") if name not in needed]
    lines = [f"---- MODULE {WRAPPER} ----", f"EXTENDS {', '.join([workspace.module.name, *needed])}"]
    if declared:
        lines.append(f"CONSTANTS {', '.join(declared)}")
    if "pc" not in translation.variables and any(re.search(r"\bpc\b", text) for text in texts.values()):
        # The translation of endless loops with one label each has no pc; the properties only ask whether it is "Done".
        lines.append('pc == [tf_agent \\in ProcSet |-> "loops"]')
    for name, text in texts.items():
        # Further lines move right by the prefix, so that aligned lists stay aligned.
        indent = "\n" + " " * len(PREFIX)
        lines.append(f"{name} == {text.replace(chr(10), indent)}")
    lines += ["====", ""]
    invariants = {PREFIX + name: name for name in workspace.properties}
    invariants |= {name: name for name in config.invariants if name not in workspace.properties}
    names = tuple(invariants) if only_invariants is None else only_invariants
    cfg = [f"SPECIFICATION {config.specification or 'Spec'}"]
    replaced = [f"{name} <- {target}" for name, target in {**config.overrides, **(overrides or {})}.items()]
    if constants or replaced:
        cfg += ["CONSTANTS", *(f"    {line}" for line in [*constants, *replaced])]
    if names:
        cfg += ["INVARIANTS", *(f"    {name}" for name in names)]
    if config.constraints:
        cfg += ["CONSTRAINTS", *(f"    {name}" for name in config.constraints)]
    return Wrapper("\n".join(lines), "\n".join([*cfg, ""]), invariants)


def _constants(workspace: Workspace, translation: Translation) -> tuple[list[str], list[str]]:
    """The assignments of the configuration, and the constants that the wrapper has to declare itself.

    Without a .cfg the workspace has a constant for each agent and lock state; those that the module has not are declared here.
    """
    config, module = workspace.config, workspace.module
    known = {name for name, _ in module.constants}
    lines, declared = [], []
    for name, value in config.constants.items():
        if config.source is None and name not in known:
            if name in module.definitions:
                continue
            declared.append(name)
        if name == "defaultInitValue" and not translation.uses_default:
            continue
        lines.append(f"{name} = {cfg_text(value)}")
    if translation.uses_default and "defaultInitValue" not in config.constants:
        lines.append("defaultInitValue = defaultInitValue")
    return lines, declared


def cfg_text(value: CfgValue) -> str:
    """A configuration value as TLC reads it."""
    if isinstance(value, ModelValueName):
        return value.name
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, str):
        return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
    return "{" + ", ".join(sorted(cfg_text(item) for item in value)) + "}"
