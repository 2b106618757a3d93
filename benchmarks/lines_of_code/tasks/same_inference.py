# The same topics for a text, each time it is asked
# Given: a trained model and its documents.

# %% thalweg
shares = model.transform(texts[:1])

# %% bertopic
shares, _ = model.approximate_distribution(texts[:1])

# %% gensim
import numpy as np

model.random_state = np.random.RandomState(0)  # before every call
shares = model[bow[0]]

# %% tomotopy
words = [word for word, *_ in tokenize(texts[0])]
shares, _ = model.infer(model.make_doc(words))

# %% sklearn
shares = model.transform(counts[[0]])
