"""A member's waking hours and the time of their daily card: shown with their settings, and written in forms."""

from __future__ import annotations

from bot.chat.discord.forms import Field, form
from bot.chat.discord.reply import Reply
from bot.chat.features.settings import feature, texts
from bot.chat.features.settings.presses import SetDaily, SetHours, WriteDaily, WriteHours
from bot.chat.language.i18n import Language
from bot.chat.language.typed import local_days
from bot.domain.hours import ALWAYS
from bot.domain.members.repository import Member


def line(t: Language, member: Member) -> str:
    """The waking hours of a member, and where they come from."""
    hours = member.hours
    if hours == ALWAYS:
        return t(texts.HOURS_UNKNOWN)
    template = texts.HOURS_SET if member.settings.hours else texts.HOURS_LEARNT
    return t(template, hours=local_days(t, str(hours)), zone=hours.zone.replace("_", " "))


@feature.on(WriteHours)
async def write(reply: Reply, press: WriteHours) -> None:
    """Open the form, with what is set."""
    t, own = reply.t, await reply.services.members.settings(reply.user)
    hours = local_days(t, own.hours)
    await reply.form(
        form(
            t.label(texts.HOURS_FORM, 45),
            SetHours(),
            Field("hours", t.label(texts.HOURS_FIELD, 45), t(texts.HOURS_EXAMPLE), hours, required=False),
            Field("zone", t.label(texts.ZONE_FIELD, 45), "Berlin", own.time_zone, required=False),
        )
    )


@feature.on(WriteDaily)
async def write_daily(reply: Reply, press: WriteDaily) -> None:
    """Open the form of the daily card, with what is set."""
    t, own = reply.t, await reply.services.members.settings(reply.user)
    when = local_days(t, own.daily_when)
    await reply.form(
        form(
            t.label(texts.DAILY_FORM, 45),
            SetDaily(),
            Field("when", t.label(texts.DAILY_FIELD, 45), t(texts.DAILY_EXAMPLE), when, required=False),
            Field("zone", t.label(texts.ZONE_FIELD, 45), "Berlin", own.time_zone, required=False),
        )
    )
