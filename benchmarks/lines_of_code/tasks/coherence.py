# Coherence of the topics (NPMI)
# Given: a trained model and its documents.

# %% thalweg
from thalweg import evaluation

print(evaluation.coherence(model, corpus))

# %% bertopic
from gensim.corpora import Dictionary
from gensim.models import CoherenceModel

tokens = [model.vectorizer_model.build_analyzer()(text) for text in texts]
topics = [[word for word, _ in words] for words in model.get_topics().values()]
dictionary = Dictionary(tokens)
score = CoherenceModel(topics=topics, texts=tokens, dictionary=dictionary, coherence="c_npmi")
print(score.get_coherence())

# %% gensim
from gensim.models import CoherenceModel

print(CoherenceModel(model, texts=tokens, coherence="c_npmi").get_coherence())

# %% tomotopy
import tomotopy as tp

print(tp.coherence.Coherence(model, coherence="c_npmi").get_score())

# %% sklearn
from gensim.corpora import Dictionary
from gensim.models import CoherenceModel

tokens = [vectorizer.build_analyzer()(text) for text in texts]
words = vectorizer.get_feature_names_out()
topics = words[(-model.components_).argsort()[:, :10]].tolist()
dictionary = Dictionary(tokens)
score = CoherenceModel(topics=topics, texts=tokens, dictionary=dictionary, coherence="c_npmi")
print(score.get_coherence())
