"""choose_k: train and score several numbers of topics on the same documents."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from thalweg.checks import whole_number
from thalweg.choosing_k.held_out import MIN_SCORED, default_size
from thalweg.choosing_k.k_choice import KChoice
from thalweg.choosing_k.numbers import topic_numbers
from thalweg.choosing_k.recommendation import KTrial
from thalweg.corpus.document_source import DocumentSource
from thalweg.corpus.documents import Documents
from thalweg.corpus.split import hold_out
from thalweg.errors import InputError
from thalweg.evaluation._coherence import coherence
from thalweg.evaluation._diversity import Diversity, diversity
from thalweg.evaluation._stability import stability
from thalweg.evaluation._token_split import split_tokens
from thalweg.inference.fold_in import log_likelihood
from thalweg.model import TopicModel
from thalweg.random_streams import Stream, seed_of
from thalweg.system.threads import resolve_threads
from thalweg.training.reporting.progress import TrainingProgress

# The cost of a training run is proportional to K plus this, the cost of visiting a document at all.
_COST_OF_A_VISIT = 20
N_WORDS = 10  # most probable words per topic, which coherence, stability and distinctness compare


@dataclass(frozen=True)
class ChoiceProgress:
    """How far `choose_k` has come."""

    k: int
    """Number of topics of the current training run."""
    run: int
    """Number of the current run of this K, from 1."""
    n_runs: int
    """Number of runs per K."""
    training: TrainingProgress
    """Progress of the current training run."""
    share: float
    """Share of all work that is done."""
    seconds: float
    """Time since the start."""

    @property
    def remaining_seconds(self) -> float | None:
        """Estimated time to the end; None before anything is done."""
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
    """Try several numbers of topics and recommend one.

    Some documents are held out at random, the same for all numbers. For each number K, models are
    trained on the other documents, scored on the held-out documents by document completion, and
    compared with each other. The models are not kept: train one with the number that you choose, on
    all documents.

    Parameters
    ----------
    X : Corpus, sparse matrix or array
        Documents x words. A corpus on disk is read part by part.
    ks : list or range of int, or str
        Numbers of topics to try. "10..200" means round numbers from 10 to 200, "10..200..10" every
        tenth number, and "10,20,50" just these.
    n_runs : int, default=3
        Number of models per K, with different seeds. A single run shows neither how stable the
        topics are nor how much of a difference is due to chance.
    held_out : float or int, default=None
        Documents to hold out, as a share or a number. None: a tenth, at most 10,000.
    progress : callable, default=None
        Called with a `ChoiceProgress` several times per second.
    n_jobs : int, default=None
        Number of threads. None: all cores. The result does not depend on it.
    random_state : int, RandomState instance or None, default=None
        Seed of the split. The runs use this seed and the following ones.
    **parameters
        Parameters of `LDA`, the same for all models.

    Returns
    -------
    KChoice
        A table of the trials. `k` is the recommended number and `reason` explains it. `small`,
        `medium` and `large` are the trials of three numbers to choose from.

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
    """The trials of `choose_k` one by one, so that finished ones survive an interruption.

    Internal: `choose_k` and the command line use it.
    """

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
        self.ks: list[int] = topic_numbers(ks)
        whole_number("n_runs", n_runs, least=1)
        if "n_components" in parameters:
            raise InputError(
                f"`n_components` is {parameters['n_components']!r}, but the number of topics is "
                "what is to be chosen. Pass the numbers to try as `ks`."
            )
        self.n_runs: int = int(n_runs)
        self.n_threads: int = resolve_threads(n_jobs)
        self._parameters = parameters | {"n_jobs": n_jobs}
        self._seed = seed_of(random_state)
        self._training, self._held_out = self._split(X, held_out)
        self.tokens: NDArray[np.float64] = np.concatenate(
            [scored.lengths for _, scored in self._halves()]
        )
        self._unigram_score = self._score_of_frequencies()
        n_scored = int((self.tokens > 0).sum())
        if n_scored < MIN_SCORED:
            raise InputError(
                f"`held_out`: {n_scored} of {self.n_held_out} held-out documents have words to "
                f"score; expected at least {MIN_SCORED}. Add documents, or increase `held_out`."
            )

    @property
    def n_held_out(self) -> int:
        """Number of held-out documents."""
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
        found = [diversity(model, N_WORDS) for model in models]
        in_use = [_topics_in_use(*pair) for pair in zip(models, found, strict=True)]
        return KTrial(
            k=k,
            coherence=float(
                np.mean(
                    [
                        coherence(each, self._training, n_words=N_WORDS, n_jobs=n_jobs).mean
                        for each in models
                    ]
                )
            ),
            stability=stability(in_use, N_WORDS) if len(models) > 1 else None,
            distinctness=float(np.mean([each.distinct for each in found])),
            surplus=float(np.mean([k - len(topics) for topics in in_use])),
            seconds=seconds,
            unigram_score=self._unigram_score,
            log_likelihoods=np.stack([self._log_likelihoods(model) for model in models]),
            tokens=self.tokens,
        )

    def _log_likelihoods(self, model: TopicModel) -> NDArray[np.float64]:
        """Return the log-likelihood of the scored half of each held-out document."""
        return np.concatenate(
            [
                log_likelihood(model.state_, observed, scored, n_threads=self.n_threads)
                for observed, scored in self._halves()
            ]
        )

    def _score_of_frequencies(self) -> float:
        """Return sum_w n_w log f_w / sum_w n_w, f_w being the frequency of w in training."""
        counts = np.zeros_like(self._word_counts)
        for _, scored in self._halves():
            np.add.at(counts, scored.words, scored.counts)
        known = counts > 0
        frequencies = self._word_counts[known] / self._word_counts.sum()
        return float(counts[known] @ np.log(frequencies) / max(counts.sum(), 1.0))

    def _halves(self) -> Iterator[tuple[Documents, Documents]]:
        """Yield the held-out documents part by part, split into halves in the same way every time.

        Words that no training document has are left out. Of such a word a model knows only the
        prior, eta / (N^Z_k + W eta), which grows with the number of topics among which the tokens
        are divided: the score would rise with K, whatever was learned.
        """
        held_out, seen = self._held_out, self._word_counts > 0
        for first, part in zip(held_out.bounds.tolist(), held_out.parts(), strict=False):
            yield split_tokens(part.only(seen[part.words]), first_number=first)

    def _split(self, X: Any, held_out: float | None) -> tuple[Any, DocumentSource]:
        """Return the documents to train on, as `fit` takes them, and the held-out documents."""
        documents = DocumentSource.of(X)
        n = documents.n_documents
        size = default_size(n) if held_out is None else held_out
        training_rows, held_out_rows = hold_out(
            n, size, self._seed, Stream.CHOOSING_K_SPLIT, name="held_out"
        )
        corpus = documents.corpus
        training: Any
        if corpus is None:
            assert documents.whole is not None
            training = documents.whole[training_rows].to_csr()
        else:
            training = corpus[training_rows]
            if corpus.in_memory:  # gathered once, not in every pass
                training = next(training.batches(training.n_documents))
        self._word_counts = np.zeros(documents.n_words)
        for part in DocumentSource.of(training).parts():
            np.add.at(self._word_counts, part.words, part.counts)
        return training, documents.choose(held_out_rows)

    def _listener(
        self, progress: Callable[[ChoiceProgress], None] | None, k: int, run: int, start: float
    ) -> Callable[[TrainingProgress], None] | None:
        if progress is None:
            return None
        costs = [each + _COST_OF_A_VISIT for each in self.ks]
        cost = k + _COST_OF_A_VISIT
        done = self.n_runs * sum(costs[: self.ks.index(k)]) + run * cost

        def report(now: TrainingProgress) -> None:
            share = (done + (now.share or 0.0) * cost) / (self.n_runs * sum(costs))
            seconds = time.perf_counter() - start
            progress(ChoiceProgress(k, run + 1, self.n_runs, now, share, seconds))

        return report


def _topics_in_use(model: TopicModel, found: Diversity) -> NDArray[np.float32]:
    """Return the topics that are neither dead nor duplicates, which are similar in all runs."""
    assert found.dead is not None
    assert found.duplicates is not None
    components = model.components_
    in_use = np.delete(components, np.append(found.dead, found.duplicates), axis=0)
    return in_use if len(in_use) else components[:1]  # if all are dead, one stands for them all
