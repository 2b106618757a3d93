"""scikit-learn's own tests of its LatentDirichletAllocation, run with LDA in its place.

They are loaded from the installed scikit-learn, whichever version that is. `adapter.py` says what
is translated, and `DIFFERENT` lists every test that does not hold, with the reason. A case of it
that starts to pass fails here, so the list stays true.
"""

from __future__ import annotations

import importlib.util
from types import ModuleType

import numpy as np
import pytest
import sklearn.decomposition

from tests.contract.adapter import LatentDirichletAllocation

# Each holds for all cases of the test.
DIFFERENT: dict[str, str] = {
    "test_lda_default_prior_params": (
        "Other default priors: alpha adapts to the number of topics and is learned, eta is 0.03; "
        "scikit-learn has 1 / n_components for both. docs/howto/from-scikit-learn.md says so."
    ),
    "test_lda_fit_online": (
        "`evaluate_every=1` stops at the first two passes whose perplexities differ by less than "
        "`perp_tol`, as in scikit-learn. With nine documents the perplexity is about 8, a pass of "
        "minibatches lowers it by less than 0.1, and training stops too early. Without "
        "`evaluate_every` the topics are found: test_fit_finds_the_topics_of_nine_documents."
    ),
    "test_lda_preplexity_mismatch": (
        "Calls the private method _perplexity_precomp_distr, which LDA does not have."
    ),
    "test_lda_score_perplexity": (
        "`score` is a mean per token and not a bound on the total, so perplexity is exp(-score)."
    ),
    "test_lda_empty_docs": (
        "`fit` refuses documents that are all empty: in practice a vectorizer or a vocabulary that "
        "does not fit the documents, and a model of them would be the prior."
    ),
    "test_lda_dtype_match": (
        "Topics are computed and stored in single precision, whatever the type of X."
    ),
}


def load_tests() -> ModuleType:
    """Import scikit-learn's test file with the adapter in place of its class."""
    folder = sklearn.decomposition.__path__[0]
    path = f"{folder}/tests/test_online_lda.py"
    spec = importlib.util.spec_from_file_location("sklearn_test_online_lda", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except FileNotFoundError:
        pytest.skip("scikit-learn is installed without its tests", allow_module_level=True)
    module.LatentDirichletAllocation = LatentDirichletAllocation  # type: ignore[attr-defined]
    return module


TESTS = {name: value for name, value in vars(load_tests()).items() if name.startswith("test_")}
globals().update(TESTS)


@pytest.fixture
def global_dtype() -> type:
    """The type that scikit-learn tests with by default."""
    return np.float64


@pytest.fixture
def global_random_seed() -> int:
    """The seed that scikit-learn tests with by default."""
    return 42


@pytest.fixture(autouse=True)
def _expect_differences(request: pytest.FixtureRequest) -> None:
    reason = DIFFERENT.get(request.node.originalname)
    if reason is not None:
        request.applymarker(pytest.mark.xfail(strict=True, reason=reason))


def test_every_listed_test_is_one_of_scikit_learns() -> None:
    assert DIFFERENT.keys() <= TESTS.keys()
