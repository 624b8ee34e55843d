"""Thinking on the page goes on in the same tree as behind Think in the chat, and nobody else sees
it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bot.domain.matches import endings
from tests.bot.chat.conftest import Club
from tests.bot.web.conftest import Tab

Tabs = Callable[[], Tab]


def spot_of(there: dict[str, Any]) -> str:
    """The spot that is shown, as a page asks for it."""
    return ".".join(map(str, there["spot"]))


async def test_a_line_is_tried_noted_prepared_and_played(club: Club, tab: Tabs) -> None:
    path = f"m/{await club.begun()}/think"
    alice = tab()
    bob = tab()
    await alice.enter(club.alice)
    await bob.enter(club.bob)
    _, there = await alice.ask(path)
    line = ["e4-d6"]
    for move in line:
        step = {"do": "walk", "spot": spot_of(there), "move": move}
        _, there = await alice.ask(path, step)
        if len(line) < 3:
            next_move = there["moves"][0][0]
            line.append(next_move)
    spot = {"spot": spot_of(there)}
    assert [node["move"] for node in there["tree"]] == line
    assert (there["may"]["draft"], there["may"]["back"]) == (True, True)
    _, answer = await alice.ask(path, {"do": "note", **spot, "text": "<b>wide\nopen</b>"})
    assert answer["note"] == "<b>wide open</b>"
    assert (await bob.ask(path))[1]["tree"] == []
    _, draft = await alice.ask(path, {"do": "draft", **spot})
    assert (draft["made"], draft["whole"]) == (["e4-d6"], True)
    _, back = await alice.ask(f"{path}?spot={spot['spot']}")
    assert back["note"] == "<b>wide open</b>"


async def test_a_line_of_the_tree_becomes_a_conditional_move_and_no_longer_is_one(
    club: Club, tab: Tabs
) -> None:
    path = f"m/{await club.begun(variant='5x5, single turns')}/think"
    alice = tab()
    await alice.enter(club.alice)
    _, there = await alice.ask(path)
    lines = []
    for _ in range(3):
        next_move = there["moves"][0][0]
        step = {"do": "walk", "spot": spot_of(there), "move": next_move}
        _, there = await alice.ask(path, step)
        lines.append(spot_of(there))
    assert there["may"]["plans"]
    status, refusal = await alice.ask(path, {"do": "plan", "spot": lines[1]})
    assert (status, refusal["error"]) == (422, "End the line with a whole turn of yours.")
    _, answer = await alice.ask(path, {"do": "plan", "spot": lines[2]})
    assert [node["planned"] for node in answer["tree"]] == [False, False, True]
    _, answer = await alice.ask(path, {"do": "unplan", "spot": lines[2]})
    assert not any(node["planned"] for node in answer["tree"])


async def test_after_the_end_lines_that_others_share_are_read_and_tried_further(
    club: Club, tab: Tabs
) -> None:
    match = await club.begun()
    alice = tab()
    bob = tab()
    await alice.enter(club.alice)
    await bob.enter(club.bob)
    path = f"m/{match}/think"
    _, there = await alice.ask(path)
    step = {"do": "walk", "spot": spot_of(there), "move": "e4-d6"}
    _, there = await alice.ask(path, step)
    await alice.ask(path, {"do": "note", "spot": spot_of(there), "text": "seen"})
    await club.services.matches.act(match, club.alice.id, endings.resign)
    assert (await bob.ask(path))[1]["may"]["shared"] is False
    assert (await bob.ask(f"{path}?shared=1"))[1]["shared"] is False
    await club.services.sharing.publish(match, club.alice.id)
    assert (await bob.ask(path))[1]["may"]["shared"]
    _, lines = await bob.ask(f"{path}?shared=1")
    assert [(node["move"], node["noted"]) for node in lines["tree"]] == [("e4-d6", True)]
    line_id = lines["tree"][0]["id"]
    _, line = await bob.ask(f"{path}?shared=1&spot=1.{line_id}")
    assert line["notes"][:2] == ["Tried by alice", "alice: seen"]
    line_move = line["moves"][0][0]
    step = {"do": "walk", "spot": spot_of(line), "move": line_move}
    _, own = await bob.ask(path, step)
    assert [node["move"] for node in own["tree"]] == ["e4-d6", line_move]
    assert len((await alice.ask(path))[1]["tree"]) == 1


async def test_what_cannot_be_thought_is_refused_in_a_sentence(club: Club, tab: Tabs) -> None:
    path = f"m/{await club.begun()}/think"
    alice = tab()
    await alice.enter(club.alice)
    for body in (
        {},
        {"do": "walk"},
        {"do": "walk", "spot": "0.0", "move": "a1-a1"},
        {"do": "walk", "spot": "0.7.12", "move": "e4-d6"},
        {"do": "x", "spot": "0.0"},
        {"do": "walk", "spot": 7, "move": "e4-d6"},
    ):
        status, answer = await alice.ask(path, body)
        assert status in (404, 422)
        assert answer["error"]
    assert (await alice.ask(f"{path}?spot=99.-1"))[0] == 200
