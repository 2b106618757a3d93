# Interactive page of the topics
# Given: a trained model and its documents. Write an HTML file: pyLDAvis, or the view of the
# library.

# %% thalweg
import pandas as pd
import pyLDAvis
from thalweg import export

page = export.to_ldavis(model, corpus)
tables = [pd.DataFrame(page.pop(name)) for name in ("mdsDat", "tinfo", "token.table")]
pyLDAvis.save_html(pyLDAvis.PreparedData(*tables, *page.values()), "topics.html")

# %% bertopic
model.visualize_topics().write_html("topics.html")

# %% gensim
import pyLDAvis.gensim_models

page = pyLDAvis.gensim_models.prepare(model, bow, dictionary, sort_topics=False)
pyLDAvis.save_html(page, "topics.html")

# %% tomotopy
import numpy as np
import pyLDAvis

phi = np.array([model.get_topic_word_dist(k) for k in range(model.k)])
theta = np.array([document.get_topic_dist() for document in model.docs])
lengths = [len(document.words) for document in model.docs]
words, frequency = list(model.used_vocabs), model.used_vocab_freq
page = pyLDAvis.prepare(phi, theta, lengths, words, frequency, sort_topics=False)
pyLDAvis.save_html(page, "topics.html")

# %% sklearn
import pyLDAvis.lda_model

page = pyLDAvis.lda_model.prepare(model, counts, vectorizer, sort_topics=False)
pyLDAvis.save_html(page, "topics.html")
