"""Results as tables: they print, display in notebooks and convert to data frames."""

from thalweg.results.document_tables import (
    DocumentTable,
    SimilarDocument,
    SimilarTable,
    TopDocument,
)
from thalweg.results.group_tables import (
    GroupingInfo,
    GroupTable,
    GroupTopic,
    NestedGroupTable,
    NestedGroupTopic,
)
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
    "DocumentTable",
    "GroupTable",
    "GroupTopic",
    "GroupingInfo",
    "NestedGroupTable",
    "NestedGroupTopic",
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
    "TopicTable",
    "WordTable",
    "WordTimeTable",
    "WordTopic",
    "WordTrend",
    "WordTrendTable",
]
