"""Text in: how fast files become a corpus, and in how much memory."""
