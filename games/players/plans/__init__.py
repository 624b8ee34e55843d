"""The plans of each game, each with a worth fitted on self-play."""

import json
from collections.abc import Mapping
from functools import cache
from importlib import resources

from ...core import Game
from ...registry import module_about
from .base import MeasuredPlan, Plan

CLEAR = 1.64  # standard errors that a worth must be from nothing: one-sided, five in a hundred
UNMEASURED = (0.0, 1.0, 1.0)  # worth, its standard error, spread


def plans_of(game: Game, options: Mapping[str, str]) -> tuple[Plan, ...]:
    """The plans of a game, from the module here that is named after it.

    () where there is no such module.
    """
    plans: tuple[Plan, ...] = getattr(module_about(game, __name__), "PLANS", ())
    return tuple(plan for plan in plans if plan.fits(options))


def kind_of(game: Game, options: Mapping[str, str]) -> str:
    """The name under which worths are kept.

    The game's slug, with the choice of an option that they depend on.
    """
    option = getattr(module_about(game, __name__), "DEPENDS", "")
    return f"{game.slug} {options[option]}" if option else game.slug


def measured_plans(game: Game, options: Mapping[str, str]) -> tuple[MeasuredPlan, ...]:
    """The plans that ``tools/plans.py`` measured as worth something; () where none is."""
    worths = _worths().get(kind_of(game, options), {})
    plans = []
    for plan in plans_of(game, options):
        worth, error, spread = worths.get(plan.slug, UNMEASURED)
        if worth >= CLEAR * error:
            plans.append(MeasuredPlan(plan, worth, spread))
    return tuple(plans)


@cache
def _worths() -> Mapping[str, Mapping[str, tuple[float, float, float]]]:
    """By kind and plan: worth, its standard error, and how far a seat usually is ahead."""
    text = (resources.files(__package__) / "worths.json").read_text("utf-8")
    worths: dict[str, dict[str, tuple[float, float, float]]] = json.loads(text)
    return worths
