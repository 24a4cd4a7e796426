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
    """The layout for these numbers of values, first fit and widest first, with room to grow where that takes no further word.

    A slot of one value takes no bits. Every other one gets one bit more while its word has bits to spare, widest first: what has
    many values grows most.
    """
    widths = [max(0, (count - 1).bit_length()) for count in counts]
    order = sorted(range(len(widths)), key=lambda slot: -widths[slot])
    words: list[list[int]] = [[]]
    used = [0]
    for slot in order:
        width = widths[slot]
        word = next((index for index, bits in enumerate(used) if bits + width <= WORD_BITS), None)
        if word is None:
            word = len(words)
            words.append([])
            used.append(0)
        words[word].append(slot)
        used[word] += width
    fields = [(0, 0, 0)] * len(widths)
    for word, slots in enumerate(words):
        spare = WORD_BITS - used[word]
        shift = 0
        for slot in slots:
            grown = 1 if widths[slot] and spare else 0
            spare -= grown
            # A slot of width 0 behind a full word would be shifted by 64; it reads no bits, so any place will do.
            fields[slot] = (word, min(shift, WORD_BITS - 1), widths[slot] + grown)
            shift += widths[slot] + grown
    return Layout(tuple(fields), len(words))
