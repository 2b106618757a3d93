"""`thalweg corpus build`, `info`, `convert` and `merge`."""

import gzip
import json
import subprocess
from pathlib import Path

import numpy as np
import pytest

import thalweg
from tests.cli.shell import assert_failed, thalweg_command
from thalweg import Corpus
from thalweg.cli.app import main

REVIEWS = [
    {"id": "r1", "year": 2023, "body": "The river runs through the old town", "n": 1},
    {"id": "r2", "year": 2023, "body": "An old river bank, a new bank", "n": 2},
    {"id": "r3", "year": 2024, "body": "Bread and salt from the new town", "n": 3},
    {"id": "r4", "year": 2024, "body": "?", "n": 4},
]
LIMITS = ["--min-df", "1", "--max-df", "1.0"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("corpora")
    with gzip.open(folder / "reviews.jsonl.gz", "wt") as file:
        file.writelines(json.dumps(review) + "\n" for review in REVIEWS)
    return folder


@pytest.fixture(scope="module")
def built(folder: Path) -> subprocess.CompletedProcess[str]:
    """The reviews, built as reviews.corpus."""
    options = ["--column", "body", "--metadata", "id,year", "--keep-texts", "--two-pass"]
    words = [*LIMITS, "--ngrams", "2", "--min-length", "2", "--stop-words", "none"]
    out = ["--out", "reviews.corpus"]
    return thalweg_command(
        "corpus", "build", "reviews.jsonl.gz", *options, *words, *out, cwd=folder
    )


def test_build_stores_the_corpus_that_read_returns(folder, built):
    assert (built.returncode, built.stdout) == (0, ""), built.stderr
    assert built.stderr.startswith("wrote reviews.corpus: 4 documents, ")
    assert built.stderr.splitlines()[1:] == [
        "to train a model on it: thalweg train reviews.corpus -k 20 --out my.model"
    ]
    stored = Corpus.open(folder / "reviews.corpus")
    expected = thalweg.read(
        folder / "reviews.jsonl.gz",
        "body",
        min_df=1,
        max_df=1.0,
        ngram_range=(1, 2),
        min_length=2,
        stop_words=None,
    )
    assert stored.vocabulary == expected.vocabulary
    assert np.array_equal(stored.to_csr().toarray(), expected.to_csr().toarray())
    assert stored.text_settings == expected.text_settings
    assert stored.metadata.to_dict(as_series=False) == {
        "id": ["r1", "r2", "r3", "r4"],
        "year": [2023, 2023, 2024, 2024],
    }
    assert stored.texts.to_list() == [review["body"] for review in REVIEWS]


@pytest.mark.usefixtures("built")
def test_info_prints_the_contents_as_json(folder):
    done = thalweg_command("corpus", "info", "reviews.corpus", "--json", cwd=folder)
    assert (done.returncode, done.stderr) == (0, "")
    facts = json.loads(done.stdout)
    stored = Corpus.open(folder / "reviews.corpus")
    lengths = stored.to_csr().toarray().sum(axis=1)
    assert (facts["documents"], facts["words"]) == stored.shape
    assert facts["tokens"] == lengths.sum()
    assert facts["empty_documents"] == 1
    assert facts["mean_length"] == pytest.approx(lengths.mean())
    assert facts["median_length"] == np.median(lengths)
    assert facts["max_length"] == lengths.max()
    assert facts["top_words"][0] == {"word": "the", "tokens": 3, "documents": 2}
    assert facts["columns"] == ["id", "year"]
    assert facts["texts_kept"] is True
    assert facts["text_settings"] == stored.text_settings.to_json()
    assert facts["checksums_verified"] is True
    sizes = [path.stat().st_size for path in (folder / "reviews.corpus").iterdir()]
    assert facts["bytes"] == sum(sizes)


@pytest.mark.usefixtures("built")
def test_info_prints_plain_lines_of_at_most_a_hundred_columns(folder):
    done = thalweg_command("corpus", "info", "reviews.corpus", cwd=folder)
    assert done.returncode == 0
    lines = [line.split() for line in done.stdout.splitlines()]
    assert ["documents", "4"] in lines
    assert ["empty", "documents", "1"] in lines
    assert "\x1b" not in done.stdout
    assert max(map(len, done.stdout.splitlines())) <= 100


@pytest.mark.usefixtures("built")
def test_a_damaged_store_is_reported_in_one_line(folder, tmp_path):
    damaged = tmp_path / "damaged.corpus"
    Corpus.open(folder / "reviews.corpus").save(damaged)
    words = bytearray((damaged / "words.bin").read_bytes())
    words[0] ^= 1
    (damaged / "words.bin").write_bytes(words)
    done = thalweg_command("corpus", "info", damaged, cwd=folder)
    assert_failed(done, "words.bin is damaged or was changed")


@pytest.mark.usefixtures("built")
def test_a_corpus_survives_conversion_and_is_merged_with_another(folder):
    there = thalweg_command(
        "corpus", "convert", "reviews.corpus", "--to", "mallet", "--out", "r.mallet", cwd=folder
    )
    # The n-grams contain spaces, which MALLET files cannot hold.
    assert_failed(there, "cannot be written")
    options = ["--column", "body", *LIMITS]
    there = thalweg_command(
        *("corpus", "convert", "reviews.jsonl.gz", "--to", "uci", "--out", "docword.r.txt.gz"),
        *options,
        cwd=folder,
    )
    assert (there.returncode, there.stdout) == (0, ""), there.stderr
    back = thalweg_command(
        "corpus", "convert", "docword.r.txt.gz", "--to", "store", "--out", "r.corpus", cwd=folder
    )
    assert back.returncode == 0, back.stderr
    once = thalweg.read(folder / "reviews.jsonl.gz", "body", min_df=1, max_df=1.0)
    assert np.array_equal(
        Corpus.open(folder / "r.corpus").to_csr().toarray(), once.to_csr().toarray()
    )
    merged = thalweg_command(
        "corpus", "merge", "r.corpus", "docword.r.txt.gz", "--out", "twice.corpus", cwd=folder
    )
    assert merged.returncode == 0, merged.stderr
    twice = Corpus.open(folder / "twice.corpus")
    assert twice.vocabulary == once.vocabulary
    assert np.array_equal(twice.to_csr().toarray(), np.vstack([once.to_csr().toarray()] * 2))


def test_standard_input_has_one_document_per_line_unless_it_is_a_table(folder):
    texts = "".join(f"{review['body']}\n" for review in REVIEWS)
    lines = thalweg_command(
        "corpus", "build", "-", *LIMITS, "--out", "in.corpus", cwd=folder, given=texts
    )
    assert lines.returncode == 0, lines.stderr
    rows = "".join(json.dumps(review) + "\n" for review in REVIEWS)
    table = thalweg_command(
        *("corpus", "info", "-", *LIMITS, "--column", "body", "--json"),
        cwd=folder,
        given=rows,
    )
    facts = json.loads(table.stdout)
    stored = Corpus.open(folder / "in.corpus")
    assert (facts["documents"], facts["words"]) == stored.shape
    assert facts["tokens"] == stored.n_tokens
    assert (facts["bytes"], facts["checksums_verified"]) == (None, False)


def test_limits_apply_to_counts_from_standard_input(folder):
    counts = "2\n3\n4\n1 1 2\n1 3 1\n2 1 5\n2 2 1\n"
    done = thalweg_command(
        *("corpus", "info", "-", "--format", "uci", "--min-df", "2", "--json"),
        cwd=folder,
        given=counts,
    )
    facts = json.loads(done.stdout)
    assert (facts["documents"], facts["words"], facts["tokens"]) == (2, 1, 7)


def test_several_files_are_one_corpus(folder, tmp_path):
    for name, part in (("a", REVIEWS[:2]), ("b", REVIEWS[2:])):
        rows = "".join(json.dumps(review) + "\n" for review in part)
        (tmp_path / f"{name}.jsonl").write_text(rows)
    shared = ["--column", "body", *LIMITS]
    done = thalweg_command(
        "corpus", "build", "a.jsonl", "b.jsonl", *shared, "--out", "ab.corpus", cwd=tmp_path
    )
    assert done.returncode == 0, done.stderr
    expected = thalweg.read(folder / "reviews.jsonl.gz", "body", min_df=1, max_df=1.0)
    stored = Corpus.open(tmp_path / "ab.corpus")
    assert stored.vocabulary == expected.vocabulary
    assert np.array_equal(stored.to_csr().toarray(), expected.to_csr().toarray())


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["build", "nowhere.csv", "--out", "x"], "'nowhere.csv' does not exist"),
        (["build", "reviews.jsonl.gz", "--out", "x"], "no column 'text'"),
        (["build", "reviews.jsonl.gz", "--column", "body", "--out", "x"], "(now 5)"),
        (["build", "nowhere.csv", "--out", "reviews.jsonl.gz"], "already exists"),
        (["convert", "nowhere.csv", "--to", "npz", "--out", "reviews.jsonl.gz"], "already exists"),
        (["merge", "reviews.jsonl.gz", "--out", "x"], "thalweg corpus build"),
        (["merge", "nowhere.corpus", "--out", "x"], "nowhere.corpus is not a stored corpus"),
    ],
)
def test_a_failure_is_one_line_and_writes_nothing(folder, monkeypatch, capsys, arguments, message):
    monkeypatch.chdir(folder)
    with pytest.raises(SystemExit) as ended:
        main(["corpus", *arguments])
    captured = capsys.readouterr()
    done = subprocess.CompletedProcess(arguments, ended.value.code, captured.out, captured.err)
    assert_failed(done, message)
    assert not (folder / "x").exists()


@pytest.mark.parametrize(
    "arguments",
    [
        ["build", "reviews.jsonl.gz"],
        ["build", "--out", "x"],
        ["build", "a", "--out", "x", "--passes", "2"],
        ["build", "a", "--out", "x", "--max-df", "2.5"],
        ["convert", "a", "--out", "x"],
        ["convert", "a", "--out", "x", "--to", "xml"],
        ["info"],
        ["info", "reviews.jsonl.gz", "--format", "xml"],
        ["merge", "a"],
        ["split", "a"],
    ],
)
def test_wrong_usage_exits_with_two_and_prints_nothing_to_stdout(arguments, capsys):
    with pytest.raises(SystemExit) as ended:
        main(["corpus", *arguments])
    captured = capsys.readouterr()
    assert (ended.value.code, captured.out) == (2, "")
    assert "Usage" in captured.err
