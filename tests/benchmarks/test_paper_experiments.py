"""The paper's experiments in a short form: that they measure what they say, not how fast."""

from __future__ import annotations

import json
import math
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy import stats

from benchmarks.paper import claims, curves, leads, readings, report, topic_runs
from benchmarks.paper.generator import StandIn, true_topics
from benchmarks.paper.material import HeldOut, Material
from benchmarks.paper.shapes import CorpusShape
from benchmarks.paper.steps import STEPS
from benchmarks.paper.systems import SCVB0, SYSTEMS, Training
from benchmarks.paper.topic_runs import RIVALS, Limit, Task
from benchmarks.paper.word_errors import documents_with_both, judge, mean_with_others, npmi, shuffle
from benchmarks.record import Record
from thalweg import Corpus, InputError
from thalweg.corpus.document_source import DocumentSource
from thalweg.corpus.vocabulary import Vocabulary

SMALL = CorpusShape("small", n_documents=600, n_tokens=30_000, n_words=300)
SETTINGS = {"topics": 5, "seconds": 0.02, "steps": "documents", "threads": 1}


@pytest.fixture(scope="module")
def material() -> Material:
    blocks = list(StandIn(SMALL).blocks())
    corpus = Corpus.of_blocks(blocks, Vocabulary.numbered(SMALL.n_words))
    return Material("small", corpus, 1.0, true_topics(SMALL))


@pytest.fixture(scope="module")
def split(material: Material) -> tuple[DocumentSource, HeldOut]:
    return material.held_out()


# ------------------------------------------------------------------ systems


def test_the_five_systems_of_the_paper_are_there() -> None:
    names = ["SCVB0", "SVB-B1-O0", "SVB-B1-O0.5", "SVB-B5-O0", "SVB-B5-O0.5"]
    assert list(SYSTEMS) == names


@pytest.mark.parametrize("name", list(SYSTEMS))
def test_where_a_run_is_looked_at_does_not_change_it(
    split: tuple[DocumentSource, HeldOut], name: str
) -> None:
    straight, in_slices = (Training(SYSTEMS[name], split[0], 5) for _ in range(2))
    straight.advance(n_documents=800)
    for n_documents in (100, 200, 400, 800):
        in_slices.advance(n_documents)
    assert straight.state.n_documents_seen == in_slices.state.n_documents_seen == 800
    np.testing.assert_array_equal(
        straight.state.topic_word_counts, in_slices.state.topic_word_counts
    )


def test_all_systems_start_alike_and_learn(split: tuple[DocumentSource, HeldOut]) -> None:
    train, held_out = split
    trainings = [Training(system, train, 5) for system in SYSTEMS.values()]
    starts = {held_out.score(training.state) for training in trainings}
    assert len(starts) == 1
    for training in trainings:
        training.advance(n_documents=2000)
        assert held_out.score(training.state) > starts.copy().pop() + 0.2


def test_training_stops_after_its_time(split: tuple[DocumentSource, HeldOut]) -> None:
    training = Training(SCVB0, split[0], 5)
    training.advance(seconds=0.01)
    assert training.seconds >= 0.01
    seen = training.state.n_documents_seen
    training.advance(seconds=0.01)
    assert training.state.n_documents_seen == seen > 0


def test_a_minibatch_takes_the_steps_of_its_documents_together(
    split: tuple[DocumentSource, HeldOut],
) -> None:
    state = Training(SCVB0, split[0], 5).state
    state.n_documents_seen, state.clock = 1000, 10
    batches = np.array([0, 100, 150])
    left = [math.prod(1 - 10 / (1000 + t) ** 0.9 for t in range(1001, 1101))]
    left += [math.prod(1 - 10 / (1000 + t) ** 0.9 for t in range(1101, 1151))]
    np.testing.assert_allclose(STEPS["documents"](state, batches), 1 - np.array(left))
    expected = [10 / (1000 + t) ** 0.9 for t in (11, 12)]
    np.testing.assert_allclose(STEPS["minibatches"](state, batches), expected)
    expected = [10 / (1000 + t) ** 0.9 for t in (1100, 1150)]
    np.testing.assert_allclose(STEPS["minibatches-by-documents"](state, batches), expected)


def test_a_tenth_of_a_small_corpus_is_held_out(material: Material) -> None:
    train, held_out = material.held_out()
    assert (train.n_documents, held_out.n_documents) == (540, 60)
    whole = held_out.observed.n_tokens + held_out.scored.n_tokens + train.n_tokens
    assert whole == material.corpus.n_tokens


def test_true_topics_score_above_those_that_were_learnt(
    material: Material, split: tuple[DocumentSource, HeldOut]
) -> None:
    training = Training(SCVB0, split[0], 5)
    training.advance(n_documents=2000)
    assert material.true_topics is not None
    assert split[1].score_of_truth(material.true_topics) > split[1].score(training.state)


# ------------------------------------------------------------------ words that do not belong

TWO_THEMES = np.array(
    [[1, 1, 0, 0, 0], [1, 1, 0, 0, 1], [2, 3, 0, 0, 0], [0, 0, 1, 1, 0], [0, 0, 1, 1, 1]]
)


def test_npmi_of_a_corpus_that_can_be_counted_by_hand() -> None:
    together = documents_with_both(DocumentSource.of(TWO_THEMES), np.arange(5))
    np.testing.assert_array_equal(np.diag(together), [3, 3, 2, 2, 2])
    assert together[0, 1] == 3
    assert together[0, 4] == 1
    values = npmi(together, 5)
    assert values[0, 1] == pytest.approx(1.0)  # never apart
    assert values[0, 2] == -1.0  # never together
    # p(0) = 3/5, p(4) = 2/5, p(0, 4) = 1/5
    assert values[0, 4] == pytest.approx(math.log(0.2 / (0.6 * 0.4)) / -math.log(0.2))


def test_words_in_every_document_are_as_near_as_can_be() -> None:
    assert npmi(np.full((2, 2), 7.0), 7).tolist() == [[1.0, 1.0], [1.0, 1.0]]


def test_a_word_is_compared_with_the_others_of_its_topic_only() -> None:
    closeness = np.array([[1.0, 0.2, 0.4], [0.2, 1.0, -1.0], [0.4, -1.0, 1.0]])
    nearness = mean_with_others(np.array([[0, 1, 2]]), closeness)
    np.testing.assert_allclose(nearness, [[0.3, -0.4, -0.3]])


def test_shuffled_topics_have_distinct_words_as_often_as_they_occur() -> None:
    drawn = shuffle(np.array([[0, 1], [0, 2], [0, 3]]), 3000, np.random.default_rng(0))
    assert (drawn[:, 0] != drawn[:, 1]).all()
    # The first word is 0 with probability 1/2; else 0 comes second with probability 3/5.
    assert abs((drawn == 0).any(axis=1).mean() - 0.8) < 5 * math.sqrt(0.8 * 0.2 / 3000)


def test_an_intruder_counts_as_an_error() -> None:
    rng = np.random.default_rng(0)
    theme = rng.integers(2, size=400)
    X = rng.random((400, 20)) < np.where(np.arange(20) // 10 == theme[:, None], 0.5, 0.02)
    pure, mixed = np.arange(10), np.append(np.arange(9), 15)
    other = np.arange(10, 20)
    verdict = judge(np.array([pure, other, mixed]), DocumentSource.of(X.astype(int)))
    assert verdict.errors(50).tolist() == [0, 0, 1]


def test_the_tests_are_those_of_scipy() -> None:
    ours, theirs = [[1, 2], [0, 1], [2, 2]], [[3, 2], [4, 1], [2, 5]]
    values = topic_runs.tests(ours, theirs)
    topics = stats.ttest_ind([1, 2, 0, 1, 2, 2], [3, 2, 4, 1, 2, 5], alternative="less")
    runs = ([1.5, 0.5, 2.0], [2.5, 2.5, 3.5])
    assert values["two_samples_of_topics"] == pytest.approx(topics.pvalue)
    assert values["two_samples_of_runs"] == pytest.approx(
        stats.ttest_ind(*runs, alternative="less").pvalue
    )
    assert values["paired_runs"] == pytest.approx(stats.ttest_rel(*runs, alternative="less").pvalue)


@pytest.mark.filterwarnings("ignore:Precision loss")
def test_a_test_without_variance_has_no_value() -> None:
    assert topic_runs.tests([[1], [1]], [[1], [1]])["paired_runs"] is None


# ------------------------------------------------------------------ experiments


def test_curves_have_all_systems_and_the_same_documents(material: Material, tmp_path: Path) -> None:
    record = Record(tmp_path / "curves-small.json", "command", SETTINGS)
    curves.compare(material, record)
    written = json.loads(record.path.read_text())
    assert [run["system"] for run in written["runs"]] == list(SYSTEMS)
    assert written["corpus"]["held_out"] == 60
    assert written["truth"] < 0
    moments = [[point["documents"] for point in run["points"][:-1]] for run in written["runs"]]
    for run, documents in zip(written["runs"], moments, strict=True):
        assert documents == max(moments, key=len)[: len(documents)]
        assert run["points"][0]["documents"] == 100
        assert run["points"][-1]["seconds"] >= SETTINGS["seconds"]
        assert all(point["tokens"] > point["documents"] for point in run["points"])


def test_a_killed_experiment_goes_on_where_it_was(
    material: Material, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "curves-small.json"
    begun: list[str] = []
    run = curves.run

    def killed_in_the_third(system: Any, *rest: Any) -> dict[str, Any]:
        begun.append(system.name)
        if len(begun) == 3:
            raise KeyboardInterrupt
        return run(system, *rest)

    monkeypatch.setattr(curves, "run", killed_in_the_third)
    with pytest.raises(KeyboardInterrupt):
        curves.compare(material, Record(path, "command", SETTINGS))
    first = json.loads(path.read_text())["runs"]
    assert len(first) == 2
    curves.compare(material, Record(path, "command", SETTINGS))
    names = list(SYSTEMS)
    assert begun == [*names[:3], *names[2:]]
    assert json.loads(path.read_text())["runs"][:2] == first
    curves.compare(material, Record(path, "command", SETTINGS))
    assert len(begun) == 6


def test_runs_with_other_settings_are_not_mixed(tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    Record(path, "command", {"topics": 5}).add({"system": "SCVB0"})
    with pytest.raises(InputError, match=r"x\.json has runs with other settings.*--fresh"):
        Record(path, "command", {"topics": 6})
    assert Record(path, "command", {"topics": 5}).has(system="SCVB0")
    assert not Record(path, "command", {"topics": 6}, fresh=True).runs


def task(material: Material) -> Task:
    return Task("few documents", material, dict.fromkeys(RIVALS, Limit(documents=300)))


def test_topics_of_short_runs_are_judged(material: Material, tmp_path: Path) -> None:
    record = Record(tmp_path / "five_seconds.json", "command", SETTINGS)
    topic_runs.compare([task(material)], record, n_topics=4, n_runs=3)
    assert len(record.runs) == 6
    for run in record.runs:
        assert run["documents"] == 300
        assert [len(set(topic.split())) for topic in run["topics"]] == [10] * 4
    written = json.loads(record.path.read_text())
    (group,) = written["judgement"]["groups"]
    for name in RIVALS:
        assert np.shape(group["errors"][name]) == (3, 4)
        assert len(group["examples"][name]) == 10
        means = [group["other_percentiles"][p][name] for p in ("50", "75", "90", "99")]
        assert means == sorted(means)
    again = Record(record.path, "command", SETTINGS)
    topic_runs.compare([task(material)], again, n_topics=4, n_runs=3)
    assert again.runs == record.runs


def test_readings_tell_apart_what_steps_do(material: Material, tmp_path: Path) -> None:
    record = Record(tmp_path / "readings.json", "command", SETTINGS | {"seconds": 0.0})
    readings.compare(material, record)
    shared = {
        run["steps"]: run["early"]["shared_words"]
        for run in record.runs
        if run["system"] == "SCVB0"
    }
    assert shared["documents"] < shared["minibatches-by-documents"]


# ------------------------------------------------------------------ the report


def line(*scores: float, pace: float = 1.0) -> leads.Points:
    return [
        {"seconds": pace * 10**i, "documents": 100 * 2**i, "tokens": 1e3, "score": score}
        for i, score in enumerate(scores)
    ]


def test_leads_are_measured_on_common_ground() -> None:
    ours, theirs = line(-9, -8, -7), line(-8.5, -8.5, -8.5)
    assert leads.final_lead(ours, theirs) == 1.5
    assert leads.leads_at_same_documents(ours, theirs) == [-0.5, 0.5, 1.5]
    assert leads.share_ahead(ours, theirs) == pytest.approx(0.75, abs=0.01)  # from -8.5 on
    assert leads.document_ratio(ours, line(-9, -8, -7, pace=2.0)) == 2.0


def curve_record(name: str, stand_in: float | None, rival: float) -> dict[str, Any]:
    runs = [{"system": "SCVB0", "points": line(-9, -8, -7)}]
    runs += [{"system": s, "points": line(-9.5, -9, rival)} for s in SYSTEMS if s != "SCVB0"]
    return {
        "command": f"python -m benchmarks.paper.curves --corpus {name}",
        "machine": dict.fromkeys(
            ("processor", "cores", "python", "thalweg", "instruction_set"), "?"
        ),
        "date": "2026-01-02",
        "settings": {"topics": 50, "seconds": 100.0},
        "corpus": {
            "name": name,
            "title": name.upper(),
            "stand_in": stand_in,
            "documents": 10,
            "words": 20,
            "tokens": 30.0,
            "held_out": 1,
        },
        "runs": runs,
    }


def test_a_verdict_follows_the_figures() -> None:
    better = {"curves-wikipedia": curve_record("wikipedia", 0.1, rival=-7.5)}
    worse = {"curves-wikipedia": curve_record("wikipedia", 0.1, rival=-6.5)}
    verdicts = [
        {finding.claim: finding.verdict for finding in claims.findings(records)}
        for records in (better, worse)
    ]
    claim = "New York Times and Wikipedia: SCVB0 ends at a better solution"
    assert [verdict[claim] for verdict in verdicts] == [claims.AGREES, claims.NOT]
    claim = "SCVB0 is better throughout the run"
    assert [verdict[claim] for verdict in verdicts] == [claims.AGREES, claims.NOT]


@pytest.mark.filterwarnings("ignore:Precision loss")
def test_the_report_is_made_of_the_records(material: Material, tmp_path: Path) -> None:
    results = tmp_path / "results"
    for name, stand_in in (("wikipedia", 0.1), ("nips", None)):
        record = curve_record(name, stand_in, rival=-7.25)
        results.mkdir(exist_ok=True)
        (results / f"curves-{name}.json").write_text(json.dumps(record))
    record_of_topics = Record(results / "five_seconds.json", "command", SETTINGS)
    topic_runs.compare([task(material)], record_of_topics, n_topics=4, n_runs=2)
    out = tmp_path / "reproduction.md"
    options = ["--results", str(results), "--out", str(out)]
    report.main(options)
    text = out.read_text()
    assert "SCVB0 leads by +0.250" in text
    assert text.index("NIPS: ") < text.index("WIKIPEDIA: ")  # real ones first
    assert "\npython -m benchmarks.paper.curves --corpus nips\n" in text
    assert "(results/curves-nips.png)" in text
    linked = set(re.findall(r"\(results/(\S+)\.json\)", text))
    assert linked == {"curves-nips", "curves-wikipedia", "five_seconds"}
    report.main([*options, "--check"])
    out.write_text(text.replace("+0.250", "+0.251"))
    with pytest.raises(SystemExit, match="is out of date"):
        report.main([*options, "--check"])


def test_the_report_in_docs_says_what_the_committed_records_say() -> None:
    report.main(["--check"])
    for link in re.findall(r"\]\(([^)]+)\)", report.REPORT.read_text(encoding="utf-8")):
        assert (report.REPORT.parent / link).exists(), link
