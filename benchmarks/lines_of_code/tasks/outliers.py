# Documents that do not fit
# Given: a trained model and its documents. List the documents that the model explains worst.

# %% thalweg
table = model.outliers(corpus)

# %% bertopic
table = frame[[topic == -1 for topic in model.topics_]]  # outside all clusters

# %% gensim
import numpy as np

scores = [model.log_perplexity([document]) for document in bow]
table = frame.iloc[np.argsort(scores)[:10]]

# %% tomotopy
import numpy as np

scores = [document.get_ll() / len(document.words) for document in model.docs]
table = frame.iloc[np.argsort(scores)[:10]]

# %% sklearn
import numpy as np

scores = [-model.perplexity(counts[[i]]) for i in range(counts.shape[0])]
table = frame.iloc[np.argsort(scores)[:10]]
