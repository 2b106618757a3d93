"""Scores of documents during training: of a stream before it is learned, of the training set."""
