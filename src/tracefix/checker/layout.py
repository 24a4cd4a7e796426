"""Where each slot's id lives in the packed words of a state.

A slot takes `width` bits of one word, never crossing words. Widths grow with the number of values seen; nothing is ever cut off:
when an id outgrows its field the states are moved to a wider layout.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

WORD_BITS = 64


@dataclass(frozen=True, slots=True)
class Layout:
    """`fields[slot]` is (word, shift, width); `words` is how many uint64 words a state takes."""

    fields: tuple[tuple[int, int, int], ...]
    words: int

    def fits(self, counts: Sequence[int]) -> bool:
        """Whether every slot has room for ids 0..counts[slot]-1."""
        return all(count <= 1 << width for count, (_, _, width) in zip(counts, self.fields, strict=True))


def choose_layout(counts: Sequence[int]) -> Layout:
    """The layout with the fewest words for these numbers of values, with room to grow where that takes no further word."""
    widths = [max(0, (count - 1).bit_length()) for count in counts]
    layout = _place(widths)
    # Slots with many values grow most; give each one bit more as long as the words allow it.
    for slot in sorted(range(len(widths)), key=lambda slot: -widths[slot]):
        if widths[slot] > 0:
            wider = [width + (index == slot) for index, width in enumerate(widths)]
            candidate = _place(wider)
            if candidate.words == layout.words:
                widths, layout = wider, candidate
    return layout


def _place(widths: Sequence[int]) -> Layout:
    """First fit, widest first."""
    free: list[int] = []
    fields = [(0, 0, 0)] * len(widths)
    for slot in sorted(range(len(widths)), key=lambda slot: -widths[slot]):
        width = widths[slot]
        word = next((index for index, used in enumerate(free) if used + width <= WORD_BITS), None)
        if word is None:
            word = len(free)
            free.append(0)
        # A slot of width 0 reads bit 0 of no bits; keep its shift below 64.
        fields[slot] = (word, min(free[word], WORD_BITS - 1), width)
        free[word] += width
    return Layout(tuple(fields), max(1, len(free)))
