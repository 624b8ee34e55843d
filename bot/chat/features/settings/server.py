"""A server's settings, on a card on which each choice works at once."""

from collections.abc import Mapping

import discord

from bot.chat.board.links import ShowLog, ShowSeason
from bot.chat.discord.commands import labelled, slash
from bot.chat.discord.components import BLURPLE, ButtonRow, button, post, row, select, text
from bot.chat.discord.delivery.threads import troubles
from bot.chat.discord.permissions import require_manager
from bot.chat.discord.press import Press
from bot.chat.discord.reply import Reply, no_such_button
from bot.chat.features.settings import feature, texts
from bot.chat.features.settings.controls import Change, ChangeSetting, change_of, choices, toggle
from bot.chat.language import phrases, texts as shared
from bot.chat.language.i18n import Language, Markup
from bot.domain import clocks
from bot.domain.servers.settings import ROLES, ServerSettings
from bot.domain.stored_settings import SettingValue
from games.core.numbers import whole_number

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
LONGEST_ID = 19  # digits of an id of Discord's
MOST_PICKED = 25
ROLE_SELECT = 6
CHANNEL_SELECT = 8
"""Discord's numbers of menus of roles and of channels."""


@feature.command
@slash(
    "server",
    texts.ABOUT_SERVER,
    options={"show": texts.ABOUT_SERVER_SHOW},
    choices={"show": labelled(texts.SERVER_PAGES)},
    managers_only=True,
)
async def server(reply: Reply, show: str = "settings") -> None:
    """Show the server's settings, its season or its log."""
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
    setting = change_of(press, reply.values)
    if setting.name not in LABELS:
        raise no_such_button()
    value = _stored(reply, setting)
    await reply.services.servers.change(reply.place, **{setting.name: value})
    await _show(reply)


def _stored(reply: Reply, setting: Change) -> SettingValue:
    """The new value of a setting as it is stored; what is no number counts as 0."""
    if setting.name in LISTS:
        ids = [whole_number(value, LONGEST_ID) for value in reply.values]
        return [id for id in ids if id is not None]
    if setting.name in NUMBERS or setting.name in SINGLE:
        return whole_number(str(setting.value), LONGEST_ID) or 0
    return setting.value


async def _show(reply: Reply) -> None:
    """Show the card of the server's settings. Raises Refused."""
    require_manager(reply)
    t = reply.t
    servers = reply.services.servers
    settings = await servers.settings(reply.scope)
    deleted_settings = await servers.gone(reply.scope)
    problems = troubles(reply.services, reply.scope, settings, reply.place.channel)
    warnings = [t(shared.WRONG, why=t.as_sentence(trouble)) for trouble in problems]
    forget = None
    if deleted_settings:
        forget = row(button(t.label(texts.FORGET_GONE), ForgetGone()))
    card = post(
        text(t(texts.SERVER), *_lines(t, settings), *_gone_lines(t, deleted_settings)),
        forget,
        text(*warnings),
        _role_or_channel_menu(t, settings, "channels", MOST_PICKED),
        _role_or_channel_menu(t, settings, "challengers", MOST_PICKED),
        _role_or_channel_menu(t, settings, "digest"),
        _role_or_channel_menu(t, settings, "puzzles"),
        _role_or_channel_menu(t, settings, "forum", kind=discord.ChannelType.forum),
        _clock_menu(t, settings),
        *(_number_menu(t, settings, name) for name in NUMBERS),
        _language_menu(t, settings),
        row(*(toggle(t, settings, ChangeServer, name) for name in ("threads", "across"))),
        colour=BLURPLE,
    )
    await reply.private(card)


def _menu(
    t: Language, settings: ServerSettings, name: str, labels: Mapping[str, str]
) -> ButtonRow | None:
    value = str(getattr(settings, name))
    return choices(t, LABELS[name], ChangeServer(name), labels, value)


def _number_menu(t: Language, settings: ServerSettings, name: str) -> ButtonRow | None:
    """A menu of numbers; the present one is offered in any case."""
    numbers = list(NUMBERS[name])
    present_value = getattr(settings, name)
    if present_value not in numbers:
        numbers.insert(0, present_value)
    return _menu(t, settings, name, {str(value): str(value) for value in numbers})


def _clock_menu(t: Language, settings: ServerSettings) -> ButtonRow | None:
    choices = list(CLOCKS)
    if settings.clock not in choices:
        choices.insert(0, settings.clock)
    labels = {clock: phrases.clock(t, clocks.parse(clock)) for clock in choices}
    return _menu(t, settings, "clock", labels)


def _language_menu(t: Language, settings: ServerSettings) -> ButtonRow | None:
    languages = {**shared.LANGUAGES, "": texts.LANGUAGE_OF_SERVER}
    labels = {code: t.label(name) for code, name in languages.items()}
    return _menu(t, settings, "language", labels)


def _role_or_channel_menu(
    t: Language,
    settings: ServerSettings,
    name: str,
    most: int = 1,
    kind: discord.ChannelType = discord.ChannelType.text,
) -> ButtonRow:
    """A menu of channels of a kind, or of roles, of which ``most`` can be chosen."""
    is_of_roles = name in ROLES
    id_type = "role" if is_of_roles else "channel"
    default_values = [{"id": str(id), "type": id_type} for id in settings.named(name)[:most]]
    label = t.label(LABELS[name], 150)
    press = ChangeServer(name)
    if is_of_roles:
        return select(ROLE_SELECT, label, press, most=most, default_values=default_values)
    return select(
        CHANNEL_SELECT,
        label,
        press,
        most=most,
        default_values=default_values,
        channel_types=[kind.value],
    )


def _lines(t: Language, settings: ServerSettings) -> list[str]:
    """The channels and roles that are set, one setting a line."""
    lines = list[str]()
    for name in (*LISTS, *SINGLE):
        state = Markup(_mentions(t, settings, name))
        line = t(shared.STATE_OF, name=t(LABELS[name]), state=state)
        lines.append(f"- {line}")
    return lines


def _mentions(t: Language, settings: ServerSettings, name: str) -> str:
    """The channels or roles that a setting names; without any, what that means."""
    value = getattr(settings, name)
    mark = "@&" if name in ROLES else "#"
    if name in LISTS:
        return t.listed([f"<{mark}{id}>" for id in value]) or t(texts.ALL)
    return f"<{mark}{value}>" if value else t(texts.OFF)


def _gone_lines(t: Language, deleted_settings: Mapping[str, int]) -> list[str]:
    """What the settings name that no longer exists, one setting a line.

    :param deleted_settings: how many channels or roles that are, by setting
    """
    return [
        t.count(*texts.GONE, count, name=t(LABELS[name]))
        for name, count in deleted_settings.items()
    ]
