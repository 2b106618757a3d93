# Hierarchy of topics
# Given: a trained model and its documents.

# %% thalweg
tree = model.hierarchy()

# %% bertopic
tree = model.hierarchical_topics(texts)

# %% gensim
from scipy.cluster.hierarchy import linkage

tree = linkage(model.get_topics() ** 0.5, "ward")

# %% tomotopy
import numpy as np
from scipy.cluster.hierarchy import linkage

topics = np.array([model.get_topic_word_dist(k) for k in range(model.k)])
tree = linkage(topics**0.5, "ward")

# %% sklearn
from scipy.cluster.hierarchy import linkage
from sklearn.preprocessing import normalize

tree = linkage(normalize(model.components_, "l1") ** 0.5, "ward")
