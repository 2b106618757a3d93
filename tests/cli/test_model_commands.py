"""`thalweg infer`, `show`, `words`, `similar`, `evaluate` and `merge`, run as processes."""

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
    """Texts, the same as a store, and two models: of all words, and of some with another seed."""
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
    """The new texts, as the library reads them for the model."""
    return read(
        folder / "new.jsonl",
        "body",
        vocabulary=model.vocabulary_,
        text_settings=model.text_settings_,
        metadata=["id"],
    )


# ---------------------------------------------------------------------- infer


def test_infer_prints_csv_of_what_transform_gives(
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
    # Nothing is known about the last: the prior's mean.
    mean = model.state_.prior.doc_topic / model.state_.prior.doc_topic.sum()
    assert done.stdout.splitlines()[-1] == f"odd,{mean[0]:.5f},{mean[1]:.5f}"


def test_infer_writes_parquet_and_json_lines_by_the_name(
    folder: Path, model: TopicModel, new: Corpus
) -> None:
    theta = model.transform(Corpus.open(folder / "store"))
    done = thalweg_command("infer", "a.model", "store", "--out", "t.parquet", cwd=folder)
    assert (done.returncode, done.stdout) == (0, "")
    assert done.stderr == "t.parquet: topics of 200 documents\n"
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


def test_infer_reads_standard_input_and_numbers_its_lines(folder: Path) -> None:
    done = thalweg_command(
        "infer", "a.model", "-", "--to", "jsonl", cwd=folder, given="boat wave\nbread oven salt\n"
    )
    first, second = map(json.loads, done.stdout.splitlines())
    assert (first["id"], second["id"]) == (0, 1)
    assert (first["topic_0"] > 0.5) != (second["topic_0"] > 0.5)


def test_a_reader_that_goes_away_ends_infer_quietly(folder: Path) -> None:
    many = "\n".join(story["body"] for story in stories(100_000, 2))
    (folder / "many.txt").write_text(many)
    command = command_line("infer", "a.model", "many.txt", "--format", "lines")
    with subprocess.Popen(
        command, cwd=folder, env=environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline() == b"id,topic_0,topic_1\n"
        process.stdout.close()
        assert process.stderr.read() == b""


def test_a_failed_infer_leaves_no_table(folder: Path) -> None:
    (folder / "cut.jsonl").write_text('{"body": "boat"}\n{"body": "wa')
    done = thalweg_command(
        "infer", "a.model", "cut.jsonl", "--column", "body", "--out", "cut.csv", cwd=folder
    )
    assert_failed(done, "cut.jsonl")
    assert not list(folder.glob("*cut.csv*"))


def test_a_model_without_words_takes_no_documents_by_name(folder: Path) -> None:
    done = thalweg_command("infer", "nameless.model", "store", cwd=folder)
    assert_failed(done, "the model does not know its words")


# ---------------------------------------------------------------------- show and words


def test_show_tells_the_topics_and_the_training(folder: Path, model: TopicModel) -> None:
    told = json.loads(thalweg_command("show", "a.model", "--json", cwd=folder).stdout)
    by_size = sorted(model.topics(), key=lambda topic: -topic.share)
    assert [topic["words"] for topic in told["topics"]] == [topic.words for topic in by_size]
    assert (told["n_topics"], told["n_words"], told["passes"]) == (2, 20, 3)
    assert (told["documents_seen"], told["tokens_seen"]) == (600, 12_000)
    alpha = model.state_.prior.doc_topic
    assert told["alpha"] == {"min": alpha.min(), "mean": alpha.mean(), "max": alpha.max()}
    assert alpha.sum() == pytest.approx(0.2)
    assert told["text_settings"]["min_length"] == 3
    assert len(told["history"]) == 3

    done = thalweg_command("show", "a.model", "--words", "3", cwd=folder)
    lines = [" ".join(line.split()) for line in done.stdout.splitlines()]
    assert f"{' '.join(by_size[0].words[:3])}" in lines[3]
    for line in ("topics 2", "words 20", "documents seen 600", "algorithm scvb0", "seed 0"):
        assert line in lines
    assert any(line.startswith("text lower case, 3 to 100 characters") for line in lines)


def test_words_tells_the_topics_of_each_word(folder: Path, model: TopicModel) -> None:
    told = json.loads(
        thalweg_command("words", "a.model", "boat", "oven", "--json", cwd=folder).stdout
    )
    assert list(told) == ["boat", "oven"]
    assert told["boat"][0] == vars(model.word_topics("boat")[0])
    assert told["boat"][0]["topic"] != told["oven"][0]["topic"]
    done = thalweg_command("words", "a.model", "boat", "--topics", "1", cwd=folder)
    assert "boat" in done.stdout.splitlines()[0]
    assert " ".join(model.topics(8)[told["boat"][0]["topic"]].words) in done.stdout


def test_an_unknown_word_is_answered_by_near_spellings(folder: Path) -> None:
    assert_failed(
        thalweg_command("words", "a.model", "boat", "haubour", cwd=folder),
        "'haubour'. Did you mean harbour?",
    )


# ---------------------------------------------------------------------- similar and evaluate


def test_similar_finds_documents_of_the_same_theme(folder: Path) -> None:
    done = thalweg_command("similar", "a.model", "store", "--to", "s7", "-n", "5", cwd=folder)
    rows = [line.split() for line in done.stdout.splitlines() if line.strip()][2:]
    assert len(rows) == 5
    assert all(int(row[1]) % 2 == 1 for row in rows)  # odd ones are about the sea
    assert "s7" not in {row[2] for row in rows}
    distances = [float(row[0]) for row in rows]
    assert distances == sorted(distances)

    (folder / "own.txt").write_text("Bread and butter!")
    for option in (("--text", "Bread and butter!"), ("--file", "own.txt")):
        done = thalweg_command("similar", "a.model", "store", *option, "--json", cwd=folder)
        found = json.loads(done.stdout)["documents"]
        assert len(found) == 10
        assert all(document["document"] % 2 == 0 for document in found)


def test_similar_takes_a_row_where_no_id_is_like_it(folder: Path) -> None:
    arguments = ("similar", "a.model", "store", "-n", "3", "--json", "--to")
    by_row = thalweg_command(*arguments, "7", cwd=folder)
    assert by_row.stdout == thalweg_command(*arguments, "s7", cwd=folder).stdout
    assert_failed(thalweg_command(*arguments, "s200", cwd=folder), "none of the 200 documents")


def test_similar_needs_a_word_that_it_knows(folder: Path) -> None:
    done = thalweg_command("similar", "a.model", "store", "--text", "xyzzy", cwd=folder)
    assert_failed(done, "no word that the model knows")


def test_evaluate_gives_the_score_of_the_library(
    folder: Path, model: TopicModel, new: Corpus
) -> None:
    reading = ("new.jsonl", "--column", "body")
    told = json.loads(thalweg_command("evaluate", "a.model", *reading, "--json", cwd=folder).stdout)
    assert told["score"] == pytest.approx(model.score(new))
    assert told["perplexity"] == pytest.approx(model.perplexity(new))
    assert (told["documents"], told["documents_scored"]) == (31, 30)
    assert told["tokens"] == 602
    assert told["unknown_word_share"] == pytest.approx(2 / 602)
    done = thalweg_command("evaluate", "a.model", *reading, cwd=folder)
    lines = [" ".join(line.split()) for line in done.stdout.splitlines()]
    assert f"score {told['score']:.4f}" in lines
    assert "unknown word share 0.3%" in lines


def test_evaluate_tells_coherence_and_diversity_if_asked(
    folder: Path, model: TopicModel, new: Corpus
) -> None:
    reading = ("evaluate", "a.model", "new.jsonl", "--column", "body", "--coherence")
    told = json.loads(thalweg_command(*reading, "--json", cwd=folder).stdout)
    expected = coherence(model, new)
    assert told["coherence"] == pytest.approx(expected.mean)
    assert told["least_coherence"] == pytest.approx(expected.per_topic.min())
    assert told["standard_error"] == pytest.approx(completion(model, new).standard_error)
    assert told["distinct_words"] == diversity(model).distinct
    assert (told["dead_topics"], told["duplicate_topics"]) == (0, 0)
    lines = thalweg_command(*reading, cwd=folder).stdout.splitlines()
    assert f"coherence           {told['coherence']:.4f}" in lines


def test_documents_without_a_known_word_cannot_be_scored(folder: Path) -> None:
    done = thalweg_command("evaluate", "a.model", "-", cwd=folder, given="xyzzy plugh\n")
    assert_failed(done, "no token to score")


# ---------------------------------------------------------------------- merge


def test_merge_writes_the_sum_of_models(folder: Path, model: TopicModel) -> None:
    done = thalweg_command("merge", "a.model", "b.model", "--out", "ab.model", cwd=folder)
    assert (done.returncode, done.stdout) == (0, "")
    assert "ab.model: 2 topics, 20 words" in done.stderr
    merged = TopicModel.load(folder / "ab.model")
    assert merged.n_documents_seen_ == 1200
    other = TopicModel.load(folder / "b.model")
    total = model.state_.corpus_tokens + other.state_.corpus_tokens
    assert merged.state_.corpus_tokens == pytest.approx(total)
    themes = [set(topic.words) for topic in merged.topics(9)]
    assert any(theme <= set(SEA) for theme in themes)
    assert any(theme <= set(KITCHEN) for theme in themes)


def test_models_that_do_not_fit_are_not_merged(folder: Path) -> None:
    done = thalweg_command("merge", "a.model", "three.model", "--out", "no.model", cwd=folder)
    assert_failed(done, "3 topics, the others 2")
    assert not (folder / "no.model").exists()


# ---------------------------------------------------------------------- what cannot be done


@pytest.mark.parametrize(
    "arguments",
    [
        ("infer", "a.model", "store", "--out", "table.xml"),
        ("infer", "a.model", "store", "--top", "0"),
        ("infer", "a.model", "store", "--top", "3"),
        ("similar", "a.model", "store"),
        ("similar", "a.model", "-", "--to", "1"),
        ("merge", "a.model", "--out", "x.model"),
    ],
    ids=" ".join,
)
def test_wrong_usage_is_told_with_exit_code_two(
    folder: Path, arguments: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder)
    done = CliRunner().invoke(app, arguments)
    assert (done.exit_code, done.stdout) == (2, "")
    assert "Usage" in done.stderr


@pytest.mark.parametrize(
    "arguments", [("show", "missing.model"), ("infer", "damaged.model", "store")], ids=" ".join
)
def test_a_model_that_cannot_be_opened_is_one_line(
    folder: Path, arguments: tuple[str, ...]
) -> None:
    assert_failed(thalweg_command(*arguments, cwd=folder), arguments[1])
