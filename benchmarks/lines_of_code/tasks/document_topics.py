# Topic shares of documents, joined with the data frame
# Given: a trained model, `frame`.

# %% thalweg
import pandas as pd

joined = frame.join(pd.DataFrame(model.transform(texts), frame.index))

# %% bertopic
import pandas as pd

shares, _ = model.approximate_distribution(texts)
joined = frame.join(pd.DataFrame(shares, frame.index))

# %% gensim
import pandas as pd
from gensim.matutils import corpus2dense

shares = corpus2dense(model.get_document_topics(bow, minimum_probability=0), model.num_topics)
joined = frame.join(pd.DataFrame(shares.T, frame.index))

# %% tomotopy
import pandas as pd

shares = [document.get_topic_dist() for document in model.docs]
joined = frame.join(pd.DataFrame(shares, frame.index))

# %% sklearn
import pandas as pd

joined = frame.join(pd.DataFrame(model.transform(counts), frame.index))
