"""The pages about tasks of the suite: their examples are parts of the sample task."""

from __future__ import annotations

from pathlib import Path

import pytest

from tracefix.explain import FILES_OF_TASK, page, titles
from tracefix.suite import Options, diagnose, examine

from .conftest import SAMPLE, Edit

PAGES = [code for code in titles() if page(code).part_of is not None]
SEARCHED = [code for code in PAGES if code.startswith("TF82")]
"""Codes of what only a search shows."""
OPTIONS = Options(tlc=False, max_states=2000)
LANGUAGES = {file: language for language, file in FILES_OF_TASK.items()}


def test_the_sample_has_no_problem() -> None:
    assert diagnose(SAMPLE) == ()
    assert examine(str(SAMPLE), OPTIONS).problems == ()


def wrong(code: str, edited: Edit) -> Path:
    """The sample with the wrong example of a page in the place of the right one."""
    found = page(code)
    assert set(found.wrong) == set(found.right)
    return edited(**{LANGUAGES[name]: (found.right[name], text) for name, text in found.wrong.items()})


@pytest.mark.parametrize("code", [code for code in PAGES if code not in SEARCHED])
def test_the_wrong_example_in_the_place_of_the_right_one_gives_its_code_alone(code: str, edited: Edit) -> None:
    assert {problem.code for problem in diagnose(wrong(code, edited))} == {code}


@pytest.mark.parametrize("code", SEARCHED)
def test_what_only_a_search_shows_has_its_code(code: str, edited: Edit) -> None:
    problems = examine(str(wrong(code, edited)), OPTIONS).problems
    # Another protocol has other counts.
    assert {problem.code for problem in problems if problem.severity == "error"} - {"TF823"} == {code}
