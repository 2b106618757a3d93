"""Edit: the interface of all edits, and their JSON form."""

from __future__ import annotations

import weakref
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from thalweg.errors import InputError
from thalweg.state.topic_state import TopicState
from thalweg.steering.edits.draft import Draft
from thalweg.steering.edits.edited_topics import EditedTopics
from thalweg.steering.edits.patch import Patch, n_bytes
from thalweg.steering.edits.return_after_training import AfterEdit, returning_patch

if TYPE_CHECKING:
    from thalweg.steering.steered_model import SteeredModel

EDITS: dict[str, type[Edit]] = {}
"""Classes of edits by the name that they have in a log."""
_LISTS = ("topics", "words")  # fields that may be given as one value
_PLAIN = ("topic", *_LISTS)


@dataclass(frozen=True)
class Undo:
    """What takes an edit back: a patch of the arrays, and the previous names and numbers."""

    patch: Patch
    names: dict[int, str]
    successors: dict[int, int | None]
    next_number: int
    state: weakref.ref[TopicState]
    marks: tuple[float, ...]
    """Counters of the state after the edit."""
    after: AfterEdit

    def fits(self, state: TopicState) -> bool:
        """Return whether the state is as the edit has left it."""
        return self.state() is state and self.marks == _marks(state)

    @property
    def nbytes(self) -> int:
        """Bytes that are kept."""
        after = self.after
        return self.patch.nbytes + sum(map(n_bytes, (after.rows, after.numbers, after.alpha)))

    def apply(self, topics: EditedTopics) -> None:
        """Restore the topics to the bits before the edit."""
        self._apply(self.patch, topics)

    def fits_trained(self, state: TopicState) -> bool:
        """Return whether the state has the topics that the edit has left, trained since then."""
        return np.array_equal(self.after.numbers, state.topic_numbers)

    def apply_after_training(self, topics: EditedTopics, retired: NDArray[np.int64]) -> Patch:
        """Restore prior, names and numbers, and counts as far as known; return the inverse."""
        return self._apply(returning_patch(self.patch, self.after, topics.state, retired), topics)

    def _apply(self, patch: Patch, topics: EditedTopics) -> Patch:
        inverse = patch.apply(topics.state)
        topics.names, topics.successors = self.names, self.successors
        topics.next_number = self.next_number
        return inverse


@dataclass(frozen=True)
class Edit(ABC):
    """A change of topics. Its fields are plain values; topics are numbers or names."""

    name: ClassVar[str]
    """What a log and the command line call the edit."""

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        if "name" in vars(cls):  # others are bases of edits
            EDITS[cls.name] = cls

    def __post_init__(self) -> None:
        for field in fields(self):
            value = getattr(self, field.name)
            if field.name in _PLAIN and value is not None:
                value = plain(value)
                if field.name in _LISTS and not isinstance(value, list):
                    value = [value]
                object.__setattr__(self, field.name, value)

    def resolved(self, model: SteeredModel) -> Edit:
        """Return the edit with what it needs from documents, for a model."""
        return self

    @abstractmethod
    def plan(self, topics: EditedTopics) -> Draft:
        """Return what the edit changes; InputError if it is not possible. Nothing is modified."""

    def draft(self, topics: EditedTopics) -> Draft:
        """Return the plan; InputError if it is not possible or leaves no topic that can learn."""
        draft = self.plan(topics)
        draft.require_free_topic()
        return draft

    @staticmethod
    def apply(draft: Draft) -> Undo:
        """Change the topics that the draft was made for; return what takes the change back."""
        topics, (patch, rows) = draft.topics, draft.patch()
        before = (topics.names, topics.successors, topics.next_number)
        inverse = patch.apply(topics.state)
        state = topics.state
        after = AfterEdit(
            state.topic_numbers.copy(),
            state.prior.doc_topic,
            state.corpus_tokens,
            float(state.totals.sum()),
            rows,
            draft.successors,
            draft.origins,
            frozenset(draft.touched | draft.gone),
        )
        topics.names, topics.successors = draft.names, draft.successors
        topics.next_number = draft.next_number
        return Undo(inverse, *before, weakref.ref(state), _marks(state), after)

    def to_json(self) -> dict[str, Any]:
        """Return the edit as JSON values."""
        given = {field.name: getattr(self, field.name) for field in fields(self)}
        values = {name: plain(value) for name, value in given.items() if value is not None}
        return {"edit": self.name, **values}

    @staticmethod
    def from_json(values: Any) -> Edit:
        """Return the edit that `to_json` described; InputError if it is none."""
        name = values.get("edit") if isinstance(values, Mapping) else None
        if not isinstance(name, str) or name not in EDITS:
            known = ", ".join(EDITS)
            raise InputError(f"{str(values)[:80]} is not an edit; expected one of {known}")
        kind = EDITS[name]
        given = {name: value for name, value in values.items() if name != "edit"}
        known_fields = {field.name for field in fields(kind) if field.init}
        if unknown := [name for name in given if name not in known_fields]:
            raise InputError(
                f"the edit {kind.name} has the field {unknown[0]!r}; expected "
                f"{', '.join(sorted(known_fields))}"
            )
        try:
            return kind(**given)
        except TypeError as error:
            raise InputError(f"the edit {kind.name} is not complete: {error}") from None
        except RecursionError:
            raise InputError(f"the edit {kind.name} has lists within lists") from None


def _marks(state: TopicState) -> tuple[float, ...]:
    """Return numbers that training, growing and decaying change."""
    return (state.n_words, state.clock, state.n_documents_seen, float(state.totals.sum()))


def plain(value: Any) -> Any:
    """Return a value as JSON has it: arrays, tuples and sets become lists, sets in order."""
    if isinstance(value, Mapping):
        return dict(value)
    if isinstance(value, set | frozenset):
        value = sorted(value, key=lambda part: (type(part).__name__, str(part).zfill(20)))
    if isinstance(value, np.ndarray | np.generic):
        value = value.tolist()
    return [plain(part) for part in value] if isinstance(value, tuple | list) else value
