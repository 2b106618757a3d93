"""The reason for a recommended number of topics, in a few sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from thalweg.choosing_k.recommendation import gain

if TYPE_CHECKING:
    from thalweg.choosing_k.k_choice import KChoice
    from thalweg.choosing_k.recommendation import KTrial

UNSTABLE = 0.25  # below this, topics of a synthetic corpus were unrelated to the true ones
NOTABLE_GAIN = 0.05  # if the last step of K adds a smaller share of the gain, the curve is flat


def reason(choice: KChoice) -> str:
    """Explain why a number of topics is recommended, and what the other two choices offer."""
    if len(choice) == 1:
        sentences = [f"Only {_topics(choice.k)} {_were(choice.k)} tried."]
    else:
        sentences = [
            _about_balance(choice),
            _about_small(choice),
            _about_large(choice),
            _about_range(choice),
        ]
    sentences += [_about_surplus(choice.chosen), _about_stability(choice.chosen)]
    return " ".join(filter(None, sentences))


def _about_balance(choice: KChoice) -> str:
    """Say in one sentence how prediction and readability were weighed."""
    medium, large = choice.medium, choice.large
    best = f"{_topics(medium.k)} {_are(medium.k)} the best balance of prediction and readability:"
    if medium is not large:
        figures = [f"coherence {medium.coherence:.2f} instead of {large.coherence:.2f}"]
        if medium.stability is not None and large.stability is not None:
            figures.append(f"stability {medium.stability:.0%} instead of {large.stability:.0%}")
        figures.append(
            f"distinctness {medium.distinctness:.0%} instead of {large.distinctness:.0%}"
        )
        return (
            f"{best} {choice.gain(medium):.0%} of what {_topics(large.k)} gain in held-out score "
            f"over a single topic, with {_listed(figures)}."
        )
    facts = []
    if medium is not choice[-1]:
        facts.append("more topics do not predict held-out documents better")
    if medium is not choice[0]:
        facts.append("fewer lose more in prediction than they gain in readability")
    return f"{best} {' and '.join(facts)}."


def _about_small(choice: KChoice) -> str:
    small, medium = choice.small, choice.medium
    if small is medium:
        fewer = any(1 < trial.k <= medium.k / 2 for trial in choice)
        return "Small and medium are the same, because fewer topics are clearly worse." * fewer
    return (
        f"A small choice, for an overview: {_topics(small.k)}, with {choice.gain(small):.0%} of "
        "the gain."
    )


def _about_large(choice: KChoice) -> str:
    large, best = choice.large, choice.best
    if large is choice.medium:
        return ""
    verdict = "which predict best" if large is best else f"which predict as well as {best.k}"
    return f"A large choice, for detail and search: {_topics(large.k)}, {verdict}."


def _about_range(choice: KChoice) -> str:
    chosen = choice.chosen
    if chosen is choice[-1] and gain(chosen, chosen) - gain(choice[-2], chosen) >= NOTABLE_GAIN:
        return f"{chosen.k} is the largest number that was tried: try larger ones."
    if chosen is choice[0] and chosen.k > 2:
        return f"{chosen.k} is the smallest number that was tried: try smaller ones."
    return ""


def _about_surplus(chosen: KTrial) -> str:
    if chosen.surplus < 1:
        return ""
    left = max(1.0, chosen.k - chosen.surplus)
    return (
        f"Of {_topics(chosen.k)}, {left:.0f} are neither dead nor duplicates of others (mean of "
        "the runs)."
    )


def _about_stability(chosen: KTrial) -> str:
    if chosen.stability is None or chosen.stability >= UNSTABLE:
        return ""
    return (
        f"Runs share only {chosen.stability:.0%} of their topics' words: another run finds other "
        "topics. There may be too few documents, or they may be too short."
    )


def _topics(k: int) -> str:
    return f"{k} topic{'s' * (k != 1)}"


def _are(k: int) -> str:
    return "is" if k == 1 else "are"


def _were(k: int) -> str:
    return "was" if k == 1 else "were"


def _listed(parts: list[str]) -> str:
    return f"{', '.join(parts[:-1])} and {parts[-1]}"
