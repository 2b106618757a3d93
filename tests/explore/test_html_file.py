"""The page as one HTML file: its data, its policy, and texts that want to be markup."""

from __future__ import annotations

import json
import re
from base64 import b64encode
from hashlib import sha256
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import polars as pl
import pytest

import thalweg
from tests.cli.shell import thalweg_command
from tests.explore.exploration import (
    MONEY,
    RIVER,
    explored,
    opened,
    planted_corpus,
    planted_frame,
    trained,
)
from thalweg.errors import InputError
from thalweg.export import to_html, write
from thalweg.model import TopicModel
from thalweg.steering import AddWords, Merge, RemoveWords

HOSTILE = (
    "</script><script>window.stolen = 1</script>",
    "<!-- <script> --> <img src=x onerror=window.stolen=1>",
    "\u202egnp.exe \u2066 \x1b[31mred\x1b[0m \x7f \x9b \u2028 \ufeff",
    "&lt;b&gt; \"quoted\" \\u003c 'single'",
)


class Elements(HTMLParser):
    """What a browser finds in a file: elements with their attributes and texts."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.found: list[tuple[str, dict[str, str | None], str]] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs), ""))

    def handle_endtag(self, tag: str) -> None:
        self.found.append(("", {}, ""))  # what follows is not in the element

    def handle_data(self, data: str) -> None:
        if self.found:
            tag, attributes, text = self.found[-1]
            self.found[-1] = (tag, attributes, text + data)

    def of(self, tag: str) -> list[tuple[dict[str, str | None], str]]:
        return [(attributes, text) for name, attributes, text in self.found if name == tag]


def data_of(text: str) -> dict[str, Any]:
    (data,) = [text for about, text in Elements(text).of("script") if "id" in about]
    found: dict[str, Any] = json.loads(data)
    return found


@pytest.fixture(scope="module")
def corpus() -> Any:
    return planted_corpus()


@pytest.fixture(scope="module")
def model(corpus: Any) -> TopicModel:
    return trained(corpus).name_topics({1: "second <b>"})


@pytest.fixture(scope="module")
def text(corpus: Any, model: TopicModel) -> str:
    return to_html(model, corpus, n_documents=20, title="Rivers & money")


def test_the_data_are_what_the_server_answers(corpus: Any, model: TopicModel, text: str) -> None:
    data = data_of(text)
    with explored(corpus, model) as (_, client), opened(client) as page:
        frame = page.frame_that(lambda f: f["topics"] and f["topics"][0]["coherence"] is not None)
        names = [(t["topic"], t["name"], t["share"], t["words"]) for t in frame["topics"]]
        shown = data["frame"]["topics"]
        assert [(t["topic"], t["name"], t["share"], t["words"]) for t in shown] == names
        assert data["frame"]["columns"] == frame["columns"]
        answer = page.ask("topic", topic=0, words=24)
        mine = data["topics"][0]
        assert {w for w, *_ in mine["words"]} >= {each["word"] for each in answer["words"]}
        rows = [each["row"] for each in answer["documents"]]
        assert [each["row"] for each in mine["typical"]] == rows[: len(mine["typical"])]
        word = page.ask("word", word="river")
        (river,) = [each for each in data["words"] if each["word"] == "river"]
        assert river["n_documents"] == word["n_documents"]
        assert river["found"] == [each["n_found"] for each in word["trend"]["periods"]]
        assert data["trend"]["starts"] == [each["start"] for each in word["trend"]["periods"]]
        assert river["topics"][0][0] == word["topics"][0]["topic"]
        assert river["topics"][0][3] == word["topics"][0]["rank"]
        assert data["groups"] == [page.ask("groups", column="place", exact=True)]
        assert data["time"] == [page.ask("time", column="date", exact=True)]
        document = data["documents"][0]
        answer = page.ask("document", row=document["row"])
        joined = "".join(p if isinstance(p, str) else p[0] for p in document["parts"])
        assert joined == "".join(part[0] for part in answer["parts"])
        assert document["metadata"] == answer["metadata"]
        assert document["day"] == answer["metadata"]["date"]


def test_only_the_chosen_number_of_documents_is_in_the_file(
    corpus: Any, model: TopicModel, text: str
) -> None:
    data = data_of(text)
    rows = [each["row"] for each in data["documents"]]
    assert len(rows) == len(set(rows)) == 20
    listed = {
        d["row"] for t in data["topics"] for kind in ("typical", "uncertain") for d in t[kind]
    }
    assert listed <= set(rows)
    assert data["frame"]["n_documents"] == 120
    ids = set(re.findall(r'"id":"(d\d+)"', text))
    assert ids == {f"d{row}" for row in rows}
    none = data_of(to_html(model, corpus, n_documents=0))
    assert none["documents"] == []
    assert [t["typical"] + t["uncertain"] for t in none["topics"]] == [[], []]
    everything = data_of(to_html(model, corpus, n_documents=1000))
    assert sorted(each["row"] for each in everything["documents"]) == list(range(120))


def test_both_topics_have_typical_documents_in_a_small_file(corpus: Any, model: TopicModel) -> None:
    data = data_of(to_html(model, corpus, n_documents=2))
    assert [len(topic["typical"]) for topic in data["topics"]] == [1, 1]


def test_the_same_model_gives_the_same_bytes(corpus: Any, model: TopicModel, text: str) -> None:
    assert to_html(model, corpus, n_documents=20, title="Rivers & money") == text


def test_the_policy_allows_the_one_script_and_style_of_the_file(text: str) -> None:
    elements = Elements(text)
    (policy,) = [a["content"] for a, _ in elements.of("meta") if "http-equiv" in a]
    scripts = [text for about, text in elements.of("script") if about.get("type") == "module"]
    styles = [text for _, text in elements.of("style")]
    assert (len(scripts), len(styles)) == (1, 1)
    allowed = dict(part.strip().split(" ", 1) for part in str(policy).split(";"))
    for name, (content,) in (("script-src", scripts), ("style-src", styles)):
        digest = b64encode(sha256(content.encode()).digest()).decode()
        assert allowed[name] == f"'sha256-{digest}'"
    assert allowed["default-src"] == "'none'"
    assert "connect-src" not in allowed


def test_the_file_names_no_other_address(text: str) -> None:
    for tag, attributes, _ in Elements(text).found:
        for name in ("src", "href", "action", "srcset"):
            address = attributes.get(name)
            assert address is None or address.startswith("data:"), (tag, address)


def test_hostile_words_and_documents_stay_data() -> None:
    texts = [
        f"{bad} {' '.join(RIVER if row % 2 else MONEY)}" for row, bad in enumerate(HOSTILE * 5)
    ]
    frame = pl.DataFrame(
        {
            "id": [f"{bad}{row}" for row, bad in enumerate(HOSTILE * 5)],
            "text": texts,
            "</script><b>": [HOSTILE[0] if row % 2 else "other" for row in range(20)],
        }
    )
    corpus = thalweg.read(
        frame,
        metadata=["id", "</script><b>"],
        keep_texts=True,
        min_df=1,
        max_df=1.0,
        tokenizer=str.split,
    )
    model = TopicModel(2, max_iter=4, random_state=0, n_jobs=1).fit(corpus)
    model.name_topics({0: HOSTILE[0]})
    text = to_html(model, corpus, title=HOSTILE[0])
    elements = Elements(text)
    assert len(elements.of("script")) == 2
    assert elements.of("img") == elements.of("b") == []
    assert elements.of("title")[0][1].startswith(HOSTILE[0])
    (data,) = [text for about, text in elements.of("script") if "id" in about]
    assert not re.search("[<>&\x00-\x1f\x7f-\x9f\u2028\u202e\u2066\ufeff]", data)
    found = data_of(text)
    shown = {
        "".join(p if isinstance(p, str) else p[0] for p in d["parts"]) for d in found["documents"]
    }
    assert shown == set(texts)
    assert found["frame"]["topics"][0]["name"] == HOSTILE[0]


def test_texts_are_cut_after_ten_thousand_characters(corpus: Any, model: TopicModel) -> None:
    long = "the river " * 3000
    found = data_of(to_html(model, [long, "money and credit"]))
    lengths = {
        len("".join(p if isinstance(p, str) else p[0] for p in d["parts"])): d["is_cut"]
        for d in found["documents"]
    }
    assert lengths == {10_000: True, 16: False}


def test_documents_without_texts_show_their_words(corpus: Any, model: TopicModel) -> None:
    counts = thalweg.Corpus(corpus.to_csr(), list(corpus.vocabulary))
    (first, *_) = data_of(to_html(model, counts, n_documents=3))["documents"]
    assert first["parts"] == []
    assert first["words"]


def test_bad_arguments_are_refused(corpus: Any, model: TopicModel, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="`n_documents` is -1"):
        to_html(model, corpus, n_documents=-1)
    with pytest.raises(InputError, match="`X` has no documents"):
        to_html(model, corpus[:0])
    with pytest.raises(InputError, match="`X` is missing"):
        write(model, "html", tmp_path / "a.html")
    with pytest.raises(InputError, match="`n_documents` is 3, but it is for html"):
        write(model, "csv", tmp_path / "a.csv", n_documents=3)
    with pytest.raises(InputError, match="`n_words` is 3"):
        write(model, "html", tmp_path / "a.html", corpus, n_words=3)


def test_the_command_writes_a_file_and_reports_its_size(model: TopicModel, tmp_path: Path) -> None:
    planted_frame().write_csv(tmp_path / "news.csv")
    model.save(tmp_path / "news.model")
    arguments = ("export", "news.model", "--to", "html", "--out", "news.html")
    for _ in range(2):  # its own file is replaced
        done = thalweg_command(*arguments, "--corpus", "news.csv", "--documents", "7", cwd=tmp_path)
        assert done.returncode == 0, done.stderr
    out = tmp_path / "news.html"
    assert f"{out.stat().st_size / 1e6:.1f} MB, 2 topics, 7 of 120 documents" in done.stderr
    data = data_of(out.read_text(encoding="utf-8"))
    assert data["title"] == "news.csv"
    assert data["frame"]["columns"] == {"dates": ["date"], "groups": ["place"], "others": []}
    without = thalweg_command(*arguments, cwd=tmp_path)
    assert without.returncode == 2
    assert "expected --corpus FILE" in without.stderr


def test_an_edited_model_is_exported_with_its_permanent_numbers(corpus: Any) -> None:
    model = TopicModel(4, max_iter=8, random_state=0, n_jobs=1).fit(corpus)
    model.edit(AddWords(3, ["loan"]), Merge([0, 1]), RemoveWords(2, ["water"]))
    data = data_of(to_html(model, corpus, n_documents=10))
    assert [topic["topic"] for topic in data["frame"]["topics"]] == [0, 2, 3]
    topics = {topic["topic"]: topic for topic in data["topics"]}
    assert "loan" in topics[3]["held"]
    assert topics[2]["removed"] == ["water"]
    assert "water" not in [word for word, *_ in topics[2]["words"]]
    numbers = {number for document in data["documents"] for number, _ in document["shares"]}
    assert numbers <= {0, 2, 3}
