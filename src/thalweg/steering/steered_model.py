"""SteeredModel: seed words before training, and edits of a trained model."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from copy import deepcopy
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from thalweg.corpus.vocabulary import Vocabulary
from thalweg.errors import InputError, ThalwegWarning
from thalweg.evaluation._heldout import complete_documents
from thalweg.fitted_model import FittedModel
from thalweg.shared_model import at_one_moment, in_turn
from thalweg.state.of_model import known_words
from thalweg.state.topic_names import restored_names
from thalweg.steering.edits.descriptions import described
from thalweg.steering.edits.edit import Edit, Undo
from thalweg.steering.edits.edit_log import EditLog, UndoStack, UndoStep, read_log
from thalweg.steering.edits.edit_report import BeforeEdits, EditReport
from thalweg.steering.edits.edited_topics import EditedTopics
from thalweg.steering.edits.patch import Patch
from thalweg.steering.edits.topic_edits import Lock, Rename, Unlock
from thalweg.steering.edits.word_edits import AddWords, AllowWords, RemoveWords, StopWords
from thalweg.steering.seeds import SeededStart, Seeds
from thalweg.steering.word_lookup import WordLookup
from thalweg.system.interrupts import HeldInterrupts
from thalweg.system.threads import resolve_threads
from thalweg.training.checkpoint_data import Checkpoint
from thalweg.training.engine import LocalEngine
from thalweg.training.loop import Training
from thalweg.training.start import Guidance

ON_A_CLUSTER = (AddWords, RemoveWords, AllowWords, StopWords, Lock, Unlock, Rename)
"""Edits that a listener may make while other processes train."""
OF_EDITS = ("_edit_log", "_undo_stack", "_redo_stack")
"""Attributes that a new training run does not keep."""
_OF_TOPICS = ("n_components", "doc_topic_prior", "topic_word_prior")
"""Parameters that edits of topics change."""
_CHANGED_BY_EDITS = (*OF_EDITS, *_OF_TOPICS, "_topic_names", "doc_topic_counts_", "_bound")
"""Attributes that a preview, and an edit that fails, leave as they were."""


class SteeredModel(FittedModel):
    """What users tell a model about its topics."""

    n_components: int
    n_features_in_: int
    vocabulary_: Vocabulary | None
    doc_topic_counts_: NDArray[np.float32] | None
    doc_topic_prior: Any
    topic_word_prior: Any
    _undo_stack: UndoStack
    _redo_stack: tuple[tuple[dict[str, Any], ...], ...]
    _run: Training  # while there is one

    @property
    def edits(self) -> list[dict[str, Any]]:
        """What `edit` has done to the model, oldest first, as JSON values; a copy."""
        log = getattr(self, "_edit_log", EditLog())
        return [deepcopy(entry) for entry in log.entries]

    @in_turn
    def edit(self, *edits: Edit, X: Any = None) -> EditReport:
        """Change the topics of the model, and return what has changed.

        Either all edits are made, or an InputError says why one of them is not possible and nothing
        changes. Edits last: an edited topic keeps its words while training goes on.

        Parameters
        ----------
        *edits : Edit
            Objects of `thalweg.steering`, such as `Merge([3, 7])`, applied in this order.
        X : texts, Corpus, sparse matrix or array, default=None
            Documents for the report: how many of them get another main topic, and their held-out
            score before and after.

        Examples
        --------
        >>> from thalweg import LDA
        >>> from thalweg.steering import Rename, RemoveWords
        >>> lda = LDA(2, random_state=0).fit([[6, 2, 0], [9, 3, 1], [0, 1, 8]])
        >>> report = lda.edit(RemoveWords(0, [1]), Rename(0, "parking"))
        >>> float(lda.components_[0, 1]), lda.topic_names_
        (0.0, {0: 'parking'})
        >>> len(lda.edits)
        2
        """
        report = self._edited(edits, X)
        for text in report.warnings:
            warnings.warn(
                f"this edit may fight the documents: {text}", ThalwegWarning, stacklevel=3
            )
        return report

    @in_turn
    def preview(self, *edits: Edit, X: Any = None) -> EditReport:
        """Return what `edit` would change; the model stays as it is, bit for bit."""
        return self._edited(edits, X, stays=False)

    @in_turn
    def undo(self) -> list[dict[str, Any]]:
        """Take back the last call of `edit`, `apply` or `redo`; return its edits.

        Without training since then, the model has the same bits as before. After training, it has
        the same prior, names and numbers, and counts as far as they are known: what the edit moved
        goes back in the proportions that it had. Undo data is not saved with a model or copied.
        The last 100 calls can be taken back, or fewer if they changed so much that 256 MB are not
        enough to remember it.
        """
        self._require_fitted()
        with HeldInterrupts():
            taken = self._take_back()
            self._redo_stack = (*getattr(self, "_redo_stack", ()), tuple(taken))
        return taken

    @in_turn
    def redo(self) -> EditReport:
        """Make the edits that the last call of `undo` took back again.

        Any other edit ends the possibility to do so.
        """
        self._require_fitted()
        stack = getattr(self, "_redo_stack", ())
        if not stack:
            raise InputError(
                "there is nothing to make again; expected a call of undo, and no edit since then"
            )
        report = self._edited(tuple(read_log(list(stack[-1]))), None)
        self._redo_stack = stack[:-1]
        return report

    @in_turn
    def apply(self, log: Any, *, X: Any = None) -> EditReport:
        """Make the edits of a log again: of another model's `edits`, or of a JSON file.

        The same edits of the same model give the same bits, on any number of threads.

        Parameters
        ----------
        log : list of dict, list of Edit, or path of a JSON file
            The edits.
        X : texts, Corpus, sparse matrix or array, default=None
            Documents for the report, see `edit`.
        """
        return self._edited(tuple(read_log(log)), X)

    def save_edits(self, path: str | Path) -> None:
        """Write `edits` to a JSON file that `apply` and `thalweg edit MODEL FILE` read."""
        from thalweg.steering.edits.edit_log import write_log

        write_log(path, self.edits)

    # ------------------------------------------------------------------ one implementation

    def _edited_topics(self) -> EditedTopics:
        next_number = int(self.state_.topic_numbers.max()) + 1
        log = getattr(self, "_edit_log", None) or EditLog(next_number=next_number)
        lookup = WordLookup(self.state_.n_words, known_words(self), self.text_settings_)
        return EditedTopics(
            self.state_, lookup, self.topic_names_, dict(log.successors), log.next_number
        )

    def _edited(self, edits: tuple[Edit, ...], X: Any, *, stays: bool = True) -> EditReport:
        """Make all edits, or none: after an error or Ctrl-C the model is as it was.

        With `stays` False, as for a preview, the edits are taken back after the report.
        """
        self._require_fitted()
        self._require_edits(edits)
        kept = {name: self.__dict__[name] for name in _CHANGED_BY_EDITS if name in self.__dict__}
        topics, log = self._edited_topics(), getattr(self, "_edit_log", EditLog())
        entries = list(log.entries)
        before, undos, numbers = BeforeEdits(topics), list[Undo](), topics.numbers.copy()
        is_done = False
        with HeldInterrupts() as interrupts:
            try:
                with interrupts.allowed():
                    found = None if X is None else self._documents_now(X)
                for edit in edits:
                    with interrupts.allowed():
                        resolved = edit.resolved(self)
                        draft = resolved.draft(topics)
                        before.note(described(resolved, topics))
                        before.look(draft)
                    undos.append(Edit.apply(draft))
                    entries.append(resolved.to_json())
                    self._publish(
                        topics, EditLog(tuple(entries), topics.successors, topics.next_number)
                    )
                with interrupts.allowed():
                    report = before.report()
                    if found is not None:
                        report = self._with_documents(report, X, found)
                is_done = stays
            finally:
                if not is_done:
                    self._restore(topics, undos, kept)
            if is_done:
                parameters = {name: kept[name] for name in _OF_TOPICS}
                step = UndoStep(tuple(undos), len(log.entries), parameters)
                self._undo_stack = getattr(self, "_undo_stack", UndoStack()).pushed(step)
                self._redo_stack = ()
                if not np.array_equal(numbers, topics.numbers):
                    self.doc_topic_counts_ = None  # its columns are the topics before
                self._tell_the_run()
        return report

    def _require_edits(self, edits: tuple[Edit, ...]) -> None:
        """Raise InputError unless these are edits that may be made now."""
        if not edits:
            raise InputError("no edits were given; expected at least one, such as Merge([3, 7])")
        for edit in edits:
            if not isinstance(edit, Edit):
                raise InputError(
                    f"{str(edit)[:80]} is of type {type(edit).__name__}; expected edits of "
                    "thalweg.steering, such as Merge([3, 7])"
                )
        if self._trained_by.is_batch or self._trained_by.name == "svb":
            raise InputError(
                f"a model that was trained by {self._trained_by.title} cannot be edited; expected "
                'algorithm="scvb0"'
            )
        self._require_possible_now(edits)

    def _restore(self, topics: EditedTopics, undos: list[Undo], kept: dict[str, Any]) -> None:
        """Take edits back to the same bits, with the attributes that the model had before."""
        for undo in reversed(undos):
            undo.apply(topics)
        with self._publishing:
            for name in _CHANGED_BY_EDITS:
                self.__dict__.pop(name, None)
            self.__dict__ |= kept

    @contextmanager
    def _running(self, training: Training) -> Iterator[None]:
        """Note a training run, whose listener may edit the model between two minibatches."""
        self._run = training
        try:
            yield
        finally:
            del self._run

    def _continue_edits(self, found: Checkpoint | None) -> None:
        """Take over the edits and names of a checkpoint, if a listener made any."""
        if found is None or (edits := found.saved.fitted.get("edits")) is None:
            return
        saved = found.saved
        self._edit_log = EditLog.from_json(edits)
        self.n_components = saved.state.n_topics
        names = saved.fitted.get("topic_names", {})
        self._topic_names = restored_names(names, saved.state.topic_numbers.tolist())

    def _require_possible_now(self, edits: tuple[Edit, ...]) -> None:
        """Raise InputError for edits that a training run under way could not continue with."""
        run = getattr(self, "_run", None)
        if run is None:
            return
        if run.memory is not None:
            raise InputError(
                "a training run with `keep_doc_topics` cannot be edited: it keeps topic counts of "
                "all documents. Edit the model after it."
            )
        if isinstance(run.engine, LocalEngine):
            return
        if other := [edit for edit in edits if not isinstance(edit, ON_A_CLUSTER)]:
            raise InputError(
                f"the edit {other[0].name!r} changes columns of the counts, which workers have "
                "copies of; within a call of fit with an `engine`, expected edits of words, locks "
                "and names. Make this edit after it."
            )

    def _take_back(self) -> list[dict[str, Any]]:
        stack: UndoStack = getattr(self, "_undo_stack", UndoStack())
        log: EditLog = getattr(self, "_edit_log", EditLog())
        if not stack.steps:
            raise InputError(
                "there is no edit to take back; expected a call of edit since the model was "
                "trained or loaded"
            )
        stack, step = stack.popped()
        topics, undos = self._edited_topics(), step.undos
        is_exact = undos[-1].fits(topics.state)
        if is_exact:
            for undo in reversed(undos):
                undo.apply(topics)
        else:
            self._return_after_training(undos, topics)
        taken = [deepcopy(entry) for entry in log.entries[step.n_entries :]]
        self._publish(
            topics, EditLog(log.entries[: step.n_entries], topics.successors, topics.next_number)
        )
        if is_exact:
            with self._publishing:
                self.__dict__ |= step.parameters
        self._undo_stack = stack
        self._tell_the_run()
        return taken

    def _return_after_training(self, undos: tuple[Undo, ...], topics: EditedTopics) -> None:
        """Take edits back as far as they are known; all of them, or none."""
        if not undos[-1].fits_trained(topics.state):
            raise InputError(
                "the model does not have the topics that the last edit has left, and the edit "
                "cannot be taken back. Load the model that you saved before."
            )
        known = self.vocabulary_
        retired = np.array(sorted(known.retired if known is not None else ()), dtype=np.int64)
        inverses: list[Patch] = []
        try:
            for undo in reversed(undos):
                inverses.append(undo.apply_after_training(topics, retired))
        except BaseException:
            for inverse in reversed(inverses):
                inverse.apply(topics.state)
            raise

    def _publish(self, topics: EditedTopics, log: EditLog) -> None:
        """Set what depends on the state: names, the log, and parameters that name topics."""
        with self._publishing:
            self._topic_names, self._edit_log = topics.names, log
            state, shift = self.state_, self._trained_by.prior_shift
            self.n_components = state.n_topics
            given = self.doc_topic_prior
            if given is not None and not isinstance(given, str):
                alpha = state.prior.doc_topic + shift
                if not (np.isscalar(given) and (alpha == given).all()):
                    self.doc_topic_prior = alpha
            if hasattr(self.topic_word_prior, "tocsr"):
                self.topic_word_prior = None if state.prior.added is None else state.prior.added.T
            self.__dict__.pop("_bound", None)
            self._n_changes += 1

    def _tell_the_run(self) -> None:
        """Let a training run under way continue with the topics as they are now."""
        run = getattr(self, "_run", None)
        if run is not None:
            run.continue_with_edited_topics()

    # ------------------------------------------------------------------ documents of a report

    @at_one_moment
    def _documents_now(self, X: Any) -> tuple[Any, float]:
        theta = self.transform(X)
        main = self.state_.topic_numbers[theta.argmax(axis=1)]
        n_threads = resolve_threads(self.n_jobs)
        score = complete_documents(
            self.state_, self._source(X), self._convergence, n_threads=n_threads
        ).score
        return main, score

    def _with_documents(self, report: EditReport, X: Any, before: tuple[Any, float]) -> EditReport:
        main, score = self._documents_now(X)
        successors = self._edit_log.successors
        into = {n: target for n, target in successors.items() if target is not None}
        followed = np.array([into.get(n, n) for n in before[0].tolist()])
        return replace(
            report,
            n_documents=main.size,
            n_changed_documents=int((followed != main).sum()),
            score_before=before[1],
            score_after=score,
        )

    # ------------------------------------------------------------------ seed words

    def _seeded(
        self, X: Any, parameters: dict[str, Any], n_words: int, *, is_stream: bool = False
    ) -> tuple[Seeds | None, Guidance | None]:
        """Return the seed words for documents X, and what they add to training."""
        seeds = Seeds.of_parameters(parameters)
        if seeds is None:
            return None, None
        seeds.require_topics(parameters["n_components"])
        lookup = WordLookup.of_documents(X, n_words)
        seeds.require_known(lookup, may_come=is_stream and lookup.words is not None)
        return seeds, SeededStart(seeds, lookup)

    def _follow(self, vocabulary: Vocabulary, seeds: Seeds | None) -> None:
        """Add rows for words that entered the vocabulary; empty the rows of those that left."""
        known = self.vocabulary_
        left = vocabulary.retired - (known.retired if known is not None else frozenset())
        with self._publishing:
            if len(vocabulary) > self.state_.n_words:
                n_before = self.state_.n_words
                self.state_.grow(len(vocabulary))
                if seeds is not None:
                    lookup = WordLookup(len(vocabulary), vocabulary, self.text_settings_)
                    log = getattr(self, "_edit_log", EditLog())
                    seeds.follow(self.state_, lookup, n_before, log.successors)
            if left:
                self.state_.empty_rows(np.array(sorted(left)))
            self.vocabulary_ = vocabulary
            self.n_features_in_ = len(vocabulary)
