"""Files on disk, whatever they contain: atomic writing, compression, encoding."""
