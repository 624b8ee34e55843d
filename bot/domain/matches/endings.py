"""How matches end: resigned, called off, claimed, or settled by others; and players who leave and come back."""

from __future__ import annotations

from dataclasses import replace

from bot.domain.errors import Refused
from bot.domain.matches.events import MatchFinished, MoreTimeGiven, PlayerLeft
from bot.domain.matches.match import Addressed, Changed, Draft, Match, other_than

CLAIMS = ("win", "draw", "time", "close")


def ended(match: Match, *, winner: int | None, reason: str, by: int | None, start: int | None = None) -> Changed:
    """The end of a match, told to the player who did not end it; ``start``: the ply at which the last post begins."""
    over = replace(
        match,
        status="aborted" if reason == "aborted" else "finished",
        winner=winner,
        reason=reason,
        finished=match.now,
        version=match.version + 1,
        draft=Draft((match.state,)),
        prepared=({}, {}),
        time=match.time.stopped(match.to_move if start is None else None, match.now),
        draw_offer=None,
        takeback_asked=None,
        pause_asked=None,
    )
    ply = match.state.ply
    event = MatchFinished(version=over.version, start=ply if start is None else start, end=ply, by=by)
    return Changed(over, (Addressed(event, other_than(match, by)),))


def settled(match: Match, *, winner: int | None, reason: str, by: int | None) -> Changed:
    """End a match from outside, such as by the organiser of a tournament; ``aborted``: called off. Raises Over."""
    if match.status != "running":
        raise match.over()
    return ended(match, winner=winner, reason=reason, by=by)


def resign(match: Match, user: int, version: int | None = None) -> Changed:
    """Give a match up; the other player wins."""
    seat = match.player(user, version)
    return ended(match, winner=1 - seat, reason="resigned", by=user)


def abort(match: Match, user: int, version: int | None = None) -> Changed:
    """Call a match off before each side has made a turn; nobody wins."""
    match.player(user, version)
    if match.state.turn > 2:
        raise Refused("both of you have moved, so {name} can no longer be called off", name=match.name)
    return ended(match, winner=None, reason="aborted", by=user)


def forget(match: Match, user: int) -> Changed:
    """A player has their data deleted: called off before both have moved, else won by the other one."""
    seat = match.player(user)
    if match.state.turn <= 2:
        return ended(match, winner=None, reason="aborted", by=user)
    return ended(match, winner=1 - seat, reason="deleted", by=user)


def claim(match: Match, user: int, what: str, version: int | None = None) -> Changed:
    """Settle a match whose other player is out of time or has left.

    ``what``: ``win``, ``draw``, give more ``time``; or ``close``, only where the player has left: no result.
    """
    if what not in CLAIMS:
        raise Refused("a claim may be win, draw, time or close")
    seat = match.player(user, version)
    left = match.gone == 1 - seat
    late = match.overdue and match.to_move != seat
    if match.to_move == seat and (not left or what == "time"):
        raise Refused("it is your own turn in {name}, so there is nothing to claim", name=match.name)
    if not late and not left:
        if not match.clock:
            raise Refused("{name} has no clock, so there is nothing to claim", name=match.name)
        raise Refused("{other} still has time in {name}", other=match.names[1 - seat], name=match.name)
    if what == "time":
        return _more_time(match, user, 1 - seat)
    if what == "close" and not left:
        raise Refused("only a match whose player has left can be closed; claim a win, a draw, or give more time")
    reason = "aborted" if what == "close" else "left" if left else "time"
    return ended(match, winner=seat if what == "win" else None, reason=reason, by=user)


def _more_time(match: Match, user: int, seat: int) -> Changed:
    if match.due is None:
        raise Refused("there is no clock in {name}; just wait", name=match.name)
    longer = replace(match, time=match.time.extended(seat, match.now))
    assert longer.due is not None
    event = MoreTimeGiven(version=match.version, by=user, due=int(longer.due.timestamp()))
    return Changed(longer, (Addressed(event, match.seats[seat]),))


def presence(match: Match, user: int, gone: bool) -> Changed:
    """A player has left the server, so that the other one may claim or close; or is there again."""
    seat = match.player(user)
    if (match.gone == seat) == gone:
        return Changed(match)
    if not gone:
        return Changed(replace(match, gone=None))
    event = PlayerLeft(version=match.version, by=user)
    return Changed(replace(match, gone=seat), (Addressed(event, match.seats[1 - seat]),))
