"""A folder with the files that `mallet train-topics` writes about a model.

| file | MALLET's option | content of a line |
| --- | --- | --- |
| topic-keys.txt | --output-topic-keys | topic, alpha, the most probable words |
| topic-word-weights.txt | --topic-word-weights-file | topic, word, weight: N^Phi + eta |
| word-topic-counts.txt | --word-topic-counts-file | number, word, topic:count, largest first |
| doc-topics.txt | --output-doc-topics | number, id, proportion of each topic |

MALLET counts sampled topics, so its counts are whole numbers. Here they are expected counts,
rounded.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from thalweg.analysis.document_topics import model_stream
from thalweg.corpus.formats._shared.spelled_words import as_text, check_names
from thalweg.errors import InputError
from thalweg.files.atomic import storage_errors, write_atomically
from thalweg.files.utf8 import encode_utf8
from thalweg.state.of_model import word_names

if TYPE_CHECKING:
    from thalweg.model import TopicModel

_FORM = "MALLET's files"


def to_mallet(model: TopicModel, folder: str | Path, X: Any = None, *, n_words: int = 20) -> None:
    """Write the files of MALLET about a model, and about documents if they are given.

    Parameters
    ----------
    model : LDA
        A trained model. Its words must not contain blanks.
    folder : path
        Folder to write; its parent must exist. Existing files of the same names are replaced.
    X : Corpus, iterator of Corpus, or matrix, default=None
        Documents whose topic proportions to write. None: doc-topics.txt is not written.
    n_words : int, default=20
        Number of words per topic in topic-keys.txt.

    Examples
    --------
    >>> from thalweg.export import to_mallet
    >>> to_mallet(model, "mallet", corpus)  # doctest: +SKIP
    """
    folder = Path(folder)
    if folder.exists() and not folder.is_dir():
        raise InputError(f"`folder` is {folder}, a file; expected a folder")
    check_names(word_names(model), "word", _FORM)
    files = {
        "topic-keys.txt": _topic_keys(model, n_words),
        "topic-word-weights.txt": _topic_word_weights(model),
        "word-topic-counts.txt": _word_topic_counts(model),
    }
    if X is not None:
        files["doc-topics.txt"] = _doc_topics(model, X)
    is_new = not folder.exists()
    with storage_errors(folder):
        folder.mkdir(exist_ok=True)
    try:
        with write_atomically(*(folder / name for name in files)) as streams:
            for stream, pieces in zip(streams, files.values(), strict=True):
                for piece in pieces:
                    stream.write(encode_utf8(piece))
    except BaseException:
        if is_new:
            with suppress(OSError):
                folder.rmdir()
        raise


def _topic_keys(model: TopicModel, n_words: int) -> Iterator[str]:
    alpha = model.state_.prior.doc_topic.tolist()
    for place, topic in enumerate(model.topics(n_words)):
        yield f"{topic.topic}\t{alpha[place]:.5f}\t{' '.join(topic.words)} \n"


def _topic_word_weights(model: TopicModel) -> Iterator[str]:
    words = word_names(model)
    for k, weights in enumerate(model.components_):
        lines = zip(words, weights.tolist(), strict=True)
        yield "".join(f"{k}\t{word}\t{weight:.7g}\n" for word, weight in lines)


def _word_topic_counts(model: TopicModel) -> Iterator[str]:
    rows = zip(word_names(model), model.state_.topic_word_counts, strict=True)
    for w, (word, row) in enumerate(rows):
        counts = row.round().astype(np.int64)
        order = np.argsort(-counts, kind="stable")[: np.count_nonzero(counts)]
        pairs = zip(order.tolist(), counts[order].tolist(), strict=True)
        yield " ".join([str(w), word, *(f"{k}:{n}" for k, n in pairs)]) + "\n"


def _doc_topics(model: TopicModel, X: Any) -> Iterator[str]:
    number = 0
    for batch in model_stream(model, X):
        texts = as_text(batch.ids, _FORM).to_list()
        ids = ["null-source" if name is None else name for name in texts]  # as MALLET does
        check_names(ids, "id", _FORM, forbidden=r"\t\n\r\0")
        for name, row in zip(ids, batch.shares.tolist(), strict=True):
            yield "\t".join([str(number), name, *(f"{share:.7g}" for share in row)]) + "\n"
            number += 1
