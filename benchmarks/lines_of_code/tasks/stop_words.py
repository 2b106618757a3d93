# Train with further stop words
# Given: `texts`. Leave out the English stop words and the word "hotel".

# %% thalweg
from thalweg import LDA, read

corpus = read(texts, stop_words=["english", "hotel"])
model = LDA(20, random_state=0).fit(corpus)

# %% bertopic
from bertopic import BERTopic
from sklearn.feature_extraction.text import ENGLISH_STOP_WORDS, CountVectorizer

vectorizer = CountVectorizer(stop_words=[*ENGLISH_STOP_WORDS, "hotel"])
model = BERTopic(vectorizer_model=vectorizer).fit(texts)

# %% gensim
from gensim.corpora import Dictionary
from gensim.models import LdaModel
from gensim.parsing.preprocessing import STOPWORDS
from gensim.utils import simple_preprocess

stop_words = STOPWORDS | {"hotel"}
tokens = [[word for word in simple_preprocess(text) if word not in stop_words] for text in texts]
dictionary = Dictionary(tokens)
dictionary.filter_extremes(no_below=5, no_above=0.5)
bow = [dictionary.doc2bow(document) for document in tokens]
model = LdaModel(bow, 20, dictionary, random_state=0)

# %% tomotopy
import tomotopy as tp
from sklearn.feature_extraction.text import ENGLISH_STOP_WORDS

stop_words = ENGLISH_STOP_WORDS | {"hotel"}
corpus = tp.utils.Corpus(tokenizer=tp.utils.SimpleTokenizer(), stopwords=stop_words)
corpus.process(texts)
model = tp.LDAModel(k=20, min_df=5, seed=0, corpus=corpus)
model.train(1000)

# %% sklearn
from sklearn.decomposition import LatentDirichletAllocation
from sklearn.feature_extraction.text import ENGLISH_STOP_WORDS, CountVectorizer

stop_words = [*ENGLISH_STOP_WORDS, "hotel"]
vectorizer = CountVectorizer(stop_words=stop_words, min_df=5, max_df=0.5)
counts = vectorizer.fit_transform(texts)
model = LatentDirichletAllocation(20, random_state=0).fit(counts)
