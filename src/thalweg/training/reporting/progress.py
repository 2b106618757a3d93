"""TrainingProgress: what training reports while it runs, and when."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

from thalweg.system.logs import LOGGER, RunLog

if TYPE_CHECKING:
    from thalweg.training.loop import Training


@dataclass(frozen=True)
class TrainingProgress:
    """The progress of a training run; counts include earlier processes if it was resumed.

    `fit(X, progress=function)` calls the function with one of these several times per second and
    after every pass; `partial_fit` does so too, and counts from the beginning of the call.
    """

    n_passes: int
    """Whole passes so far."""
    max_passes: int | None
    """Passes to make; None if only the time is limited."""
    n_documents: int
    """Documents visited, repeats included."""
    documents_per_pass: int
    """Documents in the corpus."""
    n_tokens: float
    """Tokens visited, repeats included."""
    seconds: float
    """Wall time so far."""
    max_seconds: float | None
    """Time limit."""
    score: float | None
    """Latest score of held-out documents, if there are any."""
    documents_per_second: float
    """Documents visited per second in this process."""
    tokens_per_second: float
    """Tokens visited per second in this process."""
    perplexity: float | None = None
    """Perplexity of the training documents, after a pass at which `evaluate_every` asks for it."""
    n_workers: int | None = None
    """Workers that are there now, if training runs on a cluster."""

    @property
    def share(self) -> float | None:
        """Share of the work that is done, by passes or by time; None if neither is limited."""
        shares = []
        if self.max_passes is not None:
            shares.append(self.n_documents / max(1, self.max_passes * self.documents_per_pass))
        if self.max_seconds is not None:
            shares.append(self.seconds / max(self.max_seconds, 1e-9))
        return min(1.0, max(shares)) if shares else None

    @property
    def remaining_seconds(self) -> float | None:
        """Time until passes or seconds run out, at the present rate."""
        ends = []
        if self.max_passes is not None and self.documents_per_second:
            left = self.max_passes * self.documents_per_pass - self.n_documents
            ends.append(left / self.documents_per_second)
        if self.max_seconds is not None:
            ends.append(self.max_seconds - self.seconds)
        return max(0.0, min(ends)) if ends else None


Listener: TypeAlias = Callable[[TrainingProgress], None]
ProgressOption: TypeAlias = Listener | Literal["bar"] | bool | None  # what users pass


class Reporter:
    """Calls a listener several times per second; rates are those of this process."""

    def __init__(self, training: Training, listener: Listener | None, every_seconds: float) -> None:
        self._training = training
        self._listener = listener
        self._every_seconds = every_seconds
        self._reported_at = self._started_at = time.perf_counter()
        self._documents_before = training.state.n_documents_seen
        self._tokens_before = training.state.n_tokens_seen

    @property
    def seconds_until_due(self) -> float | None:
        """Time until the next report; None without a listener."""
        if self._listener is None:
            return None
        return self._reported_at + self._every_seconds - time.perf_counter()

    def report_if_due(self) -> None:
        """Call the listener if enough time has passed."""
        due = self.seconds_until_due
        if due is not None and due <= 0:
            self.report()

    def report(self) -> None:
        """Call the listener now."""
        if self._listener is None:
            return
        training, state = self._training, self._training.learner
        self._reported_at = time.perf_counter()
        seconds = max(self._reported_at - self._started_at, 1e-9)
        n_documents = state.n_documents_seen - self._documents_before
        n_tokens = state.n_tokens_seen - self._tokens_before
        is_stream = training.settings.is_stream  # earlier calls do not count
        scores = [row["score"] for row in training.history if row["score"] is not None]
        self._listener(
            TrainingProgress(
                n_passes=training.position.n_passes,
                max_passes=training.settings.max_passes,
                n_documents=n_documents if is_stream else state.n_documents_seen,
                documents_per_pass=training.source.n_documents,
                n_tokens=n_tokens if is_stream else state.n_tokens_seen,
                seconds=training.seconds,
                max_seconds=training.settings.max_seconds,
                score=scores[-1] if scores else None,
                perplexity=training.history[-1].get("perplexity") if training.history else None,
                documents_per_second=n_documents / seconds,
                tokens_per_second=n_tokens / seconds,
                n_workers=training.engine.n_workers,
            )
        )


def logging_passes(listener: Listener | None, verbose: int = 1) -> Listener | None:
    """Return a listener that logs or prints one line per pass and then calls another one.

    If the lines are neither logged nor printed, it is the other listener itself.
    """
    log, logged = RunLog(LOGGER, verbose), 0
    if not log.wants_passes:
        return listener

    def report(now: TrainingProgress) -> None:
        nonlocal logged
        if now.n_passes > logged:
            logged = now.n_passes
            of = "" if now.max_passes is None else f"/{now.max_passes}"
            held_out = "" if now.score is None else f", held-out {now.score:.4f}"
            trained = "" if now.perplexity is None else f", perplexity {now.perplexity:.2f}"
            log.passed(f"pass {now.n_passes}{of}, {now.seconds:.2f} s{held_out}{trained}")
        if listener is not None:
            listener(now)

    return report
