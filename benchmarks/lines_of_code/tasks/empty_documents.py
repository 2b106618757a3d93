# Empty documents keep their row
# Given: a trained model. One of the new texts has no known word; there must be one row per text.

# %% thalweg
shares = model.transform(["The waiter was rude.", "???"])

# %% bertopic
shares, _ = model.approximate_distribution(["The waiter was rude.", "???"])

# %% gensim
from gensim.matutils import corpus2dense
from gensim.utils import simple_preprocess

new = [dictionary.doc2bow(simple_preprocess(text)) for text in ["The waiter was rude.", "???"]]
shares = corpus2dense(model.get_document_topics(new, minimum_probability=0), model.num_topics)

# %% tomotopy
# not available: training drops empty documents, and `make_doc([])` ends the process

# %% sklearn
shares = model.transform(vectorizer.transform(["The waiter was rude.", "???"]))
