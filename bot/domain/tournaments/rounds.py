"""How a tournament begins, goes from round to round, and ends; what vacations and pauses change in
its rounds.

What is due is decided first, as a step, and then done.
"""

import random
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Literal, TypeAlias

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


@dataclass(frozen=True, slots=True)
class Sleep:
    """Nothing is due before a moment; None: before something is changed."""

    wake_time: datetime | None


@dataclass(frozen=True, slots=True)
class OpenCheckIn:
    """Members should confirm to be there for the start."""

    starts: datetime


@dataclass(frozen=True, slots=True)
class Begin:
    """It is time for the first round."""


@dataclass(frozen=True, slots=True)
class Replay:
    """Games of this round are to be played once more."""

    games: list[Pairing]


@dataclass(frozen=True, slots=True)
class NextRound:
    """All games of this round are decided."""


@dataclass(frozen=True, slots=True)
class Warn:
    """The players are to be reminded that the round ends."""

    ends: datetime


EarlyStep: TypeAlias = Sleep | OpenCheckIn | Begin
RoundStep: TypeAlias = Sleep | Replay | NextRound | Warn


def early_step(contest: Contest) -> EarlyStep:
    """What is due in a tournament that has not begun."""
    tournament = contest.tournament
    offers = _offer_ends(contest)
    starts = tournament.starts
    if starts is None:
        if len(contest.inside) >= tournament.terms.players:
            return Begin()
        return Sleep(min(offers, default=None))
    if tournament.status == "signup" and tournament.terms.checkin:
        opens = starts - timedelta(hours=tournament.terms.checkin)
        if opens > contest.now:
            return Sleep(min([opens, *offers]))
        return OpenCheckIn(max(starts, contest.now + SHORTEST_CHECKIN))
    if starts > contest.now:
        return Sleep(min([starts, *offers]))
    return Begin()


def prepare_start(contest: Contest) -> bool:
    """Open the check-in of a tournament, or let it sleep; True if it is to begin now."""
    _end_offers(contest)
    step = early_step(contest)
    if isinstance(step, Begin):
        return True
    if isinstance(step, OpenCheckIn):
        _open_check_in(contest, step.starts)
    else:
        contest.sleep_until(step.wake_time)
    return False


def _open_check_in(contest: Contest, starts: datetime) -> None:
    tournament = contest.tournament
    wake = min([starts, *_offer_ends(contest)])
    contest.tournament = replace(tournament, status="checkin", starts=starts, wake=wake)
    users = [entrant.user for entrant in tournament.entrants if not entrant.gone]
    for pings in _portions(users):
        contest.announce(events.CheckInOpened(contest.id, pings, int(starts.timestamp())))


def begin(contest: Contest, strengths: Mapping[int, float], rng: random.Random) -> None:
    """Seed those who are there and begin round one; cancel with fewer than two.

    :param strengths: ratings by user id
    """
    if contest.tournament.status == "checkin":
        _drop_absent(contest)
    if len(contest.inside) < 2:
        contest.end(events.TournamentCancelled(contest.id, why="few"))
        return
    for seed, entrant in enumerate(_seeded(contest, strengths, rng), 1):
        contest.replace_entrant(replace(entrant, seed=seed))
    pairings = contest.kind.draw(contest.tournament, [], 1)
    rounds = contest.kind.rounds(len(contest.inside), contest.tournament.terms)
    contest.tournament = replace(contest.tournament, status="running", rounds=rounds)
    contest.announce(events.TournamentStarted(contest.id, 1))
    _begin_round(contest, pairings, 1)


def _drop_absent(contest: Contest) -> None:
    """Take out who has not checked in; those who wait get their places."""
    for entrant in contest.tournament.entrants:
        if not entrant.gone and not entrant.checked:
            contest.replace_entrant(replace(entrant, status="out"))
    contest.promote()


def _seeded(contest: Contest, strengths: Mapping[int, float], rng: random.Random) -> list[Entrant]:
    """The entrants in the order of their seeds: by rating (those without last), at random, or as
    they joined.
    """
    entrants = sorted(contest.inside, key=lambda entrant: (entrant.joined_at, entrant.slot))
    seeding = contest.tournament.terms.seeding
    if seeding == "random":
        rng.shuffle(entrants)
    elif seeding == "rating":
        entrants.sort(key=lambda entrant: -strengths.get(entrant.user, 0.0))
    return entrants


def next_step(contest: Contest, first_due: datetime | None) -> RoundStep:
    """What is due in a running tournament.

    :param first_due: when the first turn of its matches is due
    """
    tournament = contest.tournament
    if contest.kind.endless:
        return Sleep(_next_look(contest, first_due))
    games = contest.kind.replays(tournament, contest.meetings)
    if games:
        return Replay(games)
    if all(pairing.result is not None for pairing in contest.current):
        return NextRound()
    ends = tournament.ends
    if ends is not None and tournament.warned is None and ends - WARNING <= contest.now:
        return Warn(ends)
    return Sleep(_next_look(contest, first_due))


def go_on(contest: Contest, first_due: datetime | None) -> bool:
    """Do what is due in a running tournament; False if nothing is, and then it sleeps.

    :param first_due: when the first turn of its matches is due
    """
    step = next_step(contest, first_due)
    if isinstance(step, Sleep):
        _end_offers(contest)
        contest.sleep_until(step.wake_time)
        return False
    if isinstance(step, Replay):
        _replay(contest, step.games)
    elif isinstance(step, NextRound):
        _begin_next_round(contest)
    else:
        _warn(contest, step.ends)
    return True


def _replay(contest: Contest, games: list[Pairing]) -> None:
    contest.pair(games)
    contest.tournament = replace(
        contest.tournament, ends=contest.round_ends(), warned=None, wake=contest.now
    )


def _begin_next_round(contest: Contest) -> None:
    """Draw the next round, or finish the tournament."""
    number = contest.tournament.round + 1
    pairings = list[Pairing]()
    why: Literal["", "met"] = ""
    if number <= contest.tournament.rounds:
        try:
            pairings = contest.kind.draw(contest.tournament, contest.meetings, number)
        except NoPairing:
            why = "met"
    if not pairings:
        contest.end(events.TournamentFinished(contest.id, why=why))
        return
    contest.announce(events.RoundStarted(contest.id, number))
    _begin_round(contest, pairings, number)


def _begin_round(contest: Contest, pairings: list[Pairing], number: int) -> None:
    """Begin a round and those that are played together with it."""
    contest.pair(pairings)
    contest.tournament = replace(
        contest.tournament,
        round=max(pairing.round for pairing in pairings),
        ends=contest.round_ends(),
        warned=None,
        wake=contest.now,
    )
    for pairing in pairings:
        slot, other = pairing.slots
        if pairing.round == number and other is None:
            user = contest.tournament.slot(slot).user
            contest.announce(events.ByeGiven(contest.id, number), ping=user, public=False)


def _warn(contest: Contest, ends: datetime) -> None:
    """Remind the players that the round ends soon; they have a day from now."""
    ends = max(ends, contest.now + WARNING)
    contest.tournament = replace(contest.tournament, warned=contest.now, ends=ends)
    users = list[int]()
    for pairing in contest.current:
        if pairing.result is None and pairing.ends is None:
            users += [player.user for player in contest.players(pairing)]
    number = contest.tournament.round
    for pings in _portions(users):
        contest.announce(events.RoundEnding(contest.id, number, pings, int(ends.timestamp())))


def _next_look(contest: Contest, first_due: datetime | None) -> datetime:
    """The earliest moment at which something may be due."""
    tournament = contest.tournament
    moments = [contest.now + LONGEST_SLEEP, *_offer_ends(contest)]
    if tournament.ends is not None:
        is_warned = tournament.warned is not None
        moments.append(tournament.ends if is_warned else tournament.ends - WARNING)
    for pairing in contest.current:
        if pairing.result is None and pairing.ends is not None:
            moments += [pairing.ends - WARNING, pairing.ends]
    if first_due is not None:
        moments.append(first_due + GRACE)
    for pairing in contest.pairings:
        if pairing.how == "late" and pairing.settled is not None:
            moments.append(pairing.settled + ASKED)
    return min(moment for moment in moments if moment > contest.now)


def _end_offers(contest: Contest) -> None:
    """Offer places and challenges no longer that were not answered in time."""
    for place in contest.tournament.entrants:
        if place.offered_at is not None and place.offered_at + OFFER <= contest.now:
            contest.replace_entrant(replace(place, offered_to=None, offered_at=None))


def _offer_ends(contest: Contest) -> list[datetime]:
    """Until when places and challenges are offered."""
    offer_times = [place.offered_at for place in contest.tournament.entrants]
    return [moment + OFFER for moment in offer_times if moment is not None]


def unmoved(contest: Contest) -> list[Pairing]:
    """The running games of this round whose end no vacation has moved; none in a round without an
    end.
    """
    if contest.tournament.status != "running" or contest.tournament.ends is None:
        return []
    games_begun = (pairing for pairing in contest.current if pairing.match is not None)
    return [pairing for pairing in games_begun if pairing.result is None and pairing.ends is None]


def move_deadlines(contest: Contest, vacation_ends: Mapping[int, datetime]) -> int:
    """Extend games by what is left of a player's vacation, by the length of a round at most;
    returns their number.

    A game is extended once, so that nobody delays a round again and again. Both players are
    notified.

    :param vacation_ends: when the vacations of members end, by user id
    """
    ends = contest.tournament.ends
    if ends is None:
        return 0
    longest = timedelta(days=contest.tournament.terms.days)
    count = 0
    for pairing in unmoved(contest):
        users = [player.user for player in contest.players(pairing)]
        absent = [user for user in users if user in vacation_ends]
        if not absent:
            continue
        last_back = max(absent, key=lambda user: vacation_ends[user])
        later_end = ends + min(vacation_ends[last_back] - contest.now, longest)
        contest.replace_pairing(replace(pairing, ends=later_end))
        new_end = int(later_end.timestamp())
        match = pairing.match or 0
        contest.announce(events.DeadlineMoved(contest.id, match, last_back, new_end, (*users,)))
        count += 1
    if count:
        contest.wake()
    return count


def ends_pause(contest: Contest, pairing: Pairing, pause_start: datetime) -> bool:
    """Whether a game's pause is over: a day before the round ends, or after LONGEST_PAUSE in a
    round without an end.
    """
    ends = pairing.ends or contest.tournament.ends
    pause_end = pause_start + LONGEST_PAUSE if ends is None else ends - WARNING
    return pairing.result is None and pause_end <= contest.now


def _portions(users: Iterable[int]) -> list[tuple[int, ...]]:
    """Users, each once, in groups that one notice names."""
    ids = list(dict.fromkeys(user for user in users if user > 0))
    return [tuple(ids[start : start + MOST_PINGS]) for start in range(0, len(ids), MOST_PINGS)]
