"""Streams: how good are the topics while the documents of a stream arrive?"""
