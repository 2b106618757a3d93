"""What training carries: expected counts, priors and their memory layout."""
