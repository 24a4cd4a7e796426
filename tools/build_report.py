"""Bundle the program of the report page from `web/report` into the package.

    python tools/build_report.py            install what it needs with npm, bundle, write
    python tools/build_report.py --check    fail when the bundle is not that of the sources

Needs node and npm. The bundle begins with a digest of everything it was made from, which `--check` and the tests compare; when the
packages are installed, `--check` also bundles again and compares the result.
"""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WEB = ROOT / "web" / "report"
PAGE = ROOT / "src" / "tracefix" / "render" / "page"
BUNDLED = ("@dagrejs/dagre", "d3-path", "d3-shape", "preact")


def digest() -> str:
    """Of the sources and of the exact versions of what they use."""
    found = hashlib.sha256()
    for path in [*sorted((WEB / "src").iterdir()), WEB / "package.json", WEB / "package-lock.json"]:
        found.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return found.hexdigest()[:16]


def header() -> str:
    """The first line of each file of the bundle."""
    return f"/* Made by tools/build_report.py from web/report, digest {digest()}. Licences: LICENSES.txt */\n"


def install(web: Path) -> None:
    """Install what `web` needs to be bundled, in the versions of its lock file."""
    npm = shutil.which("npm")
    if npm is None:
        raise FileNotFoundError("npm is needed to bundle the report page")
    subprocess.run([npm, "ci", "--no-audit", "--no-fund", "--loglevel=error"], cwd=web, check=True)


def build(folder: Path, web: Path = WEB) -> None:
    """Write the bundle of `web`, where everything is installed, into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    esbuild = str(web / "node_modules" / ".bin" / "esbuild")
    command = [
        esbuild, "src/main.jsx", "--bundle", "--minify", "--format=iife", "--target=es2020", "--charset=utf8", "--jsx=automatic",
        "--jsx-import-source=preact", "--legal-comments=none",
    ]  # fmt: skip
    program = subprocess.run(command, cwd=web, capture_output=True, text=True, check=True).stdout
    style = subprocess.run([esbuild, "src/style.css", "--minify"], cwd=web, capture_output=True, text=True, check=True).stdout
    (folder / "report.js").write_text(header() + program, encoding="utf-8")
    (folder / "report.css").write_text(header() + style, encoding="utf-8")
    (folder / "LICENSES.txt").write_text(licences(web), encoding="utf-8")


def licences(web: Path) -> str:
    """The licence text of every package in the bundle."""
    parts = []
    for name in BUNDLED:
        folder = web / "node_modules" / name
        text = next(path for path in sorted(folder.iterdir()) if path.name.upper().startswith("LICENSE"))
        parts.append(f"{name}\n{'=' * len(name)}\n\n{text.read_text(encoding='utf-8').strip()}\n")
    return "\n\n".join(parts)


def is_fresh() -> bool:
    """Whether the bundle was made from these sources, by its digest."""
    return all((PAGE / name).read_text(encoding="utf-8").startswith(header()) for name in ("report.js", "report.css"))


def is_reproduced(web: Path = WEB) -> bool:
    """Whether bundling again gives the same files; everything must be installed in `web`."""
    with tempfile.TemporaryDirectory() as name:
        build(Path(name), web)
        return all((Path(name) / file.name).read_bytes() == file.read_bytes() for file in PAGE.iterdir() if file.suffix != ".py")


def main() -> int:
    """Command line."""
    if "--check" in sys.argv[1:]:
        if not is_fresh() or ((WEB / "node_modules").exists() and not is_reproduced()):
            print("the bundle of the report page is not that of web/report: run python tools/build_report.py", file=sys.stderr)
            return 1
        return 0
    try:
        install(WEB)
    except FileNotFoundError as error:
        print(error, file=sys.stderr)
        return 1
    build(PAGE)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
