"""What all tests share."""

from __future__ import annotations

import os

# Commands that tests run would say how far they are whenever the machine is slow.
os.environ["TRACEFIX_PROGRESS"] = "never"
