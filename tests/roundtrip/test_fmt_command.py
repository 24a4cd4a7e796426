"""`tracefix fmt` as users run it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tracefix.cli.exits import Exit
from tracefix.cli.fmt import command
from tracefix.errors import InvalidInput

UGLY = "---- MODULE Protocol ----  \nEXTENDS Naturals\n(* --algorithm Protocol { { x:=1 } } *)\n====\n"
TIDY = "---- MODULE Protocol ----\nEXTENDS Naturals\n(* --algorithm Protocol {\n    {\n        x := 1\n    }\n} *)\n====\n"
CHANGES = """\
@@ -1,4 +1,8 @@
----- MODULE Protocol ----\x20\x20
+---- MODULE Protocol ----
 EXTENDS Naturals
-(* --algorithm Protocol { { x:=1 } } *)
+(* --algorithm Protocol {
+    {
+        x := 1
+    }
+} *)
 ====
"""

Fmt = Callable[..., Result]


@pytest.fixture
def protocol(tmp_path: Path) -> Path:
    path = tmp_path / "Protocol.tla"
    path.write_bytes(UGLY.encode())
    return path


@pytest.fixture
def fmt() -> Fmt:
    def run(*arguments: object) -> Result:
        return CliRunner().invoke(command, [str(argument) for argument in arguments], standalone_mode=False)

    return run


def test_the_formatted_text_is_printed_and_the_file_left_alone(fmt: Fmt, protocol: Path) -> None:
    for path in (protocol, protocol.parent):
        result = fmt(path)
        assert (result.return_value, result.stdout) == (Exit.OK, TIDY)
    assert protocol.read_bytes() == UGLY.encode()


def test_write_changes_the_file_and_only_when_it_must(fmt: Fmt, protocol: Path) -> None:
    assert fmt(protocol, "--write").stderr == f"wrote {protocol}\n"
    assert protocol.read_bytes() == TIDY.encode()
    result = fmt(protocol, "-w")
    assert (result.return_value, result.stdout, result.stderr) == (Exit.OK, "", f"unchanged: {protocol}\n")


def test_check_says_by_its_status_whether_something_would_change(fmt: Fmt, protocol: Path) -> None:
    result = fmt(protocol, "--check")
    assert (result.return_value, result.stdout, result.stderr) == (1, "", f"not formatted: {protocol}\n")
    assert protocol.read_bytes() == UGLY.encode()
    protocol.write_bytes(TIDY.encode())
    result = fmt(protocol, "--check")
    assert (result.return_value, result.stdout, result.stderr) == (0, "", f"formatted: {protocol}\n")


def test_diff_shows_what_changes(fmt: Fmt, protocol: Path) -> None:
    wanted = f"--- {protocol}\n+++ {protocol}\n{CHANGES}"
    result = fmt(protocol, "--diff")
    assert (result.return_value, result.stdout) == (Exit.OK, wanted)
    result = fmt(protocol, "--diff", "--check")
    assert (result.return_value, result.stdout) == (Exit.UNFORMATTED, wanted)


def test_output_goes_to_another_file(fmt: Fmt, protocol: Path, tmp_path: Path) -> None:
    other = tmp_path / "Other.tla"
    assert fmt(protocol, "-o", other).stderr == f"wrote {other}\n"
    assert (other.read_bytes(), protocol.read_bytes()) == (TIDY.encode(), UGLY.encode())


@pytest.mark.parametrize(("mark", "newline"), [(b"\xef\xbb\xbf", b"\r\n"), (b"", b"\r\n"), (b"\xef\xbb\xbf", b"\n"), (b"", b"\r")])
def test_the_byte_order_mark_and_the_line_ends_stay(fmt: Fmt, protocol: Path, mark: bytes, newline: bytes) -> None:
    protocol.write_bytes(mark + UGLY.encode().replace(b"\n", newline))
    fmt(protocol, "--write")
    assert protocol.read_bytes() == mark + TIDY.encode().replace(b"\n", newline)


def test_a_link_stays_a_link(fmt: Fmt, protocol: Path, tmp_path: Path) -> None:
    link = tmp_path / "Link.tla"
    link.symlink_to(protocol)
    fmt(link, "--write")
    assert link.is_symlink()
    assert protocol.read_bytes() == TIDY.encode()


def test_a_translation_in_the_file_is_said_to_be_that_of_the_old_layout(fmt: Fmt, protocol: Path) -> None:
    protocol.write_text(UGLY.replace("====\n", "\\* BEGIN TRANSLATION\n\\* END TRANSLATION\n====\n"), encoding="utf-8")
    assert fmt(protocol).stderr == "the translation in the file is left as it is: line numbers in it are those of the old layout\n"


def test_a_file_that_cannot_be_read_stays_as_it_is(fmt: Fmt, protocol: Path) -> None:
    broken = UGLY.replace("x:=1", "x:=")
    protocol.write_bytes(broken.encode())
    result = fmt(protocol, "--write")
    assert isinstance(result.exception, InvalidInput)
    assert [diagnostic.line for diagnostic in result.exception.diagnostics] == [3]
    assert protocol.read_bytes() == broken.encode()


def test_two_ways_to_give_the_result_are_wrong_usage(fmt: Fmt, protocol: Path) -> None:
    result = fmt(protocol, "--check", "--write")
    assert str(result.exception) == "use one of --check, --write and --output"
