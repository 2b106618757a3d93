"""The progressive score of a stream: how well each document was predicted before it was learned."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from thalweg.corpus.documents import Documents
from thalweg.errors import InputError
from thalweg.evaluation._heldout_score import N_SUMS, HeldOutScore, add_documents
from thalweg.evaluation._token_split import GOLDEN
from thalweg.inference.fold_in import log_likelihood
from thalweg.notebook_html import html_table
from thalweg.state.topic_state import TopicState

HALF_LIFE = 1000
MAX_ROWS = 1000


@dataclass
class Progressive:
    """Document completion of a stream, where the model has not yet seen the documents it scores."""

    history: list[dict[str, Any]] = field(default_factory=list)
    """One row per minibatch: the number of documents seen, and the tokens and score of the
    minibatch. When there are `max_rows` rows, neighbouring rows are joined."""
    n_documents: int = 0
    """Number of documents with at least one scored token."""
    _sums: NDArray[np.float64] = field(default_factory=lambda: np.zeros(N_SUMS))
    _faded: NDArray[np.float64] = field(default_factory=lambda: np.zeros(2))  # L and n of `recent`
    half_life: int = HALF_LIFE
    """Number of scored documents after which a document counts half in `recent`."""
    max_rows: int = MAX_ROWS
    """Largest length of the history."""

    @property
    def score(self) -> float | None:
        """Mean log-likelihood per token since the start; None while nothing is scored."""
        return self._all.score if self.n_documents else None

    @property
    def standard_error(self) -> float | None:
        """Standard error of the score over documents; None for fewer than two documents."""
        return self._all.standard_error

    @property
    def recent(self) -> float | None:
        """The score with weights that halve every `half_life` scored documents."""
        log_likelihood, n_tokens = self._faded.tolist()
        return log_likelihood / n_tokens if n_tokens else None

    def since(self, earlier: Progressive) -> HeldOutScore:
        """Return the score of the documents that were added since an earlier copy of this."""
        n_documents = self.n_documents - earlier.n_documents
        return HeldOutScore.of_sums(self._sums - earlier._sums, n_documents)

    def copy(self) -> Progressive:
        """Return a copy that does not change when this object does."""
        return deepcopy(self)

    @property
    def _all(self) -> HeldOutScore:
        return HeldOutScore.of_sums(self._sums, self.n_documents)

    def test(
        self, state: TopicState, observed: Documents, scored: Documents, *, n_threads: int = 1
    ) -> None:
        """Score the halves of documents under a model that is about to learn from them.

        The first documents of a stream are left out, because no model exists yet. Words that the
        model has never seen are left out too.
        """
        if state.n_documents_seen == 0:
            return
        known = _are_known(observed.words, state)
        if not known.all():
            observed, scored = (half.only(known) for half in (observed, scored))
        L = log_likelihood(state, observed, scored, n_threads=n_threads)
        self._add(L, scored.lengths, state.n_documents_seen + scored.n_documents)

    def _add(self, L: NDArray[np.float64], n: NDArray[np.float64], n_documents_seen: int) -> None:
        L, n = L[n > 0], n[n > 0]  # the others have nothing to score
        self._sums = add_documents(self._sums, L, n)
        self.n_documents += n.size
        weights = 0.5 ** (np.arange(L.size, -1.0, -1.0) / self.half_life)
        self._faded = np.array(
            [weights @ np.append(was, now) for was, now in zip(self._faded, (L, n), strict=True)]
        )
        if n.size:
            self.history.append(_row(n_documents_seen, float(n.sum()), float(L.sum())))
        if len(self.history) >= self.max_rows:
            pairs = zip(self.history[::2], self.history[1::2], strict=True)
            self.history = [_joined(*pair) for pair in pairs]

    def _repr_html_(self) -> str:
        numbers = {
            "score": self.score,
            "standard error": self.standard_error,
            f"recent (half-life {self.half_life:,} documents)": self.recent,
        }
        rows = [[name, "none" if x is None else f"{x:.4f}"] for name, x in numbers.items()]
        rows.append(["scored documents", f"{self.n_documents:,}"])
        return html_table([], rows, "Log-likelihood per token, before learning. Higher is better.")

    # ------------------------------------------------------------------ model files

    def to_json(self) -> dict[str, Any] | None:
        """Return the state as JSON values; None if a score is infinite, which JSON cannot hold."""
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
        """Return the object that `to_json` described; InputError for any other value."""
        try:
            history = [
                {"documents": int(r["documents"]), "tokens": r["tokens"] + 0.0, "score": r["score"]}
                for r in value["history"]
            ]
            sums, faded = (np.array(value[name], dtype=float) for name in ("sums", "faded"))
            numbers = [*sums, *faded, *(x for row in history for x in row.values())]
            n_documents = int(value["n_documents"])
            fits = sums.shape == (N_SUMS,) and faded.shape == (2,) and n_documents >= 0
            if not fits or not np.isfinite(numbers).all() or len(history) >= MAX_ROWS:
                raise ValueError
        except (KeyError, TypeError, ValueError, OverflowError):
            raise InputError(f"its progressive score is {str(value)[:80]}") from None
        return cls(history, n_documents, sums, faded)


def share_to_score(given: Any, parameter: str = "score_fraction") -> float:
    """Return the share of documents to score, given as a number from 0 to 1."""
    is_number = isinstance(given, bool | int | float | np.bool_ | np.integer | np.floating)
    if is_number and 0 <= given <= 1:
        return float(given)
    raise InputError(
        f"`{parameter}` is {given!r}; expected a share of documents, a number from 0 to 1"
    )


def sample(documents: Documents, share: float, first_number: int) -> Documents:
    """Return the same documents with the words of only a share of them.

    Document i, by its number in the stream, keeps its words if the fractional part of i times the
    golden ratio is below the share. These fractional parts fill the interval evenly.
    """
    if share >= 1:
        return documents
    numbers = first_number + np.arange(documents.n_documents, dtype=np.uint64)
    chosen = (GOLDEN * numbers) / 2.0**64 < share
    return documents.only(np.repeat(chosen, np.diff(documents.offsets)))


def _are_known(words: NDArray[Any], state: TopicState) -> NDArray[np.bool_]:
    """Whether the model has seen each word; the rows of new and of removed words are empty."""
    seen = state.scaled_counts[words, 0] > 0
    seen[~seen] = state.scaled_counts[words[~seen]].any(axis=1)
    return np.asarray(seen)


def _row(n_documents: int, n_tokens: float, log_likelihood: float) -> dict[str, Any]:
    score = log_likelihood / n_tokens
    return {"documents": n_documents, "tokens": n_tokens, "score": score}


def _joined(a: dict[str, Any], b: dict[str, Any]) -> dict[str, Any]:
    total = a["tokens"] * a["score"] + b["tokens"] * b["score"]
    return _row(b["documents"], a["tokens"] + b["tokens"], total)
