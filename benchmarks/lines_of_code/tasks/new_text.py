# Topics of a new text
# Given: a trained model.

# %% thalweg
shares = model.transform(["The breakfast was cold and the waiter was rude."])

# %% bertopic
shares, _ = model.approximate_distribution(["The breakfast was cold and the waiter was rude."])

# %% gensim
from gensim.utils import simple_preprocess

words = simple_preprocess("The breakfast was cold and the waiter was rude.")
shares = model[dictionary.doc2bow(words)]

# %% tomotopy
words = [word for word, *_ in tokenize("The breakfast was cold and the waiter was rude.")]
shares, _ = model.infer(model.make_doc(words))

# %% sklearn
new = vectorizer.transform(["The breakfast was cold and the waiter was rude."])
shares = model.transform(new)
