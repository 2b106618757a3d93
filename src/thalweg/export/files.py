"""A model as a file of another program."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from thalweg.errors import InputError
from thalweg.export.csv_json import to_csv, to_json
from thalweg.export.gensim import to_gensim
from thalweg.export.ldavis import to_ldavis
from thalweg.export.mallet import to_mallet
from thalweg.export.sklearn import to_sklearn
from thalweg.files.atomic import partial_name, storage_errors, write_atomically
from thalweg.files.utf8 import encode_utf8

if TYPE_CHECKING:
    from thalweg.model import TopicModel


def encoded_text(model: TopicModel, to: str, X: Any = None, *, n_words: int | None = None) -> bytes:
    """A model as text in UTF-8: "csv", "json" or, sized by the documents X, "ldavis"."""
    _refuse_documents(to, X)
    words = {} if n_words is None else {"n_words": n_words}
    if to == "csv":
        return encode_utf8(to_csv(model, **words))
    if to == "json":
        text = json.dumps(to_json(model, **words), indent=2, ensure_ascii=False)
        return encode_utf8(f"{text}\n")
    if X is None:
        raise InputError(
            "LDAvis' page shows how many tokens of a collection a topic has; expected the "
            "documents too, those that the model learnt from or others"
        )
    return (json.dumps(to_ldavis(model, X, **words)) + "\n").encode()


def write(
    model: TopicModel, to: str, path: str | Path, X: Any = None, *, n_words: int | None = None
) -> None:
    """Write a model for another program.

    `to` is "csv", "json", "ldavis" (a file of text), "sklearn" (a joblib file), "gensim" (what its
    `LdaModel.load` opens) or "mallet" (a folder). "ldavis" needs documents X, "mallet" can use
    them. `n_words` is how many words of a topic are listed.
    """
    path = Path(path)
    if to in _OBJECTS and n_words is not None:
        raise InputError(f"{to} gets all words; n_words is for csv, json, ldavis and mallet")
    _refuse_documents(to, X)
    if to in TEXTS:
        text = encoded_text(model, to, X, n_words=n_words)
        with write_atomically(path) as (file,):
            file.write(text)
    elif to == "mallet":
        to_mallet(model, path, X, **({} if n_words is None else {"n_words": n_words}))
    elif to in _OBJECTS:
        _OBJECTS[to](model, path)
    else:
        known = ", ".join([*TEXTS, "mallet", *_OBJECTS])
        raise InputError(f"there is no export to {to!r}; expected one of {known}")


def _refuse_documents(to: str, X: Any) -> None:
    if X is not None and to in ("csv", "json", "sklearn", "gensim"):
        raise InputError(f"{to} is about a model alone; documents are for ldavis and mallet")


def _write_sklearn(model: TopicModel, path: Path) -> None:
    import joblib

    lda = to_sklearn(model)
    with write_atomically(path) as (file,):
        joblib.dump(lda, file)


def _write_gensim(model: TopicModel, path: Path) -> None:
    """All files that gensim makes of a model: they begin with one name."""
    if path.is_dir():
        raise InputError(f"{path} is a folder; expected the name of a file to write")
    lda, beside = to_gensim(model), partial_name(path)
    with storage_errors(path):
        beside.mkdir()
        try:
            lda.save(str(beside / path.name))
            for file in sorted(beside.iterdir(), key=lambda file: file.name, reverse=True):
                file.replace(path.with_name(file.name))  # the one without an ending comes last
        finally:
            shutil.rmtree(beside, ignore_errors=True)


TEXTS = ("csv", "json", "ldavis")
_OBJECTS: dict[str, Callable[[TopicModel, Path], None]] = {
    "sklearn": _write_sklearn,
    "gensim": _write_gensim,
}
