"""The plans of each game: what is strong and weak in a quiet position, each with a worth fitted on
self-play.
"""

import json
from collections.abc import Mapping
from functools import cache
from importlib import resources

from ...core import Game
from ...registry import module_about
from .base import Fitted, Plan

CLEAR = 1.64  # standard errors that a worth must be from nothing: one-sided, five in a hundred


def plans_of(game: Game, options: Mapping[str, str]) -> tuple[Plan, ...]:
    """The plans of a game, from the module here that is named after it; () where there is no such
    module.
    """
    plans: tuple[Plan, ...] = getattr(module_about(game, __name__), "PLANS", ())
    return tuple(plan for plan in plans if plan.fits(options))


def kind_of(game: Game, options: Mapping[str, str]) -> str:
    """The name under which worths are kept: the game's slug, with the choices of an option that
    they depend on.
    """
    option = getattr(module_about(game, __name__), "DEPENDS", "")
    return f"{game.slug} {options[option]}" if option else game.slug


def worthy(game: Game, options: Mapping[str, str]) -> tuple[Fitted, ...]:
    """The plans that ``tools/plans.py`` measured as worth something; () where none is."""
    known = _worths().get(kind_of(game, options), {})
    fitted = ((plan, *known.get(plan.slug, (0.0, 1.0, 1.0))) for plan in plans_of(game, options))
    return tuple(
        Fitted(plan, worth, spread)
        for plan, worth, error, spread in fitted
        if worth >= CLEAR * error
    )


@cache
def _worths() -> Mapping[str, Mapping[str, tuple[float, float, float]]]:
    """By kind and plan: its worth, the standard error of that, and how far a seat usually is
    ahead.
    """
    worths: dict[str, dict[str, tuple[float, float, float]]]
    worths = json.loads((resources.files(__package__) / "worths.json").read_text("utf-8"))
    return worths
