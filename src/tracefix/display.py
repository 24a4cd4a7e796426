"""How results, traces and topologies show themselves in notebooks.

The objects live in low rooms and their renderings in a high one, so what they know is only this hook; `tracefix` itself, which knows
every room, says where the renderings are.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol


class Renderings(Protocol):
    """What the room of renderings offers."""

    def html(self, value: Any) -> str:
        """A piece of HTML for an object."""

    def diagram(self, value: Any) -> str | None:
        """A Mermaid diagram for an object, None when it has none."""


_find: Callable[[], Renderings] | None = None


def use_renderings(find: Callable[[], Renderings]) -> None:
    """Say where the renderings are; `find` is called when an object is shown first."""
    global _find
    _find = find


class Shown:
    """A base of objects that Jupyter shows as HTML, and as a diagram where it has one."""

    __slots__ = ()

    def _repr_html_(self) -> str | None:
        return None if _find is None else _find().html(self)

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, Any]:
        diagram = None if _find is None else _find().diagram(self)
        return {} if diagram is None else {"text/vnd.mermaid": diagram}
