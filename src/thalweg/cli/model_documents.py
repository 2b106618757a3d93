"""From FILE... to documents as a model knows them: text treated as the model's own was.

Imported by commands when they run.
"""

from collections.abc import Iterator, Sequence
from dataclasses import fields
from typing import TYPE_CHECKING

from thalweg.cli.options import FileOptions, TextOptions
from thalweg.cli.reading import read_files, stream_files
from thalweg.corpus.corpus import Corpus
from thalweg.corpus.vocabulary import Vocabulary

if TYPE_CHECKING:
    from thalweg.model import TopicModel


def words_of(model: "TopicModel") -> Vocabulary:
    """The words of a model; one of a matrix without names calls them by their numbers."""
    if model.vocabulary_ is not None:
        return model.vocabulary_
    return Vocabulary.numbered(model.state_.n_words)


def stream_documents(
    model: "TopicModel", files: Sequence[str], options: FileOptions
) -> Iterator[Corpus]:
    """Documents under the model's words, chunk by chunk."""
    return stream_files(files, words_of(model), options, model.text_settings_)


def read_documents(model: "TopicModel", files: Sequence[str], options: FileOptions) -> Corpus:
    """Documents with all their words, also those that the model does not know."""
    of_files = {field.name: getattr(options, field.name) for field in fields(FileOptions)}
    no_limits = TextOptions(**of_files, min_df=1, max_df=1.0, max_features=2**31 - 1)
    return read_files(files, no_limits, text_settings=model.text_settings_)
