# Similar documents
# Given: a trained model and its documents. Find the five documents that are most similar to a new
# text.

# %% thalweg
table = model.similar(corpus, "The waiter was rude.", 5)

# %% bertopic
from sklearn.metrics.pairwise import cosine_similarity

new = model.embedding_model.embed_documents(["The waiter was rude."])
scores = cosine_similarity(new, model.embedding_model.embed_documents(texts))[0]
table = frame.iloc[(-scores).argsort()[:5]]

# %% gensim
from gensim.similarities import MatrixSimilarity
from gensim.utils import simple_preprocess

index = MatrixSimilarity(model[bow], num_best=5, num_features=model.num_topics)
new = model[dictionary.doc2bow(simple_preprocess("The waiter was rude."))]
table = frame.iloc[[i for i, _ in index[new]]]

# %% tomotopy
import numpy as np
from scipy.spatial.distance import cdist

new, _ = model.infer(model.make_doc([word for word, *_ in tokenize("The waiter was rude.")]))
shares = np.array([document.get_topic_dist() for document in model.docs])
table = frame.iloc[cdist([new], shares, "cosine")[0].argsort()[:5]]

# %% sklearn
from sklearn.metrics.pairwise import cosine_similarity

new = model.transform(vectorizer.transform(["The waiter was rude."]))
scores = cosine_similarity(new, model.transform(counts))[0]
table = frame.iloc[(-scores).argsort()[:5]]
