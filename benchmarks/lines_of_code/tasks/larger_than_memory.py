# Train on a file larger than memory
# Given: `reviews.csv`, a file with a column `text`.

# %% thalweg
from thalweg import LDA, read

corpus = read("reviews.csv", out="reviews.corpus")
model = LDA(20, random_state=0).fit(corpus)

# %% bertopic
import pandas as pd
from bertopic import BERTopic
from bertopic.vectorizers import OnlineCountVectorizer
from sklearn.cluster import MiniBatchKMeans
from sklearn.decomposition import IncrementalPCA

model = BERTopic(
    umap_model=IncrementalPCA(n_components=5),
    hdbscan_model=MiniBatchKMeans(n_clusters=20, random_state=0),
    vectorizer_model=OnlineCountVectorizer(stop_words="english"),
)
for part in pd.read_csv("reviews.csv", chunksize=1000):
    model.partial_fit(part["text"].tolist())

# %% gensim
import pandas as pd
from gensim.corpora import Dictionary, MmCorpus
from gensim.models import LdaModel
from gensim.parsing.preprocessing import remove_stopwords
from gensim.utils import simple_preprocess


def tokens():
    for part in pd.read_csv("reviews.csv", chunksize=1000):
        for text in part["text"]:
            yield simple_preprocess(remove_stopwords(text.lower()))


dictionary = Dictionary(tokens())
dictionary.filter_extremes(no_below=5, no_above=0.5)
MmCorpus.serialize("reviews.mm", (dictionary.doc2bow(document) for document in tokens()))
model = LdaModel(MmCorpus("reviews.mm"), 20, dictionary, random_state=0)

# %% tomotopy
# not available: all documents are in memory

# %% sklearn
import pandas as pd
from sklearn.decomposition import LatentDirichletAllocation
from sklearn.feature_extraction.text import CountVectorizer

vectorizer = CountVectorizer(stop_words="english", min_df=5, max_df=0.5)
parts = pd.read_csv("reviews.csv", chunksize=1000)
vectorizer.fit(text for part in parts for text in part["text"])
model = LatentDirichletAllocation(20, random_state=0)
for part in pd.read_csv("reviews.csv", chunksize=1000):
    model.partial_fit(vectorizer.transform(part["text"]))
