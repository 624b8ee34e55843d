"""Whoever can be challenged in the chat can be from the page, on every term that ``/play`` has."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import discord
import pytest
import sqlalchemy as sa
from simcord.backend.errors import BackendError

from bot.chat.board.completion import CLOCKS
from bot.chat.language import texts as shared
from bot.domain.values import Place
from bot.store.tables import ratings
from bot.web import members
from bot.web.members import MOST_FOUND, MOST_SEARCHES, MemberSearch
from games import registry
from tests.bot.chat.conftest import Club
from tests.bot.chat.refusing import refusing
from tests.bot.web.conftest import Tab, lines

Tabs = Callable[[], Tab]
TERMS = {"game": "loop", "side": "random", "clock": "", "opponent": ""}


async def names(page: Tab, prefix: str) -> list[str]:
    status, answer = await page.ask(f"members?name={prefix}")
    assert status == 200, answer
    return [person["name"] for person in answer["people"]]


async def number_found(search: MemberSearch, club: Club, beginning: str) -> int:
    found = await search.find(club.place.scope, beginning, club.alice.id)
    assert found is not None
    return len(found)


async def test_any_member_of_the_server_is_found_by_name_and_challenged(
    club: Club, tab: Tabs
) -> None:
    page = tab()
    home = (await page.enter(club.alice))["home"]
    assert home["opponents"] == [], "nobody has been played yet"
    assert await names(page, "Car") == ["carol"]
    assert await names(page, "zz") == []
    assert await names(page, "ali") == [], "oneself is nobody to challenge"
    status, answer = await page.ask("members?name=carol")
    (carol,) = answer["people"]
    status, word = await page.ask("challenge", {**TERMS, "opponent": carol["id"]})
    assert (status, lines(word)) == (200, ["You challenged carol to Loop."])
    (challenge,) = (await tab().enter(club.carol))["home"]["challenges"]
    assert "alice challenges you" in challenge["text"]


async def test_bots_are_neither_found_nor_challenged(club: Club, tab: Tabs) -> None:
    page = tab()
    await page.enter(club.alice)
    me = club.services.gateway.me
    (bot,) = [member for member in club.env.backend.users.values() if member.id == me]
    assert await names(page, bot.name) == []
    status, answer = await page.ask("challenge", {**TERMS, "opponent": str(me)})
    assert (status, "bot" in answer["error"]) == (422, True)


async def test_nobody_searches_a_server_that_they_have_left(club: Club, tab: Tabs) -> None:
    page = tab()
    await page.enter(club.alice)
    club.guild.remove_member(club.alice.actor)
    assert (await page.ask("members?name=carol"))[0] == 422


async def test_a_thread_counts_as_its_channel_where_a_server_names_channels_for_matches(
    club: Club, tab: Tabs
) -> None:
    backend = club.env.backend
    thread = backend.create_thread(club.channel.id, "talk", club.alice.id, type=11)
    other_channel = club.guild.create_text_channel("other")
    await club.env.settle()
    page = tab()
    place = Place(club.guild.id, thread.id)
    doors = club.services.doors
    code = await doors.code(club.alice.id, "link", place, "en-US", 0, club.alice.name)
    page.token = (await page.ask("enter", {"code": code}))[1]["token"]
    for channel, status in ((other_channel, 422), (club.channel, 200)):
        await club.services.servers.change(club.place, channels=[channel.id])
        assert (await page.ask("challenge", TERMS))[0] == status


async def test_nobody_has_left_of_whom_discord_does_not_tell_now(club: Club, tab: Tabs) -> None:
    page = tab()
    await page.enter(club.alice)
    club.env.backend.advance_clock(120)

    def refuse(method: str, path: str, body: dict[str, Any]) -> BackendError | None:
        return BackendError(404, 0, "404: Not Found") if "/members/" in path else None

    with refusing(refuse):
        status, answer = await page.ask("challenge", {**TERMS, "opponent": str(club.carol.id)})
    assert (status, "Discord can’t be asked right now" in answer["error"]) == (503, True)
    status, answer = await page.ask("challenge", {**TERMS, "opponent": str(club.carol.id)})
    assert status == 200


async def test_searches_leave_the_connection_room_for_what_else_it_sends(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    seconds = [0.0]
    search = MemberSearch(club.services.gateway, lambda: seconds[0])
    server = club.place.scope
    commands = list[int]()

    async def members_of(server: int, prefix: str) -> list[discord.Member]:
        commands.append(server)
        return []

    with monkeypatch.context() as patch:
        patch.setattr(search, "_members", members_of)
        for number in range(5 * MOST_SEARCHES):
            await search.find(1 + number % 10, "carol", 1_000 + number)
    assert len(commands) == MOST_SEARCHES
    assert await search.find(server, "carol", club.alice.id) is None
    seconds[0] += members.MINUTE + 1
    assert await number_found(search, club, "carol") == 1
    assert await search.find(server, "c", club.alice.id) == [], "too short"
    assert await search.find(5, "carol", club.alice.id) is None, "another process hears of it"


async def test_who_searches_without_end_leaves_others_their_searches(club: Club) -> None:
    seconds = [0.0]
    search = MemberSearch(club.services.gateway, lambda: seconds[0])
    server = club.place.scope
    found = [await search.find(server, "carol", club.alice.id) for _ in range(MOST_SEARCHES)]
    assert None in found
    answer = await search.find(server, "carol", club.bob.id)
    assert answer is not None
    for number in range(10 * MOST_SEARCHES):  # as do many, on another server
        await search.find(5, "carol", 1_000 + number % 100)
    answer = await search.find(server, "carol", club.bob.id)
    assert answer is not None


async def test_no_more_are_found_than_can_be_shown(club: Club) -> None:
    for number in range(MOST_FOUND + 2):
        user = club.env.backend.make_user(f"same{number}")
        club.env.backend.add_member(club.place.scope, user.id)
    search = MemberSearch(club.services.gateway, club.services.monotonic)
    assert await number_found(search, club, "same") == MOST_FOUND


async def test_where_discord_cannot_be_asked_people_with_a_rating_are_found(
    club: Club, tab: Tabs, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another process hears of the server, or too many have searched lately."""
    for name in ("carol", "Caröl", "car_ol", "alicia"):
        await rate(club, name)
    page = tab()
    await page.enter(club.alice)
    monkeypatch.setattr(MemberSearch, "_may_search", lambda *_: False)
    status, answer = await page.ask("members?name=car")
    assert status == 200
    assert [person["name"] for person in answer["people"]] == ["Caröl", "car_ol", "carol"]
    assert answer["note"].startswith("Only people who have played a rated match")
    assert await names(page, "car_") == ["car_ol"], "no sign stands for any other"
    assert await names(page, "zz") == []
    monkeypatch.undo()
    assert (await page.ask("members?name=car"))[1]["note"] == ""


async def rate(club: Club, name: str) -> None:
    """Give somebody a rating on the club's server."""
    now = club.services.database.now()
    user = club.env.backend.make_user(name)
    row = {
        "scope": club.place.scope,
        "game": "loop",
        "user": user.id,
        "name": name,
        "rating": 1500.0,
        "deviation": 100.0,
        "volatility": 0.06,
        "at": now,
        "wins": 1,
        "losses": 0,
        "draws": 0,
        "settled_until": now,
    }
    async with club.services.database.unit_of_work() as work:
        await work.connection.execute(sa.insert(ratings).values(row))


@pytest.mark.some_cases(2)
@pytest.mark.parametrize("slug", [game.slug for game in registry.catalog()])
async def test_the_page_offers_what_play_offers(club: Club, tab: Tabs, slug: str) -> None:
    page = tab()
    await page.enter(club.alice)
    status, terms = await page.ask(f"terms/{slug}")
    assert status == 200
    offered = {
        option["name"]: tuple(choice["value"] for choice in option["choices"])
        for option in terms["options"]
    }
    game = registry.get(slug)
    options = (*game.options, game.handicap)
    assert offered == {option.name: option.choices for option in options}
    assert [option["value"] for option in terms["options"]] == [
        option.default for option in options
    ]
    assert [choice["value"] for choice in terms["clocks"]] == [*CLOCKS]
    assert [choice["value"] for choice in terms["sides"]] == [*shared.SIDES]
    levels = {choice["value"]: choice["label"] for choice in terms["levels"]}
    assert levels == shared.ABOUT_LEVELS  # each says what it overlooks
    assert [*levels] == [*shared.LEVELS]
    labels = [choice["label"] for part in terms["options"] for choice in part["choices"]]
    assert all(labels), labels


async def test_a_challenge_on_all_terms_that_can_be_chosen(club: Club, tab: Tabs) -> None:
    page = tab()
    await page.enter(club.alice)
    terms: dict[str, Any] = {
        "game": "veloop-square",
        "opponent": str(club.bob.id),
        "options": {"board": "6x6", "turns": "single"},
        "clock": "2 days",
        "side": "both",
        "rated": True,
        "message": "slowly",
        "explore": False,
    }
    status, answer = await page.ask("challenge", terms)
    assert status == 200, answer
    (challenge,) = await club.services.challenges.concerning(club.bob.id, limit=5)
    assert dict(challenge.options) == {"board": "6x6", "turns": "single"}
    assert (challenge.side, challenge.rated, str(challenge.clock)) == ("both", True, "2d")
    assert (challenge.note, challenge.explore) == ("slowly", False)
    for wrong in (
        {"options": {"board": "7x7"}},
        {"options": {"colour": "red"}},
        {"options": "8x8"},
        {"clock": "soon"},
        {"message": 5},
    ):
        status, answer = await page.ask("challenge", terms | wrong)
        assert (status in (400, 404, 422), bool(answer["error"])) == (True, True), wrong


async def test_the_computer_is_played_at_a_level_on_a_board(club: Club, tab: Tabs) -> None:
    page = tab()
    await page.enter(club.alice)
    terms = {
        "game": "vigilance",
        "opponent": "computer",
        "level": "club",
        "side": "second",
        "options": {"board": "hex-xs"},
    }
    status, opening = await page.ask("challenge", terms)
    assert (status, opening["kind"]) == (200, "open")
    match = await club.services.matches.get(opening["match"])
    assert (match.level, match.options["board"]) == (2, "hex-xs")
    assert match.seat_of(club.alice.id) == 1
    for wrong in ({"level": "god"}, {"side": "both"}):
        assert (await page.ask("challenge", terms | wrong))[0] in (404, 422)


async def test_outside_a_server_the_page_says_what_is_possible(club: Club, tab: Tabs) -> None:
    page = tab()
    chat = Place(77, 77, guild=False)
    code = await club.services.doors.code(club.alice.id, "link", chat, "en-US", 0, "alice")
    _, session = await page.ask("enter", {"code": code})
    page.token = session["token"]
    assert not session["home"]["open"]
    _, terms = await page.ask("terms/loop")
    assert "play the computer" in terms["hint"]
    assert await names(page, "carol") == []
    status, answer = await page.ask("challenge", TERMS)
    assert (status, "channel of a server" in answer["error"]) == (404, True)
    status, opening = await page.ask("challenge", {**TERMS, "opponent": "computer"})
    assert (status, opening["kind"]) == (200, "open")
