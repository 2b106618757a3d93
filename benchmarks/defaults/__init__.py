"""What each default is worth: an ablation over five corpora, and a search for better settings."""
