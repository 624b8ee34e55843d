"""How a tournament begins, goes from round to round, and ends; what vacations and pauses change in
its rounds.
"""

import random
from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Literal

from bot.domain.matches.timing import LONGEST_PAUSE
from bot.domain.tournaments import events
from bot.domain.tournaments.contest import Contest
from bot.domain.tournaments.kinds import NoPairing
from bot.domain.tournaments.tournament import OFFER, Entrant, Pairing
from bot.domain.tournaments.verdicts import ASKED, GRACE

WARNING = timedelta(days=1)  # the time before the end of a round at which its players are reminded
SHORTEST_CHECKIN = timedelta(hours=1)
LONGEST_SLEEP = timedelta(hours=6)
MOST_PINGS = 50  # members whom one notice names; for more there are several notices


def due_to_begin(contest: Contest) -> bool:
    """Whether it is time to begin. If not, the check-in is opened, or ``wake`` is set."""
    offers = _open_offers(contest)
    tournament = contest.tournament
    starts = tournament.starts
    if starts is None:
        full = len(contest.inside) >= tournament.terms.players
        contest.tournament = (
            tournament if full else replace(tournament, wake=min(offers, default=None))
        )
        return full
    if tournament.status == "signup" and tournament.terms.checkin:
        opens = starts - timedelta(hours=tournament.terms.checkin)
        if opens > contest.now:
            contest.wake(min([opens, *offers]))
            return False
        starts = max(starts, contest.now + SHORTEST_CHECKIN)
        contest.tournament = replace(
            tournament, status="checkin", starts=starts, wake=min([starts, *offers])
        )
        for pings in _portions(entrant.user for entrant in tournament.entrants if not entrant.gone):
            contest.announce(events.CheckInOpened(contest.id, pings, int(starts.timestamp())))
        return False
    if starts > contest.now:
        contest.wake(min([starts, *offers]))
    return starts <= contest.now


def begin(contest: Contest, strengths: Mapping[int, float], rng: random.Random) -> None:
    """Seed those who are there by ``strengths`` (user id) and begin round one; cancel with fewer
    than two.
    """
    if contest.tournament.status == "checkin":
        for entrant in contest.tournament.entrants:
            if not entrant.gone and not entrant.checked:
                contest.put(replace(entrant, status="out"))
        contest.promote()
    if len(contest.inside) < 2:
        contest.end(events.TournamentCancelled(contest.id, why="few"))
        return
    for seed, entrant in enumerate(_seeded(contest, strengths, rng), 1):
        contest.put(replace(entrant, seed=seed))
    drawn = contest.kind.draw(contest.tournament, [], 1)
    rounds = contest.kind.rounds(len(contest.inside), contest.tournament.terms)
    contest.tournament = replace(contest.tournament, status="running", rounds=rounds)
    contest.announce(events.TournamentStarted(contest.id, 1))
    _play(contest, drawn, 1)


def go_on(contest: Contest, first_due: datetime | None) -> bool:
    """Do what is next in a running tournament; False if nothing.

    ``first_due``: the first turn of its matches.
    """
    tournament = contest.tournament
    now = contest.now
    if not contest.kind.endless:
        again = contest.kind.replays(tournament, contest.meetings)
        if again:
            contest.pair(again)
            contest.tournament = replace(
                tournament, ends=contest.round_ends(), warned=None, wake=now
            )
            return True
        if all(pairing.result is not None for pairing in contest.current):
            _follow(contest)
            return True
        if (
            tournament.ends is not None
            and tournament.warned is None
            and tournament.ends - WARNING <= now
        ):
            _warn(contest, tournament.ends)
            return True
    contest.wake(_next_look(contest, first_due))
    return False


def _follow(contest: Contest) -> None:
    """Draw the next round, or finish the tournament."""
    number = contest.tournament.round + 1
    drawn = list[Pairing]()
    why: Literal["", "met"] = ""
    try:
        if number <= contest.tournament.rounds:
            drawn = contest.kind.draw(contest.tournament, contest.meetings, number)
    except NoPairing:
        why = "met"
    if not drawn:
        contest.end(events.TournamentFinished(contest.id, why=why))
        return
    contest.announce(events.RoundStarted(contest.id, number))
    _play(contest, drawn, number)


def _play(contest: Contest, drawn: list[Pairing], number: int) -> None:
    """Begin a round and those that are played together with it."""
    contest.pair(drawn)
    last = max(game.round for game in drawn)
    ends = contest.round_ends()
    contest.tournament = replace(
        contest.tournament, round=last, ends=ends, warned=None, wake=contest.now
    )
    for game in drawn:
        if game.round == number and game.slots[1] is None:
            user = contest.tournament.slot(game.slots[0]).user
            contest.announce(events.ByeGiven(contest.id, number), ping=user, public=False)


def _seeded(contest: Contest, strengths: Mapping[int, float], rng: random.Random) -> list[Entrant]:
    """The entrants in the order of their seeds: by rating (those without last), at random, or as
    they joined.
    """
    ordered = sorted(contest.inside, key=lambda entrant: (entrant.joined, entrant.slot))
    seeding = contest.tournament.terms.seeding
    if seeding == "random":
        rng.shuffle(ordered)
    elif seeding == "rating":
        ordered.sort(key=lambda entrant: -strengths.get(entrant.user, 0.0))
    return ordered


def _warn(contest: Contest, ends: datetime) -> None:
    """Remind the players that the round ends soon; they have a day from now."""
    ends = max(ends, contest.now + WARNING)
    contest.tournament = replace(contest.tournament, warned=contest.now, ends=ends)
    playing = [
        pairing for pairing in contest.current if pairing.result is None and pairing.ends is None
    ]
    for pings in _portions(
        player.user for pairing in playing for player in contest.players(pairing)
    ):
        contest.announce(
            events.RoundEnding(contest.id, contest.tournament.round, pings, int(ends.timestamp()))
        )


def _next_look(contest: Contest, first_due: datetime | None) -> datetime:
    """The earliest moment at which something may be due."""
    moments = [contest.now + LONGEST_SLEEP, *_open_offers(contest)]
    tournament = contest.tournament
    if tournament.ends is not None:
        moments.append(
            tournament.ends if tournament.warned is not None else tournament.ends - WARNING
        )
    for pairing in contest.current:
        if pairing.result is None and pairing.ends is not None:
            moments += [pairing.ends - WARNING, pairing.ends]
    if first_due is not None:
        moments.append(first_due + GRACE)
    asked = (pairing.settled for pairing in contest.pairings if pairing.how == "late")
    moments += [moment + ASKED for moment in asked if moment is not None]
    return min(moment for moment in moments if moment > contest.now)


def _open_offers(contest: Contest) -> list[datetime]:
    """Until when places and challenges are offered; what was not answered in time is offered no
    longer.
    """
    for place in contest.tournament.entrants:
        if place.offered is not None and place.offered + OFFER <= contest.now:
            contest.put(replace(place, offered_to=None, offered=None))
    return [
        place.offered + OFFER for place in contest.tournament.entrants if place.offered is not None
    ]


def unmoved(contest: Contest) -> list[Pairing]:
    """The running games of this round whose end no vacation has moved; none in a round without an
    end.
    """
    if contest.tournament.status != "running" or contest.tournament.ends is None:
        return []
    playing = (pairing for pairing in contest.current if pairing.match is not None)
    return [pairing for pairing in playing if pairing.result is None and pairing.ends is None]


def move_deadlines(contest: Contest, away: Mapping[int, datetime]) -> int:
    """Extend games by what is left of a player's vacation, by the length of a round at most;
    returns their number.

    A game is extended once, so that nobody delays a round again and again. Both players are
    notified.
    """
    moved = 0
    ends = contest.tournament.ends
    for pairing in unmoved(contest):
        users = [player.user for player in contest.players(pairing)]
        gone = max(
            (user for user in users if user in away), key=lambda user: away[user], default=None
        )
        if gone is None or ends is None:
            continue
        later = ends + min(away[gone] - contest.now, timedelta(days=contest.tournament.terms.days))
        contest.write(replace(pairing, ends=later))
        until = int(later.timestamp())
        contest.announce(
            events.DeadlineMoved(contest.id, pairing.match or 0, gone, until, (*users,))
        )
        moved += 1
    if moved:
        contest.wake()
    return moved


def ends_pause(contest: Contest, pairing: Pairing, paused: datetime) -> bool:
    """Whether a game's pause is over: a day before the round ends, or after LONGEST_PAUSE in a
    round without an end.
    """
    ends = pairing.ends or contest.tournament.ends
    until = paused + LONGEST_PAUSE if ends is None else ends - WARNING
    return pairing.result is None and until <= contest.now


def _portions(users: Iterable[int]) -> list[tuple[int, ...]]:
    """Users, each once, in groups that one notice names."""
    named = list(dict.fromkeys(user for user in users if user > 0))
    return [tuple(named[start : start + MOST_PINGS]) for start in range(0, len(named), MOST_PINGS)]
