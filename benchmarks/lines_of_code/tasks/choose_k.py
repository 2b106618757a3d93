# Recommend a number of topics
# Given: the documents. Try 5 to 50 topics and print the best number.

# %% thalweg
from thalweg import choose_k

print(choose_k(corpus, "5..50", random_state=0).k)

# %% bertopic
from bertopic import BERTopic

print(len(BERTopic().fit(texts).get_topics()))  # HDBSCAN decides

# %% gensim
import numpy as np
from gensim.models import CoherenceModel, LdaModel

models = [LdaModel(bow, k, dictionary, random_state=0) for k in (5, 10, 20, 50)]
scores = [CoherenceModel(m, texts=tokens, coherence="c_npmi").get_coherence() for m in models]
print(models[np.argmax(scores)].num_topics)

# %% tomotopy
import tomotopy as tp

models = [tp.LDAModel(k=k, min_df=5, seed=0, corpus=corpus) for k in (5, 10, 20, 50)]
for trial in models:
    trial.train(1000)
best = max(models, key=lambda m: tp.coherence.Coherence(m, coherence="c_npmi").get_score())
print(best.k)

# %% sklearn
from sklearn.decomposition import LatentDirichletAllocation
from sklearn.model_selection import GridSearchCV

numbers = {"n_components": [5, 10, 20, 50]}
search = GridSearchCV(LatentDirichletAllocation(random_state=0), numbers).fit(counts)
print(search.best_params_)
