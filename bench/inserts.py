"""How many inserts into a hash table in memory the machine can do: the limit of any explicit-state search.

    python bench/inserts.py [--bits N] [--threads N]

The table has 2^N slots of 64-bit keys (27: 1 GiB); random keys are put in by linear probing until it is half full, each slot prefetched 16
inserts ahead, and nothing else is done. With several threads each has a table of its own of an equal share of the size, as a search
that is divided by owner has. Prints one JSON object; rates are inserts per second.
"""

from __future__ import annotations

import argparse
import json
import threading
import time
from typing import Any

import numpy as np
from llvmlite import ir
from numba import njit, types
from numba.core import cgutils
from numba.extending import intrinsic

AHEAD = 16
_MULTIPLIER = np.uint64(0x9E3779B97F4A7C15)
_ONE = np.uint64(1)
_ZERO = np.uint64(0)
_SHIFT = np.uint64(29)
_SKIPPED = np.uint64(20)
"""Low bits of a key that do not say its slot: the lowest is set in every key, since 0 marks an empty slot."""


@intrinsic
def _prefetch(typingctx: Any, array: Any, index: Any) -> Any:
    """Ask for the cache line of array[index] that will be written to."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        made = context.make_array(signature.args[0])(context, builder, arguments[0])
        pointer = builder.bitcast(builder.gep(made.data, [arguments[1]]), ir.IntType(8).as_pointer())
        word = ir.IntType(32)
        kind = ir.FunctionType(ir.VoidType(), [ir.IntType(8).as_pointer(), word, word, word])
        function = cgutils.get_or_insert_function(builder.module, kind, "llvm.prefetch.p0")
        builder.call(function, [pointer, word(1), word(3), word(1)])
        return context.get_dummy_value()

    return types.void(array, index), generate


@njit(nogil=True)
def fill(table: Any, first: Any, count: Any) -> Any:
    """Insert `count` keys that are made of the numbers from `first` on; returns how many were new."""
    mask = np.uint64(table.shape[0] - 1)
    ring = np.zeros(AHEAD, np.uint64)
    fresh = 0
    for number in range(count + AHEAD):
        place = number % AHEAD
        if number >= AHEAD:
            key = ring[place]
            slot = (key >> _SKIPPED) & mask
            while table[slot] != _ZERO and table[slot] != key:
                slot = (slot + _ONE) & mask
            if table[slot] == _ZERO:
                table[slot] = key
                fresh += 1
        if number < count:
            key = (np.uint64(first) + np.uint64(number)) * _MULTIPLIER
            key ^= key >> _SHIFT
            key = key * _MULTIPLIER | _ONE
            ring[place] = key
            _prefetch(table, np.int64((key >> _SKIPPED) & mask))
    return fresh


def measure(bits: int, threads: int) -> float:
    """Inserts per second of so many threads together."""
    size = 1 << (bits - (threads - 1).bit_length())
    tables = [np.zeros(size, np.uint64) for _ in range(threads)]
    for table in tables:
        # The system hands out the pages here and not while the clock runs.
        table.fill(0)
    fill(np.zeros(64, np.uint64), 1, 8)
    workers = [threading.Thread(target=fill, args=(table, 1 + number * size, size // 2)) for number, table in enumerate(tables)]
    begin = time.perf_counter()
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    return threads * (size // 2) / (time.perf_counter() - begin)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bits", type=int, default=27)
    parser.add_argument("--threads", type=int, default=1)
    arguments = parser.parse_args()
    print(json.dumps({"bits": arguments.bits, "threads": arguments.threads, "rate": measure(arguments.bits, arguments.threads)}))


if __name__ == "__main__":
    main()
