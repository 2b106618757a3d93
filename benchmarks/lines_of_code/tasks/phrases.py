# Train with phrases, such as front_desk
# Given: `texts`, and for gensim and tomotopy their words: `tokens`, `corpus`.

# %% thalweg
from thalweg import LDA, read

corpus = read(texts, phrases=True)
model = LDA(20, random_state=0).fit(corpus)

# %% bertopic
from bertopic import BERTopic
from sklearn.feature_extraction.text import CountVectorizer

vectorizer = CountVectorizer(ngram_range=(1, 2), stop_words="english")  # all pairs of words
model = BERTopic(vectorizer_model=vectorizer).fit(texts)

# %% gensim
from gensim.corpora import Dictionary
from gensim.models import LdaModel
from gensim.models.phrases import Phrases

tokens = Phrases(tokens)[tokens]
dictionary = Dictionary(tokens)
dictionary.filter_extremes(no_below=5, no_above=0.5)
bow = [dictionary.doc2bow(document) for document in tokens]
model = LdaModel(bow, 20, dictionary, random_state=0)

# %% tomotopy
import tomotopy as tp

corpus.concat_ngrams(corpus.extract_ngrams(min_cf=20, min_df=10), delimiter="_")
model = tp.LDAModel(k=20, min_df=5, seed=0, corpus=corpus)
model.train(1000)

# %% sklearn
from sklearn.decomposition import LatentDirichletAllocation
from sklearn.feature_extraction.text import CountVectorizer

vectorizer = CountVectorizer(ngram_range=(1, 2), stop_words="english", min_df=20)  # all pairs
counts = vectorizer.fit_transform(texts)
model = LatentDirichletAllocation(20, random_state=0).fit(counts)
