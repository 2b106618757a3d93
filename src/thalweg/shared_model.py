"""SharedModel: a model that any number of threads may use while one of them trains it.

Training runs of one model take turns. A method that reads the model works on a view: the model with
the attributes that it has at one moment, and with a snapshot of its state. See
docs/explanation/design/concurrency.md.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, ParamSpec, Self, TypeVar

from thalweg.system.fork_safe_lock import ForkSafeLock

P = ParamSpec("P")
R = TypeVar("R")
Model = TypeVar("Model", bound="SharedModel")
Method = Callable[Concatenate[Model, P], R]


class SharedModel:
    """Locks of a model. They are not attributes that scikit-learn or pickle would see."""

    __slots__ = ("__dict__", "__weakref__", "_attributes", "_n_changes", "_turn")

    _turn: ForkSafeLock
    """Held during a training run."""
    _attributes: ForkSafeLock | None
    """Held while several attributes change together; None in a view."""
    _n_changes: int
    """Grows with every edit, name and call of `fit`, so that those who watch the model see them."""

    def __new__(cls, *args: Any, **kwargs: Any) -> Self:
        """Return a model with locks of its own."""
        self = super().__new__(cls)
        self._turn, self._attributes = ForkSafeLock(), ForkSafeLock()
        self._n_changes = 0
        return self

    @property
    def _publishing(self) -> Any:
        """The lock to hold while attributes change that readers must see together."""
        assert self._attributes is not None, "a view of a model is only read"
        return self._attributes.held

    def _at_this_moment(self) -> Self:
        """Return a view of the model, which does not change when the model does."""
        if self._attributes is None:
            return self
        with self._attributes.held:
            attributes = self.__dict__.copy()
            if "state_" in attributes:
                attributes["state_"] = attributes["state_"].snapshot()
            if "history_" in attributes:
                attributes["history_"] = list(attributes["history_"])
        view = object.__new__(type(self))
        view._attributes, view._n_changes = None, self._n_changes
        view.__dict__ = attributes
        return view


def at_one_moment(method: Method[Model, P, R]) -> Method[Model, P, R]:
    """Return a method that reads the model as it is when it is called."""

    @wraps(method)
    def read(self: Model, /, *args: P.args, **kwargs: P.kwargs) -> R:
        return method(self._at_this_moment(), *args, **kwargs)

    return read


def in_turn(method: Method[Model, P, R]) -> Method[Model, P, R]:
    """Return a method that trains the model, after training runs that began before."""

    @wraps(method)
    def train(self: Model, /, *args: P.args, **kwargs: P.kwargs) -> R:
        with self._turn.held:
            try:
                return method(self, *args, **kwargs)
            finally:
                state = self.__dict__.get("state_")
                if state is not None:
                    state.end_training()

    return train
