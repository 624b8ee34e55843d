"""No act is possible in the chat and not on the page, and each does there what it does here."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from datetime import timedelta
from functools import partial
from typing import Any, NamedTuple

import pytest

from bot.chat.board import cards, links
from bot.chat.board.match_buttons import below_post
from bot.chat.board.more import more_card
from bot.chat.discord.press import Press, read
from bot.chat.language.i18n import Language
from bot.domain.matches import agreements, endings
from bot.domain.matches.match import Match
from bot.web.actions import HERE, name_of
from tests.bot.chat import discord_api
from tests.bot.chat.conftest import Club, Member
from tests.bot.chat.reading import raw, stored
from tests.bot.web.conftest import Tab, action, actions

Tabs = Callable[[], Tab]
State = Callable[[Club], Awaitable[int]]
STATES: dict[str, State] = {}


def state(name: str) -> Callable[[State], State]:
    """A way in which a match of alice and bob, who watches or plays, may stand."""

    def add(make: State) -> State:
        STATES[name] = make
        return make

    return add


async def begun(club: Club, turns: int = 0, **terms: Any) -> int:
    """A match of alice, who moves first, and bob, after so many turns; its id."""
    terms = {"game": "veloop-square", "variant": "8x8, single turns", "clock": "7d", **terms}
    challenges = club.services.challenges
    offer = await challenges.make(
        club.place, club.alice.person, opponent=club.bob.person, side="first", **terms
    )
    match = (await challenges.accept(offer.challenge.id, club.bob.person)).match
    for _ in range(turns):
        match = await first_turn(club, match)
    return match.id


async def first_turn(club: Club, match: Match) -> Match:
    """A match after the turn of its mover that is offered first."""
    mover = match.mover or 0
    while True:
        draft = match.draft_of(mover)
        state = match.state if draft is None else draft.state
        move = str(state.legal_moves()[0])
        result = await club.services.matches.play(match.id, mover, move)
        match = result.match
        if result.complete:
            return match


async def told(club: Club, match: int, who: Member, *commands: Callable[..., Any]) -> int:
    """A match after commands of a player."""
    for command in commands:
        await club.services.matches.act(match, who.id, command)
    return match


def asked(command: Callable[..., Any], name: str, turns: int = 5, **terms: Any) -> State:
    """A match in which a player asks the other for something."""

    async def make(club: Club) -> int:
        match = await begun(club, turns, **terms)
        return await told(club, match, getattr(club, name), command)

    return make


@state("begun")
async def just_begun(club: Club) -> int:
    return await begun(club)


@state("their turn")
async def their_turn(club: Club) -> int:
    return await begun(club, 1)


@state("later")
async def later(club: Club) -> int:
    return await begun(club, 6)


@state("rated")
async def rated(club: Club) -> int:
    return await begun(club, 6, rated=True)


for _who in ("alice", "bob"):
    for _name, _command in {
        "draw": agreements.offer_draw,
        "takeback": agreements.ask_takeback,
        "pause": agreements.ask_pause,
        "calling off": agreements.ask_abandon,
    }.items():
        STATES[f"{_name} asked by {_who}"] = asked(_command, _who, 6)


@state("paused")
async def paused(club: Club) -> int:
    match = await told(club, await begun(club, 5), club.alice, agreements.ask_pause)
    return await told(club, match, club.bob, agreements.ask_pause)


@state("resuming asked")
async def resuming(club: Club) -> int:
    return await told(club, await paused(club), club.alice, agreements.ask_pause)


@state("over")
async def over(club: Club) -> int:
    return await told(club, await begun(club, 6), club.bob, endings.resign)


@state("over, annulling asked")
async def annulling(club: Club) -> int:
    match = await told(club, await begun(club, 6, rated=True), club.bob, endings.resign)
    return await told(club, match, club.bob, lambda match, user, _: ask_annulment(match, user))


def ask_annulment(match: Match, user: int) -> Any:
    return agreements.ask_annulment(match, user)


@state("rated and over")
async def rated_over(club: Club) -> int:
    return await told(club, await begun(club, 6, rated=True), club.bob, endings.resign)


@state("over, rematch offered")
async def rematch_offered(club: Club) -> int:
    match = await over(club)
    await club.services.challenges.rematch(match, club.alice.id)
    return match


@state("called off")
async def called_off(club: Club) -> int:
    return await told(club, await begun(club), club.bob, endings.abort)


@state("shelved")
async def shelved(club: Club) -> int:
    match = await begun(club, 6)
    shelve = partial(endings.ended, winner=None, reason="adjourned", actor=None)
    await club.services.matches.do(match, shelve)
    return match


@state("taking up asked")
async def taking_up(club: Club) -> int:
    match = await shelved(club)
    return await told(
        club, match, club.alice, lambda match, user, _: agreements.ask_take_up(match, user)
    )


@state("followed")
async def followed(club: Club) -> int:
    match = await begun(club, 1)
    await club.services.matches.follow(match, club.carol.id)
    return match


@state("against the computer")
async def computer(club: Club) -> int:
    begins = club.services.challenges.play_computer
    match = (await begins(club.place, club.alice.person, "loop", 1, side="first")).match
    return match.id


@state("against the computer, over")
async def computer_over(club: Club) -> int:
    return await told(club, await computer(club), club.alice, endings.resign)


@state("by teams")
async def by_teams(club: Club) -> int:
    await club.alice.slash("team start", game="loop", variant="small", against="novice")
    return max(match.id for match in await club.services.matches.of(club.alice.id))


@state("overdue")
async def overdue(club: Club) -> int:
    match = await begun(club, 6, clock="1d")
    await club.env.advance_time(timedelta(days=1, hours=1).total_seconds())
    return match


@state("overdue, rated, early")
async def overdue_early(club: Club) -> int:
    match = await begun(club, 1, clock="1d", rated=True)
    await club.env.advance_time(timedelta(days=1, hours=1).total_seconds())
    return match


@state("a player has left")
async def player_left(club: Club) -> int:
    match = await begun(club, 6)
    leave = partial(endings.presence, user=club.bob.id, absent=True)
    await club.services.matches.do(match, leave)
    await club.env.advance_time(timedelta(days=1, hours=1).total_seconds())
    return match


def presses(post: Any) -> Iterator[str]:
    """What the buttons of a post do."""
    for part in discord_api.walk(post.view.to_components()):
        if part["type"] == 2 and part.get("custom_id") and not part.get("disabled"):
            yield part["custom_id"]


async def in_the_chat(club: Club, match: Match, reader: Member) -> set[str]:
    """What a member can press in the chat in a match: below its post, and behind ⋯."""
    t = Language("en-US")
    follows = await club.services.matches.follows(match.id, reader.id)
    watches = match.seat_of(reader.id) is None
    ids = {*presses(more_card(t, match, reader.id, follows=follows))}
    buttons = below_post(t, match, for_spectator=watches, has_page=False)
    ids |= {str(button["custom_id"]) for button in buttons if button is not None}
    image = await club.services.images.match(match)
    view = links.LookAt(match.id, False, False, False)
    return ids | {*presses(cards.board(t, match, image, reader.id, view))}


def is_anothers(match: Match, reader: Member, press: Press) -> bool:
    """Whether a button of a post that all see is for another player: to accept what is asked."""
    if not isinstance(press, links.AnswerAgreement):
        return False
    asker = match.asker(press.what)
    if asker is None:
        return True
    return match.seat_of(reader.id) != 1 - asker


def is_in_strip(view: dict[str, Any], press: Press) -> bool:
    """Whether the page has answers where the chat's button asks for a rematch, or to play on."""
    kinds = {links.Rematch: "rematch", links.AskTakeUp: "take_up"}
    kind = kinds.get(type(press))
    return any(one["kind"] == kind and one["actions"] for one in view["requests"])


@pytest.fixture
async def quiet_club(club: Club) -> Club:
    """A club whose members may play many matches, and whose bot does nothing by itself."""
    club.quiet()
    await club.services.servers.change(club.place, matches=100, rated=100)
    return club


@pytest.mark.slow
@pytest.mark.timeout(900)
async def test_all_that_can_be_pressed_in_the_chat_is_on_the_page(
    quiet_club: Club, tab: Tabs
) -> None:
    club = quiet_club
    readers = (club.alice, club.bob, club.carol)
    kinds = set[type]()
    for name, make in STATES.items():
        id = await make(club)
        for reader in readers:
            page = tab()
            view = await page.open(reader, id)
            match = await club.services.matches.get(id)
            here = {entry["press"] for entry in actions(view)}
            for custom_id in await in_the_chat(club, match, reader):
                press = read(custom_id)
                assert press is not None
                kinds.add(type(press))
                if is_anothers(match, reader, press) or is_in_strip(view, press):
                    continue
                assert custom_id in here or type(press) in HERE, (name, reader.name, press)
            here = {entry["press"] for entry in view["actions"]}
            assert len(here) == len(view["actions"]), "each is offered once"
    for kind in (
        links.AskDraw,
        links.AskTakeback,
        links.AskPause,
        links.ConfirmAbandon,
        links.ConfirmAbort,
        links.ConfirmResign,
        links.AnswerAgreement,
        links.WithdrawRequest,
        links.ClaimMatch,
        links.AskTakeUp,
        links.AskResult,
        links.Rematch,
        links.FollowMatch,
        links.FollowHighlights,
        links.Snooze,
        links.Nudge,
        links.OpenTeam,
    ):
        assert kind in kinds, f"no state has a button for {kind.__name__}"


async def stop_all(club: Club) -> None:
    """End all matches and challenges, of which nobody may have more than so many.

    Challenges are accepted: those that are not taken are limited, too.
    """
    for challenge in await club.services.challenges.concerning(club.alice.id, limit=100):
        await club.services.challenges.accept(challenge.id, club.bob.person)
    for match in await club.services.matches.of(club.alice.id, limit=100):
        await club.services.matches.do(match.id, endings.stopped)


class ActionKind(NamedTuple):
    """What tells an action of the page from the others, in any match."""

    name: str
    group: str
    label: str


OFFERED_ONCE = ("evenagain", "unevenagain")
"""What two members are asked after one of their matches only; test_handicaps answers it."""


def action_kinds(view: dict[str, Any]) -> dict[ActionKind, str]:
    """What each action of the page of a match does."""
    return {
        ActionKind(entry["name"], entry["group"], entry["label"]): entry["press"]
        for entry in actions(view)
    }


async def sure(page: Tab, answer: dict[str, Any]) -> dict[str, Any]:
    """The answer after what was asked is meant."""
    if answer["kind"] != "question":
        return answer
    status, answer = await page.press(answer["actions"][0]["press"])
    assert status == 200, answer
    return dict(answer)


@pytest.mark.slow
@pytest.mark.timeout(1800)
async def test_every_action_of_the_page_is_answered_there(quiet_club: Club, tab: Tabs) -> None:
    """Each in a match of its own, to its end."""
    club = quiet_club
    names = set[ActionKind]()
    for name, make in STATES.items():
        for reader in (club.alice, club.bob, club.carol):
            await stop_all(club)
            page = tab()
            view = await page.open(reader, await make(club))
            for kind in action_kinds(view):
                if kind in names or kind.name in OFFERED_ONCE:
                    continue
                names.add(kind)
                if name == "a player has left":
                    club.guild.remove_member(club.bob.actor)
                view = await page.open(reader, await make(club))
                assert kind in action_kinds(view), (name, reader.name)
                status, answer = await page.press(action_kinds(view)[kind])
                assert status == 200, (name, reader.name, kind, answer)
                assert answer["kind"] in ("word", "question", "card", "form", "open")
                await sure(page, answer)
                if name == "a player has left":
                    club.guild.add_member(club.bob.actor.user)
    assert len(names) > 20


ALONE = ("against the computer", "against the computer, over", "by teams")
"""States in which somebody else acts at the same time."""


async def stands(club: Club, id: int) -> tuple[object, ...]:
    """All that an act may have changed in a match."""
    match = await club.services.matches.get(id)
    rematch = await club.services.challenges.open_rematch(id)
    follows = [await club.services.matches.follows(id, who.id) for who in (club.alice, club.carol)]
    return (
        (match.status, match.winner, match.reason, match.version, match.state.ply),
        sorted((kind, request.seat) for kind, request in match.requests.items()),
        match.draw_offer,
        match.paused is not None,
        match.quiet.nudged_at is not None,
        match.overdue,
        rematch and rematch.maker.id,
        follows,
    )


async def pressed_in_the_chat(club: Club, reader: Member, id: int, name: str) -> bool:
    """Press what is called so behind ⋯ in the chat, and mean it; whether it is there."""
    number = (await club.services.matches.get(id)).number
    board = await reader.slash("board", match=f"M{number}")
    more = await reader.click(board, "⋯")
    ids = [custom_id for custom_id in custom_ids(more) if name_of(custom_id) == name]
    if not ids:
        return False
    answer = await reader.actor.click(stored(more), custom_id=ids[0])
    asked_first = [*custom_ids(answer)] if answer.response is not None else []
    if "keep" in map(name_of, asked_first):
        await reader.actor.click(stored(answer), custom_id=asked_first[0])
    return True


def custom_ids(message: Any) -> Iterator[str]:
    for part in discord_api.walk(raw(message)):
        if part["type"] == 2 and part.get("custom_id"):
            yield part["custom_id"]


@pytest.mark.slow
@pytest.mark.timeout(1800)
async def test_an_act_does_on_the_page_what_it_does_in_the_chat(
    quiet_club: Club, tab: Tabs
) -> None:
    club = quiet_club
    compared = set[tuple[str, str]]()
    for name in sorted({*STATES} - {*ALONE}):
        make = STATES[name]
        for reader in (club.alice, club.bob, club.carol):
            await stop_all(club)
            page = tab()
            entries = actions(await page.open(reader, await make(club)))
            for kind in [one["name"] for one in entries]:
                if (kind, reader.name) in compared or name == "a player has left":
                    continue
                in_chat = await make(club)
                if not await pressed_in_the_chat(club, reader, in_chat, kind):
                    continue
                compared.add((kind, reader.name))
                expected = await stands(club, in_chat)
                on_page = await make(club)
                view = await page.open(reader, on_page)
                status, answer = await page.press(action(view, kind))
                assert status == 200, (name, kind, answer)
                if "keep" in [one["name"] for one in actions(answer)]:
                    await sure(page, answer)
                assert await stands(club, on_page) == expected, (name, kind)
    assert len({kind for kind, _ in compared}) > 12, compared
