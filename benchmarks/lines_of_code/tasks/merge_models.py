# Merge two models
# Given: two trained models, `model` and `other`.

# %% thalweg
merged = model.merged(other)

# %% bertopic
from bertopic import BERTopic

merged = BERTopic.merge_models([model, other])

# %% gensim
model.state.merge(other.state)  # adds topic k to topic k; the dictionary must be the same
model.sync_state()

# %% tomotopy
# not available

# %% sklearn
# not available
