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
from bot.chat.features.settings import texts
from bot.domain.values import Place
from bot.store import Store
from tests.bot.chat import discord_api
from tests.bot.chat.conftest import Club, Member
from tests.bot.chat.full_club import FullWorld
from tests.bot.chat.reading import Message, raw, stored, words
from tests.bot.chat.world import Wire
from tests.bot.domain.matches.helpers import played

from .cards import SELECTS, Cards, form_values, kind_of, pictures
from .page import Step, page
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

    async def command(self, name: str, **typed: Any) -> None:
        """Use a command and note what comes of it."""
        member = self.boss if name.startswith(MANAGERS) else self.club.alice
        given = {key: getattr(self.club, str(value), value) for key, value in typed.items()}
        result = await member.slash(name, **given)
        self.commands.add(name)
        await self.club.thought()
        self.note(
            " ".join((f"/{name}", *(f"{key}:{value}" for key, value in typed.items()))),
            member,
            result,
        )

    async def menus(self) -> None:
        """Use every entry in the menus of the latest post and of bob."""
        for feature in FEATURES:
            for entry in feature.commands:
                if isinstance(entry, app_commands.ContextMenu):
                    on_member = entry.type is discord.AppCommandType.user
                    target: Any = self.club.bob.actor if on_member else self.club.post()
                    result = await self.club.alice.actor.context_menu(
                        self.club.channel, entry.name, target
                    )
                    self.note(f"menu entry “{entry.name}”", self.club.alice, result)
        await self.club.services.blocks.lift(self.club.alice.id, self.club.bob.id)

    async def press(
        self, member: Member, message: Message, part: dict[str, Any]
    ) -> InteractionResult:
        """Press a button, or choose the last of what a menu offers."""
        target = stored(message)
        if part["type"] == 2:
            return await member.actor.click(target, custom_id=part["custom_id"])
        chosen = {5: self.club.bob.actor, 8: self.club.channel}
        values: list[Any] = (
            [part["options"][-1]["value"]] if part["type"] == 3 else [chosen.get(part["type"])]
        )
        values = [value for value in values if value is not None]
        return await member.actor.select(target, values, custom_id=part["custom_id"])

    async def send(self, member: Member, form: InteractionResult, action: str) -> None:
        """Send a form with what stands in it, or else with what it shows as an example."""
        values = form_values(form)
        self.pressed[action] += 1
        try:
            sent = await member.actor.submit_modal(form, values)
        except SetupError as error:
            print(f"  {action}: {error}", file=sys.stderr)
            return
        await self.club.thought()
        self.note("the form, sent", member, sent)

    def note(self, title: str, member: Member, result: InteractionResult | None) -> None:
        """Note what a member was shown, and what everyone in the channel was since the last
        time.
        """
        if result is not None and result.modal is not None:
            self.steps.append(Step(title, member.name, True, result.modal["components"]))
        private = [result.response] if result is not None and result.response is not None else []
        messages: list[Any] = [
            *private,
            *(post for post in self.club.posts() if post.id not in self.seen),
        ]
        for message in messages:
            hidden = bool(message.flags.ephemeral)
            if message.id in self.seen and not hidden:
                continue
            self.seen.add(message.id)
            self.steps.append(Step(title, member.name, hidden, raw(message), self._files(message)))
            for part in discord_api.walk(raw(message)):
                action = kind_of(part.get("custom_id"))
                if (
                    part["type"] in (2, *SELECTS)
                    and action
                    and not part.get("disabled")
                    and self._new(part)
                ):
                    self.waiting.append(Waiting(action, member, message, part))

    def _new(self, part: dict[str, Any]) -> bool:
        """Whether a press is of a kind that was not pressed yet, or on too few matches, tournaments
        and the like.
        """
        action = kind_of(part["custom_id"])
        return (
            self.pressed[action] < MOST_SUBJECTS
            and (action, _subject(part["custom_id"])) not in self.tried
        )

    def _files(self, message: Any) -> dict[str, str]:
        return pictures(
            self.club, message.attachments, self.folder, f"{self.language}-{len(self.steps):03}"
        )

    async def press_everything(self, *, last: bool) -> None:
        """Press one of every kind that has come into sight, until none is left; ``last``: those too
        that end things.
        """
        kept: list[Waiting] = []
        while self.waiting and len(self.steps) < MOST_STEPS:
            item = self.waiting.popleft()
            if not self._new(item.part):
                continue
            if item.action in LAST and (
                not last
                or any(other.action not in LAST and self._new(other.part) for other in self.waiting)
            ):
                (self.waiting if last else kept).append(item)
                continue
            await self._try(item)
        self.waiting.extend(kept)

    async def _try(self, item: Waiting) -> None:
        """Press it as the first member who is not refused."""
        club = self.club
        private = bool(stored(item.message).flags.ephemeral)
        self.tried.add((item.action, _subject(item.part["custom_id"])))
        others = (club.alice, club.bob, club.carol, self.boss)
        for member in (
            item.member,
            *(member for member in others if member is not item.member and not private),
        ):
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

    async def press_the_rest(self, world: FullWorld) -> None:
        """Press one of every kind that has not come into sight, as the tests do, in a club of many
        years.
        """
        self.club = world.club
        self.boss = world.boss
        wire = Wire(self.club)
        source = self.club.posts()[0]
        self.seen = {post.id for post in self.club.posts()}
        for press, given in world.presses():
            if self.pressed[press.action]:
                continue
            name = type(press).__name__
            member = world.sender(name)
            send: Any = wire.form if isinstance(given, dict) else wire.press
            result = send(member, str(press), source, given)
            await self.club.env.settle()
            self.pressed[press.action] += 1
            self.note(f"{name}, in a club of many years", member, result)

    def write(self, missed: list[str]) -> None:
        """Write all screens as a page, and their words as text."""
        title = f"Loophole, every screen: {LANGUAGES[self.language]}"
        said = "\n\n".join(f"## {step.title}\n{_words(step)}" for step in self.steps)
        for ending, text in (("html", page(title, self.steps, missed)), ("txt", said)):
            (self.folder / f"{self.language}.{ending}").write_text(text, encoding="utf-8")

    def missed(self) -> Iterator[str]:
        """Commands and kinds of buttons that the walk has not met."""
        names = {command.qualified_name for command in self.club.bot.client.tree.walk_commands()}
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
    return next(
        (
            part
            for part in discord_api.walk(raw(message))
            if kind_of(part.get("custom_id")) == action
        ),
        None,
    )


async def accepted(walk: Walk) -> None:
    """Bob accepts the latest challenge."""
    club = walk.club
    part = _part(club.post(), "accept")
    assert part is not None
    walk.note("press “Accept”", club.bob, await walk.press(club.bob, club.post(), part))
    await club.thought()
    walk.note("press “Accept”", club.bob, None)


@asynccontextmanager
async def opened(empty: Path, language: str) -> AsyncIterator[tuple[Club, Member]]:
    """A club on a copy of an empty database, whose members read a language, and who manages its
    server.
    """
    with tempfile.TemporaryDirectory() as data:
        async with Club(Path(shutil.copy(empty, data))) as club:
            club.env.settle_timeout = PATIENCE
            boss = club.boss()
            for member in (club.alice, club.bob, club.carol, club.dave, boss):
                await club.services.members.change(member.id, language=language)
            await club.services.servers.change(
                Place(club.guild.id, club.channel.id), language=language
            )
            yield club, boss


async def walk_in(language: str, folder: Path, empty: Path) -> list[str]:
    """Walk in a language and write its page; gives what was not met."""
    async with opened(empty, language) as (club, boss):
        walk = Walk(club, boss, folder, language)
        await walk.command("play", game="snipsnip", opponent="bob", variant="hex-2-3", side="first")
        await accepted(walk)
        await played(club.services, 1, 99)
        await walk.command("play", game="veloop-square", opponent="bob", side="first", clock="3d")
        await accepted(walk)
        await walk.menus()
        await walk.command("play", game="loop", level="novice", side="first")
        for name, typed in COMMANDS.items():
            await walk.command(name, **typed)
        await walk.press_everything(last=False)
        await walk.press_everything(last=True)
        commands = [name for name in walk.missed() if name.startswith("/")]
        print(
            "pressed with samples:",
            *(name for name in walk.missed() if name not in commands),
            sep="\n  ",
        )
    async with opened(empty, language) as (club, boss):
        cards = Cards(club, boss, folder, language)
        await cards.play()
        walk.steps += cards.steps
    async with opened(empty, language) as (club, _):
        club.quiet()
        world = FullWorld(club)
        await world.fill()
        for member in (club.alice, club.bob, world.boss):
            await club.services.members.change(member.id, language=language)
        await walk.press_the_rest(world)
    missed = [
        *commands,
        *cards.missed(),
        *(name for name in walk.missed() if not name.startswith("/")),
    ]
    walk.write(missed)
    print(f"{language}: {len(walk.steps)} screens")
    return missed


def _words(step: Step) -> str:
    parts = discord_api.walk([dict(part) for part in step.components])
    return "\n".join(
        str(part.get("content") or part.get("label") or part.get("placeholder") or "")
        for part in parts
    )


async def _migrated(file: Path) -> Path:
    await (await Store.open(f"sqlite+aiosqlite:///{file}")).close()
    return file


def main(folder: Path, languages: Iterable[str] = LANGUAGES) -> list[str]:
    """Walk in every language; gives what was not met."""
    folder.mkdir(parents=True, exist_ok=True)
    missed = []
    with tempfile.TemporaryDirectory() as data:
        empty = asyncio.run(_migrated(Path(data) / "loophole.db"))
        for language in languages:
            missed += [
                f"{language}: not met: {name}"
                for name in asyncio.run(walk_in(language, folder, empty))
            ]
    links = "".join(f"<p><a href={code}.html>{name}</a>" for code, name in LANGUAGES.items())
    (folder / "index.html").write_text(
        f"<!doctype html><meta charset=utf-8>{links}", encoding="utf-8"
    )
    print(*missed, folder / "index.html", sep="\n")
    return missed


if __name__ == "__main__":
    sys.exit(
        bool(main(Path(sys.argv[1] if sys.argv[1:] else "build/walk"), sys.argv[2:] or LANGUAGES))
    )
