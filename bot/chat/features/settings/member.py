"""A member's settings, on a card on which each choice works at once."""

from __future__ import annotations

import discord

import render
from bot.chat.discord.commands import slash
from bot.chat.discord.components import BLURPLE, MOST_OPTIONS, Row, button, menu, post, row, text
from bot.chat.discord.press import number
from bot.chat.discord.reply import Reply, no_such_button
from bot.chat.features.settings import feature, texts
from bot.chat.features.settings.controls import choices, chosen, toggle
from bot.chat.features.settings.hours import line
from bot.chat.features.settings.presses import (
    ChangeMine,
    SetDaily,
    SetHours,
    TakeVacation,
    Unblock,
    WriteDaily,
    WriteHours,
)
from bot.chat.language import phrases
from bot.chat.language.i18n import moment
from bot.chat.language.texts import COORDINATES
from bot.chat.language.typed import english_days
from bot.domain.clocks import DAY
from bot.domain.errors import Refused
from bot.domain.members.settings import MemberSettings
from games.core import Sentence

VACATIONS = (1, 2, 3, 5, 7, 10, 14, 21, 30)
"""Days that a vacation may take."""
LABELS = MemberSettings.labels


@feature.command
@slash("settings", texts.ABOUT_SETTINGS)
async def settings(reply: Reply) -> None:
    await show(reply)


@feature.on(ChangeMine)
async def change(reply: Reply, press: ChangeMine) -> None:
    """Change one of a member's settings."""
    name, value = press.name, chosen(press, reply.values)
    if name not in LABELS:
        raise no_such_button()
    if name == "theme" and value and value not in render.THEMES:
        label = Sentence("Theme")
        raise Refused("“{label}” can’t be “{value}”", label=label, value=value)
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


@feature.on(SetHours)
async def set_hours(reply: Reply, press: SetHours) -> None:
    """Set the waking hours that were written; a mistake in the hours or the time zone changes neither."""
    hours, zone = english_days(reply.typed("hours")), reply.typed("zone")
    await reply.services.members.change(reply.user, hours=hours, time_zone=zone)
    await show(reply)


@feature.on(SetDaily)
async def set_daily(reply: Reply, press: SetDaily) -> None:
    """Set the time of the daily card that was written; a card that was off comes by direct message from now on."""
    members = reply.services.members
    own = await members.settings(reply.user)
    daily = "dm" if own.daily == "none" else own.daily
    when = english_days(reply.typed("when"))
    await members.change(reply.user, daily=daily, daily_when=when, time_zone=reply.typed("zone"))
    await reply.refresh()
    await show(reply)


async def show(reply: Reply) -> None:
    """Show what the member has set, their vacation, and whom they have blocked."""
    services, t = reply.services, reply.t
    set_to = await services.members.settings(reply.user)
    until, left = await services.members.vacation(reply.user)
    days = [
        discord.SelectOption(label=t.label(texts.VACATION_SPAN, span=phrases.span(t, n * DAY)), value=str(n))
        for n in VACATIONS
        if n <= left
    ]
    if until:
        days.insert(0, discord.SelectOption(label=t.label(texts.VACATION_END), value="0"))

    card = await services.members.next_daily(reply.user)
    blocked = await services.blocks.of(reply.user)
    unblock = [
        discord.SelectOption(label=t.label(texts.UNBLOCK, 100, who=one.name), value=str(one.user))
        for one in blocked[:MOST_OPTIONS]
    ]

    def one_of(name: str, labels: dict[str, str], now: str) -> Row:
        shown = {value: t.label(label) for value, label in labels.items()}
        return choices(t, LABELS[name], ChangeMine(name), shown, now)

    await reply.private(
        post(
            text(
                t(texts.SETTINGS),
                t(texts.ON_VACATION, when=moment(until)) if until else None,
                t(texts.VACATION_LEFT, span=phrases.span(t, left * 24 // 1 * 3600)),
                line(t, await services.members.habits(reply.user)),
                None if card is None else t(texts.DAILY_NEXT, when=moment(card)),
            ),
            one_of("theme", {name: name for name in render.THEMES}, set_to.theme or next(iter(render.THEMES))),
            one_of("coordinates", COORDINATES, set_to.coordinates),
            one_of("notices", texts.NOTICES, set_to.notices),
            one_of("reminders", texts.REMINDERS, set_to.reminders),
            one_of("daily", texts.DAILY, set_to.daily),
            one_of("language", texts.LANGUAGES, set_to.language),
            menu(t.label(texts.VACATION), TakeVacation(), days) if days else None,
            menu(t.label(texts.BLOCKED_MEMBERS), Unblock(), unblock) if unblock else None,
            row(
                toggle(t, MemberSettings, ChangeMine, "challenges", set_to.challenges),
                toggle(t, MemberSettings, ChangeMine, "flip", set_to.flip),
                toggle(t, MemberSettings, ChangeMine, "confirm", set_to.confirm),
                toggle(t, MemberSettings, ChangeMine, "preview", set_to.preview),
                toggle(t, MemberSettings, ChangeMine, "global_rating", set_to.global_rating),
            ),
            row(
                button(t.label(texts.HOURS_BUTTON), WriteHours()),
                button(t.label(texts.DAILY_BUTTON), WriteDaily()),
                toggle(t, MemberSettings, ChangeMine, "hold_dms", set_to.hold_dms),
            ),
            colour=BLURPLE,
        )
    )
