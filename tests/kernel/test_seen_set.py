"""The table of known states and the moves between layouts, against dictionaries."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from tracefix.checker.kernel_loader import load_kernels
from tracefix.checker.layout import Layout, choose_layout


def distinct_states(count: int, words: int, seed: int, values: int = 1 << 64) -> Any:
    source = random.Random(seed)
    found: dict[tuple[int, ...], None] = {}
    while len(found) < count:
        found.setdefault(tuple(source.randrange(values) for _ in range(words)))
    return np.array(list(found), np.uint64)


@pytest.mark.parametrize("words", [1, 2, 5])
@pytest.mark.parametrize("slots", [256, 1 << 12])
def test_every_stored_state_is_found_where_it_is_and_no_other(words: int, slots: int) -> None:
    k = load_kernels()
    states = distinct_states(400, words, seed=words)
    log, others = states[:175].copy(), states[175:].copy()
    table = np.zeros(slots, np.uint64)
    k.rebuild(log, table, 175)
    where = {tuple(row): index for index, row in enumerate(log.tolist())}
    for states_of, row in [(log, index) for index in range(175)] + [(others, index) for index in range(225)]:
        expected = where.get(tuple(states_of[row].tolist()), -1)
        assert k.find(log, table, states_of, row, k.fingerprint(states_of, row)) == expected


def test_states_whose_fingerprints_have_one_tag_and_one_slot_are_told_apart() -> None:
    """A table entry holds the upper half of the fingerprint; the states behind it are compared as a whole."""
    k = load_kernels()
    log = distinct_states(3, 2, seed=1)
    table = np.zeros(8, np.uint64)
    tag = np.uint64(k.fingerprint(log, 0)) >> np.uint64(32)
    start = int(np.uint64(k.fingerprint(log, 0)) & np.uint64(7))
    for position, index in enumerate((2, 1, 0)):
        table[(start + position) % 8] = (tag << np.uint64(32)) | np.uint64(index + 1)
    assert k.find(log, table, log, 0, k.fingerprint(log, 0)) == 0


def test_a_table_rebuilt_twice_finds_the_same() -> None:
    k = load_kernels()
    log = distinct_states(100, 3, seed=9, values=5)
    small, large = np.zeros(256, np.uint64), np.zeros(1 << 14, np.uint64)
    k.rebuild(log, small, 100)
    k.rebuild(log, large, 100)
    for row in range(100):
        h = k.fingerprint(log, row)
        assert k.find(log, small, log, row, h) == k.find(log, large, log, row, h) == row
    assert np.count_nonzero(small) == np.count_nonzero(large) == 100


def pack(ids: list[list[int]], layout: Layout, rows: int) -> Any:
    packed = [[0] * layout.words for _ in range(rows)]
    for row, values in enumerate(ids):
        for value, (word, shift, _) in zip(values, layout.fields, strict=True):
            packed[row][word] |= value << shift
    return np.array(packed, np.uint64)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ([2, 3, 4], [200, 3, 4]),
        ([2] * 40, [2] * 39 + [1 << 30]),
        ([1 << 20] * 3, [1 << 33] * 3),
        ([1, 1, 5], [2, 1, 5]),
        ([1 << 32, 1 << 32], [1 << 33, 1 << 33]),
        ([1 << 62, 2], [1 << 63, 2]),
    ],
)
def test_repacked_states_keep_their_ids(before: list[int], after: list[int]) -> None:
    k = load_kernels()
    source = random.Random(str(before))
    old, new = choose_layout(before), choose_layout(after)
    ids = [[source.randrange(count) for count in before] for _ in range(100)]
    log, target = pack(ids, old, 100), np.zeros((100, new.words), np.uint64)
    k.repack(log, target, 100, np.array(old.fields, np.int32), np.array(new.fields, np.int32))
    assert target.tolist() == pack(ids, new, 100).tolist()


def test_states_are_repacked_in_place_when_the_number_of_words_stays() -> None:
    k = load_kernels()
    old, new = choose_layout([3, 9, 2]), choose_layout([90, 9, 70])
    assert old.words == new.words == 1
    assert old.fields != new.fields
    ids = [[row % 3, row % 9, row % 2] for row in range(50)]
    log = pack(ids, old, 60)
    k.repack(log, log, 50, np.array(old.fields, np.int32), np.array(new.fields, np.int32))
    assert log.tolist() == pack(ids, new, 60).tolist()
