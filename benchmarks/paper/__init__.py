"""The paper's experiments, on corpora of the shapes of its own."""
