# Explain a document: the topic of each word
# Given: a trained model and its documents.

# %% thalweg
explanation = model.explain(texts[0])

# %% bertopic
shares, by_token = model.approximate_distribution(texts[:1], calculate_tokens=True)
# needs pandas 2
explanation = model.visualize_approximate_distribution(texts[0], by_token[0])

# %% gensim
_, topics, _ = model.get_document_topics(bow[0], per_word_topics=True)
explanation = [(dictionary[word], ranked[0]) for word, ranked in topics if ranked]

# %% tomotopy
document = model.docs[0]
explanation = [(model.vocabs[w], k) for w, k in zip(document.words, document.topics)]

# %% sklearn
words = vectorizer.get_feature_names_out()
weights = model.transform(counts[[0]])[0][:, None] * model.components_
weights = weights / model.components_.sum(axis=1)[:, None]
explanation = [(words[w], weights[:, w].argmax()) for w in counts[[0]].indices]
