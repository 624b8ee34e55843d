"""Every decision can be made by pressing, in few presses: over all games, boards and options,
without Discord.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations, product
from random import Random
from statistics import mean

import pytest
from _pytest.mark import ParameterSet

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
    (board_option,) = [option for option in game.options if option.name == "board"]
    other_options = [option for option in game.options if option.name != "board"]
    names = [option.name for option in other_options]
    combinations = list(product(*(option.choices for option in other_options)))
    for number, board in enumerate(board_option.choices):
        start = number % EVERY % len(combinations)
        for values in combinations[start::EVERY]:
            other_values = dict(zip(names, values, strict=True))
            yield {"board": board, **other_values}


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
    """Every board of every game."""
    for game in games.catalog():
        (option,) = [option for option in game.options if option.name == "board"]
        for board in option.choices:
            yield game, board


def reachable(state: State, focus: str = "") -> Iterator[tuple[Move, ChoicePage]]:
    """Every decision that pressing leads to, with the page it stands on."""
    current = page(state, focus)
    assert current.focus == focus
    for move in current.specials:
        yield move, current
    for choice in current.choices:
        token = current.after(choice)
        if decision(token) is None:
            yield from reachable(state, token)
        else:
            assert decision(token) == str(choice.moves[0])
            yield choice.moves[0], current


def presses(state: State, move: Move) -> int:
    """How many presses lead to a decision."""
    current = page(state)
    count = 1
    while move not in current.specials:
        choice = next(choice for choice in current.choices if move in choice.moves)
        if choice.kind == "move":
            break
        current = page(state, current.after(choice))
        count += 1
    return count


def positions(game: Game, options: dict[str, str], seed: int, most: int) -> list[State]:
    """The first two positions of a random match, and some others."""
    random = Random(seed)
    state = game.start(**options)
    states = [state]
    while state.to_move is not None:
        state = state.play(random.choice(state.legal_moves()))
        states.append(state)
    count = min(most, len(states) - 1)
    return [states[0], states[1], *random.sample(states[:-1], count)]


@pytest.mark.parametrize(
    ("game", "options"),
    some_of_each(VARIANTS, 4, lambda case: case[0].slug),
    ids=lambda one: getattr(one, "slug", None),
)
def test_every_decision_of_every_variant_is_reached_once_by_pressing(
    game: Game, options: dict[str, str]
) -> None:
    for state in positions(game, options, 1, 3):
        leaves = list(reachable(state))
        moves = [str(move) for move, _ in leaves]
        assert sorted(moves) == sorted(map(str, state.legal_moves()))
        pages = {current.focus: current for _, current in leaves}
        for current in pages.values():
            check_page(current)


def check_page(current: ChoicePage) -> None:
    """Assert that a page's buttons fit, and that no two of them are alike."""
    tokens = [current.after(choice) for choice in current.choices]
    assert 0 < len(tokens) + len(current.specials) <= MOST_CHOICES + 1
    assert len(set(tokens)) == len(tokens)
    for token in tokens:
        custom_id = str(ChooseMove(1 << 40, 9999, 99, True, token))
        assert len(custom_id) <= LONGEST
    # On the picture no two choices are marked alike.
    marks = {(choice.kind == "area", choice.cells) for choice in current.choices}
    assert len(marks) == len(current.choices)


def first_cells(current: ChoicePage) -> list[str]:
    return [choice.cells[0] for choice in current.choices]


def test_buttons_stand_as_the_cells_in_the_picture() -> None:
    current = page(games.get("snipsnip").start(board="ortho-5"))
    assert first_cells(current)[:6] == ["a5", "b5", "c5", "d5", "e5", "a4"]
    assert first_cells(current.turned())[:6] == ["e1", "d1", "c1", "b1", "a1", "e2"]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_steps_stand_as_their_stones_and_then_their_targets_in_the_picture(game: Game) -> None:
    for state in positions(game, {}, 1, 2):
        places = []
        for choice in page(state).choices:
            if choice.kind == "move":
                places.append([place_in_reading_order(state, cell) for cell in choice.cells])
        assert places == sorted(places)


def place_in_reading_order(state: State, cell: str) -> tuple[float, float]:
    """A cell's row from the top, and its place in that."""
    x, y = state.board.xy(cell)
    return (-round(y, 2), x)


def test_an_area_is_one_side_of_a_straight_line() -> None:
    state = games.get("loops-n-leaps").start(board="base10")
    areas = [choice for choice in page(state).choices if choice.kind == "area"]
    assert len(areas) == MOST_AREAS
    for one, other in combinations(areas, 2):
        assert are_separate(state, one.cells, other.cells), (one.cells, other.cells)


def are_separate(state: State, cells: Sequence[str], other_cells: Sequence[str]) -> bool:
    """Whether a horizontal or vertical line has all of one on one side, all others on the other."""
    for axis in (0, 1):
        places = [state.board.xy(cell)[axis] for cell in cells]
        other_places = [state.board.xy(cell)[axis] for cell in other_cells]
        if max(places) < min(other_places) or max(other_places) < min(places):
            return True
    return False


def test_of_too_many_cells_areas_are_chosen_first_and_then_shown_alone() -> None:
    state = games.get("vigilance").start()
    first_page = page(state)
    assert len(first_page.choices) > 1
    for area in first_page.choices:
        assert area.kind == "area"
        page_of_area = page(state, first_page.after(area))
        assert sorted(page_of_area.within) == sorted(area.cells)
        assert sorted(first_cells(page_of_area)) == sorted(area.cells)


def test_stones_with_few_targets_are_steps_as_long_as_they_fit() -> None:
    """Buttons of steps are wider than those of cells: no page takes more than five rows of a
    phone.
    """
    pages_with_both = 0
    for state in positions(games.get("vigilance"), {"board": "square-4-adjacent"}, 3, 12):
        choices = page(state).choices
        assert sum(choice.width for choice in choices) < MOST_CHOICES + 1
        if {choice.kind for choice in choices} == {"move", "source"}:
            pages_with_both += 1
        for stone in choices:
            if stone.kind == "source":
                for step in page(state, stone.token).choices:
                    assert step.cells == (step.moves[0].target,)
    assert pages_with_both


def test_what_makes_no_sense_begins_anew() -> None:
    state = games.get("veloop-square").start()
    first = page(state)
    for focus in ("a7", "sz9", "x", "..", "se4.se4", "t", "a0.a0.a0", "m"):
        assert page(state, focus) == first


def turns(game: Game, board: str, matches: int) -> list[tuple[int, str]]:
    """How many presses each turn of some random matches takes, *Move* and *Play* included, and the
    turn.
    """
    turns = []
    for seed in range(matches):
        random = Random(seed)
        state = game.start(board=board)
        while state.to_move is not None:
            seat = state.to_move
            count = 2
            decisions = []
            while state.to_move == seat:
                legal = state.legal_moves()
                move = random.choice(legal)
                if len(legal) > 1:  # what needs no choice is not asked
                    count += presses(state, move)
                decisions.append(str(move))
                state = state.play(move)
            if decisions != ["pass"]:
                turns.append((count, " ".join(decisions)))
    return turns


def cases() -> Iterator[ParameterSet]:
    """A few matches on boards of which much is asked; all boards among the slow tests."""
    for game, board in boards():
        if (game.slug, board) in TARGETS:
            yield pytest.param(game, board, 2)
            yield pytest.param(game, board, 6, marks=pytest.mark.slow)
        else:
            yield pytest.param(game, board, 1, marks=pytest.mark.slow)


@pytest.mark.parametrize(
    ("game", "board", "matches"),
    list(cases()),
    ids=lambda value: getattr(value, "slug", value),
)
def test_a_turn_takes_few_presses(game: Game, board: str, matches: int) -> None:
    """Shown with ``-rP``: the mean, and the longest turn of each board."""
    counts = turns(game, board, matches)
    average = mean(count for count, _ in counts)
    print(f"{game.slug} {board}: {average:.2f} presses a turn; the longest {max(counts)}")
    assert average <= TARGETS.get((game.slug, board), 7.5)
