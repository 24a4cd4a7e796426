"""Write the table of all diagnostic codes into docs/diagnostics/README.md.

Run from anywhere, with tracefix installed: `python tools/update_diagnostics.py`.
"""

from __future__ import annotations

from pathlib import Path

from tracefix.explain import titles

README = Path(__file__).resolve().parent.parent / "docs" / "diagnostics" / "README.md"
MARK = "## All codes\n"


def table() -> str:
    """The rows, each with a link to its page."""
    rows = [f"| [{code}](../../src/tracefix/explain/{code}.md) | {title} |" for code, title in titles().items()]
    return "\n".join(["| code | |", "|---|---|", *rows]) + "\n"


if __name__ == "__main__":
    before, mark, _ = README.read_text(encoding="utf-8").partition(MARK)
    README.write_text(f"{before}{mark}\n{table()}", encoding="utf-8")
