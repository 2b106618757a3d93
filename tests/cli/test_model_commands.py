"""`thalweg infer`, `show`, `words`, `similar`, `evaluate` and `merge`."""

import io
import json
import random
import subprocess
from pathlib import Path

import numpy as np
import polars as pl
import pytest
from typer.testing import CliRunner

from tests.cli.shell import assert_failed, command_line, environment, thalweg_command
from thalweg.cli.app import app
from thalweg.corpus.corpus import Corpus
from thalweg.corpus.reading import read
from thalweg.evaluation import coherence, completion, diversity
from thalweg.model import TopicModel

SEA = ["boat", "harbour", "wave", "sail", "anchor", "tide", "fish", "captain", "storm", "island"]
KITCHEN = ["bread", "oven", "flour", "sugar", "butter", "recipe", "spoon", "taste", "cook", "salt"]


def stories(n: int, seed: int) -> list[dict[str, str]]:
    rng = random.Random(seed)
    return [
        {"id": f"s{i}", "body": " ".join(rng.choices(SEA if i % 2 else KITCHEN, k=20))}
        for i in range(n)
    ]


def write_lines(path: Path, rows: list[dict[str, str]]) -> None:
    path.write_text("\n".join(map(json.dumps, rows)))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Texts, the same as a stored corpus, and models of them."""
    folder = tmp_path_factory.mktemp("models")
    write_lines(folder / "stories.jsonl", stories(200, 0))
    write_lines(folder / "new.jsonl", [*stories(30, 1), {"id": "odd", "body": "xyzzy plugh"}])
    corpus = read(folder / "stories.jsonl", "body", metadata=["id"], out=folder / "store")
    TopicModel(2, random_state=0, max_iter=3).fit(corpus).save(folder / "a.model")
    fewer = corpus.with_vocabulary([word for word in corpus.vocabulary if word != "salt"])
    TopicModel(2, random_state=1, max_iter=3).fit(fewer).save(folder / "b.model")
    TopicModel(3, random_state=1, max_iter=1).fit(corpus).save(folder / "three.model")
    TopicModel(2, random_state=0, max_iter=1).fit(corpus.to_csr()).save(folder / "nameless.model")
    (folder / "damaged.model").write_bytes((folder / "a.model").read_bytes()[:700])
    return folder


@pytest.fixture(scope="module")
def model(folder: Path) -> TopicModel:
    return TopicModel.load(folder / "a.model")


@pytest.fixture(scope="module")
def new(folder: Path, model: TopicModel) -> Corpus:
    """The new texts, read by the library for the model."""
    return read(
        folder / "new.jsonl",
        "body",
        vocabulary=model.vocabulary_,
        text_settings=model.text_settings_,
        metadata=["id"],
    )


# ---------------------------------------------------------------------- infer


def test_infer_prints_the_result_of_transform_as_csv(
    folder: Path, model: TopicModel, new: Corpus
) -> None:
    reading = ("--column", "body", "--metadata", "id")
    done = thalweg_command("infer", "a.model", "new.jsonl", *reading, cwd=folder)
    assert (done.returncode, done.stderr) == (0, "")
    table = pl.read_csv(io.StringIO(done.stdout))
    assert table.columns == ["id", "topic_0", "topic_1"]
    assert table["id"].to_list() == new.ids.to_list()
    # Five decimals.
    np.testing.assert_allclose(table.drop("id").to_numpy(), model.transform(new), atol=0.51e-5)
    # The last document has no known word and gets the mean of the prior.
    mean = model.state_.prior.doc_topic / model.state_.prior.doc_topic.sum()
    assert done.stdout.splitlines()[-1] == f"odd,{mean[0]:.5f},{mean[1]:.5f}"


def test_infer_takes_the_format_from_the_name_of_the_file(
    folder: Path, model: TopicModel, new: Corpus
) -> None:
    theta = model.transform(Corpus.open(folder / "store"))
    done = thalweg_command("infer", "a.model", "store", "--out", "t.parquet", cwd=folder)
    assert (done.returncode, done.stdout) == (0, "")
    assert done.stderr.splitlines() == [
        "wrote t.parquet: topics of 200 documents",
        "topic_0 is the share of topic 0; to see what the topics are: thalweg show a.model",
    ]
    table = pl.read_parquet(folder / "t.parquet")
    assert table["id"].to_list() == [f"s{i}" for i in range(200)]
    np.testing.assert_array_equal(table.drop("id").to_numpy(), theta)

    done = thalweg_command(
        "infer", "a.model", "store", "-o", "t.jsonl", "--top", "1", "--precision", "2", cwd=folder
    )
    assert done.returncode == 0
    rows = [json.loads(line) for line in (folder / "t.jsonl").read_text().splitlines()]
    assert [row["top_1"] for row in rows] == theta.argmax(axis=1).tolist()
    np.testing.assert_allclose([row["share_1"] for row in rows], theta.max(axis=1), atol=0.51e-2)


def test_infer_numbers_the_lines_of_standard_input(folder: Path) -> None:
    done = thalweg_command(
        "infer", "a.model", "-", "--to", "jsonl", cwd=folder, given="boat wave\nbread oven salt\n"
    )
    first, second = map(json.loads, done.stdout.splitlines())
    assert (first["id"], second["id"]) == (0, 1)
    assert (first["topic_0"] > 0.5) != (second["topic_0"] > 0.5)


@pytest.mark.parametrize("options", [(), ("--top", "1")])
def test_a_closed_pipe_ends_infer_quietly(folder: Path, options: tuple[str, ...]) -> None:
    many = "\n".join(story["body"] for story in stories(100_000, 2))
    (folder / "many.txt").write_text(many)
    command = command_line("infer", "a.model", "many.txt", "--format", "lines", *options)
    with subprocess.Popen(
        command, cwd=folder, env=environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline().startswith(b"id,")
        process.stdout.close()
        assert process.stderr.read() == b""


def test_infer_writes_no_table_if_it_fails(folder: Path) -> None:
    (folder / "cut.jsonl").write_text('{"body": "boat"}\n{"body": "wa')
    done = thalweg_command(
        "infer", "a.model", "cut.jsonl", "--column", "body", "--out", "cut.csv", cwd=folder
    )
    assert_failed(done, "cut.jsonl")
    assert not list(folder.glob("*cut.csv*"))


def test_a_model_without_vocabulary_cannot_read_documents(folder: Path) -> None:
    done = thalweg_command("infer", "nameless.model", "store", cwd=folder)
    assert_failed(done, "the model has no vocabulary")


# ---------------------------------------------------------------------- show and words


def test_show_prints_the_topics_and_the_training_run(folder: Path, model: TopicModel) -> None:
    printed = json.loads(thalweg_command("show", "a.model", "--json", cwd=folder).stdout)
    by_size = sorted(model.topics(), key=lambda topic: -topic.share)
    assert [topic["words"] for topic in printed["topics"]] == [topic.words for topic in by_size]
    assert (printed["n_topics"], printed["n_words"], printed["passes"]) == (2, 20, 3)
    assert (printed["documents_seen"], printed["tokens_seen"]) == (600, 12_000)
    alpha = model.state_.prior.doc_topic
    assert printed["alpha"] == {"min": alpha.min(), "mean": alpha.mean(), "max": alpha.max()}
    assert alpha.sum() == pytest.approx(0.2)
    assert printed["text_settings"]["min_length"] == 3
    assert len(printed["history"]) == 3

    done = thalweg_command("show", "a.model", "--words", "3", cwd=folder)
    lines = [" ".join(line.split()) for line in done.stdout.splitlines()]
    assert f"{' '.join(by_size[0].words[:3])}" in lines[3]
    for line in ("topics 2", "words 20", "documents seen 600", "algorithm scvb0", "seed 0"):
        assert line in lines
    assert any(line.startswith("text lower case, 3 to 100 characters") for line in lines)


def test_words_prints_the_topics_of_each_word(folder: Path, model: TopicModel) -> None:
    printed = json.loads(
        thalweg_command("words", "a.model", "boat", "oven", "--json", cwd=folder).stdout
    )
    assert list(printed) == ["boat", "oven"]
    assert printed["boat"][0] == vars(model.word_topics("boat")[0])
    assert printed["boat"][0]["topic"] != printed["oven"][0]["topic"]
    done = thalweg_command("words", "a.model", "boat", "--top", "1", cwd=folder)
    assert "boat" in done.stdout.splitlines()[0]
    assert " ".join(model.topics(8)[printed["boat"][0]["topic"]].words) in done.stdout


def test_an_unknown_word_is_reported_with_similar_spellings(folder: Path) -> None:
    assert_failed(
        thalweg_command("words", "a.model", "haubour", cwd=folder),
        "does not know the word 'haubour'",
    )
    done = thalweg_command("words", "a.model", "haubour", "boat", cwd=folder)
    assert done.returncode == 0
    assert "boat" in done.stdout.splitlines()[0]
    assert "Similar words of the model: harbour." in done.stderr


# ---------------------------------------------------------------------- similar and evaluate


def test_similar_finds_documents_of_the_same_theme(folder: Path) -> None:
    done = thalweg_command("similar", "a.model", "store", "--document", "s7", "-n", "5", cwd=folder)
    rows = [line.split() for line in done.stdout.splitlines() if line.strip()][2:]
    assert len(rows) == 5
    assert all(int(row[1]) % 2 == 1 for row in rows)  # the odd rows are about the sea
    assert "s7" not in {row[2] for row in rows}
    distances = [float(row[0]) for row in rows]
    assert distances == sorted(distances)

    (folder / "own.txt").write_text("Bread and butter!")
    for option in (("--text", "Bread and butter!"), ("--text-file", "own.txt")):
        done = thalweg_command("similar", "a.model", "store", *option, "--json", cwd=folder)
        found = json.loads(done.stdout)
        assert len(found) == 10
        assert all(document["document"] % 2 == 0 for document in found)


def test_similar_takes_a_row_if_there_is_no_such_id(folder: Path) -> None:
    arguments = ("similar", "a.model", "store", "--nearest", "3", "--json", "--document")
    by_row = thalweg_command(*arguments, "7", cwd=folder)
    assert by_row.stdout == thalweg_command(*arguments, "s7", cwd=folder).stdout
    assert_failed(
        thalweg_command(*arguments, "s200", cwd=folder),
        "--document is 's200'; expected the id of one of the 200",
    )


def test_similar_needs_a_text_with_a_known_word(folder: Path) -> None:
    done = thalweg_command("similar", "a.model", "store", "--text", "xyzzy", cwd=folder)
    assert_failed(done, "no word that the model knows")


def test_evaluate_prints_the_score_of_the_library(
    folder: Path, model: TopicModel, new: Corpus
) -> None:
    reading = ("new.jsonl", "--column", "body")
    printed = json.loads(
        thalweg_command("evaluate", "a.model", *reading, "--json", cwd=folder).stdout
    )
    assert printed["score"] == pytest.approx(model.score(new))
    assert printed["perplexity"] == pytest.approx(model.perplexity(new))
    assert (printed["documents"], printed["documents_scored"]) == (31, 30)
    assert printed["tokens"] == 602
    assert printed["unknown_word_share"] == pytest.approx(2 / 602)
    done = thalweg_command("evaluate", "a.model", *reading, cwd=folder)
    lines = [" ".join(line.split()) for line in done.stdout.splitlines()]
    assert f"score {printed['score']:.4f}" in lines
    assert "unknown word share 0.3%" in lines


def test_evaluate_prints_coherence_and_diversity_with_the_option(
    folder: Path, model: TopicModel, new: Corpus
) -> None:
    reading = ("evaluate", "a.model", "new.jsonl", "--column", "body", "--coherence")
    printed = json.loads(thalweg_command(*reading, "--json", cwd=folder).stdout)
    expected = coherence(model, new)
    assert printed["coherence"] == pytest.approx(expected.mean)
    assert printed["least_coherence"] == pytest.approx(expected.per_topic.min())
    assert printed["standard_error"] == pytest.approx(completion(model, new).standard_error)
    assert printed["distinct_words"] == diversity(model).distinct
    assert (printed["dead_topics"], printed["duplicate_topics"]) == (0, 0)
    lines = thalweg_command(*reading, cwd=folder).stdout.splitlines()
    assert f"coherence            {printed['coherence']:.4f}" in lines


def test_documents_without_a_known_word_cannot_be_scored(folder: Path) -> None:
    done = thalweg_command("evaluate", "a.model", "-", cwd=folder, given="xyzzy plugh\n")
    assert_failed(done, "no tokens to score")


# ---------------------------------------------------------------------- merge


def test_merge_adds_the_counts_of_models(folder: Path, model: TopicModel) -> None:
    done = thalweg_command("merge", "a.model", "b.model", "--out", "ab.model", cwd=folder)
    assert (done.returncode, done.stdout) == (0, "")
    assert "2 topics, 20 words\nmodel saved in ab.model;" in done.stderr
    merged = TopicModel.load(folder / "ab.model")
    assert merged.n_documents_seen_ == 1200
    other = TopicModel.load(folder / "b.model")
    total = model.state_.corpus_tokens + other.state_.corpus_tokens
    assert merged.state_.corpus_tokens == pytest.approx(total)
    themes = [set(topic.words) for topic in merged.topics(9)]
    assert any(theme <= set(SEA) for theme in themes)
    assert any(theme <= set(KITCHEN) for theme in themes)


def test_models_with_different_numbers_of_topics_are_not_merged(folder: Path) -> None:
    done = thalweg_command("merge", "a.model", "three.model", "--out", "no.model", cwd=folder)
    assert_failed(done, "it has 3 topics, the others have 2")
    assert not (folder / "no.model").exists()


# ---------------------------------------------------------------------- wrong usage and failures


@pytest.mark.parametrize(
    "arguments",
    [
        ("infer", "a.model", "store", "--out", "table.xml"),
        ("infer", "a.model", "store", "--top", "0"),
        ("infer", "a.model", "store", "--top", "3"),
        ("similar", "a.model", "store"),
        ("similar", "a.model", "-", "--document", "1"),
        ("similar", "a.model", "store", "--text", "a", "--document", "1"),
        ("evaluate", "a.model"),
        ("evaluate", "a.model", "store", "--min-df", "2"),
        ("update", "a.model", "store", "--phrases"),
        ("merge", "a.model", "--out", "x.model"),
    ],
    ids=" ".join,
)
def test_wrong_usage_exits_with_two(
    folder: Path, arguments: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder)
    done = CliRunner().invoke(app, arguments)
    assert (done.exit_code, done.stdout) == (2, "")
    assert "Usage" in done.stderr


@pytest.mark.parametrize(
    "arguments", [("show", "missing.model"), ("infer", "damaged.model", "store")], ids=" ".join
)
def test_a_model_that_cannot_be_opened_is_reported_in_one_line(
    folder: Path, arguments: tuple[str, ...]
) -> None:
    assert_failed(thalweg_command(*arguments, cwd=folder), arguments[1])
