"""Names of topics: what is accepted, and the columns called after them."""

from __future__ import annotations

from typing import Any

import pytest

from thalweg import InputError
from thalweg.state.topic_names import MAX_LENGTH, changed_names, restored_names, topic_columns


def test_names_are_added_to_earlier_ones_and_sorted_by_topic() -> None:
    earlier = {2: "staff"}
    assert changed_names(earlier, {3: " parking ", 0: "food"}, 4) == {
        0: "food",
        2: "staff",
        3: "parking",
    }
    assert earlier == {2: "staff"}


@pytest.mark.parametrize("nothing", [None, "", "  "])
def test_nothing_removes_a_name(nothing: str | None) -> None:
    assert changed_names({0: "food", 1: "staff"}, {0: nothing}, 2) == {1: "staff"}


def test_two_topics_may_swap_their_names() -> None:
    assert changed_names({0: "a", 1: "b"}, {0: "b", 1: "a"}, 2) == {0: "b", 1: "a"}


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({4: "parking"}, "`names` has the topic 4; expected a number from 0 to 3"),
        ({-1: "parking"}, "`names` has the topic -1"),
        ({"1": "parking"}, "`names` has the topic '1'"),
        ({True: "parking"}, "`names` has the topic True"),
        ({1: 7}, "`names`, topic 1 is '7' of type int; expected text"),
        ({1: "a\nb"}, "topic 1 is 'a\\\\nb', which has a line break"),
        ({1: "a\x1b[2J"}, "control character"),
        ({1: "a\u202eb"}, "control character"),
        ({1: "x" * (MAX_LENGTH + 1)}, "a name of 101 characters"),
        ({1: "Food"}, "the topics 0 and 1 would both be called 'Food'"),
        ({1: "a", 2: "a"}, "the topics 1 and 2 would both be called 'a'"),
        ({1: "topic 3"}, "reads as the number of another topic"),
        ({1: "Topic_3"}, "reads as the number of another topic"),
    ],
)
def test_a_name_that_cannot_be_used_is_refused(given: dict[Any, Any], message: str) -> None:
    with pytest.raises(InputError, match=message.replace("[", r"\[")):
        changed_names({0: "food"}, given, 4)


def test_the_longest_name_and_other_alphabets_are_accepted() -> None:
    names = {
        0: "x" * MAX_LENGTH,
        1: "停车",
        2: "\u0645\u06cc\u200c\u0634\u0648\u062f",
        3: "topic 3",
    }
    assert changed_names({}, names, 4) == names


def test_columns_are_typable_and_different_from_each_other_and_from_others() -> None:
    names = {0: "Room service!", 1: "room-service", 2: "ID", 3: "🙂", 5: "topic 4?"}
    columns = topic_columns(names, 6, taken=["id"])
    assert columns == ["Room_service", "room_service_1", "ID_2", "topic_3", "topic_4", "topic_4_5"]
    assert topic_columns({}, 2, prefix="lda") == ["lda0", "lda1"]


def test_columns_keep_letters_and_their_marks() -> None:
    assert topic_columns({0: "Größe", 1: "हिन्दी भाषा"}, 2) == ["Größe", "हिन्दी_भाषा"]


@pytest.mark.parametrize("stored", [["a"], {"x": "a"}, {"0": 3}, {"9": "a"}, {"0": "a\n"}, None])
def test_names_in_a_file_are_checked(stored: Any) -> None:
    assert restored_names({"1": "a"}, 2) == {1: "a"}
    if stored == {"0": "a\n"}:  # blanks around a name are removed
        assert restored_names(stored, 2) == {0: "a"}
        return
    with pytest.raises(InputError):
        restored_names(stored, 2)
