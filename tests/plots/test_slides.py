"""Figures for slides: titles, sizes, chosen topics, names as labels, and nothing that overlaps."""

from typing import Any

import numpy as np
import pytest

from tests.plots.legibility import assert_legible
from thalweg import LDA, InputError, ThalwegWarning, plots
from thalweg.corpus.corpus import Corpus

pytest.importorskip("matplotlib")

N_WORDS = 150
SLIDE = (10, 5.6)
LONG_NAME = "Parking, traffic and noise in the centre"  # 40 characters
SCRIPTS = {
    "long": [f"{w}-internationalisation-of-counterrevolutionaries" for w in range(N_WORDS)],
    "wide": [f"{'W' * (w % 25 + 1)}{w}" for w in range(N_WORDS)],
    "cjk": [f"\u6cb3\u5ddd\u6c34\u8d44\u6e90{chr(0x4E00 + w)}" * 3 for w in range(N_WORDS)],
    "rtl": [f"\u05e0\u05d4\u05e8{chr(0x05D0 + w % 27)}{w}" for w in range(N_WORDS)],
}


def make_model(n_topics: int, words: list[str], named: bool = False) -> LDA:
    """A model of topics of very different sizes."""
    rng = np.random.default_rng(n_topics)
    topics = rng.dirichlet(np.full(N_WORDS, 0.05), n_topics)
    sizes = rng.dirichlet(np.full(n_topics, 0.5))
    counts = rng.multinomial(40, topics[rng.choice(n_topics, 120, p=sizes)])
    model = LDA(n_topics, random_state=0, max_iter=1).fit(Corpus(counts.astype(np.int32), words))
    if named:
        model.name_topics({k: f"{LONG_NAME[:-3]}{k:>3}" for k in range(0, n_topics, 2)})
    return model


@pytest.fixture(scope="module")
def model() -> LDA:
    model = make_model(30, [f"word{w}" for w in range(N_WORDS)])
    model.name_topics({3: "Parking", 7: "$5 and $10"})
    return model


@pytest.mark.filterwarnings("ignore:Glyph")
@pytest.mark.parametrize("draw", [plots.topic_sizes, plots.topic_words])
@pytest.mark.parametrize("size", [None, SLIDE])
@pytest.mark.parametrize(
    ("n_topics", "script"), [(5, "cjk"), (20, "long"), (20, "rtl"), (50, "wide"), (100, "long")]
)
def test_nothing_overlaps_from_5_to_100_topics(draw: Any, size: Any, n_topics: int, script: str):
    figure = draw(make_model(n_topics, SCRIPTS[script], named=True), size=size)
    assert_legible(figure)
    width, height = figure.get_size_inches()
    assert (width, height) == (size or (width, height))
    assert height <= 10
    assert width <= 18


@pytest.mark.parametrize("draw", [plots.topic_sizes, plots.topic_words])
def test_a_small_figure_draws_as_many_topics_as_it_has_room_for(draw: Any, model: LDA):
    figure = draw(model, size=(4, 3.2))
    assert_legible(figure)
    shares = sorted((topic.share for topic in model.topics()), reverse=True)
    n_drawn = len({row.topic for row in figure.table if row.topic is not None})
    assert 1 <= n_drawn < 30
    note = f"the other {30 - n_drawn} topics, {sum(shares[n_drawn:]):.1%}"
    assert note in figure.get_supxlabel()


def test_all_asked_for_topics_are_drawn_or_the_size_is_refused(model: LDA):
    assert len(plots.topic_sizes(model, n_topics=30).table) == 30
    assert_legible(plots.topic_sizes(make_model(100, SCRIPTS["long"]), n_topics=100))
    with pytest.raises(
        InputError, match="`size` has room for 8 topics, but `n_topics` asks for 30"
    ):
        plots.topic_sizes(model, n_topics=30, size=(4, 3))
    with pytest.raises(InputError, match="`size` has room for 1 topics, but `topics` asks for 2"):
        plots.topic_words(model, topics=[3, 7], size=(3, 3.5))
    with pytest.raises(InputError, match="`size` has room for 0 topics"):
        plots.topic_words(model, n_words=50, size=(10, 5))


def test_chosen_topics_are_drawn_in_their_order(model: LDA):
    figure = plots.topic_sizes(model, topics=[9, "Parking", 1])
    assert [row.topic for row in figure.table] == [9, 3, 1, None]
    rest = 1 - sum(model.topics()[k].share for k in (9, 3, 1))
    assert figure.table[3].label == "the other 27 topics"
    assert figure.table[3].share == pytest.approx(rest)
    (axes,) = figure.axes
    labels = [label.get_text() for label in axes.get_yticklabels()]
    assert [label.split()[-1] for label in labels] == ["9", "3", "1"]
    charts = plots.topic_words(model, topics=[7, 2]).axes
    headings = [axes.get_title(loc="left").split(" \u00b7 ")[0] for axes in charts]
    assert headings == ["$5 and $10", "topic 2"]


def test_a_topic_with_a_name_shows_it_and_half_as_many_words(model: LDA):
    (axes,) = plots.topic_sizes(model, topics=[3, 1], n_words=4).axes
    named, unnamed = (label.get_text().split() for label in axes.get_yticklabels())
    words = model.topics(4)
    assert named == ["Parking", "\u00b7", *words[3].words[:2], "3"]
    assert unnamed == [*words[1].words, "1"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"topics": [30]}, "`topics` contains 30; expected numbers from 0 to 29, or names"),
        ({"topics": ["Parkin"]}, "`topics` contains 'Parkin'"),
        ({"topics": [3, "Parking"]}, "`topics` contains 'Parking' twice"),
        ({"topics": []}, "`topics` is empty"),
        ({"topics": [1], "n_topics": 2}, "`n_topics` is 2, but `topics` are given as well"),
        ({"size": (1, 5)}, "`size` is \\(1, 5\\); expected width and height in inches"),
        ({"size": 10}, "`size` is 10;"),
        ({"size": ("wide", 5)}, "`size` is"),
        ({"size": (float("nan"), 5)}, "`size` is"),
    ],
)
@pytest.mark.parametrize("draw", [plots.topic_sizes, plots.topic_words])
def test_wrong_options_are_refused(draw: Any, model: LDA, arguments: Any, message: str):
    with pytest.raises(InputError, match=message):
        draw(model, **arguments)


def test_a_title_is_shown_as_it_is_and_wraps(model: LDA):
    figure = plots.topic_sizes(model, title="Costs of $5 and $10", size=(8, 4))
    assert figure.get_suptitle() == "Costs of $5 and $10"
    long = plots.topic_sizes(model, title="A title of many words " * 8, size=(4, 3))
    assert_legible(long)
    assert long.get_suptitle().count("\n") == 2
    assert long.get_suptitle().endswith("\u2026")
    assert plots.topic_sizes(model, title="").get_suptitle() == ""


def test_all_charts_of_words_have_the_same_labelled_scale(model: LDA):
    figure = plots.topic_words(model)
    assert len({axes.get_xlim() for axes in figure.axes}) == 1
    assert figure.get_supxlabel().startswith("probability of the word within the topic")


def test_the_tables_have_the_numbers_of_the_figures(model: LDA):
    topics = {topic.topic: topic for topic in model.topics(10)}
    sizes = plots.topic_sizes(model, n_topics=4)
    assert [row.share for row in sizes.table[:4]] == [
        bar.get_width() for bar in sizes.axes[0].patches
    ]
    assert sum(row.share for row in sizes.table) == pytest.approx(1)
    words = plots.topic_words(model, topics=[3, 7])
    assert [row.probability for row in words.table] == topics[3].weights + topics[7].weights
    assert [row.word for row in words.table[:10]] == topics[3].words
    assert {row.label for row in words.table} == {"Parking", "$5 and $10"}
    frame = words.table.to_polars()
    assert frame.columns == ["topic", "label", "share", "rank", "word", "probability"]
    assert frame["rank"].to_list() == [*range(1, 11), *range(1, 11)]


def test_characters_that_no_font_has_are_one_warning(tmp_path: Any):
    private = [f"\ue000{w}" for w in range(N_WORDS)]  # for private use: no font has it
    figure = plots.topic_sizes(make_model(5, private))
    with pytest.warns(ThalwegWarning, match="boxes in place of characters") as caught:
        plots.save(figure, tmp_path / "boxes.png")
    assert len(caught) == 1
