"""What is told of tournaments: rounds, results, byes, overdue games; the post of the standings is kept up to date."""

from __future__ import annotations

import logging
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

import discord

from bot.chat import charts, contest_texts, tournament_cards
from bot.chat.kit.components import AMBER, Picture, Post, button, post, row, text
from bot.chat.kit.language import phrases as words
from bot.chat.kit.language.i18n import Tongue, moment
from bot.chat.kit.match import cards
from bot.chat.kit.press import Press
from bot.domain.errors import NotFound
from bot.domain.matches.views import Notice
from bot.domain.tournaments import Tournament

from .tournament_cards import PAGE

if TYPE_CHECKING:
    from .client import Bot

log = logging.getLogger(__name__)

FRESH = timedelta(hours=1)
"""A post that is older is left alone: Discord lets old messages be changed only rarely, and nobody sees them."""


def _when(seconds: Any) -> datetime:
    return datetime.fromtimestamp(int(seconds), UTC)


async def compose(bot: Bot, t: Tongue, notice: Notice) -> Post | None:
    """What a notice about a tournament says; None if there is nothing left to say."""
    try:
        item = await bot.tournaments.get(int(notice.payload["tournament"]))
    except NotFound:
        return None
    t.names = words.called(notice.dm, ((one.user, one.name) for one in item.entrants))
    what = str(notice.payload["what"])
    if what in ("created", "moved"):
        return tournament_cards.announcement(t, item, notice)
    if what in ("started", "round"):
        return await _round(bot, t, item, notice)
    if what == "standings":
        return None if item.status != "running" else await _standings(bot, t, item, notice)
    if what == "finished":
        return await _finished(bot, t, item, notice)
    if what == "overdue":
        return await _overdue(bot, t, item, notice)
    return _word(t, item, notice)


def _word(t: Tongue, item: Tournament, notice: Notice) -> Post | None:
    """The notices that are a sentence."""
    payload, what = notice.payload, str(notice.payload["what"])
    # Whoever is told by direct message is named in the channel, though not pinged.
    ping = payload.get("to", item.organiser.id) if notice.ping is None else notice.ping
    who = words.who(t, int(ping))
    named = {"name": item.name, "title": item.title}
    if what == "cancelled":
        template = contest_texts.TOLD_FEW if payload.get("why") == "few" else contest_texts.TOLD_CANCELLED
        return cards.word(t(template, **named), notice=notice)
    if what in ("checkin", "ending"):
        pings = [int(user) for user in payload["pings"]]
        until = _when(payload["until"])
        template = contest_texts.TOLD_CHECKIN if what == "checkin" else contest_texts.TOLD_ENDING
        line = t(
            template,
            when=moment(until),
            left=moment(until, "R"),
            names=tournament_cards.mentions(pings),
            round=payload.get("round", item.round),
            **named,
        )
        press = Press("tcheckin", item.id) if what == "checkin" else Press("tshow", item.id, 0, "p")
        label = contest_texts.CHECK_IN if what == "checkin" else contest_texts.PAIRINGS
        go = button(t.label(label), press, "primary")
        return post(text(line), row(go), colour=AMBER, ping=pings, mark=notice.id)
    if what == "bye":
        line = t(contest_texts.TOLD_BYE, who=who, round=payload["round"], **named)
    elif what == "replaced":
        line = t(contest_texts.TOLD_REPLACED, who=who, out=words.who(t, int(payload["out"])), **named)
    elif what in ("promoted", "organiser"):
        template = contest_texts.TOLD_PROMOTED if what == "promoted" else contest_texts.TOLD_ORGANISER
        line = t(template, who=who, **named)
    else:
        log.error("notice %s is of a kind that has no words: %s", notice.id, dict(payload))
        return None
    return cards.word(line, notice=notice)


async def _round(bot: Bot, t: Tongue, item: Tournament, notice: Notice) -> Post:
    """A round has begun: who plays whom, and for a knock-out the bracket."""
    number = int(notice.payload["round"])
    games = await bot.tournaments.games(item.id, None if item.at_once else number)
    lines = tournament_cards.rounds(t, item, games[:PAGE], await bot.tournaments.match_names(item.id))
    rest = len(games) - PAGE
    if rest > 0:
        lines.append(t.count(*contest_texts.AND_MORE, rest))
    first = notice.payload["what"] == "started"
    lead = t(contest_texts.TOLD_STARTED) if first else t(contest_texts.TOLD_ROUND, round=number)
    image = await picture_of(bot, t, item) if item.kind == "knock-out" or not first else None
    return tournament_cards.table(t, item, lines, image, lead=lead, notice=notice)


async def picture_of(bot: Bot, t: Tongue, item: Tournament, slot: int = 0) -> Picture | None:
    """The bracket of a knock-out, of a large one the part of a ``slot``; or else the first page of the standings."""
    if item.kind == "knock-out":
        ties = await bot.tournaments.bracket(item.id)
        part = charts.bracket_part(item, ties, slot)
        return await charts.bracket(bot.pictures, t, item, ties, part=part) if ties else None
    lines = (await bot.tournaments.standings(item.id))[:PAGE]
    return await charts.standings(bot.pictures, t, item, lines) if lines else None


async def _standings(bot: Bot, t: Tongue, item: Tournament, notice: Notice) -> Post:
    games = await bot.tournaments.games(item.id)
    done = [one for one in games if one.settled is not None and one.slots[1] is not None]
    latest = sorted(done, key=lambda one: (one.settled, one.id))[-5:]
    image = await picture_of(bot, t, item, latest[-1].slots[0] if latest else 0)
    lines = tournament_cards.game_lines(t, item, latest, await bot.tournaments.match_names(item.id))
    return tournament_cards.table(t, item, lines, image, lead=t(contest_texts.TOLD_STANDINGS), notice=notice)


async def _finished(bot: Bot, t: Tongue, item: Tournament, notice: Notice) -> Post:
    standings = await bot.tournaments.standings(item.id)
    first = [one.entrant.user for one in standings if one.rank == 1]
    template = contest_texts.TOLD_WINNER if len(first) == 1 else contest_texts.TOLD_WINNERS
    lines = [
        *([t(template, who=tournament_cards.listed(t, first))] if first else []),
        *([t(contest_texts.TOLD_MET)] if notice.payload.get("why") == "met" else []),
        *tournament_cards.standing_lines(t, item, standings[:PAGE]),
    ]
    image = await picture_of(bot, t, item)
    return tournament_cards.table(
        t,
        item,
        lines,
        image,
        lead=t(contest_texts.TOLD_FINISHED),
        tail=t(contest_texts.TIES[item.kind]),
        notice=notice,
        ping=first[:3],
    )


async def _overdue(bot: Bot, t: Tongue, item: Tournament, notice: Notice) -> Post | None:
    wanted = {int(game) for game in notice.payload["games"]}
    games = [one for one in await bot.tournaments.games(item.id) if one.id in wanted and one.result is None]
    if not games:
        return None
    lines = tournament_cards.game_lines(t, item, games, await bot.tournaments.match_names(item.id))
    who = words.who(t, item.organiser.id if notice.ping is None else notice.ping)
    until = moment(_when(notice.payload["until"]))
    line = t(contest_texts.TOLD_OVERDUE, who=who, name=item.name, when=until)
    return tournament_cards.overdue(t, item, games, lines, line, notice)


async def channel_of(bot: Bot, notice: Notice) -> int | None:
    """Where a notice about a tournament goes whose direct message is refused; None for all others."""
    if notice.kind != "tournament":
        return None
    return (await bot.tournaments.get(int(notice.payload["tournament"]))).channel


# ------------------------------------------------------------------------------------- keeping a post up to date


def is_standings(notice: Notice) -> bool:
    """Whether a notice tells how a tournament stands, which the next one of the kind supersedes."""
    return notice.kind == "tournament" and notice.payload.get("what") == "standings"


async def renewed(bot: Bot, notice: Notice, composed: Post) -> bool:
    """Bring the latest post of the standings up to date; False if there is none, or it is too old for that."""
    item = await bot.tournaments.get(int(notice.payload["tournament"]))
    if item.post is None or item.post[0] != notice.channel:
        return False
    channel, message = item.post
    if bot.matches.now() - discord.utils.snowflake_time(message) > FRESH:
        return False
    try:
        await (
            bot.get_partial_messageable(channel)
            .get_partial_message(message)
            .edit(view=composed.view, attachments=composed.files(), allowed_mentions=composed.mentions())
        )
    except (discord.NotFound, discord.Forbidden):
        return False
    return True


async def posted(bot: Bot, notice: Notice, message: int) -> None:
    """Note where the standings were posted."""
    if is_standings(notice) and notice.channel is not None:
        await bot.tournaments.shown(int(notice.payload["tournament"]), notice.channel, message)
