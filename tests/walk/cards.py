"""Every card about a match, a challenge or a contest, in all its states, those too that days bring
about.
"""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import sqlalchemy as sa
from simcord import InteractionResult, ResponseMessage

from bot.chat.discord import press as presses
from bot.chat.discord.components import Post
from bot.chat.discord.delivery.places import Places
from bot.domain.errors import NotFound
from bot.domain.events import KINDS, Event, Notice
from bot.domain.matches import endings
from bot.domain.matches.match import Match
from bot.store.tables import matches, tournaments
from tests.bot.chat import discord_api
from tests.bot.chat.acting import DAY, later, started, until_daily_card
from tests.bot.chat.conftest import Club, Elsewhere, Member
from tests.bot.domain.matches.helpers import played, step

from .page import Step
from .script import scenes

SELECTS = (3, 5, 6, 7, 8)
HOUR = 3600
UNPOSTED = ("calendar",)
"""Values of ``what`` of events that have no post."""


def form_values(form: InteractionResult) -> dict[str, Any]:
    """What stands in a form, or else what it shows as an example; of a counter-offer another
    board.
    """
    assert form.modal is not None
    values: dict[str, Any] = {}
    for part in discord_api.walk(form.modal["components"]):
        if part["type"] == 4:
            given = part.get("value") or part.get("placeholder")
            values[part["custom_id"]] = given or ("a1" if part.get("required", True) else "")
        elif part["type"] in SELECTS:
            chosen = [option["value"] for option in part["options"] if option.get("default")]
            if not chosen or part["custom_id"] == "variant":
                chosen = [part["options"][-1 if chosen else 0]["value"]]
            values[part["custom_id"]] = chosen
    return values


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
        """``far``: the language of the other server, in place of the members'."""
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
        self.unmet: set[type[Event]] = {
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

        async def counted(places: Places, notice: Notice[Event]) -> Post | None:
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
        club, services = self.club, self.club.services
        first, *words = shlex.split(line)
        typed = dict([word.split("=") for word in words if "=" in word])
        given = {name: await self._value(value) for name, value in typed.items()}
        what = " ".join(word for word in words if "=" not in word)
        if first in self.members and what.startswith("/"):
            member = self.members[first]
            if what.startswith("/match ") and what != "/match import":
                given.setdefault("match", (await self._latest()).name)
            self._answered(member, await member.slash(what[1:], **given))
        elif first in self.members:
            await self._press(self.members[first], *what.removeprefix("!").split("."), **typed)
        elif first.startswith("+"):
            await later(club, float(first[1:-1]) * (DAY if first[-1] == "d" else HOUR))
        elif first == "match":
            await started(
                club, "veloop-square", club.bob, side="first", variant="6x6, single turns", **given
            )
            await club.bot.delivery.flush()
            await services.posts.store_turns()
            await club.bot.delivery.settle()
        elif first == "move":
            try:
                match = await self._latest(
                    matches.c.mover.in_([member.id for member in self.members.values()])
                )
            except NotFound:  # nobody was paired
                return
            mover = next(member for member in self.members.values() if member.id == match.mover)
            moves = (await mover.offered(match=match.name))[0]
            await mover.slash("move", match=match.name, moves=moves, **given)
        elif first == "turns":
            await played(services, (await self._latest()).id, 4)
        elif first == "leave":
            club.guild.remove_member(club.bob.actor)
        elif first == "back":
            club.guild.add_member(club.bob.actor.user)
        elif first == "vacation":
            await services.members.take_vacation(club.bob.id, 5)
        elif first == "elsewhere":
            self._far = await Elsewhere(club, manages=True).opened(self.far)
            self.members["eve"] = self._far.eve
            for name, shown in (
                ("alice", "hidden"),
                ("bob", "named"),
                ("boss", "named"),
                ("eve", "named"),
            ):
                await services.members.change(
                    self.members[name].id, language=self.language, across=shown
                )
        elif first == "block":
            await services.blocks.block(club.alice.id, self.members["eve"].person)
        elif first == "alone":
            await services.servers.change(club.place, across=False)
        elif first == "season":
            for _ in range(12):
                await self._end_matches()
                await later(club, 60)
        else:
            assert first == "morning", first
            await services.members.change(club.alice.id, daily="dm", daily_when="8:00")
            await services.members.change(club.bob.id, daily="channel", daily_when="8:00")
            await services.servers.change(club.place, puzzles=club.channel.id)
            await until_daily_card(club.alice)

    async def _press(self, member: Member, wanted: str, at: str = "0", **typed: str) -> None:
        """Press a button on the member's latest private answer, or else on the latest post that has
        one; into a form that opens, ``typed`` goes.
        """
        answer = self._answers.get(member.name)
        user = member.actor.user
        sources: list[Any] = (
            [answer.response] if answer is not None and answer.response is not None else []
        )
        sources += [
            ResponseMessage(self.club.env, each)
            for each in reversed(self._messages())
            if self._sees(member, each)
        ]
        for source in sources:
            parts = [part for part in discord_api.walk(source.components) if part["type"] in (2, 3)]
            if wanted != "sure":
                parts = [part for part in parts if kind_of(part.get("custom_id")) == wanted]
            if parts and (source.ephemeral or self._reader(source.channel_id) in ("", member.name)):
                if source.ephemeral and source is not sources[0]:
                    continue
                who: Any = user if self._reader(source.channel_id) else member.actor
                part = parts[int(at)]
                if part["type"] == 3:
                    result = await who.select(
                        source, [part["options"][-1]["value"]], custom_id=part["custom_id"]
                    )
                else:
                    result = await who.click(source, custom_id=part["custom_id"])
                if result.modal is not None:
                    self.steps.append(
                        Step(
                            f"the form of “{wanted}”", member.name, True, result.modal["components"]
                        )
                    )
                    chosen = {
                        name: text if name == "clock" else [text] for name, text in typed.items()
                    }
                    result = await who.submit_modal(result, form_values(result) | chosen)
                self._answered(member, result)
                return
        raise AssertionError(f"no button {wanted!r}")

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
        ((id,),) = await self.club.bot.store.fetch(
            sa.select(sa.func.max(matches.c.id)).where(*where)
        )
        return await self.club.services.matches.get(id)

    async def _value(self, value: str) -> Any:
        if value == "M":
            return (await self._latest()).name
        if value == "T":
            ((number,),) = await self.club.bot.store.fetch(
                sa.select(sa.func.max(tournaments.c.number))
            )
            return f"T{number}"
        member = self.members.get(value.lower().removeprefix("@"))
        if member is not None:
            return (
                f"<@{member.id}>"
                if value[0] == "@"
                else str(member.id)
                if value.isupper()
                else member
            )
        known: dict[str, object] = {"yes": True, "no": False, "two": 2, "three": 3, "four": 4}
        return known.get(value, value)

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
        there = self.club.env.backend.messages.values()
        return sorted(
            (message for each in there for message in each.values()), key=lambda message: message.id
        )

    def _note(self, title: str | None) -> None:
        """Note what is new or has changed; without a title it is only known from then on."""
        for message in self._messages():
            state = json.dumps(message.components)
            if self._seen.get(message.id) == state or not message.components:
                continue
            self._seen[message.id] = state
            reader = self._reader(message.channel_id) or self._readers.get(message.id, "")
            reader = reader or "one of them" * message.is_ephemeral
            if title is not None:
                shown = pictures(
                    self.club,
                    message.attachments,
                    self.folder,
                    f"{self.language}-c{len(self.steps):03}",
                )
                far = "elsewhere" * bool(self._far and message.channel_id == self._far.channel.id)
                self.steps.append(
                    Step(title, reader or far, bool(reader), message.components, shown)
                )


def pictures(club: Club, files: Iterable[Any], folder: Path, prefix: str) -> dict[str, str]:
    """Write the files of a message to the folder; gives their names there by their own names."""
    names = {}
    for file in files:
        url, name = (
            (file["url"], file["filename"]) if isinstance(file, dict) else (file.url, file.filename)
        )
        data = club.env.backend.cdn.get(url)
        if data is not None:
            names[name] = f"{prefix}-{name}"
            (folder / names[name]).write_bytes(data)
    return names
