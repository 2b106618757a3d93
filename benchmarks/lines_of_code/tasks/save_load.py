# Save and load
# Given: a trained model. The loaded model must accept new texts.

# %% thalweg
import thalweg

model.save("reviews.model")
model = thalweg.load("reviews.model")

# %% bertopic
from bertopic import BERTopic

model.save("reviews", serialization="safetensors", save_ctfidf=True)
model = BERTopic.load("reviews", embedding_model="all-MiniLM-L6-v2")

# %% gensim
from gensim.models import LdaModel

model.save("reviews.model")  # with its dictionary, model.id2word
model = LdaModel.load("reviews.model")

# %% tomotopy
import tomotopy as tp

model.save("reviews.model")
model = tp.LDAModel.load("reviews.model")

# %% sklearn
import joblib

joblib.dump((vectorizer, model), "reviews.joblib")
vectorizer, model = joblib.load("reviews.joblib")
