"""No button is always refused, and what ends or decides a match asks once."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from typing import Any

import discord
import pytest

from bot.domain.matches import agreements, endings
from bot.domain.matches.waiting import commands as waiting
from bot.domain.tournaments import organising
from tests.bot.chat.acting import DAY, direct_messages, started, sure
from tests.bot.chat.conftest import Club, Member
from tests.bot.chat.features.agreements.test_closing import ASK
from tests.bot.chat.features.tournaments.test_tournaments import half_a_minute_later, joined
from tests.bot.chat.reading import (
    BUTTON,
    Message,
    buttons,
    disabled,
    parts,
    privately_says,
    stored,
    words,
)
from tests.bot.chat.world import Wire, answer_to
from tests.bot.domain.matches.helpers import played
from tests.sampling import only

State = Callable[[Club], Awaitable[int]]


async def begin(club: Club, turns: int = 4, clock: str = "3d") -> int:
    match = await started(club, "veloop-square", club.bob, side="first", clock=clock)
    await played(club.services, match.id, turns)
    return match.id


def after_turns(turns: int) -> State:
    return lambda club: begin(club, turns)


def asked(request: str, *, is_declined: bool = False) -> State:
    """A match in which alice has asked bob for something, who may have declined."""

    async def make(club: Club) -> int:
        match = await begin(club)
        for ask in ASK[request]:
            await club.services.matches.act(match, club.alice.id, ask)
        if is_declined:
            await club.services.matches.do(
                match, lambda current: agreements.answer(request, current, club.bob.id, False)
            )  # type: ignore[arg-type]
        return match

    return make


def late(days: float) -> State:
    """A match with a clock of two days in which nobody has moved for some days."""

    async def make(club: Club) -> int:
        match = await begin(club, clock="2d")
        club.ahead += timedelta(days=days)
        return match

    return make


def left(days: float) -> State:
    """A match of which bob left the server some days ago."""

    async def make(club: Club) -> int:
        match = await begin(club, clock="2d")
        if not club.ahead:
            club.guild.remove_member(club.bob.actor)
            await club.env.settle()
        await club.services.matches.presence(club.guild.id, club.bob.id, absent=True)
        club.ahead += timedelta(days=days)
        return match

    return make


async def quiet(club: Club) -> int:
    """A match without a clock in which nobody has moved for long, and bob has nudged alice."""
    match = await begin(club, clock="none")
    club.ahead += timedelta(days=15)
    await club.services.matches.act(match, club.bob.id, waiting.nudge)
    return match


async def computer(club: Club) -> int:
    result = await club.services.challenges.play_computer(
        club.place, club.alice.person, "veloop-square", 1, side="first"
    )
    return result.match.id


async def ended(club: Club) -> int:
    match = await begin(club)
    await club.services.matches.act(match, club.bob.id, endings.resign)
    return match


async def annulled(club: Club) -> int:
    match = await asked("result")(club)
    await club.services.matches.act(match, club.bob.id, agreements.ask_annulment)
    return match


async def again(club: Club) -> int:
    match = await ended(club)
    await club.services.challenges.rematch(match, club.alice.id)
    await club.services.challenges.rematch(match, club.bob.id)
    return match


async def followed(club: Club) -> int:
    match = await begin(club)
    await club.services.matches.follow(match, club.carol.id)
    return match


async def tournament_match(club: Club) -> int:
    service = club.services.tournaments
    alice = club.alice.person
    result = await service.create(club.place, alice, "swiss", "veloop-square", moderator=True)
    tournament = result.tournament.id
    await service.do(tournament, organising.join, alice)
    await service.do(tournament, organising.join, club.bob.person)
    await service.do(tournament, organising.start, alice.id)
    await service.work()
    matches = [game.match for game in await service.games(tournament)]
    match = next(match for match in matches if match)
    assert match is not None
    return match


async def team_match(club: Club) -> int:
    await club.alice.slash("team start", game="snipsnip", against=f"<@{club.bob.id}>")
    match = max(await club.services.matches.of(club.alice.id), key=lambda match: match.id)
    form = await club.bob.slash("team join", match=match.name)
    await club.bob.click(form, "Join")
    return match.id


STATES: dict[str, State] = {
    "begun": after_turns(0),
    "draw": asked("draw"),
    "declined": asked("takeback", is_declined=True),
    "gone and late": left(days=3),
    "ended": ended,
    "pause": asked("pause"),
    "takeback": asked("takeback"),
    "abandon": asked("abandon"),
    "paused": asked("resume"),
    "result": asked("result"),
    "take_up": asked("take_up"),
    "late": late(days=3),
    "gone": left(days=1.5),
    "quiet": quiet,
    "one turn": after_turns(1),
    "the other is to move": after_turns(5),
    "computer": computer,
    "annulled": annulled,
    "again": again,
    "followed": followed,
    "tournament": tournament_match,
    "teams": team_match,
}


WATCHED = ("begun", "paused", "ended", "computer", "followed", "tournament", "teams")
"""States in which who watches presses, too: to them, what is asked or overdue looks the same."""
FEW_A_DAY = ("tournament", "teams")
"""States of which the limits let somebody make only some a day."""


async def cards_for(club: Club, member: Member, name: str) -> list[Message]:
    """The cards of a match that are for a member: what pings them, what they are sent, the board
    and its menu.
    """
    await club.bot.delivery.flush()
    cards: list[Message] = []
    for post in club.posts():
        is_of_match = f"**{name}**" in words(post) or f"· {name}" in words(post)
        if is_of_match and member.id in club.pings_of(post):
            cards.append(post)
    cards += [message for message in direct_messages(member) if name in words(message)]
    board = await member.slash("board", match=name)
    menu = await member.click(board, "⋯")
    return [*cards[-3:], board, menu]


def pressable(card: Message) -> dict[str, str]:
    """The custom ids of the buttons that can be pressed, by their labels."""
    unusable = disabled(card)
    custom_ids = {}
    for button in parts(card, BUTTON):
        if button.get("custom_id") and button.get("label") not in unusable:
            custom_ids[button["label"]] = button["custom_id"]
    return custom_ids


class Presser:
    """Presses each button of a state's cards once, each on a match that is still in that state."""

    def __init__(self, club: Club, member: Member) -> None:
        self.club = club
        self.member = member
        self.pressed: set[tuple[int, str]] = set()
        """The buttons by the number of their card and their label."""
        self.refusals: list[str] = []

    async def press_new_buttons(self, match_id: int) -> bool:
        """Press what was not pressed yet, until something changes the match; False: nothing did."""
        matches = self.club.services.matches
        match = await matches.get(match_id)
        cards = await cards_for(self.club, self.member, match.name)
        for number, card in enumerate(cards):
            for label, custom_id in pressable(card).items():
                if (number, label) in self.pressed:
                    continue
                self.pressed.add((number, label))
                await self._press(number, card, label, custom_id)
                if await matches.get(match_id) != match:
                    return True
        return False

    async def _press(self, number: int, card: Message, label: str, custom_id: str) -> None:
        source = stored(card)
        channel = source.channel if isinstance(source, discord.Message) else None
        result = Wire(self.club).press(self.member, custom_id, source, channel=channel)
        text = await answer_to(result)
        # asked or offered, which is what it says
        if "⚠️" in text and "You’ve already" not in text:
            refusal = text[text.index("⚠️") :][:150]
            self.refusals.append(f"{self.member.name}, card {number}, {label}: {refusal}")


@pytest.mark.slow
@pytest.mark.parametrize("state", only(STATES, "draw", "gone and late"))
async def test_no_button_is_always_refused(club: Club, state: str) -> None:
    await club.services.servers.change(club.place, matches=50)
    club.quiet()
    for member in (club.alice, club.bob):
        await club.services.members.change(member.id, notices="both", hours="0-24")
    refusals = []
    for member in (club.alice, club.bob, club.carol):
        if member is club.bob and "gone" in state:
            continue
        if member is club.carol and state not in WATCHED:
            continue
        presser = Presser(club, member)
        has_changed = True
        while has_changed:
            if state in FEW_A_DAY:
                club.env.backend.advance_clock(DAY)
            match_id = await STATES[state](club)
            has_changed = await presser.press_new_buttons(match_id)
            await stop(club, match_id)
        refusals += presser.refusals
    assert not refusals, "\n".join(refusals)


async def stop(club: Club, match_id: int) -> None:
    """End a match that still goes on."""
    match = await club.services.matches.get(match_id)
    if match.status == "running":
        command = partial(endings.settled, winner=None, reason="aborted", actor=None)
        await club.services.matches.do(match_id, command)


async def rung(club: Club) -> None:
    """A ladder on which carol has challenged bob, who has accepted."""
    await joined(club, "ladder", club.bob, club.carol)
    await club.carol.slash("tournament challenge", member=club.bob)
    await club.env.advance_time(5)
    await club.bob.click(club.post(), "Accept")


async def swiss(club: Club) -> None:
    await joined(club, "swiss", club.alice, club.bob)


@dataclass(frozen=True)
class End:
    """What ends or decides a match.

    ``prepare``: what brings the club there.
    ``member``: who gives the command.
    ``outcome``: what the question says of it.
    """

    prepare: Callable[[Club], Awaitable[object]]
    member: str
    command: str
    options: dict[str, str]
    outcome: str


M1 = {"match": "M1"}
UNFINISHED = "You lose your unfinished matches"
ENDS = {
    "draw": End(asked("draw"), "bob", "match draw", {}, "as a draw"),
    "call off": End(asked("abandon"), "bob", "match abandon", {}, "without a result"),
    "annul": End(asked("result"), "bob", "match takeback", M1, "no longer counts"),
    "resign": End(after_turns(4), "bob", "match resign", {}, "> wins."),
    "call off the computer": End(computer, "alice", "match abandon", {}, "without a result"),
    "claim the win": End(late(3), "bob", "match claim", {"what": "win"}, "you win against"),
    "claim a draw": End(late(3), "bob", "match claim", {"what": "draw"}, "nobody wins"),
    "end": End(after_turns(4), "boss", "moderate end", M1, "without a result"),
    "undo": End(ended, "boss", "moderate undo", M1, "no longer counts"),
    "decide": End(swiss, "alice", "tournament settle", {**M1, "result": "1-0"}, "counts at once"),
    "remove": End(
        swiss, "alice", "tournament remove", {"member": "bob"}, "loses all unfinished matches"
    ),
    "withdraw": End(swiss, "bob", "tournament withdraw", {}, UNFINISHED),
    "withdraw from a ladder": End(rung, "bob", "tournament withdraw", {}, UNFINISHED),
}


@pytest.mark.some_cases(1)
@pytest.mark.parametrize("name", ENDS)
async def test_what_ends_or_decides_a_match_asks_once_with_the_outcome(
    club: Club, name: str
) -> None:
    end = ENDS[name]
    members = {"alice": club.alice, "bob": club.bob}
    member = club.boss() if end.member == "boss" else members[end.member]
    await club.env.settle()
    await end.prepare(club)
    options: dict[str, Any] = dict(end.options)
    if "member" in options:
        options["member"] = members[options["member"]]
    match = await club.services.matches.get(1)

    question = await member.slash(end.command, **options)
    privately_says(question, "?\n", end.outcome)
    assert len(buttons(question)) == 2
    assert await club.services.matches.get(1) == match

    await sure(member, question)
    await half_a_minute_later(club)
    decided_match = await club.services.matches.get(1)
    assert decided_match.status != "running"
    assert decided_match != match


@pytest.mark.some_cases(1)
@pytest.mark.parametrize("command", ["match resign", "match draw", "match pause", "match claim"])
async def test_a_match_that_is_over_asks_nothing_before_it_is_refused(
    club: Club, command: str
) -> None:
    await ended(club)
    await half_a_minute_later(club)
    options = {"what": "win"} if command == "match claim" else {}
    refusal = await club.alice.slash(command, match="M1", **options)
    privately_says(refusal, "M1 is over")
    assert not buttons(refusal)
