# Held-out score
# Given: the documents. Train on nine tenths and score the others, per token.

# %% thalweg
from thalweg import LDA

train, test = corpus.split(0.1)
print(LDA(20, random_state=0).fit(train).score(test))

# %% bertopic
# not available: topics are not distributions over words

# %% gensim
from gensim.models import LdaModel

model = LdaModel(bow[len(bow) // 10 :], 20, dictionary, random_state=0)
print(model.log_perplexity(bow[: len(bow) // 10]))  # a bound

# %% tomotopy
import tomotopy as tp

n_test = len(corpus) // 10
model = tp.LDAModel(k=20, min_df=5, seed=0, corpus=corpus[n_test:])
model.train(1000)
test, scores = model.infer(corpus[:n_test])
print(sum(scores) / sum(len(document.words) for document in test))  # words and topics together

# %% sklearn
from sklearn.decomposition import LatentDirichletAllocation
from sklearn.model_selection import train_test_split

train, test = train_test_split(counts, test_size=0.1, random_state=0)
model = LatentDirichletAllocation(20, random_state=0).fit(train)
print(model.score(test) / test.sum())  # a bound
