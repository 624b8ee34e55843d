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
from bot.domain.matches.match import Announcement, CommandResult
from bot.domain.matches.service import MatchCommand
from tests.bot.chat.acting import DAY, direct_messages, later, more, sure
from tests.bot.chat.conftest import Club
from tests.bot.chat.reading import BUTTON, Message, buttons, parts, pictures, says, stored, words
from tests.bot.domain.matches.helpers import played, swept
from tests.sampling import only

pytestmark = pytest.mark.slow

Way = Callable[[Club, str, int, discord.Message], Awaitable[object]]
COMMANDS = {"resume": "match pause", "result": "match takeback"}
"""Which command answers a request, where it is not called after it."""
YES_IN_THE_MENU = ("Accept", "Grant", "Call off", "Cancel", "Resume", "Ask to resume")
"""How the buttons begin that answer a request in the menu of a match."""


async def pressed(club: Club, request: str, match: int, card: discord.Message) -> None:
    await confirm(club.bob.actor, await club.bob.click(card, "Accept"))


async def pressed_in_private(club: Club, request: str, match: int, card: discord.Message) -> None:
    bob = club.bob.actor.user
    message = direct_messages(club.bob)[-1]
    await confirm(bob, await bob.click(message, custom_id=custom_ids(message)["Accept"]))


async def in_the_menu(club: Club, request: str, match: int, card: discord.Message) -> None:
    posts = [post for post in club.posts() if f"· M{match}" in words(post)]
    message: Message = [post for post in posts if "⋯" in buttons(post)][-1]
    if request != "take_up":  # for which the end has a button
        message = await club.bob.click(message, "⋯")
    label = next(label for label in buttons(message) if label.startswith(YES_IN_THE_MENU))
    await confirm(club.bob.actor, await club.bob.click(message, label))


async def by_command(club: Club, request: str, match: int, card: discord.Message) -> None:
    if request == "take_up":
        await in_the_menu(club, request, match, card)
        return
    command = COMMANDS.get(request, f"match {request}")
    await confirm(club.bob.actor, await club.bob.slash(command, match=f"M{match}"))


async def confirm(user: Any, answer: InteractionResult) -> None:
    """Answer the question that is asked before a match is decided, if there is one."""
    if answer.response is None:
        return
    if {"Keep playing", "No"} & set(buttons(answer)):
        first = next(iter(custom_ids(answer).values()))
        await user.click(stored(answer), custom_id=first)


def custom_ids(message: Message) -> dict[str, str]:
    """The custom ids of the buttons by their labels."""
    return {button["label"]: button["custom_id"] for button in parts(message, BUTTON)}


async def declined(club: Club, request: str, match: int, card: discord.Message) -> None:
    await club.bob.click(card, "Decline")


async def ended(club: Club, request: str, match: int, card: discord.Message) -> None:
    await club.services.matches.do(match, endings.stopped)


ASK: dict[str, tuple[MatchCommand, ...]] = {
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
IMPOSSIBLE = {declined: ("resume",), ended: ("result", "take_up")}
"""The requests that cannot be answered in some ways."""
ENDINGS = ("Accept", "Decline", "Withdraw", "expired", "again")
WAYS = (pressed, declined, pressed_in_private, in_the_menu, by_command, ended)


@pytest.mark.parametrize("way", WAYS)
async def test_every_request_is_closed_wherever_it_stands_and_says_who_answered(
    club: Club, way: Way
) -> None:
    await club.services.members.change(club.bob.id, notices="both", hours="0-24")
    for request in ASK:
        if request in IMPOSSIBLE.get(way, ()):
            continue
        in_thread = way is pressed and request == "pause"
        await club.services.servers.change(club.place, threads=in_thread)
        match = await asked_match(club, request)
        card = posts_about(club, in_thread)[-1]
        message = direct_messages(club.bob)[-1]
        assert "Accept" in buttons(card), request
        assert "Accept" in buttons(message), request

        await way(club, request, match, card)
        await club.env.advance_time(30)

        posts = posts_about(club, in_thread)
        if way is declined:
            assert card.id not in [post.id for post in posts], "one post, which tells it"
        else:
            assert card.id in [post.id for post in posts], request
        for post in (*posts, *direct_messages(club.bob)):
            if post.id in (card.id, message.id):
                assert not {"Accept", "Decline"} & set(buttons(post)), request
                says(post, sign_of_closing(way, match))


async def asked_match(club: Club, request: str) -> int:
    """A match in which alice has asked bob for something; gives its id."""
    match = await club.match("8x8, single turns", clock="3d")
    # after a pause who is to move need not ask
    turns = 3 if request == "resume" else 4
    await played(club.services, match, turns)
    for ask in ASK[request]:
        await club.services.matches.act(match, club.alice.id, ask)
        await club.env.advance_time(5)
    return match


def posts_about(club: Club, in_thread: bool) -> list[discord.Message]:
    """The posts of the latest match's thread, or of the channel."""
    if in_thread:
        return list(club.channel.threads[-1].history())
    return club.posts()


def sign_of_closing(way: Way, match: int) -> str:
    """What a request says once it was answered in some way."""
    if way is ended:
        return f"-# M{match} is over"
    if way is declined:
        return "declined"
    return "accepted"


@pytest.mark.some_cases(1)
@pytest.mark.parametrize("request_kind", ["draw", "takeback", "abandon"])
async def test_what_a_later_turn_has_ended_has_lapsed_whatever_is_accepted_later(
    club: Club, request_kind: str
) -> None:
    matches = club.services.matches
    (ask,) = ASK[request_kind]
    await played(club.services, await club.match("8x8, single turns"), 4)
    club.quiet()
    await matches.act(1, club.alice.id, ask)
    await club.bot.delivery.flush()
    await played(club.services, 1, 2)
    await matches.act(1, club.alice.id, ask)
    await club.bot.delivery.flush()
    first, second = [post for post in club.posts() if "Accept" in buttons(post)]

    await matches.do(1, lambda match: agreements.answer(request_kind, match, club.bob.id, yes=True))
    await club.bot.delivery.settle()

    says(club.as_it_is_now(first), "-# Not answered")
    says(club.as_it_is_now(second), f"-# <@{club.bob.id}> accepted")


@pytest.mark.some_cases(1)
@pytest.mark.parametrize("ending", only(ENDINGS, "Decline", "expired", "again"))
async def test_a_challenge_is_closed_however_it_ends(club: Club, ending: str) -> None:
    await club.services.members.change(club.bob.id, notices="both", hours="0-24")
    if ending == "again":  # both press Rematch
        await played(club.services, await club.match("8x8, single turns"), 4)
        await club.services.matches.act(1, club.alice.id, endings.resign)
        await club.alice.slash("match rematch", match="M1")
    else:
        await club.alice.slash("play", game="veloop-square", opponent=club.bob, side="first")
    await club.env.advance_time(5)
    card = club.post()
    message = direct_messages(club.bob)[-1]

    if ending == "expired":
        await later(club, DAY * 15)
    elif ending == "again":
        await club.bob.slash("match rematch", match="M1")
    elif ending == "Withdraw":
        assert "Withdraw" not in buttons(message), "it is not his"
        await club.alice.click(card, "Withdraw")
    else:
        assert "Withdraw" not in buttons(message), "it is not his"
        await club.bob.click(card, ending)
    await club.env.advance_time(30)

    if ending == "Decline":  # which is told once
        assert len(club.posts()) == 1
        club.posted(f"<@{club.alice.id}>, <@{club.bob.id}> declined.", pings=[club.alice])
    answers = {"Accept", "Decline", "Counter-offer", "Withdraw", "Ask again"}
    for post in (*club.channel.history(), *direct_messages(club.bob)):
        if post.id in (card.id, message.id):
            assert not answers & set(buttons(post))


async def test_a_claim_is_asked_once_and_closed_by_more_time(club: Club) -> None:
    await club.services.members.change(club.alice.id, notices="dm", hours="0-24")
    await club.match(clock="1d")
    await later(club, DAY * 1.2)
    claim = club.post()
    warning = direct_messages(club.alice)[-1]
    assert club.pings() == [club.bob.id]
    assert "Claim the win" in buttons(claim)
    says(
        warning,
        "your time ran out in Veloop **M1** against bob. You can still move until they decide.",
    )
    assert buttons(warning) == ["Move"]

    await more(club.bob, "Give more time")
    await club.env.advance_time(30)

    closed_claim = club.as_it_is_now(claim)
    assert buttons(closed_claim) == ["Board"]
    says(closed_claim, "-# M1 goes on")
    messages = {message.id: message for message in direct_messages(club.alice)}
    says(messages[warning.id], "-# M1 goes on")


async def test_what_is_closed_before_the_end_is_posted_links_to_it_soon(club: Club) -> None:
    await club.services.members.change(club.alice.id, notices="dm", hours="0-24")
    await club.match(clock="1d")
    await later(club, DAY * 1.2)
    claim = club.post()
    warning = direct_messages(club.alice)[-1]

    await sure(club.bob, await club.bob.click(claim, "Claim the win"))
    says(club.as_it_is_now(claim), "-# M1 is over")
    await club.env.advance_time(60)

    end = club.post()
    assert end.id != claim.id
    link = f"[The post of this turn]({end.jump_url})"
    says(club.as_it_is_now(claim), link, "-# M1 is over")
    messages = {message.id: message for message in direct_messages(club.alice)}
    says(messages[warning.id], link, "-# M1 is over")
    assert await club.services.posts.changed() == [], "nothing is left to be changed"


async def announce(club: Club, kind: type[events.MatchEvent], **values: Any) -> None:
    """Tell alice, and everybody else, of an event in M1."""
    match = await club.services.matches.get(1)
    event = kind(version=match.version, **values)
    # who is pinged stands in the event itself
    ping = None if "pings" in values else club.alice.id
    result = CommandResult(dataclasses.replace(match, note=kind.kind), (Announcement(event, ping),))
    await club.services.matches.do(1, lambda _: result)


def a_day_ago(club: Club) -> int:
    return int(club.now().timestamp()) - DAY


HAPPENINGS: dict[type[events.MatchEvent], Callable[[Club], Awaitable[object]]] = {
    events.TimeRunsShort: lambda club: later(club, DAY * 0.8),
    events.TimeRanOut: lambda club: later(club, DAY * 0.4),
    events.MatchStarted: lambda club: announce(club, events.MatchStarted),
    events.TurnPlayed: lambda club: announce(club, events.TurnPlayed, start=0, end=0),
    events.Asked: lambda club: club.services.matches.act(1, club.bob.id, agreements.offer_draw),
    events.Answered: lambda club: announce(
        club, events.Answered, request="takeback", yes=False, by=club.bob.id
    ),
    events.Nudged: lambda club: announce(club, events.Nudged, by=club.bob.id),
    events.QuietReminder: lambda club: announce(club, events.QuietReminder, since=a_day_ago(club)),
    events.MoreTimeGiven: lambda club: announce(club, events.MoreTimeGiven, by=club.bob.id),
    events.MatchStopped: lambda club: announce(
        club, events.MatchStopped, pings=(club.alice.id, club.bob.id)
    ),
    events.PlayerLeft: lambda club: club.services.matches.presence(
        club.guild.id, club.bob.id, absent=True
    ),
    events.MatchFinished: lambda club: club.services.matches.act(1, club.bob.id, endings.resign),
}
"""How each event comes about, in an order in which all of them can."""
ELSEWHERE = (events.TreeOpened, events.LineAdded, events.QuietAsked)
"""Events of which other tests see what is said."""
FOR_BOTH = (events.TimeRanOut, events.MatchStopped)
"""Events that ping both players."""

BOARDS = (events.MatchStarted, events.TurnPlayed, events.MatchFinished)
"""Events whose posts have the board itself below a title; all others say first why one gets
them.
"""


async def test_whatever_is_said_about_a_match_is_one_card_with_why_board_players_and_a_way_on(
    club: Club,
) -> None:
    await club.match("8x8, single turns", clock="1d")
    both = {club.alice.id, club.bob.id}
    for kind, happen in HAPPENINGS.items():
        count = len(club.posts())
        await happen(club)
        await club.env.advance_time(5)

        assert len(club.posts()) == count + 1, kind
        card = club.post()
        pings = club.pings()
        assert len(pictures(card)) == 1, kind
        says(card, "Veloop", "M1", f"<@{club.alice.id}>", f"<@{club.bob.id}>")
        assert {"Move", "Board"} & set(buttons(card)), kind
        assert set(pings) <= both, kind
        assert len(pings) == (2 if kind in FOR_BOTH else 1), kind
        if kind not in BOARDS:
            first_line = words(card).split("\n")[0]
            for user in pings:
                assert f"<@{user}>" in first_line, kind


def test_of_every_event_of_a_match_it_is_seen_what_is_said() -> None:
    kinds = {kind for kind in KINDS.values() if issubclass(kind, events.MatchEvent)}
    assert kinds == {*HAPPENINGS, *ELSEWHERE}


async def resigned(club: Club) -> None:
    await sure(club.alice, await club.alice.slash("match resign"))


async def won_on_the_board(club: Club) -> None:
    """Play random moves, the last of them by command."""
    matches = club.services.matches
    rng = random.Random(1)
    while True:
        match = await matches.get(1)
        assert match.mover is not None
        move = rng.choice(match.state.legal_moves())
        if match.state.play(move).to_move is None:
            winner = club.alice if match.mover == club.alice.id else club.bob
            await winner.slash("move", moves=str(move))
            return
        await matches.play(1, match.mover, str(move))
        await swept(club.services)


async def agreed(club: Club) -> None:
    await club.alice.slash("match takeback", match="M1")
    assert "asks to cancel the result of **M1**" in words(club.post())
    await sure(club.bob, await club.bob.slash("match takeback", match="M1"))


async def decided_by_a_manager(club: Club) -> None:
    boss = club.boss()
    await sure(boss, await boss.slash("moderate undo", match="M1"))


Act = Callable[[Club], Awaitable[object]]


@pytest.mark.some_cases(1)
@pytest.mark.parametrize("cancel", [agreed, decided_by_a_manager])
@pytest.mark.parametrize("end", [resigned, won_on_the_board])
@pytest.mark.parametrize("when", ["at once", "later"])
async def test_a_cancelled_result_is_taken_off_the_post_of_the_end(
    club: Club, end: Act, cancel: Act, when: str
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
    edited_card = club.as_it_is_now(card)
    assert "**wins**" not in words(edited_card)
    assert "no longer counts" in words(edited_card)
    assert "Offer rematch" not in buttons(edited_card)
    assert "-# M1" not in words(edited_card), "nobody had offered a draw"
