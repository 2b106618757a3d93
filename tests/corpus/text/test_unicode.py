"""Unicode of the native core: its version, composition (NFC), and words of short scripts."""

from __future__ import annotations

import json
import sys
import unicodedata
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.feature_extraction.text import CountVectorizer

import thalweg
from tests.corpus.text.test_word_counter import EVERY_CHARACTER, count
from thalweg import TextSettings

CODE_POINTS = [chr(c) for c in range(sys.maxunicode + 1) if not 0xD800 <= c <= 0xDFFF]
LETTERS = [c for c in EVERY_CHARACTER if unicodedata.category(c)[0] in "LM"]
# Bases with marks in every order, Hangul in parts, and characters that never stay composed.
PARTS = st.sampled_from([*"eEoOuscajJ", *"\u0300\u0301\u0307\u0308\u0323\u0327\u0328\u031b\u0338",
                         *"\u1100\u1112\u1161\u1175\u11a8\u11c2\uac00\uac01", *"か\u3099は\u309a",
                         *"\u093c\u0958\ufb2c\u05e9\u05bc\u05c1\u212b\u0344"])  # fmt: skip


def composed_tokens(text: str) -> Counter[str]:
    """The tokens of Python's NFC of each run of letters."""
    marked = "".join(c if unicodedata.category(c)[0] in "LM" else " " for c in text)
    return Counter(unicodedata.normalize("NFC", token) for token in marked.split(" ") if token)


@given(st.lists(st.one_of(PARTS, st.sampled_from(LETTERS), st.just(" ")), max_size=12))
def test_tokens_are_composed_as_in_python(characters: list[str]) -> None:
    text = "".join(characters)
    assert count([text], compose=True, lowercase=False) == [composed_tokens(text)]


def test_every_letter_is_composed_as_in_python() -> None:
    texts = [form for c in LETTERS for form in (c, unicodedata.normalize("NFD", c), f"a{c}\u0301")]
    assert count(texts, compose=True, lowercase=False) == [composed_tokens(text) for text in texts]


def test_both_forms_of_a_word_are_one_word() -> None:
    text = "Ångström naïve sống Ἀθῆναι 각각 がぎぐ"
    forms = [unicodedata.normalize(form, text) for form in ("NFC", "NFD")]
    corpus = thalweg.read(forms, min_df=1, max_df=1.0)
    assert forms[0] != forms[1]
    assert corpus.to_csr()[[0]].toarray().tolist() == corpus.to_csr()[[1]].toarray().tolist()
    assert set(corpus.vocabulary) == set(forms[0].lower().split())


def test_counts_equal_those_of_count_vectorizer_on_composed_text() -> None:
    decomposed = [unicodedata.normalize("NFD", text) for text in ("Über Köln", "köln naïve été")]
    composed = [unicodedata.normalize("NFC", text) for text in decomposed]
    vectorizer = CountVectorizer(token_pattern=r"[^\W\d_]{3,}")
    expected = vectorizer.fit_transform(composed)
    corpus = thalweg.read(decomposed, min_df=1, max_df=1.0, stop_words=None)
    assert corpus.vocabulary[:] == vectorizer.get_feature_names_out().tolist()
    assert (corpus.to_csr() != expected).nnz == 0


def test_stop_words_match_in_both_forms() -> None:
    words = [unicodedata.normalize("NFD", "été")]
    corpus = thalweg.read(["Été chaud", "é té"], min_df=1, max_df=1.0, stop_words=words)
    assert corpus.vocabulary[:] == ["chaud"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("猫 在 北京 火车站 wo", {"猫", "在", "北京", "火车站"}),
        ("ねこ は ネコ です 私", {"ねこ", "ネコ", "です", "私"}),
        ("물 학교 대학교", {"학교", "대학교"}),
        ("ปู ก กิน", {"ปู", "กิน"}),
        ("ab cd efg", {"efg"}),
    ],
)
def test_words_of_short_scripts_are_kept(text: str, words: set[str]) -> None:
    corpus = thalweg.read([text], min_df=1, max_df=1.0)
    assert set(corpus.vocabulary) == words
    plain = TextSettings(short_scripts=False)
    long = thalweg.read([f"{text} long"], min_df=1, max_df=1.0, text_settings=plain)
    assert set(long.vocabulary) == {word for word in words if len(word) > 2} | {"long"}


def test_settings_of_the_first_files_split_texts_as_they_did() -> None:
    new = TextSettings()
    old = new.to_json()
    assert TextSettings.from_json(json.loads(json.dumps(old))) == new
    del old["normalize"], old["short_scripts"]
    earlier = TextSettings.from_json(old)
    assert earlier.to_json() == old
    decomposed = unicodedata.normalize("NFD", "été")
    corpus = thalweg.read([f"{decomposed} 北京"], text_settings=earlier, min_df=1, max_df=1.0)
    assert corpus.vocabulary[:] == [decomposed]


def test_letters_are_those_of_the_newest_unicode() -> None:
    newest = pytest.importorskip("unicodedata2", reason="needs the package unicodedata2")
    table = Path(__file__).parents[3] / "cpp/text/unicode/unicode_table.inl"
    if newest.unidata_version not in table.read_text().partition("\n")[0]:
        pytest.skip(f"unicodedata2 has Unicode {newest.unidata_version}, the table another")
    found = count(CODE_POINTS, lowercase=False, compose=True)
    letters = [c for c in CODE_POINTS if newest.category(c)[0] in "LM"]
    expected = {c: {newest.normalize("NFC", c): 1} for c in letters}
    assert [
        c for c, bag in zip(CODE_POINTS, found, strict=True) if bag != expected.get(c, {})
    ] == []


def test_letters_that_are_newer_than_this_python_are_lowered() -> None:
    # Unicode 16: LATIN CAPITAL LETTER RAMS HORN, and GARAY CAPITAL LETTER A.
    assert count(["\ua7cb \U00010d50"]) == [{"\u0264": 1, "\U00010d70": 1}]
