"""The walk leaves nothing out: every command is used in it, and every kind of button, menu and form
is pressed.
"""

import re
from collections.abc import Iterator
from gettext import NullTranslations
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from discord import app_commands
from simcord import InteractionResult

import games
from bot.chat.discord.commands import game_choices
from bot.chat.discord.press import PRESSES
from bot.chat.features import FEATURES
from bot.chat.language import i18n
from tests.bot.chat import discord_api
from tests.bot.chat.full_club import FullWorld
from tests.walk import cards
from tests.walk.__main__ import PATIENCE, club_of, empty_database, main
from tests.walk.cards import form_values
from tests.walk.page import Step
from tests.walk.script import COMMANDS


@pytest.fixture
def unfilled_world() -> FullWorld:
    """What is pressed and typed in a club of many years, without the club."""
    member = SimpleNamespace(id=1, name="alice")
    club = SimpleNamespace(alice=member, bob=member, carol=member, dave=member, guild=member)
    world = FullWorld(cast(Any, club))
    world.typed = "a1 a2"
    world.over = 1
    return world


def test_every_press_has_a_sample(unfilled_world: FullWorld) -> None:
    presses = set(PRESSES.values())
    assert {button.press for feature in FEATURES for button in feature.buttons} == presses
    assert {type(press) for press, _ in unfilled_world.presses()} == presses


def test_every_command_has_a_sample(unfilled_world: FullWorld) -> None:
    names = set()
    for feature in FEATURES:
        for entry in feature.commands:
            if not isinstance(entry, app_commands.ContextMenu):
                names.add(entry.extras["path"])
    assert set(COMMANDS) == names
    assert set(unfilled_world.commands()) == names


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_nothing_is_left_out_of_a_walk(tmp_path: Path) -> None:
    """Without the scenes, of which the next test says that no card is left out."""
    assert main(tmp_path, ["en"], with_scenes=False) == []
    assert list(tmp_path.glob("en-*.png"))


CODES = ["", "de", "fr", "es", "pt_BR", "ja"]
FIRST_SIGN = 0xE000
"""Signs of private use stand around each text below, two for each language."""


def signs_of(code: str) -> tuple[str, str]:
    """The signs that stand before and behind a text of a language."""
    first = FIRST_SIGN + 2 * CODES.index(code)
    return chr(first), chr(first + 1)


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
TEXT_KEYS = ("content", "label", "placeholder", "description")
"""The keys of components that hold what is read."""


class Marked(NullTranslations):
    """A catalogue whose texts stand between signs of its language."""

    def __init__(self, code: str, texts: NullTranslations) -> None:
        super().__init__()
        self._texts = texts
        self._signs = signs_of(code)

    def gettext(self, message: str) -> str:
        if message == "1,234.5":  # how numbers are written, which nobody reads
            return message
        return self._texts.gettext(message).join(self._signs)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self._texts.ngettext(msgid1, msgid2, n).join(self._signs)

    def pgettext(self, context: str, message: str) -> str:
        text = self._texts.pgettext(context, message)
        if context in (i18n.NAMES, i18n.TYPED):
            return text
        return text.join(self._signs)


def unmarked(text: str) -> str:
    """What of a text stands in no catalogue."""
    depth = 0
    rest = []
    for sign in text:
        if SIGNS.match(sign):
            is_before = ord(sign) % 2 == 0
            depth = depth + 1 if is_before else max(0, depth - 1)
        elif not depth:
            rest.append(sign)
    return PLAIN.sub("", "".join(rest))


def without_signs(form: InteractionResult) -> dict[str, Any]:
    """What stands in a form, as a member would send it."""
    values = form_values(form)
    for name, value in values.items():
        if isinstance(value, str):
            values[name] = SIGNS.sub("", value)
    return values


def language_of(step: Step) -> str:
    """What who sees a card reads: members French, their server German, another Spanish."""
    if step.private:
        return "fr"
    return "es" if step.who == "elsewhere" else "de"


def texts_of(step: Step) -> Iterator[tuple[str, str]]:
    """What is read on a card, each text with its key."""
    for part in discord_api.walk([dict(part) for part in step.components]):
        for component in (part, *part.get("options", ()), *part.get("items", ())):
            for key in TEXT_KEYS:
                if component.get(key):
                    yield key, component[key]


@pytest.mark.slow
@pytest.mark.timeout(1200)
async def test_a_reader_sees_one_language_on_every_card(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In private all is in the member's language, what all see in their server's.

    But for who is shut out: they read what their Discord is set to, since nothing is looked up for
    them.
    """
    catalogue = i18n.catalogue
    empty = await empty_database(tmp_path / "loophole.db")
    async with club_of(empty, "fr") as (club, boss):
        monkeypatch.setattr(cards, "form_values", without_signs)
        monkeypatch.setattr(i18n, "catalogue", lambda code: Marked(code, catalogue(code)))
        club.env.settle_timeout = PATIENCE
        await club.services.servers.change(club.place, language="de")
        walk = cards.Cards(club, boss, tmp_path, "fr", "es")
        await walk.play()
        club.env.http_requests.clear()  # what is between signs is longer than Discord takes
    assert list(walk.missed()) == []
    for step in walk.steps:
        signs = set(signs_of(language_of(step)))
        for key, text in texts_of(step):
            if "shut out" not in step.title:
                assert set(SIGNS.findall(text)) <= signs, f"{step.title}: {text}"
            # Descriptions of puzzles are made by a helper process.
            if key != "description" or SIGNS.search(text):
                assert WORDS.findall(unmarked(text)) == [], f"{step.title}: {text}"
