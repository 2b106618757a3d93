# Picture of the topics without the documents
# Given: a trained model, and nothing else. Draw the topics with their words.

# %% thalweg
from thalweg import plots

plots.save(plots.topic_sizes(model), "topics.png")

# %% bertopic
model.visualize_barchart().write_html("topics.html")

# %% gensim
# not available: no plots, and pyLDAvis needs the documents

# %% tomotopy
import numpy as np
import pyLDAvis

# the model keeps all documents
phi = np.array([model.get_topic_word_dist(k) for k in range(model.k)])
theta = np.array([document.get_topic_dist() for document in model.docs])
lengths = [len(document.words) for document in model.docs]
words, frequency = list(model.used_vocabs), model.used_vocab_freq
page = pyLDAvis.prepare(phi, theta, lengths, words, frequency, sort_topics=False)
pyLDAvis.save_html(page, "topics.html")

# %% sklearn
# not available: no plots, and pyLDAvis needs the documents
