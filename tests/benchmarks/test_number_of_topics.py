"""The check of the weights that `choose_k` uses, and the page with its tables."""

import json
from pathlib import Path

import pytest

from benchmarks import number_of_topics
from benchmarks.number_of_topics import OURS, RESULTS, best_weights, generated, measure, recommended

PAGE = Path(__file__).parents[2] / "docs" / "explanation" / "design" / "choosing-k.md"


@pytest.fixture(scope="module")
def rows() -> list[number_of_topics.Row]:
    found: list[number_of_topics.Row] = json.loads(RESULTS.read_text())["collections"]
    return found


def test_the_page_has_the_tables_of_the_record(rows: list[number_of_topics.Row]) -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert number_of_topics.table_of_choices(rows) in page
    assert number_of_topics.table_of_weights(rows) in page


def test_the_weights_of_the_rule_give_its_recommendation(
    rows: list[number_of_topics.Row],
) -> None:
    assert [recommended(row, OURS) for row in rows] == [row["medium"] for row in rows]
    measured = measure("small", 2, "1..4", generated(2, mixed=0.0, n_words=300)[:120], 1)
    assert recommended(measured, OURS) == measured["medium"]


def test_the_best_weights_prefer_the_known_number() -> None:
    def row(known: int) -> number_of_topics.Row:
        """Gain grows with K; only readability speaks for the known number."""
        trials = [{"k": k, "gain": k / 16, "readability": float(k == known)} for k in (2, 4, 8, 16)]
        return {"known": known, "large": 16, "trials": trials}

    weights = best_weights([row(4), row(8)])
    assert [recommended(row(known), weights) for known in (4, 8)] == [4, 8]
    assert recommended(row(4), (0.0, 0.5, 0.0)) == 16
