# Learn an asymmetric alpha on all cores
# Given: the documents.

# %% thalweg
from thalweg import LDA

model = LDA(20, random_state=0).fit(corpus)

# %% bertopic
# not available: there is no such prior

# %% gensim
# not available: alpha="auto" needs LdaModel, which uses one core; LdaMulticore refuses it

# %% tomotopy
import tomotopy as tp

model = tp.LDAModel(k=20, min_df=5, corpus=corpus)
model.train(1000, workers=0)

# %% sklearn
# not available: alpha is one number, and is not learned
