# Update a model with new documents
# Given: a trained model and `new_texts`, without new words.

# %% thalweg
model.partial_fit(new_texts)

# %% bertopic
from bertopic import BERTopic

model = BERTopic.merge_models([model, BERTopic().fit(new_texts)])

# %% gensim
from gensim.utils import simple_preprocess

model.update([dictionary.doc2bow(simple_preprocess(text)) for text in new_texts])

# %% tomotopy
# not available: no documents can be added after training

# %% sklearn
model.partial_fit(vectorizer.transform(new_texts))
