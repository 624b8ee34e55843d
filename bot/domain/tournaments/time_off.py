"""What vacations and pauses do to the rounds of a tournament: a vacation moves a game's end once, and pauses end."""

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
    """The games of this round whose end no vacation has moved yet."""
    if contest.tournament.status != "running" or contest.tournament.ends is None:
        return []
    return [one for one in contest.current if one.result is None and one.match is not None and one.ends is None]


def move_deadlines(contest: Contest, away: Mapping[int, datetime]) -> int:
    """Let games last longer by what is left of a player's vacation, but no longer than a round; how many those are.

    A game is moved once, so that nobody holds a round up again and again. Both players are told.
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
    """Whether a game has been paused for as long as it may be: until a day before its round ends, or for a week where
    that has no end, so that nobody holds a round up for ever."""
    ends = pairing.ends or contest.tournament.ends
    until = paused + LONGEST_PAUSE if ends is None else ends - WARNING
    return pairing.result is None and until <= contest.now
