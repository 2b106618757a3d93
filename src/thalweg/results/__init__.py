"""Results as tables: they print, display in notebooks and convert to data frames."""

from thalweg.results.document_tables import (
    DocumentTable,
    SimilarDocument,
    SimilarTable,
    TopDocument,
)
from thalweg.results.example_tables import Example, ExampleTable
from thalweg.results.explanation import (
    ExplainedTopic,
    ExplainedTopicTable,
    ExplainedWord,
    ExplainedWordTable,
    Explanation,
)
from thalweg.results.outlier_tables import Outlier, OutlierTable
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
    "Example",
    "ExampleTable",
    "ExplainedTopic",
    "ExplainedTopicTable",
    "ExplainedWord",
    "ExplainedWordTable",
    "Explanation",
    "Outlier",
    "OutlierTable",
    "SimilarDocument",
    "SimilarTable",
    "Table",
    "TextTopic",
    "TextTopicTable",
    "TopDocument",
    "Topic",
    "TopicTable",
    "WordTable",
    "WordTopic",
]
