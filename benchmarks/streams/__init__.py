"""Streams: how good the topics are while the documents of a stream arrive."""
