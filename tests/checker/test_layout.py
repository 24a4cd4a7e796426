"""Where ids live in the packed words."""

from __future__ import annotations

import random

import pytest

from tracefix.checker.layout import Layout, choose_layout


def overlaps(layout: Layout) -> bool:
    taken: dict[int, int] = {}
    for word, shift, width in layout.fields:
        mask = ((1 << width) - 1) << shift
        if taken.get(word, 0) & mask:
            return True
        taken[word] = taken.get(word, 0) | mask
    return False


@pytest.mark.parametrize("seed", range(20))
def test_fields_fit_their_values_within_a_word_and_never_overlap(seed: int) -> None:
    source = random.Random(seed)
    counts = [source.choice([1, 2, 3, 5, 100, 1 << 16, (1 << 20) + 1]) for _ in range(source.randrange(1, 60))]
    layout = choose_layout(counts)
    assert layout.fits(counts)
    assert not overlaps(layout)
    assert {word for word, _, _ in layout.fields} <= set(range(layout.words))
    for count, (_, shift, width) in zip(counts, layout.fields, strict=True):
        assert shift + width <= 64
        assert shift < 64
        assert 1 << width >= count
        assert width <= (count - 1).bit_length() + 1


@pytest.mark.parametrize(
    ("counts", "words"),
    [([1], 1), ([], 1), ([2] * 64, 1), ([2] * 65, 2), ([1 << 40, 1 << 30], 2), ([1 << 32, 1 << 32], 1), ([1 << 22] * 3, 2), ([1] * 500, 1)],
)
def test_the_number_of_words_is_that_of_first_fit(counts: list[int], words: int) -> None:
    assert choose_layout(counts).words == words


def test_spare_bits_go_to_the_slots_with_many_values() -> None:
    assert [width for _, _, width in choose_layout([1, 2, 1000]).fields] == [0, 2, 11]
    assert [width for _, _, width in choose_layout([1 << 62, 2]).fields] == [63, 1]


def test_a_layout_no_longer_fits_when_an_id_outgrows_its_field() -> None:
    layout = choose_layout([4, 1])
    assert layout.fields[0][2] == 3
    assert layout.fits([8, 1])
    assert not layout.fits([9, 1])
    assert not layout.fits([4, 2])
