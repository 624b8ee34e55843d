"""How games end that nobody will finish, and what the end of a match means for its tournament."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from typing import NamedTuple

from bot.domain.matches.match import Match
from bot.domain.tournaments.contest import Contest
from bot.domain.tournaments.events import PairingsOverdue
from bot.domain.tournaments.tournament import Pairing

GRACE = timedelta(days=1)
"""How long after a player's time was out the game is overdue; until then the opponent may claim, or give more time."""
ASKED = timedelta(days=7)
"""How long the organiser has to settle games that are overdue."""
HARDLY = 2
"""A game that is no further than this turn has hardly begun: with somebody in a player's place it begins again."""


class RunningGame(NamedTuple):
    """How far the running match of a pairing is; ``due`` is None where no clock runs, say since it was ``paused``."""

    match: int
    seats: tuple[int, int]
    to_move: int
    turn: int
    due: datetime | None
    paused: datetime | None = None


class Verdict(NamedTuple):
    """How a game that nobody will finish ends: a result; None where the organiser is to be asked (``how`` is ``late``),
    or where it begins ``again``. ``reason`` is why its match ends.

    ``rated``: it counts for ratings too, because a player has used up their own time or left of their own will. What
    the organiser or the end of a round decides counts in the tournament only.
    """

    result: str | None
    how: str
    reason: str = "time"
    rated: bool = False

    @property
    def winner(self) -> int | None:
        """The seat that wins the match; None for a draw, or if it is called off."""
        return winner_by(self.result or "")


def running_game(match: Match) -> RunningGame | None:
    """How far a match is; None if it is over."""
    if match.status != "running" or match.to_move is None:
        return None
    due = None if match.paused is not None else match.due
    return RunningGame(match.id, match.seats, match.to_move, match.state.turn, due, match.paused)


def winner_by(result: str) -> int | None:
    """The seat that wins by a result of a pairing."""
    return {"1-0": 0, "0-1": 1}.get(result)


def verdict(contest: Contest, pairing: Pairing, game: RunningGame) -> Verdict | None:
    """How a game ends by rule; None if it may go on."""
    if pairing.result is not None or pairing.slots[1] is None:
        return None
    there = [contest.tournament.slot(slot) for slot in pairing.slots if slot is not None]
    out = [seat for seat, one in enumerate(there) if one.gone]
    replaced = [seat for seat, one in enumerate(there) if seat not in out and one.user != game.seats[seat]]
    if replaced and not out and game.turn <= HARDLY:
        return Verdict(None, "again", "aborted")
    # Where one has left and the other been replaced, whoever came wins.
    if gone := out or replaced:
        if len(gone) == 2:
            return Verdict("0-0", "forfeit", "aborted")
        return Verdict(("0-1", "1-0")[gone[0]], "forfeit", "left", rated=there[gone[0]].status == "out")
    late = game.due is not None and game.due + GRACE <= contest.now
    ends = pairing.ends or contest.tournament.ends
    over = ends is not None and ends <= contest.now and contest.tournament.warned is not None
    if not late and not over:
        return None
    rule = contest.tournament.terms.late
    if rule == "organiser":
        if pairing.how != "late" or pairing.settled is None:
            return Verdict(None, "late")
        if pairing.settled + ASKED > contest.now:
            return None
    if rule == "draw":
        return Verdict("1/2", "settled")
    return Verdict(("0-1", "1-0")[game.to_move], "played" if game.turn > 2 else "forfeit", rated=late)


def give(contest: Contest, pairing: Pairing, found: Verdict) -> None:
    """Write a verdict down. A game that begins again does so once its match has been called off."""
    if found.result is not None:
        contest.result(pairing, found.result, found.how)
    elif found.how == "late":
        contest.write(replace(pairing, how="late", settled=contest.now))
        organiser = contest.tournament.organiser.id
        event = PairingsOverdue(contest.id, (pairing.id,), int((contest.now + ASKED).timestamp()))
        contest.tell(event, ping=organiser if organiser > 0 else None)


def forfeit(contest: Contest, pairing: Pairing) -> bool:
    """Decide a game that has no match where somebody has gone; False if both are there."""
    there = [not contest.tournament.slot(slot).gone for slot in pairing.slots if slot is not None]
    if all(there):
        return False
    contest.result(pairing, "0-1" if there[1] else "1-0" if there[0] else "0-0", "forfeit")
    return True


def match_ended(contest: Contest, match: Match) -> None:
    """Take the result of a match down. One that is called off is played again."""
    pairing = next((one for one in contest.pairings if one.match == match.id), None)
    if pairing is None or pairing.result is not None or contest.tournament.status != "running":
        return
    if match.status == "aborted":
        contest.write(replace(pairing, match=None, how=None, settled=None))
        contest.wake()
        return
    result = "1/2" if match.winner is None else ("1-0", "0-1")[match.winner]
    contest.result(pairing, result, "played", match.finished)
