"""Presses that are forged, stale or senseless: one clear sentence, and no change."""

import pytest

from tests.bot.chat.acting import rated, refused
from tests.bot.chat.conftest import Club
from tests.bot.chat.features.tournaments.test_tournaments import announced
from tests.bot.chat.reading import private, stored, words
from tests.bot.chat.world import forged

from .test_bad_input import version

SENSELESS = """
lh:tjoin:999999:0: lh:tleave:1:0: lh:tcheckin:1:0: lh:tshow:1:0:x lh:tshow:9223372036854775807:0:s
lh:tsettle:1:0:1.9-9 lh:tsettle:1:0:x.1-0 lh:tsettle:1:0:999999.1-0 lh:tsettlesure:1:0:999999.1-0.n
lh:tsettlesure:1:0:999999.1-0.y lh:tclose:1:0:y lh:topen:77:0:
lh:historyb:1:0:9.-.- lh:historyb:1:0:-.x.- lh:historyb:1:0:-.-.maybe lh:exported:1:0:-.-.-
lh:leadersb:0:0:x.loop
lh:leadersb:0:0:g.chess lh:season:0:9999: lh:seasonpost:0:0: lh:seasonmatch:999999:0:
lh:result:999999:0:
lh:result:1:0: lh:answer:1:0:result.y
"""
FORGED = """
lh:move:999999:1: lh:move:1:999: lh:confirm:1:1:0.n lh:confirm:1:1:seven.n lh:undo:1:1:-
lh:choose:1:1:
lh:choose:1:1:zzz lh:accept:77:0: lh:accept:0:0: lh:nothing:1:1: lh:resignyes:1:999999:
lh:look:1:1:flflfl
lh:matches:1:999999: lh:rules:424242:0: lh:claim:1:1:everything lh:answer:1:1:draw lh:move:1
"""


@pytest.mark.slow
async def test_forged_presses_and_choices_change_nothing_and_are_answered(club: Club) -> None:
    await club.match()
    state_at_first = (await version(club), len(club.posts()))
    answer = await club.alice.click(club.post(), "Move")
    for custom_id in (*FORGED.split(), "lh:move:\u0661:1:", "something else"):
        assert private(await forged(club.alice, club.post(), custom_id)), custom_id
    for press in (
        "me4-e5",
        "m",
        "sz9",
        "a99",
        "x",
        "",
        ".",
        "m." * 20,
        "se4.se4.se4",
        "a0.a0.a0.a0",
    ):
        assert private(await forged(club.alice, stored(answer), f"lh:choose:1:1:0.n.{press}"))
    assert state_at_first == (await version(club), len(club.posts()))
    assert await club.services.matches.draft(1, club.alice.id) is None
    assert (await forged(club.carol, club.post(), "lh:lessonplay:0:0:loop")).acknowledged
    assert "to move" in words(club.post()), "a press that is answered by a new post"


@pytest.mark.slow
async def test_senseless_presses_are_refused(club: Club) -> None:
    await rated(club, club.alice, club.bob)
    await announced(club, "swiss")
    for custom_id in SENSELESS.split():
        refused(await forged(club.carol, club.post(), custom_id))
    item = await club.services.tournaments.get(1)
    assert item.status == "signup"
    assert item.entrants == ()
    await announced(club, "ladder")
    for action in ("profile:1", "historygame:1", "historywho:1", "opened:1", "tladder:2"):
        for value in ("x", "99999999999999999999", "-1"):
            extra = "-.-.-" if action == "historygame:1" else ""
            refused(await forged(club.carol, club.post(), f"lh:{action}:0:{extra}", values=[value]))
