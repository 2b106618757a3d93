# Topics over time
# Given: a trained model, `frame`. Make a table of the share of each topic in each month.

# %% thalweg
table = model.over_time(corpus, "date", every="month")

# %% bertopic
import pandas as pd

# needs pandas 2
table = model.topics_over_time(texts, pd.to_datetime(frame["date"]).dt.strftime("%Y-%m").tolist())

# %% gensim
import pandas as pd
from gensim.matutils import corpus2dense

months = pd.to_datetime(frame["date"]).dt.to_period("M")
shares = corpus2dense(model.get_document_topics(bow, minimum_probability=0), model.num_topics)
table = pd.DataFrame(shares.T).groupby(months.values).mean()

# %% tomotopy
import pandas as pd

months = pd.to_datetime(frame["date"]).dt.to_period("M")
shares = [document.get_topic_dist() for document in model.docs]
table = pd.DataFrame(shares).groupby(months.values).mean()

# %% sklearn
import pandas as pd

months = pd.to_datetime(frame["date"]).dt.to_period("M")
table = pd.DataFrame(model.transform(counts)).groupby(months.values).mean()
