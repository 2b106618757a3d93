"""Guided BERTopic of texts with seed words; runs by itself, in an environment that has BERTopic.

python guided_bertopic.py GIVEN.npz FOUND.npz

Embeddings are TF-IDF reduced to 100 dimensions, which BERTopic's documentation describes as its
lightweight form: its default embeds with a neural model that must be downloaded. Dimensions are
reduced and documents clustered with its defaults, UMAP and HDBSCAN.
"""

from __future__ import annotations

import sys

import numpy as np


def main(given: str, found: str) -> None:
    from bertopic import BERTopic
    from bertopic.backend._sklearn import SklearnEmbedder
    from sklearn.decomposition import TruncatedSVD
    from sklearn.feature_extraction.text import CountVectorizer, TfidfVectorizer
    from sklearn.pipeline import make_pipeline
    from umap import UMAP

    with np.load(given) as arrays:
        texts, words = arrays["texts"].tolist(), arrays["words"].tolist()
        seeds = [text.split(" ") for text in arrays["seeds"].tolist()]
        n_topics, seed = int(arrays["n_topics"]), int(arrays["seed"])
    # White space separates words, as they are given.
    counting = {"vocabulary": words, "tokenizer": str.split, "token_pattern": None}
    embedding = make_pipeline(
        TfidfVectorizer(**counting, lowercase=False), TruncatedSVD(100, random_state=seed)
    )
    embedding.fit(texts)
    model = BERTopic(
        embedding_model=SklearnEmbedder(embedding),
        umap_model=UMAP(
            n_neighbors=15, n_components=5, min_dist=0.0, metric="cosine", random_state=seed
        ),
        vectorizer_model=CountVectorizer(**counting, lowercase=False),
        seed_topic_list=seeds,
        nr_topics=n_topics + 1,  # one of them is for documents without a cluster
    )
    clusters, _ = model.fit_transform(texts)
    weights = model.c_tf_idf_.toarray()
    names = sorted(set(clusters))
    first = names.index(0)  # after -1, if there is one
    np.savez(found, of_documents=np.array(clusters), weights=weights[first:])


if __name__ == "__main__":
    main(*sys.argv[1:])
