"""Plots: what is drawn, that labels fit, and that the user's matplotlib settings stay unchanged.

Their appearance was checked by eye on arXiv (20 topics, 50,000 abstracts with years) and NIPS (100
topics).
"""

import sys
import xml.etree.ElementTree as ElementTree
from datetime import date
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

from tests.plots.legibility import assert_legible, undrawn
from tests.synthetic import SyntheticCorpus
from thalweg import LDA, InputError, choose_k, plots
from thalweg.choosing_k.k_choice import KChoice
from thalweg.corpus.corpus import Corpus

matplotlib = pytest.importorskip("matplotlib")

# Labels that look like formulas, that are too long, and that are blank.
WORDS = ["$x^2$", "$\\", "pneumonoultramicroscopicsilicovolcanoconiosis", " "]
WORDS += [f"word{w}" for w in range(4, 50)]


@pytest.fixture(scope="module")
def documents(corpus: SyntheticCorpus) -> Corpus:
    return Corpus(corpus.counts, WORDS, {"year": [1990 + row % 9 for row in range(60)]})


@pytest.fixture(scope="module")
def model(documents: Corpus) -> LDA:
    return LDA(5, random_state=0, max_iter=4).fit(documents, validation=documents[:10])


def bar_lengths(axes: Any) -> list[float]:
    return [bar.get_width() for bar in axes.patches]


def labels(axes: Any) -> list[str]:
    return [label.get_text() for label in axes.get_yticklabels()]


def test_bars_of_sizes_are_the_shares_of_topics_largest_first(model: LDA) -> None:
    (axes,) = plots.topic_sizes(model).axes
    topics = sorted(model.topics(6), key=lambda topic: -topic.share)
    assert bar_lengths(axes) == [topic.share for topic in topics]
    for label, topic in zip(labels(axes), topics, strict=True):
        assert label.split()[-1] == str(topic.topic)
        assert topic.words[0][:10] in label


def test_a_figure_is_a_png_image_for_notebooks(model: LDA) -> None:
    figure = plots.topic_sizes(model)
    assert isinstance(figure, matplotlib.figure.Figure)
    png: bytes = figure._repr_png_()  # type: ignore[attr-defined]
    assert png.startswith(b"\x89PNG\r\n")
    width, height = (int.from_bytes(png[place : place + 4], "big") for place in (16, 20))
    assert (width, height) == tuple(
        round(inches * figure.dpi) for inches in figure.get_size_inches()
    )


def test_every_topic_has_a_chart_of_its_words(model: LDA) -> None:
    charts = plots.topic_words(model, n_words=7).axes
    topics = sorted(model.topics(7), key=lambda topic: -topic.share)
    assert [bar_lengths(axes) for axes in charts] == [topic.weights for topic in topics]
    assert [axes.get_title(loc="left").split()[1] for axes in charts] == [
        str(topic.topic) for topic in topics
    ]


def test_the_number_of_topics_to_draw_can_be_limited(model: LDA) -> None:
    assert len(plots.topic_words(model, n_topics=2).axes) == 2
    assert len(bar_lengths(plots.topic_sizes(model, n_topics=3).axes[0])) == 3
    with pytest.raises(InputError, match="`n_topics` is 0; expected 1 to 100"):
        plots.topic_sizes(model, n_topics=0)
    with pytest.raises(InputError, match="`n_words` is 1000"):
        plots.topic_words(model, n_words=1000)


def test_the_curve_shows_the_scores_during_training(model: LDA) -> None:
    (axes,) = plots.training_curve(model).axes
    documents, scores = axes.lines[0].get_data()
    assert list(documents) == [row["documents"] for row in model.history_]
    assert list(scores) == [row["score"] for row in model.history_]
    assert len(scores) == 4


def test_the_curve_and_the_choice_have_titles_and_tables(model: LDA, trials: KChoice) -> None:
    curve = plots.training_curve(model, title="Ten passes", size=(6, 3))
    assert curve.get_suptitle() == "Ten passes"
    assert tuple(curve.get_size_inches()) == (6, 3)
    assert [row.score for row in curve.table] == [row["score"] for row in model.history_]
    assert curve.table.to_polars().columns == ["passes", "documents", "tokens", "score"]
    chosen = plots.choice(trials, title="How many?")
    assert chosen.get_suptitle() == "How many?"
    assert chosen.table is trials
    legend = [text.get_text() for text in chosen.axes[-1].get_legend().get_texts()]
    assert {int(text.split(": ")[1]) for text in legend} == {
        trials.small.k, trials.medium.k, trials.large.k
    }  # fmt: skip


def test_a_model_without_scores_has_no_curve(documents: Corpus) -> None:
    with pytest.raises(InputError, match="has no held-out scores"):
        plots.training_curve(LDA(2, random_state=0).fit(documents))


def test_every_topic_has_a_curve_over_time(model: LDA, documents: Corpus) -> None:
    figure = plots.topics_over_time(model, documents, "year")
    periods = model.over_time(documents, "year").periods
    assert len(figure.axes) == 5
    for axes in figure.axes:
        k = int(axes.get_title(loc="left").split()[0])
        years, shares = axes.lines[0].get_data()
        assert [str(year)[:4] for year in years] == [str(1990 + y) for y in range(9)]
        np.testing.assert_allclose(shares, [rows[k].share for rows in periods.values()])
        band = axes.collections[0].get_datalim(axes.transData)
        ends = [(rows[k].low, rows[k].high) for rows in periods.values()]
        assert band.y0 == pytest.approx(min(low for low, _ in ends))
        assert band.y1 == pytest.approx(max(high for _, high in ends))


def title_of(figure: Any) -> str:
    return " ".join(str(figure.get_suptitle()).split())  # without line breaks


def test_the_title_names_what_is_not_drawn_over_time(model: LDA, documents: Corpus) -> None:
    figure = plots.topics_over_time(model, documents, "year", n_topics=2)
    assert len(figure.axes) == 2
    assert "by year" in title_of(figure)
    assert "the 2 largest topics, 3 others are not shown" in title_of(figure)
    chosen = plots.topics_over_time(model, documents, "year", topics=[4, 1])
    titles = [axes.get_title(loc="left") for axes in chosen.axes]
    assert [title.split()[0] for title in titles[:2]] == ["4", "1"]
    assert titles[2] == "3 others"
    assert "not shown" not in title_of(chosen)


def test_a_gap_interrupts_the_curve_and_is_named(model: LDA, documents: Corpus) -> None:
    kept = documents.filter(pl.col("year") != 1994)
    figure = plots.topics_over_time(model, kept, "year")
    assert "1 without documents (gap)" in title_of(figure)
    shares = figure.axes[0].lines[0].get_ydata()
    assert np.isnan(shares).tolist() == [year == 1994 for year in range(1990, 1999)]


@pytest.mark.parametrize("step", ["3d", "10d", "35d", "80d", "200d", "3y", "20y"])
def test_ticks_of_any_span_are_few_and_do_not_overlap(
    model: LDA, documents: Corpus, step: str
) -> None:
    offsets = pl.Series([f"{(row % 6) * int(step[:-1])}{step[-1]}" for row in range(60)])
    days = pl.Series([date(1890, 3, 7)] * 60).dt.offset_by(offsets)
    figure = plots.topics_over_time(model, documents, days, topics=[0, 1, 2])
    figure.draw_without_rendering()
    for axes in figure.axes:
        shown = [
            label
            for label in axes.get_xticklabels()
            if label.get_visible() and label.get_text() and label not in undrawn(figure)
        ]
        assert 1 <= len(shown) <= 7
        boxes = [label.get_window_extent() for label in shown]
        assert not any(a.overlaps(b) for a, b in combinations(boxes, 2))


def test_cells_of_the_heat_map_are_the_shares_of_groups(model: LDA, documents: Corpus) -> None:
    table = model.by_group(documents, "year")
    axes = plots.topics_by_group(table).axes[0]
    assert [label.get_text() for label in axes.get_xticklabels()] == [
        str(1990 + y) for y in range(9)
    ]
    numbers = [text.get_text() for text in axes.texts]
    expected = [f"{100 * rows[k].share:.1f}" for k in range(5) for rows in table.groups.values()]
    assert numbers == expected


def test_bars_have_the_intervals_of_groups(model: LDA, documents: Corpus) -> None:
    table = model.by_group(documents, "year")
    charts = plots.topics_by_group(table, kind="bars").axes
    assert len(charts) == 5
    for k, axes in enumerate(charts):
        rows = [group[k] for group in table.groups.values()]
        assert bar_lengths(axes) == pytest.approx([row.share for row in rows])
        ends = [segment[:, 0].tolist() for segment in axes.collections[0].get_segments()]
        np.testing.assert_allclose(ends, [[row.low, row.high] for row in rows])


def test_the_title_names_topics_and_groups_that_are_not_drawn(
    model: LDA, documents: Corpus
) -> None:
    figure = plots.topics_by_group(model, documents, "year", n_topics=2)
    assert "3 of 5 topics, which differ least, are not shown" in title_of(figure)
    many = plots.topics_by_group(model, documents, np.arange(60) % 59 * 2)
    assert "not shown" not in title_of(many)


def test_title_and_size_can_be_given(model: LDA, documents: Corpus) -> None:
    for draw in (plots.topics_over_time, plots.topics_by_group):
        figure = draw(model, documents, "year", title="For $5\nand $6", size=(7, 4))
        assert figure.get_suptitle() == "For $5\nand $6"
        assert figure.get_size_inches().tolist() == [7, 4]
        for size in ((7, 0), "large", (7,), 5):
            with pytest.raises(InputError, match=r"`size` is .*; expected width and height"):
                draw(model, documents, "year", size=size)  # type: ignore[arg-type]


def test_a_table_is_drawn_without_documents(model: LDA, documents: Corpus) -> None:
    with pytest.raises(InputError, match="`source` is a table; expected no documents"):
        plots.topics_by_group(model.by_group(documents, "year"), documents)
    with pytest.raises(InputError, match="`source` is a table; expected no documents"):
        plots.topics_over_time(model.over_time(documents, "year"), documents)
    with pytest.raises(InputError, match="`documents` or `column` is missing"):
        plots.topics_by_group(model)
    with pytest.raises(InputError, match="`documents` or `date` is missing"):
        plots.topics_over_time(model, documents)
    with pytest.raises(InputError, match="`kind` is 'pie'; expected heatmap or bars"):
        plots.topics_by_group(model, documents, "year", kind="pie")


@pytest.fixture(scope="module")
def trials(corpus: SyntheticCorpus) -> KChoice:
    return choose_k(corpus.counts, range(2, 41, 2), n_runs=2, random_state=0, max_iter=2)


def test_the_choice_shows_score_and_readability_over_the_number_of_topics(
    trials: KChoice,
) -> None:
    charts = plots.choice(trials).axes
    columns = [[trial.score for trial in trials], [trial.coherence for trial in trials]]
    columns.append([trial.stability or 0.0 for trial in trials])
    columns.append([trial.distinctness for trial in trials])
    for axes, values in zip(charts, columns, strict=True):
        (curve,) = [line for line in axes.lines if len(line.get_xdata()) == len(trials)][:1]
        assert list(curve.get_xdata()) == [trial.k for trial in trials]
        assert list(curve.get_ydata()) == values
        marks = [line.get_xdata()[0] for line in axes.lines if len(set(line.get_xdata())) == 1]
        assert set(marks) == {trials.small.k, trials.medium.k, trials.large.k}


def test_the_bars_are_two_standard_errors_of_the_difference_from_the_best(trials: KChoice) -> None:
    bars = plots.choice(trials).axes[0].collections[0].get_segments()
    heights = [np.ptp(bar[:, 1]) for bar in bars]
    expected = [4 * trials.error_behind(trial) for trial in trials]
    np.testing.assert_allclose(heights, expected, atol=1e-12)


def test_single_runs_have_no_chart_of_stability(corpus: SyntheticCorpus) -> None:
    single = choose_k(corpus.counts, [3], n_runs=1, random_state=0, max_iter=1)
    assert len(plots.choice(single).axes) == 3


def drawings(model: LDA, documents: Corpus, trials: KChoice, size: Any = None) -> dict[str, Any]:
    return {
        "choice": plots.choice(trials, size=size),
        "sizes": plots.topic_sizes(model, size=size),
        "words": plots.topic_words(model, size=size),
        "curve": plots.training_curve(model, size=size),
        "time": plots.topics_over_time(model, documents, "year"),
        "heat map": plots.topics_by_group(model, documents, "year"),
        "bars": plots.topics_by_group(model, documents, "year", kind="bars"),
    }


@pytest.mark.parametrize("size", [None, (10, 5.6), (4.5, 4.5)])
def test_no_texts_overlap_and_all_are_within_the_figure(
    model: LDA, documents: Corpus, trials: KChoice, size: Any
) -> None:
    for figure in drawings(model, documents, trials, size).values():
        assert_legible(figure)


@pytest.mark.parametrize("kind", ["png", "svg", "pdf"])
def test_the_suffix_determines_the_format_of_a_file(model: LDA, tmp_path: Path, kind: str) -> None:
    path = tmp_path / f"sizes.{kind}"
    plots.save(plots.topic_sizes(model), path)
    start = {"png": b"\x89PNG", "svg": b"<?xml", "pdf": b"%PDF"}[kind]
    assert path.read_bytes().startswith(start)
    if kind == "svg":
        assert ElementTree.parse(path).getroot().tag.endswith("svg")
    assert [file.name for file in tmp_path.iterdir()] == [path.name]


def test_other_formats_are_refused(model: LDA, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"ends in \.png, \.svg, \.pdf"):
        plots.save(plots.topic_sizes(model), tmp_path / "sizes.doc")
    assert not list(tmp_path.iterdir())


def test_matplotlib_settings_stay_unchanged(
    model: LDA, documents: Corpus, trials: KChoice, tmp_path: Path
) -> None:
    before, had_pyplot = dict(matplotlib.rcParams), "matplotlib.pyplot" in sys.modules
    for name, figure in drawings(model, documents, trials).items():
        plots.save(figure, tmp_path / f"{name}.png")
    assert dict(matplotlib.rcParams) == before
    assert ("matplotlib.pyplot" in sys.modules) == had_pyplot


def test_without_matplotlib_the_message_says_how_to_install_it(
    model: LDA, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    with pytest.raises(InputError, match="pip install matplotlib"):
        plots.topic_sizes(model)
