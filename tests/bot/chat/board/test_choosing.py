"""Every decision can be made by pressing, in few presses: over all games, boards and options,
without Discord.
"""

from collections.abc import Iterator
from itertools import product
from random import Random
from statistics import mean

import pytest

import games
from bot.chat.board.choosing import MOST_AREAS, MOST_CHOICES, ChoicePage, decision, page
from bot.chat.discord.press import LONGEST
from bot.chat.features.play.picker import ChooseMove
from games.core import Game, Move, State
from tests.games.example import example
from tests.sampling import some_of_each

GAMES = (*games.catalog(), example())
EVERY = 3


def some_variants(game: Game) -> Iterator[dict[str, str]]:
    """Each board of a game with every third combination of its other options."""
    names = [option.name for option in game.options]
    board = names.index("board")
    others = [option.choices for option in game.options if option.name != "board"]
    for number, choice in enumerate(game.options[board].choices):
        combinations = list(product(*others))
        for values in combinations[number % EVERY % len(combinations) :: EVERY]:
            chosen = [*values[:board], choice, *values[board:]]
            yield dict(zip(names, chosen, strict=True))


VARIANTS = [(game, options) for game in GAMES for options in some_variants(game)]
TARGETS = {
    ("snipsnip", "hex-4-5"): 4.0,
    ("loop", "main"): 4.0,
    ("veloop-hex", "hex34"): 4.0,
    ("loops-n-leaps", "base8"): 4.0,
    ("veloop-square", "8x8"): 6.0,
    ("vigilance", "square-4-adjacent"): 6.0,
}
"""How many presses a turn may take in the mean, Move and Play included."""


def boards() -> Iterator[tuple[Game, str]]:
    for game in games.catalog():
        for board in next(option.choices for option in game.options if option.name == "board"):
            yield game, board


def reached(state: State, focus: str = "") -> Iterator[tuple[Move, ChoicePage]]:
    """Every decision that pressing leads to, with the page it stands on."""
    shown = page(state, focus)
    assert shown.focus == focus
    yield from ((move, shown) for move in shown.specials)
    for choice in shown.choices:
        pressed = shown.after(choice)
        if decision(pressed) is None:
            yield from reached(state, pressed)
        else:
            assert decision(pressed) == str(choice.moves[0])
            yield choice.moves[0], shown


def presses(state: State, move: Move) -> int:
    focus = ""
    count = 1
    while move not in (shown := page(state, focus)).specials:
        choice = next(choice for choice in shown.choices if move in choice.moves)
        if choice.kind == "move":
            break
        focus = shown.after(choice)
        count = count + 1
    return count


def positions(game: Game, options: dict[str, str], seed: int, most: int) -> list[State]:
    random = Random(seed)
    states = [game.start(**options)]
    while states[-1].to_move is not None:
        states.append(states[-1].play(random.choice(states[-1].legal_moves())))
    return [states[0], states[1], *random.sample(states[:-1], min(most, len(states) - 1))]


@pytest.mark.parametrize(
    ("game", "options"),
    some_of_each(VARIANTS, 4, lambda case: case[0].slug),
    ids=lambda one: getattr(one, "slug", None),
)
def test_every_decision_of_every_variant_is_reached_once_by_pressing(
    game: Game, options: dict[str, str]
) -> None:
    for state in positions(game, options, 1, 3):
        leaves = list(reached(state))
        assert sorted(str(move) for move, _ in leaves) == sorted(map(str, state.legal_moves()))
        for shown in {shown.focus: shown for _, shown in leaves}.values():
            tokens = [shown.after(choice) for choice in shown.choices]
            assert 0 < len(tokens) + len(shown.specials) <= MOST_CHOICES + 1
            assert len(set(tokens)) == len(tokens)
            for token in tokens:
                assert len(str(ChooseMove(1 << 40, 9999, 99, True, token))) <= LONGEST
            # On the picture no two choices are marked alike.
            assert len({(choice.kind == "area", choice.cells) for choice in shown.choices}) == len(
                shown.choices
            )


def test_buttons_stand_as_the_cells_in_the_picture_and_stones_before_their_targets() -> None:
    shown = page(games.get("snipsnip").start(board="ortho-5"))
    assert [choice.cells[0] for choice in shown.choices[:6]] == ["a5", "b5", "c5", "d5", "e5", "a4"]
    assert [choice.cells[0] for choice in shown.turned().choices[:6]] == [
        "e1",
        "d1",
        "c1",
        "b1",
        "a1",
        "e2",
    ]
    for game, options in ((game, {}) for game in GAMES):
        for state in positions(game, options, 1, 2):
            board = state.board
            steps = [choice for choice in page(state).choices if choice.kind == "move"]
            places = [
                [(-round(board.xy(cell)[1], 2), board.xy(cell)[0]) for cell in step.cells]
                for step in steps
            ]
            assert places == sorted(places)


def test_an_area_is_one_side_of_a_straight_line() -> None:
    state = games.get("loops-n-leaps").start(board="base10")
    board = state.board
    choices = page(state).choices
    areas = [choice for choice in choices if choice.kind == "area"]
    assert len(areas) == MOST_AREAS
    for one, other in product(areas, areas):
        if one is not other:
            separated = (
                max(board.xy(cell)[axis] for cell in first.cells)
                < min(board.xy(cell)[axis] for cell in second.cells)
                for axis in (0, 1)
                for first, second in ((one, other), (other, one))
            )
            assert any(separated)


def test_of_too_many_cells_areas_are_chosen_first_and_then_shown_alone() -> None:
    state = games.get("vigilance").start()
    areas = page(state).choices
    assert len(areas) > 1
    assert all(choice.kind == "area" for choice in areas)
    for area in areas:
        shown = page(state, page(state).after(area))
        assert (
            sorted(shown.within)
            == sorted(area.cells)
            == sorted(choice.cells[0] for choice in shown.choices)
        )


def test_stones_with_few_targets_are_steps_as_long_as_they_fit() -> None:
    """Buttons of steps are wider than those of cells: no page takes more than five rows of a
    phone.
    """
    opened = 0
    for state in positions(games.get("vigilance"), {"board": "square-4-adjacent"}, 3, 12):
        choices = page(state).choices
        assert sum(choice.width for choice in choices) < MOST_CHOICES + 1
        kinds = {choice.kind for choice in choices}
        opened += kinds == {"move", "source"}
        for stone in (choice for choice in choices if choice.kind == "source"):
            assert all(
                step.cells == (step.moves[0].target,) for step in page(state, stone.token).choices
            )
    assert opened


def test_what_makes_no_sense_begins_anew() -> None:
    state = games.get("veloop-square").start()
    first = page(state)
    for focus in ("a7", "sz9", "x", "..", "se4.se4", "t", "a0.a0.a0", "m"):
        assert page(state, focus) == first


def turns(game: Game, board: str, matches: int) -> tuple[tuple[int, str], ...]:
    """How many presses each turn of some random matches takes, *Move* and *Play* included, and the
    turn.
    """
    played = []
    for seed in range(matches):
        random = Random(seed)
        state = game.start(board=board)
        while state.to_move is not None:
            seat = state.to_move
            count = 2
            turn = []
            while state.to_move == seat:
                legal = state.legal_moves()
                move = random.choice(legal)
                # What needs no choice is not asked.
                count += presses(state, move) if len(legal) > 1 else 0
                turn.append(str(move))
                state = state.play(move)
            if turn != ["pass"]:
                played.append((count, " ".join(turn)))
    return tuple(played)


SOME = [(game, board, 2) for game, board in boards() if (game.slug, board) in TARGETS]
ALL = [(game, board, 6 if (game.slug, board) in TARGETS else 1) for game, board in boards()]


@pytest.mark.parametrize(
    ("game", "board", "matches"),
    [*SOME, *(pytest.param(*case, marks=pytest.mark.slow) for case in ALL)],
    ids=lambda value: getattr(value, "slug", value),
)
def test_a_turn_takes_few_presses(game: Game, board: str, matches: int) -> None:
    """Shown with ``-rP``: the mean, and the longest turn of each board."""
    counted = turns(game, board, matches)
    most = mean(count for count, _ in counted)
    print(f"{game.slug} {board}: {most:.2f} presses a turn; the longest {max(counted)}")
    assert most <= TARGETS.get((game.slug, board), 7.5)
