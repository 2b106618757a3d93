"""Write a model as a file of another program."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from thalweg.errors import InputError
from thalweg.export.csv_json import to_csv, to_json
from thalweg.export.explorer_page import N_DOCUMENTS, to_html
from thalweg.export.gensim_model import to_gensim
from thalweg.export.ldavis import to_ldavis
from thalweg.export.mallet_files import to_mallet
from thalweg.export.sklearn_model import to_sklearn
from thalweg.files.atomic import (
    copy_permissions,
    file_to_replace,
    storage_errors,
    write_atomically,
)
from thalweg.files.partial import PartialFolder
from thalweg.files.utf8 import encode_utf8

if TYPE_CHECKING:
    from thalweg.model import TopicModel


def encoded_text(
    model: TopicModel,
    to: str,
    X: Any = None,
    *,
    n_words: int | None = None,
    spreadsheet: bool = False,
    n_documents: int | None = None,
    title: str | None = None,
) -> bytes:
    """Return a model as text in UTF-8; `to` is "csv", "json", "ldavis" or "html".

    "ldavis" and "html" need documents, `X`.
    """
    _refuse_documents(to, X)
    _refuse_page_options(to, n_documents, title)
    words = {} if n_words is None else {"n_words": n_words}
    if to == "csv":
        return encode_utf8(to_csv(model, **words, spreadsheet=spreadsheet))
    if to == "json":
        text = json.dumps(to_json(model, **words), indent=2, ensure_ascii=False)
        return encode_utf8(f"{text}\n")
    if X is None:
        shown = "how many of their tokens each topic has" if to == "ldavis" else "some of them"
        raise InputError(f"`X` is missing; expected documents, because the page shows {shown}")
    if to == "html":
        if n_words is not None:
            raise InputError(
                f"`n_words` is {n_words}, but the page shows as many words as it has room for; "
                "expected None"
            )
        n_documents = N_DOCUMENTS if n_documents is None else n_documents
        return encode_utf8(to_html(model, X, n_documents=n_documents, title=title or "Topics"))
    return (json.dumps(to_ldavis(model, X, **words)) + "\n").encode()


def write(
    model: TopicModel,
    to: str,
    path: str | Path,
    X: Any = None,
    *,
    n_words: int | None = None,
    spreadsheet: bool = False,
    n_documents: int | None = None,
    title: str | None = None,
) -> None:
    """Write a model as a file of another program.

    Parameters
    ----------
    model : LDA
        A trained model.
    to : {"csv", "json", "ldavis", "html", "sklearn", "gensim", "mallet"}
        Target: a text file ("csv", "json", "ldavis"), a page ("html", see `to_html`), a joblib
        file ("sklearn"), a file that `LdaModel.load` of gensim opens ("gensim"), or a folder
        ("mallet").
    path : path
        File or folder to write. It appears only when it is complete.
    X : Corpus, iterator of Corpus, or matrix, default=None
        Documents: required by "ldavis" and "html", optional for "mallet". "html" takes no iterator.
    n_words : int, default=None
        Number of words per topic. None: 20, for "ldavis" 30. "sklearn" and "gensim" always contain
        all words.
    spreadsheet : bool, default=False
        In "csv", write an apostrophe before words that a spreadsheet would run as formulas.
    n_documents : int, default=None
        Number of documents with texts in "html" at most. None: 200.
    title : str, default=None
        Title of the page of "html". None: "Topics".

    Examples
    --------
    >>> from thalweg.export import write
    >>> write(model, "json", "topics.json")  # doctest: +SKIP
    """
    path = Path(path)
    if to in _OBJECTS and n_words is not None:
        raise InputError(
            f"`n_words` is {n_words}, but {to} files contain all words; expected None. It is for "
            "csv, json, ldavis and mallet."
        )
    _refuse_documents(to, X)
    _refuse_page_options(to, n_documents, title)
    if to in TEXTS:
        text = encoded_text(
            model,
            to,
            X,
            n_words=n_words,
            spreadsheet=spreadsheet,
            n_documents=n_documents,
            title=title,
        )
        with write_atomically(path) as (file,):
            file.write(text)
    elif to == "mallet":
        to_mallet(model, path, X, **({} if n_words is None else {"n_words": n_words}))
    elif to in _OBJECTS:
        _OBJECTS[to](model, path)
    else:
        known = ", ".join([*TEXTS, "mallet", *_OBJECTS])
        raise InputError(f"`to` is {to!r}; expected one of {known}")


def _refuse_documents(to: str, X: Any) -> None:
    if X is not None and to in ("csv", "json", "sklearn", "gensim"):
        raise InputError(
            f"`X` was given, but {to} files describe the model only; expected documents for "
            "ldavis, html and mallet only"
        )


def _refuse_page_options(to: str, n_documents: int | None, title: str | None) -> None:
    for name, value in (("n_documents", n_documents), ("title", title)):
        if value is not None and to != "html":
            raise InputError(f"`{name}` is {value!r}, but it is for html; expected None")


def _write_sklearn(model: TopicModel, path: Path) -> None:
    import joblib

    lda = to_sklearn(model)
    with write_atomically(path) as (file,):
        joblib.dump(lda, file)


def _write_gensim(model: TopicModel, path: Path) -> None:
    """Write all files that gensim makes of a model, whose names begin with the same name."""
    path = file_to_replace(path)
    lda = to_gensim(model)
    with storage_errors(path):
        temporary = PartialFolder(path)
        try:
            lda.save(str(temporary.path / path.name))
            # The main file, which has the shortest name, comes last.
            for file in sorted(temporary.path.iterdir(), key=lambda file: file.name, reverse=True):
                target = file_to_replace(path.with_name(file.name))
                copy_permissions(target, file)
                file.replace(target)
        finally:
            temporary.discard()


TEXTS = ("csv", "json", "ldavis", "html")
_OBJECTS: dict[str, Callable[[TopicModel, Path], None]] = {
    "sklearn": _write_sklearn,
    "gensim": _write_gensim,
}
