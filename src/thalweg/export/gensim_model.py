"""A model as an LdaModel of gensim."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

import numpy as np

from thalweg.errors import InputError
from thalweg.state.of_model import word_names

if TYPE_CHECKING:
    from thalweg.model import TopicModel


def to_gensim(model: TopicModel) -> Any:
    """Return a gensim LdaModel with the same topics, for inference and further training.

    Its topic proportions differ slightly, because gensim infers them by variational Bayes. gensim
    must be installed.

    Parameters
    ----------
    model : LDA
        A trained model.

    Returns
    -------
    gensim.models.LdaModel
        The model. Its `id2word` is a gensim Dictionary of the words of `model`, as CoherenceModel
        and pyLDAvis expect it. The document frequencies of the words are not known.

    Examples
    --------
    >>> from thalweg.export import to_gensim
    >>> to_gensim(model).get_document_topics([(0, 3), (7, 1)])  # doctest: +SKIP
    """
    try:
        ldamodel = import_module("gensim.models.ldamodel")
        dictionary = import_module("gensim.corpora").Dictionary()
    except ImportError:
        raise InputError("gensim is not installed. Run pip install gensim.") from None
    words, state, components = word_names(model), model.state_, model.components_
    counts = np.ascontiguousarray(state.topic_word_counts.T)
    eta = np.broadcast_to(state.prior.topic_word.astype(np.float32), (state.n_words,))
    if state.prior.added is not None or state.prior.masked is not None:
        counts = np.minimum(counts, components)  # zero for a masked pair
        eta = components - counts
    dictionary.token2id = {word: w for w, word in enumerate(words)}
    dictionary.id2token = dict(enumerate(words))
    lda = ldamodel.LdaModel(
        num_topics=state.n_topics,
        id2word=dictionary,
        alpha=state.prior.doc_topic.astype(np.float32),
        eta=eta,
        chunksize=model.batch_size_,
        passes=max(model.n_iter_, 1),
        decay=model.schedule_.decay,
        offset=model.schedule_.offset,
        random_state=state.seed,
    )
    lda.state.sstats[:] = counts
    lda.sync_state()
    mean_length = state.n_tokens_seen / max(state.n_documents_seen, 1)
    lda.state.numdocs = round(state.corpus_tokens / mean_length) if mean_length else 0
    lda.num_updates = state.n_documents_seen
    return lda
