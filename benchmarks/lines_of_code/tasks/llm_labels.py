# Name topics with a function of your own, such as a call of a language model
# Given: a trained model, and `ask(prompt)`, which returns text.

# %% thalweg
model.name_topics(lambda words, examples: ask(f"Name this topic: {words} {examples}"), X=texts)

# %% bertopic
topics = model.get_topics()
model.set_topic_labels({k: ask(f"Name this topic: {words}") for k, words in topics.items()})

# %% gensim
topics = model.show_topics(-1, formatted=False)
labels = {k: ask(f"Name this topic: {words}") for k, words in topics}

# %% tomotopy
labels = {k: ask(f"Name this topic: {model.get_topic_words(k)}") for k in range(model.k)}

# %% sklearn
words = vectorizer.get_feature_names_out()
topics = words[(-model.components_).argsort()[:, :10]]
labels = {k: ask(f"Name this topic: {words}") for k, words in enumerate(topics)}
