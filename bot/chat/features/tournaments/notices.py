"""Posts about tournaments that announce, remind or ask something of members."""

from collections.abc import Sequence
from dataclasses import replace

from bot.chat.board import calls
from bot.chat.discord.components import Post, button
from bot.chat.features.tournaments import cards, phrases, texts
from bot.chat.features.tournaments.case import Case, E, posts
from bot.chat.features.tournaments.presses import AcceptPlace, CheckIn, DeclinePlace, ShowTournament
from bot.chat.language import phrases as shared_phrases, texts as shared
from bot.chat.language.i18n import Markup, mention
from bot.domain.tournaments import events
from bot.domain.tournaments.tournament import Entrant, Pairing
from bot.domain.values import NOBODY

# ------------------------------------------------------------------------------------ announcements


@posts(events.TournamentCreated, events.TournamentMoved)
async def compose_announcement(case: Case[events.TournamentEvent]) -> Post:
    """A tournament is announced, or begins at another time."""
    is_moved = isinstance(case.event, events.TournamentMoved)
    lead = case.t(texts.TOLD_MOVED if is_moved else texts.TOLD_CREATED)
    return await cards.announcement(case.services, case.t, case.item, case.notice, lead)


@posts(events.TournamentCancelled)
async def compose_cancelled(case: Case[events.TournamentCancelled]) -> Post:
    """A tournament is closed before its end, or cannot begin."""
    if case.event.why == "few":
        template = texts.TOLD_FEW
    elif case.item.round:
        template = texts.TOLD_ENDED
    else:
        template = texts.TOLD_CANCELLED
    return await case.card(case.line(template, title=case.item.title))


@posts(events.CheckInOpened)
async def compose_check_in(case: Case[events.CheckInOpened]) -> Post:
    """Entrants are to confirm that they will be there."""
    check_in = button(case.t.label(texts.CHECK_IN), CheckIn(case.item.id), "primary")
    outcome = "" if case.item.status == "checkin" else case.t(texts.PLACE_CLOSED)
    pings = case.event.several
    line = _reminder(case, pings, texts.TOLD_CHECKIN, title=case.item.title)
    return await case.card(line, check_in, ping=pings, asks="open", outcome=outcome)


@posts(events.RoundEnding)
async def compose_round_ending(case: Case[events.RoundEnding]) -> Post:
    """The time of a round is nearly over, and some matches are still played."""
    pings = case.event.several
    line = _reminder(case, pings, texts.TOLD_ENDING, round=case.event.round)
    lines = [line, *await _unfinished_matches(case)]
    pairings = ShowTournament(case.item.id, 0, "p")
    way_on = button(case.t.label(texts.PAIRINGS), pairings, "primary")
    return await case.card("\n".join(lines), way_on, ping=pings)


def _reminder(case: Case[E], pings: Sequence[int], template: str, **values: object) -> Markup:
    """A line that names several members, each of whom can so be pinged, and a moment."""
    names = case.t.listed([mention(user) for user in pings])
    return case.line(template, when=case.until(), left=case.until("R"), names=names, **values)


async def _unfinished_matches(case: Case[events.RoundEnding]) -> list[Markup]:
    """How the unfinished matches stand of those who are reminded, a line for each."""
    lines = list[Markup]()
    pings = set(case.event.pings)
    for game in await case.services.tournaments.games(case.item.id, case.event.round):
        if game.match is None or game.result is not None:
            continue
        match = replace(await case.services.matches.get(game.match), ends=case.event.ends)
        if pings.intersection(match.seats):
            status = Markup(shared_phrases.status(case.t, match))
            lines.append(case.t(shared.STATE_OF, name=match.name, state=status))
    return lines


# ------------------------------------------------------------------------------------ to one member


TO_ONE: dict[type[events.TournamentEvent], str] = {
    events.ByeGiven: texts.TOLD_BYE,
    events.EntrantPromoted: texts.TOLD_PROMOTED,
    events.EntrantReplaced: texts.TOLD_REPLACED,
    events.OrganiserChanged: texts.TOLD_ORGANISER,
    events.PlaceDeclined: texts.TOLD_PLACE_DECLINED,
}


@posts(*TO_ONE)
async def compose_to_one(case: Case[events.TournamentEvent]) -> Post:
    """One member is told of what has happened."""
    event = case.event
    template = TO_ONE[type(event)]
    if isinstance(event, events.PlaceDeclined) and _is_challenge(case, event.to):
        template = texts.TOLD_CHALLENGE_DECLINED
    fields = vars(event)
    names = {field: case.who(fields[field]) for field in ("to", "out") if field in fields}
    line = case.line(template, who=case.who_reads(), round=fields.get("round"), **names)
    ping = list[int]()
    if isinstance(event, events.EntrantReplaced) and case.notice.dm is None:
        ping = await _pings_of_replaced(case, event)
    return await case.card(line, ping=ping)


async def _pings_of_replaced(
    case: Case[events.TournamentEvent], event: events.EntrantReplaced
) -> list[int]:
    """Who comes in and, if they read notices in channels, who goes out: both read one post."""
    pings = [] if case.notice.ping is None else [case.notice.ping]
    settings = await case.services.members.settings(event.out)
    if settings.notices in ("channel", "both"):
        pings.append(event.out)
    return pings


@posts(events.DeadlineMoved)
async def compose_deadline_moved(case: Case[events.DeadlineMoved]) -> Post | None:
    """A match has more time because a player is away; nothing once it is over."""
    event = case.event
    match = replace(await case.services.matches.get(event.match), ends=event.ends)
    if match.status != "running":
        return None
    line = case.line(
        texts.TOLD_DEADLINE_MOVED,
        match=match.name,
        when=case.until(),
        who=shared_phrases.pinged(case.t, event.pings),
        away=case.who(event.away),
    )
    return await calls.call(case.services, case.t, match, case.notice, line)


@posts(events.PlaceOffered)
async def compose_offer(case: Case[events.PlaceOffered]) -> Post | None:
    """A place, or a game of a ladder, is offered to a member."""
    t = case.t
    item = case.item
    event = case.event
    place = _place(case)
    outcome = ""
    if item.finished is not None or place is None or place.offered_to != event.to:
        if not case.is_posted:
            return None
        outcome = t(await _answer_to_offer(case, place), who=case.who(event.to))
    template = texts.TOLD_CHALLENGED if _is_challenge(case, event.to) else texts.TOLD_OFFERED
    line = case.line(template, who=case.who(event.to), out=case.who(event.out), when=case.until())
    yes = button(t.label(shared.ACCEPT), AcceptPlace(item.id, event.slot), "success")
    no = button(t.label(shared.DECLINE), DeclinePlace(item.id, event.slot))
    return await case.card(line, yes, no, asks="open", outcome=outcome)


def _place(case: Case[events.PlaceOffered]) -> Entrant | None:
    """The place that is offered; None where it is gone."""
    for entrant in case.item.entrants:
        if entrant.slot == case.event.slot:
            return entrant
    return None


def _is_challenge(case: Case[E], user: int) -> bool:
    """Whether a ladder's challenge, not a place, is offered ``user`` a member."""
    return case.item.kind == "ladder" and case.item.entrant(user) is not None


async def _answer_to_offer(case: Case[events.PlaceOffered], place: Entrant | None) -> str:
    """The text that says what has become of an offer."""
    event = case.event
    if place is not None and place.user == event.to:
        return shared.CLOSED_YES
    if await _met_since(case):
        return shared.CLOSED_YES
    in_time = event.ends is not None and case.services.now() < event.ends
    if case.item.finished is not None or place is None or not in_time:
        return texts.PLACE_CLOSED
    was_declined = not place.gone and place.offered_to is None
    return shared.CLOSED_NO if was_declined else texts.PLACE_CLOSED


async def _met_since(case: Case[events.PlaceOffered]) -> bool:
    """Whether the two of a ladder's challenge have a game that ended since, or is being played."""
    lower = case.item.entrant(case.event.to)
    slots = {case.event.slot, None if lower is None else lower.slot}
    for game in await case.services.tournaments.games(case.item.id):
        if set(game.slots) != slots:
            continue
        if game.settled is None or game.settled > case.notice.created_at:
            return True
    return False


@posts(events.PairingsOverdue)
async def compose_overdue(case: Case[events.PairingsOverdue]) -> Post | None:
    """The organiser is asked to settle what was not played in time."""
    games = await case.services.tournaments.games(case.item.id)
    overdue = [pairing for pairing in games if pairing.id in case.event.games]
    open_pairings = [pairing for pairing in overdue if not pairing.result]
    if not open_pairings and not case.is_posted:
        return None
    line = case.line(texts.TOLD_OVERDUE, who=case.who_reads(), when=case.until())
    pairings = phrases.pairing_lines(
        case.t, case.item, overdue if case.is_posted else open_pairings
    )
    rows = cards.settling(case.t, case.item, open_pairings)
    outcome = "" if open_pairings else _who_settled(case, overdue[0])
    return await case.card("\n".join([line, *pairings]), rows=rows, asks="live", outcome=outcome)


def _who_settled(case: Case[events.PairingsOverdue], pairing: Pairing) -> Markup:
    """What has become of the question: who settled the pairing, and how."""
    answer = case.notice.answer
    if answer is None:
        return case.t(texts.PLACE_CLOSED)
    result = phrases.settled(case.t, case.item, pairing, pairing.result or "")
    return case.t(texts.OVERDUE_CLOSED, who=case.who(answer.user or NOBODY), result=result)
