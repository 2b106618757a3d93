"""Errors for wrong arguments: they name `LDA`, and what to use instead of an unknown parameter."""

from __future__ import annotations

import difflib
import functools
import inspect
from collections.abc import Callable
from dataclasses import fields
from typing import Any, TypeVar, cast

from thalweg.inference.registry import ALGORITHMS

Constructor = TypeVar("Constructor", bound=Callable[..., None])
Class = TypeVar("Class", bound=type)

# What other programs call a parameter of LDA.
_OTHER_NAMES = {
    "n_topics": "n_components",
    "num_topics": "n_components",
    "k": "n_components",
    "alpha": "doc_topic_prior",
    "eta": "topic_word_prior",
    "beta": "topic_word_prior",
    "passes": "max_iter",
    "n_iter": "max_iter",
    "iterations": "max_doc_update_iter",
    "chunksize": "batch_size",
    "decay": "learning_decay",
    "offset": "learning_offset",
    "eval_every": "evaluate_every",
    "workers": "n_jobs",
    "n_threads": "n_jobs",
    "seed": "random_state",
}


def refusing_unknown_keywords(constructor: Constructor) -> Constructor:
    """Decorate the constructor: an unknown keyword is a TypeError with a hint, which names LDA."""
    known = [name for name in inspect.signature(constructor).parameters if name != "self"]

    @functools.wraps(constructor)
    def checked(self: Any, *positional: Any, **keywords: Any) -> None:
        for name in keywords:
            if name not in known:
                raise TypeError(
                    f"LDA() got an unexpected keyword argument {name!r}. {_hint(name, known)}"
                )
        if len(positional) > 1:
            raise TypeError(
                f"LDA() takes 1 positional argument, n_components, but {len(positional)} were "
                "given. Pass the others by name."
            )
        constructor(self, *positional, **keywords)

    return cast(Constructor, checked)


def named_in_errors(cls: Class) -> Class:
    """Decorate a class: TypeErrors of methods that it inherits from this package name the class.

    Python writes "TopicModel.fit() got an unexpected keyword argument", where users know LDA.
    """
    for base in cls.__mro__:
        if not base.__module__.startswith(__package__.partition(".")[0]):
            continue
        for name, method in vars(base).items():
            while inspect.isfunction(method):
                method.__qualname__ = f"{cls.__name__}.{name}"
                method = getattr(method, "__wrapped__", None)
    return cls


def _hint(name: str, known: list[str]) -> str:
    if name in _OTHER_NAMES:
        return f"Use {_OTHER_NAMES[name]!r}."
    for algorithm in ALGORITHMS.values():
        if any(name == option.name for option in fields(algorithm)):
            return (
                f"It is an option of {algorithm.title}; pass "
                f"algorithm=thalweg.{algorithm.__name__}({name}=...)."
            )
    near = difflib.get_close_matches(name, known, n=1)
    return f"Did you mean {near[0]!r}?" if near else "help(thalweg.LDA) lists the parameters."
