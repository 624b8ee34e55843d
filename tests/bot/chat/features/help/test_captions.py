"""Each caption of the rules is true of its picture: decided by plain rules, and none is left out."""

import re
from collections.abc import Callable, Sequence
from math import dist

import pytest

import games
from games.core import State
from games.teaching import Example, rules_of
from render.layout import layout
from render.pictures import scene
from render.views.loop import maps
from tests.games.players.plain_claims import sight
from tests.games.test_threats import by_trial
from tests.render.test_alt_text_is_true import confined, held, leaps, reached, safe, sealed, surrounded

EXAMPLES = [
    (game.slug, page.example) for game in games.catalog() for page in rules_of(game) if page.example is not None
]


def won(states: Sequence[State], reason: str = "") -> bool:
    """Whether the match is over, and its last mover has won it."""
    outcome = states[-1].outcome
    return outcome is not None and outcome.winner == states[-2].to_move and reason in ("", outcome.reason)


def decided_on(states: Sequence[State]) -> set[str]:
    outcome = states[-1].outcome
    return set() if outcome is None else set(outcome.cells)


def covers(states: Sequence[State]) -> bool:
    before, made = states[-2], states[-1].last_move
    targets = [before.pieces().get(move.target, ()) for move in before.legal_moves()]
    enemy = 1 - (before.to_move or 0)
    return all(stack == (enemy,) for stack in targets) and states[-1].pieces()[made.target] == (enemy, 1 - enemy)


def leapt(states: Sequence[State], one: str, other: str) -> bool:
    before, after = (state.pieces() for state in states[-2:])
    return (before.get(one), before.get(other)) == (after.get(other), after.get(one)) and before.get(one) != after.get(
        one
    )


def own_wall(states: Sequence[State]) -> bool:
    outcome, seat = states[-1].outcome, states[-2].to_move
    caught = confined(states[-1])
    return outcome is not None and outcome.winner != seat and caught <= held(states[-1], seat or 0) and bool(caught)


def seals(states: Sequence[State]) -> bool:
    outcome = states[-1].outcome
    return (
        won(states, "sealed") and outcome is not None and decided_on(states) == sealed(states[-1], outcome.winner or 0)
    )


def trapped(states: Sequence[State]) -> bool:
    placed, gone = states[-2], states[-1]
    near = gone.board.neighbours
    return (
        placed.pieces()["b2"] == (1,)
        and placed.pieces()["c1"] == placed.pieces()["d1"] == (0,)
        and {"b2", "d1"} <= set(near("c1"))
        and "c1" not in gone.pieces()
    )


def stared(states: Sequence[State]) -> bool:
    before, after = states[-2:]
    taken, beside = held(before, 0) - held(after, 0), set()
    for cell in taken:
        beside |= set(before.board.neighbours(cell)) - set(before.pieces()) - {"g3"}
    return len(taken) == 2 and before.to_move == 1 and beside <= sight(after, 1) | taken


def ringed(states: Sequence[State]) -> bool:
    state = states[-1]
    flat = {cell for cell in state.board.cells if cell in state.board.ground}  # type: ignore[attr-defined]
    free = flat - held(state, 0)
    outer = {cell for cell in free if len(set(state.board.neighbours(cell)) & flat) < 6}
    return won(states, "loop") and "1d2" not in reached(state, outer, free)


def bridged(states: Sequence[State]) -> bool:
    state = states[-1]
    under = set(state.marks["river"]) & held(state, 1)
    return won(states, "bridge") and len(under) == 2


def crowned(states: Sequence[State]) -> bool:
    plain, made = leaps(states[-2]), states[-1].last_move
    rays = plain.rays(plain.cell(made.target))
    firsts = [next((plain.owner(met) for met in ray if met in plain.pieces), None) for ray in rays]
    return states[-1].pieces()[made.target] == (0, 0) and firsts.count(0) == 3


def row_turned(states: Sequence[State]) -> bool:
    turned = held(states[-2], 1) & held(states[-1], 0)
    at = {leaps(states[-1]).cell(cell) for cell in turned | {"g3"}}
    return bool(turned) and states[-2].to_move == 0 and 1 in {len({cell[axis] for cell in at}) for axis in (0, 1)}


MEANS: dict[str, Callable[[Sequence[State]], bool]] = {
    "A finished match: the wall is closed around the marked stone.": lambda states: (
        won(states) and decided_on(states) == confined(states[-1]) and len(decided_on(states)) == 1
    ),
    "e4-f6: Black starts from e4 and places on f6; White’s stone moved from e5 to f5.": lambda states: (
        leapt(states, "e5", "f5") and states[-1].pieces()["f5"] == (1,)
    ),
    "c4-d5: Black starts from c4 and places on d5; the two cells between swapped their contents.": lambda states: leapt(
        states, *(next(event.cells for event in states[-1].events if event.kind == "swapped"))
    ),
    "No empty cell was in reach, so the last stone covers an enemy stone.": covers,
    "The last move completed the opponent’s wall: its own stones are confined, and it loses.": own_wall,
    "The arcs mark what is in danger.": lambda states: (
        bool(states[-1].threats) and set(states[-1].threats) == by_trial(states[-1])
    ),
    "A finished match: Black’s largest group is larger, so White wins.": lambda states: (
        states[-1].outcome is not None
        and states[-1].outcome.winner == 0
        and len(states[-1].marks["group1"]) > len(states[-1].marks["group0"])
        and states[-1].score == tuple(len(states[-1].marks[f"group{seat}"]) for seat in (0, 1))
    ),
    "Nobody can place on c2 and b3, marked with no-entry signs.": lambda states: (
        set(states[-1].marks["banned"]) == {"b3", "c2"}
        and not set(states[-1].marks["banned"]) & {move.target for move in states[-1].legal_moves()}
    ),
    "Black’s new stone on b2 captured c1, which stood next to White’s d1 as well: c1 is gone.": trapped,
    "A finished match: the tinted cells are sealed off – enough to win.": seals,
    "The winner’s sealed cells are tinted. Count them against the other empty cells.": seals,
    "Red slid f6-c3 and placed on g6, out of sight of every white stone.": lambda states: (
        str(states[-2].last_move) == "f6-c3" and "g6" in held(states[-1], 0) and "g6" not in sight(states[-2], 1)
    ),
    "White slid to g3 and sees every empty cell next to the two red stones: both leave the board.": stared,
    "The new tile on level two, 2c2, rests on three tiles.": lambda states: (
        str(states[-1].last_move) == "2c2" and set(states[-1].board.feet("2c2")) <= set(states[-2].pieces())  # type: ignore[attr-defined]
    ),
    "Black’s ring closes around 1d2.": ringed,
    "Black bridges the two white tiles and wins.": bridged,
    "White’s ring surrounds three pillars.": lambda states: won(states) and len(surrounded(states[-1], 0)) == 3,
    "The new man sees three friends and is crowned.": crowned,
    "White’s leaper went from a4 to a6 and captured the man there.": lambda states: (
        str(states[-1].last_move) == "a4-a6"
        and states[-2].pieces()["a6"][-1] == 1
        and states[-1].pieces()["a6"] == (0,)
    ),
    "The leaper landed on g3: the row between it and another white man turned white.": row_turned,
    "One pillar is surrounded, so the whole ring is safe.": lambda states: (
        len(surrounded(states[-1], 0)) == 1 and len(safe(states[-1], 0)) > 5
    ),
    "A finished match: nobody can place or leap, and more pillars win.": lambda states: (
        states[-1].outcome is not None
        and states[-1].outcome.reason == "exhausted"
        and not leaps(states[-1]).deeds(0) | leaps(states[-1]).deeds(1)
        and len(surrounded(states[-1], 0)) != len(surrounded(states[-1], 1))
    ),
}


# Words of a caption, and what they tell of: kinds of events, or something of the whole position.
TOLD = {
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
WHOLE = {"over", "threatened", "banned"}


def near(item: object, at: tuple[float, float]) -> bool:
    """Whether a mark is drawn on a place."""
    points = getattr(item, "points", ()) or (getattr(item, "at", (-9.0, -9.0)),)
    return any(dist(point, at) < 0.75 for point in points)


@pytest.mark.parametrize(("slug", "example"), EXAMPLES, ids=[f"{slug}-{n}" for n, (slug, _) in enumerate(EXAMPLES)])
def test_a_caption_is_true_of_its_picture(slug: str, example: Example) -> None:
    states, _ = example.states(games.get(slug))
    assert MEANS.get(example.caption, bool)(states), example.caption


@pytest.mark.parametrize(("slug", "example"), EXAMPLES, ids=[f"{slug}-{n}" for n, (slug, _) in enumerate(EXAMPLES)])
def test_a_caption_tells_of_the_last_turn_that_is_drawn(slug: str, example: Example) -> None:
    states, begun = example.states(games.get(slug))
    last, turn = states[-1], states[begun:]
    events = [event for state in turn[1:] for event in state.events]
    so = {event.kind for event in events}
    so |= {name for name, is_so in (("over", last.outcome), ("threatened", last.threats)) if is_so}
    so |= {"banned"} if last.marks.get("banned") else set()
    told = {kind for kind in {*TOLD, *so} if re.search(TOLD.get(kind, rf"\b{kind}"), example.caption, re.IGNORECASE)}
    assert told
    assert told <= so
    if not told & WHOLE:
        assert all(told & {event.kind for event in state.events} for state in turn[1:])
    made = {str(state.last_move) for state in turn[1:]}
    cells = r"\b\d?[a-z]\d+\b"
    for move in re.findall(cells.replace(r"\b", "") + "-" + cells.replace(r"\b", ""), example.caption):
        assert move in made
    seen = {cell for event in events for cell in event.cells} | set(last.pieces()) | set(last.marks.get("banned", ()))
    assert set(re.findall(cells, example.caption)) <= seen
    marks = set(scene(last, turn=turn).items) - set(scene(last, highlight=False).items)
    at = layout(last.board, False, True, False, maps(last)).at
    for event in events:
        if event.kind in {"placed", "slid", "leapt", "captured", "converted", "promoted"} and last.outcome is None:
            assert all(any(near(mark, at(cell)) for mark in marks) for cell in event.cells), event


def test_nothing_is_decided_that_no_caption_says() -> None:
    assert set(MEANS) <= {example.caption for _, example in EXAMPLES}
