"""The comparisons of Foulds et al. 2013 and what belongs to them."""
