"""``python -m tests.walk [folder [language …]]``: walks through all commands and buttons in an
offline Discord.

Writes a page for each language to the folder (``build/walk``): every screen at the width of a
desktop and of a phone, with its pictures and their alt text, to be looked at and read aloud. Lists
what the walk has not met.
"""

from __future__ import annotations

import asyncio
import shutil
import sys
import tempfile
from collections import Counter, deque
from collections.abc import AsyncIterator, Iterable, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import discord
from discord import app_commands
from simcord import InteractionResult, SetupError
from simcord.backend.errors import BackendError

from bot.chat.features import FEATURES
from bot.chat.language import texts
from bot.domain.values import Place
from bot.store import Store
from tests.bot.chat import discord_api
from tests.bot.chat.conftest import Club, Member
from tests.bot.chat.full_club import FullWorld
from tests.bot.chat.reading import Message, raw, stored, words
from tests.bot.chat.world import Wire
from tests.bot.domain.matches.helpers import played

from .cards import Cards, form_values, kind_of, pictures
from .page import MENUS, Kind, Step, page
from .script import COMMANDS, LAST, MANAGERS

LANGUAGES = {code: name for code, name in texts.LANGUAGES.items() if code}

MOST_STEPS = 900
MOST_SUBJECTS = 4
"""On how many matches, tournaments and the like a button of one kind is pressed."""
PATIENCE = 240.0
"""Seconds that the bot may take for one press: the club of many years needs them, and so does a
busy machine.
"""


@dataclass(frozen=True)
class Waiting:
    """A button, menu or form that has come into sight of a member."""

    action: str
    member: Member
    message: Message
    part: dict[str, Any]


class Walk:
    """A walk in one language: what was seen, and what waits to be pressed."""

    def __init__(self, club: Club, boss: Member, folder: Path, language: str) -> None:
        self.club = club
        self.boss = boss
        self.folder = folder
        self.language = language
        self.steps: list[Step] = []
        self.commands: set[str] = set()
        self.pressed: Counter[str] = Counter()
        self.tried: set[tuple[str, str]] = set()
        self.waiting: deque[Waiting] = deque()
        self.seen: set[int] = set()

    async def command(self, name: str, **options: Any) -> None:
        """Use a command and note what comes of it; members are named in its options."""
        member = self.boss if name.startswith(MANAGERS) else self.club.alice
        values = {key: getattr(self.club, str(value), value) for key, value in options.items()}
        result = await member.slash(name, **values)
        self.commands.add(name)
        await self.club.thought()
        words = [f"{key}:{value}" for key, value in options.items()]
        self.note(" ".join([f"/{name}", *words]), member, result)

    async def menus(self) -> None:
        """Use every entry in the menus of the latest post and of bob."""
        club = self.club
        for feature in FEATURES:
            for entry in feature.commands:
                if not isinstance(entry, app_commands.ContextMenu):
                    continue
                on_member = entry.type is discord.AppCommandType.user
                target: Any = club.bob.actor if on_member else club.post()
                result = await club.alice.actor.context_menu(club.channel, entry.name, target)
                self.note(f"menu entry “{entry.name}”", club.alice, result)
        await club.services.blocks.lift(club.alice.id, club.bob.id)

    async def press(
        self, member: Member, message: Message, part: dict[str, Any]
    ) -> InteractionResult:
        """Press a button, or choose the last of what a menu offers."""
        target = stored(message)
        values: list[Any] = []
        match part["type"]:
            case Kind.BUTTON:
                return await member.actor.click(target, custom_id=part["custom_id"])
            case Kind.MENU:
                values = [part["options"][-1]["value"]]
            case Kind.USER_MENU:
                values = [self.club.bob.actor]
            case Kind.CHANNEL_MENU:
                values = [self.club.channel]
        return await member.actor.select(target, values, custom_id=part["custom_id"])

    async def send(self, member: Member, form: InteractionResult, action: str) -> None:
        """Send a form with what stands in it, or else with what it shows as an example."""
        values = form_values(form)
        self.pressed[action] += 1
        try:
            result = await member.actor.submit_modal(form, values)
        except SetupError as error:
            print(f"  {action}: {error}", file=sys.stderr)
            return
        await self.club.thought()
        self.note("the form, sent", member, result)

    def note(self, title: str, member: Member, result: InteractionResult | None) -> None:
        """Note what a member was shown, and what everyone in the channel was since the last
        time.
        """
        if result is not None and result.modal is not None:
            self.steps.append(Step(title, member.name, True, result.modal["components"]))
        messages: list[Any] = []
        if result is not None and result.response is not None:
            messages.append(result.response)
        messages += [post for post in self.club.posts() if post.id not in self.seen]
        for message in messages:
            private = bool(message.flags.ephemeral)
            if message.id in self.seen and not private:
                continue
            self.seen.add(message.id)
            files = self._files(message)
            self.steps.append(Step(title, member.name, private, raw(message), files))
            for part in discord_api.walk(raw(message)):
                if self._is_to_be_pressed(part):
                    action = kind_of(part["custom_id"])
                    self.waiting.append(Waiting(action, member, message, part))

    def _is_to_be_pressed(self, part: dict[str, Any]) -> bool:
        """Whether a part of a message is a button or menu of the bot's that can be pressed."""
        if part["type"] not in (Kind.BUTTON, *MENUS) or part.get("disabled"):
            return False
        return bool(kind_of(part.get("custom_id"))) and self._is_new(part)

    def _is_new(self, part: dict[str, Any]) -> bool:
        """Whether a press is of a kind that was not pressed yet, or on too few matches, tournaments
        and the like.
        """
        custom_id = part["custom_id"]
        action = kind_of(custom_id)
        if self.pressed[action] >= MOST_SUBJECTS:
            return False
        return (action, _subject(custom_id)) not in self.tried

    def _files(self, message: Any) -> dict[str, str]:
        """Write the pictures on a message; their addresses by the names of the files."""
        name = f"{self.language}-{len(self.steps):03}"
        return pictures(self.club, message.attachments, self.folder, name)

    async def press_everything(self, *, last: bool) -> None:
        """Press one of every kind that has come into sight, until none is left; ``last``: those too
        that end things.
        """
        for_later: list[Waiting] = []
        while self.waiting and len(self.steps) < MOST_STEPS:
            item = self.waiting.popleft()
            if not self._is_new(item.part):
                continue
            if item.action in LAST and not last:
                for_later.append(item)
            elif item.action in LAST and self._has_others():
                self.waiting.append(item)
            else:
                await self._try(item)
        self.waiting.extend(for_later)

    def _has_others(self) -> bool:
        """Whether something waits that ends nothing."""
        return any(item.action not in LAST and self._is_new(item.part) for item in self.waiting)

    async def _try(self, item: Waiting) -> None:
        """Press it as the first member who is not refused."""
        club = self.club
        self.tried.add((item.action, _subject(item.part["custom_id"])))
        for member in self._who_sees(item):
            part = _part(item.message, item.action)
            if part is None:
                return
            try:
                result = await self.press(member, item.message, part)
            # it was deleted, or its buttons have changed
            except (SetupError, BackendError) as error:
                print(f"  {item.action}: {error}", file=sys.stderr)
                return
            await club.thought()
            self.pressed[item.action] += 1
            self.note(f"press “{part.get('label') or part.get('placeholder')}”", member, result)
            if result.modal is not None:
                await self.send(member, result, kind_of(result.modal["custom_id"]))
                return
            if result.response is None or "⚠️" not in words(result):
                return

    def _who_sees(self, item: Waiting) -> list[Member]:
        """The members who see a message, first the one for whom it came into sight."""
        if stored(item.message).flags.ephemeral:
            return [item.member]
        club = self.club
        others = (club.alice, club.bob, club.carol, self.boss)
        return [item.member, *(member for member in others if member is not item.member)]

    async def press_the_rest(self, world: FullWorld) -> None:
        """Press one of every kind that has not come into sight, as the tests do, in a club of many
        years.
        """
        self.club = world.club
        self.boss = world.boss
        wire = Wire(self.club)
        source = self.club.posts()[0]
        self.seen = {post.id for post in self.club.posts()}
        for press, values in world.presses():
            if self.pressed[press.action]:
                continue
            name = type(press).__name__
            member = world.sender(name)
            send: Any = wire.form if isinstance(values, dict) else wire.press
            result = send(member, str(press), source, values)
            await self.club.env.settle()
            self.pressed[press.action] += 1
            self.note(f"{name}, in a club of many years", member, result)

    def write(self, missed: list[str]) -> None:
        """Write all screens as a page, and their words as text."""
        title = f"Loophole, every screen: {LANGUAGES[self.language]}"
        file = self.folder / f"{self.language}.html"
        file.write_text(page(title, self.steps, missed), encoding="utf-8")
        text = "\n\n".join(f"## {step.title}\n{_words(step)}" for step in self.steps)
        file.with_suffix(".txt").write_text(text, encoding="utf-8")

    def missed(self) -> Iterator[str]:
        """Commands and kinds of buttons that the walk has not met."""
        tree = self.club.bot.client.tree
        names = {command.qualified_name for command in tree.walk_commands()}
        groups = {name.partition(" ")[0] for name in names if " " in name}
        yield from (f"/{name}" for name in sorted(names - self.commands - groups))
        kinds = {button.press.action for feature in FEATURES for button in feature.buttons}
        yield from (f"button {action}" for action in sorted(kinds - set(self.pressed)))


def _subject(custom_id: str) -> str:
    """What a press is about: the id of a match, a tournament or the like."""
    return custom_id.split(":")[2]


def _part(message: Message, action: str) -> dict[str, Any] | None:
    """The first button or menu of a kind on a message."""
    if isinstance(message, InteractionResult) and message.response is None:
        return None
    for part in discord_api.walk(raw(message)):
        if kind_of(part.get("custom_id")) == action:
            return part
    return None


async def accept(walk: Walk) -> None:
    """Bob accepts the latest challenge."""
    club = walk.club
    part = _part(club.post(), "accept")
    assert part is not None
    result = await walk.press(club.bob, club.post(), part)
    walk.note("press “Accept”", club.bob, result)
    await club.thought()
    walk.note("press “Accept”", club.bob, None)


@asynccontextmanager
async def club_of(empty: Path, language: str) -> AsyncIterator[tuple[Club, Member]]:
    """A club whose members read a language, and who manages its server.

    :param empty: the database of which a copy is used.
    """
    with tempfile.TemporaryDirectory() as data:
        async with Club(Path(shutil.copy(empty, data))) as club:
            club.env.settle_timeout = PATIENCE
            boss = club.boss()
            for member in (club.alice, club.bob, club.carol, club.dave, boss):
                await club.services.members.change(member.id, language=language)
            place = Place(club.guild.id, club.channel.id)
            await club.services.servers.change(place, language=language)
            yield club, boss


async def walk_in(
    language: str, folder: Path, empty: Path, *, with_scenes: bool = True
) -> list[str]:
    """Walk in a language and write its page; gives what was not met.

    :param with_scenes: whether the scenes are played, in which every card is seen.
    """
    async with club_of(empty, language) as (club, boss):
        walk = Walk(club, boss, folder, language)
        await walk.command("play", game="snipsnip", opponent="bob", variant="hex-2-3", side="first")
        await accept(walk)
        await played(club.services, 1, 99)
        await walk.command("play", game="veloop-square", opponent="bob", side="first", clock="3d")
        await accept(walk)
        await walk.menus()
        await walk.command("play", game="loop", level="novice", side="first")
        for name, options in COMMANDS.items():
            await walk.command(name, **options)
        await walk.press_everything(last=False)
        await walk.press_everything(last=True)
        commands = [name for name in walk.missed() if name.startswith("/")]
        buttons = [name for name in walk.missed() if not name.startswith("/")]
        print("pressed with samples:", *buttons, sep="\n  ")
    cards_missed: list[str] = []
    if with_scenes:
        async with club_of(empty, language) as (club, boss):
            cards = Cards(club, boss, folder, language)
            await cards.play()
            walk.steps += cards.steps
            cards_missed = list(cards.missed())
    async with club_of(empty, language) as (club, _):
        club.quiet()
        world = FullWorld(club)
        await world.fill()
        for member in (club.alice, club.bob, world.boss):
            await club.services.members.change(member.id, language=language)
        await walk.press_the_rest(world)
    buttons = [name for name in walk.missed() if not name.startswith("/")]
    missed = [*commands, *cards_missed, *buttons]
    walk.write(missed)
    print(f"{language}: {len(walk.steps)} screens")
    return missed


def _words(step: Step) -> str:
    """What stands on a screen, a part a line."""
    words = []
    for part in discord_api.walk([dict(part) for part in step.components]):
        words.append(str(part.get("content") or part.get("label") or part.get("placeholder") or ""))
    return "\n".join(words)


async def empty_database(file: Path) -> Path:
    """Make a database of today's tables without a row."""
    store = await Store.open(f"sqlite+aiosqlite:///{file}")
    await store.close()
    return file


def main(
    folder: Path, languages: Iterable[str] = LANGUAGES, *, with_scenes: bool = True
) -> list[str]:
    """Walk in every language, with the scenes or without; gives what was not met."""
    folder.mkdir(parents=True, exist_ok=True)
    missed = []
    with tempfile.TemporaryDirectory() as data:
        empty = asyncio.run(empty_database(Path(data) / "loophole.db"))
        for language in languages:
            walk = walk_in(language, folder, empty, with_scenes=with_scenes)
            for name in asyncio.run(walk):
                missed.append(f"{language}: not met: {name}")
    links = "".join(f"<p><a href={code}.html>{name}</a>" for code, name in LANGUAGES.items())
    index = folder / "index.html"
    index.write_text(f"<!doctype html><meta charset=utf-8>{links}", encoding="utf-8")
    print(*missed, index, sep="\n")
    return missed


if __name__ == "__main__":
    folder, *languages = sys.argv[1:] or ["build/walk"]
    sys.exit(1 if main(Path(folder), languages or LANGUAGES) else 0)
