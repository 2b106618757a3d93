"""The native core of thalweg: topic models of CSR documents, and texts to documents."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from typing_extensions import Buffer

_Csr = tuple[NDArray[np.int64], NDArray[Any], NDArray[Any]]
_Pairs = tuple[NDArray[np.int64], NDArray[np.int32], NDArray[np.float32]]

_Rows = tuple[NDArray[np.int64], NDArray[np.int32], NDArray[np.int32]]

_Applied = tuple[int, int, float, float]

class TopicsGate:
    def __init__(self) -> None: ...
    def restart(self) -> None: ...
    def applied(self) -> _Applied: ...
    def hold(self) -> None: ...
    def let_go(self) -> None: ...

class TopicArrays:
    def __init__(
        self,
        *,
        scaled: NDArray[np.float32],
        scale: NDArray[np.float64],
        totals: NDArray[np.float64],
        n_topics: int,
        alpha: NDArray[np.float32],
        eta: NDArray[np.float32],
        eta_total: NDArray[np.float64],
        added: _Pairs | None,
        masked: _Pairs | None,
        locked: NDArray[np.uint8] | None,
        held: _Pairs | None,
        gate: TopicsGate | None,
    ) -> None: ...
    def copy_into(
        self,
        *,
        scaled: NDArray[np.float32],
        scale: NDArray[np.float64],
        totals: NDArray[np.float64],
    ) -> _Applied: ...

class WordCounter:
    def __init__(
        self,
        *,
        lowercase: bool,
        fold_accents: bool,
        digits: bool,
        min_length: int,
        max_length: int,
        ngrams: tuple[int, int],
        stop_words: Sequence[str],
        phrases: Sequence[tuple[str, str]],
        vocabulary: Sequence[str] | None,
        compose: bool = False,
        short_scripts: bool = False,
    ) -> None: ...
    def count(
        self,
        texts: object,
        *,
        n_threads: int,
    ) -> _Rows: ...
    def count_tokens(self, documents: list[list[str]], *, n_threads: int) -> _Rows: ...
    def in_order(
        self, texts: object, *, n_threads: int
    ) -> tuple[NDArray[np.int64], NDArray[np.int32]]: ...
    def tokens_in_order(
        self, documents: list[list[str]], *, n_threads: int
    ) -> tuple[NDArray[np.int64], NDArray[np.int32]]: ...
    def words(self, ids: NDArray[np.int64] | None = None) -> list[str]: ...
    @property
    def n_words(self) -> int: ...
    @property
    def table_bytes(self) -> int: ...
    def document_frequencies(self) -> NDArray[np.int64]: ...
    def term_frequencies(self) -> NDArray[np.int64]: ...
    def prune(self, min_df: int) -> NDArray[np.int64]: ...

def select_words(
    *,
    offsets: NDArray[np.int64],
    words: NDArray[np.int32],
    counts: NDArray[Any],
    mapping: NDArray[np.int32],
    n_threads: int,
) -> tuple[NDArray[np.int64], NDArray[np.int32], NDArray[Any]]: ...
def parse_triples(
    data: Buffer, *, n_threads: int
) -> tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.int32] | NDArray[np.float64]]: ...
def parse_sparse_rows(
    data: Buffer, *, n_threads: int
) -> tuple[
    NDArray[np.float64],
    NDArray[np.int64],
    NDArray[np.int32],
    NDArray[np.int32] | NDArray[np.float64],
]: ...
def instruction_set() -> str: ...
def instruction_sets() -> list[str]: ...
def single_visits_from_topics() -> int: ...
def handling_signals() -> bool: ...
def train(
    *,
    topics: TopicArrays,
    fixed: TopicArrays | None,
    documents: _Csr,
    order: NDArray[np.int64],
    batches: NDArray[np.int64],
    steps: NDArray[np.float64],
    corpus_tokens: NDArray[np.float64],
    current_tokens: float,
    schedules: list[tuple[float, float, float, float]],
    burn_in: tuple[float, float, float],
    clumped: bool,
    seed: int,
    first_number: int,
    seconds: float | None,
    n_threads: int,
    kept_counts: NDArray[np.float32] | None,
    kept_clocks: NDArray[np.float64] | None,
    since_edit: NDArray[np.float64] | None,
    reheat_tokens: float,
) -> tuple[int, int, float, int, float, BaseException | None]: ...
def train_svb(
    *,
    topics: TopicArrays,
    documents: _Csr,
    order: NDArray[np.int64],
    batches: NDArray[np.int64],
    steps: NDArray[np.float64],
    corpus_documents: NDArray[np.float64],
    max_passes: int,
    tolerance: float,
    seconds: float | None,
    n_threads: int,
) -> tuple[int, int, float, int, BaseException | None]: ...
def block_ends(*, documents: _Csr, order: NDArray[np.int64]) -> NDArray[np.int64]: ...
def count_blocks(
    *,
    topics: TopicArrays,
    documents: _Csr,
    order: NDArray[np.int64],
    first_block: int,
    last_block: int,
    corpus_tokens: float,
    current_tokens: float,
    schedules: list[tuple[float, float, float, float]],
    burn_in: tuple[float, float, float],
    clumped: bool,
    seed: int,
    first_number: int,
    n_threads: int,
) -> tuple[
    NDArray[np.uint32],
    NDArray[np.float32],
    NDArray[np.int64],
    NDArray[np.float64],
    BaseException | None,
]: ...
def apply_blocks(
    *,
    topics: TopicArrays,
    blocks: list[tuple[NDArray[np.uint32], NDArray[np.float32], NDArray[np.int64]]],
    step: float,
    growth: float,
    weight: float,
    n_documents: int,
    n_tokens: float,
    corpus_tokens: float,
    n_threads: int,
) -> None: ...
def infer(
    *,
    topics: TopicArrays,
    documents: _Csr,
    max_passes: int,
    tolerance: float,
    n_threads: int,
    out: NDArray[np.float32],
) -> None: ...
def log_likelihood(
    *,
    topics: TopicArrays,
    observed: _Csr,
    scored: _Csr,
    max_passes: int,
    tolerance: float,
    n_threads: int,
    out: NDArray[np.float64],
) -> None: ...
def count_responsibilities(
    *, topics: TopicArrays, documents: _Csr, gamma: NDArray[np.float32], n_threads: int
) -> None: ...
def cvb0_sweep(
    *,
    topics: TopicArrays,
    documents: _Csr,
    gamma: NDArray[np.float32],
    first_document: int,
    block_size: int,
    seconds: float | None,
    n_threads: int,
) -> tuple[int, int, float, int, BaseException | None]: ...
def map_iteration(
    *,
    topics: TopicArrays,
    documents: _Csr,
    document_counts: NDArray[np.float32],
    next_counts: NDArray[np.float32],
    n_threads: int,
) -> tuple[int, int, float, int, BaseException | None]: ...
def count_pairs(
    *,
    offsets: NDArray[np.int64],
    words: NDArray[Any],
    window: int,
    places: NDArray[np.int32],
    pairs: NDArray[np.int32],
    word_counts: NDArray[np.int64],
    pair_counts: NDArray[np.int64],
    n_threads: int,
) -> int: ...
