"""`tracefix report`: one HTML file that needs nothing else, neither a network nor a server.

The program in it is bundled from `web/report` by `tools/build_report.py`; here it is put together with the data.
"""

from __future__ import annotations

import json
from html import escape
from importlib.resources import files

from ..checker import CheckResult, Origin
from .report_data import report_data

_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<link rel="icon" href="data:,">
<title>{title}</title>
<style>{style}</style>
</head>
<body>
<div id="page"><noscript>This page shows its content with JavaScript.</noscript></div>
<script type="application/json" id="data">{data}</script>
<script>{program}</script>
</body>
</html>
"""


def report_page(result: CheckResult, origin: Origin, title: str) -> str:
    """The page of a result; `title` names the protocol."""
    bundle = files(__package__) / "page"
    data = json.dumps(report_data(result, origin, title), ensure_ascii=False, separators=(",", ":"))
    return _PAGE.format(
        policy="default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:",
        title=escape(f"{result.verdict.value}: {title}"),
        style=bundle.joinpath("report.css").read_text(encoding="utf-8"),
        # Nothing in a protocol's text may end the element that it stands in.
        data=data.replace("<", "\\u003c"),
        program=bundle.joinpath("report.js").read_text(encoding="utf-8").replace("</", "<\\/"),
    )
