# Train on all cores
# Given: the documents.

# %% thalweg
from thalweg import LDA

model = LDA(20, random_state=0).fit(corpus)

# %% bertopic
from bertopic import BERTopic

model = BERTopic().fit(texts)

# %% gensim
from gensim.models import LdaMulticore

model = LdaMulticore(bow, 20, dictionary)

# %% tomotopy
import tomotopy as tp

model = tp.LDAModel(k=20, min_df=5, corpus=corpus)
model.train(1000, workers=0)

# %% sklearn
from sklearn.decomposition import LatentDirichletAllocation

model = LatentDirichletAllocation(20, n_jobs=-1).fit(counts)
