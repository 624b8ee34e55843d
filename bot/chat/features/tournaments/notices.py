"""What is told of tournaments: rounds, results, byes, overdue games; the post of the standings is kept up to date."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from datetime import UTC, datetime, timedelta
from typing import TypeAlias, TypeVar

import discord

from bot.chat.discord.components import AMBER, Post, button, for_notice, post, row, text, word
from bot.chat.discord.delivery.notices import Edit, Posted
from bot.chat.discord.press import Press
from bot.chat.discord.services import Services
from bot.chat.features.tournaments import cards, feature, phrases, pictures, texts
from bot.chat.features.tournaments.cards import PAGE
from bot.chat.features.tournaments.presses import AcceptPlace, CheckIn, DeclinePlace, ShowTournament
from bot.chat.language import phrases as shared_phrases
from bot.chat.language.i18n import Language, Markup, moment
from bot.chat.pictures.picture import Picture
from bot.domain.errors import NotFound
from bot.domain.events import Notice
from bot.domain.tournaments import events
from bot.domain.tournaments.tournament import Pairing, Tournament

FRESH = timedelta(hours=1)
"""A post that is older is left alone: Discord lets old messages be changed only rarely, and nobody sees them."""
MOST_LATEST = 5
"""So many of the latest results stand below the standings."""

E = TypeVar("E", bound=events.TournamentEvent)
ComposeOf: TypeAlias = Callable[[Services, Language, Tournament, Notice[E]], Awaitable[Post | None]]


def _posts(
    event: type[E], *, edit: Edit[E] | None = None, posted: Posted[E] | None = None
) -> Callable[[ComposeOf[E]], ComposeOf[E]]:
    """Register the function that makes the posts of an event and is given the tournament; none once it is deleted."""

    def register(compose: ComposeOf[E]) -> ComposeOf[E]:
        @feature.composes(event, edit=edit, posted=posted, instead=_channel)
        async def composed(services: Services, t: Language, notice: Notice[E]) -> Post | None:
            try:
                item = await services.tournaments.get(notice.event.tournament)
            except NotFound:
                return None
            t.names = shared_phrases.names_for(notice.dm, ((entrant.user, entrant.name) for entrant in item.entrants))
            return await compose(services, t, item, notice)

        return compose

    return register


async def _channel(services: Services, notice: Notice[events.TournamentEvent]) -> int | None:
    """Where a notice goes whose direct message is refused."""
    return (await services.tournaments.get(notice.event.tournament)).channel


def _called(t: Language, item: Tournament, notice: Notice[events.TournamentEvent]) -> Markup:
    """Whom a notice is for. Whoever is told by direct message is named in the channel, though not pinged."""
    return shared_phrases.who(t, item.organiser.id if notice.ping is None else notice.ping)


# ------------------------------------------------------------------------------------------------ announcements


@_posts(events.TournamentCreated)
async def _created(services: Services, t: Language, item: Tournament, notice: Notice[events.TournamentCreated]) -> Post:
    return cards.announcement(t, item, notice, t(texts.TOLD_CREATED))


@_posts(events.TournamentMoved)
async def _moved(services: Services, t: Language, item: Tournament, notice: Notice[events.TournamentMoved]) -> Post:
    return cards.announcement(t, item, notice, t(texts.TOLD_MOVED))


@_posts(events.TournamentCancelled)
async def _cancelled(
    services: Services, t: Language, item: Tournament, notice: Notice[events.TournamentCancelled]
) -> Post:
    template = texts.TOLD_FEW if notice.event.why == "few" else texts.TOLD_CANCELLED
    return word(t(template, name=item.name, title=item.title), notice=notice)


@_posts(events.CheckInOpened)
async def _check_in(services: Services, t: Language, item: Tournament, notice: Notice[events.CheckInOpened]) -> Post:
    event = notice.event
    line = t(texts.TOLD_CHECKIN, name=item.name, title=item.title, **_until(event))
    return _reminder(line, t.label(texts.CHECK_IN), CheckIn(item.id), notice)


@_posts(events.RoundEnding)
async def _ending(services: Services, t: Language, item: Tournament, notice: Notice[events.RoundEnding]) -> Post:
    event = notice.event
    line = t(texts.TOLD_ENDING, name=item.name, round=event.round, **_until(event))
    return _reminder(line, t.label(texts.PAIRINGS), ShowTournament(item.id, 0, "p"), notice)


def _until(event: events.CheckInOpened | events.RoundEnding) -> dict[str, Markup]:
    until = datetime.fromtimestamp(event.until, UTC)
    return {"when": moment(until), "left": moment(until, "R"), "names": phrases.mentions(event.pings)}


def _reminder(
    line: str, label: str, press: Press, notice: Notice[events.CheckInOpened] | Notice[events.RoundEnding]
) -> Post:
    go = button(label, press, "primary")
    return post(text(line), row(go), colour=AMBER, ping=notice.event.pings, mark=notice.id)


# ----------------------------------------------------------------------------------------------- to one member


@_posts(events.ByeGiven)
async def _bye(services: Services, t: Language, item: Tournament, notice: Notice[events.ByeGiven]) -> Post:
    line = t(texts.TOLD_BYE, who=_called(t, item, notice), round=notice.event.round, name=item.name)
    return word(line, notice=notice)


@_posts(events.DeadlineMoved)
async def _deadline_moved(
    services: Services, t: Language, item: Tournament, notice: Notice[events.DeadlineMoved]
) -> Post | None:
    event = notice.event
    match = await services.matches.get(event.match)
    if match.status != "running":
        return None
    says = {"who": _called(t, item, notice), "away": shared_phrases.who(t, event.away)}
    until = datetime.fromtimestamp(event.until, UTC)
    line = t(texts.TOLD_DEADLINE_MOVED, match=match.name, name=item.name, when=moment(until), **says)
    return word(line, notice=notice)


@_posts(events.PlaceOffered)
async def _offered(
    services: Services, t: Language, item: Tournament, notice: Notice[events.PlaceOffered]
) -> Post | None:
    event = notice.event
    if item.finished is not None or not any(
        one.slot == event.slot and one.offered_to == event.to for one in item.entrants
    ):
        return None
    until = moment(datetime.fromtimestamp(event.until, UTC))
    who, out = (shared_phrases.who(t, user) for user in (event.to, event.out))
    line = t(texts.TOLD_OFFERED, who=who, out=out, name=item.name, when=until)
    answers = row(
        button(t.label(texts.ACCEPT_PLACE), AcceptPlace(item.id, event.slot), "success"),
        button(t.label(texts.DECLINE_PLACE), DeclinePlace(item.id, event.slot)),
    )
    said = text(line, phrases.title(t, item), phrases.terms(t, item), phrases.small_print(t, item))
    return post(said, answers, colour=AMBER, **for_notice(notice))


@_posts(events.PlaceDeclined)
async def _declined(services: Services, t: Language, item: Tournament, notice: Notice[events.PlaceDeclined]) -> Post:
    other, out = (shared_phrases.who(t, user) for user in (notice.event.to, notice.event.out))
    line = t(texts.TOLD_PLACE_DECLINED, who=_called(t, item, notice), other=other, out=out, name=item.name)
    return word(line, notice=notice)


@_posts(events.EntrantReplaced)
async def _replaced(services: Services, t: Language, item: Tournament, notice: Notice[events.EntrantReplaced]) -> Post:
    who, out = (shared_phrases.who(t, user) for user in (notice.event.to, notice.event.out))
    return word(t(texts.TOLD_REPLACED, who=who, out=out, name=item.name), notice=notice)


@_posts(events.EntrantPromoted)
async def _promoted(services: Services, t: Language, item: Tournament, notice: Notice[events.EntrantPromoted]) -> Post:
    return word(t(texts.TOLD_PROMOTED, who=_called(t, item, notice), name=item.name), notice=notice)


@_posts(events.OrganiserChanged)
async def _organiser(
    services: Services, t: Language, item: Tournament, notice: Notice[events.OrganiserChanged]
) -> Post:
    return word(t(texts.TOLD_ORGANISER, who=_called(t, item, notice), name=item.name), notice=notice)


@_posts(events.PairingsOverdue)
async def _overdue(
    services: Services, t: Language, item: Tournament, notice: Notice[events.PairingsOverdue]
) -> Post | None:
    event = notice.event
    pairings = [
        pairing
        for pairing in await services.tournaments.games(item.id)
        if pairing.id in event.games and not pairing.result
    ]
    if not pairings:
        return None
    until = moment(datetime.fromtimestamp(event.until, UTC))
    lines = [
        t(texts.TOLD_OVERDUE, who=_called(t, item, notice), name=item.name, when=until),
        *phrases.pairing_lines(t, item, pairings, await services.tournaments.match_names(item.id)),
    ]
    return cards.overdue(t, item, pairings, lines, notice)


# ------------------------------------------------------------------------------------------ rounds and standings


@_posts(events.TournamentStarted)
async def _started(services: Services, t: Language, item: Tournament, notice: Notice[events.TournamentStarted]) -> Post:
    image = await _picture(services, t, item) if item.kind == "knock-out" else None
    lines = await _round_lines(services, t, item, notice.event.round)
    return cards.table(t, item, lines, image, lead=t(texts.TOLD_STARTED), notice=notice)


@_posts(events.RoundStarted)
async def _round(services: Services, t: Language, item: Tournament, notice: Notice[events.RoundStarted]) -> Post:
    number = notice.event.round
    lines, image = await _round_lines(services, t, item, number), await _picture(services, t, item)
    return cards.table(t, item, lines, image, lead=t(texts.TOLD_ROUND, round=number), notice=notice)


async def _round_lines(services: Services, t: Language, item: Tournament, number: int) -> list[str]:
    """Who plays whom in a round, or in all where they are played together."""
    pairings = await services.tournaments.games(item.id, None if item.at_once else number)
    lines = phrases.rounds(t, item, pairings[:PAGE], await services.tournaments.match_names(item.id))
    rest = len(pairings) - PAGE
    return [*lines, t.count(*texts.AND_MORE, rest)] if rest > 0 else lines


async def _picture(services: Services, t: Language, item: Tournament, slot: int = 0) -> Picture | None:
    """The bracket of a knock-out, of a large one the part of a ``slot``; or else the first page of the standings."""
    if item.kind == "knock-out":
        ties = await services.tournaments.bracket(item.id)
        part = pictures.bracket_part(item, ties, slot)
        return await pictures.bracket(services.images, t, item, ties, part=part) if ties else None
    lines = (await services.tournaments.standings(item.id))[:PAGE]
    return await pictures.standings(services.images, t, item, lines) if lines else None


async def _renewed(services: Services, notice: Notice[events.StandingsChanged], composed: Post) -> bool:
    """Bring the latest post of the standings up to date; False if there is none, or it is too old for that."""
    item = await services.tournaments.get(notice.event.tournament)
    if item.post is None or item.post[0] != notice.channel:
        return False
    channel, message = item.post
    if services.now() - discord.utils.snowflake_time(message) > FRESH:
        return False
    try:
        await (
            services.gateway.channel(channel)
            .get_partial_message(message)
            .edit(view=composed.view, attachments=composed.files(), allowed_mentions=composed.mentions())
        )
    except (discord.NotFound, discord.Forbidden):
        return False
    return True


async def _note_post(services: Services, notice: Notice[events.StandingsChanged], message: int) -> None:
    """Note where the standings were posted."""
    if notice.channel is not None:
        await services.tournaments.note_post(notice.event.tournament, notice.channel, message)


@_posts(events.StandingsChanged, edit=_renewed, posted=_note_post)
async def _standings(
    services: Services, t: Language, item: Tournament, notice: Notice[events.StandingsChanged]
) -> Post | None:
    if item.status != "running":
        return None
    games = await services.tournaments.games(item.id)
    if item.rounds and all(game.result is not None for game in games if game.round == item.round):
        return None  # the post of the next round, or of the end, follows at once and shows the standings
    latest = _latest(games)
    image = await _picture(services, t, item, latest[-1].slots[0] if latest else 0)
    lines = phrases.pairing_lines(t, item, latest, await services.tournaments.match_names(item.id))
    return cards.table(t, item, lines, image, lead=t(texts.TOLD_STANDINGS), notice=notice)


def _latest(pairings: Sequence[Pairing]) -> list[Pairing]:
    """The pairings that were decided last."""
    done = [
        (pairing.settled, pairing.id, pairing)
        for pairing in pairings
        if pairing.settled is not None and pairing.slots[1] is not None
    ]
    return [pairing for *_, pairing in sorted(done)][-MOST_LATEST:]


@_posts(events.TournamentFinished)
async def _finished(
    services: Services, t: Language, item: Tournament, notice: Notice[events.TournamentFinished]
) -> Post:
    standings = await services.tournaments.standings(item.id)
    first = [standing.entrant.user for standing in standings if standing.rank == 1]
    template = texts.TOLD_WINNER if len(first) == 1 else texts.TOLD_WINNERS
    lines = [
        *([t(template, who=phrases.listed(t, first))] if first else []),
        *([t(texts.TOLD_MET)] if notice.event.why == "met" else []),
        *phrases.standing_lines(t, item, standings[:PAGE]),
    ]
    return cards.table(
        t,
        item,
        lines,
        await _picture(services, t, item),
        lead=t(texts.TOLD_FINISHED),
        tail=t(texts.TIES[item.kind]),
        notice=notice,
        ping=first[:3],
    )
