"""Protocols of `protocols.py` as Promela models for SPIN, with the same states.

    python bench/promela.py 3      print the model of the review protocol with three developers

One label is one transition. A process ends in a state that it cannot leave: SPIN's own end of a process would be a step of its own, and
ends only come in the reverse order of the beginnings.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable

_DEVELOPER = """
active proctype developer_{i}() {{
    mtype msg = nothing;
    atomic {{ slots > 0 -> slots = slots - 1 }};
    atomic {{ repo == 0 -> repo = {i} }};
    d_step {{ assert(repo == {i}); repo = 0 }};
again:
    request_{i}!request;
    verdict_{i}?msg;
    if
    :: msg == revise -> goto again
    :: else
    fi;
    atomic {{ main_lock == 0 -> main_lock = {i} }};
    d_step {{ assert(main_lock == {i}); main_lock = 0 }};
    slots = slots + 1;
end: false
}}
"""

_REVIEWER = """
active proctype reviewer() {{
    mtype msg = nothing;
    byte client = 0;
    byte approved = 0;
    byte sent_back = 0;
wait:
    if
{serve}
    :: approved >= {n} -> goto done
    fi;
    if
    :: d_step {{ approved = approved + 1; if {approve} fi }}
    :: d_step {{ (sent_back & (1 << client)) == 0 -> sent_back = sent_back | (1 << client); if {revise} fi }}
    fi;
    goto wait;
done:
end: false
}}
"""


def review(n: int) -> str:
    """`protocols.review(n)`; at most seven developers, since the reviewer's set of clients is a byte."""
    if n > 7:
        raise ValueError("the model has room for seven developers")
    numbers = range(1, n + 1)
    lines = ["mtype = { nothing, request, approve, revise };", f"byte slots = {max(2, n - 1)};", "byte repo = 0;", "byte main_lock = 0;"]
    lines += [f"chan request_{i} = [4] of {{ mtype }};\nchan verdict_{i} = [4] of {{ mtype }};" for i in numbers]
    serve = "\n".join(f"    :: atomic {{ approved < {n} && nempty(request_{i}) -> request_{i}?msg; client = {i} }}" for i in numbers)
    sends = {word: " ".join(f":: client == {i} -> verdict_{i}!{word}" for i in numbers) for word in ("approve", "revise")}
    return "\n".join(lines) + "\n" + "".join(_DEVELOPER.format(i=i) for i in numbers) + _REVIEWER.format(n=n, serve=serve, **sends)


MODELS: dict[str, Callable[[int], str]] = {"review": review}
"""The model of each protocol that has one."""


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("n", type=int)
    print(review(parser.parse_args().n), end="")
