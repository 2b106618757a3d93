"""Topics of groups and periods: mean shares of documents, with intervals."""
