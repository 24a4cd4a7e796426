"""`tracefix explain` and where its texts come from."""

from __future__ import annotations

from textwrap import fill

import pytest
from click.testing import CliRunner

from tracefix.cli.app import cli
from tracefix.explain import page, titles
from tracefix.explain.properties import PROPERTIES


def explain(*arguments: str) -> tuple[int, str, str]:
    """Status, standard output and standard error."""
    done = CliRunner().invoke(cli, ["explain", *arguments])
    status = done.return_value if done.exit_code == 0 else done.exit_code
    return int(status or 0), done.stdout, done.stderr


@pytest.mark.parametrize("written", ["TF301", "tf301"])
def test_a_code_prints_its_page(written: str) -> None:
    status, out, err = explain(written)
    assert (status, err) == (0, "")
    assert out.startswith("# TF301: A label is missing\n\nA label is where a process can stand between two steps;")
    assert out == page("TF301").text


def test_a_page_is_printed_without_its_front_matter() -> None:
    assert explain("TF002")[1].startswith("# TF002: A file is not UTF-8\n")


def test_without_a_code_all_codes_and_titles_are_listed_in_order() -> None:
    status, out, err = explain()
    assert (status, err) == (0, "")
    lines = out.splitlines()
    assert lines[0] == "TF001  A file cannot be read or written"
    assert "TF520  An expression has no value in a state that can be reached" in lines
    assert [line[:5] for line in lines[: len(titles())]] == sorted(titles())
    assert [line.split()[0] for line in lines[len(titles()) :]] == list(PROPERTIES)


@pytest.mark.parametrize("name", PROPERTIES)
def test_a_property_is_explained_however_it_is_written(name: str) -> None:
    status, out, err = explain(name.upper())
    assert (status, err) == (0, "")
    assert out == f"# {name}: a property\n\n{PROPERTIES[name][0]}\n\n{fill(PROPERTIES[name][1], 130)}\n"


@pytest.mark.parametrize(
    ("written", "answer"),
    [
        ("TF52", "there is no code TF52; did you mean TF520?"),
        ("301", "there is no code 301; did you mean TF301?"),
        ("FT301", "there is no code FT301; did you mean TF301?"),
        ("deadlok", "there is no code deadlok; did you mean Deadlock?"),
        ("zebra", "there is no code zebra; 'tracefix explain' lists all codes"),
        ("", "the code is empty; 'tracefix explain' lists all codes"),
    ],
)
def test_an_unknown_code_gets_a_guess_and_status_2(written: str, answer: str) -> None:
    status, out, err = explain(written)
    assert (status, out) == (2, "")
    assert err.endswith(f"Error: Invalid value for CODE: {answer}\n")
