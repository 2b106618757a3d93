"""Results as tables: they print, display in notebooks and convert to data frames."""

from thalweg.results.document_tables import (
    DocumentTable,
    SimilarDocument,
    SimilarTable,
    TopDocument,
)
from thalweg.results.naming_tables import JunkTable, JunkWord, LabelTable, TopicLabel
from thalweg.results.table import Column, Table
from thalweg.results.topic_tables import (
    TextTopic,
    TextTopicTable,
    Topic,
    TopicTable,
    WordTable,
    WordTopic,
)

__all__ = [
    "Column",
    "DocumentTable",
    "JunkTable",
    "JunkWord",
    "LabelTable",
    "SimilarDocument",
    "SimilarTable",
    "Table",
    "TextTopic",
    "TextTopicTable",
    "TopDocument",
    "Topic",
    "TopicLabel",
    "TopicTable",
    "WordTable",
    "WordTopic",
]
