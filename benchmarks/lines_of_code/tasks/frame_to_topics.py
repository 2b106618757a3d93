# From a data frame to topics
# Given: `frame`. Train a model without stop words and rare words, and print its topics.

# %% thalweg
from thalweg import LDA

model = LDA(20, random_state=0).fit(frame["text"])
print(model.topics())

# %% bertopic
from bertopic import BERTopic
from sklearn.feature_extraction.text import CountVectorizer

model = BERTopic(vectorizer_model=CountVectorizer(stop_words="english")).fit(frame["text"])
print(model.get_topic_info())

# %% gensim
from gensim.corpora import Dictionary
from gensim.models import LdaModel
from gensim.parsing.preprocessing import remove_stopwords
from gensim.utils import simple_preprocess

tokens = [simple_preprocess(remove_stopwords(text.lower())) for text in frame["text"]]
dictionary = Dictionary(tokens)
dictionary.filter_extremes(no_below=5, no_above=0.5)
bow = [dictionary.doc2bow(document) for document in tokens]
model = LdaModel(bow, 20, dictionary, random_state=0)
print(model.print_topics(-1))

# %% tomotopy
import tomotopy as tp
from sklearn.feature_extraction.text import ENGLISH_STOP_WORDS

corpus = tp.utils.Corpus(tokenizer=tp.utils.SimpleTokenizer(), stopwords=ENGLISH_STOP_WORDS)
corpus.process(frame["text"])
model = tp.LDAModel(k=20, min_df=5, seed=0, corpus=corpus)
model.train(1000)
model.summary()

# %% sklearn
from sklearn.decomposition import LatentDirichletAllocation
from sklearn.feature_extraction.text import CountVectorizer

vectorizer = CountVectorizer(stop_words="english", min_df=5, max_df=0.5)
counts = vectorizer.fit_transform(frame["text"])
model = LatentDirichletAllocation(20, random_state=0).fit(counts)
words = vectorizer.get_feature_names_out()
print(words[(-model.components_).argsort()[:, :10]])
