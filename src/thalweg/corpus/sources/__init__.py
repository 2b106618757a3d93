"""Where texts come from: one file per kind, each yields chunks of texts in bounded memory."""
