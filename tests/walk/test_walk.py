"""The walk leaves nothing out: every command is used in it, and every kind of button, menu and form
is pressed.
"""

import re
from gettext import NullTranslations
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from discord import app_commands

import games
from bot.chat.discord.commands import game_choices
from bot.chat.discord.press import PRESSES
from bot.chat.features import FEATURES
from bot.chat.language import i18n
from tests.bot.chat import discord_api
from tests.bot.chat.full_club import FullWorld
from tests.walk import cards
from tests.walk.__main__ import PATIENCE, _migrated, main, opened
from tests.walk.script import COMMANDS


def test_every_press_and_every_command_has_a_sample() -> None:
    member = SimpleNamespace(id=1, name="alice")
    world = FullWorld(
        cast(
            Any, SimpleNamespace(alice=member, bob=member, carol=member, dave=member, guild=member)
        )
    )
    world.typed = "a1 a2"
    world.over = 1
    shown = {button.press for feature in FEATURES for button in feature.buttons}
    assert shown == set(PRESSES.values()) == {type(press) for press, _ in world.presses()}
    entries = [entry for feature in FEATURES for entry in feature.commands]
    names = {
        entry.extras["path"] for entry in entries if not isinstance(entry, app_commands.ContextMenu)
    }
    assert names == set(COMMANDS) == set(world.commands())


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_nothing_is_left_out_of_a_walk(tmp_path: Path) -> None:
    assert main(tmp_path, ["en"]) == []
    assert list(tmp_path.glob("en-*.png"))


FIRST_SIGN = 0xE000
"""Signs of private use that stand around each text below, two for each language."""
GERMAN, FRENCH, SPANISH = (
    {chr(FIRST_SIGN + 2 * n), chr(FIRST_SIGN + 2 * n + 1)} for n in (1, 2, 3)
)
SIGNS = re.compile("[\ue000-\ue0ff]")
GAMES = {name.name for name in (*game_choices(), *games.catalog())}
NAMES = "|".join(map(re.escape, sorted(GAMES, key=len, reverse=True)))
PLAIN = re.compile(
    rf"{NAMES}|<[^>]*>|`[^`]*`|\b[a-z]?\d*[a-z]\d+\b|\b[MTW]\d+\b|\b(alice|bob|carol|dave|boss|eve|M)\b",
    re.I,
)
"""What is the same in all languages: names of games, mentions, cells, commands, names of matches
and members.
"""
WORDS = re.compile(r"[^\W\d_]{2,}|[:;()“”,.?!]")
SAID = ("content", "label", "placeholder", "description")


class Marked(NullTranslations):
    """A catalogue whose texts stand between signs of its language."""

    def __init__(self, name: str, texts: NullTranslations) -> None:
        super().__init__()
        at = FIRST_SIGN + 2 * ["", "de", "fr", "es", "pt_BR", "ja"].index(name)
        self._texts = texts
        self._signs = (chr(at), chr(at + 1))

    def gettext(self, message: str) -> str:
        return message if message == "1,234.5" else self._texts.gettext(message).join(self._signs)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self._texts.ngettext(msgid1, msgid2, n).join(self._signs)

    def pgettext(self, context: str, message: str) -> str:
        said = self._texts.pgettext(context, message)
        return said if context in (i18n.NAMES, i18n.TYPED) else said.join(self._signs)


def unmarked(text: str) -> str:
    """What of a text stands in no catalogue."""
    depth = 0
    left = []
    for sign in text:
        if SIGNS.match(sign):
            depth = max(0, depth + (1 if ord(sign) % 2 == 0 else -1))
        elif not depth:
            left.append(sign)
    return PLAIN.sub("", "".join(left))


@pytest.mark.slow
@pytest.mark.timeout(1200)
async def test_a_reader_sees_one_language_on_every_card(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Members read French, their server German, another Spanish: in private all is French, what all
    see their own.

    But for who is shut out: they read what their Discord is set to, since nothing is looked up for
    them.
    """
    texts = i18n.catalogue
    values = cards.form_values
    async with opened(await _migrated(tmp_path / "loophole.db"), "fr") as (club, boss):
        monkeypatch.setattr(
            cards,
            "form_values",
            lambda form: {
                name: SIGNS.sub("", v) if isinstance(v, str) else v
                for name, v in values(form).items()
            },
        )
        monkeypatch.setattr(i18n, "catalogue", lambda name: Marked(name, texts(name)))
        club.env.settle_timeout = PATIENCE
        await club.services.servers.change(club.place, language="de")
        walked = cards.Cards(club, boss, tmp_path, "fr", "es")
        await walked.play()
        club.env.http_requests.clear()  # what is between signs is longer than Discord takes
    assert not list(walked.missed())
    mixed = set[str]()
    joined = set[str]()
    for step in walked.steps:
        read = FRENCH if step.private else SPANISH if step.who == "elsewhere" else GERMAN
        for part in discord_api.walk([dict(part) for part in step.components]):
            shown = [part, *part.get("options", ()), *part.get("items", ())]
            for key, text in ((key, each[key]) for each in shown for key in SAID if each.get(key)):
                if set(SIGNS.findall(text)) - read and "shut out" not in step.title:
                    mixed.add(f"{step.title}: {text}")
                # those of puzzles are made by a helper process
                if key != "description" or SIGNS.search(text):
                    joined |= {f"{word} in {text}" for word in WORDS.findall(unmarked(text))}
    assert not mixed
    assert sorted(joined) == []
