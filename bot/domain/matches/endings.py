"""How matches end: resigned, called off, claimed, or settled by others; and players who leave and come back."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

from bot.domain.errors import Refused
from bot.domain.matches.events import MatchFinished, MatchStopped, MoreTimeGiven, PlayerLeft
from bot.domain.matches.match import Addressed, Changed, Draft, Match, other_than

NO_RESULT = ("aborted", "abandoned", "adjourned")
"""Reasons of matches that end without a result."""
CLAIMS = ("win", "draw", "time", "close")
GIVEN_UP = ("resigned", "agreed", "time", "left", "deleted")
"""Reasons for which a rated match that has hardly begun is called off."""
GRACE = timedelta(days=1)
"""How long a player must have left the server before the opponent may claim."""


def ended(match: Match, *, winner: int | None, reason: str, by: int | None, start: int | None = None) -> Changed:
    """The end of a match, told to the player who did not end it; ``start``: the ply at which the last post begins.

    A rated match that is too short to tell anything of strength is called off, or ends unrated where it was decided on
    the board or for a tournament.
    """
    rated = match.rated and match.counts_for_rating
    if match.rated and not rated and match.tournament is None and reason in GIVEN_UP:
        winner, reason = None, "aborted"
    over = replace(
        match,
        rated=rated,
        status="aborted" if reason in NO_RESULT else "finished",
        winner=winner,
        reason=reason,
        finished=match.now,
        version=match.version + 1,
        draft=Draft((match.state,)),
        explorations=(match.explorations[0].lapsed(), match.explorations[1].lapsed()),
        time=match.time.stopped(match.to_move if start is None else None, match.now),
        draw_offer=None,
        takeback_asked=None,
        pause_asked=None,
        abandon_asked=None,
    )
    ply = match.state.ply
    event = MatchFinished(version=over.version, start=ply if start is None else start, end=ply, by=by)
    return Changed(over, (Addressed(event, other_than(match, by)),))


def settled(match: Match, *, winner: int | None, reason: str, by: int | None, rated: bool = False) -> Changed:
    """End a match from outside, such as by the organiser of a tournament; ``aborted``: called off. Raises Over.

    ``rated``: it counts for ratings if the players have agreed to that, because one of them has brought the end about.
    """
    if match.status != "running":
        raise match.over()
    return ended(replace(match, rated=match.rated and rated), winner=winner, reason=reason, by=by)


def resign(match: Match, user: int, version: int | None = None) -> Changed:
    """Give a match up; the other player wins."""
    seat = match.player(user, version)
    return ended(match, winner=1 - seat, reason="resigned", by=user)


def abort(match: Match, user: int, version: int | None = None) -> Changed:
    """Call a match off before each side has made a turn; nobody wins."""
    match.player(user, version)
    if match.state.turn > 2:
        raise Refused(
            "you have both moved, so {name} can’t be aborted any more; you can resign or offer a draw", name=match.name
        )
    return ended(match, winner=None, reason="aborted", by=user)


def forget(match: Match, user: int) -> Changed:
    """A player has their data deleted: called off before both have moved, else won by the other one."""
    seat = match.player(user)
    if match.state.turn <= 2:
        return ended(match, winner=None, reason="aborted", by=user)
    return ended(match, winner=1 - seat, reason="deleted", by=user)


def claim(match: Match, user: int, what: str, version: int | None = None) -> Changed:
    """Settle a match whose other player is out of time, or has left a day ago.

    ``what``: ``win``, ``draw``, give more ``time``; or ``close``, only where the player has left: no result.
    """
    if what not in CLAIMS:
        raise Refused("a claim can be win, draw, time or close")
    seat = match.player(user, version)
    left = match.gone == 1 - seat
    late = match.overdue and match.to_move != seat
    if match.to_move == seat and (not left or what == "time"):
        raise Refused("it’s your turn in {name}, so there’s nothing to claim", name=match.name)
    if match.to_move == seat and match.overdue:
        raise Refused("you’re out of time yourself in {name}; make your move", name=match.name)
    if not late and not left:
        if not match.clock:
            raise Refused("{name} has no time limit, so there’s nothing to claim", name=match.name)
        raise Refused("{other} still has time in {name}", other=match.names[1 - seat], name=match.name)
    if left and not late and match.gone_since is not None and match.gone_since + GRACE > match.now:
        raise Refused(
            "{other} left {name} less than a day ago; you can claim a day after they left",
            other=match.names[1 - seat],
            name=match.name,
        )
    if what == "time":
        return _more_time(match, user, 1 - seat)
    if what == "close" and not left:
        raise Refused("your opponent hasn’t left, so you can only claim the win, a draw, or give more time")
    reason = "aborted" if what == "close" else "time" if late else "left"
    return ended(match, winner=seat if what == "win" else None, reason=reason, by=user)


def _more_time(match: Match, user: int, seat: int) -> Changed:
    if match.due is None:
        raise Refused("{name} has no time limit; just wait", name=match.name)
    longer = replace(match, time=match.time.extended(seat, match.now, match.vacations[seat]))
    assert longer.due is not None
    event = MoreTimeGiven(version=match.version, by=user, due=int(longer.due.timestamp()))
    return Changed(longer, (Addressed(event, match.seats[seat]),))


def stopped(match: Match) -> Changed:
    """Who manages the server ends a match: it has no result. Raises Over, Refused."""
    if match.status != "running":
        raise match.over()
    if match.tournament is not None:
        raise Refused("{name} is a tournament match; decide it with /tournament settle", name=match.name)
    over = ended(match, winner=None, reason="aborted", by=None).match
    event = MatchStopped(version=over.version)
    return Changed(over, tuple(Addressed(event, seat) for seat in match.seats))


def undone(match: Match) -> Changed:
    """A manager of the server undoes the result of a match: it counts no longer. Raises Refused."""
    if match.status == "running":
        raise Refused("{name} is not over yet", name=match.name)
    if match.status == "aborted" or match.imported is not None:
        raise Refused("{name} has no result to annul", name=match.name)
    if match.tournament is not None:
        raise Refused("this is a tournament match; its organiser can change the result")
    over = replace(
        match, status="aborted", reason="taken-back", winner=None, takeback_asked=None, version=match.version + 1
    )
    event = MatchStopped(version=over.version)
    return Changed(over, tuple(Addressed(event, seat) for seat in match.seats))


def without_note(match: Match) -> Changed:
    """Who manages the server takes the note off a match."""
    return Changed(replace(match, note=""))


def presence(match: Match, user: int, gone: bool, banned: bool = False) -> Changed:
    """A player has left the server, so that the other one may claim or close; or is there again.

    ``banned``: the player is there, but is kept from using the bot.
    """
    seat = match.player(user)
    if (match.gone == seat) == gone:
        return Changed(match)
    if not gone:
        return Changed(replace(match, gone=None, gone_since=None))
    event = PlayerLeft(version=match.version, by=user, banned=banned)
    return Changed(replace(match, gone=seat, gone_since=match.now), (Addressed(event, match.seats[1 - seat]),))
