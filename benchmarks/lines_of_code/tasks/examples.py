# Example documents of each topic
# Given: a trained model and its documents. List three typical texts per topic.

# %% thalweg
examples = model.examples(corpus, 3)

# %% bertopic
examples = model.get_representative_docs()

# %% gensim
from gensim.matutils import corpus2dense

shares = corpus2dense(model.get_document_topics(bow, minimum_probability=0), model.num_topics)
examples = [[texts[i] for i in (-topic).argsort()[:3]] for topic in shares]

# %% tomotopy
import numpy as np

shares = np.array([document.get_topic_dist() for document in model.docs])
examples = [[texts[i] for i in (-topic).argsort()[:3]] for topic in shares.T]

# %% sklearn
shares = model.transform(counts)
examples = [[texts[i] for i in (-topic).argsort()[:3]] for topic in shares.T]
