"""Results as tables: they print, display in notebooks and convert to data frames."""

from thalweg.results.document_tables import (
    DocumentTable,
    SimilarDocument,
    SimilarTable,
    TopDocument,
)
from thalweg.results.figure_tables import (
    TopicSize,
    TopicSizeTable,
    TopicWord,
    TopicWordTable,
    TrainingScore,
    TrainingScoreTable,
)
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
    "SimilarDocument",
    "SimilarTable",
    "Table",
    "TextTopic",
    "TextTopicTable",
    "TopDocument",
    "Topic",
    "TopicSize",
    "TopicSizeTable",
    "TopicTable",
    "TopicWord",
    "TopicWordTable",
    "TrainingScore",
    "TrainingScoreTable",
    "WordTable",
    "WordTopic",
]
