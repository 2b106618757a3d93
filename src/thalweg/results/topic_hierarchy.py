"""TopicHierarchy: a tree of topics that prints, is cut into groups and converts to tables."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, Any, ClassVar

from thalweg.errors import InputError
from thalweg.results.table import Column, Table
from thalweg.visible_text import visible

if TYPE_CHECKING:
    import polars as pl

_WIDTH = 100


@dataclass(frozen=True)
class HierarchyNode:
    """A topic, or a group of topics."""

    node: int
    """Number of the node: topics first, then groups in the order in which they were joined."""
    topics: list[int]
    """Numbers of the topics, similar ones next to each other."""
    children: tuple[int, int] | None
    """The two nodes that were joined; None for a topic."""
    distance: float
    """Distance at which they were joined; 0 for a topic."""
    share: float
    """Share of all tokens."""
    label: str
    """Name of the topic or its number, or the number of topics of a group."""
    words: list[str]
    """The most probable words of a topic, or the words that distinguish a group."""


@dataclass(frozen=True)
class TopicMerge:
    """A step of the hierarchy: two groups of topics that were joined."""

    group: int
    """Number of the new group."""
    left: int
    """A topic (below the number of topics) or a group of an earlier step."""
    right: int
    """The other topic or group."""
    distance: float
    """Distance between them; steps are in the order of distance."""
    topics: list[int]
    """Numbers of the topics of the new group."""
    share: float
    """Its share of all tokens."""
    words: list[str]
    """Words that distinguish the group from all topics."""


@dataclass(frozen=True)
class TopicGroup:
    """A group of similar topics."""

    group: int
    """Number of the group; 0 is the largest."""
    topics: list[int]
    """Numbers of its topics."""
    labels: list[str]
    """Names of its topics, or their numbers."""
    share: float
    """Its share of all tokens."""
    words: list[str]
    """Words that distinguish the group from all topics."""


class TopicMergeTable(Table[TopicMerge]):
    """The steps of a hierarchy, nearest topics first."""

    row_type = TopicMerge
    columns: ClassVar[tuple[Column, ...]] = (
        Column("group", lambda row: str(row.group), width=5),
        Column("joins", lambda row: f"{row.left} + {row.right}", width=5),
        Column("distance", lambda row: f"{row.distance:.3f}", width=8),
        Column("topics", lambda row: str(len(row.topics)), width=6),
        Column("share", lambda row: f"{row.share:.1%}", width=6),
        Column("words", lambda row: " ".join(row.words), left=True),
    )


class TopicGroupTable(Table[TopicGroup]):
    """Groups of similar topics, largest first."""

    row_type = TopicGroup
    columns: ClassVar[tuple[Column, ...]] = (
        Column("group", lambda row: str(row.group), width=5),
        Column("share", lambda row: f"{row.share:.1%}", width=6),
        Column("topics", lambda row: _listed(row.labels), left=True),
        Column("words", lambda row: " ".join(row.words), left=True),
    )


class TopicHierarchy:
    """A binary tree of topics: similar topics are joined first.

    Print it as a tree, cut it into groups with `cut`, or use its steps as a table (`merges`).
    """

    def __init__(self, nodes: Sequence[HierarchyNode], n_groups: int | None = None) -> None:
        self.nodes: list[HierarchyNode] = list(nodes)
        """Topics, then groups in the order in which they were joined; the last one is the root."""
        self.n_groups = n_groups
        """Number of groups that are shown; None for all levels."""

    @property
    def root(self) -> HierarchyNode:
        """The group of all topics."""
        return self.nodes[-1]

    @property
    def merges(self) -> TopicMergeTable:
        """The steps, nearest topics first, as a table."""
        return TopicMergeTable(
            TopicMerge(n.node, *n.children, n.distance, n.topics, n.share, n.words)
            for n in self.nodes
            if n.children is not None
        )

    def cut(self, n_groups: int) -> TopicGroupTable:
        """Return the topics in so many groups, largest first, as a table."""
        labels = {node.topics[0]: node.label for node in self.nodes if node.children is None}
        chosen = sorted(self._cut(n_groups), key=lambda node: (-node.share, node.node))
        return TopicGroupTable(
            TopicGroup(place, node.topics, [labels[k] for k in node.topics], node.share, node.words)
            for place, node in enumerate(chosen)
        )

    def to_newick(self) -> str:
        """Return the tree in Newick format, which programs for trees read.

        Lengths of branches are differences of distances.
        """

        def text(node: HierarchyNode, above: float) -> str:
            name = "'" + node.label.replace("'", "''") + "'"
            if node.children is not None:
                left, right = (text(self.nodes[child], node.distance) for child in node.children)
                name = f"({left},{right})"
            return f"{name}:{max(above - node.distance, 0):.6g}"

        return text(self.root, self.root.distance).rpartition(":")[0] + ";"

    def to_dicts(self) -> list[dict[str, Any]]:
        """Return the steps as dictionaries."""
        return self.merges.to_dicts()

    def to_polars(self) -> pl.DataFrame:
        """Return the steps as a polars data frame."""
        return self.merges.to_polars()

    def to_pandas(self) -> Any:
        """Return the steps as a pandas.DataFrame."""
        return self.merges.to_pandas()

    def text(self, width: int = _WIDTH) -> str:
        """Return the tree as text, in lines of at most `width` characters.

        With `n_groups`, the groups are shown with their topics below them.
        """
        lines = [_shortened(f"all {len(self.root.topics)} topics", [], width)]
        if self.n_groups is None:
            lines += self._branches(self.root, "", width)
        else:
            chosen = sorted(self._cut(self.n_groups), key=lambda node: (-node.share, node.node))
            for place, node in enumerate(chosen):
                corner, bar = _connectors(place == len(chosen) - 1)
                lines.append(_line(corner, node, width))
                if node.children is not None:
                    lines += self._leaves(node, bar, width)
        return "\n".join(lines)

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        return self.text()

    def _repr_html_(self) -> str:
        return f"<pre>{escape(self.text())}</pre>"

    def _cut(self, n_groups: int) -> list[HierarchyNode]:
        n_topics = len(self.root.topics)
        if not 1 <= n_groups <= n_topics:
            raise InputError(f"`n_groups` is {n_groups!r}; expected 1 to {n_topics}")
        chosen = [self.root]
        while len(chosen) < n_groups:  # the last step is undone first
            last = max(chosen, key=lambda node: node.node)
            assert last.children is not None
            chosen.remove(last)
            chosen += [self.nodes[child] for child in last.children]
        return chosen

    def _branches(self, node: HierarchyNode, before: str, width: int) -> Iterator[str]:
        if node.children is None:
            return
        for place, child in enumerate(node.children):
            corner, bar = _connectors(place == 1)
            yield _line(before + corner, self.nodes[child], width)
            yield from self._branches(self.nodes[child], before + bar, width)

    def _leaves(self, node: HierarchyNode, before: str, width: int) -> Iterator[str]:
        leaves = {each.topics[0]: each for each in self.nodes if each.children is None}
        for place, k in enumerate(node.topics):
            corner, _ = _connectors(place == len(node.topics) - 1)
            yield _line(before + corner, leaves[k], width)


def _connectors(is_last: bool) -> tuple[str, str]:
    return ("\u2514\u2500 ", "   ") if is_last else ("\u251c\u2500 ", "\u2502  ")


def _line(before: str, node: HierarchyNode, width: int) -> str:
    distance = "" if node.children is None else f" at {node.distance:.2f}"
    return _shortened(f"{before}{node.label}{distance}  {node.share:.1%} ", node.words, width)


def _shortened(text: str, words: Sequence[str], width: int) -> str:
    """Return the text, and after it as many words as fit."""
    line = visible(text)
    for word in map(visible, words):
        if len(line) + 1 + len(word) > width:
            break
        line += f" {word}"
    return line.rstrip()


def _listed(labels: Sequence[str]) -> str:
    return ", ".join(label.removeprefix("topic ") for label in labels)
