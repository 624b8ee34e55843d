"""Thinking on the page goes on in the same tree as behind Think in the chat, and nobody else sees it."""

from __future__ import annotations

from collections.abc import Callable

from tests.bot.chat.conftest import Club
from tests.bot.web.conftest import Tab

Tabs = Callable[[], Tab]


async def test_a_line_is_tried_noted_prepared_and_played(club: Club, tab: Tabs) -> None:
    await club.match()
    alice, bob = tab(), tab()
    at = f"m/{(await alice.enter(club.alice))['match']['id']}/think"
    await bob.enter(club.bob)
    _, there = await alice.ask(at)
    line = ["e4-d6"]
    for move in line:
        _, there = await alice.ask(at, {"do": "walk", "ply": there["spot"][0], "node": there["spot"][1], "move": move})
        if len(line) < 3:
            line.append(there["moves"][0][0])
    spot = {"ply": there["spot"][0], "node": there["spot"][1]}
    assert [node[4] for node in there["tree"]] == line
    assert (there["may"]["draft"], there["may"]["back"]) == (True, True)
    _, noted = await alice.ask(at, {"do": "note", **spot, "text": "<b>wide\nopen</b>"})
    assert noted["note"] == "<b>wide open</b>"
    assert (await bob.ask(at))[1]["tree"] == []
    _, drafted = await alice.ask(at, {"do": "draft", **spot})
    assert (drafted["made"], drafted["whole"]) == (["e4-d6"], True)
    _, back = await alice.ask(f"{at}?spot={spot['ply']}.{spot['node']}")
    assert back["note"] == "<b>wide open</b>"


async def test_what_cannot_be_thought_is_refused_in_a_sentence(club: Club, tab: Tabs) -> None:
    await club.match()
    alice = tab()
    at = f"m/{(await alice.enter(club.alice))['match']['id']}/think"
    for body in (
        {},
        {"do": "walk"},
        {"do": "walk", "ply": 0, "node": 0, "move": "a1-a1"},
        {"do": "x", "ply": 0, "node": 0},
    ):
        status, answer = await alice.ask(at, body)
        assert status in (404, 422)
        assert answer["error"]
    assert (await alice.ask(f"{at}?spot=99.-1"))[0] == 200
