"""Snippets: at most 160 characters around the marked words, cut at word borders."""

import numpy as np
import pytest

from thalweg.analysis.documents.snippets import MarkedPart, cut_snippet, plain

FILLER = "lorem ipsum dolor sit amet consectetur adipiscing elit sed eiusmod tempor incididunt "


def parts_of(line: str, words: list[str], weight: float = 1.0) -> list[MarkedPart]:
    places = [line.index(word) for word in words]
    return [MarkedPart(a, a + len(w), weight) for a, w in zip(places, words, strict=True)]


def marked(line: str, words: list[str], max_characters: int = 160) -> tuple[str, list[str]]:
    snippet = cut_snippet(line, parts_of(line, words), max_characters)
    return snippet.text, [snippet.text[a:b] for a, b in snippet.spans]


def test_a_short_text_is_returned_whole() -> None:
    assert marked("the garage was full", ["garage"]) == ("the garage was full", ["garage"])


def test_the_passage_has_the_words_and_is_cut_at_word_borders() -> None:
    line = FILLER * 4 + "the garage was full and parking cost extra " + FILLER * 4
    text, found = marked(line, ["garage", "parking"])
    assert found == ["garage", "parking"]
    assert 130 < len(text) <= 160
    assert text.startswith("... ")
    assert text.endswith(" ...")
    inner = text.removeprefix("... ").removesuffix(" ...")
    assert f" {inner} " in f" {line} "


def test_of_two_passages_the_one_with_the_larger_weight_is_chosen() -> None:
    line = "alpha " + FILLER * 4 + "beta gamma " + FILLER * 4
    heavy = [MarkedPart(0, 5, 3.0), *parts_of(line, ["beta", "gamma"])]
    assert cut_snippet(line, heavy).spans == ((0, 5),)
    light = [MarkedPart(0, 5, 1.0), *parts_of(line, ["beta", "gamma"])]
    snippet = cut_snippet(line, light)
    assert [snippet.text[a:b] for a, b in snippet.spans] == ["beta", "gamma"]


def test_without_marked_words_the_text_begins_at_its_beginning() -> None:
    text, found = marked(FILLER * 9, [])
    assert text.startswith("lorem ipsum")
    assert text.endswith(" ...")
    assert len(text) <= 160
    assert found == []


def test_text_without_spaces_is_cut_anywhere_and_keeps_its_context() -> None:
    line = "東" * 300 + "京都" + "西" * 300
    text, found = marked(line, ["京都"])
    assert found == ["京都"]
    assert 140 < len(text) <= 160


def test_a_word_that_is_longer_than_the_passage_does_not_break_it() -> None:
    line = FILLER * 3 + "x" * 200 + " " + FILLER
    text, found = marked(line, ["x" * 200])
    assert len(text) <= 160
    assert found == []


@pytest.mark.parametrize("seed", range(20))
def test_spans_always_point_to_the_marked_words(seed: int) -> None:
    rng = np.random.default_rng(seed)
    words = [f"{'key' if rng.random() < 0.1 else 'w'}{i:03}" for i in range(200)]
    line = plain("\n\t".join(words))
    keys = [word for word in words if word.startswith("key")]
    text, found = marked(line, keys, int(rng.integers(40, 200)))
    assert found == [word for word in text.split() if word.startswith("key")]
    assert set(text.split()) - {"..."} <= set(words)
