"""Write src/tracefix/pluscal/grammar/tables.json from the grammar files. Run it after every change of a grammar file."""

from __future__ import annotations

import json

from tracefix.pluscal import tables


def main() -> None:
    """Build the tables and write them."""
    path = tables.FOLDER / "tables.json"
    path.write_text(json.dumps(tables.build(), separators=(",", ":"), sort_keys=True) + "\n", encoding="utf-8")
    print(f"wrote {path.name}: {path.stat().st_size} bytes")


if __name__ == "__main__":
    main()
