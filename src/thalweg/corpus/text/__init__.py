"""From texts to word counts: settings, stop words, phrases and limits."""
