"""Whatever the alt text of a board states is so: each sentence is decided by plain rules, on
recorded matches.
"""

import random
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import pytest

import games
import render
from games.core import State
from render.words import LIMIT
from tests.games.plain_leaps import PlainLeaps
from tests.games.players.plain_claims import count, empty, top
from tests.games.test_threats import by_trial
from tests.games.traces import FILES, RECORDED, load

Step = dict[str, Any]
Decided = Callable[[State, Step, set[str]], bool]


def listed(text: str) -> set[str]:
    """The cells of a list, also of one by ranks: ``1 a-c f, 2 b``, or ``2/1 a`` on level two."""
    if not re.match(r"(\d+/)?\d+ ", text):
        return set(text.split()) - {"…"}
    cells = set()
    for rank in text.split(", "):
        where, *runs = rank.split()
        level, _, number = where.rpartition("/")
        for run in runs:
            first, _, last = run.partition("-")
            for file in range(ord(first), ord(last or first) + 1):
                cells.add(f"{level}{chr(file)}{number}")
    return cells


def held(state: State, seat: int) -> set[str]:
    return {cell for cell in state.pieces() if top(state, cell) == seat}


def reached(state: State, starts: Iterable[str], through: set[str]) -> set[str]:
    seen = set()
    frontier = [cell for cell in starts if cell in through]
    while frontier:
        cell = frontier.pop()
        if cell not in seen:
            seen.add(cell)
            frontier += set(state.board.neighbours(cell)) & through
    return seen


def leaps(state: State) -> PlainLeaps:
    plain = PlainLeaps(state.options["board"])
    plain.pieces = {
        plain.cell(cell): (stack[-1], len(stack)) for cell, stack in state.pieces().items()
    }
    return plain


def surrounded(state: State, seat: int) -> set[str]:
    plain = leaps(state)
    return set(map(plain.name, plain.surrounded(plain.of(seat))))


def safe(state: State, seat: int) -> set[str]:
    plain = leaps(state)
    return set(map(plain.name, plain.safe(seat)))


def sealed(state: State, seat: int) -> set[str]:
    seen = [
        cell for cell in empty(state) if set(state.board.neighbours(cell)) & held(state, 1 - seat)
    ]
    return empty(state) - reached(state, seen, empty(state))


def confined(state: State) -> set[str]:
    cells = set()
    for seat in (0, 1):
        passable = set(state.board.cells) - held(state, 1 - seat)
        rim = [cell for cell in passable if state.board.index[cell] in edge(state)]
        cells |= held(state, seat) - reached(state, rim, passable)
    return cells


def edge(state: State) -> set[int]:
    most = max(len(state.board.neighbours(cell)) for cell in state.board.cells)
    return {
        state.board.index[cell]
        for cell in state.board.cells
        if len(state.board.neighbours(cell)) < most
    }


def decided(state: State, step: Step, cells: set[str]) -> bool:
    """The cells on which a match was decided; of many only the first are listed."""
    outcome = state.outcome
    if outcome.reason == "confined":
        wanted = confined(state)
    elif outcome.reason in ("loop", "bridge", "group", "tie"):
        wanted = held(state, outcome.winner or 0)
    elif outcome.reason == "sealed":
        wanted = sealed(state, outcome.winner or 0)
    else:
        wanted = surrounded(state, outcome.winner or 0) | held(state, outcome.winner or 0)
    return cells <= wanted and (
        len(cells) >= 12 or outcome.reason not in ("confined", "sealed") or cells == wanted
    )


def river(state: State, step: Step, cells: set[str]) -> bool:
    outcome = state.outcome
    return (
        outcome is not None
        and not cells & held(state, outcome.winner or 0)
        and reached(state, [min(cells)], cells) == cells
    )


def banned(state: State, step: Step, cells: set[str]) -> bool:
    """Where nobody may place is what is empty and was not among the recorded decisions."""
    return any(text.startswith("x") for text in step["legal"]) or cells == empty(state) - set(
        step["legal"]
    )


def holes(state: State, step: Step, cells: set[str]) -> bool:
    taken = set(state.pieces())
    high = {cell for cell in state.board.cells if not cell.startswith("1") or cell.startswith("10")}
    names = {cell: state.board.feet(cell) for cell in high - taken}  # type: ignore[attr-defined]
    return cells == {cell for cell, feet in names.items() if set(feet) <= taken}


def of(seat: int, expected: Callable[[State, int], set[str]]) -> Decided:
    return lambda state, step, cells: cells == expected(state, seat)


def counts(state: State, step: Step) -> list[int] | None:
    if state.game.slug == "vigilance":
        if state.ply < 3:  # while the pie is laid, nothing is anybody's yet
            return [0, 0]
        return [count(state, 0), count(state, 1)]
    recorded = step.get("pillars") or step.get("score")
    return None if recorded is None else [abs(number) for number in recorded]


MEANS: dict[str, Decided] = {
    "In danger": lambda state, step, cells: cells == by_trial(state),
    "Decided at": decided,
    "Capture sites": banned,
    "Open holes above level one": holes,
    "River": river,
    "Pillars of {0}": of(0, surrounded),
    "Pillars of {1}": of(1, surrounded),
    "Safe pieces of {0}": of(0, safe),
    "Safe pieces of {1}": of(1, safe),
    "Sealed by {0}": of(0, sealed),
    "Sealed by {1}": of(1, sealed),
    "{0}": of(
        0, lambda state, seat: {cell for cell, stack in state.pieces().items() if stack == (seat,)}
    ),
    "{1}": of(
        1, lambda state, seat: {cell for cell, stack in state.pieces().items() if stack == (seat,)}
    ),
}
"""What the lists of cells state, by what stands before them; the names of the sides for 0 and 1."""


def wrong(state: State, step: Step, kinds: Counter[str]) -> Iterator[str]:
    """What an alt text states that is not so; ``kinds`` counts what was decided."""
    text = render.alt_text(state)
    seats = state.game.seats
    for label, means in MEANS.items():
        named = re.escape(label.format(*seats))
        number = r" \d+" if label in ("{0}", "{1}") else ""
        match = re.search(rf"[.] {named}{number}: ([^.]*)[.]", text)
        if match is not None and match[1] != "none":
            kinds[label] += 1
            if not means(state, step, listed(match[1])):
                yield f"{label}: {match[1]}"
    for label, wanted in (("Score", counts(state, step)), ("In hand", step.get("hand"))):
        match = re.search(rf"{label}: {seats[0]} (\d+), {seats[1]} (\d+)[.]", text)
        if match is not None and wanted is not None:
            kinds[label] += 1
            if [int(match[1]), int(match[2])] != wanted:
                yield match[0]
    if state.outcome is None and f" {seats[step['to_move']]} to move." not in text:
        yield "whose turn it is"
    if len(text) > LIMIT:
        yield "too long"


def look(slug: str, positions: int, rng: random.Random) -> Counter[str]:
    kinds: Counter[str] = Counter()
    files = [file for file in FILES if file.parent.name == slug]
    for file in rng.choices(files, k=max(2, positions // 8)):
        head, matches = load(file)
        match = rng.choice(matches)
        state = games.get(slug).start(**head["options"])
        chosen = {
            len(match["moves"]),
            *rng.sample(range(len(match["moves"])), min(7, len(match["moves"]))),
        }
        for number, step in enumerate(match["steps"]):
            if number in chosen and not (step["to_move"] is None and match.get("truncated")):
                assert not list(wrong(state, step, kinds)), (
                    render.alt_text(state),
                    head["options"],
                )
            if number < len(match["moves"]):
                state = state.play(state.parse(match["moves"][number]))
    return kinds


@pytest.mark.parametrize("slug", RECORDED)
def test_alt_text_states_what_is_so(slug: str) -> None:
    assert len(look(slug, 8, random.Random(slug))) >= 3


@pytest.mark.slow
@pytest.mark.parametrize("slug", RECORDED)
def test_alt_text_of_many_positions_states_what_is_so(slug: str) -> None:
    kinds = look(slug, 200, random.Random(f"many {slug}"))
    print(f"\n{slug}: {kinds.total():,}", dict(kinds.most_common()))
    assert kinds.total() > 300
