"""The reason for a recommended number of topics, in a few sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from thalweg.choosing_k.recommendation import STANDARD_ERRORS

if TYPE_CHECKING:
    from thalweg.choosing_k.k_choice import KChoice

NOTABLE_COHERENCE = 0.015  # larger than differences between seeds, measured on AP and NIPS
UNSTABLE = 0.25  # below this, topics of a synthetic corpus were unrelated to the true ones


def reason(choice: KChoice) -> str:
    """Explain why a number of topics is recommended, and what the score does not show."""
    sentences = (
        _about_score(choice),
        _about_range(choice),
        _about_surplus(choice),
        _about_coherence(choice),
        _about_stability(choice),
    )
    return " ".join(filter(None, sentences))


def _about_score(choice: KChoice) -> str:
    chosen, best = choice.chosen, choice.best
    if len(choice) == 1:
        return f"Only {chosen.k} topics were tried."
    fewer = "" if chosen is choice[0] else " Fewer topics predict worse."
    if chosen is best:
        return f"{chosen.k} topics predict held-out documents best.{fewer}"
    return (
        f"{chosen.k} topics predict held-out documents as well as {best.k}, the best: the "
        f"difference of {choice.behind(chosen):.4f} per token is within {STANDARD_ERRORS:.0f} "
        f"standard errors of {choice.error_behind(chosen):.4f}.{fewer}"
    )


def _about_range(choice: KChoice) -> str:
    if len(choice) == 1:
        return ""
    if choice.chosen is choice[-1]:
        return "This is the largest number that was tried: try larger ones."
    if choice.chosen is choice[0] and choice.k > 1:
        return "This is the smallest number that was tried: try smaller ones."
    return ""


def _about_surplus(choice: KChoice) -> str:
    chosen = choice.chosen
    if chosen.surplus < 1:
        return ""
    left = max(1.0, chosen.k - chosen.surplus)
    return (
        f"Of {chosen.k} topics, {left:.0f} are neither dead nor duplicates of others (mean of the "
        "runs)."
    )


def _about_coherence(choice: KChoice) -> str:
    chosen = choice.chosen
    coherent = max(choice, key=lambda trial: trial.coherence)
    if coherent.coherence <= chosen.coherence + NOTABLE_COHERENCE:
        return ""
    return (
        f"For people to read, consider {coherent.k}: the words of its topics occur together most "
        f"often (coherence {coherent.coherence:.3f} compared to {chosen.coherence:.3f})."
    )


def _about_stability(choice: KChoice) -> str:
    stability = choice.chosen.stability
    if stability is None:
        return ""
    if stability >= UNSTABLE:
        return f"Runs share {stability:.0%} of their topics' words."
    return (
        f"Runs share only {stability:.0%} of their topics' words: another run finds other topics. "
        "There may be too few documents, or they may be too short."
    )
