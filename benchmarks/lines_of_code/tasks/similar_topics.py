# Similar topics
# Given: a trained model. List the five most similar pairs of topics.

# %% thalweg
table = model.similar_topics(5)

# %% bertopic
import numpy as np
from sklearn.metrics.pairwise import cosine_similarity

scores = np.triu(cosine_similarity(model.c_tf_idf_), 1)
pairs = np.column_stack(np.unravel_index((-scores).argsort(None)[:5], scores.shape))

# %% gensim
import numpy as np

distances, _ = model.diff(model, distance="hellinger")
distances[np.tril_indices(model.num_topics)] = np.inf
pairs = np.column_stack(np.unravel_index(distances.argsort(None)[:5], distances.shape))

# %% tomotopy
import numpy as np
from sklearn.metrics.pairwise import cosine_similarity

topics = [model.get_topic_word_dist(k) for k in range(model.k)]
scores = np.triu(cosine_similarity(topics), 1)
pairs = np.column_stack(np.unravel_index((-scores).argsort(None)[:5], scores.shape))

# %% sklearn
import numpy as np
from sklearn.metrics.pairwise import cosine_similarity

scores = np.triu(cosine_similarity(model.components_), 1)
pairs = np.column_stack(np.unravel_index((-scores).argsort(None)[:5], scores.shape))
