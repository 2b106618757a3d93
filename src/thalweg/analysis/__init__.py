"""What a model says about documents and words, and about other models."""
