"""What the buttons for a decision say, and what the picture shows of them."""

from random import Random

import pytest

import games
import render
from bot.chat.board.consequences import Consequence
from bot.chat.board.pickers import controls, legend, picker, question, rows
from bot.chat.discord.components import ButtonRow
from bot.chat.features.play.picker import ChooseMove
from bot.chat.language.i18n import Language
from games.core import Move, State
from render.choices import AREAS
from tests.bot.chat.discord_api import walk


def position(slug: str, *moves: str, **options: str) -> State:
    """The position of a game after these moves."""
    state = games.get(slug).start(**options)
    for move in moves:
        state = state.play(state.parse(move))
    return state


def labels(rows: list[ButtonRow]) -> list[str]:
    return [str(part["label"]) for part in walk(rows) if "label" in part]


def choice_press(token: str) -> ChooseMove:
    return ChooseMove(1, 1, 0, False, token)


def button_labels(state: State, focus: str = "") -> list[str]:
    """The labels of the buttons for a decision."""
    return labels(rows(Language(), picker(state, focus), choice_press))


def offering(slug: str, *kinds: str) -> State:
    """A position in which these kinds of choices are on one page."""
    random = Random(3)
    start = games.get(slug).start()
    state = start
    while True:
        found_kinds = {choice.kind for choice in picker(state).page.choices}
        if found_kinds.issuperset(kinds):
            return state
        moves = state.legal_moves()
        state = state.play(random.choice(moves)) if moves else start


def test_the_step_is_named_and_what_of_it_is_chosen_on_a_page() -> None:
    t = Language()
    assert (
        question(t, picker(position("snipsnip", board="hex-2-3")))
        == "Place a stone on a free point."
    )
    capture_position = position(
        "snipsnip", "d3", "b4", "b1", "b2", "b3", "a3", "a4", board="hex-2-4"
    )
    assert (
        question(t, picker(capture_position))
        == "2 of 2: remove one captured stone, then move again."
    )
    with_pillars = question(t, picker(position("loops-n-leaps", board="base10")))
    assert with_pillars.startswith("Place a man on an empty cell.\n-# Nobody plays on the pillars")
    assert with_pillars.endswith("\n-# Which part of the board?")
    state = position("vigilance", "g6", "h8")
    assert question(t, picker(state)).startswith(
        "3 of 3: place your opponent’s stone on any empty cell.\n-# White may"
    )


def test_where_to_is_asked_once_the_stone_was_pressed() -> None:
    state = offering("vigilance", "source")
    stone = next(choice for choice in picker(state).page.choices if choice.kind == "source")
    assert question(Language(), picker(state, stone.token)).endswith("\n-# Where do you play?")


def test_what_areas_are_is_said_where_stones_are_beside_them() -> None:
    with_stones = picker(offering("loops-n-leaps", "area", "source"))
    assert legend(Language(), with_stones)[0] == "-# A, B, C: press for that part of the board"
    assert legend(Language(), picker(games.get("loops-n-leaps").start())) == []


def test_all_steps_are_on_one_page_where_they_fit() -> None:
    state = position("veloop-hex")
    steps = [f"{move.source}-{move.target}" for move in state.legal_moves()]
    assert sorted(button_labels(state)) == sorted(steps)


@pytest.mark.parametrize(
    ("slug", "board"),
    [("snipsnip", "hex-2-4"), ("loop", "mini"), ("vigilance", "square-3-adjacent")],
)
def test_buttons_are_named_as_the_cells_on_the_picture(slug: str, board: str) -> None:
    state = games.get(slug).start(board=board)
    for focus in ("", "a0", "a1"):
        marks = picker(state, focus).marks
        names_on_picture = {mark.name for mark in marks.marks}
        names_on_picture.update(AREAS[: len(marks.areas)])
        names_on_buttons = {label.split(" ")[0] for label in button_labels(state, focus)}
        assert names_on_buttons == names_on_picture


def test_numbers_stand_for_names_that_would_not_fit() -> None:
    state = games.get("loop").start(board="lazo145")
    assert not render.names_fit(state.board)
    nine = picker(state, only=state.legal_moves()[:9])
    assert [mark.name for mark in nine.marks.marks] == [str(number) for number in range(1, 10)]
    label = labels(rows(Language(), nine, choice_press))[0]
    assert label == f"1 · {nine.page.choices[0].moves[0].target}"


def test_an_enlarged_part_has_room_for_names() -> None:
    state = games.get("loop").start(board="lazo145")
    cell = picker(state, "a0").page.choices[0].cells[0]
    assert button_labels(state, "a0")[0] == cell


@pytest.mark.parametrize(("slug", "first"), [("loop", "1a1"), ("loops-n-leaps", "h1")])
def test_swapping_sides_is_a_button_of_its_own_beside_the_cells(slug: str, first: str) -> None:
    choices = picker(position(slug, first))
    buttons = controls(Language(), choices, choice_press)
    assert [button["label"] for button in buttons] == [f"Take over {first}"]
    assert len(choices.page.moves) > 50


def test_what_a_press_takes_and_seals_is_named_and_shown() -> None:
    state = position("snipsnip", "d3", "b4", "b1", "b2", "b3", "a3", board="hex-2-4")
    choices = picker(state)
    captures = []
    for label, choice in zip(button_labels(state), choices.page.choices, strict=True):
        move = choice.moves[0]
        captures_something = bool(choices.consequences[move].captures)
        assert label.endswith(" ×1") == captures_something
        if captures_something:
            captures.append(move)
    assert captures
    assert set(choices.marks.captures) <= set(state.pieces())
    cells = {mark.cell for mark in choices.marks.marks if mark.takes}
    assert cells == {move.target for move in captures}
    assert legend(Language(), choices) == ["-# × = stones captured"]


def test_both_are_named_where_one_press_takes_and_seals() -> None:
    consequences = {Move("place", "a1"): Consequence(captures=("b1",), seals=("c1",))}
    choices = picker(position("vigilance"))._replace(consequences=consequences)
    assert legend(Language(), choices)[-2:] == [
        "-# × = stones captured",
        "-# + = more cells sealed off",
    ]
