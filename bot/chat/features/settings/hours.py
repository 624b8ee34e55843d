"""The forms for a member's waking hours and for the time of their daily card."""

from __future__ import annotations

from bot.chat.discord.forms import Field, form
from bot.chat.discord.press import Press
from bot.chat.discord.reply import Reply
from bot.chat.features.settings import feature, texts
from bot.chat.features.settings.member import show
from bot.chat.features.settings.presses import WriteDaily, WriteHours
from bot.chat.language.typed import english_days, local_days


class SetHours(Press, action="sethours"):
    """Set the waking hours written in the form."""

    @property
    def opener(self) -> Press:
        return WriteHours()


class SetDaily(Press, action="setdaily"):
    """Set the time of the daily card written in the form."""

    @property
    def opener(self) -> Press:
        return WriteDaily()


@feature.on(WriteHours)
async def write_hours(reply: Reply, press: WriteHours) -> None:
    """Open the form for waking hours, filled in with what is set."""
    own = await reply.services.members.settings(reply.user)
    when = reply.t.label(texts.HOURS_FIELD, 45), reply.t(texts.HOURS_EXAMPLE), local_days(reply.t, own.hours)
    await _open(reply, SetHours(), texts.HOURS_FORM, when, own.time_zone)


@feature.on(WriteDaily)
async def write_daily(reply: Reply, press: WriteDaily) -> None:
    """Open the form for the time of the daily card, filled in with what is set."""
    own = await reply.services.members.settings(reply.user)
    when = reply.t.label(texts.DAILY_FIELD, 45), reply.t(texts.DAILY_EXAMPLE), local_days(reply.t, own.daily_when)
    await _open(reply, SetDaily(), texts.DAILY_FORM, when, own.time_zone)


async def _open(reply: Reply, answer: Press, title: str, when: tuple[str, str, str], zone: str) -> None:
    """Open a form. ``when``: the label, the example and the value of its first field; ``zone``: the time zone."""
    t = reply.t
    city = Field("zone", t.label(texts.ZONE_FIELD, 45), "Berlin", zone, required=False)
    await reply.form(form(t.label(title, 45), answer, Field("when", *when, required=False), city))


@feature.on(SetHours)
async def set_hours(reply: Reply, press: SetHours) -> None:
    """Set the waking hours; a mistake in the hours or the time zone changes neither."""
    hours, zone = english_days(reply.typed("when")), reply.typed("zone")
    await reply.services.members.change(reply.user, hours=hours, time_zone=zone)
    await show(reply)


@feature.on(SetDaily)
async def set_daily(reply: Reply, press: SetDaily) -> None:
    """Set the time of the daily card, which is sent as a direct message from now on if it was off."""
    members = reply.services.members
    daily = (await members.settings(reply.user)).daily
    when, zone = english_days(reply.typed("when")), reply.typed("zone")
    await members.change(reply.user, daily="dm" if daily == "none" else daily, daily_when=when, time_zone=zone)
    await reply.refresh()
    await show(reply)
