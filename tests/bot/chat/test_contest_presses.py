"""Presses about ratings and tournaments that are forged, stale or senseless: one clear sentence, and no change."""

from __future__ import annotations

from tests.bot.chat.conftest import Club
from tests.bot.chat.features.tournaments.test_tournaments import announced
from tests.bot.chat.test_bad_input import forged, refused
from tests.bot.chat.test_ratings import rated

SENSELESS = (
    "lh:tjoin:999999:0:",
    "lh:tleave:1:0:",
    "lh:tcheckin:1:0:",
    "lh:tshow:1:0:x",
    "lh:tshow:9223372036854775807:0:s",
    "lh:tsettle:1:0:1.9-9",
    "lh:tsettle:1:0:x.1-0",
    "lh:tsettle:1:0:999999.1-0",
    "lh:tclose:1:0:y",
    "lh:topen:77:0:",
    "lh:historyb:1:0:9.-.-",
    "lh:historyb:1:0:-.x.-",
    "lh:historyb:1:0:-.-.maybe",
    "lh:exported:1:0:-.-.-",
    "lh:leadersb:0:0:x.loop",
    "lh:leadersb:0:0:g.chess",
    "lh:season:0:9999:",
    "lh:seasonpost:0:0:",
    "lh:seasonmatch:999999:0:",
    "lh:result:999999:0:",
    "lh:result:1:0:",
    "lh:answer:1:0:result.y",
)


CHOICES = (
    "lh:profile:1:0:",
    "lh:historygame:1:0:-.-.-",
    "lh:historywho:1:0:",
    "lh:opened:1:0:",
    "lh:tladder:1:0:",
)


async def test_presses_that_cannot_be_are_refused(club: Club) -> None:
    await rated(club, club.alice, club.bob)
    await announced(club, "swiss")
    for custom_id in SENSELESS:
        refused(await forged(club.carol, club.post(), custom_id))
    item = await club.services.tournaments.get(1)
    assert item.status == "signup"
    assert item.entrants == ()


async def test_choices_that_cannot_be_are_refused(club: Club) -> None:
    await announced(club, "ladder")
    for custom_id in CHOICES:
        for value in ("x", "99999999999999999999", "-1"):
            refused(await forged(club.carol, club.post(), custom_id, values=[value]))
