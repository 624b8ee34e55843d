"""Buttons, menus and forms that an earlier version has sent still do what they did.

``presses.json`` holds custom ids as that version wrote them, one or two of each shape, and what they meant.
"""

from __future__ import annotations

import json
import re
from dataclasses import asdict
from pathlib import Path
from typing import TypedDict

import pytest

from bot.chat.discord.press import read
from tests.bot.chat.acting import forged
from tests.bot.chat.conftest import Club, Member
from tests.bot.chat.reading import words
from tests.bot.chat.world import Wire, World, said


class Sent(TypedDict):
    """What an earlier version sent: a custom id, the type of its component (or a form), and one of its values."""

    id: str
    type: int | str
    values: list[str]
    press: str
    fields: dict[str, int | bool | str]


EARLIER = Path(__file__).parents[3] / "data" / "earlier"
SENT: list[Sent] = json.loads((EARLIER / "presses.json").read_text(encoding="utf-8"))
ROLE, MEMBER, CHANNEL = 6, 5, 8
"""Types of menus whose values Discord fills in."""


def action_of(sent: Sent) -> str:
    """What is done."""
    return sent["id"].split(":")[1]


@pytest.mark.parametrize("sent", SENT, ids=lambda sent: sent["id"])
def test_an_earlier_custom_id_means_what_it_meant(sent: Sent) -> None:
    press = read(sent["id"])
    assert press is not None
    # Fields that came in since say nothing.
    assert (type(press).__name__, {name: value for name, value in asdict(press).items() if value != ""}) == (
        sent["press"],
        {name: value for name, value in sent["fields"].items() if value != ""},
    )


# --------------------------------------------------------------------------------------- pressed in a running bot

REFUSED = {
    "abortyes": "You have both moved",
    "accept": "This challenge was answered with a counter-offer",
    "answer": "There’s no|Nobody has asked you",
    "claim": "It’s your turn",
    "decline": "This challenge was answered with a counter-offer",
    "draw": "You’ve already offered a draw",
    "planned": "Write turns in pairs",
    "pztyped": "There’s no cell a1|There is no cell a1|You’re already waiting",
    "result": "You’ve already asked",
    "tcheckin": "Check-in for T1 isn’t open yet",
    "tladder": "You can only challenge the 3 players above you",
    "tleave": "You’re not in",
    "withdraw": "This challenge was answered with a counter-offer",
}
"""What may be said instead where, in the world of these tests, the moment has not come or has passed."""
FINISHED = ("analyse", "page", "rematch", "result", "seasonmatch")
LAST = ("planclear", "confirm", "answer", "accept", "abortyes", "resignyes", "withdraw", "tleave", "tclose", "forget")
"""Actions that end something, to be pressed in this order after all others."""


class Pressing:
    """Presses what was sent, by whoever may, on what is there now: with its ids and versions."""

    def __init__(self, world: World) -> None:
        self.world, self.club = world, world.club

    def member(self, action: str) -> Member:
        """Who may do it."""
        club, world = self.club, self.world
        players = {member.id: member for member in (club.alice, club.bob)}
        if action in ("move", "pick", "undo", "confirm", "hint"):
            return players[world.drafter]
        if action.startswith("plan"):
            return players[world.planner]
        if action in ("accept", "decline", "counter", "countered", "answer"):
            return club.bob
        if action in ("server", "seasonpost"):
            return world.eve
        return club.carol if action in ("follow", "tjoin") else club.alice

    async def subject(self, sent: Sent) -> tuple[int, int]:
        """The id of what it is about now, and its version."""
        world, services = self.world, self.club.services
        action, fields = action_of(sent), sent["fields"]
        version = int(sent["id"].split(":")[3])
        if "match" in fields:
            match = world.running
            if action in FINISHED or fields.get("what") == "result":
                match = world.finished
            elif action in ("answer", "pause", "draw"):
                match = world.timed
            return match, (await services.matches.get(match)).version if "version" in fields else version
        if "challenge" in fields:
            return world.challenge, version
        if "tournament" in fields:
            own = {"tladder": world.ladder, "tjoin": world.signup, "tleave": world.signup, "tcheckin": world.signup}
            return own.get(action, world.league), version
        return (self.club.alice.id if "member" in fields or "player" in fields else 0), version

    def values(self, sent: Sent) -> list[str] | None:
        """What is chosen, if it is a menu."""
        action, kind = action_of(sent), sent["type"]
        if kind == 2:
            return None
        if kind == CHANNEL:
            return [str(self.world.channel.id)]
        if kind in (ROLE, MEMBER):
            return [] if kind == ROLE else [str(self.club.bob.id)]
        chosen = {"opened": str(self.world.finished), "tladder": str(self.club.bob.id)}
        return [chosen.get(action, *sent["values"])]

    async def press(self, sent: Sent) -> str:
        """What is said to whoever presses it."""
        action, extra = action_of(sent), sent["id"].split(":", 4)[4]
        member, (subject, version) = self.member(action), await self.subject(sent)
        if action == "tsettle":
            pairing = (await self.club.services.tournaments.games(subject))[0].id
            extra = f"{pairing}.{extra.partition('.')[2]}"
        custom_id = f"lh:{action}:{subject}:{version}:{extra}"
        where = {"channel": self.world.channel} if member is self.world.eve else {}
        wire, source = Wire(self.club), self.club.posts()[0]
        if sent["type"] == "form":
            result = wire.form(member, custom_id, source, {"line": "if x then y", "moves": "a1", "note": "why not"})
        else:
            result = wire.press(member, custom_id, source, self.values(sent), **where)
        await self.club.env.settle()
        assert result.acknowledged, sent["id"]
        return said(result) or str(result._interaction.response_kind)


@pytest.mark.slow
async def test_all_that_was_sent_is_still_answered(club: Club) -> None:
    club.env.settle_timeout = 60
    club.quiet()
    world = World(club)
    await world.fill()
    await club.services.members.change(club.alice.id, language="en")
    pressing = Pressing(world)
    places = {action: place for place, action in enumerate(LAST)}
    for sent in sorted(SENT, key=lambda sent: places.get(action_of(sent), -1)):
        told = await pressing.press(sent)
        assert "That did not work" not in told, sent["id"]
        if refusal := re.search("⚠️ ([^\n]*)", told):
            assert re.match(REFUSED.get(action_of(sent), "nothing"), refusal[1]), f"{sent['id']}: {refusal[1]}"


async def test_a_turn_is_played_and_a_match_ended_by_earlier_buttons(club: Club) -> None:
    await club.alice.slash("play", game="veloop-square", opponent=club.bob, side="first", variant="8x8, single turns")
    await forged(club.bob, club.post(), "lh:accept:1:0:")
    await forged(club.alice, club.post(), "lh:pick:1:1:0t", values=["m:e4-d6"])
    version = (await club.services.matches.get(1)).version
    await forged(club.alice, club.post(), f"lh:confirm:1:{version}:1d")
    assert "played **e4-d6**" in words(club.post())
    version = (await club.services.matches.get(1)).version
    await forged(club.bob, club.post(), f"lh:answer:1:{version}:draw.y")
    assert "**Draw**: by agreement" in words(club.post())
    shown = await forged(club.carol, club.post(), "lh:page:1:0:af0")
    assert "Move 0 of 1" in words(shown)
