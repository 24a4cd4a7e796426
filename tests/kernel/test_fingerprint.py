"""The fingerprint of the kernel is XXH64, checked against the xxhash package."""

from __future__ import annotations

import random

import numpy as np
import pytest
import xxhash

from tracefix.checker.kernel_loader import load_kernels


@pytest.mark.parametrize("words", range(1, 13))
def test_the_fingerprint_is_xxh64_of_the_packed_words(words: int) -> None:
    fingerprint = load_kernels().fingerprint
    states = np.frombuffer(random.Random(words).randbytes(200 * 8 * words), "<u8").reshape(200, words).copy()
    assert [int(fingerprint(states, row)) for row in range(200)] == [xxhash.xxh64_intdigest(states[row].tobytes()) for row in range(200)]


@pytest.mark.parametrize("words", [1, 3, 4, 5, 12])
@pytest.mark.parametrize("value", [0, 1, (1 << 63), (1 << 64) - 1])
def test_the_fingerprint_of_extreme_words_is_xxh64(words: int, value: int) -> None:
    states = np.full((1, words), value, np.uint64)
    assert int(load_kernels().fingerprint(states, 0)) == xxhash.xxh64_intdigest(states.tobytes())
