"""What members and servers may set, and what becomes of a person's data: cards on which each choice works at once."""

from __future__ import annotations

import io
import json
from collections.abc import Sequence
from typing import Any

import discord
from discord import ui

import render
from bot.chat.kit.components import AMBER, BLURPLE, Post, Pressed, button, menu, post, row, text
from bot.chat.kit.language import phrases as words
from bot.chat.kit.language import texts
from bot.chat.kit.language.i18n import Command, Markup, Tongue, moment
from bot.chat.kit.match import cards
from bot.chat.kit.press import Press
from bot.chat.kit.reply import Answer, no_such_button
from bot.domain.errors import Refused
from bot.domain.matches import MemberSettings, ServerSettings, clocks
from bot.domain.matches.clocks import DAY
from bot.domain.members.preferences import CHOICES, LABELS

VACATIONS = (1, 2, 3, 5, 7, 10, 14, 21, 30)
CLOCKS = ("none", "1d", "2d", "3d", "7d", "14d", "7d+12h")
MATCHES = (1, 2, 3, 5, 10, 20, 50, 100)
DAYS = (1, 3, 7, 14, 30, 60)
MOST_PICKED = 25
RATED = (0, 1, 3, 5, 10, 20, 50, 100)


def _options(labels: dict[str, str], now: str) -> list[discord.SelectOption]:
    return [
        discord.SelectOption(label=label, value=value or "-", default=value == now) for value, label in labels.items()
    ]


def _toggle(t: Tongue, action: str, name: str, on: bool) -> Pressed:
    state = texts.ON if on else texts.OFF
    return button(
        t.label(texts.TOGGLE, name=t.label(LABELS[name]), state=t.label(state)),
        Press(action, 0, 0, f"{name}.{int(not on)}"),
        "success" if on else "secondary",
    )


# ------------------------------------------------------------------------------------------------------ a member


async def show_member(answer: Answer) -> None:
    """Show a member's settings."""
    settings = await answer.bot.matches.people.member(answer.user)
    until, left = await answer.bot.matches.people.vacation(answer.user)
    t = answer.t
    away = t(texts.ON_VACATION, when=moment(until)) if until else None
    days = [
        discord.SelectOption(label=t.label(texts.VACATION_SPAN, span=words.span(t, n * DAY)), value=str(n))
        for n in VACATIONS
        if n <= left
    ]
    if until:
        days.insert(0, discord.SelectOption(label=t.label(texts.VACATION_END), value="0"))
    await answer.private(
        post(
            text(t(texts.SETTINGS), away, t(texts.VACATION_LEFT, span=words.span(t, left * 24 // 1 * 3600))),
            _menu(t, settings, "theme", {name: t.label(name) for name in render.THEMES}),
            _menu(t, settings, "coordinates", {name: t.label(texts.COORDINATES[name]) for name in render.COORDINATES}),
            _menu(t, settings, "notices", {name: t.label(texts.NOTICES[name]) for name in CHOICES["notices"]}),
            _menu(t, settings, "language", {name: t.label(texts.LANGUAGES[name]) for name in CHOICES["language"]}),
            menu(t.label(texts.VACATION), Press("vacation"), days) if days else None,
            row(
                _toggle(t, "set", "flip", settings.flip),
                _toggle(t, "set", "confirm", settings.confirm),
                _toggle(t, "set", "global_rating", settings.global_rating),
            ),
            colour=BLURPLE,
        )
    )


def _menu(t: Tongue, settings: MemberSettings, name: str, labels: dict[str, str]) -> ui.ActionRow[Any]:
    now = getattr(settings, name)
    if name == "theme":
        now = now or next(iter(render.THEMES))
    label = t.label(LABELS[name])
    options = _options({value: f"{label}: {shown}" for value, shown in labels.items()}, now)
    return menu(label, Press("set", 0, 0, name), options)


async def set_member(answer: Answer, press: Press, values: Sequence[str]) -> None:
    """Change one of a member's settings."""
    name, value = _chosen(press, values)
    await answer.bot.matches.people.set_member(answer.user, **{name: value})
    await answer.refresh()
    await show_member(answer)


def _chosen(press: Press, values: Sequence[str]) -> tuple[str, Any]:
    name, _, toggled = press.extra.partition(".")
    if toggled:
        return name, toggled == "1"
    value = values[0] if values else ""
    return name, "" if value == "-" else value


async def vacation(answer: Answer, press: Press, values: Sequence[str]) -> None:
    """Begin or end a vacation."""
    chosen = values[0] if values else ""
    if not (chosen.isascii() and chosen.isdecimal() and len(chosen) < 4):
        raise no_such_button()
    await answer.bot.matches.people.take_vacation(answer.user, int(chosen))
    await show_member(answer)


# ------------------------------------------------------------------------------------------------------ a server


def manages(answer: Answer, scope: int | None = None) -> bool:
    """Whether the member may manage the server in which they ask, and what is asked about is of that server."""
    here = answer.place.guild and scope in (None, answer.scope)
    return here and answer.interaction.permissions.manage_guild


def manager(answer: Answer) -> None:
    """Raises Refused for all others."""
    if not manages(answer):
        raise Refused("only members who may manage the server can do that")


async def allowed(answer: Answer) -> None:
    """Raise Refused where the server does not allow a challenge: in this channel, or by this member."""
    if not answer.place.guild:
        return
    settings = await answer.bot.matches.people.server(answer.scope)
    channel, member = answer.interaction.channel, answer.interaction.user
    here = {answer.place.channel, getattr(channel, "parent_id", None)}
    if settings.channels and not here & set(settings.channels):
        names = Markup(", ".join(f"<#{one}>" for one in settings.channels))
        raise Refused(texts.ONLY_CHANNELS, channels=names)
    roles = {role.id for role in getattr(member, "roles", ())}
    if settings.challengers and not roles & set(settings.challengers):
        raise Refused(texts.ONLY_ROLES, roles=Markup(", ".join(f"<@&{one}>" for one in settings.challengers)))


NEEDED = tuple(texts.PERMISSIONS)


async def hint(answer: Answer) -> None:
    """Tell a member who starts something what will not work here, if anything."""
    interaction, t = answer.interaction, answer.t
    if not answer.place.guild:
        return
    missing = [
        t(name)
        for permission, name in texts.PERMISSIONS.items()
        if not getattr(interaction.app_permissions, permission)
    ]
    if answer.bot.get_guild(answer.scope) is None:
        line = t(texts.HINT_NOT_A_MEMBER, move=Command("move"))
    elif missing:
        line = t(texts.HINT_PERMISSIONS, missing=", ".join(missing))
    else:
        return
    await answer.private(cards.word(line, colour=AMBER), anew=True)


async def show_server(answer: Answer) -> None:
    """Show a server's settings. Raises Refused."""
    manager(answer)
    settings = await answer.bot.matches.people.server(answer.scope)
    t = answer.t
    await answer.private(
        post(
            text(t(texts.SERVER), *_server_lines(t, settings)),
            _pick(t, "channels", _there(answer, settings.channels)),
            _pick(t, "challengers", _there(answer, settings.challengers), roles=True),
            _pick(t, "digest", _there(answer, (settings.digest,)), 1),
            _pick(t, "puzzles", _there(answer, (settings.puzzles,)), 1),
            _clocks(t, settings.clock),
            _numbers(t, settings, "matches", MATCHES),
            _numbers(t, settings, "days", DAYS),
            _numbers(t, settings, "rated", RATED),
            _language(t, settings.language),
            row(_toggle(t, "server", "threads", settings.threads)),
            colour=BLURPLE,
        )
    )


def _server_lines(t: Tongue, settings: ServerSettings) -> list[str]:
    channels = ", ".join(f"<#{channel}>" for channel in settings.channels) or t(texts.ALL)
    roles = ", ".join(f"<@&{role}>" for role in settings.challengers) or t(texts.ALL)
    digest = f"<#{settings.digest}>" if settings.digest else t(texts.OFF)
    daily = f"<#{settings.puzzles}>" if settings.puzzles else t(texts.OFF)
    shown = {"channels": channels, "challengers": roles, "digest": digest, "puzzles": daily}
    return [f"- {t(LABELS[name])}: {value}" for name, value in shown.items()]


def _there(answer: Answer, ids: Sequence[int]) -> list[int]:
    """Those of some channels or roles that the server still has."""
    guild = answer.bot.get_guild(answer.scope)
    return [one for one in ids if guild is not None and (guild.get_channel(one) or guild.get_role(one))]


def _pick(
    t: Tongue, name: str, chosen: Sequence[int], most: int = MOST_PICKED, *, roles: bool = False
) -> ui.ActionRow[Any]:
    """A menu of text channels, or of roles; ``chosen`` are the ids that are set now."""
    kind = discord.SelectDefaultValueType.role if roles else discord.SelectDefaultValueType.channel
    given: dict[str, Any] = {
        "placeholder": t.label(LABELS[name], 150),
        "custom_id": str(Press("server", 0, 0, name)),
        "min_values": 0,
        "max_values": most,
        "default_values": [discord.SelectDefaultValue(id=one, type=kind) for one in chosen[:most]],
    }
    select = (
        ui.RoleSelect[Any](**given) if roles else ui.ChannelSelect(channel_types=[discord.ChannelType.text], **given)
    )
    return ui.ActionRow(Pressed(select))


def _language(t: Tongue, now: str) -> ui.ActionRow[Any]:
    label = t.label(LABELS["language"])
    known = {**texts.LANGUAGES, "": texts.LANGUAGE_OF_SERVER}
    shown = {name: f"{label}: {t.label(known[name])}" for name in CHOICES["language"]}
    return menu(label, Press("server", 0, 0, "language"), _options(shown, now))


def _clocks(t: Tongue, now: str) -> ui.ActionRow[Any]:
    label = t.label(LABELS["clock"])
    known = [*CLOCKS] if now in CLOCKS else [now, *CLOCKS]
    shown = {value: f"{label}: {words.clock_text(t, clocks.parse(value))}" for value in known}
    return menu(label, Press("server", 0, 0, "clock"), _options(shown, now))


def _numbers(t: Tongue, settings: ServerSettings, name: str, choices: Sequence[object]) -> ui.ActionRow[Any]:
    label = t.label(LABELS[name])
    now = str(getattr(settings, name))
    known = [*map(str, choices)] if now in map(str, choices) else [now, *map(str, choices)]
    return menu(label, Press("server", 0, 0, name), _options({value: f"{label}: {value}" for value in known}, now))


async def set_server(answer: Answer, press: Press, values: Sequence[str]) -> None:
    """Change one of a server's settings. Raises Refused."""
    manager(answer)
    name, value = _chosen(press, values)
    if name in ("channels", "challengers"):
        value = [int(chosen) for chosen in values if chosen.isdecimal()]
    elif name in ("matches", "days", "rated", "digest", "puzzles"):
        value = int(value) if str(value).isdecimal() else 0
    await answer.bot.matches.people.set_server(answer.place, **{name: value})
    await show_server(answer)


# ------------------------------------------------------------------------------------------------------ privacy


async def export(answer: Answer) -> None:
    """Give a member all that is kept about them, as a file."""
    data = json.dumps(await answer.bot.matches.privacy.export(answer.user), indent=1, ensure_ascii=False).encode()
    name = f"loophole-{answer.user}.json"
    await answer.attach(
        post(text(answer.t(texts.EXPORTED)), ui.File(f"attachment://{name}"), colour=BLURPLE),
        discord.File(io.BytesIO(data), name),
    )


async def ask_delete(answer: Answer) -> None:
    """Ask before deleting."""
    await answer.private(_delete_card(answer.t))


def _delete_card(t: Tongue) -> Post:
    return post(
        text(t(texts.DELETE_ASK)),
        row(
            button(t.label(texts.DELETE_YES), Press("forget"), "danger"),
            button(t.label(texts.DELETE_NO), Press("remember")),
        ),
        colour=AMBER,
    )


async def delete(answer: Answer, press: Press, values: Sequence[str]) -> None:
    """Delete what is kept about a member."""
    touched = await answer.bot.matches.privacy.delete(answer.user)
    await answer.private(cards.word(answer.t.count(*texts.DELETED, touched)))


async def keep(answer: Answer, press: Press, values: Sequence[str]) -> None:
    """Do not."""
    await answer.private(cards.word(answer.t(texts.NOT_DELETED)))


HANDLERS = {"set": set_member, "vacation": vacation, "server": set_server, "forget": delete, "remember": keep}
