"""What members read in scenes of play, card by card, is what it was when it was recorded.

A scene is lines of what members do; ``tests/walk/scenes.txt`` says how they are written. A
difference is a fault, or was meant: ``RECORD=1 pytest -m "" tests/bot/chat/test_recorded_cards.py``
makes new recordings, and their difference shows what members will notice.
"""

import json
import os
import random
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.sampling import only
from tests.walk.cards import Cards
from tests.walk.page import MENUS
from tests.walk.script import scenes

from . import discord_api
from .conftest import Club

PATIENCE = 120.0  # seconds, as scenes are long and a machine may be busy
RECORDED = Path(__file__).parents[2] / "data" / "recorded" / "cards"
SCENES = scenes() | scenes(Path(__file__).parents[2] / "data" / "scenes.txt")
OF_CHANCE = ("teams", "the computer")  # in which the computer thinks for a time
ALWAYS = (
    "a draw",
    "a takeback",
    "time",
    "no time",
    "a ladder",
    "a pair",
    "a pause seen from both sides",
)
ALWAYS += (
    "a tournament joined and left",
    "called off before both have moved",
    "open challenges in lists",
)
ALWAYS += ("blocked", "the matches of a server")


@pytest.fixture(autouse=True)
def the_same_draws(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sides and pairings are drawn alike in every run."""
    monkeypatch.setattr(random, "SystemRandom", lambda: random.Random(1))


class Told(Cards):
    """A scene, of which ``text`` has every line and then the cards that came or changed."""

    text = ""

    async def told(self, lines: Iterable[str]) -> str:
        await self._scene("", lines)
        return self.text

    def _note(self, title: str | None) -> None:
        self.text += f"\n{(title or '').removeprefix(': ')}\n"
        for form in self.steps:
            self.text += f"  {form.who} fills in\n" + self._shown(form.components)
        self.steps.clear()
        for message in sorted(
            self._messages(), key=lambda each: not self._sees(self.club.alice, each)
        ):
            state = json.dumps(message.components)
            known = message.id in self._seen
            if not message.components or self._seen.get(message.id) == state:
                continue
            self._seen[message.id] = state
            here = "all" if self._sees(self.club.alice, message) else "all elsewhere"
            reader = self._readers.get(message.id) or self._reader(message.channel_id) or here
            pinged = sorted(self._named(f"<@{user}>") for user in message.ping_user_ids)
            silent = " without a sound" * bool(message.flags & 4096)
            self.text += (
                f"  {reader} {'see changed' if known else 'see'}{silent}, pinged {pinged}\n"
            )
            self.text += self._shown(message.components)

    def _shown(self, components: Iterable[Mapping[str, Any]]) -> str:
        said = []
        for part in discord_api.walk([dict(part) for part in components]):
            off = " (off)" * bool(part.get("disabled"))
            if part["type"] == 10:
                said += part["content"].split("\n")
            elif part["type"] == 2:
                said.append(f"[{part.get('label')}]{off}")
            elif part["type"] in MENUS:
                offered = [
                    f"{option['label']}{'*' * bool(option.get('default'))}"
                    for option in part.get("options", ())
                ]
                said.append(f"[{part.get('placeholder')} {offered[:3]} of {len(offered)}]{off}")
            elif part["type"] == 12:
                said += [f"({item.get('description')})" for item in part["items"]]
            elif part["type"] in (4, 18):
                said.append(f"{part.get('label')}: {part.get('value')} {part.get('placeholder')}")
        return "".join(f"    {self._named(line)}\n" for line in said)

    def _named(self, text: str) -> str:
        """Members by name, and times as hours from now, so that it is the same on any day."""
        for name, member in self.members.items():
            text = text.replace(f"<@{member.id}>", f"@{name}")
        now = self.club.now().timestamp()
        text = re.sub(
            r"<t:(\d+)(:\w)?>", lambda time: f"<{(int(time[1]) - now) / 3600:+.1f} h>", text
        )
        return re.sub(r"<#\d+>|(/channels/)[\d/]+|\d{17,}", r"\1…", text)


@pytest.mark.slow
@pytest.mark.parametrize(
    "scene", only([scene for scene in SCENES if scene not in OF_CHANCE], *ALWAYS)
)
async def test_members_read_what_they_did(club: Club, tmp_path: Path, scene: str) -> None:
    club.env.settle_timeout = PATIENCE
    file = RECORDED / f"{scene.replace(' ', '_')}.txt"
    said = await Told(club, club.boss(), tmp_path, "en").told(SCENES[scene])
    if "RECORD" in os.environ:
        file.write_text(said, encoding="utf-8")
    assert said.splitlines() == file.read_text(encoding="utf-8").splitlines()
