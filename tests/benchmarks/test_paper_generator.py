"""Stand-ins for the paper's corpora: the draws they promise, at a size that a test can afford."""

from __future__ import annotations

import json
import math
import sys
import tracemalloc
from pathlib import Path
from statistics import NormalDist

import numpy as np
import pytest
from scipy import sparse

from benchmarks.paper import generate, generator, one_pass
from benchmarks.paper.alias import AliasTable
from benchmarks.paper.generator import StandIn, topics_file, true_topics
from benchmarks.paper.shapes import SHAPES, CorpusShape
from thalweg import Corpus, InputError

SMALL = CorpusShape("small", n_documents=4000, n_tokens=400_000, n_words=2000)


@pytest.fixture(autouse=True)
def small_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(generator, "_TOKENS_PER_BLOCK", 1 << 15)


def matrix(stand_in: StandIn, fraction: float = 1.0) -> sparse.csr_array:
    return sparse.vstack([block.to_csr() for block in stand_in.blocks(fraction)]).tocsr()


def differ(left: sparse.csr_array, right: sparse.csr_array) -> bool:
    return left.shape != right.shape or (left != right).nnz > 0


@pytest.fixture(scope="module")
def whole() -> sparse.csr_array:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(generator, "_TOKENS_PER_BLOCK", 1 << 15)
        return matrix(StandIn(SMALL))


@pytest.mark.parametrize("fraction", [0.001, 0.1, 0.7, 1])
def test_a_fraction_is_a_prefix_of_the_whole(whole: sparse.csr_array, fraction: float) -> None:
    part = matrix(StandIn(SMALL), fraction)
    assert part.shape == (round(4000 * fraction), 2000)
    assert not differ(part, whole[: part.shape[0]])


def test_a_block_can_be_made_without_those_before_it(whole: sparse.csr_array) -> None:
    stand_in = StandIn(SMALL)
    size = stand_in.block_size
    assert 1 < size < 1000
    assert not differ(stand_in.block(2).to_csr(), whole[2 * size : 3 * size])


def test_the_seed_decides_documents_and_topics(whole: sparse.csr_array) -> None:
    assert differ(matrix(StandIn(SMALL, seed=1)), whole)
    np.testing.assert_array_equal(true_topics(SMALL, 1), true_topics(SMALL, 1))
    assert (true_topics(SMALL, 1) != true_topics(SMALL, 0)).any()


def test_lengths_are_log_normal_with_the_mean_of_the_shape(whole: sparse.csr_array) -> None:
    lengths = whole.sum(axis=1)
    variance = math.exp(SMALL.length_spread**2) - 1  # of a log-normal variable of mean 1
    bound = 5 * SMALL.mean_length * math.sqrt(variance / 4000)
    assert abs(lengths.mean() - SMALL.mean_length) < bound
    below = NormalDist().cdf(SMALL.length_spread / 2)
    assert abs((lengths < SMALL.mean_length).mean() - below) < 5 * 0.5 / math.sqrt(4000)
    assert lengths.min() >= 1


def test_words_occur_as_often_as_the_topics_say(whole: sparse.csr_array) -> None:
    """Variance of a share: of the draws, and, for theta_j, Var_k(phi_kw) / (K alpha + 1)."""
    topics = true_topics(SMALL).astype(np.float64)
    lengths = whole.sum(axis=1)
    share, expected = whole.sum(axis=0) / whole.sum(), topics.mean(axis=0)
    by_draws = expected * (1 - expected) / lengths.sum()
    by_documents = (lengths**2).sum() / lengths.sum() ** 2
    by_topics = topics.var(axis=0) / (generator.N_TOPICS * generator.ALPHA + 1) * by_documents
    frequent = np.argsort(expected)[-200:]
    z = ((share - expected) / np.sqrt(by_draws + by_topics))[frequent]
    assert abs(z).max() < 5
    assert 0.8 < z.std() < 1.2  # standard error of a deviation from 200 values: 0.05


def test_topics_are_distributions_without_zeros() -> None:
    topics = true_topics(SMALL)
    assert topics.shape == (100, 2000)
    assert topics.dtype == np.float32
    assert topics.min() > 0  # so that a likelihood under the true topics is finite
    np.testing.assert_allclose(topics.sum(axis=1), 1, rtol=1e-4)


def test_word_frequencies_fall_like_a_zipf_law(whole: sparse.csr_array) -> None:
    share = np.sort(whole.sum(axis=0) / whole.sum())[::-1]
    total = (1 / (generator.RANK_OFFSET + np.arange(1, 2001))).sum()
    for rank in (1, 10, 100):
        law = 1 / (generator.RANK_OFFSET + rank) / total
        assert law / 1.5 < share[rank - 1] < law * 1.5


def test_every_entry_is_a_word_of_the_vocabulary_counted_once() -> None:
    for block in StandIn(SMALL).blocks():
        assert block.words.min() >= 0
        assert block.words.max() < 2000
        assert block.counts.min() >= 1
        assert block.to_csr().has_canonical_format


@pytest.mark.parametrize(
    ("shape", "distinct"),
    [
        (CorpusShape("nips", 1740, 2_301_375, 13_649, length_spread=0.22), 536.4),
        (CorpusShape("arxiv", 50_000, 3_678_871, 14_671, length_spread=0.46), 55.2),
    ],
    ids=lambda value: getattr(value, "name", None),
)
def test_words_repeat_about_as_in_real_documents(
    shape: CorpusShape, distinct: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(generator, "_TOKENS_PER_BLOCK", 1 << 19)
    block = StandIn(shape).block(0)
    assert np.diff(block.offsets).mean() == pytest.approx(distinct, rel=0.2)


def test_the_whole_needs_no_more_memory_than_a_part(tmp_path: Path) -> None:
    peaks = []
    for fraction in (0.2, 1.0):
        tracemalloc.start()
        generator.generate(SMALL, tmp_path / str(fraction), fraction)
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert peaks[1] < 1.1 * peaks[0]


def test_a_stand_in_is_a_corpus_with_its_topics_beside_it(
    tmp_path: Path, whole: sparse.csr_array
) -> None:
    made = generator.generate(SMALL, tmp_path / "made", 0.1)
    assert made.shape == (400, 2000)
    assert not differ(Corpus.open(tmp_path / "made").to_csr(), whole[:400])
    np.testing.assert_array_equal(np.load(topics_file(tmp_path / "made")), true_topics(SMALL))


@pytest.mark.parametrize("fraction", [0, 0.0009, 1.001, -1, math.nan, math.inf])
def test_a_fraction_beyond_the_limits_is_refused(tmp_path: Path, fraction: float) -> None:
    with pytest.raises(InputError, match=r"expected 0\.001 to 1"):
        generator.generate(SMALL, tmp_path / "made", fraction)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("seed", [-1, 1 << 64])
def test_a_seed_beyond_the_limits_is_refused(seed: int) -> None:
    with pytest.raises(InputError, match="seed"):
        true_topics(SMALL, seed)


@pytest.mark.parametrize("shape", SHAPES.values(), ids=SHAPES)
def test_tokens_of_a_block_of_the_paper_s_shapes_are_told_apart(
    shape: CorpusShape, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.undo()  # blocks of their real size
    assert StandIn(shape).block_size * shape.n_words <= 2**32
    assert StandIn(shape).block_size > 1000


@pytest.mark.parametrize("n", [1, 2, 7, 1000])
@pytest.mark.parametrize("exponent", [0.0, 1.0, 3.0])
def test_an_alias_table_holds_its_probabilities(n: int, exponent: float) -> None:
    probabilities = np.random.default_rng(n).permutation(np.arange(1.0, n + 1) ** -exponent)
    table = AliasTable.of(probabilities)
    held = table.own + np.bincount(table.other, weights=1 - table.own, minlength=n)
    np.testing.assert_allclose(held / n, probabilities / probabilities.sum(), rtol=1e-9, atol=1e-12)
    assert table.own.min() > -1e-9
    assert table.own.max() < 1 + 1e-9


def test_the_command_writes_a_stand_in_or_says_why_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(SHAPES, "small", SMALL)
    command = ["generate", "small", "--fraction", "0.01", "--out", str(tmp_path / "made")]
    monkeypatch.setattr(sys, "argv", command)
    generate.main()
    assert "40 documents" in capsys.readouterr().out
    assert json.loads((tmp_path / "made" / "manifest.json").read_text())["n_documents"] == 40
    with pytest.raises(SystemExit, match="already exists"):
        generate.main()


def test_one_pass_is_measured_over_a_corpus_that_was_made_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(SHAPES, "small", SMALL)
    made = generator.generate(SMALL, tmp_path / "small-0.1-seed-0", 0.1)
    monkeypatch.setattr(one_pass, "with_bar", None)  # nothing is to be made again
    out = tmp_path / "one_pass.json"
    command = ["one_pass", "--shape", "small", "--fraction", "0.1", "--topics", "5"]
    command += ["--threads", "1", "--folder", str(tmp_path), "--out", str(out)]
    monkeypatch.setattr(sys, "argv", command)
    one_pass.main()
    result = json.loads(out.read_text())["small"]
    assert result["tokens"] == made.n_tokens
    assert result["tokens_per_second"] == result["tokens"] / result["seconds"]
    assert result["peak_bytes"] >= result["idle_bytes"] > result["model_bytes"] == 5 * 2000 * 4
