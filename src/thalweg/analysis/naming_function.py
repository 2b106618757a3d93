"""Names of topics by a function of the user, such as one that asks a language model."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

from thalweg.analysis.document_topics import DocumentTopics
from thalweg.analysis.documents.typical_documents import typical_documents
from thalweg.analysis.topic_labels import distinct_name
from thalweg.errors import InputError
from thalweg.state.topic_names import checked_name

NamingFunction = Callable[[list[str], list[str]], str | None]
"""From the words and typical texts of a topic to its name."""


def names_by_function(
    function: NamingFunction,
    words: Mapping[int, Sequence[str]],
    examples: Mapping[int, Sequence[str]],
    taken: Collection[str] = (),
) -> dict[int, str | None]:
    """Return the names that a function gives to topics; InputError names the topic if it fails.

    Parameters
    ----------
    function : callable
        Called once per topic with its words and its examples, both new lists. It returns the name,
        or None or "" to leave the topic without one.
    words : dict of int to sequence of str
        Words of each topic to name.
    examples : dict of int to sequence of str
        Texts of typical documents of these topics.
    taken : collection of str
        Names of other topics. A topic with the same name gets one of its words in brackets.
    """
    used = {name.casefold() for name in taken}
    names: dict[int, str | None] = {}
    for topic, of_topic in words.items():
        try:
            given = function(list(of_topic), list(examples[topic]))
        except Exception as error:
            raise InputError(
                f"`names`: the function failed for topic {topic} with {type(error).__name__}: "
                f"{error}. No name was changed."
            ) from error
        name = checked_name(topic, given)
        if name is not None:
            name = distinct_name(name, of_topic, used)
            used.add(name.casefold())
        names[topic] = name
    return names


def typical_texts(
    batches: Iterable[DocumentTopics], n_topics: int, n_examples: int
) -> list[list[str]]:
    """Return the texts of the most typical documents of each topic, best first."""
    found = typical_documents(batches, range(n_topics), n_examples)
    documents = [document for of_topic in found.values() for document in of_topic]
    if any(document.text is None for document in documents):
        raise InputError(
            "`X` has no texts, which the examples are made of; expected texts, a data frame with a "
            "column text, or a corpus that was read with keep_texts=True"
        )
    return [[document.text or "" for document in found[k]] for k in range(n_topics)]
