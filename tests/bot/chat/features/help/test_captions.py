"""Each caption of the rules tells of the turn that its picture shows."""

import re
from math import dist

import pytest

import games
from games.teaching import Example, rules_of
from render.layout import layout
from render.pictures import scene
from render.views.loop import map_levels

EXAMPLES = [
    (game.slug, page.example)
    for game in games.catalog()
    for page in rules_of(game)
    if page.example is not None
]


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
    points = getattr(item, "points", ()) or (getattr(item, "point", (-9.0, -9.0)),)
    return any(dist(point, at) < 0.75 for point in points)


@pytest.mark.parametrize(
    ("slug", "example"), EXAMPLES, ids=[f"{slug}-{n}" for n, (slug, _) in enumerate(EXAMPLES)]
)
def test_a_caption_tells_of_the_last_turn_that_is_drawn(slug: str, example: Example) -> None:
    states, begun = example.states(games.get(slug))
    last = states[-1]
    turn = states[begun:]
    events = [event for state in turn[1:] for event in state.events]
    so = {event.kind for event in events}
    so |= {name for name, is_so in (("over", last.outcome), ("threatened", last.threats)) if is_so}
    so |= {"banned"} if last.marks.get("banned") else set()
    told = {
        kind
        for kind in {*TOLD, *so}
        if re.search(TOLD.get(kind, rf"\b{kind}"), example.caption, re.IGNORECASE)
    }
    assert told
    assert told <= so
    if not told & WHOLE:
        assert all(told & {event.kind for event in state.events} for state in turn[1:])
    made = {str(state.last_move) for state in turn[1:]}
    cells = r"\b\d?[a-z]\d+\b"
    for move in re.findall(
        cells.replace(r"\b", "") + "-" + cells.replace(r"\b", ""), example.caption
    ):
        assert move in made
    seen = (
        {cell for event in events for cell in event.cells}
        | set(last.pieces())
        | set(last.marks.get("banned", ()))
    )
    assert set(re.findall(cells, example.caption)) <= seen
    marks = set(scene(last, turn=turn).items) - set(scene(last, highlight=False).items)
    at = layout(last.board, False, True, False, map_levels(last)).centre
    for event in events:
        if (
            event.kind in {"placed", "slid", "leapt", "captured", "converted", "promoted"}
            and last.outcome is None
        ):
            assert all(any(near(mark, at(cell)) for mark in marks) for cell in event.cells), event
