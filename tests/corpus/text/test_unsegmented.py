"""Texts without spaces between words are recognised, and the message names a segmenter."""

from __future__ import annotations

import pytest

import thalweg
from thalweg import InputError, ThalwegWarning
from thalweg.corpus.text.unsegmented import segmentation_advice

CHINESE = [
    "今天天气很好我们一起去公园散步",
    "他昨天在北京大学图书馆看书学习",
    "中国经济发展速度很快引起世界关注",
]
JAPANESE = ["今日は天気がいいので公園を散歩しました", "昨日は図書館で本を読んで勉強しました"]
THAI = ["วันนี้อากาศดีมากเราจึงไปเดินเล่นที่สวนสาธารณะ", "เมื่อวานเขาอ่านหนังสืออยู่ที่ห้องสมุดของมหาวิทยาลัย"]
LAO = ["ມື້ນີ້ອາກາດດີຫຼາຍພວກເຮົາໄປຍ່າງຫຼິ້ນຢູ່ສວນສາທາລະນະ"]
KHMER = ["ថ្ងៃនេះអាកាសធាតុល្អណាស់យើងទៅដើរលេងនៅសួនច្បារ"]
BURMESE = ["ဒီနေ့ရာသီဥတုသာယာလို့ကျွန်တော်တို့ပန်းခြံကိုလမ်းလျှောက်သွားကြတယ်"]


@pytest.mark.parametrize(
    ("texts", "language", "segmenter"),
    [
        (CHINESE, "Chinese", "jieba"),
        (JAPANESE, "Japanese", "janome or fugashi"),
        (THAI, "Thai", "pythainlp"),
        (LAO, "Lao", "laonlp"),
        (KHMER, "Khmer", "khmer-nltk"),
        (BURMESE, "Burmese", "pyidaungsu"),
    ],
)
@pytest.mark.parametrize("n_passes", [1, 2])
def test_the_message_names_the_language_and_a_segmenter(
    texts: list[str], language: str, segmenter: str, n_passes: int
) -> None:
    with pytest.raises(InputError) as caught:
        thalweg.read(texts, n_passes=n_passes)  # no word is in five documents
    assert f"{language} without spaces" in str(caught.value)
    assert segmenter in str(caught.value)
    assert "min_df" not in str(caught.value)
    with pytest.warns(ThalwegWarning, match=f"{language} without spaces.*{segmenter}"):
        thalweg.read(texts * 5, max_df=1.0, n_passes=n_passes)  # whole clauses become words


@pytest.mark.parametrize(
    "texts",
    [
        ["今天 天气 很 好 我们 一起 去 公园 散步", "他 昨天 在 北京大学 图书馆 看书 学习"],
        ["今日 は 天気 が いい ので 公園 を 散歩 し まし た コンピューター"],
        ["오늘은 날씨가 아주 좋아서 우리는 공원에 산책하러 갔습니다"],
        ["วันนี้ อากาศ ดี มาก เรา จึง ไป เดิน เล่น ที่ สวน สาธารณะ"],
        ["the river rose and the bridge closed 今天天气很好", "interest rates fell again today"],
        [None, "", "?"],
        [],
    ],
)
def test_separated_words_and_other_languages_give_no_advice(texts: list[str | None]) -> None:
    assert segmentation_advice(texts) is None


def test_a_tokenizer_gives_no_advice(recwarn: pytest.WarningsRecorder) -> None:
    thalweg.read(CHINESE * 5, tokenizer=lambda text: [text[:2], text[2:]], max_df=1.0)
    assert not recwarn.list


def test_segmented_chinese_keeps_words_of_one_and_two_characters() -> None:
    jieba = pytest.importorskip("jieba", reason="needs the package jieba")
    segmented = [" ".join(jieba.lcut(text)) for text in CHINESE]
    corpus = thalweg.read(segmented, min_df=1, max_df=1.0)
    assert set(corpus.vocabulary) == {word for text in segmented for word in text.split()}


def test_janome_splits_japanese_as_the_documentation_says() -> None:
    tokenizer = pytest.importorskip("janome.tokenizer", reason="needs the package janome")
    splitter = tokenizer.Tokenizer()
    corpus = thalweg.read(
        JAPANESE,
        tokenizer=lambda text: splitter.tokenize(text, wakati=True),
        min_df=1,
        max_df=1.0,
    )
    assert {"公園", "散歩", "図書館", "勉強"} <= set(corpus.vocabulary)


def test_pythainlp_splits_thai_as_the_documentation_says() -> None:
    pythainlp = pytest.importorskip("pythainlp", reason="needs the package pythainlp")
    corpus = thalweg.read(THAI, tokenizer=pythainlp.word_tokenize, min_df=1, max_df=1.0)
    assert {"วันนี้", "อากาศ", "จึง", "มหาวิทยาลัย"} <= set(corpus.vocabulary)
