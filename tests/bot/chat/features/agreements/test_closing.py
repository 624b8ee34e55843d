"""What asks something is closed wherever it stands, by whatever way it was answered; and all cards
of a match.
"""

import dataclasses
import random
from collections.abc import Awaitable, Callable
from typing import Any

import discord
import pytest
from simcord import InteractionResult

from bot.domain.events import KINDS
from bot.domain.matches import agreements, endings, events
from bot.domain.matches.match import Addressed, CommandResult
from bot.domain.matches.service import Command
from tests.bot.chat.acting import DAY, later, more, sure
from tests.bot.chat.conftest import Club
from tests.bot.chat.discord_api import walk
from tests.bot.chat.features.waiting.test_waiting import direct
from tests.bot.chat.reading import Message, buttons, pictures, raw, says, stored, words
from tests.bot.domain.matches.helpers import played, swept
from tests.sampling import only

pytestmark = pytest.mark.slow

Way = Callable[[Club, str, int, discord.Message], Awaitable[object]]
COMMANDS = {"resume": "match pause", "result": "match takeback"}
"""Which command answers a request, where it is not called after it."""


async def pressed(club: Club, what: str, match: int, card: discord.Message) -> None:
    await yes(club.bob.actor, await club.bob.click(card, "Accept"))


async def pressed_in_private(club: Club, what: str, match: int, card: discord.Message) -> None:
    message = direct(club.bob)[-1]
    await yes(
        club.bob.actor.user,
        await club.bob.actor.user.click(message, custom_id=ids(message)["Accept"]),
    )


async def in_the_menu(club: Club, what: str, match: int, card: discord.Message) -> None:
    shown: Message = next(
        post
        for post in reversed(club.posts())
        if f"· M{match}" in words(post) and "⋯" in buttons(post)
    )
    if what != "take_up":  # for which the end has a button
        shown = await club.bob.click(shown, "⋯")
    fits = ("Accept", "Grant", "Call off", "Cancel", "Resume", "Ask to resume")
    await yes(
        club.bob.actor,
        await club.bob.click(shown, next(one for one in buttons(shown) if one.startswith(fits))),
    )


async def by_command(club: Club, what: str, match: int, card: discord.Message) -> None:
    if what == "take_up":
        await in_the_menu(club, what, match, card)
    else:
        command = COMMANDS.get(what, f"match {what}")
        await yes(club.bob.actor, await club.bob.slash(command, match=f"M{match}"))


async def yes(who: Any, answer: InteractionResult) -> None:
    """Answer the question that is asked before a match is decided, if there is one."""
    if answer.response is not None and {"Keep playing", "No"} & set(buttons(answer)):
        await who.click(stored(answer), custom_id=next(iter(ids(answer).values())))


def ids(message: Message) -> dict[str, str]:
    return {part["label"]: part["custom_id"] for part in walk(raw(message)) if part["type"] == 2}


async def declined(club: Club, what: str, match: int, card: discord.Message) -> None:
    await club.bob.click(card, "Decline")


async def ended(club: Club, what: str, match: int, card: discord.Message) -> None:
    await club.services.matches.do(match, endings.stopped)


ASK: dict[str, tuple[Command, ...]] = {
    "draw": (agreements.offer_draw,),
    "takeback": (agreements.ask_takeback,),
    "pause": (agreements.ask_pause,),
    "abandon": (agreements.ask_abandon,),
    "resume": (
        agreements.ask_pause,
        lambda match, *_: agreements.ask_pause(match, match.seats[1]),
        agreements.ask_pause,
    ),
    "result": (
        lambda match, user, _: endings.resign(match, user),
        lambda match, user, _: agreements.ask_annulment(match, user),
    ),
    "take_up": (
        lambda match, *_: endings.ended(match, winner=None, reason="adjourned", actor=None),
        lambda match, user, _: agreements.ask_take_up(match, user),
    ),
}
"""How alice asks bob for something, by what it is."""
NOT_DECLINED = ("resume",)
NOT_ENDED = ("result", "take_up")
ENDINGS = ("Accept", "Decline", "Withdraw", "expired", "again")
WAYS = (pressed, declined, pressed_in_private, in_the_menu, by_command, ended)


@pytest.mark.parametrize(
    "way", [pressed, *(pytest.param(way, marks=pytest.mark.slow) for way in WAYS[1:])]
)
async def test_every_request_is_closed_wherever_it_stands_and_says_who_answered(
    club: Club, way: Way
) -> None:
    await club.services.members.change(club.bob.id, notices="both", hours="0-24")
    for what, asks in ASK.items():
        if what in {declined: NOT_DECLINED, ended: NOT_ENDED}.get(way, ()):
            continue
        await club.services.servers.change(club.place, threads=way is pressed and what == "pause")
        match = await club.match("8x8, single turns", clock="3d")
        # after a pause who is to move need not ask
        await played(club.services, match, 3 if what == "resume" else 4)
        for ask in asks:
            await club.services.matches.act(match, club.alice.id, ask)
            await club.env.advance_time(5)
        place = (await club.services.matches.get(match)).thread
        posts = [*club.channel.threads[-1].history()] if place else club.posts()
        card = posts[-1]
        message = direct(club.bob)[-1]
        for asked in (card, message):
            assert "Accept" in buttons(asked), what
        await way(club, what, match, card)
        await club.env.advance_time(30)
        posts = [*club.channel.threads[-1].history()] if place else club.posts()
        assert (way is declined) == (card.id not in [post.id for post in posts]), (
            "declined: one post, which tells it"
        )
        for asked in (*posts, *direct(club.bob)):
            if asked.id in (card.id, message.id):
                assert not {"Accept", "Decline"} & set(buttons(asked)), what
                says(
                    asked,
                    f"-# M{match} is over"
                    if way is ended
                    else "declined"
                    if way is declined
                    else "accepted",
                )


@pytest.mark.some_cases(1)
@pytest.mark.parametrize("what", ["draw", "takeback", "abandon"])
async def test_what_a_later_turn_has_ended_has_lapsed_whatever_is_accepted_later(
    club: Club, what: str
) -> None:
    matches, (ask,) = club.services.matches, ASK[what]
    await played(club.services, await club.match("8x8, single turns"), 4)
    club.quiet()
    for turns in (2, 0):
        await matches.act(1, club.alice.id, ask)
        await club.bot.delivery.flush()
        await played(club.services, 1, turns)
    first, second = [post.id for post in club.posts() if "Accept" in buttons(post)]
    await matches.do(1, lambda match: agreements.answer(what, match, club.bob.id, yes=True))
    await club.bot.delivery.settle()
    for id, says_so in ((first, "Not answered"), (second, f"<@{club.bob.id}> accepted")):
        says(next(post for post in club.posts() if post.id == id), f"-# {says_so}")


@pytest.mark.some_cases(1)
@pytest.mark.parametrize("how", only(ENDINGS, "Decline", "expired", "again"))
async def test_a_challenge_is_closed_however_it_ends(club: Club, how: str) -> None:
    await club.services.members.change(club.bob.id, notices="both", hours="0-24")
    if how == "again":  # both press Rematch
        await played(club.services, await club.match("8x8, single turns"), 4)
        await club.services.matches.act(1, club.alice.id, endings.resign)
        await club.alice.slash("match rematch", match="M1")
    else:
        await club.alice.slash("play", game="veloop-square", opponent=club.bob, side="first")
    await club.env.advance_time(5)
    card = club.post()
    message = direct(club.bob)[-1]
    if how == "expired":
        await later(club, DAY * 15)
    elif how == "again":
        await club.bob.slash("match rematch", match="M1")
    else:
        assert "Withdraw" not in buttons(message), "it is not his"
        await (club.alice if how == "Withdraw" else club.bob).click(card, how)
    await club.env.advance_time(30)
    if how == "Decline":  # which is told once
        assert len(club.posts()) == 1
        club.posted(f"<@{club.alice.id}>, <@{club.bob.id}> declined.", pings=[club.alice])
    for asked in (*club.channel.history(), *direct(club.bob)):
        if asked.id in (card.id, message.id):
            assert not {"Accept", "Decline", "Counter-offer", "Withdraw", "Ask again"} & set(
                buttons(asked)
            )


async def test_a_claim_is_asked_once_and_closed_by_more_time(club: Club) -> None:
    await club.services.members.change(club.alice.id, notices="dm", hours="0-24")
    await club.match(clock="1d")
    await later(club, DAY * 1.2)
    card = club.post()
    late = direct(club.alice)[-1]
    assert club.pings() == [club.bob.id]
    assert "Claim the win" in buttons(card)
    says(
        late,
        "your time ran out in Veloop **M1** against bob. You can still move until they decide.",
    )
    assert buttons(late) == ["Move"]
    await more(club.bob, "Give more time")
    await club.env.advance_time(30)
    now = next(post for post in club.posts() if post.id == card.id)
    assert buttons(now) == ["Board"]
    says(now, "-# M1 goes on")
    says(next(one for one in direct(club.alice) if one.id == late.id), "-# M1 goes on")


MADE: dict[type[events.MatchEvent], Callable[[Club], Awaitable[object]]] = {
    events.Asked: lambda club: club.services.matches.act(1, club.bob.id, agreements.offer_draw),
    events.PlayerLeft: lambda club: club.services.matches.presence(
        club.guild.id, club.bob.id, absent=True
    ),
    events.MatchFinished: lambda club: club.services.matches.act(1, club.bob.id, endings.resign),
    events.TimeRunsShort: lambda club: later(club, DAY * 0.8),
    events.TimeRanOut: lambda club: later(club, DAY * 0.4),
}
"""How what is said about a match comes about, where it says nothing unless that is so."""
BOARDS = (events.MatchStarted, events.TurnPlayed, events.MatchFinished)
"""Events whose posts have the board itself below a title; all others say first why one gets
them.
"""


async def test_whatever_is_said_about_a_match_is_one_card_with_why_board_players_and_a_way_on(
    club: Club,
) -> None:
    kinds = [kind for kind in KINDS.values() if issubclass(kind, events.MatchEvent)]
    # the last is seen in the test above
    silent = (events.TreeOpened, events.LineAdded, events.QuietAsked)
    first = [events.TimeRunsShort, events.TimeRanOut]
    last = [events.PlayerLeft, events.MatchFinished]
    await club.match("8x8, single turns", clock="1d")
    both = {club.alice.id, club.bob.id}
    for kind in (*first, *(kind for kind in kinds if kind not in (*silent, *first, *last)), *last):
        count = len(club.posts())
        match = await club.services.matches.get(1)
        if kind in MADE:
            await MADE[kind](club)
        else:
            fields = {
                "by": club.bob.id,
                "since": int(club.now().timestamp()) - 86_400,
                "request": "takeback",
            }
            fields |= {
                "yes": False,
                "start": 0,
                "end": 0,
                "version": match.version,
                "pings": (*both,),
            }
            known = {field.name for field in dataclasses.fields(kind)}
            event = kind(**{name: value for name, value in fields.items() if name in known})
            to = None if "pings" in known else club.alice.id
            said = CommandResult(
                dataclasses.replace(match, note=kind.kind), (Addressed(event, to),)
            )
            await club.services.matches.do(1, lambda now, said=said: said)
        await club.env.advance_time(5)
        assert len(club.posts()) == count + 1, kind
        card = club.post()
        pinged = club.pings()
        assert len(pictures(card)) == 1, kind
        says(card, "Veloop", "M1", *(f"<@{user}>" for user in both))
        assert {"Move", "Board"} & set(buttons(card)), kind
        assert set(pinged) <= both, kind
        assert len(pinged) == (2 if kind in (events.TimeRanOut, events.MatchStopped) else 1), kind
        if kind not in BOARDS:
            assert all(f"<@{user}>" in words(card).split("\n")[0] for user in pinged), kind


async def resigned(club: Club) -> None:
    await sure(club.alice, await club.alice.slash("match resign"))


async def won_on_the_board(club: Club) -> None:
    matches = club.services.matches
    rng = random.Random(1)
    while (match := await matches.get(1)).mover is not None:
        move = str(rng.choice(match.state.legal_moves()))
        if match.state.play(match.state.parse(move)).to_move is None:
            await (club.alice if match.mover == club.alice.id else club.bob).slash(
                "move", moves=move
            )
            return
        await matches.play(1, match.mover, move)
        await swept(club.services)


async def agreed(club: Club) -> None:
    await club.alice.slash("match takeback", match="M1")
    assert "asks to cancel the result of **M1**" in words(club.post())
    await sure(club.bob, await club.bob.slash("match takeback", match="M1"))


async def decided_by_a_manager(club: Club) -> None:
    boss = club.boss()
    await sure(boss, await boss.slash("moderate undo", match="M1"))


Deed = Callable[[Club], Awaitable[object]]


@pytest.mark.some_cases(1)
@pytest.mark.parametrize("cancel", [agreed, decided_by_a_manager])
@pytest.mark.parametrize("end", [resigned, won_on_the_board])
@pytest.mark.parametrize("when", ["at once", "later"])
async def test_a_cancelled_result_is_taken_off_the_post_of_the_end(
    club: Club, end: Deed, cancel: Deed, when: str
) -> None:
    await played(club.services, await club.match(variant="8x8, single turns"), 4)
    await club.bot.delivery.flush()
    await end(club)
    card = club.post()
    says(card, "**wins**")
    if when == "later":
        await later(club, DAY / 4)
    await cancel(club)
    await club.env.advance_time(3)
    shown = next(post for post in club.posts() if post.id == card.id)
    assert "**wins**" not in words(shown)
    assert "no longer counts" in words(shown)
    assert "Offer rematch" not in buttons(shown)
    assert "-# M1" not in words(shown), "nobody had offered a draw"
