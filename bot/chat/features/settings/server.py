"""A server's settings, on a card on which each choice works at once."""

from collections.abc import Mapping

import discord

from bot.chat.board.links import ShowLog, ShowSeason
from bot.chat.discord.commands import labelled, slash
from bot.chat.discord.components import BLURPLE, Row, button, post, row, select, text
from bot.chat.discord.delivery.threads import troubles
from bot.chat.discord.permissions import require_manager
from bot.chat.discord.press import Press
from bot.chat.discord.reply import Reply, no_such_button
from bot.chat.features.settings import feature, texts
from bot.chat.features.settings.controls import ChangeSetting, choices, chosen, toggle
from bot.chat.language import phrases, texts as shared
from bot.chat.language.i18n import Language, Markup
from bot.domain import clocks
from bot.domain.servers.settings import ROLES, ServerSettings
from bot.domain.stored_settings import SettingValue

LABELS = ServerSettings.labels
CLOCKS = ("none", "1d", "2d", "3d", "7d", "14d", "7d+12h")
NUMBERS = {
    "matches": (1, 2, 3, 5, 10, 20, 50, 100),
    "days": (1, 3, 7, 14, 30, 60),
    "rated": (0, 1, 3, 5, 10, 20, 50, 100),
}
"""The numbers that are offered, by setting."""
LISTS = ("channels", "challengers")  # settings that are several ids, of channels or of roles
SINGLE = ("digest", "puzzles", "forum")  # settings that are the id of a channel, or 0
MOST_PICKED = 25


@feature.command
@slash(
    "server",
    texts.ABOUT_SERVER,
    options={"show": texts.ABOUT_SERVER_SHOW},
    choices={"show": labelled(texts.SERVER_PAGES)},
    managers_only=True,
)
async def server(reply: Reply, show: str = "settings") -> None:
    if show == "season":
        await reply.perform(ShowSeason(0, "n"))
    elif show == "log":
        await reply.perform(ShowLog())
    else:
        await _show(reply)


class ChangeServer(ChangeSetting, action="server"):
    """Change one of a server's settings."""


class ForgetGone(Press, action="forgetgone"):
    """Let no setting of the server name channels or roles that no longer exist."""


@feature.on(ForgetGone)
async def forget_gone(reply: Reply, press: ForgetGone) -> None:
    """Forget what no longer exists. Raises Refused."""
    require_manager(reply)
    await reply.services.servers.forget_gone(reply.place)
    await _show(reply)


@feature.on(ChangeServer)
async def change(reply: Reply, press: ChangeServer) -> None:
    """Change one of a server's settings. Raises Refused."""
    require_manager(reply)
    name, value = chosen(press, reply.values)
    if name not in LABELS:
        raise no_such_button()
    to: SettingValue = value
    if name in LISTS:
        to = [int(picked) for picked in reply.values if picked.isdecimal()]
    elif name in NUMBERS or name in SINGLE:
        to = int(value) if isinstance(value, str) and value.isdecimal() else 0
    await reply.services.servers.change(reply.place, **{name: to})
    await _show(reply)


async def _show(reply: Reply) -> None:
    require_manager(reply)
    servers = reply.services.servers
    settings = await servers.settings(reply.scope)
    gone = await servers.gone(reply.scope)
    t = reply.t

    def setting(name: str, labels: Mapping[str, str]) -> Row | None:
        return choices(t, LABELS[name], ChangeServer(name), labels, str(getattr(settings, name)))

    def number(name: str) -> Row | None:
        current = getattr(settings, name)
        offered = NUMBERS[name] if current in NUMBERS[name] else (current, *NUMBERS[name])
        return setting(name, {str(n): str(n) for n in offered})

    def pick(name: str, most: int = 1, kind: discord.ChannelType = discord.ChannelType.text) -> Row:
        """A menu of channels of a kind, or of roles."""
        roles = name in ROLES
        current = [
            {"id": str(n), "type": "role" if roles else "channel"}
            for n in settings.named(name)[:most]
        ]
        kinds: dict[str, object] = {} if roles else {"channel_types": [kind.value]}
        label = t.label(LABELS[name], 150)
        return select(
            6 if roles else 8, label, ChangeServer(name), most=most, default_values=current, **kinds
        )

    found = troubles(reply.services, reply.scope, settings, reply.place.channel)
    warnings = [t(shared.WRONG, why=t.as_sentence(trouble)) for trouble in found]
    languages = {**texts.LANGUAGES, "": texts.LANGUAGE_OF_SERVER}
    usual = CLOCKS if settings.clock in CLOCKS else (settings.clock, *CLOCKS)
    await reply.private(
        post(
            text(t(texts.SERVER), *_lines(t, settings), *_gone_lines(t, gone)),
            row(button(t.label(texts.FORGET_GONE), ForgetGone())) if gone else None,
            text(*warnings),
            pick("channels", MOST_PICKED),
            pick("challengers", MOST_PICKED),
            pick("digest"),
            pick("puzzles"),
            pick("forum", kind=discord.ChannelType.forum),
            setting("clock", {clock: phrases.clock(t, clocks.parse(clock)) for clock in usual}),
            *map(number, NUMBERS),
            setting("language", {code: t.label(name) for code, name in languages.items()}),
            row(*(toggle(t, settings, ChangeServer, name) for name in ("threads", "across"))),
            colour=BLURPLE,
        )
    )


def _lines(t: Language, settings: ServerSettings) -> list[str]:
    """The channels and roles that are set, one setting a line."""

    def listed(name: str) -> str:
        ids = getattr(settings, name)
        mark = "@&" if name in ROLES else "#"
        if name in LISTS:
            return t.listed([f"<{mark}{n}>" for n in ids]) or t(texts.ALL)
        return f"<{mark}{ids}>" if ids else t(texts.OFF)

    return [
        f"- {t(shared.STATE_OF, name=t(LABELS[name]), state=Markup(listed(name)))}"
        for name in (*LISTS, *SINGLE)
    ]


def _gone_lines(t: Language, gone: Mapping[str, int]) -> list[str]:
    """What the settings name that no longer exists, one setting a line; ``gone``: how many, by
    setting.
    """
    return [t.count(*texts.GONE, count, name=t(LABELS[name])) for name, count in gone.items()]
