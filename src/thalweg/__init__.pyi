from . import distributed, evaluation, export, plots, steering
from .answers.document_index import DocumentIndex
from .choosing_k.k_choice import KChoice
from .choosing_k.trials import choose_k
from .corpus.corpus import Corpus
from .corpus.document_source import fingerprint
from .corpus.growing_vocabulary import GrowingVocabulary
from .corpus.reading import read, stream
from .corpus.text.phrases import PhraseRule
from .corpus.text.text_settings import TextSettings
from .corpus.vocabulary import Vocabulary
from .errors import (
    InputError,
    InputTypeError,
    MemoryLimitError,
    StorageError,
    ThalwegError,
    ThalwegWarning,
)
from .estimator import LDA, load
from .inference.cvb0 import CVB0
from .inference.map_em import MAP
from .inference.schedules import StepSchedule
from .inference.scvb0 import SCVB0, StochasticMAP
from .inference.svb import SVB
from .state.topic_state import TopicState
from .training.checkpoints import Checkpoints
from .training.reporting.document_progress import DocumentProgress
from .training.reporting.progress import TrainingProgress

__version__: str

__all__ = [
    "CVB0",
    "LDA",
    "MAP",
    "SCVB0",
    "SVB",
    "Checkpoints",
    "Corpus",
    "DocumentIndex",
    "DocumentProgress",
    "GrowingVocabulary",
    "InputError",
    "InputTypeError",
    "KChoice",
    "MemoryLimitError",
    "PhraseRule",
    "StepSchedule",
    "StochasticMAP",
    "StorageError",
    "TextSettings",
    "ThalwegError",
    "ThalwegWarning",
    "TopicState",
    "TrainingProgress",
    "Vocabulary",
    "__version__",
    "choose_k",
    "distributed",
    "evaluation",
    "export",
    "fingerprint",
    "load",
    "plots",
    "read",
    "steering",
    "stream",
]
