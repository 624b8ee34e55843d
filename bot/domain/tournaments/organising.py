"""Changes that members make to a tournament: join, leave, organise it, and challenge others on a
ladder.
"""

from dataclasses import asdict, replace
from datetime import datetime, timedelta

from bot.domain.clocks import Clock
from bot.domain.errors import LimitReached, NotYours, Refused
from bot.domain.tournaments import events
from bot.domain.tournaments.contest import BlockableRequest, Contest, RefereeDecision
from bot.domain.tournaments.kinds import TournamentKind
from bot.domain.tournaments.kinds.base import seated
from bot.domain.tournaments.kinds.ladder import rungs
from bot.domain.tournaments.tournament import (
    LATE,
    OFFER,
    PAIRING_RESULTS,
    SEEDINGS,
    Entrant,
    Membership,
    Pairing,
    TournamentTerms,
)
from bot.domain.values import COMPUTER, Person

FARTHEST = timedelta(days=366)
REACH = 3  # rungs above one's own on which a member may be challenged
AGAIN = timedelta(days=7)  # the time after which the same two may meet again on a ladder
EARLY = ("signup", "checkin")
GOING = (*EARLY, "running")

_RANGES = {
    "players": (2, 256),
    "rounds": (0, 30),
    "cycles": (1, 2),
    "checkin": (0, 72),
    "days": (0, 60),
}


def check_terms(kind: TournamentKind, terms: TournamentTerms) -> None:
    """Raises Refused for impossible terms, naming the possible ones."""
    values = asdict(terms)
    for name, (lowest, highest) in _RANGES.items():
        if not lowest <= values[name] <= highest:
            raise Refused("{name} can be {least} to {most}", name=name, least=lowest, most=highest)
    if terms.players > kind.most:
        raise Refused("a round robin takes at most {most} players", most=kind.most)
    for name, choices in (("late", LATE), ("seeding", SEEDINGS)):
        if values[name] not in choices:
            raise Refused("{name} can be {choices}", name=name, choices=tuple(choices))
    if terms.handicap and terms.pairs:
        raise Refused("a handicap is for one side of a match; choose that or pairs of matches")


def check_clock(kind: TournamentKind, terms: TournamentTerms, clock: Clock, *, rated: bool) -> None:
    """Raises Refused where a tournament might never end, or needs a clock to be rated."""
    if clock:
        return
    if kind.endless or not terms.days:
        raise Refused("a tournament needs a time limit or days per round, or it might never end")
    if rated:
        raise Refused(
            "a rated tournament needs a time limit, such as 3d per turn; choose one, or make it "
            "unrated"
        )


def check_start(starts: datetime, now: datetime) -> None:
    """Raises Refused for a start in the past or too far away."""
    if starts <= now:
        raise Refused("the start must be in the future")
    if starts - now > FARTHEST:
        raise Refused("the start can be at most {most} days from now", most=FARTHEST.days)


def join(contest: Contest, who: Person) -> None:
    """Take part, or wait for a place if the list is full."""
    tournament = contest.tournament
    is_ladder = contest.kind.endless
    if is_ladder:
        contest.only_while("running")
    else:
        contest.only_while(*EARLY)
    if who.id <= COMPUTER:
        raise Refused("only people can play")
    if tournament.entrant(who.id) is not None:
        raise Refused("you’re already in {name}", name=contest.name)
    if is_ladder:
        _join_ladder(contest, who)
    else:
        _sign_up(contest, who)


def _join_ladder(contest: Contest, who: Person) -> None:
    """Take the lowest rung."""
    tournament = contest.tournament
    if len(contest.inside) >= tournament.terms.players:
        raise LimitReached(
            "{name} is full; the limit is {most} players",
            name=contest.name,
            most=len(contest.inside),
        )
    former = next((entrant for entrant in tournament.entrants if entrant.user == who.id), None)
    if former is not None and not _has_played(contest, former):
        contest.replace_entrant(replace(former, status="in", name=who.name, joined_at=contest.now))
        return
    # A member who has played gets a new slot, so that others keep the rungs they won.
    slot = _next_slot(contest)
    _add_entrant(contest, Entrant(slot, who.id, who.name, "in", False, slot, contest.now))


def _sign_up(contest: Contest, who: Person) -> None:
    """Take part from the start, or wait if the list is full."""
    tournament = contest.tournament
    places = tournament.terms.players
    status: Membership = "waiting" if len(contest.inside) >= places else "in"
    # Joining while the check-in is open counts as checked in.
    has_checked_in = tournament.status == "checkin"
    slot = _next_slot(contest)
    _add_entrant(contest, Entrant(slot, who.id, who.name, status, has_checked_in, 0, contest.now))
    if status == "in" and tournament.starts is None and len(contest.inside) == places:
        contest.wake()  # it begins once the list is full


def _has_played(contest: Contest, entrant: Entrant) -> bool:
    return any(entrant.slot in pairing.slots for pairing in contest.pairings)


def _next_slot(contest: Contest) -> int:
    return max((entrant.slot for entrant in contest.tournament.entrants), default=0) + 1


def _add_entrant(contest: Contest, entrant: Entrant) -> None:
    tournament = contest.tournament
    contest.tournament = replace(tournament, entrants=(*tournament.entrants, entrant))


def check_in(contest: Contest, who: Person) -> None:
    """Confirm to be there for the start."""
    entrant = contest.entrant(who.id)
    if contest.tournament.status == "signup":
        raise Refused("check-in for {name} isn’t open yet", name=contest.name)
    contest.only_while("checkin")
    contest.replace_entrant(replace(entrant, checked=True, name=who.name))


def leave(contest: Contest, user: int) -> None:
    """Withdraw. Running games are lost, and those to come."""
    contest.only_while(*GOING)
    _go_out(contest, contest.entrant(user), "out")


def remove(contest: Contest, actor: int, user: int, moderator: bool = False) -> None:
    """Withdraw a member, for the organiser."""
    contest.only_organiser(actor, moderator, *GOING)
    _go_out(contest, contest.entrant(user, asks=False), "removed")


def _go_out(contest: Contest, entrant: Entrant, status: Membership) -> None:
    contest.follow_up = "sweep"
    if contest.tournament.status == "running":
        contest.replace_entrant(replace(entrant, status=status))
        contest.wake()
        return
    other_entrants = tuple(other for other in contest.tournament.entrants if other != entrant)
    contest.tournament = replace(contest.tournament, entrants=other_entrants)
    if entrant.status == "in":
        contest.promote()


def offer_place(
    contest: Contest, actor: int, old_member: int, person: Person, moderator: bool = False
) -> None:
    """Offer somebody a member's place with its results, also of one who has left; it is theirs once
    they accept.
    """
    contest.only_organiser(actor, moderator, *GOING)
    if person.id <= COMPUTER:
        raise Refused("only people can play")
    if contest.tournament.entrant(person.id) is not None:
        raise Refused("{other} is already in {name}", other=person.name, name=contest.name)
    entrants = contest.tournament.entrants
    places = [
        entrant
        for entrant in entrants
        if entrant.user == old_member and entrant.status != "waiting"
    ]
    if not places:
        raise Refused("this member isn’t in {name}", name=contest.name)
    if any(entrant.open_offer(person.id, contest.now) for entrant in entrants):
        raise Refused("{other} has already been asked and hasn’t answered yet", other=person.name)
    contest.request = BlockableRequest(actor, person)
    _offer(contest, places[-1], person.id)


def _offer(contest: Contest, place: Entrant, user: int) -> None:
    """Ask a member to take a place or, of a ladder's player, to accept the challenge of who has
    it.
    """
    contest.replace_entrant(replace(place, offered_to=user, offered_at=contest.now))
    contest.wake()
    expiry = int((contest.now + OFFER).timestamp())
    contest.announce(
        events.PlaceOffered(contest.id, slot=place.slot, to=user, out=place.user, until=expiry),
        ping=user,
    )


def accept_place(contest: Contest, slot: int, who: Person) -> None:
    """Take an offered place, or a ladder's challenge.

    Games up to turn two begin again, others are lost.
    """
    place = _offered(contest, slot, who)
    if contest.tournament.challenged(place):
        me, other = _may_meet(contest, place.user, who.id, asks=False)
        contest.replace_entrant(_unoffered(me))
        board = max((pairing.board for pairing in contest.pairings), default=0) + 1
        contest.pair([Pairing(1, board, seated(contest.meetings, other.slot, me.slot))])
        contest.wake()
        contest.follow_up = "all"
        return
    if contest.tournament.entrant(who.id) is not None:
        raise Refused("you’re already in {name}", name=contest.name)
    contest.replace_entrant(
        replace(_unoffered(place), user=who.id, name=who.name, status="in", checked=True)
    )
    contest.wake()
    contest.follow_up = "all"
    contest.announce(events.EntrantReplaced(contest.id, to=who.id, out=place.user), ping=who.id)


def decline_place(contest: Contest, slot: int, who: Person) -> None:
    """Decline an offered place or a ladder's challenge; the organiser or the challenger is
    notified.
    """
    place = _offered(contest, slot, who)
    asker = place.user if contest.tournament.challenged(place) else contest.tournament.organiser.id
    contest.replace_entrant(_unoffered(place))
    event = events.PlaceDeclined(contest.id, to=who.id, out=place.user)
    contest.announce(event, ping=asker if asker > COMPUTER else None)


def _offered(contest: Contest, slot: int, who: Person) -> Entrant:
    """The place that a member may accept. Raises NotYours, Refused."""
    contest.only_while(*GOING)
    place = next((entrant for entrant in contest.tournament.entrants if entrant.slot == slot), None)
    if place is not None and place.offered_to not in (None, who.id):
        raise NotYours("this offer in {name} is for somebody else", name=contest.name)
    if place is None or not place.open_offer(who.id, contest.now):
        raise NotYours("this offer in {name} is no longer open", name=contest.name)
    return place


def _unoffered(place: Entrant) -> Entrant:
    return replace(place, offered_to=None, offered_at=None)


def hand_over(contest: Contest, actor: int, person: Person, moderator: bool = False) -> None:
    """Make somebody else the organiser."""
    contest.only_organiser(actor, moderator)
    if person.id <= COMPUTER:
        raise Refused("only people can organise tournaments")
    contest.request = BlockableRequest(actor, person)
    contest.tournament = replace(contest.tournament, organiser=person)
    contest.announce(events.OrganiserChanged(contest.id), ping=person.id)


def start(contest: Contest, actor: int, moderator: bool = False) -> None:
    """Begin now with those who signed up or, once the check-in is open, checked in."""
    contest.only_organiser(actor, moderator, *EARLY)
    tournament = contest.tournament
    present = contest.inside
    if tournament.status == "checkin":
        present = [entrant for entrant in present if entrant.checked]
    if len(present) < 2:
        raise Refused("a tournament needs at least two players")
    terms = replace(tournament.terms, checkin=0)
    contest.tournament = replace(tournament, starts=contest.now, wake=contest.now, terms=terms)
    contest.follow_up = "all"


def move(contest: Contest, actor: int, starts: datetime, moderator: bool = False) -> None:
    """Change the announced start before the check-in opens."""
    contest.only_organiser(actor, moderator)
    if contest.tournament.status == "checkin":
        raise Refused(
            "check-in for {name} is open, so its start can’t be changed", name=contest.name
        )
    contest.only_while("signup")
    check_start(starts, contest.now)
    contest.tournament = replace(contest.tournament, starts=starts, wake=contest.now)
    contest.announce(events.TournamentMoved(contest.id))


def may_close(contest: Contest, actor: int, moderator: bool = False) -> None:
    """Raises NotYours, Refused unless a member may close the tournament."""
    contest.only_organiser(actor, moderator, *GOING)


def cancel(contest: Contest, actor: int, moderator: bool = False) -> None:
    """Close a tournament early; a closed ladder keeps its order.

    Its matches go on as friendly ones.
    """
    may_close(contest, actor, moderator)
    if contest.kind.endless:
        contest.end(events.TournamentFinished(contest.id, why="organiser"))
    else:
        contest.end(events.TournamentCancelled(contest.id, why="organiser"))


def challenge(contest: Contest, who: Person, target: int) -> None:
    """Challenge a member on one of the next higher rungs of a ladder; the match begins once they
    accept.
    """
    me, other = _may_meet(contest, who.id, target)
    if contest.tournament.challenged(me) and me.open_offer(me.offered_to or 0, contest.now):
        raise Refused("your latest challenge on {name} isn’t answered yet", name=contest.name)
    contest.request = BlockableRequest(who.id, Person(target, other.name))
    _offer(contest, me, target)


def _may_meet(
    contest: Contest, lower: int, upper: int, *, asks: bool = True
) -> tuple[Entrant, Entrant]:
    """The places of two members of a ladder, the lower one first, who may play now.

    Raises Refused.
    """
    if not contest.kind.endless:
        raise Refused("{name} isn’t a ladder; pairings are made for you", name=contest.name)
    contest.only_while("running")
    me = contest.entrant(lower, asks=asks)
    other = contest.entrant(upper, asks=False)
    order = rungs(contest.tournament.entrants, contest.meetings)
    if not 1 <= order.index(me.slot) - order.index(other.slot) <= REACH:
        raise Refused(
            "you can only challenge the {count} players above you on the ladder", count=REACH
        )
    for pairing in contest.pairings:
        if pairing.result is None and me.slot in pairing.slots:
            raise Refused("finish your current match on this ladder first")
        if pairing.result is None and other.slot in pairing.slots:
            raise Refused(
                "{other} is already playing on this ladder; wait until that match is over",
                other=other.name,
            )
        if pairing.settled is None or contest.now - pairing.settled >= AGAIN:
            continue
        if _is_of(contest, pairing, me, other):
            raise Refused("you’ve played each other within the last {days} days", days=AGAIN.days)
    return me, other


def _is_of(contest: Contest, pairing: Pairing, entrant: Entrant, other: Entrant) -> bool:
    """Whether two entrants have met in a pairing."""
    if set(pairing.slots) == {entrant.slot, other.slot}:
        return True
    # By member, too: who leaves and comes back gets another slot.
    users = {place.user for place in contest.players(pairing)}
    return users == {entrant.user, other.user}


def clear_title(contest: Contest) -> None:
    """Give a tournament the name of its game as title, for managers of the server."""
    item = contest.tournament
    contest.tournament = replace(item, title=item.game.name)
    contest.announce(events.CalendarDue(contest.id))


def settle(contest: Contest, actor: int, game: int, result: str, moderator: bool = False) -> None:
    """Give a game the organiser's result. Raises Refused once the next round is paired by it."""
    if result not in PAIRING_RESULTS:
        raise Refused("the result can be {choices}", choices=PAIRING_RESULTS)
    contest.only_organiser(actor, moderator, "running")
    pairing = next((pairing for pairing in contest.pairings if pairing.id == game), None)
    if pairing is None or pairing.slots[1] is None:
        raise Refused("there’s no such match in {name}", name=contest.name)
    if contest.kind.fixed and (
        pairing.round != contest.tournament.round or _is_replayed(contest, pairing)
    ):
        raise Refused("the next round is already paired, so this result can’t be changed")
    contest.decision = RefereeDecision(game, actor)
    settled_at = None if pairing.result is None else pairing.settled
    contest.result(pairing, result, "settled", settled_at)


def _is_replayed(contest: Contest, pairing: Pairing) -> bool:
    """Whether a game, or the pair that it is of, was played once more."""
    last_leg = pairing.leg
    if contest.tournament.terms.pairs:
        last_leg += pairing.leg % 2
    return any(
        (other.round, other.board) == (pairing.round, pairing.board) and other.leg > last_leg
        for other in contest.pairings
    )
