"""Edits in words, for reports and for the command line."""

from __future__ import annotations

from typing import Any

from thalweg.steering.edits.document_edits import Create, RemoveDocument, Split
from thalweg.steering.edits.edit import Edit
from thalweg.steering.edits.edited_topics import EditedTopics
from thalweg.steering.edits.topic_edits import (
    Delete,
    Lock,
    Merge,
    Rename,
    Reorder,
    SetTopicCount,
    Unlock,
)
from thalweg.steering.edits.word_edits import AddWords, AllowWords, RemoveWords, StopWords

_MOST_WORDS = 10


def described(edit: Edit, topics: EditedTopics) -> str:
    """Return an edit as a phrase, before it is applied to these topics."""

    def label(topic: Any) -> str:
        return topics.label(topics.number(topic))

    def labels(several: Any) -> str:
        return ", ".join(label(topic) for topic in several)

    match edit:
        case AddWords():
            return f"add {_words(edit.words)} to {label(edit.topic)}"
        case RemoveWords():
            return f"remove {_words(edit.words)} from {label(edit.topic)}"
        case AllowWords():
            return f"allow {_words(edit.words)} in {label(edit.topic)}"
        case StopWords():
            return f"stop {_words(edit.words)}"
        case Merge():
            first, *others = edit.topics
            return f"merge {labels(others)} into {label(first)}"
        case Split():
            by = "" if edit.words is None else f" by {_words(edit.words)}"
            return f"split {label(edit.topic)}{by}"
        case Create():
            of = "documents" if edit.words is None else _words(edit.words)
            return f"create topic {topics.next_number} from {of}"
        case Delete():
            return f"delete {label(edit.topic)}"
        case Lock():
            return f"lock {labels(edit.topics)}"
        case Unlock():
            return f"unlock {labels(edit.topics)}"
        case Rename():
            return f"name {label(edit.topic)} {edit.new_name!r}"
        case Reorder():
            return f"put {labels(edit.topics)} first"
        case SetTopicCount():
            return f"change the number of topics to {edit.n_topics}"
        case RemoveDocument():
            return f"forget a document of {len(edit.counts or {})} words"
    return edit.name


def _words(words: Any) -> str:
    given = list(words or [])
    shown = ", ".join(map(str, given[:_MOST_WORDS]))
    return shown if len(given) <= _MOST_WORDS else f"{shown}, ... ({len(given)} words)"
