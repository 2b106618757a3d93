"""The rule of docs/howto/operations.md is not below any measurement of benchmarks/memory.py."""

import json
from pathlib import Path

import pytest

from benchmarks.memory import RESULTS, model_bytes

ROOT = Path(__file__).parents[2]
RULE = {"transform": (2, 10e6), "partial_fit": (4, 10e6), "fit": (4, 120e6)}  # models, and bytes
RUNS = json.loads(RESULTS.read_text())["runs"]


@pytest.mark.parametrize("run", RUNS, ids=lambda run: f"{run['use']}-{run['words']}")
def test_the_rule_covers_what_was_measured(run) -> None:
    models, more = RULE[run["use"]]
    assert run["model_bytes"] == model_bytes(run["words"], run["topics"])
    assert run["growth_bytes"] <= models * run["model_bytes"] + more


def test_the_page_has_the_rule() -> None:
    text = (ROOT / "docs/howto/operations.md").read_text(encoding="utf-8")
    assert "| `load` and `transform` | 2 models + 10 MB |" in text
    assert "| `partial_fit` | 4 models + 10 MB |" in text
    assert "| `fit` | 4 models + 120 MB |" in text
