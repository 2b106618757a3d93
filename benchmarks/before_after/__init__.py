"""Two installed versions of thalweg, measured alternately in one run."""
