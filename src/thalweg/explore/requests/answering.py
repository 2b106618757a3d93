"""Answers to the requests of the page. Each is a function of the session and the parameters."""

from __future__ import annotations

import re
from collections.abc import Callable
from types import MappingProxyType
from typing import Any, Final

import numpy as np

from thalweg.analysis.documents.snippets import MarkedPart, cut_snippet, plain
from thalweg.analysis.documents.typical_documents import topic_snippet
from thalweg.analysis.documents.word_assignments import word_assignments
from thalweg.answers.unknown_tokens import word_finder
from thalweg.errors import InputError
from thalweg.explore.live_frames import FrameOptions, encoded
from thalweg.explore.requests.column_values import values
from thalweg.explore.requests.found_words import found_words
from thalweg.explore.requests.group_answers import groups, over_time, word_trend
from thalweg.explore.requests.message_fields import Fields
from thalweg.explore.requests.shown_documents import (
    ShownDocument,
    shown_documents,
    sparse,
)
from thalweg.explore.requests.steering_answers import STEERING
from thalweg.explore.run_status import Run
from thalweg.explore.session import Session
from thalweg.explore.text_search import Filters, plain_value
from thalweg.explore.topic_view import TopicView

PROTOCOL: Final = 1
MAX_WAITING: Final = 32
"""Requests of a page that wait for an answer; further ones are refused."""
MAX_NUMBER = 1_000_000
"""Of a topic, as a bound for messages."""
MAX_CHARACTERS = 50_000
"""Of a document that the page shows; longer ones are cut."""
_CANDIDATES = 400
_SHOWN_DOCUMENTS = 8
_CONTEXTS = 20
_CONTEXT_WIDTH = 60
_WITHIN = 0.5  # seconds: the view of the last frame, instead of one for each request


def topic(session: Session, fields: Fields) -> dict[str, Any]:
    """Words of a topic, its documents and the topics that are most similar to it."""
    run, view = _now(session)
    number = fields.number("topic", 0, MAX_NUMBER)
    k = view.position(number)
    relevance = fields.share("lambda", 0.6)
    n_words = fields.number("words", 1, 200, 30)
    scan = session.scan
    documents: list[dict[str, Any]] = []
    is_uncertain = fields.flag("uncertain")
    if scan is not None and not run.is_preview:
        rows = scan.uncertain(number) if is_uncertain else scan.typical(number)
        if not run.corpus.in_memory and session.search is not None:  # others take 10 ms each
            rows = [row for row in rows if row < session.search.n_indexed]
        documents = _listed(session, run, view, rows, k)
    return {
        "topic": number,
        "name": view.topic_names.get(number),
        "share": float(view.shares[k]),
        "locked": number in view.locked,
        **view.steered_words(number),
        "words": view.words(k, relevance, n_words),
        "related": view.related(k),
        "uncertain": is_uncertain,
        "documents": documents,
    }


def document(session: Session, fields: Fields) -> dict[str, Any]:
    """One document: its text with the topic of every word, proportions, and similar ones."""
    run, view = _now(session)
    row = fields.number("row", 0, max(0, run.corpus.n_documents - 1))
    one = run.corpus[[row]]
    (shown,) = shown_documents(run.corpus, [row], session.search)
    text, theta = shown.text, session.shares(view, [row])[0]
    about = {name: plain_value(value) for name, value in one.metadata.row(0, named=True).items()}
    answer: dict[str, Any] = {
        "row": row,
        "id": shown.id,
        "title": shown.title,
        "metadata": {name: value for name, value in about.items() if name != "id"},
        "shares": sparse(theta, view.numbers),
        "parts": [],
        "words": [],
        "n_tokens": float(one.n_tokens),
        "is_cut": text is not None and len(text) > MAX_CHARACTERS,
    }
    if text is None:
        answer["words"] = _counted_words(run, view, row, theta)
    else:
        answer["parts"] = _parts(view, text[:MAX_CHARACTERS], theta)
    is_alone = fields.flag("alone")
    answer["similar"] = [] if is_alone else _similar(session, run, view, row, theta)
    return answer


def similar(session: Session, fields: Fields) -> dict[str, Any]:
    """Documents that are similar to one."""
    run, view = _now(session)
    row = fields.number("row", 0, max(0, run.corpus.n_documents - 1))
    theta = session.shares(view, [row])[0]
    return {"row": row, "documents": _similar(session, run, view, row, theta)}


def word(session: Session, fields: Fields) -> dict[str, Any]:
    """One word: its topics, where it occurs, and how often over time."""
    run, view = _now(session)
    name = fields.text("word")
    if name not in view.names:
        raise InputError(f"the model does not know the word {name!r}")
    number = view.names.id(name)
    answer: dict[str, Any] = {
        "word": name,
        "share": float(view.overall[number]),
        "topics": view.word_topics(number),
        "contexts": [],
        "n_documents": None,
        "trend": None,
    }
    search = session.search
    if search is not None and not run.is_preview:
        answer["n_documents"] = search.count(f'"{name}"')
        rows = search.find(f'"{name}"', Filters({}), _CONTEXTS).rows
        answer["contexts"] = _contexts(shown_documents(run.corpus, rows, search), name)
        answer["trend"] = word_trend(run, search, name)
    return answer


def find_documents(session: Session, fields: Fields) -> dict[str, Any]:
    """Documents that contain words, of a topic, of groups and of a range of dates."""
    run, view = _now(session)
    search = session.search
    if search is None or run.is_preview:
        return {"hits": [], "n_indexed": 0, "n_documents": run.corpus.n_documents, "more": False}
    query = fields.text("query", "")
    limit = fields.number("limit", 1, 200, 20)
    filters = Filters(
        fields.texts_by_name("groups"), fields.optional_text("from"), fields.optional_text("to")
    )
    number = fields.optional_number("topic", 0, MAX_NUMBER)
    k = None if number is None else view.position(number)
    is_by_topic = number is not None and not query.strip()
    if number is not None and is_by_topic and filters.is_empty() and session.scan is not None:
        rows, is_ranked = session.scan.typical(number), True
    else:
        found = search.find(query, filters, _CANDIDATES if k is not None else limit + 1)
        rows, is_ranked = found.rows, found.is_ranked
        if number is not None and is_by_topic and session.scan is not None:
            # The candidates are the first documents of a group; the best may come later.
            typical = search.passing(session.scan.typical(number), filters)
            rows = list(dict.fromkeys([*typical, *rows]))
    theta = session.shares(view, rows) if rows else np.zeros((0, view.n_topics), np.float32)
    if k is not None:
        chosen = [
            place for place in range(len(rows)) if theta[place, k] >= fields.share("least", 0.2)
        ]
        if is_by_topic and not filters.is_empty():  # nothing else ranks them
            chosen.sort(key=lambda place: -theta[place, k])
            is_ranked = True
        rows, theta = [rows[place] for place in chosen], theta[chosen]
    more = len(rows) > limit
    documents = shown_documents(run.corpus, rows[:limit], search)
    hits = [_hit(each, share, view, query) for each, share in zip(documents, theta, strict=False)]
    return {
        "hits": hits,
        "more": more,
        "is_ranked": is_ranked,
        "n_indexed": search.n_indexed,
        "n_documents": run.corpus.n_documents,
    }


def suggest_words(session: Session, fields: Fields) -> dict[str, Any]:
    """Words of the model that begin with some letters, the most frequent first."""
    _, view = _now(session)
    prefix = fields.text("prefix", most=100).casefold()
    found = [w for w, name in enumerate(view.names) if name.startswith(prefix)] if prefix else []
    found.sort(key=lambda w: -view.overall[w])
    return {"words": [view.names[w] for w in found[:10]]}


def training(session: Session, fields: Fields) -> dict[str, Any]:
    """The history of the training run."""
    return {"history": session.history}


def pause(session: Session, fields: Fields) -> dict[str, Any]:
    """Pause training."""
    session.pause()
    return {"phase": session.status.phase}


def resume(session: Session, fields: Fields) -> dict[str, Any]:
    """Continue training."""
    session.resume()
    return {"phase": session.status.phase}


ANSWERS: Final[MappingProxyType[str, Callable[[Session, Fields], dict[str, Any]]]] = (
    MappingProxyType(
        {
            "topic": topic,
            "document": document,
            "similar": similar,
            "word": word,
            "groups": groups,
            "time": over_time,
            "search": find_documents,
            "suggest": suggest_words,
            "values": values,
            "training": training,
            "pause": pause,
            "resume": resume,
            **STEERING,
        }
    )
)
"""The requests that the page can make."""


def answer(session: Session, name: Any, params: Any) -> dict[str, Any]:
    """Return the answer to a request; InputError if it cannot be answered."""
    if not isinstance(name, str) or name not in ANSWERS:
        raise InputError(f"`name` is {str(name)[:60]!r}; expected one of {', '.join(ANSWERS)}")
    return ANSWERS[name](session, Fields(params))


def answered(session: Session, number: int, name: Any, params: Any) -> str:
    """Return the message that answers a request."""
    result = answer(session, name, params)
    return encoded({"type": "answer", "id": number, "result": result})


def frame_options(fields: Fields) -> FrameOptions:
    """Return what a page wants to see in frames."""
    return FrameOptions(fields.share("lambda", 0.6), fields.number("words", 1, 50, 8))


def _now(session: Session) -> tuple[Run, TopicView]:
    run, view = session.run, session.view(_WITHIN)
    if run is None or view is None:
        raise InputError("there are no topics yet; the documents are being read")
    return run, view


def _parts(view: TopicView, text: str, theta: Any) -> list[list[Any]]:
    """Return the text in parts: [text], or [text, word, topic, probability]."""
    places = word_finder(view.model)
    if places is None:
        return [[text]]
    words = [w for w in places.find(text) if w.id >= 0 and w.start is not None]
    ids = np.unique([w.id for w in words]).astype(np.int64)
    assigned = word_assignments(view.state, ids, theta) if ids.size else np.zeros((0, 1))
    place_of = {int(w): place for place, w in enumerate(ids)}
    parts: list[list[Any]] = []
    position = 0
    for each in words:
        assert each.start is not None
        assert each.end is not None
        if each.start < position:
            continue
        if each.start > position:
            parts.append([text[position : each.start]])
        row = assigned[place_of[each.id]]
        k = int(row.argmax())
        share = round(float(row[k]), 4)
        parts.append([text[each.start : each.end], each.word, view.numbers[k], share])
        position = each.end
    if position < len(text):
        parts.append([text[position:]])
    return parts


def _counted_words(run: Run, view: TopicView, row: int, theta: Any) -> list[list[Any]]:
    """Return [word, count, topic, probability] of a document without a text."""
    corpus = run.corpus[[row]]
    if run.model.vocabulary_ is not None:
        corpus = corpus.with_vocabulary(run.model.vocabulary_)
    documents = corpus.documents()
    ids = np.asarray(documents.words, dtype=np.int64)
    if not ids.size:
        return []
    assigned = word_assignments(view.state, ids, theta)
    order = np.argsort(-np.asarray(documents.counts), kind="stable")
    return [
        [
            view.names[ids[place]],
            float(documents.counts[place]),
            view.numbers[int(assigned[place].argmax())],
            round(float(assigned[place].max()), 4),
        ]
        for place in order.tolist()
    ]


def _listed(
    session: Session, run: Run, view: TopicView, rows: list[int], k: int
) -> list[dict[str, Any]]:
    """Return the best of some documents, as they look under the topics of this moment."""
    rows = rows[: 2 * _SHOWN_DOCUMENTS]  # some may have the same text
    if not rows:
        return []
    places, seen, listed = word_finder(view.model), set(), []
    documents = shown_documents(run.corpus, rows, session.search)
    for document, share in zip(documents, session.shares(view, rows), strict=True):
        if document.text is not None and document.text in seen:
            continue
        seen.add(document.text)
        about = document.about(share, view.numbers)
        if document.text is not None:
            line, words = found_words(places, document.text)
            snippet = topic_snippet(view.state, line, words, share, k)
            about |= {"snippet": snippet.text, "spans": [list(span) for span in snippet.spans]}
        listed.append(about)
        if len(listed) == _SHOWN_DOCUMENTS:
            break
    return listed


def _hit(document: ShownDocument, theta: Any, view: TopicView, query: str) -> dict[str, Any]:
    hit, text = document.about(theta, view.numbers), document.text
    if text is None:
        return hit
    line = plain(text)
    wanted = [re.escape(part) for part in re.findall(r"\w+", query)]
    marked = []
    if wanted:
        found = re.finditer(rf"\b(?:{'|'.join(wanted)})\w*", line, re.IGNORECASE)
        marked = [MarkedPart(*match.span(), 1.0) for match in found]
    snippet = cut_snippet(line, marked)
    return hit | {"snippet": snippet.text, "spans": [list(span) for span in snippet.spans]}


def _contexts(documents: list[ShownDocument], name: str) -> list[dict[str, Any]]:
    """Return the first place of a word in some documents, with the text on both sides."""
    parts = [re.escape(part) for part in name.split("_") if part]  # new_york is New York
    spelled = r"[\W_]+".join(parts)
    pattern = re.compile(rf"\b{spelled}\b", re.IGNORECASE)
    contexts = []
    for document in documents:
        line = plain(document.text or "")
        match = pattern.search(line)
        if match is not None:
            start, end = match.span()
            contexts.append(
                {
                    "row": document.row,
                    "id": document.id,
                    "before": line[max(0, start - _CONTEXT_WIDTH) : start],
                    "word": line[start:end],
                    "after": line[end : end + _CONTEXT_WIDTH],
                }
            )
    return contexts


def _similar(
    session: Session, run: Run, view: TopicView, row: int, theta: Any
) -> list[dict[str, Any]]:
    """Return documents with similar topics among those that share distinctive words with one."""
    search = session.search
    if search is None or run.is_preview:
        return []
    one = run.corpus[[row]].documents()
    ids = np.asarray(one.words, dtype=np.int64)
    names = [run.corpus.vocabulary[w] for w in ids.tolist()]
    known = [(w, name) for w, name in zip(view.names.ids(names), names, strict=True) if w >= 0]
    known.sort(key=lambda pair: view.overall[pair[0]])
    candidates: dict[int, None] = {}
    for _, name in known[:6]:
        found = search.find(f'"{name}"', Filters({}), _CANDIDATES // 4).rows
        candidates |= dict.fromkeys(found)
    candidates.pop(row, None)
    rows = list(candidates)
    if not rows:
        return []
    shares = session.shares(view, rows)
    affinity = np.sqrt(shares) @ np.sqrt(theta)
    nearest = np.argsort(-affinity, kind="stable")[:_SHOWN_DOCUMENTS]
    listed = []
    documents = shown_documents(run.corpus, [rows[place] for place in nearest.tolist()], search)
    for place, document in zip(nearest.tolist(), documents, strict=True):
        snippet = None if document.text is None else cut_snippet(plain(document.text)).text
        about = document.about(shares[place], view.numbers)
        listed.append(about | {"similarity": float(min(affinity[place], 1.0)), "snippet": snippet})
    return listed
