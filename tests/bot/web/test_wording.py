"""Words of the page are its own: no text sends its reader to a command, button or message that is
not there.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

import discord
import pytest
from babel.messages import Message

from bot.chat.board.links import OpenSettings
from bot.chat.discord.page_commands import PAGE_COMMANDS
from bot.chat.language.i18n import NAMES, TYPED, Markup
from bot.domain.matches import agreements
from bot.web.texts import PAGES
from bot.web.wording import INSTEAD, PageLanguage
from tests.bot.chat.conftest import Club
from tests.bot.web.conftest import Tab, action, lines
from tests.bot.web.page_words import (
    CHAT_ALONE,
    LOCALES,
    commands_of_the_page,
    paths,
    require_words_of_the_page,
)
from tools.texts import catalogues

Tabs = Callable[[], Tab]

OF_THE_CHAT = re.compile(
    r"(?<![\w/<])/[a-z]+|⋯"
    r"|\b(press|presses|pressed|buttons?|menus?|commands?|type|typed|attach|mention|mentioning)\b"
    r"|\b(this message|latest post)\b",
    re.IGNORECASE,
)
"""Commands, and what else there is in the chat alone."""

POSTS = "a post, which the chat alone has"
HOW_TO_BEGIN = "how one begins in the chat; the page begins with its home"
STEPS = "choosing a move with buttons; the page has the board"
OPTIONS = "an option, as Discord lists it; the page has labels of its own"
IN_CHAT_ALONE: Mapping[str, tuple[str, ...]] = {
    HOW_TO_BEGIN: ("**Your first match**", "Press a game to read its rules"),
    STEPS: (
        "-# Only you see this. You can also type `/move`.",
        "-# A, B, C: press for that part of the board",
        "Type a move",
        "that took too long; press the button again",
    ),
    OPTIONS: (
        "Such as “d4-e6”; legal moves are listed as you type",
        "Who may join your side: mention members or a role; empty: everyone here",
        "The other side: mention members or a role, or a level of the computer",
    ),
    POSTS: (
        "-# What you missed comes round again: `/puzzle mine:True`.",
        "there’s no board on this message; use this on a post of a match or a puzzle",
        "This command has been updated.",
        "You typed:",
        "⋯",
        "I can’t post here. A server manager must allow",
        "I’m not in this private thread",
        "I can’t open threads for matches in {channel}.",
        "attach files",
    ),
    "said to a server’s managers, whose commands are in the chat": (
        "{name} is a tournament match; decide it with /tournament settle",
    ),
    "of the page, which says that it is in the chat": (
        "In the chat: ask before",
        "{command} in the chat",
        "Only people who have played a rated match on this server can be found right now.",
    ),
    "buttons that the page has, too": ("-# Try a line on the Think board and propose it.",),
    "no word of the chat": ("“{name}” in the record has the wrong type",),
}
"""Texts with words of the chat that no answer of the page has, or that are true there, too, by
why; each by its beginning.
"""
VALUES = {
    "other": "bob",
    "name": "M27",
    "game": "Loop",
    "moves": "d4",
    "play": "",
    "join": "",
    "create": "",
    "challenge": "",
    "board": "",
}


def all_texts() -> set[str]:
    """Every text that members read, in English."""
    found = set[str]()
    for message in catalogues.read("de"):
        if message.id and message.context not in (NAMES, TYPED):
            found |= {*strings(message)}
    return found


def strings(message: Message) -> tuple[str, ...]:
    return catalogues.strings(message.id)


def test_every_text_with_words_of_the_chat_is_said_otherwise_on_the_page_or_never_there() -> None:
    beginnings = [text for group in IN_CHAT_ALONE.values() for text in group]
    suspicious = {text for text in all_texts() if OF_THE_CHAT.search(text)}
    known = {text for text in suspicious if text.startswith(tuple(beginnings))}
    assert suspicious - known <= {*INSTEAD}, "say it otherwise in INSTEAD, or say here why not"
    for beginning in beginnings:
        assert any(text.startswith(beginning) for text in suspicious), f"is gone: {beginning}"


def test_what_is_said_otherwise_is_still_said_in_the_chat() -> None:
    assert {*INSTEAD} <= all_texts()


@pytest.mark.parametrize("locale", LOCALES)
def test_what_is_said_otherwise_names_no_command_that_the_page_has(locale: str) -> None:
    t = PageLanguage(locale)
    for text, wording in INSTEAD.items():
        words = t(text, **VALUES)
        assert words == t(wording.template, **VALUES, **wording.values)
        assert not commands_of_the_page().search(words), words
        if locale == "en-US" and "in the chat" not in words.lower():
            assert not OF_THE_CHAT.search(words), words


@pytest.mark.parametrize("locale", LOCALES)
def test_a_command_is_called_as_the_page_calls_it_or_is_said_to_be_in_the_chat(
    locale: str,
) -> None:
    t = PageLanguage(locale)
    for path in {*PAGES, *PAGE_COMMANDS}:
        words = t.command(path)
        assert "/" not in words, path
        assert "…" not in words, path
    for path in CHAT_ALONE:
        written = f"`/{t.name(path)}`"
        words = t.command(path)
        assert written in words, path
        assert words != written, path
    assert {*PAGES, *PAGE_COMMANDS} <= paths() - {*CHAT_ALONE}


def test_commands_are_named_in_any_language() -> None:
    for wrong in ("Start one with `/play`.", "beginne eine mit /spielen", "先に /設定 で"):
        with pytest.raises(AssertionError, match="the page says"):
            require_words_of_the_page({"lines": [wrong]})
    require_words_of_the_page({"text": "its managers can change that with /server in the chat"})
    require_words_of_the_page({"press": "/team start", "text": "a/b, 3/4"})


async def challenge(page: Tab, opponent: str) -> str:
    """The refusal of a challenge."""
    body = {"game": "loop", "opponent": opponent, "side": "random", "clock": ""}
    status, answer = await page.ask("challenge", body)
    assert status == 422, answer
    return str(answer["error"])


async def test_whom_one_has_blocked_one_unblocks_where_the_page_has_that(
    club: Club, tab: Tabs
) -> None:
    page = tab()
    await page.enter(club.alice)
    await club.services.blocks.block(club.alice.id, club.bob.person)
    error = await challenge(page, str(club.bob.id))
    assert error == "You’ve blocked bob; unblock them in “All settings” first."
    await club.services.members.change(club.alice.id, language="de")
    error = await challenge(page, str(club.bob.id))
    assert error == "Du hast bob blockiert; heb das erst in „Alle Einstellungen“ auf."


async def test_what_is_asked_in_a_paused_match_is_to_resume_it(club: Club, tab: Tabs) -> None:
    match = await club.begun(clock="7d")
    for player in (club.alice, club.bob):
        await club.services.matches.act(match, player.id, agreements.ask_pause)
    page = tab()
    view = await page.open(club.alice, match)
    status, answer = await page.act("choose", view, move="e4-d6")
    assert (status, answer["error"]) == (422, f"{view['name']} is paused; resume it first.")


async def test_an_old_button_says_to_load_the_page(club: Club, tab: Tabs) -> None:
    page = tab()
    await page.enter(club.alice)
    status, answer = await page.press("lh:nothing:1")
    assert (status, answer["error"]) == (404, "This page is out of date; load it again.")


async def test_refusals_name_channels_and_roles(club: Club, tab: Tabs) -> None:
    page = tab()
    await page.enter(club.alice)
    other = club.guild.create_text_channel("board-games")
    await club.services.servers.change(club.place, channels=[other.id])
    error = await challenge(page, str(club.bob.id))
    assert error == "On this server, matches are played in #board-games."
    overwrites = {club.guild.default_role: discord.PermissionOverwrite(view_channel=False)}
    secret = club.guild.create_text_channel("secret", overwrites=overwrites)
    await club.services.servers.change(club.place, channels=[secret.id])
    error = await challenge(page, str(club.bob.id))
    assert error == "On this server, matches are played in #…"
    role = club.guild.create_role("Players")
    await club.services.servers.change(club.place, channels=[], challengers=[role.id])
    error = await challenge(page, str(club.bob.id))
    assert error == "On this server, only @Players can challenge."


def test_what_members_write_names_no_channel(club: Club) -> None:
    t = PageLanguage("en-US", club.services.gateway, club.place.scope)
    written = f"<#{club.channel.id}>"
    assert club.channel.name not in t("{title}", title=written)
    assert t("{channel}", channel=Markup(written)) == f"#{club.channel.name}"


async def test_names_in_refusals_are_shown_as_they_are_written(club: Club, tab: Tabs) -> None:
    match = await club.begun()
    page = tab()
    await page.enter(club.carol)
    status, view = await page.ask(f"m/{match}")
    assert status == 200
    status, answer = await page.act("choose", {**view, "made": []}, move="e4-d6")
    assert status == 422
    assert "\\" not in answer["error"]


async def test_a_language_that_is_chosen_is_the_pages_too(club: Club, tab: Tabs) -> None:
    page = tab()
    await page.enter(club.alice)
    _, card = await page.press(str(OpenSettings()))
    menus = [menu for one in card["blocks"] for menu in one.get("menus", ())]
    language = next(menu for menu in menus if menu["press"].endswith("language"))
    status, card = await page.press(language["press"], value="de")
    assert status == 200
    block = action(card, "block")
    _, answer = await page.press(block, written={"member": str(club.bob.id)})
    assert "„Alle Einstellungen“" in answer["text"]


async def test_empty_lists_say_what_can_be_done_here(club: Club, tab: Tabs) -> None:
    page = tab()
    menu = {one["label"]: one["press"] for one in (await page.enter(club.alice))["home"]["menu"]}
    empty = {
        "Tournaments": "No tournaments here. Create the first one.",
        "Leagues": "No season yet. Join a league to begin one.",
        "Leaderboards": "No rated matches yet. To start one, choose “Counts for ratings” in a "
        "challenge.",
        "All matches here": "No matches are running here. Start one with “Challenge”.",
    }
    for label, line in empty.items():
        _, card = await page.press(menu[label], **{"as": "card"})
        assert line in lines(card), (label, lines(card))
