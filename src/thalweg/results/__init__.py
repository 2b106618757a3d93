"""Results as tables: they print, display in notebooks and convert to data frames."""

from thalweg.results.comparison_tables import (
    ComparisonTable,
    TopicChange,
    TopicPair,
    TopicPairTable,
)
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
from thalweg.results.figure_tables import (
    TopicSize,
    TopicSizeTable,
    TopicWord,
    TopicWordTable,
    TrainingScore,
    TrainingScoreTable,
)
from thalweg.results.naming_tables import JunkTable, JunkWord, LabelTable, TopicLabel
from thalweg.results.outlier_tables import Outlier, OutlierTable
from thalweg.results.table import Column, Table
from thalweg.results.topic_hierarchy import (
    HierarchyNode,
    TopicGroup,
    TopicGroupTable,
    TopicHierarchy,
    TopicMerge,
    TopicMergeTable,
)
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
    "ComparisonTable",
    "DocumentTable",
    "Example",
    "ExampleTable",
    "ExplainedTopic",
    "ExplainedTopicTable",
    "ExplainedWord",
    "ExplainedWordTable",
    "Explanation",
    "HierarchyNode",
    "JunkTable",
    "JunkWord",
    "LabelTable",
    "Outlier",
    "OutlierTable",
    "SimilarDocument",
    "SimilarTable",
    "Table",
    "TextTopic",
    "TextTopicTable",
    "TopDocument",
    "Topic",
    "TopicChange",
    "TopicGroup",
    "TopicGroupTable",
    "TopicHierarchy",
    "TopicLabel",
    "TopicMerge",
    "TopicMergeTable",
    "TopicPair",
    "TopicPairTable",
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
