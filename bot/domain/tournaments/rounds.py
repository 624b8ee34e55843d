"""How a tournament begins, goes from round to round, and ends."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import datetime, timedelta

from bot.domain.tournaments import events
from bot.domain.tournaments.contest import Contest
from bot.domain.tournaments.kinds import Drawn, NoPairing
from bot.domain.tournaments.tournament import Entrant
from bot.domain.tournaments.verdicts import ASKED, GRACE

WARNING = timedelta(days=1)
"""How long before the end of a round's time it is told."""
SHORTEST_CHECKIN = timedelta(hours=1)
LONGEST_SLEEP = timedelta(hours=6)
MOST_PINGS = 50
"""A notice names at most this many people; for more there are several."""


def due_to_begin(contest: Contest) -> bool:
    """Whether it is time to begin. If not, the check-in is opened, or when to look again is noted."""
    tournament = contest.tournament
    starts = tournament.starts
    if starts is None:
        if len(contest.inside) >= tournament.terms.players:
            return True
        contest.tournament = replace(tournament, wake=None)
        return False
    if tournament.status == "signup" and tournament.terms.checkin:
        opens = starts - timedelta(hours=tournament.terms.checkin)
        if opens > contest.now:
            contest.wake(opens)
            return False
        starts = max(starts, contest.now + SHORTEST_CHECKIN)
        contest.tournament = replace(tournament, status="checkin", starts=starts, wake=starts)
        users = (one.user for one in tournament.entrants if not one.gone)
        for pings in _portions(users):
            contest.announce(events.CheckInOpened(contest.id, pings, int(starts.timestamp())))
        return False
    if starts > contest.now:
        contest.wake(starts)
        return False
    return True


def begin(contest: Contest, strengths: Mapping[int, float], rng: random.Random) -> None:
    """Seed those who are there, draw the first round and say so; with fewer than two, call it off."""
    if contest.tournament.status == "checkin":
        for one in contest.tournament.entrants:
            if not one.gone and not one.checked:
                contest.put(replace(one, status="out"))
        contest.promote()
    if len(contest.inside) < 2:
        contest.end(events.TournamentCancelled(contest.id, why="few"))
        return
    for seed, one in enumerate(_seeded(contest, strengths, rng), 1):
        contest.put(replace(one, seed=seed))
    drawn = contest.kind.draw(contest.tournament, [], 1)
    rounds = contest.kind.rounds(len(contest.inside), contest.tournament.terms)
    contest.tournament = replace(contest.tournament, status="running", rounds=rounds)
    contest.announce(events.TournamentStarted(contest.id, 1))
    _play(contest, drawn, 1)


def go_on(contest: Contest, first_due: datetime | None) -> bool:
    """Do one thing that is due in a running tournament, whose matches have begun.

    False if nothing is; then when to look again is noted. ``first_due`` is when the first of its turns is due.
    """
    tournament, now = contest.tournament, contest.now
    if not contest.kind.endless:
        if again := contest.kind.replays(tournament, contest.pairings):
            contest.pair(again)
            contest.tournament = replace(tournament, ends=contest.round_ends(), warned=None, wake=now)
            return True
        if all(pairing.result is not None for pairing in contest.current):
            _follow(contest)
            return True
        if tournament.ends is not None and tournament.warned is None and tournament.ends - WARNING <= now:
            _warn(contest, tournament.ends)
            return True
    contest.wake(_next_look(contest, first_due))
    return False


def _follow(contest: Contest) -> None:
    """The round is over: draw the next one, or end the tournament."""
    number = contest.tournament.round + 1
    drawn: list[Drawn] = []
    why = ""
    if number <= contest.tournament.rounds:
        try:
            drawn = contest.kind.draw(contest.tournament, contest.pairings, number)
        except NoPairing:
            why = "met"
    if not drawn:
        contest.end(events.TournamentFinished(contest.id, why=why))
        return
    contest.announce(events.RoundStarted(contest.id, number))
    _play(contest, drawn, number)


def _play(contest: Contest, drawn: list[Drawn], number: int) -> None:
    """A round begins; whoever has a bye in it is told so."""
    contest.pair(drawn)
    last = max(one.round for one in drawn)
    contest.tournament = replace(
        contest.tournament, round=last, ends=contest.round_ends(), warned=None, wake=contest.now
    )
    for one in drawn:
        if one.round == number and one.slots[1] is None:
            user = contest.tournament.slot(one.slots[0]).user
            contest.announce(events.ByeGiven(contest.id, number), ping=user, public=False)


def _seeded(contest: Contest, strengths: Mapping[int, float], rng: random.Random) -> list[Entrant]:
    """Those who are there, the strongest first: by rating on this server (who has none, last), by lot, or as joined."""
    ordered = sorted(contest.inside, key=lambda one: (one.joined, one.slot))
    seeding = contest.tournament.terms.seeding
    if seeding == "random":
        rng.shuffle(ordered)
    elif seeding == "rating":
        ordered.sort(key=lambda one: -strengths.get(one.user, 0.0))
    return ordered


def _warn(contest: Contest, ends: datetime) -> None:
    """Say that the time of the round is nearly over; everybody has a day from then."""
    ends = max(ends, contest.now + WARNING)
    contest.tournament = replace(contest.tournament, warned=contest.now, ends=ends)
    played = [one for one in contest.current if one.result is None and one.ends is None]
    slots = [slot for one in played for slot in one.slots if slot is not None]
    for pings in _portions(contest.tournament.slot(slot).user for slot in slots):
        contest.announce(events.RoundEnding(contest.id, contest.tournament.round, pings, int(ends.timestamp())))


def _next_look(contest: Contest, first_due: datetime | None) -> datetime:
    """When to look at a tournament again in which nothing is due: by then something may be, at the earliest."""
    tournament = contest.tournament
    moments = [contest.now + LONGEST_SLEEP]
    if tournament.ends is not None:
        moments.append(tournament.ends if tournament.warned is not None else tournament.ends - WARNING)
    for one in contest.current:
        if one.result is None and one.ends is not None:
            moments += [one.ends - WARNING, one.ends]
    if first_due is not None:
        moments.append(first_due + GRACE)
    moments += [one.settled + ASKED for one in contest.pairings if one.how == "late" and one.settled is not None]
    return min(moment for moment in moments if moment > contest.now)


def _portions(users: Iterable[int]) -> list[tuple[int, ...]]:
    """People in portions that a notice names."""
    named = [user for user in users if user > 0]
    return [tuple(named[start : start + MOST_PINGS]) for start in range(0, len(named), MOST_PINGS)]
