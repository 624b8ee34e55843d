"""A member's settings, on a card on which each choice works at once."""

from __future__ import annotations

from collections.abc import Mapping

import discord

import render
from bot.chat.discord.commands import slash
from bot.chat.discord.components import BLURPLE, Button, Row, button, menu, post, row, text
from bot.chat.discord.press import Press, number
from bot.chat.discord.reply import Reply, no_such_button
from bot.chat.features.settings import feature, texts
from bot.chat.features.settings.controls import choices, chosen, toggle
from bot.chat.features.settings.presses import ChangeSetting, Unblock, WriteDaily, WriteHours
from bot.chat.language import phrases
from bot.chat.language.i18n import Language, moment
from bot.chat.language.texts import COORDINATES
from bot.chat.language.typed import local_days
from bot.domain.clocks import DAY
from bot.domain.errors import Refused
from bot.domain.hours import ALWAYS
from bot.domain.members.repository import Member
from bot.domain.members.settings import MemberSettings
from games.core import Sentence

VACATIONS = (1, 2, 3, 5, 7, 10, 14, 21, 30)
"""Days that a vacation may take."""
LABELS = MemberSettings.labels


@feature.command
@slash("settings", texts.ABOUT_SETTINGS)
async def settings(reply: Reply) -> None:
    await show(reply)


class ChangeMine(ChangeSetting, action="set"):
    """Change one of a member's settings."""


class TakeVacation(Press, action="vacation"):
    """Begin or end a vacation."""


@feature.on(ChangeMine)
async def change(reply: Reply, press: ChangeMine) -> None:
    """Change one of a member's settings."""
    name, value = chosen(press, reply.values)
    if name not in LABELS:
        raise no_such_button()
    if name == "theme" and value and value not in render.THEMES:
        raise Refused("“{label}” can’t be “{value}”", label=Sentence("Theme"), value=value)
    await reply.services.members.change(reply.user, **{name: value})
    await reply.refresh()
    await show(reply)


@feature.on(TakeVacation)
async def take_vacation(reply: Reply, press: TakeVacation) -> None:
    """Begin or end a vacation."""
    days = number(reply.values[0]) if reply.values else None
    if days is None:
        raise no_such_button()
    await reply.services.members.take_vacation(reply.user, days)
    await show(reply)


async def show(reply: Reply) -> None:
    """Show a member's settings, their vacation, and whom they have blocked."""
    services, t = reply.services, reply.t
    member = await services.members.get(reply.user)
    settings, (until, left) = member.settings, await services.members.vacation(reply.user)
    days = {0: t.label(texts.VACATION_END)} if until else {}
    days |= {n: t.label(texts.VACATION_SPAN, span=phrases.span(t, n * DAY)) for n in VACATIONS if n <= left}
    blocked = await services.blocks.of(reply.user)
    names = {other.user: t.label(texts.UNBLOCK, 100, who=other.name) for other in blocked}

    def setting(name: str, labels: dict[str, str], value: str) -> Row:
        return choices(t, LABELS[name], ChangeMine(name), {key: t.label(label) for key, label in labels.items()}, value)

    def switches(*names: str) -> list[Button]:
        return [toggle(t, settings, ChangeMine, name) for name in names]

    await reply.private(
        post(
            text(
                t(texts.SETTINGS),
                t(texts.ON_VACATION, when=moment(until)) if until else None,
                t(texts.VACATION_LEFT, span=phrases.span(t, left * 24 // 1 * 3600)),
                _hours(t, member),
                None if member.daily_at is None else t(texts.DAILY_NEXT, when=moment(member.daily_at)),
            ),
            setting("theme", {name: name for name in render.THEMES}, settings.theme or next(iter(render.THEMES))),
            setting("coordinates", COORDINATES, settings.coordinates),
            setting("notices", texts.NOTICES, settings.notices),
            setting("reminders", texts.REMINDERS, settings.reminders),
            setting("daily", texts.DAILY, settings.daily),
            setting("language", texts.LANGUAGES, settings.language),
            _menu(t.label(texts.VACATION), TakeVacation(), days),
            _menu(t.label(texts.BLOCKED_MEMBERS), Unblock(), names),
            row(*switches("challenges", "flip", "confirm", "preview")),
            row(
                button(t.label(texts.HOURS_BUTTON), WriteHours()),
                button(t.label(texts.DAILY_BUTTON), WriteDaily()),
                *switches("hold_dms"),
            ),
            colour=BLURPLE,
        )
    )


def _hours(t: Language, member: Member) -> str:
    """The waking hours of a member, and where they come from."""
    hours = member.hours
    if hours == ALWAYS:
        return t(texts.HOURS_UNKNOWN)
    template = texts.HOURS_SET if member.settings.hours else texts.HOURS_LEARNT
    return t(template, hours=local_days(t, str(hours)), zone=hours.zone.replace("_", " "))


def _menu(label: str, press: Press, options: Mapping[int, str]) -> Row | None:
    """A menu of numbers, by what they are called; None without any."""
    if not options:
        return None
    return menu(label, press, [discord.SelectOption(label=shown, value=str(n)) for n, shown in options.items()])
