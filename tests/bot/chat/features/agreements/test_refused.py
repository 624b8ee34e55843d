"""No button is always refused, and what ends or decides a match asks once."""

from collections.abc import Awaitable, Callable
from datetime import timedelta
from functools import partial

import discord
import pytest

from bot.domain.matches import agreements, endings
from bot.domain.matches.waiting import commands as waiting
from bot.domain.tournaments import organising
from tests.bot.chat.acting import DAY, direct_messages, started, sure
from tests.bot.chat.conftest import Club, Member
from tests.bot.chat.discord_api import walk
from tests.bot.chat.features.agreements.test_closing import ASK
from tests.bot.chat.features.tournaments.test_tournaments import half_a_minute_later, joined
from tests.bot.chat.reading import Message, buttons, disabled, privately_says, raw, stored, words
from tests.bot.chat.world import Wire, answer_to
from tests.bot.domain.matches.helpers import played
from tests.sampling import only

State = Callable[[Club], Awaitable[int]]


async def begun(club: Club, turns: int = 4, clock: str = "3d") -> int:
    match = await started(club, "veloop-square", club.bob, side="first", clock=clock)
    await played(club.services, match.id, turns)
    return match.id


def fresh(turns: int) -> State:
    return lambda club: begun(club, turns)


def asked(what: str, *, declined: bool = False) -> State:
    async def make(club: Club) -> int:
        match = await begun(club)
        for ask in ASK[what]:
            await club.services.matches.act(match, club.alice.id, ask)
        if declined:
            await club.services.matches.do(
                match, lambda now: agreements.answer(what, now, club.bob.id, False)
            )  # type: ignore[arg-type]
        return match

    return make


def then(after: float, *, gone: bool = False, nudges: bool = False, turns: int = 4) -> State:
    """A match of which ``after`` days have passed; ``gone``: since bob left the server."""

    async def make(club: Club) -> int:
        match = await begun(club, turns, "2d" if not nudges else "none")
        if gone:
            if not club.ahead:
                club.guild.remove_member(club.bob.actor)
                await club.env.settle()
            await club.services.matches.presence(club.guild.id, club.bob.id, gone=True)
        club.ahead += timedelta(days=after)
        if nudges:
            await club.services.matches.act(match, club.bob.id, waiting.nudge)
        return match

    return make


async def computer(club: Club) -> int:
    made = await club.services.challenges.play_computer(
        club.place, club.alice.person, "veloop-square", 1, side="first"
    )
    return made.match.id


async def ended(club: Club) -> int:
    match = await begun(club)
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
    match = await begun(club)
    await club.services.matches.follow(match, club.carol.id)
    return match


async def contest(club: Club) -> int:
    contests = club.services.tournaments
    by = club.alice.person
    item = (
        await contests.create(club.place, by, "swiss", "veloop-square", moderator=True)
    ).tournament.id
    for member in (club.alice, club.bob):
        await contests.do(item, organising.join, member.person)
    await contests.do(item, organising.start, by.id)
    await contests.work()
    match = next(game.match for game in await contests.games(item) if game.match)
    assert match is not None
    return match


async def teams(club: Club) -> int:
    await club.alice.slash("team start", game="snipsnip", against=f"<@{club.bob.id}>")
    match = max(await club.services.matches.of(club.alice.id), key=lambda match: match.id)
    await club.bob.click(await club.bob.slash("team join", match=match.name), "Join")
    return match.id


STATES: dict[str, State] = {
    "begun": fresh(0),
    "draw": asked("draw"),
    "declined": asked("takeback", declined=True),
    "gone and late": then(3, gone=True),
    "ended": ended,
    "pause": asked("pause"),
    "takeback": asked("takeback"),
    "abandon": asked("abandon"),
    "paused": asked("resume"),
    "result": asked("result"),
    "take_up": asked("take_up"),
    "late": then(3),
    "gone": then(1.5, gone=True),
    "quiet": then(15, nudges=True),
    "one turn": fresh(1),
    "the other is to move": fresh(5),
    "computer": computer,
    "annulled": annulled,
    "again": again,
    "followed": followed,
    "tournament": contest,
    "teams": teams,
}


FEW_A_DAY = "tournament", "teams"
"""States of which the limits let somebody make only some a day."""


async def shown(club: Club, member: Member, name: str) -> list[Message]:
    """The cards of a match that are for a member: what pings them, what they are sent, the board
    and its menu.
    """
    await club.bot.delivery.flush()
    backend = club.env.backend
    posts: list[Message] = [
        post
        for post in club.posts()
        if f"**{name}**" in words(post) or f"· {name}" in words(post)
        if member.id in backend.get_message(post.channel.id, post.id).ping_user_ids
    ]
    posts += [message for message in direct_messages(member) if name in words(message)]
    board = await member.slash("board", match=name)
    return [*posts[-3:], board, await member.click(board, "⋯")]


def pressable(card: Message) -> dict[str, str]:
    off = disabled(card)
    parts = [part for part in walk(raw(card)) if part["type"] == 2 and part.get("custom_id")]
    return {part["label"]: part["custom_id"] for part in parts if part.get("label") not in off}


@pytest.mark.slow
@pytest.mark.parametrize("state", only(STATES, "draw", "gone and late"))
async def test_no_button_is_always_refused(club: Club, state: str) -> None:
    await club.services.servers.change(club.place, matches=50)
    club.quiet()
    for member in (club.alice, club.bob):
        await club.services.members.change(member.id, notices="both", hours="0-24")
    wrong = []
    for member in (club.alice, club.bob, club.carol):
        pressed = set[tuple[int, str]]()
        stays = True
        while stays and (member is not club.bob or "gone" not in state):
            if state in FEW_A_DAY:
                club.env.backend.advance_clock(DAY)
            was = await club.services.matches.get(await STATES[state](club))
            for at, card in enumerate(await shown(club, member, was.name)):
                for label, custom_id in pressable(card).items():
                    if (at, label) in pressed or not (
                        stays := await club.services.matches.get(was.id) == was
                    ):
                        continue
                    pressed.add((at, label))
                    source = stored(card)
                    channel = source.channel if isinstance(source, discord.Message) else None
                    said = await answer_to(
                        Wire(club).press(member, custom_id, source, channel=channel)
                    )
                    # asked or offered, which is what it says
                    if "⚠️" in said and "You’ve already" not in said:
                        wrong.append(
                            f"{member.name}, card {at}, {label}: {said[said.index('⚠️') :][:150]}"
                        )
            now = await club.services.matches.get(was.id)
            stays = now != was
            if now.status == "running":
                stop = partial(endings.settled, winner=None, reason="aborted", by=None)
                await club.services.matches.do(was.id, stop)
    assert not wrong, "\n".join(wrong)


async def rung(club: Club) -> None:
    """A ladder on which carol has challenged bob, who has accepted."""
    await joined(club, "ladder", club.bob, club.carol)
    await club.carol.slash("tournament challenge", member=club.bob)
    await club.env.advance_time(5)
    await club.bob.click(club.post(), "Accept")


async def swiss(club: Club) -> None:
    await joined(club, "swiss", club.alice, club.bob)


ENDS: dict[str, tuple[Callable[[Club], Awaitable[object]], str, dict[str, str], str]] = {
    "draw": (asked("draw"), "bob: match draw", {}, "as a draw"),
    "call off": (asked("abandon"), "bob: match abandon", {}, "without a result"),
    "annul": (asked("result"), "bob: match takeback", {"match": "M1"}, "no longer counts"),
    "resign": (fresh(4), "bob: match resign", {}, "> wins."),
    "call off the computer": (computer, "alice: match abandon", {}, "without a result"),
    "claim the win": (then(3), "bob: match claim", {"what": "win"}, "you win against"),
    "claim a draw": (then(3), "bob: match claim", {"what": "draw"}, "nobody wins"),
    "end": (fresh(4), "boss: moderate end", {"match": "M1"}, "without a result"),
    "undo": (ended, "boss: moderate undo", {"match": "M1"}, "no longer counts"),
    "decide": (
        swiss,
        "alice: tournament settle",
        {"match": "M1", "result": "1-0"},
        "counts at once",
    ),
    "remove": (
        swiss,
        "alice: tournament remove",
        {"member": "bob"},
        "loses all unfinished matches",
    ),
    "withdraw": (swiss, "bob: tournament withdraw", {}, "You lose your unfinished matches"),
    "withdraw from a ladder": (
        rung,
        "bob: tournament withdraw",
        {},
        "You lose your unfinished matches",
    ),
}
"""What ends or decides a match: how it comes to that, who gives which command, and the outcome in
the question.
"""


@pytest.mark.some_cases(1)
@pytest.mark.parametrize("what", ENDS)
async def test_what_ends_or_decides_a_match_asks_once_with_the_outcome(
    club: Club, what: str
) -> None:
    make, command, options, outcome = ENDS[what]
    who, _, command = command.partition(": ")
    member = club.boss() if who == "boss" else getattr(club, who)
    await club.env.settle()
    await make(club)
    given = {
        name: getattr(club, value) if name == "member" else value for name, value in options.items()
    }
    before = await club.services.matches.get(1)
    asking = await member.slash(command, **given)
    privately_says(asking, "?\n", outcome)
    assert len(buttons(asking)) == 2
    assert await club.services.matches.get(1) == before
    await sure(member, asking)
    await half_a_minute_later(club)
    assert (await club.services.matches.get(1)).status != "running"
    assert await club.services.matches.get(1) != before


@pytest.mark.some_cases(1)
@pytest.mark.parametrize("command", ["match resign", "match draw", "match pause", "match claim"])
async def test_a_match_that_is_over_asks_nothing_before_it_is_refused(
    club: Club, command: str
) -> None:
    await ended(club)
    await half_a_minute_later(club)
    given = {"what": "win"} if command == "match claim" else {}
    shown = await club.alice.slash(command, match="M1", **given)
    privately_says(shown, "M1 is over")
    assert not buttons(shown)
