# Train on a matrix of word counts
# Given: `matrix`, a scipy sparse matrix, and `words`, the words of its columns. Print the topics.

# %% thalweg
from thalweg import LDA

model = LDA(20, random_state=0).fit(matrix)
print(model.topics(feature_names=words))

# %% bertopic
# not available: needs texts

# %% gensim
from gensim.matutils import Sparse2Corpus
from gensim.models import LdaModel

bow = Sparse2Corpus(matrix, documents_columns=False)
model = LdaModel(bow, 20, dict(enumerate(words)), random_state=0)
print(model.print_topics(-1))

# %% tomotopy
import tomotopy as tp

model = tp.LDAModel(k=20, seed=0)
for row in matrix:
    model.add_doc(words[row.indices.repeat(row.data)])
model.train(1000)
model.summary()

# %% sklearn
from sklearn.decomposition import LatentDirichletAllocation

model = LatentDirichletAllocation(20, random_state=0).fit(matrix)
print(words[(-model.components_).argsort()[:, :10]])
