"""Whatever the alt text of a board states is so: each sentence is decided by plain rules, on
recorded matches.
"""

import random
import re
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import games
import render
from games.core import State
from render.words import LIMIT
from tests.games.plain_counts import confined, empty, held, reached, safe, score, sealed, surrounded
from tests.games.test_threats import by_trial
from tests.games.traces import FILES, RECORDED, load

Step = dict[str, Any]
"""A recorded position: the legal decisions, whose turn it is, and what is counted."""
Check = Callable[[State, Step, set[str]], bool]
"""Whether a list of cells is what it is said to be."""
MOST_LISTED = 12
"""Of more cells than these only the first are in a list."""


def cells_of(text: str) -> set[str]:
    """The cells of a list, also of one by ranks: ``1 a-c f, 2 b``, or ``2/1 a`` on level two."""
    if not re.match(r"(\d+/)?\d+ ", text):
        return set(text.split()) - {"…"}
    cells = set()
    for words in text.split(", "):
        place, *runs = words.split()
        level, _, rank = place.rpartition("/")
        for run in runs:
            first, _, last = run.partition("-")
            for file in range(ord(first), ord(last or first) + 1):
                cells.add(f"{level}{chr(file)}{rank}")
    return cells


def are_decisive(state: State, step: Step, cells: set[str]) -> bool:
    """The cells on which a match was decided; of many only the first are listed."""
    winner = state.outcome.winner or 0
    reason = state.outcome.reason
    if reason == "confined":
        return are_first_of(confined(state), cells)
    if reason == "sealed":
        return are_first_of(sealed(state, winner), cells)
    if reason == "group" and state.options["scoring"].endswith("misere"):
        return cells <= held(state, 1 - winner)
    if reason == "tie":
        return all(cells & held(state, seat) for seat in (0, 1))
    if reason in ("loop", "bridge", "group"):
        return cells <= held(state, winner)
    if state.outcome.winner is None:
        return cells <= surrounded(state, 0) | surrounded(state, 1)
    return cells <= surrounded(state, winner) | held(state, winner)


def are_first_of(all_cells: set[str], cells: set[str]) -> bool:
    """Whether cells are all that are meant, or as many of them as are listed."""
    if len(cells) < MOST_LISTED:
        return cells == all_cells
    return cells <= all_cells


def are_a_river(state: State, step: Step, cells: set[str]) -> bool:
    """Cells that hang together and have none of the winner's tiles."""
    if state.outcome is None:
        return False
    is_vacant = cells.isdisjoint(held(state, state.outcome.winner or 0))
    return is_vacant and reached(state, [min(cells)], cells) == cells


def are_banned(state: State, step: Step, cells: set[str]) -> bool:
    """Where nobody may place is what is empty and was not among the recorded decisions."""
    if any(text.startswith("x") for text in step["legal"]):
        return True  # a stone is to be removed, so that no placements are recorded
    return cells == empty(state) - set(step["legal"])


def are_holes(state: State, step: Step, cells: set[str]) -> bool:
    """The vacant cells above level one all of whose feet have tiles."""
    tiles = set(state.pieces())
    holes = set()
    for cell in empty(state):
        feet = state.board.feet(cell)  # type: ignore[attr-defined]
        if feet and tiles.issuperset(feet):
            holes.add(cell)
    return cells == holes


def are_in_danger(state: State, step: Step, cells: set[str]) -> bool:
    return cells == by_trial(state) - cells_to_win(state)


def are_to_win(state: State, step: Step, cells: set[str]) -> bool:
    return cells == by_trial(state) & cells_to_win(state)


def cells_to_win(state: State) -> set[str]:
    """The cells on which the other side could win by placing there: those without a piece."""
    return set(state.board.cells) - set(state.pieces())


def of_seat(seat: int, expectation: Callable[[State, int], set[str]]) -> Check:
    """A check that cells are those that a plain rule finds for a seat."""
    return lambda state, step, cells: cells == expectation(state, seat)


def single(state: State, seat: int) -> set[str]:
    """The cells with nothing but one piece of a seat."""
    return {cell for cell, stack in state.pieces().items() if stack == (seat,)}


CHECKS: dict[str, Check] = {
    "In danger": are_in_danger,
    "{0} would win at": are_to_win,
    "{1} would win at": are_to_win,
    "Decided at": are_decisive,
    "Capture sites": are_banned,
    "Open cells above level one": are_holes,
    "River": are_a_river,
    "Pillars of {0}": of_seat(0, surrounded),
    "Pillars of {1}": of_seat(1, surrounded),
    "Safe pieces of {0}": of_seat(0, safe),
    "Safe pieces of {1}": of_seat(1, safe),
    "Sealed by {0}": of_seat(0, sealed),
    "Sealed by {1}": of_seat(1, sealed),
    r"{0} \d+": of_seat(0, single),
    r"{1} \d+": of_seat(1, single),
}
"""What a list of cells states, by what stands before it; ``{0}`` and ``{1}`` are the sides."""


def scores(state: State, step: Step) -> list[int] | None:
    """What both sides count, by the record or by plain rules; None if nothing is counted."""
    if state.game.slug == "vigilance":
        if state.ply < 3:  # while the pie is laid, nothing is anybody's yet
            return [0, 0]
        return [score(state, 0), score(state, 1)]
    record = step.get("pillars") or step.get("score")
    if record is None:
        return None
    return [abs(number) for number in record]


def mistakes(state: State, step: Step, kinds: Counter[str]) -> Iterator[str]:
    """What an alt text states that is not so; ``kinds`` counts the statements of each kind."""
    text = render.alt_text(state)
    yield from mistaken_lists(text, state, step, kinds)
    yield from mistaken_numbers(text, "Score", scores(state, step), state, kinds)
    yield from mistaken_numbers(text, "In hand", step.get("hand"), state, kinds)
    if state.outcome is None and f" {state.game.seats[step['to_move']]} to move." not in text:
        yield "whose turn it is"
    if len(text) > LIMIT:
        yield "too long"


def mistaken_lists(text: str, state: State, step: Step, kinds: Counter[str]) -> Iterator[str]:
    """The lists of cells that are not what they are said to be."""
    for label, check in CHECKS.items():
        words = label.format(*state.game.seats)
        match = re.search(rf"[.] {words}:? ([^.]*)[.]", text)
        if match is None or match[1] == "none":
            continue
        kinds[label] += 1
        if not check(state, step, cells_of(match[1])):
            yield f"{label}: {match[1]}"


def mistaken_numbers(
    text: str, label: str, numbers: list[int] | None, state: State, kinds: Counter[str]
) -> Iterator[str]:
    """The sentence with a number for each side if it does not tell these ``numbers``."""
    first, second = state.game.seats
    match = re.search(rf"{label}: {first} (\d+), {second} (\d+)[.]", text)
    if match is None or numbers is None:
        return
    kinds[label] += 1
    if [int(match[1]), int(match[2])] != numbers:
        yield match[0]


def check_alt_texts(slug: str, positions: int, rng: random.Random) -> Counter[str]:
    """Check about so many positions; gives how many statements of each kind there were."""
    kinds: Counter[str] = Counter()
    files = [file for file in FILES if file.parent.name == slug]
    matches_to_check = max(2, positions // 8)
    for file in rng.choices(files, k=matches_to_check):
        head, matches = load(file)
        match = rng.choice(matches)
        check_match(slug, head["options"], match, kinds, rng)
    return kinds


def check_match(
    slug: str,
    options: dict[str, str],
    match: dict[str, Any],
    kinds: Counter[str],
    rng: random.Random,
) -> None:
    """Check the end of a recorded match and seven positions before it."""
    moves = match["moves"]
    count = min(7, len(moves))
    plies = set(rng.sample(range(len(moves)), count))
    if not match.get("truncated"):
        plies.add(len(moves))
    state = games.get(slug).start(**options)
    for ply, step in enumerate(match["steps"]):
        if ply in plies:
            assert list(mistakes(state, step, kinds)) == [], (render.alt_text(state), options)
        if ply < len(moves):
            state = state.play(state.parse(moves[ply]))


@pytest.mark.parametrize("slug", RECORDED)
def test_alt_text_states_what_is_so(slug: str) -> None:
    kinds = check_alt_texts(slug, 8, random.Random(slug))
    assert len(kinds) >= 3


@pytest.mark.slow
@pytest.mark.parametrize("slug", RECORDED)
def test_alt_text_of_many_positions_states_what_is_so(slug: str) -> None:
    kinds = check_alt_texts(slug, 200, random.Random(f"many {slug}"))
    print(f"\n{slug}: {kinds.total():,}", dict(kinds.most_common()))
    assert kinds.total() > 300
