# Compare two models
# Given: two trained models, `model` and `other`. Find the topic of `other` that is most like each
# topic of `model`.

# %% thalweg
table = model.compare(other)

# %% bertopic
from sklearn.metrics.pairwise import cosine_similarity

scores = cosine_similarity(model.topic_embeddings_, other.topic_embeddings_)
nearest = scores.argmax(axis=1)

# %% gensim
distances, _ = model.diff(other, distance="hellinger")  # the dictionary must be the same
nearest = distances.argmin(axis=1)

# %% tomotopy
import pandas as pd
from scipy.spatial.distance import cdist


def topic_words(m):
    return pd.DataFrame([m.get_topic_word_dist(k) for k in range(m.k)], columns=list(m.used_vocabs))


ours, theirs = topic_words(model).align(topic_words(other), axis=1, fill_value=0)
nearest = cdist(ours, theirs, "cosine").argmin(axis=1)

# %% sklearn
from sklearn.metrics.pairwise import cosine_similarity

scores = cosine_similarity(model.components_, other.components_)  # the vectorizer must be the same
nearest = scores.argmax(axis=1)
