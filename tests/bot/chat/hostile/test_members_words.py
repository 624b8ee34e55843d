"""Texts of members are shown as written: markup, links, invitations and pings in them have no
effect.
"""

import re
from typing import Any

import pytest

from bot.chat.language.i18n import plain
from tests.bot.chat import discord_api
from tests.bot.chat.conftest import Club

TRICKS = (
    "discord.gg/evil",
    "join DISCORD.GG/evil now",
    "https://discord.com/invite/evil",
    "discord.com/invite/evil",
    "https://evil.example/x",
    "steam://evil",
    "[free](https://evil.example)",
    "<https://evil.example>",
    "<@1> @everyone @here",
    "<:evil:123456789012345678>",
    "<a:evil:123456789012345678>",
    "# evil",
    "-# evil",
    "> evil",
    "1. evil",
    "**evil** __evil__ ~~evil~~ ||evil|| `evil`",
    "</play:4> <t:0:R> <id:home>",
    "discord\u200b.gg/evil",
)
CODE = re.compile(
    r"```.*?```|^-# \[The post of this turn\]\(https://discord\.com/channels/[\d/]+\)$",
    re.DOTALL | re.MULTILINE,
)
"""A code block, in which Discord interprets nothing, or the bot's own line with a link to one of
its posts.
"""
READ = re.compile(
    r"""\w+://\S            # a link
    |\w\.[a-z]{2,}/         # an invitation, which needs no scheme
    |(?<!\\)\[[^\]]*\]\(   # a link with words of its own
    |@(everyone|here)
    |(?<!\\)<(a?:\w+:|/|id:|t:0|https|@1>)
    |(?<!\\)(\*\*|__|~~|\|\||`)evil
    |^(\#+|-\#|>|\d+\.)[ ]evil
    """,
    re.VERBOSE | re.IGNORECASE | re.MULTILINE,
)
"""Text that Discord interprets."""


@pytest.mark.parametrize("trick", TRICKS)
def test_markup_in_members_texts_is_escaped(trick: str) -> None:
    escaped_text = plain(trick)
    assert not READ.search(escaped_text), escaped_text
    assert re.sub(r"[\u200b\\]", "", escaped_text) == re.sub(r"[\u200b\\]", "", trick)
    assert READ.search(trick) or "\u200b" in trick


def shown_texts(club: Club) -> list[str]:
    """All text that the bot has sent, where Discord reads markup."""
    texts = []
    for entry in club.env.http_requests:
        body: Any = entry.json if isinstance(entry.json, dict) else {}
        parts = discord_api.walk((body.get("data") or body).get("components") or [])
        texts += [part["content"] for part in parts if part.get("type") == 10]
    return texts


@pytest.mark.slow
@pytest.mark.parametrize("trick", TRICKS[:12])
async def test_markup_in_names_notes_and_titles_is_escaped_everywhere(
    club: Club, trick: str
) -> None:
    members = (club.alice, club.bob, club.carol)
    for member in members:
        club.env.backend.get_user(member.id).global_name = trick[:32]
    await club.env.settle()
    await club.match(game="loop", message=trick, variant="mini")
    await club.alice.slash("play", game="snipsnip", message=trick)
    await club.alice.slash("move", moves="a1")
    options_of_command = {"match": "M1"}
    for name in (
        "match show",
        "match record",
        "board",
        "match draw",
        "match pause",
        "match resign",
    ):
        await club.bob.slash(name, **options_of_command)
    for name in ("matches", "profile"):
        await club.carol.slash(name, member=club.alice)
    await club.carol.slash("block", member=club.bob)
    await club.carol.slash("settings")
    await club.carol.slash("play", game="loop", opponent=club.bob)
    for kind in ("ladder", "swiss"):
        await club.alice.slash(
            "tournament create", kind=kind, game="loop", title=trick, rated=False
        )
    for member in members:
        for name in ("T1", "T2"):
            await member.slash("tournament join", tournament=name)
    await club.alice.slash("tournament start", tournament="T2")
    await club.env.advance_time(45)
    for name in ("T1", "T2"):
        await club.carol.slash("tournament standings", tournament=name)
    await club.carol.slash("tournament list")
    await club.alice.slash("tournament replace", member=club.bob, by=club.dave, tournament="T2")
    await club.alice.slash("tournament handover", member=club.bob, tournament="T2")
    await club.bob.click(await club.bob.slash("match resign", match="M1"), "Resign")
    await club.alice.click(await club.alice.slash("profile"), "Match history")
    await club.alice.slash("leaderboard", game="loop")
    await club.carol.slash("board", match=trick)
    unescaped = [text for text in shown_texts(club) if READ.search(CODE.sub("", text))]
    assert not unescaped, unescaped[:3]
