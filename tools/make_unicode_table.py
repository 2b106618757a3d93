"""Write cpp/text/unicode/unicode_table.inl: letters, case, accents, scripts and normalisation.

Run by hand when a newer Unicode is wanted, with the newest versions of both packages:

    pip install unicodedata2 regex
    python tools/make_unicode_table.py

unicodedata2 has the categories, decompositions and names of its Unicode version, regex has the
scripts and the properties of case. tests/corpus/text/test_unicode.py compares the native module
with unicodedata2, where it is installed.
"""

from __future__ import annotations

import textwrap
import unicodedata
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import regex
import unicodedata2 as newest

TARGET = Path(__file__).parents[1] / "cpp/text/unicode/unicode_table.inl"
CODE_POINTS = [c for c in range(0x110000) if not 0xD800 <= c <= 0xDFFF]
HANGUL_SYLLABLES = range(0xAC00, 0xD7A4)
# The length of the shortest words depends on the script: see Tokenizer::fits.
ONE_CHARACTER = ("Han",)
TWO_CHARACTERS = ("Hiragana", "Katakana", "Hangul", "Thai", "Lao", "Khmer", "Myanmar")


def is_letter(c: int) -> bool:
    """Marks too: they belong to the letter before them."""
    return newest.category(chr(c))[0] in "LM"


def is_digit(c: int) -> bool:
    """Numerals of every script, fractions and the like."""
    return newest.category(chr(c))[0] == "N"


def having(pattern: str) -> Callable[[int], bool]:
    """Return whether a character has a property of the package regex."""
    compiled = regex.compile(pattern)
    return lambda c: compiled.fullmatch(chr(c)) is not None


# The rule of the final sigma asks for two properties: a sigma after a cased character is final,
# and ignorable characters between them do not matter.
is_cased = having(r"(?V1)[\p{Cased}--\p{Case_Ignorable}]")
is_ignorable = having(r"\p{Case_Ignorable}")
has_short_words = having("[" + "".join(rf"\p{{Script={name}}}" for name in TWO_CHARACTERS) + "]")
is_word_alone = having("[" + "".join(rf"\p{{Script={name}}}" for name in ONE_CHARACTER) + "]")


@cache
def lower(c: int) -> int:
    """The simple mapping; U+0130, the only one that becomes two code points, is left out.

    Python knows the mappings of its own Unicode version, and these never change. Newer capital
    letters are found by the name of the small letter; regex confirms that they differ in case only.
    """
    character = chr(c)
    if unicodedata.category(character) != "Cn":
        lowered = character.lower()
        assert len(lowered) == 1 or c == 0x130
        return ord(lowered) if len(lowered) == 1 else c
    if newest.category(character) != "Lu":
        return c
    small = newest.lookup(newest.name(character).replace("CAPITAL", "SMALL"))
    assert regex.fullmatch(small, character, regex.IGNORECASE), newest.name(character)
    return ord(small)


@cache
def fold(c: int) -> int:
    """The base letter, if only accents (U+0300..036F) come with it."""
    if c in HANGUL_SYLLABLES:
        return c  # they decompose into letters, not into accents
    base = [b for b in newest.normalize("NFD", chr(c)) if not "\u0300" <= b <= "\u036f"]
    if len(base) != 1:
        return c
    return ord(base[0])


def is_checked(c: int) -> bool:
    """Whether a token with this character may differ from its composed form (NFC).

    Characters that decompose and stay so, and characters that combine with one before them. Marks
    that are not in their order are found by their combining classes.
    """
    character = chr(c)
    return (
        newest.normalize("NFC", character) != character
        or c in second_parts()
        or 0x1161 <= c <= 0x1175
        or 0x11A8 <= c <= 0x11C2  # vowels and final consonants of Hangul
    )


@cache
def decompositions() -> list[tuple[int, int, int, int]]:
    """(character, first part, second part or 0, whether the parts are composed again)."""
    rows = []
    for c in CODE_POINTS:
        parts = newest.decomposition(chr(c)).split()
        if parts and not parts[0].startswith("<"):
            first, second = int(parts[0], 16), int(parts[1], 16) if len(parts) > 1 else 0
            composed = newest.normalize("NFC", chr(c)) == chr(c)
            rows.append((c, first, second, int(composed)))
    return rows


@cache
def second_parts() -> frozenset[int]:
    """Characters that combine with one before them."""
    return frozenset(second for _, _, second, composed in decompositions() if composed)


def combining_classes() -> Iterator[tuple[int, int, int]]:
    """(first, last, class) of the runs of marks with an order."""
    runs: list[list[int]] = []
    for c in CODE_POINTS:
        number = newest.combining(chr(c))
        if number and runs and runs[-1][1:] == [c - 1, number]:
            runs[-1][1] = c
        elif number:
            runs.append([c, c, number])
    return (tuple(run) for run in runs)


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
        if not (is_letter(c) or is_digit(c)):
            continue
        images = [chr(image) for image in (lower(c), fold(c), fold(lower(c)))]
        longest = max(len(image.encode()) for image in [*images, newest.normalize("NFC", chr(c))])
        assert longest <= 2 * len(chr(c).encode()), hex(c)


def main() -> None:
    """Write the file."""
    check_room()
    parts = [
        f"// Made by tools/make_unicode_table.py from Unicode {newest.unidata_version}.",
        "// clang-format off\n",
        table("Range", "letter_ranges", ranges(is_letter)),
        table("Range", "digit_ranges", ranges(is_digit)),
        table("Range", "cased_ranges", ranges(is_cased)),
        table("Range", "ignorable_ranges", ranges(is_ignorable)),
        table("Range", "checked_ranges", ranges(is_checked)),
        table("Range", "word_alone_ranges", ranges(is_word_alone)),
        table("Range", "short_word_ranges", ranges(has_short_words)),
        table("Mapping", "lower_mappings", mappings(lower)),
        table("Mapping", "fold_mappings", mappings(fold)),
        table("CombiningClass", "combining_classes", combining_classes()),
        table("Decomposition", "decompositions", iter(decompositions())),
    ]
    TARGET.write_text("\n".join(parts))


if __name__ == "__main__":
    main()
