"""Which kind of documents a user passes: texts, token lists, bags of words, or something else.

Packages are recognised by the type of the object; none is imported for this purpose.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from typing import Any

import numpy as np


class DocumentKind(Enum):
    """Documents that are not a matrix and not a corpus."""

    TEXTS = "texts"
    TOKEN_LISTS = "token lists"
    BAGS_OF_WORDS = "bags of words"


def document_kind(X: Any) -> DocumentKind | None:
    """Return what a list, tuple, 1-d array or Series holds; None for anything else.

    A matrix is never taken for one of them: a list of lists of numbers is a matrix. In a bag of
    words, each item is a pair (id, count) as a tuple, as in gensim.

    Examples
    --------
    >>> document_kind(["a text"]), document_kind([["some", "tokens"]]), document_kind([[(0, 2)]])
    (<DocumentKind.TEXTS: 'texts'>, <DocumentKind.TOKEN_LISTS: 'token lists'>, \
<DocumentKind.BAGS_OF_WORDS: 'bags of words'>)
    >>> document_kind([[0, 1], [2, 0]])
    """
    items = _items(X)
    if items is None:
        return None
    for item in items:
        if isinstance(item, str):
            return DocumentKind.TEXTS
        if isinstance(item, list | tuple):
            if not item:
                continue
            if isinstance(item[0], str):
                return DocumentKind.TOKEN_LISTS
            is_pair = isinstance(item[0], tuple) and len(item[0]) == 2
            return DocumentKind.BAGS_OF_WORDS if is_pair else None
        if item is not None and not _is_nan(item):
            return None
    return None


def _items(X: Any) -> Iterable[Any] | None:
    if isinstance(X, list | tuple):
        return X
    if isinstance(X, np.ndarray):
        return X if X.ndim == 1 and X.dtype.kind in "OUT" else None
    package, kind = type(X).__module__.partition(".")[0], type(X).__name__
    if package == "pandas" and kind in ("Series", "Index"):
        return X if X.dtype.kind not in "biufcmM" else None
    if package == "polars" and kind == "Series":
        # Lists become lists of Python, and not Series.
        return (item.to_list() if hasattr(item, "to_list") else item for item in X)
    return None


def _is_nan(item: Any) -> bool:
    """Whether this is the missing value of a pandas Series; an array is not."""
    return isinstance(item, float) and item != item
