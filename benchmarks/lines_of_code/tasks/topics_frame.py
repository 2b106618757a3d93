# Topics as a data frame
# Given: a trained model. Make a pandas data frame with one row per topic.

# %% thalweg
table = model.topics().to_pandas()

# %% bertopic
table = model.get_topic_info()

# %% gensim
import pandas as pd

topics = model.show_topics(-1, formatted=False)
table = pd.DataFrame([[word for word, _ in words] for _, words in topics])

# %% tomotopy
import pandas as pd

table = pd.DataFrame([[word for word, _ in model.get_topic_words(k)] for k in range(model.k)])

# %% sklearn
import pandas as pd

words = vectorizer.get_feature_names_out()
table = pd.DataFrame(words[(-model.components_).argsort()[:, :10]])
