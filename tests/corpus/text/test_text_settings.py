"""A corpus stores its text settings, and other texts are treated in the same way."""

import json
from dataclasses import replace

import pytest

import thalweg
from thalweg import Corpus, GrowingVocabulary, InputError
from thalweg.corpus.store.manifest import digest
from thalweg.corpus.text.phrases import PhraseRule
from thalweg.corpus.text.text_settings import MissingTokenizer, TextSettings

ALL = {"min_df": 1, "max_df": 1.0}
TEXTS = ["New York, 1999", "new york 42", "The caf\u00e9 in New York"] * 2
UNUSUAL = {
    "lowercase": False,
    "strip_accents": True,
    "digits": True,
    "min_length": 2,
    "max_length": 20,
    "ngram_range": (1, 2),
    "stop_words": ("The", "in"),
}


def cut_at_blanks(text: str) -> list[str]:
    return text.split()


def dense(corpus: Corpus) -> list[list[int]]:
    return corpus.to_csr().toarray().tolist()


def test_settings_survive_json():
    settings = TextSettings(**UNUSUAL, phrases=[("New", "York")])
    written = json.dumps(settings.to_json())
    assert TextSettings.from_json(json.loads(written)) == settings
    # Settings of the first files: without the two that came later.
    assert TextSettings.from_json({}) == TextSettings(normalize=False, short_scripts=False)


def test_settings_of_numpy_are_written_as_plain_numbers():
    import numpy as np

    settings = TextSettings(
        lowercase=np.False_, min_length=np.int64(2), ngram_range=np.array([1, 2])
    )
    plain = TextSettings(lowercase=False, min_length=2, ngram_range=(1, 2))
    assert TextSettings.from_json(json.loads(json.dumps(settings.to_json()))) == plain


@pytest.mark.parametrize(
    "hostile",
    [
        None,
        [],
        "settings",
        {"lowercase": 1},
        {"min_length": "3"},
        {"min_length": True},
        {"max_length": 2**40},
        {"ngram_range": [1]},
        {"ngram_range": [1, 9]},
        {"ngram_range": [1, 1.5]},
        {"stop_words": "/etc/hostname"},
        {"stop_words": ["a", 3]},
        {"phrases": [["a"]]},
        {"phrases": [["a", 1]]},
        {"phrases": [["a", "\ud800"]]},
        {"phrases": {"a": "b"}},
        {"tokenizer": {"name": "str.split"}},
        {"execute": "rm"},
    ],
)
def test_invalid_settings_are_refused(hostile):
    with pytest.raises(InputError):
        TextSettings.from_json(hostile)


def test_half_a_character_is_refused_before_texts_are_counted():
    for tokenizer in (None, cut_at_blanks):
        settings = replace(TextSettings.from_json({"stop_words": ["\ud800"]}), tokenizer=tokenizer)
        with pytest.raises(InputError, match="`stop_words` has a word that is not valid Unicode"):
            settings.counter()


def test_read_keeps_its_settings_and_the_phrases_it_found(tmp_path):
    for out in (None, tmp_path / "store"):
        corpus = thalweg.read(TEXTS, **ALL, **UNUSUAL, phrases=PhraseRule(min_count=4), out=out)
        expected = TextSettings(**UNUSUAL, phrases=[("New", "York")])
        assert corpus.text_settings == expected
    assert Corpus.open(tmp_path / "store").text_settings == expected


def test_counts_have_no_settings(tmp_path):
    corpus = Corpus([[1]], ["word"])
    corpus.save(tmp_path / "store")
    assert corpus.text_settings is None
    assert Corpus.open(tmp_path / "store").text_settings is None
    assert "text_settings" not in json.loads((tmp_path / "store" / "manifest.json").read_text())


def test_views_keep_the_settings():
    corpus = thalweg.read(TEXTS, digits=True, **ALL, metadata=[])
    settings = corpus.text_settings
    views = {
        "slice": corpus[1:3],
        "split": corpus.split(2)[1],
        "shuffle": corpus.shuffle(),
        "filter": corpus.filter(id=1),
        "with_vocabulary": corpus.with_vocabulary(["york"]),
        "limit": corpus.limit(max_features=1),
        "batches": next(corpus.batches(2)),
        "concat": Corpus.concat([corpus, corpus[:2]]),
    }
    assert {name for name, view in views.items() if view.text_settings != settings} == set()


def test_corpora_that_were_read_differently_have_no_common_settings():
    corpora = [thalweg.read(TEXTS, digits=digits, **ALL) for digits in (True, False)]
    assert Corpus.concat(corpora).text_settings is None


def test_a_growing_vocabulary_gives_its_settings_to_what_it_counts():
    settings = TextSettings(digits=True)
    assert GrowingVocabulary(settings=settings).count(TEXTS).text_settings == settings


def test_texts_are_read_as_another_corpus_was(tmp_path):
    first = thalweg.read(TEXTS, **ALL, **UNUSUAL, phrases=PhraseRule(min_count=2))
    again = thalweg.read(TEXTS, **ALL, text_settings=first.text_settings)
    assert again.vocabulary == first.vocabulary
    assert dense(again) == dense(first)


@pytest.mark.parametrize(
    ("other_arguments", "named"),
    [
        ({"digits": True, "min_length": 2}, "`digits`, `min_length`"),
        ({"stop_words": None}, "`stop_words`"),
        ({"phrases": True}, "`phrases`"),
        ({"tokenizer": cut_at_blanks}, "`tokenizer`"),
    ],
)
def test_settings_given_twice_are_refused(other_arguments, named):
    with pytest.raises(InputError, match=f"`text_settings` and {named} are both given"):
        thalweg.read(TEXTS, text_settings=TextSettings(), **other_arguments)
    with pytest.raises(InputError, match="is of type dict"):
        thalweg.read(TEXTS, text_settings={})


class TestTokenizerOfTheUsersOwn:
    """Only the name of a tokenizer is stored; the user passes it again."""

    def test_only_its_name_is_written(self):
        for tokenizer, name in [
            (cut_at_blanks, f"{__name__}.cut_at_blanks"),
            (str.split, "str.split"),
            (MissingTokenizer("spacy.tokenizer"), "spacy.tokenizer"),
        ]:
            assert TextSettings(tokenizer=tokenizer).to_json()["tokenizer"] == name

    def test_a_corpus_that_was_just_read_still_has_it(self, tmp_path):
        corpus = thalweg.read(TEXTS, tokenizer=cut_at_blanks, **ALL, out=tmp_path / "store")
        assert corpus.text_settings.tokenizer is cut_at_blanks

    def test_a_store_asks_for_it_by_name(self, tmp_path):
        read = thalweg.read(TEXTS, tokenizer=cut_at_blanks, **ALL, out=tmp_path / "store")
        settings = Corpus.open(tmp_path / "store").text_settings
        missing = rf"split by {__name__}\.cut_at_blanks.*Pass the same tokenizer"
        with pytest.raises(InputError, match=missing):
            thalweg.read(TEXTS, text_settings=settings)
        again = thalweg.read(TEXTS, text_settings=settings, tokenizer=cut_at_blanks, **ALL)
        assert dense(again) == dense(read)

    def test_a_saved_growing_vocabulary_asks_for_it_too(self, tmp_path):
        growing = GrowingVocabulary(settings=TextSettings(tokenizer=cut_at_blanks))
        growing.save(tmp_path / "words.json")
        with pytest.raises(InputError, match=r"words\.json: `tokenizer` is missing.*cut_at_blanks"):
            GrowingVocabulary.load(tmp_path / "words.json")


def test_a_store_with_unknown_settings_is_refused(tmp_path):
    thalweg.read(TEXTS, **ALL, out=tmp_path / "store")
    path = tmp_path / "store" / "manifest.json"
    manifest = json.loads(path.read_text())
    manifest["text_settings"]["stemming"] = True
    manifest["sha256"] = digest(manifest)
    path.write_text(json.dumps(manifest))
    with pytest.raises(InputError, match=r"manifest\.json: .*'stemming'.*newer version of thalweg"):
        Corpus.open(tmp_path / "store")
