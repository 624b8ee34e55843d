"""How matches end: resigned, aborted, claimed, or decided by others; and players who leave the
server.
"""

import math
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import Literal

from bot.domain.errors import Refused
from bot.domain.matches.events import (
    MatchEvent,
    MatchFinished,
    MatchStopped,
    MoreTimeGiven,
    PlayerLeft,
    Request,
)
from bot.domain.matches.match import (
    Absence,
    Announcement,
    CommandResult,
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
    match: Match, *, winner: int | None, reason: str, actor: int | None, start: int | None = None
) -> CommandResult:
    """End a match and notify a player other than ``actor``.

    A rated match with too few turns is aborted, or ends unrated if it was decided on the board or
    for a tournament.

    :param start: the ply before a last turn, if one ends it.
    """
    is_rated = match.rated and match.counts_for_rating
    if match.rated and not is_rated and match.tournament is None and reason in GIVEN_UP:
        winner = None
        reason = "aborted"
    status: Literal["aborted", "finished"] = "aborted" if reason in NO_RESULT else "finished"
    result = Result(status, winner, reason, match.now)
    open_at_end: dict[Request, int] = {}
    for kind, request in match.requests.items():
        open_at_end["pause" if kind == "resume" else kind] = request.version
    # A last turn was deducted when it was played.
    stopped_seat = match.to_move if start is None else None
    ended_match = replace(
        match.with_players(_with_lapsed_lines),
        rated=is_rated,
        result=result,
        version=match.version + 1,
        draft=Draft((match.state,)),
        time=match.time.stopped(stopped_seat, match.now),
        requests={},
        open_at_end=open_at_end,
    )
    ply = match.state.ply
    if start is None:
        start = ply
    event = MatchFinished(version=ended_match.version, start=start, end=ply, by=actor)
    return CommandResult(ended_match, (Announcement(event, other_than(match, actor)),))


def _with_lapsed_lines(player: Player) -> Player:
    return replace(player, exploration=player.exploration.lapsed())


def settled(
    match: Match, *, winner: int | None, reason: str, actor: int | None, rated: bool = False
) -> CommandResult:
    """End a match by somebody else's decision. Raises Over.

    :param rated: it may count, as a player caused the end.
    """
    if match.status != "running":
        raise match.over()
    return ended(
        replace(match, rated=match.rated and rated), winner=winner, reason=reason, actor=actor
    )


def resign(match: Match, user: int, version: int | None = None) -> CommandResult:
    """Resign; the opponent wins."""
    seat = match.player(user, version)
    return ended(match, winner=1 - seat, reason="resigned", actor=user)


def abort(match: Match, user: int, version: int | None = None) -> CommandResult:
    """Abort a match in which not both players have moved. Raises Refused."""
    match.player(user, version)
    match.require_voidable()
    if match.state.turn > 2:
        raise Refused(
            "you have both moved, so you can’t call off {name} any more; resign or offer a draw",
            name=match.name,
        )
    return ended(match, winner=None, reason="aborted", actor=user)


def forget(match: Match, user: int) -> CommandResult:
    """End a match whose player deletes their data: aborted before both have moved, else won by the
    opponent.
    """
    seat = match.player(user)
    if match.state.turn <= 2 and not match.counts_for_rating:
        return ended(match, winner=None, reason="aborted", actor=user)
    return ended(match, winner=1 - seat, reason="deleted", actor=user)


def claim(match: Match, user: int, what: str, version: int | None = None) -> CommandResult:
    """Claim against an opponent who is out of time, or left at least GRACE ago.

    Raises Refused.

    :param what: ``win``, ``draw``, ``time`` (give the opponent more), or ``close`` (no result; only
        if they left).
    """
    if what not in CLAIMS:
        raise Refused("you can claim the win or a draw, give more time, or call the match off")
    seat = match.player(user, version)
    absence = match.absence if match.absent_seat == 1 - seat else None
    late = match.overdue and match.to_move != seat
    if match.to_move == seat:
        _require_claimable_in_own_turn(match, absence, what)
    if absence is None and not late:
        if not match.clock:
            raise Refused("{name} has no time limit, so there’s nothing to claim", name=match.name)
        raise Refused(
            "{other} still has time in {name}", other=match.player_name(1 - seat), name=match.name
        )
    if absence is not None and not late:
        _require_grace_over(match, absence)
    if what == "draw" and match.tournament is not None:
        raise Refused(
            "{name} is a tournament match, so it can’t be claimed as a draw", name=match.name
        )
    if what == "time":
        return _more_time(match, user, 1 - seat)
    if what == "close":
        match.require_voidable()
        if absence is None:
            raise Refused(
                "your opponent hasn’t left, so you can only claim the win, a draw, or give more "
                "time"
            )
        return ended(match, winner=None, reason="aborted", actor=user)
    winner = seat if what == "win" else None
    return ended(match, winner=winner, reason="time" if late else "left", actor=user)


def _require_claimable_in_own_turn(match: Match, absence: Absence | None, what: str) -> None:
    """Raises Refused where the claimant is to move, unless the opponent has left."""
    if absence is None or what == "time":
        raise Refused("it’s your turn in {name}, so there’s nothing to claim", name=match.name)
    if match.overdue:
        raise Refused("you’re out of time yourself in {name}; play your turn", name=match.name)


def _require_grace_over(match: Match, absence: Absence) -> None:
    """Raises Refused until the opponent has been gone for GRACE."""
    time_left = absence.start + GRACE - match.now
    if time_left > timedelta(0):
        hours = math.ceil(time_left / timedelta(hours=1))
        raise Refused(
            "{other} may still come back; you can claim {name} in {hours} h",
            other=match.player_name(absence.seat),
            name=match.name,
            hours=hours,
        )


def left(match: Match) -> CommandResult:
    """End a rated match that counts, as lost for a player who left at least GRACE ago; nothing for
    others.
    """
    absence = match.absence
    if match.status != "running" or absence is None or absence.start + GRACE > match.now:
        return CommandResult(match)
    if not counts_when_left(match):
        return CommandResult(match)
    player = match.seats[absence.seat]
    return ended(match, winner=1 - absence.seat, reason="left", actor=player)


def counts_when_left(match: Match) -> bool:
    """Whether leaving loses a match without a claim: where it counts, and no tournament decides
    it.
    """
    return match.rated and match.tournament is None and match.counts_for_rating


def _more_time(match: Match, user: int, seat: int) -> CommandResult:
    if match.due is None:
        raise Refused("{name} has no time limit; just wait", name=match.name)
    longer = replace(match, time=match.time.extended(seat, match.now, match.vacations[seat]))
    event = MoreTimeGiven(version=match.version, by=user)
    return CommandResult(longer, (Announcement(event, match.seats[seat]),))


def stopped(match: Match) -> CommandResult:
    """Abort a match on the decision of the server's managers. Raises Over, Refused."""
    if match.status != "running":
        raise match.over()
    match.require_voidable()
    if match.tournament is not None:
        raise Refused(
            "{name} is a tournament match; decide it with /tournament settle", name=match.name
        )
    return _tell_of_manager(ended(match, winner=None, reason="aborted", actor=None).match)


def annulled(match: Match) -> Match:
    """A match whose result no longer counts."""
    assert match.result is not None
    result = replace(match.result, status="aborted", reason="taken-back", winner=None)
    match = match.without_request("result")
    return replace(match, result=result, version=match.version + 1)


def undone(match: Match) -> CommandResult:
    """A manager of the server undoes the result of a match: it counts no longer. Raises Refused."""
    if match.status == "running":
        raise Refused("{name} is not over yet", name=match.name)
    match.require_voidable()
    if match.status == "aborted" or match.imported is not None:
        raise Refused("{name} has no result to cancel", name=match.name)
    if match.tournament is not None:
        raise Refused("this is a tournament match; its organiser can change the result")
    return _tell_of_manager(annulled(match))


def _tell_of_manager(match: Match) -> CommandResult:
    events = to_both(match, lambda pings: MatchStopped(version=match.version, pings=pings))
    return CommandResult(match, events)


def to_both(
    match: Match, event: Callable[[tuple[int, ...]], MatchEvent]
) -> tuple[Announcement, ...]:
    """One post that pings both players, and direct messages for who wants these.

    :param event: makes it, from the ids of those whom it pings.
    """
    people = [player for player in match.players if player.user not in (COMPUTER, NOBODY)]
    pings = [player.user for player in people if player.settings.notices in ("channel", "both")]
    post = Announcement(event(tuple(pings)))
    direct = [
        Announcement(event(()), player.user, public=False)
        for player in people
        if player.settings.notices in ("dm", "both")
    ]
    return (post, *direct)


def without_note(match: Match) -> CommandResult:
    """Remove the note, on the decision of the server's managers."""
    return CommandResult(replace(match, note=""))


def presence(match: Match, user: int, absent: bool, is_banned: bool = False) -> CommandResult:
    """Note that a player has left the server, or is back.

    :param is_banned: they are kept from using the bot.
    """
    seat = match.player(user)
    if (match.absent_seat == seat) == absent:
        return CommandResult(match)
    if not absent:
        return CommandResult(replace(match, absence=None))
    absent_match = replace(match, absence=Absence(seat, match.now))
    other = match.seats[1 - seat]
    if other in (COMPUTER, NOBODY):
        return CommandResult(absent_match)
    event = PlayerLeft(version=match.version, by=user, banned=is_banned)
    return CommandResult(absent_match, (Announcement(event, other, public=not is_banned),))
