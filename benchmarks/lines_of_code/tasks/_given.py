# What is given in all tasks
# `frame` is a pandas data frame with the columns `id`, `text`, `rating` and `date`, and `texts` is
# the list of its texts.

# %% thalweg
from thalweg import LDA, read

corpus = read(frame, metadata=["id", "rating", "date"], keep_texts=True)
model = LDA(20, random_state=0).fit(corpus)

# %% bertopic
from bertopic import BERTopic

model = BERTopic().fit(texts)

# %% gensim
from gensim.corpora import Dictionary
from gensim.models import LdaModel
from gensim.parsing.preprocessing import remove_stopwords
from gensim.utils import simple_preprocess

tokens = [simple_preprocess(remove_stopwords(text.lower())) for text in texts]
dictionary = Dictionary(tokens)
dictionary.filter_extremes(no_below=5, no_above=0.5)
bow = [dictionary.doc2bow(document) for document in tokens]
model = LdaModel(bow, 20, dictionary, random_state=0)

# %% tomotopy
import tomotopy as tp
from sklearn.feature_extraction.text import ENGLISH_STOP_WORDS

tokenize = tp.utils.SimpleTokenizer()
corpus = tp.utils.Corpus(tokenizer=tokenize, stopwords=ENGLISH_STOP_WORDS)
corpus.process(texts)
model = tp.LDAModel(k=20, min_df=5, seed=0, corpus=corpus)
model.train(1000)

# %% sklearn
from sklearn.decomposition import LatentDirichletAllocation
from sklearn.feature_extraction.text import CountVectorizer

vectorizer = CountVectorizer(stop_words="english", min_df=5, max_df=0.5)
counts = vectorizer.fit_transform(texts)
model = LatentDirichletAllocation(20, random_state=0).fit(counts)
