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
    await _open(reply, SetHours(), "hours", texts.HOURS_FORM, texts.HOURS_FIELD, texts.HOURS_EXAMPLE)


@feature.on(WriteDaily)
async def write_daily(reply: Reply, press: WriteDaily) -> None:
    """Open the form for the time of the daily card, filled in with what is set."""
    await _open(reply, SetDaily(), "daily_when", texts.DAILY_FORM, texts.DAILY_FIELD, texts.DAILY_EXAMPLE)


async def _open(reply: Reply, answer: Press, setting: str, title: str, label: str, example: str) -> None:
    """Open a form for a setting and the time zone. ``label``, ``example``: of the setting's field."""
    own, t = await reply.services.members.settings(reply.user), reply.t
    when = Field("when", t.label(label, 45), t(example), local_days(t, getattr(own, setting)), required=False)
    zone = Field("zone", t.label(texts.ZONE_FIELD, 45), "Berlin", own.time_zone, required=False)
    await reply.form(form(t.label(title, 45), answer, when, zone))


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
