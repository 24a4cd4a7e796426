"""The report page as a reader uses it: from disk, without a network, with the keyboard, in both colour schemes, at 400 % zoom."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from corpus_cases import CORPUS, EXAMPLES
from protocol_builder import build_in

from tracefix import check
from tracefix.checker import to_tla
from tracefix.diagnosis import diagnosis_of
from tracefix.render.story import no_return_words, step_words

CODE_REVIEW = EXAMPLES / "code_review" / "broken"
TWO_PHASE = EXAMPLES / "two_phase_commit" / "broken"
PAGES = {
    "code_review": CODE_REVIEW,
    "two_phase_commit": TWO_PHASE,
    "holds": EXAMPLES / "code_review" / "repaired",
    "orphan_lock": CORPUS / "violated" / "s11_error_path_keeps_lock",
    "without_topology": CORPUS / "deadlock" / "s29_loop_waits_for_itself",
    "initial_state": CORPUS / "violated" / "initial_state",
}


LOOKS = [*((name, "light") for name in PAGES), ("code_review", "dark"), ("holds", "dark")]


@pytest.mark.parametrize(("name", "scheme"), LOOKS)
def test_a_page_opens_from_disk_without_errors_or_requests_and_is_accessible(opened: Any, name: str, scheme: str) -> None:
    found = opened(PAGES[name], color_scheme=scheme, viewport={"width": 1280, "height": 900})
    found.screenshot(f"{name}-{scheme}")
    assert found.problems == []
    assert [url for url in found.requests if not url.startswith(("file:", "data:"))] == []
    assert Axe().run(found.page).response["violations"] == []


def test_the_keyboard_steps_forwards_and_back(opened: Any) -> None:
    found = opened(CODE_REVIEW)
    press = found.page.keyboard.press
    assert found.now.startswith("12 of 12 REVIEWER at r_wait: ends")
    press("ArrowLeft")
    assert found.now.startswith('11 of 12 DEVELOPER_A at a_submit: sends "change" on a_to_reviewer')
    press("Home")
    assert found.now.startswith("1 of 12 initially: nothing is taken")
    press("ArrowLeft")
    assert found.now.startswith("1 of 12")
    press("ArrowRight")
    press("ArrowRight")
    assert found.now.startswith("3 of 12 DEVELOPER_B at b_submit")
    press("End")
    press("ArrowRight")
    assert found.now.startswith("12 of 12")
    assert found.problems == []


def test_everything_can_be_reached_and_used_without_a_mouse(opened: Any) -> None:
    found = opened(CODE_REVIEW)
    page = found.page
    page.keyboard.press("Home")
    named = "document.activeElement.getAttribute('aria-label') || document.activeElement.textContent.trim().slice(0, 20)"
    names = []
    page.keyboard.press("Tab")
    while page.evaluate("document.activeElement !== document.body"):
        names.append(page.evaluate(named))
        assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") == "solid"
        page.keyboard.press("Tab")
    regions = [name for name in names if not name.startswith(("wait graph", "topology", "Deadlock"))]
    # The buttons back and first have nothing to do at the first step, and the slider has no text.
    assert regions == ["dark colours", "forward", "last", "", "sequence diagram", "source text"]
    page.get_by_role("button", name="forward").focus()
    page.keyboard.press("Enter")
    assert found.now.startswith("2 of 12")
    page.get_by_role("slider").focus()
    page.keyboard.press("ArrowRight")
    assert found.now.startswith("3 of 12")
    page.get_by_role("button", name="dark colours").focus()
    page.keyboard.press("Space")
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"


def test_a_page_at_400_percent_scrolls_in_one_direction_only(opened: Any) -> None:
    found = opened(TWO_PHASE, viewport={"width": 320, "height": 256})
    found.screenshot("two_phase_commit-400-percent")
    assert found.page.evaluate("document.documentElement.scrollWidth") == 320
    found.page.keyboard.press("Home")
    assert found.now.startswith("1 of 8")


@pytest.mark.parametrize("name", ["two_phase_commit", "orphan_lock", "without_topology"])
def test_the_page_tells_the_story_of_the_other_forms(opened: Any, name: str) -> None:
    found = opened(PAGES[name])
    violation = check(PAGES[name], all=True).violations[0]
    diagnosis = diagnosis_of(violation)
    assert diagnosis is not None
    diagnosis.find_no_return()
    told = found.page.inner_text("section[aria-labelledby=diagnosis]")
    for part in (diagnosis.summary, diagnosis.cause.value, diagnosis.hint, no_return_words(diagnosis)):
        assert part in told
    found.page.keyboard.press("Home")
    for position, step in enumerate(diagnosis.steps):
        assert found.now.endswith(step_words(step))
        if step.step is not None:
            assert f"{step.step.agent} at {step.step.label}:" in found.now
            assert found.page.get_attribute("tr.moved", "data-line") == str(step.step.line)
        rows = dict(row.split("\t", 1) for row in found.page.inner_text(".state").splitlines() if "\t" in row)
        for agent, label in violation.trace[position].state.pc.items():
            assert rows[agent].startswith("ended" if label == "Done" else f"at {label}")
        for object_name, value in diagnosis.states[position].items():
            if diagnosis.sorts[object_name] == "channel":
                assert isinstance(value, tuple)
                queue = found.page.locator(".state tr", has=found.page.get_by_role("rowheader", name=object_name, exact=True)).locator("li")
                assert queue.all_inner_texts() == [to_tla(message) for message in value]
        found.page.keyboard.press("ArrowRight")


def test_a_held_lock_has_a_bar_and_every_agent_its_line(opened: Any) -> None:
    found = opened(TWO_PHASE)
    assert found.page.locator(".bar text").all_text_contents() == ["BUDGET"]
    badges = found.page.locator("tr.at").evaluate_all(
        "rows => rows.map(row => [row.dataset.line, row.querySelector('.badge').textContent])"
    )
    assert badges == [["56", "COORDINATOR"], ["91", "FLIGHTS"], ["107", "HOTELS"], ["131", "CARS"]]
    assert found.page.inner_text(".state").count("held by FLIGHTS") == 1


def test_another_violated_property_can_be_chosen(opened: Any) -> None:
    found = opened(CORPUS / "deadlock" / "s10_holder_dies")
    found.page.get_by_label("violated property").select_option(label="NoOrphanLocks")
    assert "L is still held by A, which has ended" in found.page.inner_text("section[aria-labelledby=diagnosis]")
    assert found.now.startswith("6 of 6")
    assert found.problems == []


def test_text_of_a_protocol_stays_text(opened: Any, tmp_path: Path) -> None:
    folder = tmp_path / "hostile"
    folder.mkdir()
    build_in(folder, {"A": "a1: await FALSE; \\* </script><script>window.bad = 1</script><!-- \u2028 &amp;"}, variables="n = 0")
    found = opened(folder)
    assert found.page.evaluate("window.bad") is None
    assert "</script><script>window.bad = 1</script><!--" in found.page.inner_text("section[aria-labelledby=source]")
    assert found.problems == []


def test_the_wait_graph_has_an_arrow_for_each_wait(opened: Any) -> None:
    found = opened(CORPUS / "deadlock" / "s02_lock_order_inversion")
    graph = found.page.locator("section[aria-labelledby=diagnosis] svg")
    assert graph.locator(".node text").all_text_contents() == ["A", "B"]
    assert sorted(graph.locator(".edge text").all_text_contents()) == ["S", "T"]
    assert re.match(r"url\(.*#head-waits.*\)", graph.locator(".edge path").first.get_attribute("marker-end"))
