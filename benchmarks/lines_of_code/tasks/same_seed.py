# The same result for the same seed, on several threads
# Given: the documents.

# %% thalweg
from thalweg import LDA

model = LDA(20, random_state=0, n_jobs=4).fit(corpus)

# %% bertopic
# not available: UMAP with a seed uses one thread

# %% gensim
# not available: the result of LdaMulticore depends on the order in which its processes finish

# %% tomotopy
import tomotopy as tp

model = tp.LDAModel(k=20, min_df=5, seed=0, corpus=corpus)
model.train(1000, workers=4)  # warns: not guaranteed

# %% sklearn
from sklearn.decomposition import LatentDirichletAllocation

model = LatentDirichletAllocation(20, random_state=0, n_jobs=4).fit(counts)
