"""Vacations and pauses in the rounds of a tournament: a vacation moves the end of a game once, and pauses end."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime, timedelta

from bot.domain.matches.timing import LONGEST_PAUSE
from bot.domain.tournaments.contest import Contest
from bot.domain.tournaments.events import DeadlineMoved
from bot.domain.tournaments.rounds import WARNING
from bot.domain.tournaments.tournament import Pairing


def unmoved(contest: Contest) -> list[Pairing]:
    """The running games of this round whose end no vacation has moved."""
    if contest.tournament.status != "running" or contest.tournament.ends is None:
        return []
    running = (pairing for pairing in contest.current if pairing.result is None and pairing.match is not None)
    return [pairing for pairing in running if pairing.ends is None]


def move_deadlines(contest: Contest, away: Mapping[int, datetime]) -> int:
    """Extend games by what is left of a player's vacation, by the length of a round at most; returns their number.

    A game is extended once, so that nobody delays a round again and again. Both players are notified.
    """
    moved, ends = 0, contest.tournament.ends
    for pairing in unmoved(contest):
        users = [player.user for player in contest.players(pairing)]
        gone = max((user for user in users if user in away), key=lambda user: away[user], default=None)
        if gone is None or ends is None:
            continue
        later = ends + min(away[gone] - contest.now, timedelta(days=contest.tournament.terms.days))
        contest.write(replace(pairing, ends=later))
        event = DeadlineMoved(contest.id, pairing.match or 0, gone, int(later.timestamp()))
        for user in users:
            contest.announce(event, ping=user, public=False)
        moved += 1
    if moved:
        contest.wake()
    return moved


def ends_pause(contest: Contest, pairing: Pairing, paused: datetime) -> bool:
    """Whether a game's pause is over: a day before the round ends, or after LONGEST_PAUSE in a round without an end."""
    ends = pairing.ends or contest.tournament.ends
    until = paused + LONGEST_PAUSE if ends is None else ends - WARNING
    return pairing.result is None and until <= contest.now
