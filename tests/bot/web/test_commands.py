"""Commands on the page: each asks for what it needs in a form, and is then used as in the chat."""

from __future__ import annotations

import base64
import io
import zipfile
from collections.abc import Callable, Collection
from typing import Any

import pytest

import games
from bot.chat.board.links import (
    OpenLeaderboards,
    OpenSettings,
    OpenTeam,
    OpenTournament,
    ShowLeagues,
)
from bot.chat.discord.page_commands import CommandLine
from bot.chat.features.learn.lessons import ChooseAnswer
from bot.domain.matches import endings
from bot.domain.values import Place, Viewer
from games.records import to_text
from games.teaching import course_of
from tests.bot.chat.conftest import Club
from tests.bot.chat.features.tournaments.test_tournaments import joined
from tests.bot.web.conftest import Tab, action, actions, labelled, lines

Tabs = Callable[[], Tab]


async def filled(page: Tab, press: str, **fields: str) -> tuple[int, Any]:
    """Open the form of a command, and send it as it stands but for what is written."""
    status, form = await page.press(press)
    assert (status, form["kind"]) == (200, "form"), form
    values = {field["name"]: field["value"] for field in form["fields"]}
    assert {*fields} <= {*values}
    boxes = {field["name"] for field in form["fields"] if field["type"] == "check"}
    body = {name: value for name, value in values.items() if value or name not in boxes}
    return await page.press(form["press"], written={**body, **fields})


def page_viewer(club: Club) -> Viewer:
    async def views(scope: int, channels: Collection[int]) -> Collection[int]:
        return channels

    return Viewer(club.alice.id, club.place, views)


def test_a_command_is_written_as_discord_shows_it() -> None:
    line = CommandLine("tournament start", {"tournament": "T3"})
    assert str(line) == "/tournament start tournament:T3"
    assert CommandLine.parse(str(line)) == line
    for wrong in ("tournament start", "/server", "/moderate ban", "/league", "/league join x", ""):
        assert CommandLine.parse(wrong) is None


async def test_a_tournament_is_created_and_started_on_the_page(club: Club, tab: Tabs) -> None:
    page = tab()
    menu = {one["label"]: one["press"] for one in (await page.enter(club.alice))["home"]["menu"]}
    _, listed = await page.press(menu["Tournaments"], **{"as": "card"})
    create = action(listed, "tournament-create")
    status, answer = await filled(page, create, kind="round-robin", game="loop", players="3")
    assert status == 200, answer
    status, refusal = await filled(page, create, kind="round-robin", game="loop", players="1")
    assert (status, "2" in refusal["error"]) == (422, True)
    status, refusal = await filled(page, create, kind="dance", game="loop")
    assert status == 404
    (item,) = await club.services.tournaments.of(page_viewer(club))
    assert (item.kind, item.game.slug, item.terms.players, item.rated) == (
        "round-robin",
        "loop",
        3,
        True,
    )
    address = str(OpenTournament(item.id))
    _, card = await page.press(address, **{"as": "card"})
    bob = tab()
    await bob.enter(club.bob)
    _, card_of_bob = await bob.press(address)
    assert "tournament-start" not in [one["name"] for one in actions(card_of_bob)]
    for member in (page, bob):
        assert (await member.press(action(card, "tjoin")))[0] == 200
    start = action(card, "tournament-start")
    assert (await filled(bob, start))[0] in (403, 422)
    status, answer = await filled(page, start)
    assert status == 200, answer
    _, card = await page.press(address, **{"as": "card"})
    _, question = await page.press(action(card, "tournament-close"))
    assert question["kind"] == "question"
    status, answer = await page.press(labelled(question, "Close tournament"))
    assert status == 200, answer
    assert (await club.services.tournaments.get(item.id)).status == "cancelled"


@pytest.mark.slow
async def test_a_match_of_a_tournament_is_opened_from_its_card(club: Club, tab: Tabs) -> None:
    await joined(club, "round-robin", club.alice, club.bob, club.carol)
    page = tab()
    await page.enter(club.dave)
    _, card = await page.press(str(OpenTournament(1)), **{"as": "card"})
    (menu,) = [menu for block in card["blocks"] for menu in block.get("menus", ())]
    labels = [choice["label"] for choice in menu["choices"]]
    assert labels[0].startswith("M1 · ")
    status, answer = await page.press(menu["press"], value=menu["choices"][0]["value"])
    assert (status, answer["kind"]) == (200, "open"), answer
    assert (await page.ask(f"m/{answer['match']}"))[1]["name"] == "M1"


async def test_standings_are_shown_once_and_read_aloud_whole(club: Club, tab: Tabs) -> None:
    await joined(club, "round-robin", club.alice, club.bob, club.carol)
    page = tab()
    await page.enter(club.alice)
    _, card = await page.press(str(OpenTournament(1)), **{"as": "card"})
    (picture,) = [block["picture"] for block in card["blocks"] if "picture" in block]
    for name in ("alice", "bob", "carol"):
        assert f"{name} · 0 points · 0 won, 0 drawn, 0 lost" in picture["alt"]
        assert not any(name in line for line in lines(card))


async def test_a_league_is_joined_and_left_on_the_page(club: Club, tab: Tabs) -> None:
    page = tab()
    await page.enter(club.alice)
    status, card = await page.press(str(ShowLeagues(0, "")), **{"as": "card"})
    assert (status, card["kind"]) == (200, "card")
    assert [one["name"] for one in actions(card)] == ["league-join"], "there is none to leave"
    status, answer = await filled(page, action(card, "league-join"), game="loop")
    assert (status, "Loop" in answer["text"]) == (200, True)
    _, card = await page.press(str(ShowLeagues(0, "")), **{"as": "card"})
    assert any("Loop" in line for line in lines(card))
    status, answer = await filled(page, action(card, "league-leave"))
    assert (status, answer["kind"]) == (200, "word")
    _, card = await page.press(str(ShowLeagues(0, "")), **{"as": "card"})
    assert "league-leave" not in [one["name"] for one in actions(card)]


async def test_nothing_on_the_page_names_the_command_that_begins_a_match(
    club: Club, tab: Tabs
) -> None:
    page = tab()
    await page.enter(club.alice)
    _, card = await page.press(str(OpenLeaderboards()), **{"as": "card"})
    assert (
        "No rated matches yet. To start one, choose “Counts for ratings” in a challenge."
        in lines(card)
    )
    course = course_of(games.get("snipsnip"))
    right_answers = [answer.right for answer in course[-1].answers]
    answer = ChooseAnswer(len(course) - 1, "snipsnip", right_answers.index(True))
    _, card = await page.press(str(answer))
    assert "Course complete! Now play a friend or the computer." in lines(card)


async def test_a_team_match_is_begun_and_left_on_the_page(club: Club, tab: Tabs) -> None:
    page = tab()
    await page.enter(club.alice)
    side = f"<@{club.alice.id}> <@{club.bob.id}>"
    status, answer = await filled(page, "/team start", game="loop", side=side, variant="small")
    assert (status, answer["kind"]) == (200, "open"), answer
    match = answer["match"]
    _, card = await page.press(str(OpenTeam(match)))
    status, answer = await page.press(action(card, "team-leave"))
    assert (status, answer["kind"]) == (200, "word"), answer


async def test_a_record_is_brought_back_on_the_page(club: Club, tab: Tabs) -> None:
    match = await club.begun()
    await club.alice.slash("move", moves="e4-d6")
    await club.services.matches.act(match, club.bob.id, endings.resign)
    record = to_text(await club.services.matches.record(match))
    page = tab()
    await page.enter(club.alice)
    status, answer = await filled(page, "/match import", text=record)
    assert (status, answer["kind"]) == (200, "open"), answer
    status, view = await page.ask(f"m/{answer['match']}")
    assert (status, len(view["turns"])) == (200, 1)
    status, card = await filled(page, "/match import")
    assert (status, card["kind"]) == (200, "card")
    assert (await filled(page, "/match import", text="x" * 6_001))[0] == 422


async def test_somebody_is_blocked_and_unblocked_among_the_settings(club: Club, tab: Tabs) -> None:
    page = tab()
    await page.enter(club.alice)
    _, card = await page.press(str(OpenSettings()), **{"as": "card"})
    block = action(card, "block")
    status, answer = await filled(page, block, member=str(club.bob.id))
    assert (status, "bob is blocked" in answer["text"]) == (200, True), answer
    assert "“All settings”" in answer["text"]
    assert [one.user for one in await club.services.blocks.of(club.alice.id)] == [club.bob.id]
    _, card = await page.press(str(OpenSettings()), **{"as": "card"})
    menus = [menu for one in card["blocks"] for menu in one.get("menus", ())]
    unblock = next(menu for menu in menus if menu["press"].startswith("lh:unblock"))
    status, _ = await page.press(unblock["press"], value=str(club.bob.id))
    assert (status, await club.services.blocks.of(club.alice.id)) == (200, [])
    for nobody in ("", "5", "bob", "9" * 30):
        assert (await filled(page, block, member=nobody))[0] == 422


@pytest.mark.slow
async def test_what_is_kept_is_sent_as_a_file_and_deleted(club: Club, tab: Tabs) -> None:
    await club.begun()
    page = tab()
    await page.enter(club.alice)
    _, card = await page.press(str(OpenSettings()), **{"as": "card"})
    status, answer = await page.press(action(card, "privacy-export"), request="once")
    assert (status, answer["kind"]) == (200, "files"), answer
    assert answer["text"]
    (file,) = answer["files"]
    with zipfile.ZipFile(io.BytesIO(base64.b64decode(file["data"]))) as archive:
        assert any(name.startswith("records/") for name in archive.namelist())
    _, question = await page.press(action(card, "privacy-delete"))
    assert question["kind"] == "question"
    _, answer = await page.press(action(question, "remember"))
    assert (await page.ask("home"))[0] == 200
    status, answer = await page.press(action(question, "forget"))
    assert (status, answer["kind"]) == (200, "farewell"), answer
    assert (await page.ask("home"))[0] == 401
    assert (await page.enter_again())[0] == 401


async def test_outside_a_server_commands_of_servers_are_not_there(club: Club, tab: Tabs) -> None:
    page = tab()
    chat = Place(77, 77, guild=False)
    code = await club.services.doors.code(club.alice.id, "link", chat, "en-US", 0, "alice")
    _, session = await page.ask("enter", {"code": code})
    page.token = session["token"]
    for press in ("/league join", "/tournament create", "/team start", "/block"):
        assert (await page.press(press))[0] == 404, press
    _, card = await page.press(str(OpenSettings()))
    assert "block" not in [one["name"] for one in actions(card)]
    assert (await page.press(action(card, "privacy-export")))[1]["kind"] == "files"


async def test_a_command_is_no_address(club: Club, tab: Tabs) -> None:
    page = tab()
    await page.enter(club.alice)
    for press in ("/privacy delete", "/privacy export", "/league join", "/match import"):
        assert (await page.press(press, **{"as": "card"}))[0] == 404


async def test_a_change_of_settings_is_told_with_the_next_answer(club: Club, tab: Tabs) -> None:
    page = tab()
    await page.enter(club.alice)
    tag = page.headers["X-Settings"]
    assert (await page.ask("home"))[0] == 200
    assert page.headers["X-Settings"] == tag
    _, card = await page.press(str(OpenSettings()))
    menus = [menu for one in card["blocks"] for menu in one.get("menus", ())]
    language = next(menu for menu in menus if menu["press"].endswith("language"))
    await page.press(language["press"], value="de")
    assert page.headers["X-Settings"] != tag
    status, settings = await page.ask("settings")
    assert (status, settings["words"]["playTurn"]) == (200, "Spielen")
    assert settings["chosen"]["language"] == "de"
    tag = page.headers["X-Settings"]
    await club.services.members.change(club.alice.id, theme="slate")  # in the chat
    await page.ask("home")
    assert page.headers["X-Settings"] != tag
