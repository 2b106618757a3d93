"""Edits that the listener of a training run makes."""

import pytest

from tests.steering.planted import planted_corpus, share_in
from thalweg import LDA, InputError
from thalweg.steering import AddWords, Delete, Lock, Unlock

CORPUS = planted_corpus()
pytestmark = pytest.mark.filterwarnings("ignore:this edit may fight")


def test_a_listener_may_edit_words_while_the_model_trains() -> None:
    model, said = LDA(5, random_state=0, max_iter=8), []

    def listen(progress) -> None:
        if len(said) < 2 and progress.n_passes >= 2:
            model.edit(AddWords(0, ["music1"], 0.9), Lock([1]))
            said.append(model.components_[1].tobytes())
            with pytest.raises(InputError, match="not possible within a call of fit"):
                model.edit(Delete(4))
            said.append("refused")
        elif "finishing" not in said and model._run.counted is not None:
            with pytest.raises(InputError, match="cannot be edited: it has other copies"):
                model.edit(Unlock([1]))
            said.append("finishing")

    model.fit(CORPUS, progress=listen)
    assert said[1:] in (["refused"], ["refused", "finishing"])
    assert share_in(model, 0, "music1") > 0.89
    assert model.components_[1].tobytes() == said[0]
    assert model.edit(Delete(4)).n_topics == 4
