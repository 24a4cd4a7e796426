"""Check the order of the rooms under `src/tracefix`: imports point downwards only.

Run from anywhere: `python tools/check_layers.py [FOLDER]`. Prints one line per breach and ends with status 1 when there is one.

Four rules:

* a module imports only from its own room and from rooms below it (`LAYERS`);
* a room above `checker` reaches it through `tracefix.checker` itself, not through its modules;
* `import tracefix` loads none of `HEAVY`, checked by following the imports that run at import time;
* functions compiled by numba live in one file, because numba's disk cache does not see changes in another.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

PACKAGE = "tracefix"

LAYERS: tuple[tuple[str, ...], ...] = (
    ("source", "diagnostics", "display", "errors", "fixes", "similar"),
    ("topology", "pluscal"),
    ("workspace",),
    ("lint",),
    ("checker",),
    ("tlc", "diagnosis", "conformance", "effects"),
    ("explain",),
    ("render", "prompts", "repair", "runtime"),
    ("suite", "mcp_server"),
    ("cli",),
)
"""Lowest first. Rooms of one layer do not import each other, except as listed in `PEERS`."""

PEERS = {("source", "diagnostics"), ("source", "errors"), ("errors", "diagnostics"), ("fixes", "diagnostics")}
"""(importer, imported) pairs within a layer that are allowed."""

TOP = ("__init__", "__main__")
"""Modules of the package itself: they hand out names of every room."""

HEAVY = ("numba", "llvmlite", "numpy", "lark", "pydantic", "openai", "rich", "mcp", "click")
"""What `import tracefix` must not load."""

DECORATORS = ("jit", "njit", "vectorize", "guvectorize", "stencil", "cfunc", "intrinsic", "overload")
"""numba's decorators."""


@dataclass(frozen=True, slots=True)
class Import:
    """One imported module by its full name, and the name taken from it when that is not a module.

    `runs` is False below TYPE_CHECKING, `at_import` False inside functions.
    """

    module: str
    name: str
    line: int
    runs: bool
    at_import: bool


@dataclass(frozen=True, slots=True)
class Module:
    """A source file: its full name, path, syntax tree and imports."""

    name: str
    path: Path
    tree: ast.Module
    imports: tuple[Import, ...]

    @property
    def room(self) -> str:
        """The first part of the name below the package; `__init__` for the package itself."""
        parts = self.name.split(".")
        return parts[1] if len(parts) > 1 else "__init__"


def read_modules(folder: Path) -> dict[str, Module]:
    """Every module below a package folder, by full name."""
    paths = sorted(folder.rglob("*.py"))
    names = {path: _name(path, folder) for path in paths}
    known = set(names.values())
    modules = {}
    for path, name in names.items():
        tree = ast.parse(path.read_text(encoding="utf-8"), str(path))
        package = name if path.name == "__init__.py" else name.rpartition(".")[0]
        modules[name] = Module(name, path, tree, tuple(_imports(tree, package, known)))
    return modules


def _name(path: Path, folder: Path) -> str:
    parts = [PACKAGE, *path.relative_to(folder).with_suffix("").parts]
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _imports(tree: ast.AST, package: str, known: set[str], runs: bool = True, at_import: bool = True) -> Iterator[Import]:
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield Import(alias.name, "", node.lineno, runs, at_import)
        elif isinstance(node, ast.ImportFrom):
            base = _base(node, package)
            for alias in node.names:
                full = f"{base}.{alias.name}"
                taken = ("", full) if full in known else (alias.name, base)
                yield Import(taken[1], taken[0], node.lineno, runs, at_import)
        elif isinstance(node, ast.If) and _is_type_checking(node.test):
            for child in node.body:
                yield from _imports(ast.Module([child], []), package, known, False, at_import)
            for child in node.orelse:
                yield from _imports(ast.Module([child], []), package, known, runs, at_import)
        else:
            inside = isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda))
            yield from _imports(node, package, known, runs, at_import and not inside)


def _base(node: ast.ImportFrom, package: str) -> str:
    if not node.level:
        return node.module or ""
    parts = package.split(".")
    parts = parts[: len(parts) - (node.level - 1)]
    return ".".join([*parts, node.module] if node.module else parts)


def _is_type_checking(test: ast.expr) -> bool:
    return (isinstance(test, ast.Name) and test.id == "TYPE_CHECKING") or (isinstance(test, ast.Attribute) and test.attr == "TYPE_CHECKING")


def check(folder: Path) -> list[str]:
    """Every breach in the package at `folder`, as `path:line: text`."""
    modules = read_modules(folder)
    found = [*_order(modules), *_checker_door(modules), *_weight(modules), *_jitted(modules)]
    return [f"{path.relative_to(folder.parent)}:{line}: {text}" for path, line, text in found]


Breach = tuple[Path, int, str]


def _order(modules: dict[str, Module]) -> Iterator[Breach]:
    level = {room: index for index, rooms in enumerate(LAYERS) for room in rooms}
    for module in modules.values():
        if module.room in TOP:
            continue
        if module.room not in level:
            yield module.path, 1, f"the room {module.room} has no layer"
            continue
        for item in module.imports:
            parts = item.module.split(".")
            if parts[0] != PACKAGE:
                continue
            target = parts[1] if len(parts) > 1 else "__init__"
            if target == module.room or (module.room, target) in PEERS:
                continue
            if target == "__init__" and item.name == "__version__":
                continue
            if target not in level or level[target] >= level[module.room]:
                yield module.path, item.line, f"{module.room} must not import {item.module}"


def _checker_door(modules: dict[str, Module]) -> Iterator[Breach]:
    for module in modules.values():
        if module.room == "checker":
            continue
        for item in module.imports:
            if item.module.startswith(f"{PACKAGE}.checker."):
                yield module.path, item.line, f"{module.room} must import from {PACKAGE}.checker, not from {item.module}"


def _weight(modules: dict[str, Module]) -> Iterator[Breach]:
    """Follow what runs at import time, from the package on."""
    waiting, seen = [PACKAGE], {PACKAGE}
    while waiting:
        module = modules[waiting.pop()]
        for item in module.imports:
            if not (item.runs and item.at_import):
                continue
            if item.module.split(".")[0] in HEAVY:
                yield module.path, item.line, f"'import {PACKAGE}' would load {item.module.split('.')[0]}"
            parts = item.module.split(".")
            for name in (".".join(parts[:count]) for count in range(1, len(parts) + 1)):
                if name in modules and name not in seen:
                    seen.add(name)
                    waiting.append(name)


def _jitted(modules: dict[str, Module]) -> Iterator[Breach]:
    """Compiled functions outside the first file that has one."""
    places: dict[Path, list[int]] = {}
    for module in modules.values():
        functions = (node for node in ast.walk(module.tree) if isinstance(node, ast.FunctionDef))
        lines = [function.lineno for function in functions if any(map(_is_numba, function.decorator_list))]
        if lines:
            places[module.path] = lines
    if len(places) > 1:
        home = max(places, key=lambda path: len(places[path]))
        for path, lines in places.items():
            if path != home:
                yield path, lines[0], f"a function compiled by numba outside {home.name}: its cached code would outlive changes"


def _is_numba(decorator: ast.expr) -> bool:
    if isinstance(decorator, ast.Call):
        decorator = decorator.func
    name = decorator.attr if isinstance(decorator, ast.Attribute) else decorator.id if isinstance(decorator, ast.Name) else ""
    return name in DECORATORS


def main(arguments: list[str]) -> int:
    """Print every breach; 1 when there is one."""
    folder = Path(arguments[0]) if arguments else Path(__file__).resolve().parent.parent / "src" / PACKAGE
    breaches = check(folder)
    for line in breaches:
        print(line)
    print(f"{len(breaches)} breaches" if breaches else "the rooms are in order")
    return 1 if breaches else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
