# Merge two topics of a model
# Given: a trained model and its documents.

# %% thalweg
# not available: `hierarchy` groups topics, but the model keeps all of them

# %% bertopic
model.merge_topics(texts, [1, 2])

# %% gensim
# not available

# %% tomotopy
# not available

# %% sklearn
# not available
