"""The data of an HTML file: answers to what its page can ask, made by the code of the server."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import zip_longest
from typing import Any

import numpy as np

from thalweg.analysis.groups.periods import as_days
from thalweg.explore.hosts.embedded_words import (
    MOST_WORDS,
    short,
    weighted_words,
    word_answers,
    words_of_topics,
)
from thalweg.explore.live_frames import FrameMaker, FrameOptions
from thalweg.explore.requests.answering import answer
from thalweg.explore.run_status import Run
from thalweg.explore.session import Session

MAX_CHARACTERS = 10_000
"""Of a text in a file; longer ones are cut."""


def embedded_data(session: Session, n_documents: int) -> dict[str, Any]:
    """Return the data of a file about a finished model, with at most n documents.

    Documents are the most typical ones of every topic, then uncertain ones, then others that are
    spread evenly. Lists of documents have only those that are in the file.
    """
    run, view = session.run, session.view()
    assert run is not None
    assert view is not None
    frame = json.loads(FrameMaker(session).frame(FrameOptions()).text)
    # All documents can be found that are in the file, and the page need not wait for more.
    frame |= {"n_indexed": run.corpus.n_documents, "progress": {}}
    numbers = [topic["topic"] for topic in frame["topics"]]
    topics = [_topic(session, number) for number in numbers]
    rows = _chosen_rows(run, topics, n_documents)
    days = _days(run)
    documents = [_document(session, row, days) for row in rows]
    kept = set(rows)
    words = words_of_topics(view)
    for k, topic in enumerate(topics):
        topic["words"] = weighted_words(view, k, words[k])
        for kind in ("typical", "uncertain"):
            topic[kind] = [each for each in topic[kind] if each["row"] in kept]
    of_topics = {w for ids in words for w in ids}
    named = {name for document in documents for name in document.pop("vocabulary")}
    of_documents = {view.names.id(name) for name in named if name in view.names}
    answers, trend = word_answers(run, view, numbers, sorted(of_topics | of_documents), of_topics)
    return {
        "title": session.reader.title,
        "frame": frame,
        "n_tokens": float(view.state.corpus_tokens),
        "topics": topics,
        "words": answers,
        "documents": documents,
        "trend": trend,
        "groups": list(_by_columns(session, "groups", run.columns.groups)),
        "time": list(_by_columns(session, "time", run.columns.dates)),
    }


def _topic(session: Session, number: int) -> dict[str, Any]:
    params = {"topic": number, "words": MOST_WORDS}
    typical = answer(session, "topic", params)
    uncertain = answer(session, "topic", params | {"uncertain": True})
    return {
        "topic": number,
        "words": [],
        "related": typical["related"],
        "held": typical["held"],
        "removed": typical["removed"],
        "typical": typical["documents"],
        "uncertain": uncertain["documents"],
    }


def _chosen_rows(run: Run, topics: list[dict[str, Any]], n: int) -> list[int]:
    chosen: dict[int, None] = {}
    for kind in ("typical", "uncertain"):
        for of_rank in zip_longest(*(topic[kind] for topic in topics)):
            chosen |= {each["row"]: None for each in of_rank if each is not None}
    n = min(n, run.corpus.n_documents)
    if len(chosen) < n:
        spread = np.linspace(0, run.corpus.n_documents - 1, n).round().astype(np.int64)
        chosen |= dict.fromkeys(spread.tolist())
        chosen |= dict.fromkeys(range(n))  # some were chosen twice
    return list(chosen)[:n]


def _document(session: Session, row: int, days: list[Any]) -> dict[str, Any]:
    """Return a document, and its words as `vocabulary`."""
    found = answer(session, "document", {"row": row, "alone": True})
    parts, vocabulary, length = [], {word for word, *_ in found["words"]}, 0
    is_cut = found["is_cut"]
    for part in found["parts"]:
        text = part[0]
        if length + len(text) > MAX_CHARACTERS:
            is_cut = True
            if len(part) == 1:
                parts.append(text[: MAX_CHARACTERS - length])
            break
        length += len(text)
        parts.append(_short_part(part))
        vocabulary.update(part[1:2])
    return {
        "row": row,
        "id": found["id"],
        **({} if found["title"] is None else {"title": found["title"]}),
        "day": None if days[row] is None else str(days[row]),
        "metadata": found["metadata"],
        "shares": [[topic, short(share)] for topic, share in found["shares"]],
        "parts": parts,
        "words": found["words"],
        "n_tokens": found["n_tokens"],
        "is_cut": is_cut,
        "vocabulary": vocabulary,
    }


def _short_part(part: list[Any]) -> Any:
    """Return a part without its word if that is the text in lower case."""
    if len(part) == 1:
        return part[0]
    text, word, topic, probability = part
    short_form = [text, topic, round(probability, 2)]
    # Lower case of Python and of browsers is the same for ASCII.
    return short_form if text.isascii() and text.lower() == word else [*short_form, word]


def _days(run: Run) -> list[Any]:
    """Return the day of every document; None without dates."""
    name = run.columns.date
    if name is None:
        return [None] * run.corpus.n_documents
    return as_days(run.corpus.metadata[name], name).to_list()


def _by_columns(session: Session, name: str, columns: tuple[str, ...]) -> Iterator[dict[str, Any]]:
    """Yield topics by each column, from all documents."""
    for column in columns:
        yield answer(session, name, {"column": column, "exact": True})
