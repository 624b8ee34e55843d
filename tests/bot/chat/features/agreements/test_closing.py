"""What asks something is closed wherever it stands, by whatever way it was answered; and all cards of a match."""

import dataclasses
from collections.abc import Awaitable, Callable
from typing import Any

import discord
import pytest
from simcord import InteractionResult

from bot.domain.events import KINDS
from bot.domain.matches import agreements, endings, events
from bot.domain.matches.match import Addressed, Changed
from bot.domain.matches.service import Command
from tests.bot.chat.acting import DAY, later, more
from tests.bot.chat.conftest import Club
from tests.bot.chat.discord_api import walk
from tests.bot.chat.features.waiting.test_waiting import direct
from tests.bot.chat.reading import Message, buttons, pictures, raw, says, stored, words
from tests.bot.domain.matches.helpers import played

Way = Callable[[Club, int, discord.Message], Awaitable[object]]


async def pressed(club: Club, match: int, card: discord.Message) -> None:
    await yes(club.bob.actor, await club.bob.click(card, "Accept"))


async def pressed_in_private(club: Club, match: int, card: discord.Message) -> None:
    message = direct(club.bob)[-1]
    await yes(club.bob.actor.user, await club.bob.actor.user.click(message, custom_id=ids(message)["Accept"]))


async def in_the_menu(club: Club, match: int, card: discord.Message) -> None:
    first = next(post for post in club.posts() if f"· M{match}\n" in words(post) and "⋯" in buttons(post))
    menu = await club.bob.click(first, "⋯")
    label = next(label for label in buttons(menu) if label.startswith(("Accept", "Grant", "Call off")))
    await yes(club.bob.actor, await club.bob.click(menu, label))


async def yes(who: Any, answer: InteractionResult) -> None:
    """Answer the question that is asked before a match is decided, if there is one."""
    if answer.response is not None and "Keep playing" in buttons(answer):
        await who.click(stored(answer), custom_id=next(iter(ids(answer).values())))


def ids(message: Message) -> dict[str, str]:
    return {part["label"]: part["custom_id"] for part in walk(raw(message)) if part["type"] == 2}


async def declined(club: Club, match: int, card: discord.Message) -> None:
    await club.bob.click(card, "Decline")


async def ended(club: Club, match: int, card: discord.Message) -> None:
    await club.services.matches.do(match, endings.stopped)


ASK: dict[str, Command] = {
    "draw": agreements.offer_draw,
    "takeback": agreements.ask_takeback,
    "pause": agreements.ask_pause,
    "abandon": agreements.ask_abandon,
}


@pytest.mark.parametrize(
    "way",
    [
        pressed,
        ended,
        *(pytest.param(way, marks=pytest.mark.slow) for way in (pressed_in_private, in_the_menu, declined)),
    ],
)
async def test_a_request_is_closed_wherever_it_stands(club: Club, way: Way) -> None:
    await club.services.members.change(club.bob.id, notices="both", hours="0-24")
    for ask in ASK.values():
        match = await club.match("8x8, single turns", clock="3d")
        await played(club.services, match, 4)
        await club.services.matches.act(match, club.alice.id, ask)
        await club.env.advance_time(5)
        card, message = club.post(), direct(club.bob)[-1]
        for asked in (card, message):
            assert {"Accept", "Decline"} <= set(buttons(asked))
        await way(club, match, card)
        await club.env.advance_time(30)
        for asked in (*club.channel.history(), *direct(club.bob)):
            if asked.id in (card.id, message.id):
                assert not {"Accept", "Decline"} & set(buttons(asked))
                says(asked, f"-# M{match} is over" if way is ended else "declined" if way is declined else "accepted")


async def test_a_challenge_is_closed_in_both_places_and_a_declined_one_told_once(club: Club) -> None:
    await club.services.members.change(club.bob.id, notices="both", hours="0-24")
    await club.alice.slash("play", game="veloop-square", opponent=club.bob, side="first")
    await club.env.advance_time(5)
    assert "Withdraw" not in buttons(direct(club.bob)[-1]), "it is not his"
    await club.bob.click(club.post(), "Decline")
    await club.env.advance_time(30)
    (told,) = club.posts()
    club.posted(f"<@{club.alice.id}>, <@{club.bob.id}> declined.", pings=[club.alice])
    assert "Accept" not in buttons(told) + buttons(direct(club.bob)[-1])


async def test_a_draw_offer_that_came_with_a_turn_is_closed_by_playing_on(club: Club) -> None:
    await club.match("8x8, single turns")
    await club.alice.slash("move", moves="e4-d6", draw=True)
    offered = club.post()
    await club.bob.slash("move", moves=(await club.bob.offered())[0])
    await club.env.advance_time(30)
    now = next(post for post in club.posts() if post.id == offered.id)
    assert "Accept draw" not in buttons(now)
    says(now, "Not answered: M1 has moved on")


async def test_who_plays_on_closes_the_question_of_both(club: Club) -> None:
    await club.match()
    for days in (3, 4, 7):
        await later(club, DAY * days)
    await club.env.advance_time(30)
    asked = [post.id for post in club.posts() if "Play on?" in words(post)]
    assert len(asked) == 2
    await club.bob.click(club.post(), "Keep playing")
    await club.env.advance_time(30)
    for post in club.posts():
        if post.id in asked:
            says(post, f"-# <@{club.bob.id}> plays on")
            assert "Keep playing" not in buttons(post)


async def test_a_claim_is_asked_once_and_closed_by_more_time(club: Club) -> None:
    await club.match(clock="1d")
    await later(club, DAY * 1.2)
    card = club.post()
    assert "Claim the win" in buttons(card)
    await more(club.bob, "Give more time")
    await club.env.advance_time(30)
    now = next(post for post in club.posts() if post.id == card.id)
    assert buttons(now) == ["Board"]
    says(now, "-# M1 goes on")


MADE: dict[type[events.MatchEvent], Callable[[Club], Awaitable[object]]] = {
    events.Asked: lambda club: club.services.matches.act(1, club.bob.id, agreements.offer_draw),
    events.PlayerLeft: lambda club: club.services.matches.presence(club.guild.id, club.bob.id, gone=True),
    events.MatchFinished: lambda club: club.services.matches.act(1, club.bob.id, endings.resign),
    events.TimeRunsShort: lambda club: later(club, DAY * 0.8),
    events.TimeRanOut: lambda club: later(club, DAY * 0.4),
}
"""How what is said about a match comes about, where it says nothing unless that is so."""


async def test_whatever_is_said_about_a_match_shows_it_and_a_way_on(club: Club) -> None:
    kinds = [kind for kind in KINDS.values() if issubclass(kind, events.MatchEvent)]
    silent = (events.TreeOpened, events.LineAdded, events.QuietAsked)  # the last is seen in the test above
    first = [events.TimeRunsShort, events.TimeRanOut]
    last = [events.PlayerLeft, events.MatchFinished]
    await club.match("8x8, single turns", clock="1d")
    for kind in (*first, *(kind for kind in kinds if kind not in (*silent, *first, *last)), *last):
        count, match = len(club.posts()), await club.services.matches.get(1)
        if kind in MADE:
            await MADE[kind](club)
        else:
            fields = {"by": club.bob.id, "since": int(club.now().timestamp()) - 86_400, "request": "takeback"}
            fields |= {"yes": False, "start": 0, "end": 0, "version": match.version}
            known = {field.name for field in dataclasses.fields(kind)}
            event = kind(**{name: value for name, value in fields.items() if name in known})
            said = Changed(dataclasses.replace(match, note=kind.kind), (Addressed(event, club.alice.id),))
            await club.services.matches.do(1, lambda now, said=said: said)
        await club.env.advance_time(5)
        assert len(club.posts()) > count, kind
        card = club.post()
        assert len(pictures(card)) == 1, kind
        says(card, "Veloop", "M1", f"<@{club.alice.id}>", f"<@{club.bob.id}>")
        assert {"Move", "Board"} & set(buttons(card)), kind
