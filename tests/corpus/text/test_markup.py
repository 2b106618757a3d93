"""Markup: what is removed from texts, and what stays."""

import warnings

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

import thalweg
from thalweg.corpus.text.markup import plain_text, without_markup
from thalweg.corpus.text.text_settings import TextSettings
from thalweg.errors import ThalwegWarning

ALL = {"min_df": 1, "max_df": 1.0, "stop_words": None}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("<p class='a>b'>fish &amp; chips</p>", "fish & chips"),
        ("un<b>believ</b>able<br/>soup", "unbelievable soup"),
        ("<td>one</td><td>two</td>", "one two"),
        ("<script>if (a < b) {}</script>seen<style>p {}</style>", "seen"),
        ("before <!-- not > this --> after", "before after"),
        ("&amp;amp; &amp;#39;s &#8364; &eacute;", "& 's € é"),
        ("&lt;p&gt;escaped&lt;/p&gt;", "escaped"),
        ("<p>vector&lt;int&gt;</p>", "vector<int>"),
        ("soft&shy;ware", "software"),
        # not markup
        ("a < b and c > d", "a < b and c > d"),
        ("i <3 you", "i <3 you"),
        ("AT&T ?a=1&copy=2", "AT&T ?a=1&copy=2"),
        ("<me@example.com>", "<me@example.com>"),
        ("half <b", "half <b"),
    ],
)
def test_what_is_removed_and_what_stays(text: str, words: str) -> None:
    assert (plain_text(text) or "").split() == words.split()


PIECES = ["<b>", "</p>", "<br/>", "<", ">", "&amp;", "&lt;", "&#39;", "&amp;amp;", "&", ";", "'"]
PIECES += ['"', "<a href='", "<script>", "</script>", "<!--", "-->", "p", "é", " ", "&shy;", "\x1c"]


@given(st.lists(st.sampled_from(PIECES), max_size=12).map("".join))
def test_polars_removes_the_same_from_many_texts(text: str) -> None:
    many = without_markup(pl.Series([text] * 200 + [None]))
    assert isinstance(many, pl.Series)
    assert many.to_list() == [plain_text(text)] * 200 + [None]


def test_new_texts_are_treated_like_those_of_the_model(tmp_path) -> None:
    texts = ["<p>river &amp; bank</p>", "<p>money &amp; loan</p>"] * 10
    corpus = thalweg.read(texts, strip_markup=True, **ALL)
    assert corpus.vocabulary[:] == ["bank", "loan", "money", "river"]
    lda = thalweg.LDA(2, random_state=0).fit(corpus)
    lda.save(tmp_path / "a.model")
    loaded = thalweg.LDA.load(tmp_path / "a.model")
    assert loaded.text_settings_.strip_markup
    marked, plain = loaded.transform(["<b>ri</b>ver", "river"])
    assert marked.tolist() == plain.tolist()


def test_settings_without_the_field_keep_markup() -> None:
    assert not TextSettings.from_json({"stop_words": []}).strip_markup
    assert "strip_markup" not in TextSettings().to_json()
    assert TextSettings.from_json(TextSettings(strip_markup=True).to_json()).strip_markup


def test_markup_is_noticed() -> None:
    texts = ["<br />good food"] * 12 + ["good wine"] * 88
    with pytest.warns(ThalwegWarning, match=r"12% of the first 100 texts contain HTML.*<br />"):
        thalweg.read(texts, **ALL)


@pytest.mark.parametrize("texts", [["a < b"] * 50, ["x &amp; y"] * 2 + ["plain"] * 998])
def test_no_warning_without_markup(texts: list[str]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error", ThalwegWarning)
        thalweg.read(texts, min_length=1, **ALL)
        thalweg.read(["<p>fish</p>"] * 50, strip_markup=True, **ALL)
