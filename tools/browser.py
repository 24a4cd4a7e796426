"""Find a Chromium for the tests of the report page, and install one where that can be done.

    python tools/browser.py             print its path; status 1 when there is none
    python tools/browser.py --install   install Debian's chromium when there is none, as root on a Debian system; status 0 in any case

`TRACEFIX_BROWSER` names one that is somewhere else.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")


def find() -> str | None:
    """The path of a browser."""
    named = os.environ.get("TRACEFIX_BROWSER")
    return named or next((path for name in NAMES if (path := shutil.which(name))), None)


def install() -> bool:
    """Whether a browser is there after trying to install one from the system's packages."""
    apt = shutil.which("apt-get")
    if apt is None or os.geteuid() != 0:
        return False
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for command in ([apt, "update", "-qq"], [apt, "install", "-y", "-qq", "--no-install-recommends", "chromium", "fonts-dejavu-core"]):
        if subprocess.run(command, env=environment, stdout=subprocess.DEVNULL, check=False).returncode != 0:
            return False
    return find() is not None


def main() -> int:
    """Command line."""
    found = find()
    if found is None and "--install" in sys.argv[1:]:
        print(
            "installing chromium for the tests of the report page"
            if install()
            else "no browser: the tests of the report page will be skipped"
        )
        return 0
    if found is not None and "--install" not in sys.argv[1:]:
        print(found)
    return 0 if found is not None else 1


if __name__ == "__main__":
    raise SystemExit(main())
