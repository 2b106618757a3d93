# Name topics and save the names
# Given: a trained model. Name topic 3 and store the name in the model's file.

# %% thalweg
model.name_topics({3: "parking"})
model.save("reviews.model")

# %% bertopic
model.set_topic_labels({3: "parking"})
model.save("reviews.model", serialization="safetensors")

# %% gensim
# not available: a model has no place for names

# %% tomotopy
# not available: a model has no place for names

# %% sklearn
# not available: a model has no place for names
