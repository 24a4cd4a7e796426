"""`tracefix report` as a command; what the page shows is tested in `tests/report`."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from corpus_cases import CORPUS


def test_a_report_is_written_and_the_status_is_that_of_the_check(tracefix: Any, tmp_path: Path) -> None:
    ran = tracefix("report", str(CORPUS / "deadlock" / "s10_holder_dies"), cwd=tmp_path)
    assert (ran.status, ran.out, ran.err) == (11, "", "wrote report.html\n")
    text = (tmp_path / "report.html").read_text(encoding="utf-8")
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', text)
    assert found is not None
    data = json.loads(found[1])
    assert data["schema"] == "tracefix.report/1"
    assert [violation["property"] for violation in data["violations"]] == ["Deadlock", "NoOrphanLocks", "CompletionReachable"]
    assert not re.search(r"""(src|href)=["']?(https?:|//)""", text)


def test_a_protocol_that_cannot_be_read_has_no_report(tracefix: Any, tmp_path: Path) -> None:
    ran = tracefix("report", str(tmp_path), "-o", str(tmp_path / "page.html"))
    assert ran.status == 150
    assert not (tmp_path / "page.html").exists()


def test_a_report_that_cannot_be_written_is_refused_before_the_search(tracefix: Any, tmp_path: Path) -> None:
    file = tmp_path / "gone" / "page.html"
    ran = tracefix("report", str(CORPUS / "deadlock" / "s01_mutual_wait"), "-o", str(file))
    assert (ran.status, ran.out, ran.err) == (74, "", f"Error: cannot write {file}: no such file or directory\n")
