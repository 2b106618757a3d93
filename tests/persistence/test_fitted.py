"""Models from files and pickles: the same numbers, and training continues to the same bits."""

from __future__ import annotations

import copy
import json
import pickle
import subprocess
import sys
from pathlib import Path
from typing import Any

import joblib
import numpy as np
import pandas as pd
import pytest
import safetensors
from sklearn.exceptions import NotFittedError

import thalweg
from tests.synthetic import SyntheticCorpus, state_bytes
from thalweg import LDA, SCVB0, InputError, StorageError
from thalweg.model import TopicModel
from thalweg.persistence import fitted, model_file

TEXTS = [
    "The river bank flooded again after heavy rain.",
    "The bank lends money at a low rate.",
    "Rain filled the river, and the river rose.",
    "A loan from the bank is money to pay back.",
]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "model.safetensors"


def through_file(model: Any, path: Path) -> Any:
    model.save(path)
    return type(model).load(path)


WAYS = {
    "file": through_file,
    "pickle": lambda model, path: pickle.loads(pickle.dumps(model)),
    "joblib": lambda model, path: joblib.load(joblib.dump(model, path)[0], mmap_mode="r"),
    "deepcopy": lambda model, path: copy.deepcopy(model),
}


@pytest.mark.parametrize("way", WAYS.values(), ids=WAYS.keys())
@pytest.mark.parametrize("algorithm", ["scvb0", "svb", "smap"])
def test_a_restored_model_continues_training_to_the_same_bits(way, algorithm, corpus, path) -> None:
    model = LDA(4, algorithm=algorithm, random_state=1, max_iter=2).fit(corpus.counts)
    back = way(model, path)
    assert np.array_equal(back.transform(corpus.counts), model.transform(corpus.counts))
    assert state_bytes(back.state_) == state_bytes(model.state_)
    for each in (model, back):
        each.partial_fit(corpus.counts)
    assert state_bytes(back.state_) == state_bytes(model.state_)


@pytest.mark.parametrize("algorithm", ["scvb0", "cvb0", "map", "svb", "smap"])
def test_attributes_and_parameters_are_restored(algorithm, corpus: SyntheticCorpus, path) -> None:
    alpha = np.array([1.1, 1.2, 1.3, 1.4])
    model = LDA(4, algorithm=algorithm, doc_topic_prior=alpha, random_state=1, max_iter=3)
    model.fit(corpus.counts, validation=corpus.counts[:5])
    back = through_file(model, path)
    assert type(back) is LDA
    given, found = model.get_params(), back.get_params()
    assert np.array_equal(found.pop("doc_topic_prior"), given.pop("doc_topic_prior"))
    assert found == given
    for name in ("n_iter_", "batch_size_", "schedule_", "history_", "n_features_in_"):
        assert getattr(back, name) == getattr(model, name), name
    assert len(back.history_) == 3
    assert (back.vocabulary_, back.text_settings_, back.doc_topic_counts_) == (None, None, None)
    assert (back.n_documents_seen_, back.n_tokens_seen_) == (180, model.n_tokens_seen_)


def test_vocabulary_and_text_settings_are_restored(path) -> None:
    corpus = thalweg.read(TEXTS, stop_words=["the"], min_length=2, min_df=1, max_df=1.0)
    model = LDA(2, random_state=0).fit(corpus)
    back = through_file(model, path)
    assert back.vocabulary_ == corpus.vocabulary
    assert back.text_settings_ == corpus.text_settings
    assert back.text_settings_.stop_words == ("the",)
    assert str(back.topics()) == str(model.topics())


def test_names_of_columns_are_restored(corpus, path) -> None:
    frame = pd.DataFrame(corpus.counts.toarray(), columns=[f"w{w}" for w in range(50)])
    model = LDA(4, random_state=1).fit(frame)
    back = through_file(model, path)
    assert back.feature_names_in_.tolist() == frame.columns.tolist()
    assert np.array_equal(back.transform(frame), model.transform(frame))
    with pytest.raises(InputError, match="feature names"):
        back.transform(frame[frame.columns[::-1]])


def test_the_best_score_is_restored_and_an_infinite_one_is_left_out(corpus, path) -> None:
    model = LDA(4, random_state=1, early_stopping=True, max_iter=2).fit(corpus.counts)
    assert through_file(model, path).best_score_ == model.best_score_
    model.best_score_ = model.history_[0]["score"] = -np.inf
    back = through_file(model, path)
    assert not hasattr(back, "best_score_")
    assert back.history_[0]["score"] is None


def test_a_model_without_scikit_learn_opens_as_either_class(corpus, path) -> None:
    model = TopicModel(4, random_state=1).fit(corpus.counts)
    model.save(path)
    for kind in (TopicModel, LDA):
        back = kind.load(path)
        assert type(back) is kind
        assert np.array_equal(back.components_, model.components_)
    code = f"import sys; from thalweg.model import TopicModel; TopicModel.load({str(path)!r}); "
    code += "print('sklearn' in sys.modules)"
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert out.stdout.strip() == "False"


def test_the_same_training_gives_the_same_file_for_any_number_of_threads(corpus, tmp_path) -> None:
    files = []
    for n_jobs in (1, 2):
        model = LDA(4, random_state=1, n_jobs=n_jobs).fit(corpus.counts).set_params(n_jobs=None)
        model.save(tmp_path / f"{n_jobs}")
        files.append((tmp_path / f"{n_jobs}").read_bytes())
    assert files[0] == files[1]


def test_a_model_without_training_can_be_pickled_but_not_saved(path) -> None:
    model = LDA(7, doc_topic_prior=[0.1] * 7)
    with pytest.raises(NotFittedError):
        model.save(path)
    with pytest.raises(InputError, match="not been trained"):
        TopicModel(7).save(path)
    assert not path.exists()
    assert pickle.loads(pickle.dumps(model)).get_params() == model.get_params()


def test_pickle_keeps_attributes_that_a_file_does_not(corpus) -> None:
    model = LDA(
        4,
        algorithm=SCVB0(keep_doc_topics=True),
        random_state=1,
        max_iter=1,
        doc_topic_prior=(0.1,) * 4,
    )
    model.fit(corpus.counts).set_output(transform="pandas")
    model.note_ = "custom"
    back = pickle.loads(pickle.dumps(model))
    assert isinstance(back.transform(corpus.counts), pd.DataFrame)
    assert np.array_equal(back.doc_topic_counts_, model.doc_topic_counts_)
    assert (back.note_, back.doc_topic_prior) == ("custom", (0.1,) * 4)
    assert hasattr(model, "state_")  # pickling did not change the model


WRONG = {
    "an unknown parameter": lambda saved: saved.parameters.update(n_wishes=3),
    "no schedule": lambda saved: saved.fitted.pop("schedule"),
    "a schedule of text": lambda saved: saved.fitted.update(schedule=["a", "b", "c"]),
    "a step size above one": lambda saved: saved.fitted.update(schedule=[9.0, 0.0, 0.0]),
    "an empty minibatch": lambda saved: saved.fitted.update(batch_size=0),
    "passes that are not a number": lambda saved: saved.fitted.update(n_iter=[]),
    "a score of text": lambda saved: saved.fitted.update(best_score="high"),
    "too few names": lambda saved: saved.fitted.update(feature_names=["a"]),
    "names that are numbers": lambda saved: saved.fitted.update(feature_names=[1] * 50),
    "unknown text settings": lambda saved: setattr(saved, "text_settings", {"x": 1}),
    "wrong text settings": lambda saved: setattr(saved, "text_settings", {"min_length": -1}),
}


@pytest.fixture(scope="module")
def trained(corpus: SyntheticCorpus) -> LDA:
    return LDA(4, random_state=1, max_iter=1).fit(corpus.counts)


@pytest.mark.parametrize("change", WRONG.values(), ids=WRONG.keys())
def test_invalid_attributes_are_refused_with_the_name_of_the_file(
    change, trained: LDA, path
) -> None:
    saved = fitted.to_saved_model(trained)
    change(saved)
    model_file.write(path, saved)
    with pytest.raises(StorageError, match=f"{path.name} was not written by a compatible version"):
        thalweg.load(path)


def test_the_metadata_is_json_without_time_host_and_user(corpus, path) -> None:
    LDA(4, random_state=1).fit(corpus.counts).save(path)
    with safetensors.safe_open(path, framework="np") as file:
        about = json.loads(file.metadata()["thalweg"])
    assert sorted(about) == [
        "fitted", "format", "history", "parameters", "retired_words", "sha256", "state",
        "text_settings", "training", "version",
    ]  # fmt: skip
