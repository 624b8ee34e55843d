"""Random interactions: each is answered, nothing fails, and rows of other members do not change."""

import logging
import re
from collections.abc import Callable
from typing import Any

import discord
import pytest
from simcord import InteractionResult

from tests.bot.chat.conftest import Member
from tests.bot.chat.world import Wire, World, others, said

from .anything import BOOLEAN, FILE, INTEGER, STRING, USER, Leaf, leaves
from .fuzzing import SEED, SHARES, Fuzz

pytestmark = pytest.mark.slow
TOGETHER = 24
"""Interactions sent at once."""


EXTRAS = """
0 0a 0h 0t 1t - flfl a0 bf3 ef9 0.y draw.y takeback.n result.y pause.y win draw abort loop veloop-square veloop-hex.2.
loop.1 s p b y 1.1-0 1.0-1 theme flip.1 confirm.1 language notices digest threads.1 channels clock matches -.-.-
0.-.won -.1.- g.loop s.loop
"""
"""The last parts of custom ids."""


class Attack:
    """Sends interactions of carol and eve in batches, and checks the state after each batch."""

    def __init__(self, world: World, what: str, caplog: pytest.LogCaptureFixture) -> None:
        self.world, self.club, self.caplog = world, world.club, caplog
        self.fuzz = Fuzz(what)
        self.wire = Wire(world.club)
        self.most = SHARES[what]
        self.fed = 0

    def attacker(self) -> tuple[Member, dict[str, Any]]:
        """The sender of the next interaction, and its channel."""
        if self.fuzz.rng.random() < 0.3:
            return self.world.eve, {"channel": self.world.channel}
        return self.club.carol, {}

    async def run(self, one: Callable[[], tuple[str, InteractionResult]], *, silent: bool = False) -> None:
        """Send ``SHARES`` interactions. ``silent``: they are answered with choices, of which there may be none."""
        club = self.club
        attackers = club.carol.id, self.world.eve.id, self.world.elsewhere.id
        before = self.world.stored()
        sent: list[tuple[str, InteractionResult]] = []
        while self.fed < self.most:
            sent = [one() for _ in range(min(TOGETHER, self.most - self.fed))]
            self.fed += len(sent)
            await club.env.settle()
            batch = "\n".join(what for what, _ in sent)[:4000]
            trouble = [f"{entry.name}: {entry.getMessage()} {entry.exc_text}" for entry in self._errors()]
            assert not trouble, f"seed {SEED}\n{batch}\n{trouble}"
            for what, result in sent:
                assert result.acknowledged, f"seed {SEED}: no answer to {what}"
                assert not result._interaction.loading, f"seed {SEED}: no end of {what}"
                if not silent:
                    self._answered(what, result)
            changed = others(before, self.world.stored(), *attackers)
            assert not changed, f"seed {SEED}\n{batch}\n{changed}"
        assert self.fed == self.most
        for there in club.env.backend.messages.values():
            for message in there.values():
                assert not message.mention_everyone
                assert message.ping_role_ids == []
                assert len(message.ping_user_ids) <= 1

    def _errors(self) -> list[logging.LogRecord]:
        return [entry for entry in self.caplog.get_records("call") if entry.levelno >= logging.ERROR]

    def _answered(self, what: str, result: InteractionResult) -> None:
        if result._interaction.response_kind == "deferred_update":
            return  # what came of it is a post
        told = said(result)
        assert told, f"seed {SEED}: nothing was said to {what}"
        assert "That did not work" not in told, f"seed {SEED}: {what}"
        for secret in self.world.secrets:
            assert secret not in told, f"seed {SEED}: {what} was told {secret}: {told}"
        if (refusal := re.search(r"'content': '⚠️ ([^\n]*?)', ", told)) is not None:
            assert refusal[1][-1] in ".!?…。`" or refusal[1].endswith(("」", ")")), f"seed {SEED}: {what}: {told}"

    # -------------------------------------------------------------------------------------------- what is sent

    def option(self, option: dict[str, Any]) -> dict[str, Any]:
        """An option with a value that Discord would let through."""
        rng = self.fuzz.rng
        kind = option["type"]
        value: Any
        if kind == STRING:
            choices = [choice["value"] for choice in option.get("choices") or ()]
            seeds = ("M1", "M2", "M3", "M4", "M5", "T1", "T2", "T3", "loop", "1d", "c4", "base8", "hex3, single")
            value = rng.choice(choices) if choices and rng.random() < 0.8 else self.fuzz.text(seeds)
        elif kind == INTEGER:
            value = rng.randint(option.get("min_value", 0), option.get("max_value", 100))
        elif kind == BOOLEAN:
            value = rng.random() < 0.5
        elif kind == FILE:
            value = str(rng.randint(1, 9))
        else:
            assert kind == USER, f"options of kind {kind} are not sent yet: {option}"
            value = str(rng.choice((self.club.alice, self.club.bob, self.club.carol, self.club.dave)).id)
        return {"name": option["name"], "type": kind, "value": value}

    def filled(self, leaf: Leaf) -> list[dict[str, Any]]:
        """The required options of a command and half of the others, filled in."""
        rng = self.fuzz.rng
        return [self.option(option) for option in leaf.options if option.get("required") or rng.random() < 0.5]

    def resolved(self, options: list[dict[str, Any]]) -> dict[str, Any]:
        """The ``resolved`` data that Discord adds about members and files."""
        users = {option["value"]: self.wire.user(int(option["value"])) for option in options if option["type"] == USER}
        files = {option["value"]: self.file(option["value"]) for option in options if option["type"] == FILE}
        return {kind: found for kind, found in (("users", users), ("attachments", files)) if found}

    def file(self, number: str) -> dict[str, Any]:
        """A file that cannot be downloaded, of any size."""
        url = f"https://cdn.simcord.invalid/attachments/1/{number}/match.txt"
        size = self.fuzz.rng.choice((0, 1_000, 10**9))
        return {"id": number, "filename": "match.txt", "size": size, "url": url, "proxy_url": url}


async def test_every_command(world: World, caplog: pytest.LogCaptureFixture) -> None:
    attack = Attack(world, "commands", caplog)
    commands = list(leaves(world.club))
    assert len(commands) > 25
    order = iter(attack.fuzz.rng.sample(commands * attack.most, attack.most))

    def one() -> tuple[str, InteractionResult]:
        leaf = next(order)
        options = attack.filled(leaf)
        member, where = attack.attacker()
        result = attack.wire.command(member, leaf.path, options, resolved=attack.resolved(options), **where)
        return f"/{' '.join(leaf.path)} {options} by {member.name}", result

    await attack.run(one)


async def test_every_completion(world: World, caplog: pytest.LogCaptureFixture) -> None:
    attack = Attack(world, "completions", caplog)
    there = [(leaf, option) for leaf in leaves(world.club) for option in leaf.options if option.get("autocomplete")]
    assert len(there) > 15

    def one() -> tuple[str, InteractionResult]:
        leaf, typed = attack.fuzz.rng.choice(there)
        options = [one for one in attack.filled(leaf) if one["name"] != typed["name"] and one["type"] != USER]
        options.append({**attack.option(typed), "focused": True})
        member, where = attack.attacker()
        return f"/{' '.join(leaf.path)} {options}", attack.wire.command(member, leaf.path, options, **where)

    await attack.run(one, silent=True)


async def test_every_button_and_menu(world: World, caplog: pytest.LogCaptureFixture) -> None:
    attack = Attack(world, "presses", caplog)
    rng, posts = attack.fuzz.rng, world.club.posts()
    extras = EXTRAS.split()
    subjects = (*world.matches, world.challenge, world.signup, world.ladder, world.league, world.club.alice.id, 0)
    values = ("m:c4", "s:e4", "a:e", "-", "0", "1", "loop", "slate", "de", "dm", str(world.club.alice.id), "3d", "20")

    def one() -> tuple[str, InteractionResult]:
        custom_id = attack.fuzz.custom_id(extras, subjects)
        chosen = None
        if rng.random() < 0.4:
            chosen = [attack.fuzz.text(values, 100) for _ in range(rng.choice((0, 1, 1, 1, 1, 2)))]
        member, where = attack.attacker()
        result = attack.wire.press(member, custom_id, rng.choice(posts), chosen, **where)
        return f"{custom_id!r} {chosen} by {member.name}", result

    await attack.run(one)


async def test_every_form(world: World, caplog: pytest.LogCaptureFixture) -> None:
    attack = Attack(world, "forms", caplog)
    rng, posts = attack.fuzz.rng, world.club.posts()
    subjects = (*world.matches, world.challenge, 0)

    def one() -> tuple[str, InteractionResult]:
        form = rng.choice(("planned", "countered", "pztyped", "pztyped"))
        extra = rng.choice(("loop.1.", "veloop-square.2.", "snipsnip.3", "x.1")) if form == "pztyped" else ""
        custom_id = f"lh:{form}:{rng.choice(subjects)}:{attack.fuzz.number() % 10**9}:{extra}"
        if rng.random() < 0.2:
            custom_id = attack.fuzz.custom_id((extra,), subjects)
        names = rng.sample(("line", "variant", "clock", "note", "moves", "else"), 4)
        typed = {name: attack.fuzz.text(longest=2000) for name in names}
        member, where = attack.attacker()
        result = attack.wire.form(member, custom_id, rng.choice(posts), typed, **where)
        return f"{custom_id!r} {typed} by {member.name}", result

    await attack.run(one)


async def test_the_menu_of_a_member(world: World) -> None:
    backend, wire, club = world.club.env.backend, Wire(world.club), world.club
    menus = club.bot.client.tree.get_commands(type=discord.AppCommandType.user)
    name = next(one.name for one in menus if one.name != "Block")
    before = world.stored()
    for target in (club.alice, club.bob, club.carol):
        root = backend.find_command(name, None, type=2)
        assert root is not None
        data = {"id": root["id"], "name": name, "type": 2, "target_id": str(target.id)}
        result = wire.send(club.carol, 2, {**data, "resolved": {"users": {str(target.id): wire.user(target.id)}}})
        await club.env.settle()
        assert f"<@{target.id}>" in said(result)
    assert not others(before, world.stored(), club.carol.id)
