"""Files on disk: atomic writing and compression, whatever their content."""
