"""Each caption of the rules tells of the turn that its picture shows."""

import re
from collections.abc import Iterable, Iterator, Sequence
from math import dist

import pytest
from _pytest.mark import ParameterSet

import games
from bot.domain import variants
from games.core import State
from games.teaching import Example, rules_of
from render.layout import layout
from render.pictures import scene
from render.views.loop import map_levels


def examples() -> Iterator[ParameterSet]:
    """Every example in the rules of a game and of its variants, once."""
    for game in games.catalog():
        pages = [*rules_of(game)]
        for options in variants.every(game):
            pages += rules_of(game, options)
        examples_so_far = list[Example]()
        for page in pages:
            if page.example is not None and page.example not in examples_so_far:
                examples_so_far.append(page.example)
                yield pytest.param(
                    game.slug, page.example, id=f"{game.slug}-{len(examples_so_far)}"
                )


SIGNS = {
    "placed": r"\bnew\b|placed|places",
    "covered": r"\bcovers",
    "slid": r"\bslid\b",
    "leapt": r"leaper (went|landed)",
    "swapped": r"swapped|moved from",
    "captured": r"captured|trapped|leave the board",
    "converted": r"turned (white|black)",
    "promoted": r"crowned",
    "looped": r"ring (closes|surrounds)|bridges|wall (is closed|:)|’s wall",
    "surrounded": r"surround(s|ed)",
    "over": r"finished match|\bwins\b|loses|sealed cells",
    "threatened": r"in danger",
    "banned": r"no-entry",
}
"""Words of a caption that tell of a kind of event, or of something of the whole position."""
WHOLE = {"over", "threatened", "banned"}
"""What is told of a whole position."""
MARKED = {"placed", "slid", "leapt", "captured", "converted", "promoted"}
"""Kinds of events whose cells are marked in the picture of a match that goes on."""
CELL = r"\d?[a-z]\d+"


def is_near(item: object, place: tuple[float, float]) -> bool:
    """Whether a mark is drawn on a place."""
    points = getattr(item, "points", ())
    if not points and hasattr(item, "point"):
        points = (item.point,)
    return any(dist(point, place) < 0.75 for point in points)


def facts_of(turn: Sequence[State]) -> set[str]:
    """The kinds of events in a turn, and what is so of the position after it."""
    last = turn[-1]
    facts = {event.kind for state in turn[1:] for event in state.events}
    if last.outcome:
        facts.add("over")
    if last.threats:
        facts.add("threatened")
    if last.marks.get("banned"):
        facts.add("banned")
    return facts


def claims_of(caption: str, kinds: Iterable[str]) -> set[str]:
    """What a caption tells of."""
    claims = set()
    for kind in kinds:
        sign = SIGNS.get(kind, rf"\b{kind}")
        if re.search(sign, caption, re.IGNORECASE):
            claims.add(kind)
    return claims


@pytest.mark.parametrize(("slug", "example"), list(examples()))
def test_a_caption_tells_of_the_last_turn_that_is_drawn(slug: str, example: Example) -> None:
    states, start = example.states(games.get(slug))
    turn = states[start:]
    last = states[-1]
    events = [event for state in turn[1:] for event in state.events]

    facts = facts_of(turn)
    claims = claims_of(example.caption, {*SIGNS, *facts})
    assert claims
    assert claims <= facts
    if not claims & WHOLE:
        for state in turn[1:]:
            assert claims & {event.kind for event in state.events}, state.last_move

    moves = {str(state.last_move) for state in turn[1:]}
    for move in re.findall(f"{CELL}-{CELL}", example.caption):
        assert move in moves

    cells = {*last.pieces(), *last.marks.get("banned", ())}
    for event in events:
        cells.update(event.cells)
    assert set(re.findall(rf"\b{CELL}\b", example.caption)) <= cells

    if last.outcome is None:
        marks = set(scene(last, turn=turn).items) - set(scene(last, highlight=False).items)
        centre = layout(last.board, False, True, False, map_levels(last)).centre
        for event in events:
            if event.kind in MARKED:
                for cell in event.cells:
                    assert any(is_near(mark, centre(cell)) for mark in marks), (event, cell)
