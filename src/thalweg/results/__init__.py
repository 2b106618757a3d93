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
from thalweg.results.group_tables import (
    GroupingInfo,
    GroupTable,
    GroupTopic,
    NestedGroupTable,
    NestedGroupTopic,
)
from thalweg.results.naming_tables import JunkTable, JunkWord, LabelTable, TopicLabel
from thalweg.results.outlier_tables import Outlier, OutlierTable
from thalweg.results.share_changes import ChangeTable, ShareChange
from thalweg.results.share_matrix import ShareMatrix
from thalweg.results.table import Column, Table
from thalweg.results.time_tables import (
    PeriodTopic,
    PeriodWord,
    TimeTable,
    WordTimeTable,
    WordTrend,
    WordTrendTable,
)
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
    "ChangeTable",
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
    "GroupTable",
    "GroupTopic",
    "GroupingInfo",
    "HierarchyNode",
    "JunkTable",
    "JunkWord",
    "LabelTable",
    "NestedGroupTable",
    "NestedGroupTopic",
    "Outlier",
    "OutlierTable",
    "PeriodTopic",
    "PeriodWord",
    "ShareChange",
    "ShareMatrix",
    "SimilarDocument",
    "SimilarTable",
    "Table",
    "TextTopic",
    "TextTopicTable",
    "TimeTable",
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
    "WordTimeTable",
    "WordTopic",
    "WordTrend",
    "WordTrendTable",
]
