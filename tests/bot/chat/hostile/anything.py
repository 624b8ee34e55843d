"""Random commands, presses, forms and menu entries with plausible values."""

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import fields
from typing import Any, Literal, NamedTuple, get_args, get_origin, get_type_hints

import discord
from simcord import InteractionResult
from simcord.backend import serializers

import games
from bot.chat.discord.press import PRESSES, ChallengePress, MemberPress, Press, TournamentPress
from bot.chat.features.challenges.answers import SendCounter
from bot.chat.features.explore.thinking import WriteNote
from bot.chat.features.learn.puzzle_cards import TypedInPuzzle
from bot.chat.features.play.prepared import AddPrepared
from bot.chat.features.settings.member import SetDaily, SetHours
from tests.bot.chat.conftest import Club, Member
from tests.bot.chat.world import Wire

from .fuzzing import LONGEST, SENSIBLE, Fuzz

STRING = 3
INTEGER = 4
BOOLEAN = 5
USER = 6
FILE = 11
FORM_FIELDS = ("line", "variant", "clock", "note", "moves", "zone", "when", "side", "rated")
FORMS = (AddPrepared, SendCounter, TypedInPuzzle, SetDaily, SetHours, WriteNote)
RECORD = (
    "Loophole record 1 Game: loop (Loop) Options: board=mini Black: alice White: carol 1. Black: "
    "1a1"
)
TEXTS = (
    "",
    "1a1",
    "loop",
    "mini",
    "1d",
    "none",
    "in 2 days",
    "mon-fri 8:30",
    "Berlin",
    "if 1a1 then 1b1",
    RECORD,
)
EXTRAS = (
    *(
        "",
        "1a1",
        "m1a1",
        "s1a1",
        "n",
        "s",
        "y",
        "h",
        "x",
        "1-0",
        "win",
        "loop",
        "theme",
        "daily",
        "clock",
    ),
    *(
        "0a",
        "0h",
        "1t",
        "-",
        "flfl",
        "bf3",
        "0.y",
        "draw.y",
        "takeback.n",
        "result.y",
        "loop.1",
        "1.1-0",
        "flip.1",
    ),
    *("veloop-hex.2.", "threads.1", "channels", "-.-.-", "0.-.won", "g.loop"),
)
CHOSEN = (
    "note",
    "match",
    "clear",
    "show",
    "m1a1",
    "1a1",
    "1-0",
    "won",
    "novice",
    "loop",
    "dm",
    "no",
    "3d",
    "0.1",
)


class Leaf(NamedTuple):
    """A registered command: the words of its name, and its options."""

    path: tuple[str, ...]
    options: tuple[dict[str, Any], ...]


def leaves(club: Club) -> Iterator[Leaf]:
    """Every registered slash command, including those in groups."""

    def below(path: tuple[str, ...], command: dict[str, Any]) -> Iterator[Leaf]:
        options = command.get("options") or []
        inner = [option for option in options if option["type"] in (1, 2)]
        for option in inner:
            yield from below((*path, option["name"]), option)
        if not inner:
            yield Leaf(path, tuple(options))

    for command in club.bot.client.tree.get_commands():
        made = command.to_dict(club.bot.client.tree)
        if made.get("type", 1) == 1:
            yield from below((made["name"],), made)


class Anything:
    """Sends random interactions.

    ``people``: ids of the members they may name; ``fuzz``: makes their texts nasty.
    """

    def __init__(
        self, club: Club, rng: random.Random, people: Sequence[int], fuzz: Fuzz | None = None
    ) -> None:
        self.club = club
        self.rng = rng
        self.people = people
        self.fuzz = fuzz
        self.wire = Wire(club)
        self.leaves = list(leaves(club))
        self.ways: tuple[Callable[[Member, Any], InteractionResult], ...] = (
            *(self.command, self.command, self.typing),
            *(self.press, self.press, self.press, self.form, self.menu),
        )

    def do(self, member: Member, channel: Any) -> InteractionResult:
        """Send one interaction."""
        return self.rng.choice(self.ways)(member, channel)

    def command(self, member: Member, channel: Any) -> InteractionResult:
        """A random slash command with some of its options."""
        leaf = self.rng.choice(self.leaves)
        given = [one for one in leaf.options if one.get("required") or self.rng.random() < 0.5]
        return self._command(leaf, [self._option(one) for one in given], member, channel)

    def typing(self, member: Member, channel: Any) -> InteractionResult:
        """Type into an option with autocompletion."""
        there = [
            (leaf, one) for leaf in self.leaves for one in leaf.options if one.get("autocomplete")
        ]
        leaf, typed = self.rng.choice(there)
        value = self._text(("", "M", "T", "e", "1"))
        option = {"name": typed["name"], "type": STRING, "value": value, "focused": True}
        return self._command(leaf, [option], member, channel)

    def _command(
        self, leaf: Leaf, options: list[dict[str, Any]], member: Member, channel: Any
    ) -> InteractionResult:
        users = {
            one["value"]: self.wire.user(int(one["value"]))
            for one in options
            if one["type"] == USER
        }
        files = {one["value"]: self._file(one["value"]) for one in options if one["type"] == FILE}
        resolved = {
            kind: found for kind, found in (("users", users), ("attachments", files)) if found
        }
        return self.wire.command(member, leaf.path, options, resolved=resolved, channel=channel)

    def _text(self, texts: Sequence[str], longest: int = LONGEST) -> str:
        return (
            self.rng.choice(texts)
            if self.fuzz is None
            else self.fuzz.text((*texts, *SENSIBLE), longest)
        )

    def _file(self, number: str) -> dict[str, Any]:
        """A file that cannot be downloaded, of any size."""
        url = f"https://cdn.simcord.invalid/attachments/1/{number}/match.txt"
        size = self.rng.choice((0, 1_000, 10**9))
        return {"id": number, "filename": "match.txt", "size": size, "url": url, "proxy_url": url}

    def _option(self, option: dict[str, Any]) -> dict[str, Any]:
        rng = self.rng
        kind = option["type"]
        name = option["name"]
        value: Any
        if kind == USER:
            value = str(rng.choice(self.people))
        elif kind == FILE:
            value = str(rng.randint(1, 9))
        elif kind == BOOLEAN:
            value = rng.random() < 0.5
        elif kind == INTEGER:
            most = option.get("max_value", 9)
            value = rng.randint(option.get("min_value", 0), most if self.fuzz else min(most, 9))
        elif choices := option.get("choices"):
            value = rng.choice(choices)["value"]
        elif name in ("match", "tournament") and (self.fuzz is None or rng.random() < 0.5):
            value = f"{name[0].upper()}{rng.randint(1, 20)}"
        else:
            value = self._text(TEXTS)
        return {"name": name, "type": kind, "value": value}

    def press(self, member: Member, channel: Any) -> InteractionResult:
        """Press a random button, or choose from a random menu."""
        values = None
        if self.rng.random() < 0.4:
            chosen = (*CHOSEN, str(self.rng.randint(0, 20)), str(self.rng.choice(self.people)))
            values = [
                self._text(chosen, 100)
                for _ in range(1 if self.fuzz is None else self.rng.choice((0, 1, 1, 2)))
            ]
        custom_id = self.custom_id(self.rng.choice(list(PRESSES.values())))
        return self.wire.press(member, custom_id, self._message(channel), values, channel=channel)

    def form(self, member: Member, channel: Any) -> InteractionResult:
        """Send a random form."""
        kind = self.rng.choice((*FORMS, *FORMS, *PRESSES.values()))
        typed = {name: self._text(TEXTS, 2000) for name in FORM_FIELDS}
        custom_id = self.custom_id(kind)
        return self.wire.form(member, custom_id, self._message(channel), typed, channel=channel)

    def menu(self, member: Member, channel: Any) -> InteractionResult:
        """Use a random entry in the menu of a message or a member."""
        tree = self.club.bot.client.tree
        rng = self.rng
        kind = rng.choice((discord.AppCommandType.user, discord.AppCommandType.message))
        name = rng.choice([one.name for one in tree.get_commands(type=kind)])
        root = self.club.env.backend.find_command(name, None, type=kind.value)
        if kind is discord.AppCommandType.user:
            target = rng.choice(self.people)
            resolved: dict[str, Any] = {"users": {str(target): self.wire.user(target)}}
        else:
            message = rng.choice(
                [one for one in channel.history() if one.author.id == self.club.bot.client.user.id]
            )
            target = message.id
            backend = self.club.env.backend
            stored = backend.get_message(channel.id, target)
            resolved = {
                "messages": {str(target): dict(serializers.message_payload(backend, stored))}
            }
        data = {
            "id": root["id"],
            "name": name,
            "type": kind.value,
            "target_id": str(target),
            "resolved": resolved,
        }
        return self.wire.send(member, 2, data, channel=channel)

    def custom_id(self, kind: type[Press]) -> str:
        """A made-up custom id of a kind of press, or with ``fuzz`` of none."""
        if self.fuzz is not None and self.rng.random() < 0.5:
            return self.fuzz.custom_id(EXTRAS, (*range(1, 6), self.people[0]))
        rng = self.rng
        hints = get_type_hints(kind, include_extras=True)
        most = 20 if not issubclass(kind, (ChallengePress, TournamentPress)) else 40
        values: dict[str, object] = {}
        for field in fields(kind):
            hint = hints[field.name]
            marks = getattr(hint, "__metadata__", ())
            if "subject" in marks:
                member = issubclass(kind, MemberPress)
                values[field.name] = rng.choice(self.people) if member else rng.randint(1, most)
            elif get_origin(hint) is Literal:
                values[field.name] = rng.choice(get_args(hint))
            elif hint is bool:
                values[field.name] = rng.random() < 0.5
            elif hint is str:
                slugs = [game.slug for game in games.catalog()]
                values[field.name] = rng.choice(slugs if field.name == "game" else EXTRAS)
            elif "version" in marks:
                values[field.name] = rng.randint(0, 8)
            else:
                long = (
                    rng.choice(self.people)
                    if not any(number in self.people for number in values.values())
                    else 3
                )
                values[field.name] = rng.choice((0, 1, 2, 5, long))  # one id of Discord's fits
        return str(kind(**values))

    def _message(self, channel: Any) -> discord.Message:
        found: discord.Message = self.rng.choice(channel.history())
        return found
