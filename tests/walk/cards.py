"""Every card about a match, a challenge or a contest, in all its states, those too that days bring
about.
"""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from random import Random
from typing import Any

import sqlalchemy as sa
from simcord import InteractionResult, ResponseMessage

from bot.chat.discord import press as presses
from bot.chat.discord.components import Post
from bot.chat.discord.delivery.places import Places
from bot.domain.errors import NotFound
from bot.domain.events import KINDS, DomainEvent, Notice
from bot.domain.matches import endings
from bot.domain.matches.match import Match
from bot.store.tables import matches, tournaments
from tests.bot.chat import discord_api
from tests.bot.chat.acting import DAY, later, started, until_daily_card
from tests.bot.chat.conftest import Club, Elsewhere, Member
from tests.bot.domain.matches.helpers import played, step

from .page import MENUS, Kind, Step
from .script import scenes

HOUR = 3600
VALUES: Mapping[str, object] = {"yes": True, "no": False, "two": 2, "three": 3, "four": 4}
"""What words of scenes stand for."""
UNPOSTED = ("calendar",)
"""Values of ``what`` of events that have no post."""


def form_values(form: InteractionResult) -> dict[str, Any]:
    """What stands in a form, or else what it shows as an example; of a counter-offer another
    board.
    """
    assert form.modal is not None
    values: dict[str, Any] = {}
    for part in discord_api.walk(form.modal["components"]):
        if part["type"] == Kind.TEXT_INPUT:
            default = "a1" if part.get("required", True) else ""
            text = part.get("value") or part.get("placeholder") or default
            values[part["custom_id"]] = text
        elif part["type"] in MENUS:
            values[part["custom_id"]] = menu_values(part)
    return values


def menu_values(menu: dict[str, Any]) -> list[Any]:
    """The defaults of a menu, or else the first; the last of boards that have a default."""
    options = [option["value"] for option in menu["options"]]
    defaults = [option["value"] for option in menu["options"] if option.get("default")]
    if not defaults:
        return options[:1]
    if menu["custom_id"] == "variant":
        return options[-1:]
    return defaults


def kind_of(custom_id: object) -> str:
    """The kind of press that a custom id stands for; empty if none."""
    parts = presses.TEMPLATE.fullmatch(str(custom_id))
    return "" if parts is None else parts["action"]


class Cards:
    """Plays the scenes in a club and notes every message that is new or has changed, wherever it
    stands.
    """

    def __init__(
        self, club: Club, boss: Member, folder: Path, language: str, far: str = ""
    ) -> None:
        """Begin with the members of a club.

        :param boss: a member who manages the server.
        :param folder: where pictures are written.
        :param far: the language of the other server, in place of the members'.
        """
        self.club = club
        self.folder = folder
        self.language = language
        self.far = far or language
        self.members = {
            "alice": club.alice,
            "bob": club.bob,
            "carol": club.carol,
            "dave": club.dave,
            "boss": boss,
        }
        self.steps: list[Step] = []
        self.unmet: set[type[DomainEvent]] = {
            kind for kind in KINDS.values() if kind.what not in UNPOSTED
        }
        self._seen: dict[int, str] = {}
        self._answers: dict[str, InteractionResult] = {}
        """The latest private answer to each member."""
        self._readers: dict[int, str] = {}
        self._far: Elsewhere | None = None

    async def play(self) -> None:
        """Play all scenes."""
        compose = Places.compose
        unmet = self.unmet

        async def counted(places: Places, notice: Notice[DomainEvent]) -> Post | None:
            post = await compose(places, notice)
            if post is not None:
                unmet.discard(type(notice.event))
            return post

        Places.compose = counted  # type: ignore[method-assign, assignment]
        try:
            for title, lines in scenes().items():
                await self._scene(title, lines)
        finally:
            Places.compose = compose  # type: ignore[method-assign]

    def missed(self) -> Iterator[str]:
        """Events of which no card was seen."""
        yield from sorted(f"card of {kind.__name__}" for kind in self.unmet)

    async def _scene(self, title: str, lines: Iterable[str]) -> None:
        for line in lines:
            try:
                await self._do(line)
            except Exception as error:
                error.add_note(f"{title}: {line}")
                raise
            await self.club.thought()
            if self._far is not None:  # whose posts come by themselves
                await self.club.env.advance_time(5)
            self._note(f"{title}: {line}")
        await self.club.env.advance_time(31)
        self._note(f"{title}: half a minute later")
        await self._end_matches()
        await self.club.env.advance_time(31)
        self._note(None)

    async def _do(self, line: str) -> None:
        """Do what a line of a scene says."""
        first, *words = shlex.split(line)
        fields = dict([word.split("=") for word in words if "=" in word])
        rest = " ".join(word for word in words if "=" not in word)
        if first in self.members and rest.startswith("/"):
            await self._command(self.members[first], rest[1:], await self._values(fields))
        elif first in self.members:
            action, _, number = rest.removeprefix("!").partition(".")
            await self._press(self.members[first], action, int(number or 0), fields)
        elif first.startswith("+"):
            unit = DAY if first[-1] == "d" else HOUR
            await later(self.club, float(first[1:-1]) * unit)
        elif first == "match":
            await self._start_match(await self._values(fields))
        elif first == "move":
            await self._move(await self._values(fields))
        else:
            await self._happen(first)

    async def _values(self, fields: Mapping[str, str]) -> dict[str, Any]:
        return {name: await self._value(text) for name, text in fields.items()}

    async def _command(self, member: Member, command: str, options: dict[str, Any]) -> None:
        if command.startswith("match ") and command != "match import":
            options.setdefault("match", (await self._latest()).name)
        self._answered(member, await member.slash(command, **options))

    async def _start_match(self, options: dict[str, Any]) -> None:
        club = self.club
        variant = "6x6, single turns"
        await started(club, "veloop-square", club.bob, side="first", variant=variant, **options)
        await club.bot.delivery.flush()
        await club.services.posts.store_turns()
        await club.bot.delivery.settle()

    async def _move(self, options: dict[str, Any]) -> None:
        """The member who is to move in the latest match does so, if there is one."""
        users = [member.id for member in self.members.values()]
        try:
            match = await self._latest(matches.c.mover.in_(users))
        except NotFound:  # nobody was paired
            return
        mover = next(member for member in self.members.values() if member.id == match.mover)
        offers = await mover.offered(match=match.name)
        await mover.slash("move", match=match.name, moves=offers[0], **options)

    async def _happen(self, event: str) -> None:
        """Have something happen that no member types or presses."""
        club = self.club
        services = club.services
        if event == "turns":
            await played(services, (await self._latest()).id, 4)
        elif event == "leave":
            club.guild.remove_member(club.bob.actor)
        elif event == "back":
            club.guild.add_member(club.bob.actor.user)
        elif event == "vacation":
            await services.members.take_vacation(club.bob.id, 5)
        elif event == "elsewhere":
            await self._open_elsewhere()
        elif event == "block":
            await services.blocks.block(club.alice.id, self.members["eve"].person)
        elif event == "alone":
            await services.servers.change(club.place, across=False)
        elif event == "season":
            for _ in range(12):
                await self._end_matches()
                await later(club, 60)
        else:
            assert event == "morning", event
            await services.members.change(club.alice.id, daily="dm", daily_when="8:00")
            await services.members.change(club.bob.id, daily="channel", daily_when="8:00")
            await services.servers.change(club.place, puzzles=club.channel.id)
            await until_daily_card(club.alice)

    async def _open_elsewhere(self) -> None:
        """Open another server, and have members known there in different ways."""
        self._far = await Elsewhere(self.club, manages=True).opened(self.far)
        self.members["eve"] = self._far.eve
        members = self.club.services.members
        shown_as = {"alice": "hidden", "bob": "named", "boss": "named", "eve": "named"}
        for name, setting in shown_as.items():
            id = self.members[name].id
            await members.change(id, language=self.language, across=setting)

    async def _press(
        self, member: Member, action: str, number: int, fields: Mapping[str, str]
    ) -> None:
        """Press a button on the member's latest private answer, or else on the latest post that has
        one.

        :param action: the kind of press.
        :param number: which of several buttons of that kind.
        :param fields: what is typed into a form that opens.
        """
        for source in self._sources(member):
            parts = [
                part
                for part in discord_api.walk(source.components)
                if part["type"] in (Kind.BUTTON, Kind.MENU)
            ]
            if action != "sure":
                parts = [part for part in parts if kind_of(part.get("custom_id")) == action]
            if not parts:
                continue
            result = await self._press_part(member, source, parts[number])
            if result.modal is not None:
                form = result.modal["components"]
                self.steps.append(Step(f"the form of “{action}”", member.name, True, form))
                values = form_values(result)
                for name, text in fields.items():
                    values[name] = text if name == "clock" else [text]
                result = await self._presser(member, source).submit_modal(result, values)
            self._answered(member, result)
            return
        raise AssertionError(f"no button {action!r}")

    def _sources(self, member: Member) -> Iterator[Any]:
        """The messages whose buttons a member can press: their private answer, then the latest
        first.
        """
        answer = self._answers.get(member.name)
        if answer is not None and answer.response is not None:
            yield answer.response
        for message in reversed(self._messages()):
            if not self._sees(member, message) or message.is_ephemeral:
                continue
            if self._reader(message.channel_id) in ("", member.name):
                yield ResponseMessage(self.club.env, message)

    def _presser(self, member: Member, source: Any) -> Any:
        """Who presses: the user in direct messages, else the member of the server."""
        return member.actor.user if self._reader(source.channel_id) else member.actor

    async def _press_part(self, member: Member, source: Any, part: Any) -> Any:
        presser = self._presser(member, source)
        if part["type"] == Kind.MENU:
            last = part["options"][-1]["value"]
            return await presser.select(source, [last], custom_id=part["custom_id"])
        return await presser.click(source, custom_id=part["custom_id"])

    def _answered(self, member: Member, result: InteractionResult) -> None:
        if result.response is not None and result.response.ephemeral:
            self._answers[member.name] = result
            self._readers[result.response.id] = member.name

    async def _end_matches(self) -> None:
        """End all matches, each by resignation once that counts."""
        services = self.club.services
        query = sa.select(matches.c.id).where(matches.c.status == "running")
        for (id,) in await self.club.bot.store.fetch(query):
            match = await services.matches.get(id)
            while match.rated and match.status == "running" and match.state.turn <= 4:
                match = (await step(services, id, Random(match.state.turn))).match
            if match.status == "running":
                await services.matches.act(id, max(match.seats), endings.resign)

    async def _latest(self, *where: sa.ColumnElement[bool]) -> Match:
        query = sa.select(sa.func.max(matches.c.id)).where(*where)
        ((id,),) = await self.club.bot.store.fetch(query)
        return await self.club.services.matches.get(id)

    async def _value(self, text: str) -> Any:
        """What a word of a scene stands for: the latest match or tournament, a member, itself."""
        if text == "M":
            return (await self._latest()).name
        if text == "T":
            query = sa.select(sa.func.max(tournaments.c.number))
            ((number,),) = await self.club.bot.store.fetch(query)
            return f"T{number}"
        member = self.members.get(text.lower().removeprefix("@"))
        if member is None:
            return VALUES.get(text, text)
        if text[0] == "@":
            return f"<@{member.id}>"
        return str(member.id) if text.isupper() else member

    def _reader(self, channel: int) -> str:
        """Whose direct messages a channel is; empty if it is none."""
        chats = {getattr(m.actor.user.dm_channel, "id", 0): m.name for m in self.members.values()}
        return chats.get(channel, "")

    def _sees(self, member: Member, message: Any) -> bool:
        """Whether a message is one that members of their server see."""
        far = self._far is not None and message.channel_id == self._far.channel.id
        return far == (member is self.members.get("eve")) or bool(self._reader(message.channel_id))

    def _messages(self) -> list[Any]:
        """All messages there are, in the order in which they came."""
        channels = self.club.env.backend.messages.values()
        messages = [message for channel in channels for message in channel.values()]
        return sorted(messages, key=lambda message: message.id)

    def _note(self, title: str | None) -> None:
        """Note what is new or has changed; without a title it is only known from then on."""
        for message in self._messages():
            state = json.dumps(message.components)
            if self._seen.get(message.id) == state or not message.components:
                continue
            self._seen[message.id] = state
            if title is not None:
                self.steps.append(self._step(title, message))

    def _step(self, title: str, message: Any) -> Step:
        reader = self._reader(message.channel_id) or self._readers.get(message.id, "")
        if not reader and message.is_ephemeral:
            reader = "one of them"
        prefix = f"{self.language}-c{len(self.steps):03}"
        images = pictures(self.club, message.attachments, self.folder, prefix)
        is_far = self._far is not None and message.channel_id == self._far.channel.id
        place = "elsewhere" if is_far else ""
        return Step(title, reader or place, bool(reader), message.components, images)


def pictures(club: Club, files: Iterable[Any], folder: Path, prefix: str) -> dict[str, str]:
    """Write the files of a message to the folder; gives their names there by their own names."""
    names = {}
    for file in files:
        if isinstance(file, dict):
            url = file["url"]
            name = file["filename"]
        else:
            url = file.url
            name = file.filename
        data = club.env.backend.cdn.get(url)
        if data is not None:
            names[name] = f"{prefix}-{name}"
            (folder / names[name]).write_bytes(data)
    return names
