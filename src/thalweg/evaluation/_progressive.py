"""Progressive: how well each document of a stream was predicted before it was learnt."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from thalweg.corpus.documents import Documents
from thalweg.errors import InputError
from thalweg.evaluation._heldout import GOLDEN, N_SUMS, Completion, add_documents
from thalweg.inference import scvb0
from thalweg.state.topic_state import TopicState

HALF_LIFE = 1000  # scored documents after which one counts half in `recent`
MOST_ROWS = 1000  # of the history: then two become one, for a stream never ends


@dataclass
class Progressive:
    """Document completion of a stream, each minibatch by the model that had not seen it yet."""

    history: list[dict[str, Any]] = field(default_factory=list)
    n_documents: int = 0  # of which something was scored
    _sums: NDArray[np.float64] = field(default_factory=lambda: np.zeros(N_SUMS))
    _faded: NDArray[np.float64] = field(default_factory=lambda: np.zeros(2))  # L and n, as recent

    @property
    def score(self) -> float | None:
        """Mean log-probability of a token since the start; None while nothing is scored."""
        return self._all.score if self.n_documents else None

    @property
    def standard_error(self) -> float | None:
        """Of the score, over documents; None of fewer than two."""
        return self._all.standard_error

    @property
    def recent(self) -> float | None:
        """The score with weights that halve every HALF_LIFE scored documents."""
        log_likelihood, n_tokens = self._faded.tolist()
        return log_likelihood / n_tokens if n_tokens else None

    def since(self, earlier: Progressive) -> Completion:
        """The documents that have come after an earlier copy of this."""
        n_documents = self.n_documents - earlier.n_documents
        return Completion.of_sums(self._sums - earlier._sums, n_documents)

    def copy(self) -> Progressive:
        """What it is now, while this one goes on."""
        return deepcopy(self)

    @property
    def _all(self) -> Completion:
        return Completion.of_sums(self._sums, self.n_documents)

    def test(
        self, state: TopicState, observed: Documents, scored: Documents, *, n_threads: int = 1
    ) -> None:
        """Score the halves of documents under a model that is about to learn from them.

        The very first documents of a stream have no model yet and are left out, and so are words
        that the model has never met: a score is of what it could have known.
        """
        if state.n_documents_seen == 0:
            return
        known = _are_known(observed.words, state)
        if not known.all():
            observed, scored = (half.only(known) for half in (observed, scored))
        settling = scvb0.Settling()
        L = scvb0.log_likelihood(state, observed, scored, settling, n_threads=n_threads)
        self._add(L, scored.lengths, state.n_documents_seen + scored.n_documents)

    def _add(self, L: NDArray[np.float64], n: NDArray[np.float64], n_documents_seen: int) -> None:
        L, n = L[n > 0], n[n > 0]  # the others have nothing to score
        self._sums = add_documents(self._sums, L, n)
        self.n_documents += n.size
        weights = 0.5 ** (np.arange(L.size, -1.0, -1.0) / HALF_LIFE)
        self._faded = np.array(
            [weights @ np.append(was, now) for was, now in zip(self._faded, (L, n), strict=True)]
        )
        if n.size:
            self.history.append(_row(n_documents_seen, float(n.sum()), float(L.sum())))
        if len(self.history) == MOST_ROWS:
            pairs = zip(self.history[::2], self.history[1::2], strict=True)
            self.history = [_joined(*pair) for pair in pairs]

    # ------------------------------------------------------------------ model files

    def to_json(self) -> dict[str, Any] | None:
        """As JSON values; None if a score is infinite, which JSON has not."""
        if not np.isfinite([*self._sums, *self._faded]).all():
            return None
        return {
            "n_documents": self.n_documents,
            "sums": self._sums.tolist(),
            "faded": self._faded.tolist(),
            "history": self.history,
        }

    @classmethod
    def from_json(cls, value: Any) -> Progressive:
        """What `to_json` gave; InputError if it is anything else."""
        try:
            history = [
                {"documents": int(r["documents"]), "tokens": r["tokens"] + 0.0, "score": r["score"]}
                for r in value["history"]
            ]
            sums, faded = (np.array(value[name], dtype=float) for name in ("sums", "faded"))
            numbers = [*sums, *faded, *(x for row in history for x in row.values())]
            n_documents = int(value["n_documents"])
            fits = sums.shape == (N_SUMS,) and faded.shape == (2,) and n_documents >= 0
            if not fits or not np.isfinite(numbers).all() or len(history) >= MOST_ROWS:
                raise ValueError
        except (KeyError, TypeError, ValueError, OverflowError):
            raise InputError(f"its progressive score is {str(value)[:80]}") from None
        return cls(history, n_documents, sums, faded)


def share_to_score(given: Any) -> float:
    """What `partial_fit` takes as `score`: all documents, none, or a share of them."""
    is_number = isinstance(given, bool | int | float | np.bool_ | np.integer | np.floating)
    if is_number and 0 <= given <= 1:
        return float(given)
    raise InputError(f"score is {given!r}; expected True, False or a share between 0 and 1")


def sample(documents: Documents, share: float, first_number: int) -> Documents:
    """A share of the documents, the others without their words.

    The fractional parts of the golden ratio's multiples fill the interval evenly: document i, by
    its number in the stream, is taken if its part is below the share.
    """
    if share >= 1:
        return documents
    numbers = first_number + np.arange(documents.n_documents, dtype=np.uint64)
    chosen = (GOLDEN * numbers) / 2.0**64 < share
    return documents.only(np.repeat(chosen, np.diff(documents.offsets)))


def _are_known(words: NDArray[Any], state: TopicState) -> NDArray[np.bool_]:
    """Whether the model has met each word: rows of new words, and of forgotten ones, are empty."""
    met = state.scaled_counts[words, 0] > 0
    met[~met] = state.scaled_counts[words[~met]].any(axis=1)
    return np.asarray(met)


def _row(n_documents: int, n_tokens: float, log_likelihood: float) -> dict[str, Any]:
    score = log_likelihood / n_tokens
    return {"documents": n_documents, "tokens": n_tokens, "score": score}


def _joined(a: dict[str, Any], b: dict[str, Any]) -> dict[str, Any]:
    total = a["tokens"] * a["score"] + b["tokens"] * b["score"]
    return _row(b["documents"], a["tokens"] + b["tokens"], total)
