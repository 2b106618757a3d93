"""The page of the explorer as one HTML file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from thalweg.checks import whole_number
from thalweg.explore.hosts.embedded_data import embedded_data
from thalweg.explore.hosts.finished_session import corpus_of, finished_session
from thalweg.explore.hosts.html_file import html_file

if TYPE_CHECKING:
    from thalweg.model import TopicModel

N_DOCUMENTS = 200


def to_html(
    model: TopicModel, X: Any, *, n_documents: int = N_DOCUMENTS, title: str = "Topics"
) -> str:
    """Return one HTML file with the topics, a map, words, groups and some documents.

    The file opens from disk in any current browser, without a server and without a network. It
    shows what `thalweg explore` shows of a finished model.

    Parameters
    ----------
    model : LDA
        A trained model.
    X : Corpus, texts, data frame with a column "text", or matrix of counts
        Documents. A Corpus must have been read with `keep_texts=True` for texts to be in the file.
        Topics by group and over time are those of its metadata, of all documents.
    n_documents : int, default=200
        Number of documents in the file at most, with their texts: the most typical ones of every
        topic first. Others are only counted. 0: no texts leave your machine with the file.
    title : str, default="Topics"
        Title of the page.

    Returns
    -------
    str
        The file. Texts are cut after 10,000 characters.

    Examples
    --------
    >>> from thalweg import LDA
    >>> from thalweg.export import to_html
    >>> texts = ["the river and the bank", "the bank lends money"] * 5
    >>> model = LDA(2, random_state=0).fit(texts)
    >>> to_html(model, texts, n_documents=1)[:15]
    '<!doctype html>'
    """
    n_documents = whole_number("n_documents", n_documents, least=0)
    with finished_session(model, corpus_of(model, X), title) as session:
        return html_file(embedded_data(session, n_documents))
