"""A member's settings on a card, their hours and vacation, and whom they block."""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import discord

import render
from bot.chat.board.links import OpenSettings
from bot.chat.discord.commands import menu_entry, slash
from bot.chat.discord.components import (
    BLURPLE,
    Button,
    ButtonRow,
    button,
    extended,
    menu,
    post,
    row,
    text,
    word,
)
from bot.chat.discord.forms import Field, form
from bot.chat.discord.page_commands import OnPage, command_button
from bot.chat.discord.press import Press
from bot.chat.discord.reply import Reply, no_such_button
from bot.chat.features.settings import feature, texts
from bot.chat.features.settings.controls import ChangeSetting, change_of, choices, toggle
from bot.chat.language import phrases
from bot.chat.language.i18n import Language, mention, moment
from bot.chat.language.texts import ACROSS, COORDINATES, LANGUAGES
from bot.chat.language.typed import english_days, local_days
from bot.domain.clocks import DAY
from bot.domain.errors import Refused
from bot.domain.hours import ALWAYS
from bot.domain.members.repository import Member
from bot.domain.members.sessions import Session
from bot.domain.members.settings import MemberSettings
from bot.domain.values import COMPUTER, Person
from games.core import Sentence

VACATIONS = (1, 2, 3, 5, 7, 10, 14, 21, 30)  # days that a vacation may take
LABELS = MemberSettings.labels


class ChangeMine(ChangeSetting, action="set"):
    """Change one of a member's settings."""


class TakeVacation(Press, action="vacation"):
    """Begin or end a vacation."""


class Unblock(Press, action="unblock"):
    """Unblock the member chosen in the menu."""


class EndSession(Press, action="endsession"):
    """End the session of the browser chosen in the menu."""


class WriteHours(Press, action="hours"):
    """Open the form in which waking hours are written."""


class WriteDaily(Press, action="daily"):
    """Open the form in which the time of the daily card is written."""


class SetHours(Press, action="sethours", opened_by=WriteHours):
    """Set the waking hours written in the form."""


class SetDaily(Press, action="setdaily", opened_by=WriteDaily):
    """Set the time of the daily card written in the form."""


@feature.on(ChangeMine, page=True)
async def change(reply: Reply, press: ChangeMine) -> None:
    """Change one of the member's settings. Raises NotFound, Refused."""
    setting = change_of(press, reply.values)
    value = setting.value
    if setting.name not in LABELS:
        raise no_such_button()
    if setting.name == "theme" and value and value not in render.THEMES:
        raise Refused("“{label}” can’t be “{value}”", label=Sentence("Theme"), value=value)
    await reply.services.members.change(reply.user, **{setting.name: value})
    await reply.refresh()
    await _show(reply)


@feature.on(OpenSettings, page=True, address=True)
async def open_settings(reply: Reply, press: OpenSettings) -> None:
    """Show the member their settings."""
    await _show(reply)


@feature.on(TakeVacation, page=True)
async def take_vacation(reply: Reply, press: TakeVacation) -> None:
    """Begin a vacation of as many days as were chosen, or end one."""
    await reply.services.members.take_vacation(reply.user, reply.chosen())
    await _show(reply)


async def _show(reply: Reply) -> None:
    """Show the card of the member's settings."""
    services = reply.services
    t = reply.t
    member = await services.members.get(reply.user)
    settings = member.settings
    vacation_until, days_left = await services.members.vacation(reply.user)
    blocks = await services.blocks.of(reply.user)
    sessions = await services.doors.sessions.of(reply.user)
    unblock = {person.user: t.label(texts.UNBLOCK, 100, who=person.name) for person in blocks}

    def switches(*names: str) -> list[Button]:
        return [toggle(t, settings, ChangeMine, name) for name in names]

    forms = [
        button(t.label(texts.HOURS_BUTTON), WriteHours()),
        button(t.label(texts.DAILY_BUTTON), WriteDaily()),
    ]
    card = post(
        text(*_words(t, member, vacation_until, days_left)),
        *_menus(t, settings),
        _vacation_menu(t, days_left, is_away=vacation_until is not None),
        menu(t.label(texts.BLOCKED_MEMBERS), Unblock(), unblock),
        menu(t.label(texts.SESSIONS), EndSession(), _session_names(reply, settings, sessions)),
        row(*switches("challenges", "flip", "confirm", "preview")),
        row(*forms, *switches("hold_dms", "open_data")),
        colour=BLURPLE,
    )
    if reply.on_page:
        card = extended(card, row(*(command_button(t, command) for command in _commands(reply))))
    await reply.private(card)


def _commands(reply: Reply) -> Iterator[str]:
    """The commands that the page offers beside the settings."""
    if reply.place.guild:
        yield "block"  # members are found in a server
    yield "privacy export"
    yield "privacy delete"


def _session_names(
    reply: Reply, settings: MemberSettings, sessions: Sequence[Session]
) -> dict[str, str]:
    """What the browsers in which a member stays at the page are called, by session: since when, and
    which one is the reader's.
    """
    t = reply.t
    names = dict[str, str]()
    for session in sessions:
        browser = session.browser or t.say(texts.A_BROWSER)
        start = _minute(session.start, settings.time_zone)
        if session.id == reply.page_session:
            start = t.label(texts.THIS_BROWSER, 100, start=start)
        names[session.id] = t.label(texts.END_SESSION, 100, browser=browser, day=start)
    return names


def _minute(time: datetime, zone: str) -> str:
    """A time to the minute, in a member's time zone where they have set it."""
    if not zone:
        return f"{time.astimezone(UTC):%Y-%m-%d %H:%M} UTC"
    return f"{time.astimezone(ZoneInfo(zone)):%Y-%m-%d %H:%M}"


@feature.on(EndSession, page=True)
async def end_session(reply: Reply, press: EndSession) -> None:
    """End the session of the browser that was chosen: its page is closed."""
    chosen_id = reply.values[0] if reply.values else ""
    await reply.services.doors.sessions.end(reply.user, chosen_id)
    await _show(reply)


def _words(
    t: Language, member: Member, vacation_until: datetime | None, days_left: float
) -> Iterator[str]:
    """What the settings come to: the vacation, waking hours, and the next daily card."""
    yield t(texts.SETTINGS)
    if vacation_until is not None:
        yield t(texts.ON_VACATION, when=moment(vacation_until))
    whole_hours = int(days_left * 24)
    yield t(texts.VACATION_LEFT, span=phrases.span(t, whole_hours * 3_600))
    yield _hours(t, member)
    if member.daily_at is not None and member.settings.daily != "none":
        yield t(texts.DAILY_NEXT, when=moment(member.daily_at))


def _menus(t: Language, settings: MemberSettings) -> list[ButtonRow | None]:
    """The menus of settings with several values."""
    themes = {name: name for name in render.THEMES}
    values = {
        "theme": (themes, settings.theme or next(iter(themes))),
        "coordinates": (COORDINATES, settings.coordinates),
        "notices": (texts.NOTICES, settings.notices),
        "reminders": (texts.REMINDERS, settings.reminders),
        "daily": (texts.DAILY, settings.daily),
        "language": (LANGUAGES, settings.language),
        "across": (ACROSS, settings.across),
    }
    menus = list[ButtonRow | None]()
    for name, (labels, present_value) in values.items():
        labels_by_value = {value: t.label(label) for value, label in labels.items()}
        menus.append(choices(t, LABELS[name], ChangeMine(name), labels_by_value, present_value))
    return menus


def _vacation_menu(t: Language, days_left: float, *, is_away: bool) -> ButtonRow | None:
    """The menu of vacations that the member may still take; 0 days end one."""
    days = dict[int, str]()
    if is_away:
        days[0] = t.label(texts.VACATION_END)
    for count in VACATIONS:
        if count <= days_left:
            days[count] = t.label(texts.VACATION_SPAN, span=phrases.span(t, count * DAY))
    can_only_end = list(days) == [0]
    placeholder = texts.VACATION_END if can_only_end else texts.VACATION
    return menu(t.label(placeholder), TakeVacation(), days)


feature.command(slash("settings", texts.ABOUT_SETTINGS)(_show))


def _hours(t: Language, member: Member) -> str:
    """The waking hours of a member, and where they come from."""
    hours = member.hours
    if hours == ALWAYS:
        return t(texts.HOURS_UNKNOWN)
    template = texts.HOURS_SET if member.settings.hours else texts.HOURS_LEARNT
    return t(template, hours=local_days(t, str(hours)), zone=hours.zone.replace("_", " "))


@feature.on(WriteHours, page=True)
async def write_hours(reply: Reply, press: WriteHours) -> None:
    """Open the form of waking hours."""
    await _open(
        reply, SetHours(), "hours", texts.HOURS_FORM, texts.HOURS_FIELD, texts.HOURS_EXAMPLE
    )


@feature.on(WriteDaily, page=True)
async def write_daily(reply: Reply, press: WriteDaily) -> None:
    """Open the form of the time of the daily card."""
    await _open(
        reply, SetDaily(), "daily_when", texts.DAILY_FORM, texts.DAILY_FIELD, texts.DAILY_EXAMPLE
    )


async def _open(
    reply: Reply, answer: Press, setting: str, title: str, label: str, example: str
) -> None:
    """Open a form for a setting and the time zone.

    :param answer: what sending the form does
    :param label: that of the setting's field
    :param example: what stands in that field while it is empty
    """
    settings = await reply.services.members.settings(reply.user)
    t = reply.t
    days_text = local_days(t, getattr(settings, setting))
    when = Field("when", t.label(label, 45), t(example), days_text, required=False)
    zone_label = t.label(texts.ZONE_FIELD, 45)
    zone_example = t(texts.ZONE_EXAMPLE)
    zone = Field("zone", zone_label, zone_example, settings.time_zone, required=False)
    await reply.form(form(t.label(title, 45), answer, when, zone))


@feature.on(SetHours, page=True)
async def set_hours(reply: Reply, press: SetHours) -> None:
    """Set the waking hours; a mistake in the hours or the time zone changes neither."""
    hours = english_days(reply.typed("when"))
    zone = reply.typed("zone")
    await reply.services.members.change(reply.user, hours=hours, time_zone=zone)
    await _show(reply)


@feature.on(SetDaily, page=True)
async def set_daily(reply: Reply, press: SetDaily) -> None:
    """Set the time of the daily card.

    It is sent as a direct message from now on if it was off.
    """
    members = reply.services.members
    daily = (await members.settings(reply.user)).daily
    if daily == "none":
        daily = "dm"
    when = english_days(reply.typed("when"))
    zone = reply.typed("zone")
    await members.change(reply.user, daily=daily, daily_when=when, time_zone=zone)
    await reply.refresh()
    await _show(reply)


async def _block(reply: Reply, member: discord.User) -> None:
    other = Person(COMPUTER if member.bot else member.id, member.display_name)
    await reply.services.blocks.block(reply.user, other)
    settings = reply.t.command("settings")
    await reply.private(word(reply.t(texts.BLOCKED, who=mention(member.id), settings=settings)))


feature.command(
    slash(
        "block",
        texts.ABOUT_BLOCK,
        options={"member": texts.ABOUT_BLOCK_MEMBER},
        page=OnPage(texts.BLOCK_SOMEBODY),
    )(_block)
)
feature.command(menu_entry(texts.MENU_BLOCK)(_block))


@feature.on(Unblock, page=True)
async def unblock(reply: Reply, press: Unblock) -> None:
    """Unblock a member. Raises NotFound."""
    await reply.services.blocks.lift(reply.user, reply.chosen())
    await _show(reply)
