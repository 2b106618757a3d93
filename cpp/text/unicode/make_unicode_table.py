"""Write unicode_table.inl: what Python's unicodedata knows about letters, case and accents.

Run by hand when a newer Unicode is wanted: python cpp/text/unicode/make_unicode_table.py
"""

from __future__ import annotations

import textwrap
import unicodedata
from collections.abc import Callable, Iterator
from pathlib import Path

TARGET = Path(__file__).with_name("unicode_table.inl")
CODE_POINTS = [c for c in range(0x110000) if not 0xD800 <= c <= 0xDFFF]


def is_letter(c: int) -> bool:
    """Marks too: they belong to the letter before them."""
    return unicodedata.category(chr(c))[0] in "LM"


def is_digit(c: int) -> bool:
    """Numerals of every script, fractions and the like."""
    return unicodedata.category(chr(c))[0] == "N"


# The rule of the final sigma asks for two more properties. Python does not name them, but its
# str.lower() shows them.
def is_cased(c: int) -> bool:
    """A sigma after it is final."""
    return (chr(c) + "Σ").lower().endswith("ς")


def is_ignorable(c: int) -> bool:
    """A sigma after it is final if one before it would be."""
    return not is_cased(c) and ("A" + chr(c) + "Σ").lower().endswith("ς")


def lower(c: int) -> int:
    """The simple mapping; U+0130, the only one that becomes two code points, is left out."""
    lowered = chr(c).lower()
    assert len(lowered) == 1 or c == 0x130
    return ord(lowered) if len(lowered) == 1 else c


def fold(c: int) -> int:
    """The base letter, if only accents (U+0300..036F) come with it."""
    if 0xAC00 <= c <= 0xD7A3:
        return c  # Hangul syllables decompose into letters, not into accents
    base = [b for b in unicodedata.normalize("NFD", chr(c)) if not "\u0300" <= b <= "\u036f"]
    if len(base) != 1:
        return c
    return ord(base[0])


def ranges(holds: Callable[[int], bool]) -> Iterator[tuple[int, int]]:
    """(first, last) of the runs of code points for which `holds`."""
    first = last = -1
    for c in CODE_POINTS:
        if not holds(c):
            continue
        if c != last + 1:
            if last >= 0:
                yield first, last
            first = c
        last = c
    yield first, last


def mappings(image: Callable[[int], int]) -> Iterator[tuple[int, int, int, int]]:
    """(first, last, step, shift) of the runs of code points that move by the same shift."""
    moved = [(c, image(c) - c) for c in CODE_POINTS if image(c) != c]
    i = 0
    while i < len(moved):
        first, shift = moved[i]
        step = moved[i + 1][0] - first if i + 1 < len(moved) else 1
        if step > 2 or moved[min(i + 1, len(moved) - 1)][1] != shift:
            step = 1
        j = i
        while j + 1 < len(moved) and moved[j + 1] == (moved[j][0] + step, shift):
            j += 1
        yield first, moved[j][0], step, shift
        i = j + 1


def table(kind: str, name: str, rows: Iterator[tuple[int, ...]]) -> str:
    """One array in C++."""
    entries = ", ".join("{" + ",".join(map(str, row)) + "}" for row in rows)
    lines = textwrap.fill(entries, 100, break_long_words=False)
    return f"constexpr {kind} {name}[] = {{\n{lines}\n}};\n"


def check_room() -> None:
    """No letter may take more than twice its bytes: that is the room the tokeniser has."""
    for c in CODE_POINTS:
        longest = max(len(chr(image).encode()) for image in (lower(c), fold(c), fold(lower(c))))
        assert longest <= 2 * len(chr(c).encode())


def main() -> None:
    """Write the file next to this one."""
    check_room()
    parts = [
        f"// Made by make_unicode_table.py from Unicode {unicodedata.unidata_version}.",
        "// clang-format off\n",
        table("Range", "letter_ranges", ranges(is_letter)),
        table("Range", "digit_ranges", ranges(is_digit)),
        table("Range", "cased_ranges", ranges(is_cased)),
        table("Range", "ignorable_ranges", ranges(is_ignorable)),
        table("Mapping", "lower_mappings", mappings(lower)),
        table("Mapping", "fold_mappings", mappings(fold)),
    ]
    TARGET.write_text("\n".join(parts))


if __name__ == "__main__":
    main()
