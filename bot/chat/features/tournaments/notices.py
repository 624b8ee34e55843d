"""Posts about tournaments: rounds, results, byes, overdue games; the post of the standings is kept
up to date.
"""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Generic, TypeAlias, TypeVar

import discord

from bot.chat.board import calls
from bot.chat.board.links import OpenTournament
from bot.chat.discord.components import (
    AMBER,
    GREY,
    Asks,
    Button,
    Post,
    Row,
    beside,
    button,
    post,
    row,
)
from bot.chat.discord.delivery.composers import Edit, Posted
from bot.chat.discord.gateway.refusals import Request, unless_refused
from bot.chat.discord.services import Services
from bot.chat.features.tournaments import cards, feature, phrases, pictures, texts
from bot.chat.features.tournaments.cards import PAGE
from bot.chat.features.tournaments.presses import AcceptPlace, CheckIn, DeclinePlace, ShowTournament
from bot.chat.language import phrases as shared_phrases, texts as shared
from bot.chat.language.i18n import Language, Markup, mention, moment
from bot.chat.pictures.picture import Picture
from bot.domain.errors import NotFound
from bot.domain.events import Notice
from bot.domain.tournaments import events
from bot.domain.tournaments.tournament import Entrant, Pairing, Tournament
from bot.domain.values import NOBODY

# an older post is not edited: Discord rarely allows that, and nobody sees it
FRESH = timedelta(hours=1)
MOST_LATEST = 5  # latest results below the standings

E = TypeVar("E", bound=events.TournamentEvent)


@dataclass(frozen=True, slots=True)
class Case(Generic[E]):
    """A notice to be posted, with its tournament."""

    services: Services
    t: Language
    item: Tournament
    notice: Notice[E]

    @property
    def event(self) -> E:
        """The event that the notice is about."""
        return self.notice.event

    def who(self, user: int | None = None) -> Markup:
        """The name of a member; without one, of the member pinged, else of the organiser."""
        pinged = self.item.organiser.id if self.notice.ping is None else self.notice.ping
        return shared_phrases.who(self.t, pinged if user is None else user)

    def line(self, template: str, **values: object) -> Markup:
        """A sentence about the tournament."""
        return self.t(template, name=self.item.name, **values)

    def until(self, style: str = "f") -> Markup:
        """The moment until which the event matters."""
        assert self.event.ends is not None
        return moment(self.event.ends, style)

    async def card(
        self,
        line: str,
        *buttons: Button,
        rows: Sequence[Row | None] = (),
        ping: Sequence[int] = (),
        asks: Asks = "",
        closed: str = "",
    ) -> Post:
        """A card for members: why they get it, the tournament with a board, ``rows`` and
        ``buttons``, by default one that shows its matches.

        ``closed``: see ``calls.call``.
        """
        t = self.t
        item = self.item
        open_yet = bool(rows or buttons) and not closed
        image = await self.services.images.start(item.game, item.options, say=t.say)
        terms = phrases.title(t, item), phrases.terms(t, item), phrases.small_print(t, item)
        about = beside(image, line, *terms, closed or None)
        colour = AMBER if open_yet else GREY
        way_on = button(t.label(texts.PAIRINGS), ShowTournament(item.id, 0, "p"))
        if not item.round and item.kind != "ladder":
            way_on = button(item.name, OpenTournament(item.id))
        shown = [*rows, row(*buttons or (way_on,))] if open_yet else [row(way_on)]
        return post(
            about,
            *shown,
            colour=colour,
            ping=ping,
            notice=self.notice,
            asks=asks if open_yet else "",
        )


Compose: TypeAlias = Callable[[Case[E]], Awaitable[Post | None]]


def _posts(
    *kinds: type[E], edit: Edit[E] | None = None, posted: Posted[E] | None = None
) -> Callable[[Compose[E]], Compose[E]]:
    """Register the function that composes the posts of events; there are none once the tournament
    is deleted.
    """

    def register(compose: Compose[E]) -> Compose[E]:
        @feature.composes(*kinds, edit=edit, posted=posted, instead=_channel)
        async def composed(services: Services, t: Language, notice: Notice[E]) -> Post | None:
            try:
                item = await services.tournaments.get(notice.event.tournament)
            except NotFound:
                return None
            t.names = shared_phrases.names_for(
                notice.dm, ((entrant.user, entrant.name) for entrant in item.entrants)
            )
            return await compose(Case(services, t, item, notice))

        return compose

    return register


async def _channel(services: Services, notice: Notice[events.TournamentEvent]) -> int | None:
    """The channel for a notice whose direct message is refused."""
    return (await services.tournaments.get(notice.event.tournament)).channel


# ------------------------------------------------------------------------------------ announcements


@_posts(events.TournamentCreated, events.TournamentMoved)
async def _announced(case: Case[events.TournamentEvent]) -> Post:
    lead = (
        texts.TOLD_MOVED if isinstance(case.event, events.TournamentMoved) else texts.TOLD_CREATED
    )
    return await cards.announcement(case.services, case.t, case.item, case.notice, case.t(lead))


@_posts(events.TournamentCancelled)
async def _cancelled(case: Case[events.TournamentCancelled]) -> Post:
    closed = texts.TOLD_ENDED if case.item.round else texts.TOLD_CANCELLED
    template = texts.TOLD_FEW if case.event.why == "few" else closed
    return await case.card(case.line(template, title=case.item.title))


@_posts(events.CheckInOpened)
async def _check_in(case: Case[events.CheckInOpened]) -> Post:
    way_on = button(case.t.label(texts.CHECK_IN), CheckIn(case.item.id), "primary")
    closed = "" if case.item.status == "checkin" else case.t(texts.PLACE_CLOSED)
    return await _reminder(case, (), texts.TOLD_CHECKIN, way_on, closed, title=case.item.title)


@_posts(events.RoundEnding)
async def _ending(case: Case[events.RoundEnding]) -> Post:
    way_on = button(case.t.label(texts.PAIRINGS), ShowTournament(case.item.id, 0, "p"), "primary")
    playing = list[str]()
    for game in await case.services.tournaments.games(case.item.id, case.event.round):
        if game.match is not None and game.result is None:
            match = replace(await case.services.matches.get(game.match), ends=case.event.ends)
            if set(match.seats) & set(case.event.pings):
                playing.append(
                    case.t(
                        shared.STATE_OF,
                        name=match.name,
                        state=Markup(shared_phrases.status(case.t, match)),
                    )
                )
    return await _reminder(case, playing, texts.TOLD_ENDING, way_on, round=case.event.round)


async def _reminder(
    case: Case[E],
    more: Sequence[str],
    template: str,
    way_on: Button,
    closed: str | None = None,
    **values: object,
) -> Post:
    """A post that pings several before a moment.

    ``more``: lines below; ``closed``: None if it asks nothing.
    """
    pings = case.event.several
    names = case.t.listed([*map(mention, pings)])  # all, so that each can be pinged
    line = case.line(template, when=case.until(), left=case.until("R"), names=names, **values)
    asks: Asks = "" if closed is None else "open"
    return await case.card(
        "\n".join([line, *more]), way_on, ping=pings, asks=asks, closed=closed or ""
    )


# ------------------------------------------------------------------------------------ to one member


TO_ONE: dict[type[events.TournamentEvent], str] = {
    events.ByeGiven: texts.TOLD_BYE,
    events.EntrantPromoted: texts.TOLD_PROMOTED,
    events.EntrantReplaced: texts.TOLD_REPLACED,
    events.OrganiserChanged: texts.TOLD_ORGANISER,
    events.PlaceDeclined: texts.TOLD_PLACE_DECLINED,
}


@_posts(*TO_ONE)
async def _to_one(case: Case[events.TournamentEvent]) -> Post:
    event = case.event
    declined = isinstance(event, events.PlaceDeclined) and _challenges(case, event.to)
    template = texts.TOLD_CHALLENGE_DECLINED if declined else TO_ONE[type(event)]
    says = {name: case.who(user) for name, user in vars(event).items() if name in ("to", "out")}
    line = case.line(template, who=case.who(), round=vars(event).get("round"), **says)
    ping = list[int]()
    # both read the same post
    if isinstance(event, events.EntrantReplaced) and case.notice.dm is None:
        wanted = (await case.services.members.settings(event.out)).notices in ("channel", "both")
        ping = [
            user for user in (case.notice.ping, event.out if wanted else None) if user is not None
        ]
    return await case.card(line, ping=ping)


@_posts(events.DeadlineMoved)
async def _deadline_moved(case: Case[events.DeadlineMoved]) -> Post | None:
    match = replace(await case.services.matches.get(case.event.match), ends=case.event.ends)
    if match.status != "running":
        return None
    who = shared_phrases.pinged(case.t, case.event.pings)
    says = {
        "match": match.name,
        "when": case.until(),
        "who": who,
        "away": case.who(case.event.away),
    }
    line = case.line(texts.TOLD_DEADLINE_MOVED, **says)
    return await calls.call(case.services, case.t, match, case.notice, line)


@_posts(events.PlaceOffered)
async def _offered(case: Case[events.PlaceOffered]) -> Post | None:
    t = case.t
    item = case.item
    event = case.event
    place = next((entrant for entrant in item.entrants if entrant.slot == event.slot), None)
    template = texts.TOLD_CHALLENGED if _challenges(case, event.to) else texts.TOLD_OFFERED
    line = case.line(template, who=case.who(event.to), out=case.who(event.out), when=case.until())
    closed = ""
    if item.finished is not None or place is None or place.offered_to != event.to:
        if case.notice.message is None:
            return None
        closed = t(await _answered(case, place), who=case.who(event.to))
    yes = button(t.label(texts.ACCEPT_PLACE), AcceptPlace(item.id, event.slot), "success")
    no = button(t.label(texts.DECLINE_PLACE), DeclinePlace(item.id, event.slot))
    return await case.card(line, yes, no, asks="open", closed=closed)


def _challenges(case: Case[E], to: int) -> bool:
    """Whether it is a ladder's challenge, not a place, that is offered ``to`` a member or declined
    by them.
    """
    return case.item.kind == "ladder" and case.item.entrant(to) is not None


async def _answered(case: Case[events.PlaceOffered], place: Entrant | None) -> str:
    """The text that says what has become of an offer."""
    item, event, lower = case.item, case.event, case.item.entrant(case.event.to)
    slots = {event.slot, None if lower is None else lower.slot}
    met = [
        game for game in await case.services.tournaments.games(item.id) if set(game.slots) == slots
    ]
    since = any(game.settled is None or game.settled > case.notice.created for game in met)
    if since or (place is not None and place.user == event.to):
        return shared.CLOSED_YES
    open_yet = (
        item.finished is None and place is not None and not place.gone and place.offered_to is None
    )
    in_time = event.ends is not None and case.services.now() < event.ends
    return shared.CLOSED_NO if open_yet and in_time else texts.PLACE_CLOSED


@_posts(events.PairingsOverdue)
async def _overdue(case: Case[events.PairingsOverdue]) -> Post | None:
    games = await case.services.tournaments.games(case.item.id)
    asked = [pairing for pairing in games if pairing.id in case.event.games]
    left = [pairing for pairing in asked if not pairing.result]
    if not left and case.notice.message is None:
        return None
    lines = phrases.pairing_lines(case.t, case.item, asked if case.notice.message else left)
    line = case.line(texts.TOLD_OVERDUE, who=case.who(), when=case.until())
    rows = cards.settling(case.t, case.item, left)
    closed = "" if left else case.t(texts.PLACE_CLOSED)
    if not left and case.notice.answer is not None:
        result = phrases.settled(case.t, case.item, asked[0], asked[0].result or "")
        by = case.notice.answer[1]
        closed = case.t(texts.OVERDUE_CLOSED, who=case.who(by or NOBODY), result=result)
    return await case.card("\n".join([line, *lines]), rows=rows, asks="live", closed=closed)


# ----------------------------------------------------------------------------- rounds and standings


@_posts(events.TournamentStarted, events.RoundStarted)
async def _round(case: Case[events.RoundEvent]) -> Post | None:
    """The pairings of a round, or of all that are played together; None for one that nobody plays
    in.
    """
    t = case.t
    item = case.item
    number = case.event.round
    first = isinstance(case.event, events.TournamentStarted)
    pairings = await case.services.tournaments.games(item.id, None if item.at_once else number)
    if (
        not first
        and item.round > number
        and all(pairing.how in ("forfeit", "bye") for pairing in pairings)
    ):
        return None  # nobody plays in it, and the next one has its own card
    lines = phrases.rounds(t, item, pairings[:PAGE])
    rest = len(pairings) - PAGE
    if rest > 0:
        lines.append(t.count(*texts.AND_MORE, rest))
    board = first and item.kind != "knock-out"
    start = await case.services.images.start(item.game, item.options, say=t.say) if board else None
    image = None if board else await _picture(case)
    told = texts.TOLD_FINAL if phrases.final(item, number) else texts.TOLD_ROUND
    lead = t(texts.TOLD_STARTED if first else told, round=number)
    if item.round > number:  # the next one began at once, and its own card says until when
        item = replace(item, round=number, ends=None)
    return cards.table(t, item, lines, image, lead=lead, start=start, notice=case.notice)


async def _picture(case: Case[E], slot: int = 0) -> Picture | None:
    """The bracket of a knock-out, of a large one the part of a ``slot``; else the first page of the
    standings.
    """
    service = case.services.tournaments
    images = case.services.images
    t = case.t
    item = case.item
    if item.kind == "knock-out":
        ties = await service.bracket(item.id)
        part = pictures.bracket_part(item, ties, slot)
        return await pictures.bracket(images, t, item, ties, part=part) if ties else None
    lines = (await service.standings(item.id))[:PAGE]
    return await pictures.standings(images, t, item, lines) if lines else None


async def _edited(
    services: Services, notice: Notice[events.StandingsChanged], composed: Post
) -> bool:
    """Edit the latest post of the standings; False if there is none, or it is too old."""
    item = await services.tournaments.get(notice.event.tournament)
    if item.post is None or item.post[0] != notice.channel:
        return False
    channel, message = item.post
    if services.now() - discord.utils.snowflake_time(message) > FRESH:
        return False
    latest = services.gateway.channel(channel).get_partial_message(message)
    edit = latest.edit(
        view=composed.view, attachments=composed.files(), allowed_mentions=composed.mentions
    )
    return await unless_refused(edit, Request.CHANGE) is not None


async def _note_post(
    services: Services, notice: Notice[events.StandingsChanged], message: int
) -> None:
    if notice.channel is not None:
        await services.tournaments.note_post(notice.event.tournament, notice.channel, message)


@_posts(events.StandingsChanged, edit=_edited, posted=_note_post)
async def _standings(case: Case[events.StandingsChanged]) -> Post | None:
    t = case.t
    item = case.item
    if item.status != "running":
        return None
    games = await case.services.tournaments.games(item.id)
    latest = _latest(games)
    now = [game for game in games if game.round == item.round]
    last = latest[-1].round if latest and not item.at_once else item.round
    if item.rounds and (last < item.round or all(game.result is not None for game in now)):
        # the post of the next round, or of the end, follows at once and shows the standings
        return None
    image = await _picture(case, latest[-1].slots[0] if latest else 0)
    lines = phrases.pairing_lines(t, item, latest, games)
    return cards.table(t, item, lines, image, lead=t(texts.TOLD_STANDINGS), notice=case.notice)


def _latest(pairings: Sequence[Pairing]) -> list[Pairing]:
    """The pairings decided last, the oldest of them first."""
    done = [
        (pairing.settled, pairing.id, pairing)
        for pairing in pairings
        if pairing.settled and pairing.slots[1]
    ]
    return [pairing for *_, pairing in sorted(done)][-MOST_LATEST:]


@_posts(events.TournamentFinished)
async def _finished(case: Case[events.TournamentFinished]) -> Post:
    t = case.t
    item = case.item
    standings = await case.services.tournaments.standings(item.id)
    first = [
        standing.entrant.user
        for standing in standings
        if standing.rank == 1 and not standing.entrant.gone
    ]
    ladder = item.kind == "ladder"
    template = (
        texts.TOLD_TOP if ladder else texts.TOLD_WINNER if len(first) == 1 else texts.TOLD_WINNERS
    )
    lines = phrases.standing_lines(t, item, standings[:PAGE])
    if case.event.why == "met":
        lines.insert(0, t(texts.TOLD_MET))
    if first:
        lines.insert(0, t(template, who=phrases.listed(t, first)))
    lead = t(texts.TOLD_CLOSED if ladder else texts.TOLD_FINISHED)
    tail = None if ladder else t(texts.TIES[item.kind])
    image = await _picture(case)
    return cards.table(
        t, item, lines, image, lead=lead, tail=tail, notice=case.notice, ping=first[:3]
    )
