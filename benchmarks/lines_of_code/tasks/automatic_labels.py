# Name topics automatically
# Given: a trained model.

# %% thalweg
model.name_topics("relevance")

# %% bertopic
model.set_topic_labels(model.generate_topic_labels(nr_words=3, topic_prefix=False))

# %% gensim
# not available: only lists of words

# %% tomotopy
import tomotopy as tp

candidates = tp.label.PMIExtractor(min_cf=10, min_df=5).extract(model)
labeler = tp.label.FoRelevance(model, candidates)
labels = [labeler.get_topic_labels(k, top_n=1) for k in range(model.k)]

# %% sklearn
# not available: only weights of words
