"""Every command and button of the chat is on the page, or in the chat alone for a reason."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import discord
from discord import app_commands

from bot.chat.board.links import (
    ListHere,
    ListTournaments,
    OpenLeaderboards,
    OpenOwnProfile,
    OpenSettings,
    ShowLeagues,
    ShowLobby,
)
from bot.chat.discord.page_commands import PAGE_COMMANDS
from bot.chat.discord.press import PRESSES
from bot.chat.features import FEATURES
from bot.domain.matches import endings
from bot.domain.values import Place
from bot.web.actions import HERE
from tests.bot.chat.conftest import Club
from tests.bot.web.conftest import Tab, action, actions, labelled, lines
from tests.bot.web.page_words import CHAT_ALONE, MANAGING, POSTING
from tools.texts.extraction import ROOT

Tabs = Callable[[], Tab]

ON_BOARD = "a step of something for which the page has a board or dialog of its own"

COMMANDS: Mapping[str, str] = {
    "play": "home: Challenge, Play the computer, Level …",
    "move": "the board",
    "board": "the board",
    "matches": "home, and home: All matches here",
    "explore": "Think board",
    "rules": "the question mark, and home: Rules",
    "help": "home",
    "hint": "Hint",
    "analyse": "Analysis",
    "puzzle": "home: Puzzle",
    "lobby": "home: Lobby",
    "profile": "home: My profile, and from there Another profile …; ⋯: Profile of …",
    "leaderboard": "home: Leaderboards",
    "settings": "home: All settings",
    "match draw": "⋯",
    "match takeback": "⋯",
    "match pause": "⋯",
    "match resign": "⋯",
    "match claim": "beside the board",
    "match rematch": "below the result",
    "match abandon": "⋯",
    "match record": "⋯: Save as text",
    "match replay": "⋯: Replay",
    "tournament list": "home: Tournaments",
    "tournament standings": "home: Tournaments",
    "tournament join": "home: Tournaments",
    "tournament withdraw": "home: Tournaments",
    "tournament challenge": "home: Tournaments",
    "tournament create": "home: Tournaments",
    **dict.fromkeys(
        (
            "tournament start",
            "tournament settle",
            "tournament replace",
            "tournament remove",
            "tournament handover",
            "tournament close",
        ),
        "the card of a tournament, for its organiser",
    ),
    "league join": "home: Leagues",
    "league leave": "home: Leagues",
    "league show": "home: Leagues",
    "team start": "home: Team match",
    "team join": "the card of a team’s match",
    "team leave": "the card of a team’s match",
    "match import": "home: Import a record",
    "block": "All settings",
    "privacy export": "All settings",
    "privacy delete": "All settings",
    "Follow": "⋯",
    "Board": "home: All matches here",
    "Think board": "Think board",
    "Show profile": "home: My profile: Another profile …; ⋯: Profile of …",
    "Block": "All settings",
}
"""Where the page has what a command does."""

PRESSES_ALONE: Mapping[str, str] = {
    "ListChallenges": "home lists open challenges",
    "ShowMoving": "a moving picture of what the page's lessons show on a board",
    "ShowMatchMoving": "a moving picture of what the page's lessons show on a board",
    "PlayIn": "it asks which match was meant by moves that were typed",
    "OpenCard": "a link to the page",
    "ShowLog": MANAGING,
    "ChangeServer": MANAGING,
    "ForgetGone": MANAGING,
    "SettleMatch": MANAGING,
    "ChooseOpponent": "a menu of all members, which Discord offers",
    "EvenOnLeaderboard": "a menu of all members, which Discord offers",
    **dict.fromkeys(
        (
            "PostAnalysis",
            "PostPuzzle",
            "PostProfile",
            "PostHeadToHead",
            "PostLeaderboard",
            "PostSeason",
            "AskToShow",
            "ShowTree",
        ),
        POSTING,
    ),
    **dict.fromkeys(
        (
            "ChooseMove",
            "UndoMove",
            "ConfirmMove",
            "ThinkMove",
            "ThinkGo",
            "ThinkPlan",
            "ThinkDraft",
            "ThinkMenu",
            "WriteNote",
            "OpenNote",
            "DeleteTree",
            "AddLine",
            "RemoveLine",
            "TryShared",
            "PageTree",
            "WritePrepared",
            "AddPrepared",
            "DropPrepared",
            "ClearPrepared",
            "OpenPoint",
            "TurnPage",
            "TypeInPuzzle",
            "TypedInPuzzle",
        ),
        ON_BOARD,
    ),
}


def names_of_commands(club: Club) -> Iterator[str]:
    """Every command and entry of a menu, by the name under which Discord lists it."""
    tree = club.bot.client.tree
    for command in tree.walk_commands():
        if not isinstance(command, app_commands.Group):
            yield command.qualified_name
    for kind in (discord.AppCommandType.user, discord.AppCommandType.message):
        for entry in tree.get_commands(type=kind):
            yield entry.name


async def test_every_command_is_on_the_page_or_in_the_chat_alone_for_a_reason(club: Club) -> None:
    assert {*COMMANDS}.isdisjoint(CHAT_ALONE)
    assert {*names_of_commands(club)} == {*COMMANDS, *CHAT_ALONE}
    assert {*PAGE_COMMANDS}.isdisjoint(CHAT_ALONE)


def test_the_docs_say_of_every_command_where_the_page_has_it() -> None:
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    table = page.partition("| of the chat | on the page |\n")[2].partition("\n\n")[0]
    in_chat_alone = dict[str, bool]()
    for line in table.splitlines()[1:]:
        names, where = line.strip("| ").split(" | ")
        for name in re.findall(r"`/?([^`]+)`", names):
            in_chat_alone[name] = where.startswith("in the chat alone")
    assert {name for name, alone in in_chat_alone.items() if alone} == {*CHAT_ALONE}
    assert {name for name, alone in in_chat_alone.items() if not alone} == {*COMMANDS}


def test_every_button_is_on_the_page_or_in_the_chat_alone_for_a_reason() -> None:
    on_page = dict[str, bool]()
    for feature in FEATURES:
        for button in feature.buttons:
            on_page[button.press.__name__] = bool(button.page)
    lacking = {name for name, page in on_page.items() if not page}
    lacking -= {press.__name__ for press in HERE}
    assert lacking == {*PRESSES_ALONE}
    assert {press.__name__ for press in PRESSES.values()} >= {*on_page}


async def menu_of(page: Tab, club: Club) -> dict[str, str]:
    home = (await page.enter(club.alice))["home"]
    return {entry["label"]: entry["press"] for entry in home["menu"]}


async def test_home_leads_to_what_is_neither_a_match_nor_a_game(club: Club, tab: Tabs) -> None:
    await club.begun()
    page = tab()
    menu = await menu_of(page, club)
    presses = (
        OpenOwnProfile(),
        ListHere(0),
        OpenLeaderboards(),
        ShowLobby(0),
        ListTournaments(),
        ShowLeagues(0, ""),
        OpenSettings(),
    )
    assert [*menu.values()] == [*map(str, presses), "/team start", "/match import"]
    view = dict[str, Any]()
    for label, press in menu.items():
        if press.startswith("/"):
            continue
        status, view[label] = await page.press(press, **{"as": "card"})
        assert (status, view[label]["kind"]) == (200, "card"), (label, view[label])
        assert lines(view[label]), label
    assert "alice" in lines(view["My profile"])[0]
    others = [entry["label"] for entry in actions(view["Leaderboards"])]
    assert "Loop" in others
    assert (await page.press(labelled(view["Leaderboards"], "Loop")))[0] == 200


async def test_an_offer_is_made_and_taken_in_the_lobby_of_the_page(club: Club, tab: Tabs) -> None:
    alice = tab()
    bob = tab()
    menu = await menu_of(alice, club)
    await bob.enter(club.bob)
    _, lobby = await alice.press(menu["Lobby"])
    _, form = await alice.press(labelled(lobby, "New offer"))
    fields = {field["name"]: field["value"] for field in form["fields"]}
    status, lobby = await alice.press(form["press"], written={**fields, "game": "loop"})
    assert status == 200, lobby
    _, lobby = await bob.press(menu["Lobby"])
    status, opening = await bob.press(action(lobby, "offertake"))
    assert (status, opening["kind"]) == (200, "open")


async def test_a_setting_is_changed_on_the_page(club: Club, tab: Tabs) -> None:
    page = tab()
    menu = await menu_of(page, club)
    _, view = await page.press(menu["All settings"])
    menus = [each for block in view["blocks"] for each in block.get("menus", ())]
    coordinates = next(each for each in menus if "hidden" in str(each["choices"]))
    assert coordinates["value"] in [choice["value"] for choice in coordinates["choices"]]
    status, view = await page.press(coordinates["press"], value="none")
    assert status == 200, view
    assert (await club.services.members.settings(club.alice.id)).coordinates == "none"
    menus = [each for block in view["blocks"] for each in block.get("menus", ())]
    assert "none" in [each["value"] for each in menus]


async def test_nobody_sees_a_servers_lists_who_has_left_it(club: Club, tab: Tabs) -> None:
    page = tab()
    menu = await menu_of(page, club)
    club.guild.remove_member(club.alice.actor)
    for label in ("All matches here", "Leaderboards", "Lobby", "Tournaments"):
        assert (await page.press(menu[label]))[0] == 422, label


async def test_outside_a_server_nothing_of_one_is_offered(club: Club, tab: Tabs) -> None:
    page = tab()
    chat = Place(77, 77, guild=False)
    code = await club.services.doors.code(club.alice.id, "link", chat, "en-US", 0, "alice")
    _, session = await page.ask("enter", {"code": code})
    page.token = session["token"]
    menu = {entry["label"]: entry["press"] for entry in session["home"]["menu"]}
    assert [*menu] == ["My profile", "All settings", "Import a record …"]
    for press in menu.values():
        assert (await page.press(press))[0] == 200


async def test_matches_here_are_listed_followed_and_opened(club: Club, tab: Tabs) -> None:
    match = await club.begun()
    page = tab()
    home = (await page.enter(club.carol))["home"]
    listed = next(entry["press"] for entry in home["menu"] if "matches here" in entry["label"])
    _, card = await page.press(listed, **{"as": "card"})
    assert any("alice against bob" in line for line in lines(card))
    _, card = await page.press(labelled(card, "Follow M"))
    assert await club.services.matches.follows(match, club.carol.id) == "turns"
    _, card = await page.press(labelled(card, "Unfollow M"))
    assert await club.services.matches.follows(match, club.carol.id) is None
    status, opening = await page.press(labelled(card, "Board of M"))
    assert (status, opening) == (200, {"kind": "open", "match": match})


async def test_ones_own_match_opens_from_the_list_too(club: Club, tab: Tabs) -> None:
    match = await club.begun()
    page = tab()
    await page.enter(club.alice)
    _, card = await page.press(str(ListHere(0)), **{"as": "card"})
    assert await page.press(labelled(card, "Board of M")) == (200, {"kind": "open", "match": match})


async def test_a_season_is_shown_and_its_matches_are_opened(club: Club, tab: Tabs) -> None:
    match = await club.begun()
    await club.alice.slash("move", moves="e4-d6")
    await club.services.matches.act(match, club.bob.id, endings.resign)
    page = tab()
    menu = await menu_of(page, club)
    _, leaders = await page.press(menu["Leaderboards"])
    _, season = await page.press(labelled(leaders, "Season"))
    assert "Season of this server" in lines(season)[0]
    status, opening = await page.press(labelled(season, "M"))
    assert (status, opening) == (200, {"kind": "open", "match": match})
    status, earlier = await page.press(labelled(season, "Earlier"), **{"as": "card"})
    assert (status, earlier["kind"]) == (200, "card")


async def test_an_opponents_profile_is_one_touch_from_the_match(club: Club, tab: Tabs) -> None:
    match = await club.begun()
    page = tab()
    view = await page.open(club.alice, match)
    status, card = await page.press(labelled(view, "Profile of bob"))
    assert (status, lines(card)[0]) == (200, "Profile of bob")
    assert "Another profile" not in [entry["label"] for entry in actions(card)]
    watched = await tab().open(club.carol, match)
    labels = [entry["label"] for entry in actions(watched) if entry["name"] == "profile"]
    assert labels == ["Profile of alice", "Profile of bob"]


async def test_anybodys_profile_is_found_by_name(club: Club, tab: Tabs) -> None:
    page = tab()
    menu = await menu_of(page, club)
    _, own = await page.press(menu["My profile"])
    _, form = await page.press(labelled(own, "Another profile"))
    assert [field["type"] for field in form["fields"]] == ["member"]
    written = {"member": str(club.bob.id)}
    status, card = await page.press(form["press"], written=written)
    assert (status, lines(card)[0]) == (200, "Profile of bob")


async def test_following_is_answered_in_a_sentence(club: Club, tab: Tabs) -> None:
    match = await club.begun()
    page = tab()
    view = await page.open(club.carol, match)
    status, answer = await page.press(action(view, "follow"))
    assert (status, answer["kind"]) == (200, "word")
    assert answer["text"]
