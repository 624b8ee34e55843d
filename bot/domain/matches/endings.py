"""How matches end: resigned, aborted, claimed, or decided by others; and players who leave the
server.
"""

import math
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

from bot.domain.errors import Refused
from bot.domain.matches.events import (
    MatchEvent,
    MatchFinished,
    MatchStopped,
    MoreTimeGiven,
    PlayerLeft,
)
from bot.domain.matches.match import (
    Absence,
    Addressed,
    Changed,
    Draft,
    Match,
    Player,
    Result,
    other_than,
)
from bot.domain.values import COMPUTER, NOBODY

NO_RESULT = ("aborted", "abandoned", "adjourned")  # reasons of matches that end without a result
CLAIMS = ("win", "draw", "time", "close")
GIVEN_UP = ("resigned", "agreed", "time", "left", "deleted")
"""Reasons for which a rated match with too few turns is aborted."""
GRACE = timedelta(days=1)  # how long a player must be gone before the opponent may claim


def ended(
    match: Match, *, winner: int | None, reason: str, by: int | None, start: int | None = None
) -> Changed:
    """End a match and notify a player other than ``by``; ``start``: the ply before a last turn, if
    one ends it.

    A rated match with too few turns is aborted, or ends unrated if it was decided on the board or
    for a tournament.
    """
    rated = match.rated and match.counts_for_rating
    if match.rated and not rated and match.tournament is None and reason in GIVEN_UP:
        winner = None
        reason = "aborted"
    result = Result(
        status="aborted" if reason in NO_RESULT else "finished",
        winner=winner,
        reason=reason,
        at=match.now,
    )
    over = replace(
        match.with_players(_with_lapsed_lines),
        rated=rated,
        result=result,
        version=match.version + 1,
        draft=Draft((match.state,)),
        time=match.time.stopped(match.to_move if start is None else None, match.now),
        requests={},
        open_at_end={
            "pause" if kind == "resume" else kind: request.version
            for kind, request in match.requests.items()
        },
    )
    ply = match.state.ply
    event = MatchFinished(
        version=over.version, start=ply if start is None else start, end=ply, by=by
    )
    return Changed(over, (Addressed(event, other_than(match, by)),))


def _with_lapsed_lines(player: Player) -> Player:
    return replace(player, exploration=player.exploration.lapsed())


def settled(
    match: Match, *, winner: int | None, reason: str, by: int | None, rated: bool = False
) -> Changed:
    """End a match by somebody else's decision; ``rated``: it may count, as a player caused the end.

    Raises Over.
    """
    if match.status != "running":
        raise match.over()
    return ended(replace(match, rated=match.rated and rated), winner=winner, reason=reason, by=by)


def resign(match: Match, user: int, version: int | None = None) -> Changed:
    """Resign; the opponent wins."""
    seat = match.player(user, version)
    return ended(match, winner=1 - seat, reason="resigned", by=user)


def abort(match: Match, user: int, version: int | None = None) -> Changed:
    """Abort a match in which not both players have moved. Raises Refused."""
    match.player(user, version)
    match.require_voidable()
    if match.state.turn > 2:
        raise Refused(
            "you have both moved, so you can’t call off {name} any more; resign or offer a draw",
            name=match.name,
        )
    return ended(match, winner=None, reason="aborted", by=user)


def forget(match: Match, user: int) -> Changed:
    """End a match whose player deletes their data: aborted before both have moved, else won by the
    opponent.
    """
    seat = match.player(user)
    if match.state.turn <= 2 and not match.counts_for_rating:
        return ended(match, winner=None, reason="aborted", by=user)
    return ended(match, winner=1 - seat, reason="deleted", by=user)


def claim(match: Match, user: int, what: str, version: int | None = None) -> Changed:
    """Claim against an opponent who is out of time, or left at least GRACE ago.

    Raises Refused. ``what``: ``win``, ``draw``, ``time`` (give the opponent more), or ``close`` (no
    result; only if they left).
    """
    if what not in CLAIMS:
        raise Refused("you can claim the win or a draw, give more time, or call the match off")
    seat = match.player(user, version)
    absence = match.absence
    left = absence is not None and absence.seat == 1 - seat
    late = match.overdue and match.to_move != seat
    if match.to_move == seat and (not left or what == "time"):
        raise Refused("it’s your turn in {name}, so there’s nothing to claim", name=match.name)
    if match.to_move == seat and match.overdue:
        raise Refused("you’re out of time yourself in {name}; play your turn", name=match.name)
    if not late and not left:
        if not match.clock:
            raise Refused("{name} has no time limit, so there’s nothing to claim", name=match.name)
        raise Refused(
            "{other} still has time in {name}", other=match.player_name(1 - seat), name=match.name
        )
    if left and not late and absence is not None and absence.since + GRACE > match.now:
        raise Refused(
            "{other} may still come back; you can claim {name} in {hours} h",
            other=match.player_name(1 - seat),
            name=match.name,
            hours=math.ceil((absence.since + GRACE - match.now) / timedelta(hours=1)),
        )
    if what == "draw" and match.tournament is not None:
        raise Refused(
            "{name} is a tournament match, so it can’t be claimed as a draw", name=match.name
        )
    if what == "time":
        return _more_time(match, user, 1 - seat)
    if what == "close":
        match.require_voidable()
    if what == "close" and not left:
        raise Refused(
            "your opponent hasn’t left, so you can only claim the win, a draw, or give more time"
        )
    reason = "aborted" if what == "close" else "time" if late else "left"
    return ended(match, winner=seat if what == "win" else None, reason=reason, by=user)


def left(match: Match) -> Changed:
    """End a rated match that counts, as lost for a player who left at least GRACE ago; nothing for
    others.
    """
    absence = match.absence
    if match.status != "running" or absence is None or absence.since + GRACE > match.now:
        return Changed(match)
    if not counts_when_left(match):
        return Changed(match)
    by = match.seats[absence.seat]
    return ended(match, winner=1 - absence.seat, reason="left", by=by)


def counts_when_left(match: Match) -> bool:
    """Whether leaving loses a match without a claim: where it counts, and no tournament decides
    it.
    """
    return match.rated and match.tournament is None and match.counts_for_rating


def _more_time(match: Match, user: int, seat: int) -> Changed:
    if match.due is None:
        raise Refused("{name} has no time limit; just wait", name=match.name)
    longer = replace(match, time=match.time.extended(seat, match.now, match.vacations[seat]))
    event = MoreTimeGiven(version=match.version, by=user)
    return Changed(longer, (Addressed(event, match.seats[seat]),))


def stopped(match: Match) -> Changed:
    """Abort a match on the decision of the server's managers. Raises Over, Refused."""
    if match.status != "running":
        raise match.over()
    match.require_voidable()
    if match.tournament is not None:
        raise Refused(
            "{name} is a tournament match; decide it with /tournament settle", name=match.name
        )
    over = ended(match, winner=None, reason="aborted", by=None).match
    return _told_by_manager(over)


def annulled(match: Match) -> Match:
    """A match whose result no longer counts."""
    assert match.result is not None
    result = replace(match.result, status="aborted", reason="taken-back", winner=None)
    over = match.without_request("result")
    return replace(over, result=result, version=match.version + 1)


def undone(match: Match) -> Changed:
    """A manager of the server undoes the result of a match: it counts no longer. Raises Refused."""
    if match.status == "running":
        raise Refused("{name} is not over yet", name=match.name)
    match.require_voidable()
    if match.status == "aborted" or match.imported is not None:
        raise Refused("{name} has no result to cancel", name=match.name)
    if match.tournament is not None:
        raise Refused("this is a tournament match; its organiser can change the result")
    return _told_by_manager(annulled(match))


def _told_by_manager(match: Match) -> Changed:
    return Changed(
        match, to_both(match, lambda pings: MatchStopped(version=match.version, pings=pings))
    )


def to_both(match: Match, event: Callable[[tuple[int, ...]], MatchEvent]) -> tuple[Addressed, ...]:
    """One post that pings both players (``event`` is given their ids), and direct messages for who
    wants these.
    """
    seats = enumerate(match.seats)
    people = [
        (user, match.settings[seat].notices)
        for seat, user in seats
        if user not in (COMPUTER, NOBODY)
    ]
    pings = tuple(user for user, notices in people if notices in ("channel", "both"))
    direct = [
        Addressed(event(()), user, public=False)
        for user, notices in people
        if notices in ("dm", "both")
    ]
    return (Addressed(event(pings)), *direct)


def without_note(match: Match) -> Changed:
    """Remove the note, on the decision of the server's managers."""
    return Changed(replace(match, note=""))


def presence(match: Match, user: int, gone: bool, banned: bool = False) -> Changed:
    """Note that a player has left the server (``banned``: is kept from using the bot), or is
    back.
    """
    seat = match.player(user)
    if (match.absent_seat == seat) == gone:
        return Changed(match)
    if not gone:
        return Changed(replace(match, absence=None))
    other = match.seats[1 - seat]
    event = Addressed(
        PlayerLeft(version=match.version, by=user, banned=banned), other, public=not banned
    )
    alone = other in (COMPUTER, NOBODY)
    absent = replace(match, absence=Absence(seat, match.now))
    return Changed(absent, () if alone else (event,))
