"""Topics as CSV and JSON, and files that are written completely or not at all."""

import csv
import io
import json
from pathlib import Path

import pytest

from thalweg import LDA, Corpus, InputError, export
from thalweg.export import to_csv, to_json, write


def test_csv_has_a_line_for_every_word_of_every_topic(model: LDA) -> None:
    lines = list(csv.DictReader(io.StringIO(to_csv(model, n_words=3))))
    assert list(lines[0]) == ["topic", "share", "rank", "word", "weight"]
    assert [(int(x["topic"]), int(x["rank"])) for x in lines] == [
        (k, rank) for k in range(4) for rank in (1, 2, 3)
    ]
    for topic in model.topics(3):
        of_topic = [x for x in lines if int(x["topic"]) == topic.topic]
        assert [x["word"] for x in of_topic] == topic.words
        assert [float(x["weight"]) for x in of_topic] == pytest.approx(topic.weights, rel=1e-5)
        assert [float(x["share"]) for x in of_topic] == pytest.approx([topic.share] * 3, rel=1e-5)


def test_csv_quotes_words_that_contain_commas_quotes_and_line_breaks() -> None:
    words = ['a,"b"', "c\nd"]
    model = LDA(1, random_state=0).fit(Corpus([[3, 1], [1, 2]], words))
    lines = list(csv.DictReader(io.StringIO(to_csv(model), newline="")))
    assert sorted(x["word"] for x in lines) == sorted(words)


def test_json_describes_the_model_and_its_topics(model: LDA) -> None:
    facts = json.loads(json.dumps(to_json(model, n_words=3), allow_nan=False))
    assert facts["model"]["algorithm"] == "scvb0"
    assert (facts["model"]["n_topics"], facts["model"]["n_words"]) == (4, 50)
    assert facts["model"]["n_documents_seen"] == model.n_documents_seen_
    assert facts["model"]["topic_word_prior"] == pytest.approx(model.state_.prior.topic_word[0])
    for found, topic in zip(facts["topics"], model.topics(3), strict=True):
        assert (found["topic"], found["share"]) == (topic.topic, topic.share)
        assert [x["word"] for x in found["words"]] == topic.words
        assert [x["weight"] for x in found["words"]] == topic.weights
        alpha = model.state_.prior.doc_topic[topic.topic]
        assert found["doc_topic_prior"] == pytest.approx(alpha)


def test_the_same_model_gives_the_same_file(model: LDA, collection: Corpus, tmp_path: Path) -> None:
    for to in ("csv", "json", "ldavis"):
        for name in ("first", "second"):
            write(model, to, tmp_path / name, collection if to == "ldavis" else None)
        assert (tmp_path / "first").read_bytes() == (tmp_path / "second").read_bytes()


def test_a_failed_export_leaves_the_old_file(
    model: LDA, collection: Corpus, tmp_path: Path
) -> None:
    path = tmp_path / "page.json"
    path.write_text("old")
    with pytest.raises(InputError, match="`X` is missing; expected documents"):
        write(model, "ldavis", path)
    with pytest.raises(InputError, match="`to` is 'word'; expected one of csv, json"):
        write(model, "word", path)
    with pytest.raises(InputError, match="`X` was given, but json files describe the model only"):
        write(model, "json", path, collection)
    with pytest.raises(InputError, match="`n_words` is 5, but sklearn files contain all words"):
        write(model, "sklearn", path, n_words=5)
    assert path.read_text() == "old"
    assert [file.name for file in tmp_path.iterdir()] == ["page.json"]


def test_every_public_name_of_the_package_is_a_function() -> None:
    assert set(export.__all__) == set(dir(export))
    assert all(callable(getattr(export, name)) for name in export.__all__)
    with pytest.raises(AttributeError, match="to_excel"):
        _ = export.to_excel


def test_formulas_get_an_apostrophe_for_spreadsheets_only() -> None:
    words = ["=cmd|' /C calc'!A0", "@sum", "river"]
    model = LDA(1, max_iter=1).fit(Corpus([[3, 2, 1]], words))
    plain = csv.DictReader(io.StringIO(to_csv(model)))
    assert [row["word"] for row in plain] == words
    safe = csv.DictReader(io.StringIO(to_csv(model, spreadsheet=True)))
    assert [row["word"] for row in safe] == ["'=cmd|' /C calc'!A0", "'@sum", "river"]
