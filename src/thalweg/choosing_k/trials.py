"""choose_k: several numbers of topics, trained and scored on the same documents, side by side."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from thalweg.choosing_k.numbers import topic_numbers
from thalweg.choosing_k.recommendation import KChoice, KTrial
from thalweg.corpus.document_source import Supply, as_corpus
from thalweg.corpus.documents import Documents
from thalweg.errors import InputError
from thalweg.evaluation._coherence import coherence
from thalweg.evaluation._diversity import diversity
from thalweg.evaluation._heldout import split_tokens
from thalweg.evaluation._stability import stability
from thalweg.inference import scvb0
from thalweg.model import TopicModel
from thalweg.random_streams import seed_of
from thalweg.system.threads import resolve_threads
from thalweg.training.progress import TrainingProgress

# Documents that are held out: a tenth, but no more than tell enough, nor fewer than tell anything.
HELD_OUT_SHARE = 0.1
MOST_HELD_OUT = 10_000
FEWEST_SCORED = 10

# What a training costs is in proportion to K and so much, the visits of documents themselves.
_TOPICS_OF_A_VISIT = 20


@dataclass(frozen=True)
class ChoiceProgress:
    """How far the trials have come: the present training, and the share of all the work."""

    k: int
    run: int  # from 1
    n_runs: int
    training: TrainingProgress
    share: float
    seconds: float

    @property
    def remaining_seconds(self) -> float | None:
        """At the present rate."""
        return self.seconds * (1 / self.share - 1) if self.share else None


def choose_k(
    X: Any,
    ks: Any,
    *,
    n_runs: int = 3,
    held_out: float | None = None,
    progress: Callable[[ChoiceProgress], None] | None = None,
    n_jobs: int | None = None,
    random_state: Any = None,
    **parameters: Any,
) -> KChoice:
    """Try several numbers of topics; the result is a table with a recommendation and its reason.

    Some documents are held out at random, the same for all. For each K models are trained on the
    others, scored on the held-out ones by document completion, and compared with each other. No
    model is kept: train one with the number that you choose, on all documents.

    Parameters
    ----------
    X : sparse matrix, array or Corpus
        Documents x words. A corpus on disk is streamed.
    ks : list or range of int, or str
        Numbers of topics. "10..200": round numbers from 10 to 200; "10..200..10": every tenth;
        "10,20,50".
    n_runs : int, default=3
        Models for each K, with different seeds. One tells nothing about stability, nor how much of
        a difference is luck.
    held_out : float or int, default=None
        Documents to hold out, as a share or a number. None: a tenth, at most 10,000.
    progress : callable, default=None
        Called with a `ChoiceProgress` several times a second.
    n_jobs : int, default=None
        Threads. None: all cores. The result does not depend on it.
    random_state : int, RandomState instance or None, default=None
        Seed of the split; the runs have this one and the following.
    **parameters
        Of `LDA`, the same for all models.

    Examples
    --------
    >>> import numpy as np
    >>> from thalweg import choose_k
    >>> block = np.random.default_rng(0).poisson(5, (40, 10))
    >>> X = np.kron(np.eye(3, dtype=int), block)  # three groups of documents share no word
    >>> choose_k(X, [1, 2, 3, 5], random_state=0).k
    3
    """
    trials = KTrials(
        X,
        ks,
        n_runs=n_runs,
        held_out=held_out,
        n_jobs=n_jobs,
        random_state=random_state,
        **parameters,
    )
    return KChoice(trials.run(progress))


class KTrials:
    """The trials of `choose_k`, one at a time, so that those that are done can be had early."""

    def __init__(
        self,
        X: Any,
        ks: Any,
        *,
        n_runs: int = 3,
        held_out: float | None = None,
        n_jobs: int | None = None,
        random_state: Any = None,
        **parameters: Any,
    ) -> None:
        self.ks = topic_numbers(ks)
        if isinstance(n_runs, bool) or not isinstance(n_runs, int | np.integer) or n_runs < 1:
            raise InputError(f"n_runs is {n_runs!r}; expected a whole number of at least 1")
        if "n_components" in parameters:
            raise InputError("n_components is what is to be chosen; expected it as ks")
        self.n_runs = int(n_runs)
        self.n_threads = resolve_threads(n_jobs)
        self._parameters = parameters | {"n_jobs": n_jobs}
        self._seed = seed_of(random_state)
        self._training, self._held_out = self._split(X, held_out)
        self.tokens = np.concatenate([scored.lengths for _, scored in self._halves()])
        n_scored = int((self.tokens > 0).sum())
        if n_scored < FEWEST_SCORED:
            raise InputError(
                f"{n_scored} of {self.n_held_out} held-out documents have words to score; expected "
                f"at least {FEWEST_SCORED}. Give more documents, or a larger held_out."
            )

    @property
    def n_held_out(self) -> int:
        """Documents that are held out."""
        return self._held_out.n_documents

    def run(self, progress: Callable[[ChoiceProgress], None] | None = None) -> Iterator[KTrial]:
        """Train and score, the smallest number of topics first."""
        start = time.perf_counter()
        for k in self.ks:
            models, seconds = [], 0.0
            for run in range(self.n_runs):
                seed = (self._seed + run) % 2**32
                model = TopicModel(k, **self._parameters, random_state=seed)
                began = time.perf_counter()
                model.fit(self._training, progress=self._listener(progress, k, run, start))
                seconds += time.perf_counter() - began
                models.append(model)
            yield self._trial(k, models, seconds / self.n_runs)

    def _trial(self, k: int, models: list[TopicModel], seconds: float) -> KTrial:
        n_jobs = self.n_threads
        in_use = [_topics_in_use(model) for model in models]
        return KTrial(
            k=k,
            coherence=float(
                np.mean([coherence(each, self._training, n_jobs=n_jobs).mean for each in models])
            ),
            stability=stability(in_use) if len(models) > 1 else None,
            surplus=float(np.mean([k - len(topics) for topics in in_use])),
            seconds=seconds,
            log_likelihoods=np.stack([self._log_likelihoods(model) for model in models]),
            tokens=self.tokens,
        )

    def _log_likelihoods(self, model: TopicModel) -> NDArray[np.float64]:
        """Of the scored half of each held-out document."""
        return np.concatenate(
            [
                scvb0.log_likelihood(
                    model.state_, observed, scored, scvb0.Settling(), n_threads=self.n_threads
                )
                for observed, scored in self._halves()
            ]
        )

    def _halves(self) -> Iterator[tuple[Documents, Documents]]:
        """The held-out documents part by part, dealt to two halves, always the same way.

        A word that no training document has is left out. Of such a word a model knows the prior
        only, eta / (N^Z_k + W eta), which is larger the more topics share the tokens: its score
        would rise with K, whatever was learnt.
        """
        held_out, seen = self._held_out, self._seen
        for first, part in zip(held_out.bounds.tolist(), held_out.parts(), strict=False):
            yield split_tokens(part.only(seen[part.words]), first_number=first)

    def _split(self, X: Any, held_out: float | None) -> tuple[Any, Supply]:
        """What `fit` takes to train on, and the documents that are held out."""
        supply = Supply.of(X)
        n = supply.n_documents
        if self.ks[-1] > supply.n_words:
            raise InputError(
                f"ks has {self.ks[-1]} topics, but there are only {supply.n_words} words; expected "
                "no more topics than words"
            )
        n_held_out = _n_held_out(held_out, n)
        order = np.random.Generator(np.random.Philox([self._seed, 7])).permutation(n)
        training_rows, held_out_rows = np.sort(order[n_held_out:]), np.sort(order[:n_held_out])
        corpus = as_corpus(X)
        training: Any
        if corpus is None:
            assert supply.whole is not None
            training = supply.whole[training_rows].to_csr()
        else:
            training = corpus[training_rows]
            if corpus.in_memory:  # gathered once, not in every pass
                training = next(training.batches(training.n_documents))
        self._seen = np.zeros(supply.n_words, dtype=bool)
        for part in Supply.of(training).parts():
            self._seen[part.words] = True
        return training, supply.choose(held_out_rows)

    def _listener(
        self, progress: Callable[[ChoiceProgress], None] | None, k: int, run: int, start: float
    ) -> Callable[[TrainingProgress], None] | None:
        if progress is None:
            return None
        costs = [each + _TOPICS_OF_A_VISIT for each in self.ks]
        cost = k + _TOPICS_OF_A_VISIT
        done = self.n_runs * sum(costs[: self.ks.index(k)]) + run * cost

        def tell(now: TrainingProgress) -> None:
            share = (done + (now.share or 0.0) * cost) / (self.n_runs * sum(costs))
            seconds = time.perf_counter() - start
            progress(ChoiceProgress(k, run + 1, self.n_runs, now, share, seconds))

        return tell


def _topics_in_use(model: TopicModel) -> NDArray[np.float32]:
    """The topics that are neither dead nor duplicates: these are alike in all runs."""
    found = diversity(model)
    assert found.dead is not None
    assert found.duplicates is not None
    components = model.components_
    in_use = np.delete(components, np.append(found.dead, found.duplicates), axis=0)
    return in_use if len(in_use) else components[:1]  # all dead: there is one topic, of no content


def _n_held_out(given: Any, n_documents: int) -> int:
    if given is None:
        n = max(FEWEST_SCORED, min(MOST_HELD_OUT, round(HELD_OUT_SHARE * n_documents)))
        if 2 * n > n_documents:
            raise InputError(
                f"there are {n_documents} documents; expected at least {2 * FEWEST_SCORED}, half "
                "of them to learn from and half to be scored"
            )
        return n
    n = 0
    if isinstance(given, int | np.integer) and not isinstance(given, bool):
        n = int(given)
    elif isinstance(given, float | np.floating) and 0 < given < 1:
        n = round(float(given) * n_documents)
    if 0 < n < n_documents:
        return n
    raise InputError(
        f"held_out is {given!r} and there are {n_documents} documents; expected a share between 0 "
        "and 1 or a number of documents, with at least one on each side"
    )
