from .edits.document_edits import Create, RemoveDocument, Split
from .edits.edit import Edit
from .edits.edit_report import EditReport, TopicChange
from .edits.topic_edits import Delete, Lock, Merge, Rename, Reorder, SetTopicCount, Unlock
from .edits.word_edits import AddWords, AllowWords, RemoveWords, StopWords
from .seed_file import read_seeds

__all__ = [
    "AddWords",
    "AllowWords",
    "Create",
    "Delete",
    "Edit",
    "EditReport",
    "Lock",
    "Merge",
    "RemoveDocument",
    "RemoveWords",
    "Rename",
    "Reorder",
    "SetTopicCount",
    "Split",
    "StopWords",
    "TopicChange",
    "Unlock",
    "read_seeds",
]
