"""A server's settings, on a card on which each choice works at once; and what becomes of servers that were left."""

from __future__ import annotations

from collections.abc import Sequence

import discord

from bot.chat.board.links import ShowLog, ShowSeason
from bot.chat.discord.commands import labelled, slash
from bot.chat.discord.components import BLURPLE, Row, post, row, select, text
from bot.chat.discord.permissions import require_manager
from bot.chat.discord.reply import Reply, no_such_button
from bot.chat.features.settings import feature, texts
from bot.chat.features.settings.controls import choices, chosen, toggle
from bot.chat.features.settings.presses import ChangeServer
from bot.chat.language import phrases
from bot.chat.language.i18n import Language
from bot.domain import clocks
from bot.domain.servers.settings import ServerSettings
from bot.domain.stored_settings import SettingValue

LABELS = ServerSettings.labels
CLOCKS = ("none", "1d", "2d", "3d", "7d", "14d", "7d+12h")
NUMBERS = {
    "matches": (1, 2, 3, 5, 10, 20, 50, 100),
    "days": (1, 3, 7, 14, 30, 60),
    "rated": (0, 1, 3, 5, 10, 20, 50, 100),
}
"""The numbers that are offered for settings that are one."""
CHANNELS = ("digest", "puzzles", "forum")
"""Settings that are a channel, or 0."""
LISTS = ("channels", "challengers")
"""Settings that are some channels, or some roles."""
MOST_PICKED = 25


@feature.command
@slash(
    "server",
    texts.ABOUT_SERVER,
    options={"show": texts.ABOUT_SERVER_SHOW},
    choices={"show": labelled(texts.SERVER_PAGES)},
    servers_only=True,
    managers_only=True,
)
async def server(reply: Reply, show: str = "settings") -> None:
    if show == "season":
        await reply.perform(ShowSeason(0, "n"))
    elif show == "log":
        await reply.perform(ShowLog())
    else:
        await _show(reply)


@feature.on(ChangeServer)
async def change(reply: Reply, press: ChangeServer) -> None:
    """Change one of a server's settings. Raises Refused."""
    require_manager(reply)
    name, value = press.name, chosen(press, reply.values)
    if name not in LABELS:
        raise no_such_button()
    to: SettingValue = value
    if name in LISTS:
        to = [int(picked) for picked in reply.values if picked.isdecimal()]
    elif name in NUMBERS or name in CHANNELS:
        to = int(value) if isinstance(value, str) and value.isdecimal() else 0
    await reply.services.servers.change(reply.place, **{name: to})
    await _show(reply)


async def _show(reply: Reply) -> None:
    require_manager(reply)
    settings = await reply.services.servers.settings(reply.scope)
    t = reply.t
    languages = {**texts.LANGUAGES, "": texts.LANGUAGE_OF_SERVER}
    usual = CLOCKS if settings.clock in CLOCKS else (settings.clock, *CLOCKS)
    await reply.private(
        post(
            text(t(texts.SERVER), *_lines(t, settings)),
            _pick(t, "channels", _there(reply, settings.channels)),
            _pick(t, "challengers", _there(reply, settings.challengers), roles=True),
            _pick(t, "digest", _there(reply, (settings.digest,)), 1),
            _pick(t, "puzzles", _there(reply, (settings.puzzles,)), 1),
            _pick(t, "forum", _there(reply, (settings.forum,)), 1, kinds=discord.ChannelType.forum),
            _menu(t, "clock", {clock: phrases.clock(t, clocks.parse(clock)) for clock in usual}, settings.clock),
            _number(t, "matches", settings.matches),
            _number(t, "days", settings.days),
            _number(t, "rated", settings.rated),
            _menu(t, "language", {code: t.label(name) for code, name in languages.items()}, settings.language),
            row(toggle(t, settings, ChangeServer, "threads")),
            colour=BLURPLE,
        )
    )


def _lines(t: Language, settings: ServerSettings) -> list[str]:
    def channel(number: int) -> str:
        return f"<#{number}>" if number else t(texts.OFF)

    shown = {
        "channels": ", ".join(map(channel, settings.channels)) or t(texts.ALL),
        "challengers": ", ".join(f"<@&{role}>" for role in settings.challengers) or t(texts.ALL),
        "digest": channel(settings.digest),
        "puzzles": channel(settings.puzzles),
        "forum": channel(settings.forum),
    }
    return [f"- {t(LABELS[name])}: {value}" for name, value in shown.items()]


def _there(reply: Reply, ids: Sequence[int]) -> list[int]:
    """Those of some channels or roles that the server still has."""
    guild = reply.services.gateway.guild(reply.scope)
    return [number for number in ids if guild is not None and (guild.get_channel(number) or guild.get_role(number))]


def _pick(
    t: Language,
    name: str,
    chosen: Sequence[int],
    most: int = MOST_PICKED,
    *,
    roles: bool = False,
    kinds: discord.ChannelType = discord.ChannelType.text,
) -> Row:
    """A menu of channels of a kind, or of roles; ``chosen`` are the ids that are set now."""
    kind: dict[str, object] = {} if roles else {"channel_types": [kinds.value]}
    now = [{"id": str(number), "type": "role" if roles else "channel"} for number in chosen[:most]]
    return select(
        6 if roles else 8, t.label(LABELS[name], 150), ChangeServer(name), most=most, default_values=now, **kind
    )


def _number(t: Language, name: str, now: int) -> Row:
    offered = NUMBERS[name] if now in NUMBERS[name] else (now, *NUMBERS[name])
    return _menu(t, name, {str(number): str(number) for number in offered}, str(now))


def _menu(t: Language, name: str, labels: dict[str, str], now: str) -> Row:
    return choices(t, LABELS[name], ChangeServer(name), labels, now)
