"""Figures of a model: topics, words, groups, time, hierarchy, training curve, and choice of K.

Each function returns a new matplotlib Figure and does not use pyplot, so that it changes no global
state and opens no window. A notebook displays the figure that is the last line of a cell; `save`
writes it to a file. All functions take `title` and `size`, and those of topics take `topics`, the
topics to draw. The attribute `table` of a figure has the numbers that it shows.
"""

from thalweg.plots._choice import choice
from thalweg.plots._groups import topics_by_group
from thalweg.plots._hierarchy import hierarchy
from thalweg.plots._over_time import topics_over_time
from thalweg.plots._saving import FORMATS, check_name, save
from thalweg.plots._topics import topic_sizes, topic_words
from thalweg.plots._training import training_curve

__all__ = [
    "FORMATS",
    "check_name",
    "choice",
    "hierarchy",
    "save",
    "topic_sizes",
    "topic_words",
    "topics_by_group",
    "topics_over_time",
    "training_curve",
]
