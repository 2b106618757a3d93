# Topics per class
# Given: a trained model, `frame`. Make a table of the share of each topic for each rating.

# %% thalweg
table = model.by_group(corpus, "rating")

# %% bertopic
table = model.topics_per_class(texts, classes=frame["rating"])

# %% gensim
import pandas as pd
from gensim.matutils import corpus2dense

shares = corpus2dense(model.get_document_topics(bow, minimum_probability=0), model.num_topics)
table = pd.DataFrame(shares.T).groupby(frame["rating"].values).mean()

# %% tomotopy
import pandas as pd

shares = [document.get_topic_dist() for document in model.docs]
table = pd.DataFrame(shares).groupby(frame["rating"].values).mean()

# %% sklearn
import pandas as pd

table = pd.DataFrame(model.transform(counts)).groupby(frame["rating"].values).mean()
