# Train with seed words
# Given: the documents. Topic 3 is to be about parking.

# %% thalweg
from scipy.sparse import lil_array
from thalweg import LDA

prior = lil_array((20, corpus.n_words))
prior[3, [corpus.vocabulary.id(word) for word in ("parking", "garage", "car")]] = 100
model = LDA(20, topic_word_prior=prior.tocsr(), random_state=0).fit(corpus)

# %% bertopic
from bertopic import BERTopic

model = BERTopic(seed_topic_list=[["parking", "garage", "car"]]).fit(texts)

# %% gensim
import numpy as np
from gensim.models import LdaModel

prior = np.full((20, len(dictionary)), 0.05)
prior[3, [dictionary.token2id[word] for word in ("parking", "garage", "car")]] = 100
model = LdaModel(bow, 20, dictionary, eta=prior, random_state=0)

# %% tomotopy
import tomotopy as tp

model = tp.LDAModel(k=20, min_df=5, seed=0, corpus=corpus)
for word in ("parking", "garage", "car"):
    model.set_word_prior(word, {3: 1.0})
model.train(1000)

# %% sklearn
# not available: one prior for all words
