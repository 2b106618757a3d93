"""Model files: what is written is read again, equal models give equal bytes, others are refused."""

from __future__ import annotations

import json
import pickle
import tracemalloc
from dataclasses import replace

import numpy as np
import pytest
import safetensors
import safetensors.numpy
from scipy import sparse

from tests.robustness import hostile_files
from tests.synthetic import make_corpus, plain_visits, state_bytes
from thalweg import InputError, StorageError, TopicState, Vocabulary
from thalweg.corpus.documents import Documents
from thalweg.inference import scvb0
from thalweg.persistence import model_file
from thalweg.persistence.saved_model import SavedModel
from thalweg.state.priors import Prior


def plain_state(n_words: int = 50, n_topics: int = 5) -> TopicState:
    return TopicState.random(n_words, Prior.create(0.1, 0.01, n_topics, n_words), 1000.0, seed=3)


# ---------------------------------------------------------------------- round trips


def test_everything_that_was_written_is_read_again(checkpoint, path) -> None:
    model_file.write(path, checkpoint)
    read = model_file.read(path)
    assert state_bytes(read.state) == state_bytes(checkpoint.state)
    assert read.state.prior.same_as(checkpoint.state.prior)
    assert read.state.seed == checkpoint.state.seed
    assert read.vocabulary == checkpoint.vocabulary
    assert read.vocabulary.retired == {3}
    assert (read.fitted, read.history) == (checkpoint.fitted, checkpoint.history)
    assert read.text_settings == checkpoint.text_settings
    assert read.parameters["algorithm"] == checkpoint.parameters["algorithm"]
    assert read.training.facts == checkpoint.training.facts
    assert read.training.arrays.keys() == checkpoint.training.arrays.keys()
    for name, array in checkpoint.training.arrays.items():
        assert read.training.arrays[name].dtype == array.dtype
        assert np.array_equal(read.training.arrays[name], array)


def test_a_model_without_words_and_steering_is_read_again(path) -> None:
    model_file.write(path, SavedModel({}, plain_state()))
    read = model_file.read(path)
    assert read == SavedModel({}, read.state)
    prior = read.state.prior
    assert (prior.added, prior.masked, prior.locked) == (None, None, None)
    assert state_bytes(read.state) == state_bytes(plain_state())


def test_parameters_come_back_as_they_were_given(path) -> None:
    parameters = {
        "whole": 3,
        "number": 0.1,
        "of numpy": np.float32(0.5),
        "none": None,
        "yes": True,
        "text": "über \ud800",
        "list": [0.1, 0.2],
        "floats": np.array([0.1, np.pi]),
        "integers": np.arange(6, dtype=np.int32).reshape(2, 3)[:, ::-1],
        "foreign byte order": np.array([1.5, 2.5], dtype=">f8"),
        "no dimension": np.array(0.25),
        "sparse array": sparse.csr_array(np.diag([1.0, 2.0, 0.0])),
        "sparse matrix": sparse.coo_matrix(np.diag([1.0, 2.0, 0.0])),
    }
    model_file.write(path, SavedModel(dict(parameters), plain_state()))
    read = model_file.read(path).parameters
    assert read.keys() == parameters.keys()
    for name in ("whole", "number", "of numpy", "none", "yes", "text", "list", "no dimension"):
        assert read[name] == parameters[name]
    assert type(read["yes"]) is bool
    for name in ("floats", "integers", "foreign byte order"):
        assert np.array_equal(read[name], parameters[name])
    assert read["integers"].dtype == np.int32
    assert isinstance(read["sparse array"], sparse.sparray)
    assert isinstance(read["sparse matrix"], sparse.spmatrix)
    for name in ("sparse array", "sparse matrix"):
        assert np.array_equal(read[name].toarray(), parameters[name].toarray())


def test_a_random_state_continues_where_it_was(path) -> None:
    generator = np.random.RandomState(5)
    generator.normal(size=3)  # an odd number: one is kept for the next call
    model_file.write(path, SavedModel({"random_state": generator}, plain_state()))
    read = model_file.read(path).parameters["random_state"]
    assert np.array_equal(read.normal(size=700), generator.normal(size=700))


@pytest.mark.parametrize(
    "value",
    [object(), {"a": 1}, {1, 2}, float("nan"), np.array(["a"]), np.array([{}]), [object()],
     np.random.RandomState(np.random.PCG64(1)), np.random.default_rng(1), 1j],
)  # fmt: skip
def test_a_parameter_that_cannot_be_saved_is_named_and_no_file_appears(value, path) -> None:
    with pytest.raises(InputError, match="odd_parameter"):
        model_file.write(path, SavedModel({"odd_parameter": value}, plain_state()))
    assert list(path.parent.iterdir()) == []


def test_training_continues_to_the_same_bits() -> None:
    documents = Documents.check(make_corpus().counts)

    def train(state: TopicState) -> None:
        scvb0.train(
            state,
            documents,
            np.arange(60),
            np.array([0, 20, 40, 60]),
            np.array([0.7, 0.5, 0.4]),
            np.full(3, 2500.0),
            plain_visits(1.0),
        )

    pairs = sparse.csr_array(([1.0], ([3], [2])), (50, 5), np.float32)
    straight = plain_state()
    straight.prior = replace(straight.prior, added=pairs, locked=np.array([1, 0, 0, 0, 0], bool))
    train(straight)
    resumed = model_file.from_bytes(model_file.to_bytes(SavedModel({}, straight))).state
    train(straight)
    train(resumed)
    assert state_bytes(resumed) == state_bytes(straight)


def test_padding_is_not_in_the_file_and_is_zero_again(path) -> None:
    state = plain_state(n_topics=5)
    state.scaled_counts[:, 5:] = 9  # the content of the padding must not matter
    model_file.write(path, SavedModel({}, state))
    assert safetensors.numpy.load_file(path)["scaled_counts"].shape == (50, 5)
    read = model_file.read(path).state
    assert read.scaled_counts.shape == (50, 8)
    assert not read.scaled_counts[:, 5:].any()
    assert not read.scale[5:].any()
    assert read.scaled_counts.ctypes.data % 64 == 0


# ---------------------------------------------------------------------- bytes


def test_equal_models_give_equal_bytes(saved, checkpoint, tmp_path) -> None:
    first, second = tmp_path / "a", tmp_path / "b"
    model_file.write(first, checkpoint)
    model_file.write(second, hostile_files.example_checkpoint())
    assert first.read_bytes() == second.read_bytes()
    model_file.write(second, model_file.read(first))
    assert first.read_bytes() == second.read_bytes()
    model_file.write(second, saved)
    assert second.read_bytes() == model_file.to_bytes(saved)


def test_the_safetensors_package_reads_the_file(checkpoint, path) -> None:
    model_file.write(path, checkpoint)
    tensors = safetensors.numpy.load_file(path)
    state = checkpoint.state
    assert np.array_equal(tensors["scaled_counts"], state.scaled_counts[:, : state.n_topics])
    assert np.array_equal(tensors["training.order"], checkpoint.training.arrays["order"])
    assert json.loads(tensors["vocabulary"].tobytes()) == list(checkpoint.vocabulary)
    with safetensors.safe_open(path, framework="np") as file:
        assert list(file.metadata()) == ["thalweg"]
        about = json.loads(file.metadata()["thalweg"])
    assert (about["format"], about["version"]) == ("thalweg model", 2)


def test_a_file_that_the_safetensors_package_wrote_again_is_the_same_model(saved, path) -> None:
    model_file.write(path, saved)
    tensors = safetensors.numpy.load_file(path)
    with safetensors.safe_open(path, framework="np") as file:
        metadata = file.metadata()
    safetensors.numpy.save_file(tensors, path, metadata)
    assert model_file.to_bytes(model_file.read(path)) == model_file.to_bytes(saved)


def test_neither_writing_nor_reading_holds_the_counts_twice(path) -> None:
    saved = SavedModel({}, plain_state(20_000, 60))
    n_bytes = saved.state.scaled_counts.nbytes
    tracemalloc.start()
    try:
        model_file.write(path, saved)
        written = tracemalloc.get_traced_memory()[1]
        tracemalloc.reset_peak()
        model_file.read(path)
        read = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert written < 0.6 * n_bytes  # two blocks of a megabyte
    assert n_bytes < read < 1.6 * n_bytes


# ---------------------------------------------------------------------- other files


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{}",
        b"word,count\nriver,3\nbank,4\n",
        b'{"word": "river", "count": 3}\n',
        pickle.dumps({"a": np.arange(3)}),
        b"\x93NUMPY\x01\x00{'descr'",
        safetensors.numpy.save({"a": np.arange(3)}),
        safetensors.numpy.save({"a": np.arange(3)}, {"format": "np"}),
        safetensors.numpy.save({"a": np.arange(3)}, {"thalweg": '{"format":"other"}'}),
    ],
)
def test_a_file_of_another_kind_is_refused(content, path) -> None:
    path.write_bytes(content)
    with pytest.raises(InputError, match="model"):
        model_file.read(path)


def test_a_folder_a_missing_file_and_an_invalid_path_are_refused(tmp_path) -> None:
    with pytest.raises(InputError, match="not a file"):
        model_file.read(tmp_path)
    with pytest.raises(InputError, match="does not exist"):
        model_file.read(tmp_path / "missing")
    for nonsense in (None, 5, "a\0b"):
        with pytest.raises(InputError, match="expected the name of a file"):
            model_file.read(nonsense)  # type: ignore[arg-type]


def test_the_ending_of_a_compressed_file_and_a_missing_folder_are_refused(saved, tmp_path) -> None:
    with pytest.raises(InputError, match="not compressed"):
        model_file.write(tmp_path / "model.gz", saved)
    with pytest.raises(StorageError, match="cannot be written"):
        model_file.write(tmp_path / "missing" / "model", saved)


def test_a_model_that_could_not_be_opened_does_not_replace_one_that_can(saved, path):
    model_file.write(path, saved)
    before = path.read_bytes()
    saved.state.scaled_counts[2, 1] = np.nan
    with pytest.raises(InputError, match="scaled_counts"):
        model_file.write(path, saved)
    saved = replace(saved, state=plain_state(), vocabulary=None, fitted={"odd": object()})
    with pytest.raises(InputError, match="JSON"):
        model_file.write(path, saved)
    assert path.read_bytes() == before
    assert list(path.parent.iterdir()) == [path]


def test_a_vocabulary_of_any_words_is_read_again(path) -> None:
    words = ["", " ", "a\nb", 'quote"', "über", "河", "\ud800", "\0", *map(str, range(42))]
    model_file.write(path, SavedModel({}, plain_state(), Vocabulary(words)))
    assert list(model_file.read(path).vocabulary) == words
