"""What topics say about documents and words, and sums of models."""
