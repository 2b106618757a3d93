# Update a model with new documents that have new words
# Given: a trained model and `new_texts`. The model must learn the new words.

# %% thalweg
from thalweg import read

model.partial_fit(read(new_texts))

# %% bertopic
from bertopic import BERTopic

model = BERTopic.merge_models([model, BERTopic().fit(new_texts)])

# %% gensim
# not available: the dictionary of a model is fixed

# %% tomotopy
# not available: no documents can be added after training

# %% sklearn
# not available: the number of words is fixed
