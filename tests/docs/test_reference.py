"""The Python reference: every public name and every fitted attribute has an entry."""

import inspect
import re
from pathlib import Path

import numpy as np
import pytest

import thalweg
from thalweg import distributed, evaluation, export, plots, steering

ROOT = Path(__file__).parents[2]
REFERENCE = ROOT / "docs" / "reference"
ENTRIES = {
    name
    for page in REFERENCE.glob("*.md")
    for name in re.findall(r"^::: (\S+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
}


MODULES = (thalweg, distributed, evaluation, export, plots, steering)
GENSIM = "thalweg.corpus.formats.gensim_corpus"  # public too: two functions that need gensim


def public_names() -> set[str]:
    names = {f"{module.__name__}.{name}" for module in MODULES for name in module.__all__}
    names |= {f"{GENSIM}.from_gensim", f"{GENSIM}.to_gensim_corpus"}
    return names - {module.__name__ for module in MODULES} - {"thalweg.__version__"}


def test_every_public_name_has_an_entry() -> None:
    assert public_names() - ENTRIES == set()


def test_every_entry_is_a_public_name_or_a_result_of_one() -> None:
    assert {name for name in ENTRIES - public_names() if not _is_result(name)} == set()


def _is_result(name: str) -> bool:
    """Result classes are described on the page of the function that returns them."""
    module, _, attribute = name.rpartition(".")
    return inspect.isclass(getattr(__import__(module, fromlist=[attribute]), attribute))


@pytest.mark.parametrize("page", ["errors.md"])
def test_the_version_is_mentioned(page: str) -> None:
    assert "`thalweg.__version__`" in (REFERENCE / page).read_text(encoding="utf-8")


def fitted_attributes() -> set[str]:
    X = np.kron(np.eye(3, dtype=int), np.random.default_rng(0).poisson(3, (20, 8)))
    corpus = thalweg.read(["red fish blue fish", "one fish two fish"] * 20, min_df=1, max_df=1.0)
    kept = thalweg.SCVB0(keep_doc_topics=True)
    stopped = thalweg.LDA(2, early_stopping=True, random_state=0).fit(X)
    models = [
        stopped,
        thalweg.LDA(2, algorithm=kept, random_state=0).fit(X),
        thalweg.LDA(2, algorithm="svb", random_state=0).fit(X),
        thalweg.LDA(2, random_state=0).fit(corpus),
        thalweg.LDA(2, batch_size=10, random_state=0).partial_fit(X, score_fraction=1.0),
    ]
    models.append(models[0].merged(models[0]))
    found = {name for model in models for name in vars(model)}
    found |= {name for name, _ in inspect.getmembers_static(thalweg.LDA)}
    return {name for name in found if name.endswith("_") and not name.startswith("_")}


def test_every_fitted_attribute_is_in_the_table() -> None:
    text = (REFERENCE / "lda.md").read_text(encoding="utf-8")
    listed = set(re.findall(r"^\| `(\w+_)` \|", text, re.MULTILINE))
    assert fitted_attributes() - listed == set()
