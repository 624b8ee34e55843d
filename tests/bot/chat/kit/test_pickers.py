"""What the menus for a decision say where a turn has several decisions."""

from __future__ import annotations

import games
from bot.chat.features.play.presses import PickMove
from bot.chat.kit.language.i18n import Language
from bot.chat.kit.match.pickers import NOTHING, Picked, menus, targets
from games.core import State


def after(slug: str, *moves: str, **options: str) -> State:
    state = games.get(slug).start(**options)
    for move in moves:
        state = state.play(state.parse(move))
    return state


def asked(state: State) -> list[str]:
    """What the menus ask for the next decision."""
    rows = menus(Language(), state, NOTHING, lambda menu: PickMove(1, 1, 0, menu))
    return [row.to_component_dict()["components"][0]["placeholder"] for row in rows]


def test_the_menus_ask_for_what_can_be_done() -> None:
    assert asked(after("veloop-square", "e4-f6", "f5-e3")) == ["Which stone do you use?"]
    assert asked(after("snipsnip")) == ["Where do you play?"]
    assert asked(after("snipsnip", "d3", "b4", "b1", "b2", "b3", "a3", "a4")) == ["Which stone do you take off?"]
    doubled = after("loops-n-leaps", "c5", "c3", "e6", "g3", "d7", "a7", "c7", "a6", board="base4")
    assert "Where do you place, or with what do you leap?" in asked(doubled)


def test_dots_lead_on_from_what_is_chosen() -> None:
    start = games.get("loops-n-leaps").start()
    assert targets(start, NOTHING) == frozenset()
    assert targets(start, Picked(area="e")) == {move.target for move in start.legal_moves() if move.target[0] == "e"}
    veloop = after("veloop-square", "e4-f6", "f5-e3")
    assert targets(veloop, Picked(area="f", source="f5")) == {
        move.target for move in veloop.legal_moves() if move.source == "f5"
    }
