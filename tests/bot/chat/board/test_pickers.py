"""What the buttons for a decision say, and what the picture shows of them."""

from random import Random

import games
import render
from bot.chat.board.consequences import Consequence
from bot.chat.board.pickers import controls, legend, picker, question, rows
from bot.chat.discord.components import Row
from bot.chat.features.play.picker import ChooseMove
from bot.chat.language.i18n import Language
from games.core import Move, State
from render.choices import AREAS
from tests.bot.chat.discord_api import walk


def after(slug: str, *moves: str, **options: str) -> State:
    state = games.get(slug).start(**options)
    for move in moves:
        state = state.play(state.parse(move))
    return state


def labels(rows: list[Row]) -> list[str]:
    return [str(part["label"]) for part in walk(rows) if "label" in part]


def shown(state: State, focus: str = "") -> list[str]:
    """The labels of the buttons for a decision."""
    return labels(
        rows(Language(), picker(state, focus), lambda pressed: ChooseMove(1, 1, 0, False, pressed))
    )


def offering(slug: str, *kinds: str) -> State:
    """A position in which these kinds of choices are on one page."""
    random = Random(3)
    state = games.get(slug).start()
    while not {choice.kind for choice in picker(state).page.choices}.issuperset(kinds):
        moves = state.legal_moves()
        state = state.play(random.choice(moves)) if moves else games.get(slug).start()
    return state


def test_the_step_is_named_and_what_of_it_is_chosen_on_a_page() -> None:
    t = Language()
    assert (
        question(t, picker(after("snipsnip", board="hex-2-3"))) == "Place a stone on a free point."
    )
    taking = after("snipsnip", "d3", "b4", "b1", "b2", "b3", "a3", "a4", board="hex-2-4")
    assert question(t, picker(taking)) == "2 of 2: remove one captured stone, then move again."
    pillared = question(t, picker(games.get("loops-n-leaps").start(board="base10")))
    assert pillared.startswith("Place a man on an empty cell.\n-# Nobody plays on the pillars")
    assert pillared.endswith("\n-# Which part of the board?")
    state = after("vigilance", "g6", "h8")
    assert question(t, picker(state)).startswith(
        "3 of 3: place your opponent’s stone on any empty cell.\n-# White may"
    )


def test_where_to_is_asked_once_the_stone_was_pressed() -> None:
    state = offering("vigilance", "source")
    stone = next(choice for choice in picker(state).page.choices if choice.kind == "source")
    assert question(Language(), picker(state, stone.token)).endswith("\n-# Where do you play?")


def test_what_areas_are_is_said_where_stones_are_beside_them() -> None:
    beside = picker(offering("loops-n-leaps", "area", "source"))
    assert legend(Language(), beside)[0] == "-# A, B, C: press for that part of the board"
    assert legend(Language(), picker(games.get("loops-n-leaps").start())) == []


def test_all_steps_are_on_one_page_where_they_fit() -> None:
    state = after("veloop-hex")
    assert sorted(shown(state)) == sorted(
        f"{move.source}-{move.target}" for move in state.legal_moves()
    )


def test_buttons_are_named_as_the_cells_on_the_picture() -> None:
    for slug in ("snipsnip", "loop", "vigilance"):
        board = {"snipsnip": "hex-2-4", "loop": "mini", "vigilance": "square-3-adjacent"}[slug]
        state = games.get(slug).start(board=board)
        for focus in ("", "a0", "a1"):
            picked = picker(state, focus)
            marked = {mark.name for mark in picked.marks.marks} | set(
                AREAS[: len(picked.marks.areas)]
            )
            assert {label.split(" ")[0] for label in shown(state, focus)} == marked


def test_numbers_stand_for_names_that_would_not_fit() -> None:
    state = games.get("loop").start(board="lazo145")
    assert not render.names_fit(state.board)
    picked = picker(state, only=state.legal_moves()[:9])
    assert [mark.name for mark in picked.marks.marks] == [str(n) for n in range(1, 10)]
    label = labels(rows(Language(), picked, lambda pressed: ChooseMove(1, 1, 0, False, pressed)))[0]
    assert label == f"1 · {picked.page.choices[0].moves[0].target}"
    assert shown(state, "a0")[0] == picker(state, "a0").page.choices[0].cells[0], (
        "an enlarged part has room for names"
    )


def test_swapping_sides_is_a_button_of_its_own_beside_the_cells() -> None:
    for slug, first in (("loop", "1a1"), ("loops-n-leaps", "h1")):
        picked = picker(after(slug, first))
        buttons = controls(Language(), picked, lambda pressed: ChooseMove(1, 1, 0, False, pressed))
        assert [button["label"] for button in buttons] == [f"Take over {first}"]
        assert len(picked.page.moves) > 50


def test_what_a_press_takes_and_seals_is_named_and_shown() -> None:
    state = after("snipsnip", "d3", "b4", "b1", "b2", "b3", "a3", board="hex-2-4")
    picked = picker(state)
    taking = [
        choice.moves[0]
        for choice in picked.page.choices
        if picked.consequences[choice.moves[0]].captures
    ]
    assert taking
    for label, choice in zip(shown(state), picked.page.choices, strict=True):
        assert label.endswith(" ×1") == (choice.moves[0] in taking)
    assert set(picked.marks.captures) <= set(state.pieces())
    assert {mark.cell for mark in picked.marks.marks if mark.takes} == {
        move.target for move in taking
    }
    assert legend(Language(), picked) == ["-# × = stones captured"]


def test_both_are_named_where_one_press_takes_and_seals() -> None:
    does = {Move("place", "a1"): Consequence(captures=("b1",), seals=("c1",))}
    picked = picker(after("vigilance"))._replace(consequences=does)
    assert legend(Language(), picked)[-2:] == [
        "-# × = stones captured",
        "-# + = more cells sealed off",
    ]
