# Show the progress of training
# Given: the documents.

# %% thalweg
from thalweg import LDA

model = LDA(20, random_state=0).fit(corpus, progress="bar")

# %% bertopic
from bertopic import BERTopic

model = BERTopic(verbose=True).fit(texts)

# %% gensim
import logging

from gensim.models import LdaModel

logging.basicConfig(level=logging.INFO)
model = LdaModel(bow, 20, dictionary, random_state=0)

# %% tomotopy
import tomotopy as tp

model = tp.LDAModel(k=20, min_df=5, seed=0, corpus=corpus)
# show_progress=True of 0.14.0 ends with a RecursionError
model.train(1000, callback_interval=100, callback=lambda m, i, n: print(i, m.ll_per_word))

# %% sklearn
from sklearn.decomposition import LatentDirichletAllocation

model = LatentDirichletAllocation(20, random_state=0, verbose=1).fit(counts)
