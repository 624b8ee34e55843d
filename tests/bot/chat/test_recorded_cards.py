"""What members read in scenes of play, card by card, is what it was when it was recorded.

A scene is lines of what members do; ``tests/walk/scenes.txt`` says how they are written. A
difference is a fault, or was meant: ``RECORD=1 pytest -m "" tests/bot/chat/test_recorded_cards.py``
makes new recordings, and their difference shows what members will notice.
"""

import json
import os
import random
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.sampling import only
from tests.walk.cards import Cards
from tests.walk.page import MENUS
from tests.walk.script import scenes

from . import discord_api
from .conftest import Club
from .reading import BUTTON, GALLERY, LABEL, TEXT, TEXT_INPUT

PATIENCE = 120.0  # seconds, as scenes are long and a machine may be busy
RECORDED = Path(__file__).parents[2] / "data" / "recorded" / "cards"
SCENES = scenes() | scenes(Path(__file__).parents[2] / "data" / "scenes.txt")
TURN_LINK = "-# [The post of this turn](https://discord.com/channels/…)"
OF_CHANCE = ("teams", "the computer")  # in which the computer thinks for a time
ALWAYS = (
    "a draw",
    "a takeback",
    "time",
    "no time",
    "a ladder",
    "a pair",
    "a pause seen from both sides",
    "a tournament joined and left",
    "called off before both have moved",
    "open challenges in lists",
    "blocked",
    "the matches of a server",
)
"""Scenes that are not among the slow tests."""
SILENT = 1 << 12
"""The flag of a message that comes without a sound."""


@pytest.fixture(autouse=True)
def the_same_draws(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sides and pairings are drawn alike in every run."""
    monkeypatch.setattr(random, "SystemRandom", lambda: random.Random(1))


class Recorder(Cards):
    """A scene, of which ``text`` has every line and then the cards that came or changed."""

    text = ""

    async def record(self, lines: Iterable[str]) -> str:
        await self._scene("", lines)
        return self.text

    def _note(self, title: str | None) -> None:
        self.text += f"\n{(title or '').removeprefix(': ')}\n"
        for form in self.steps:
            self.text += f"  {form.who} fills in\n" + self._shown(form.components)
        self.steps.clear()
        cards = []
        for message in self._messages():
            state = json.dumps(message.components)
            if message.components and self._seen.get(message.id) != state:
                cards.append(self._heading(message) + self._shown(message.components))
                self._seen[message.id] = state
        # Which of two channels is written to first is left to chance.
        self.text += "".join(sorted(cards))

    def _heading(self, message: Any) -> str:
        """Who sees a message that came or changed, and whom it pings."""
        reader = self._readers.get(message.id) or self._reader(message.channel_id)
        if not reader:
            reader = "all" if self._sees(self.club.alice, message) else "all elsewhere"
        verb = "see changed" if message.id in self._seen else "see"
        sound = " without a sound" if message.flags & SILENT else ""
        pings = sorted(self._named(f"<@{user}>") for user in message.ping_user_ids)
        return f"  {reader} {verb}{sound}, pinged {pings}\n"

    def _shown(self, components: Iterable[Mapping[str, Any]]) -> str:
        lines = []
        for part in discord_api.walk([dict(part) for part in components]):
            lines += _lines_of(part)
        return "".join(f"    {self._named(line)}\n" for line in lines)

    def _named(self, text: str) -> str:
        """Members by name, and times as hours from now, so that it is the same on any day."""
        for name, member in self.members.items():
            text = text.replace(f"<@{member.id}>", f"@{name}")
        start = self.club.now().timestamp()

        def in_hours(time: re.Match[str]) -> str:
            hours = (int(time[1]) - start) / 3600
            return f"<{hours:+.1f} h>"

        text = re.sub(r"<t:(\d+)(:\w)?>", in_hours, text)
        return re.sub(r"<#\d+>|(/channels/)[\d/]+|\d{17,}", r"\1…", text)


def _lines_of(part: Mapping[str, Any]) -> list[str]:
    """What a member reads of a component."""
    suffix = " (off)" if part.get("disabled") else ""
    if part["type"] == TEXT:
        return part["content"].split("\n")
    if part["type"] == BUTTON:
        return [f"[{part.get('label')}]{suffix}"]
    if part["type"] in MENUS:
        options = []
        for option in part.get("options", ()):
            mark = "*" if option.get("default") else ""
            options.append(f"{option['label']}{mark}")
        return [f"[{part.get('placeholder')} {options[:3]} of {len(options)}]{suffix}"]
    if part["type"] == GALLERY:
        return [f"({item.get('description')})" for item in part["items"]]
    if part["type"] in (TEXT_INPUT, LABEL):
        return [f"{part.get('label')}: {part.get('value')} {part.get('placeholder')}"]
    return []


def sure_lines(text: str) -> Iterator[str]:
    """The lines of a recording, but for the link to the post of a turn in a question about a match
    that is over: the question is changed while that post is sent, and knows it or not.
    """
    lines = text.splitlines()
    for line, next_line in zip(lines, [*lines[1:], ""], strict=True):
        if not (line.endswith(TURN_LINK) and next_line.endswith(" is over")):
            yield line


@pytest.mark.slow
@pytest.mark.parametrize(
    "scene", only([scene for scene in SCENES if scene not in OF_CHANCE], *ALWAYS)
)
async def test_members_read_what_they_did(club: Club, tmp_path: Path, scene: str) -> None:
    club.env.settle_timeout = PATIENCE
    file = RECORDED / f"{scene.replace(' ', '_')}.txt"
    recorder = Recorder(club, club.boss(), tmp_path, "en")
    text = await recorder.record(SCENES[scene])
    if "RECORD" in os.environ:
        file.write_text(text, encoding="utf-8")
    expected_text = file.read_text(encoding="utf-8")
    assert list(sure_lines(text)) == list(sure_lines(expected_text))
