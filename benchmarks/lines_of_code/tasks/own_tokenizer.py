# Train with your own tokenizer
# Given: `texts`, and `my_tokenizer`, a function from a text to its tokens.

# %% thalweg
from thalweg import LDA, read

corpus = read(texts, tokenizer=my_tokenizer)
model = LDA(20, random_state=0).fit(corpus)

# %% bertopic
from bertopic import BERTopic
from sklearn.feature_extraction.text import CountVectorizer

vectorizer = CountVectorizer(tokenizer=my_tokenizer, stop_words="english")
model = BERTopic(vectorizer_model=vectorizer).fit(texts)

# %% gensim
from gensim.corpora import Dictionary
from gensim.models import LdaModel
from gensim.parsing.preprocessing import STOPWORDS

tokens = [[word for word in my_tokenizer(text) if word not in STOPWORDS] for text in texts]
dictionary = Dictionary(tokens)
dictionary.filter_extremes(no_below=5, no_above=0.5)
bow = [dictionary.doc2bow(document) for document in tokens]
model = LdaModel(bow, 20, dictionary, random_state=0)

# %% tomotopy
import tomotopy as tp
from sklearn.feature_extraction.text import ENGLISH_STOP_WORDS

model = tp.LDAModel(k=20, min_df=5, seed=0)
for text in texts:
    model.add_doc([word for word in my_tokenizer(text) if word not in ENGLISH_STOP_WORDS])
model.train(1000)

# %% sklearn
from sklearn.decomposition import LatentDirichletAllocation
from sklearn.feature_extraction.text import CountVectorizer

vectorizer = CountVectorizer(tokenizer=my_tokenizer, stop_words="english", min_df=5, max_df=0.5)
counts = vectorizer.fit_transform(texts)
model = LatentDirichletAllocation(20, random_state=0).fit(counts)
