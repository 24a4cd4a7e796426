"""The pages about tasks of the suite: their examples are parts of the sample task."""

from __future__ import annotations

import pytest

from tracefix.explain import FILES_OF_TASK, page, titles
from tracefix.suite import diagnose

from .conftest import SAMPLE, Edit

PAGES = [code for code in titles() if page(code).part_of is not None]
LANGUAGES = {file: language for language, file in FILES_OF_TASK.items()}


def test_the_sample_has_no_problem() -> None:
    assert diagnose(SAMPLE) == ()


@pytest.mark.parametrize("code", PAGES)
def test_the_wrong_example_in_the_place_of_the_right_one_gives_its_code_alone(code: str, edited: Edit) -> None:
    found = page(code)
    assert set(found.wrong) == set(found.right)
    folder = edited(**{LANGUAGES[name]: (found.right[name], text) for name, text in found.wrong.items()})
    assert {problem.code for problem in diagnose(folder)} == {code}
