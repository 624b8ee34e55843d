"""How games end that nobody will finish, and the results of matches in their tournament."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Literal

from bot.domain.matches.match import Match
from bot.domain.tournaments.contest import Contest
from bot.domain.tournaments.events import PairingsOverdue
from bot.domain.tournaments.tournament import Entrant, Pairing, ResultOrigin, RunningGame, ScoreMark

GRACE = timedelta(days=1)
"""A game is overdue this long after a player's time ran out; until then the opponent may claim or
give more time.
"""
ASKED = timedelta(days=7)  # the time in which the organiser may settle games that are overdue
# matches of a division that a member loses without having moved before they are out of the season
SILENT = 2
USUAL = 2  # matches of a division at a time for those who have left the league during the season
# the last turn in which a game begins again when somebody takes over a player's place
LAST_RESTART = 2
_LOST_BY: Sequence[ScoreMark] = ("0-1", "1-0")  # the result of a game by the seat that loses it


@dataclass(frozen=True, slots=True)
class Verdict:
    """How a game that nobody will finish ends.

    :param result: None: the organiser is asked (``how`` is ``late``), or the game begins ``again``
    :param reason: why its match ends
    :param rated: it counts for ratings, because a player used up their own time or left of their
        own will; what the organiser or the end of a round decides counts in the tournament only
    """

    result: str | None
    how: ResultOrigin | Literal["again"]
    reason: Literal["time", "left", "out", "aborted"] = "time"
    rated: bool = False


def winner_by(result: str | None) -> int | None:
    """The seat that wins by a result of a pairing; None for a draw and where nobody wins."""
    return {"1-0": 0, "0-1": 1}.get(result or "")


def verdict_on(contest: Contest, pairing: Pairing) -> Verdict | None:
    """How a running game ends by rule; None if it may go on."""
    game = pairing.game
    if game is None or pairing.result is not None:
        return None
    return _verdict_on_absent(contest, pairing, game) or _verdict_on_late(contest, pairing, game)


def _verdict_on_absent(contest: Contest, pairing: Pairing, game: RunningGame) -> Verdict | None:
    """How a game ends of which a player has left, or was replaced."""
    players = contest.players(pairing)
    absent_seats = [seat for seat, player in enumerate(players) if player.gone]
    replacements = [
        seat
        for seat, player in enumerate(players)
        if not player.gone and player.user != game.seats[seat]
    ]
    if replacements and not absent_seats and game.turn <= LAST_RESTART:
        return Verdict(None, "again", "aborted")
    # Where one has left and the other has been replaced, the newcomer wins.
    losers = absent_seats or replacements
    if not losers:
        return None
    if len(losers) == 2:
        return Verdict("0-0", "forfeit", "aborted")
    seat = losers[0]
    left_by_themselves = players[seat].status == "out"
    return Verdict(_LOST_BY[seat], "forfeit", "out", rated=left_by_themselves)


def _verdict_on_late(contest: Contest, pairing: Pairing, game: RunningGame) -> Verdict | None:
    """How a game ends whose player's time, or whose round, is over."""
    late = game.deadline is not None and game.deadline + GRACE <= contest.now
    if not late and not _round_over(contest, pairing.ends or contest.tournament.ends):
        return None
    rule = contest.tournament.terms.late
    if rule == "draw":
        return Verdict("1/2", "settled")
    if rule == "organiser":
        if pairing.how != "late" or pairing.settled is None:
            return Verdict(None, "late")
        if pairing.settled + ASKED > contest.now:
            return None
    how: ResultOrigin = "played" if game.turn > 2 else "forfeit"
    return Verdict(_LOST_BY[game.to_move], how, rated=late)


def _round_over(contest: Contest, ends: datetime | None) -> bool:
    """Whether a round that ends at a moment is over: its players were reminded of that."""
    return ends is not None and ends <= contest.now and contest.tournament.warned is not None


def record_verdict(contest: Contest, pairing: Pairing, verdict: Verdict) -> None:
    """Record a verdict. A game begins again once its match is aborted."""
    if verdict.result is not None and verdict.how != "again":
        contest.result(pairing, verdict.result, verdict.how)
    elif verdict.how == "late":
        contest.replace_pairing(replace(pairing, how="late", settled=contest.now))
        organiser = contest.tournament.organiser.id
        event = PairingsOverdue(contest.id, (pairing.id,), int((contest.now + ASKED).timestamp()))
        contest.announce(event, ping=organiser if organiser > 0 else None)


def forfeit(contest: Contest, pairing: Pairing) -> bool:
    """Decide a game without a match if a player is gone; False if both are there."""
    first, second = contest.players(pairing)
    if not first.gone and not second.gone:
        return False
    result = "0-0"
    if not first.gone:
        result = "1-0"
    elif not second.gone:
        result = "0-1"
    contest.result(pairing, result, "forfeit")
    return True


def match_ended(contest: Contest, match: Match) -> None:
    """Record the result of a match; an aborted match is played again."""
    pairing = next((pairing for pairing in contest.pairings if pairing.match == match.id), None)
    if pairing is None or pairing.result is not None or contest.tournament.status != "running":
        return
    if match.status == "aborted":
        contest.replace_pairing(replace(pairing, match=None, how=None, settled=None))
        contest.wake()
        return
    result = "1/2" if match.winner is None else _LOST_BY[1 - match.winner]
    by_absence = match.reason in ("time", "left")
    silent = contest.tournament.terms.league and by_absence and match.state.turn <= 2
    contest.result(pairing, result, "forfeit" if silent else "played", match.finished)


def settle_division(contest: Contest) -> bool:
    """Take out who was silent in SILENT matches; at its end settle what has not begun.

    False: nothing to do.
    """
    silent = _silent(contest)
    for entrant in silent:
        contest.replace_entrant(replace(entrant, status="out"))
    not_begun = list[Pairing]()
    if _round_over(contest, contest.tournament.ends):
        not_begun = waiting(contest)
    for pairing in not_begun:
        contest.result(pairing, "0-0", "forfeit")
    if silent:
        contest.wake()
    return bool(silent or not_begun)


def _silent(contest: Contest) -> list[Entrant]:
    """Who has lost SILENT matches of a division without having moved."""
    losses = Counter[int]()
    for pairing in contest.pairings:
        if pairing.how != "forfeit" or pairing.match is None or pairing.scores is None:
            continue
        for player, score in zip(contest.players(pairing), pairing.scores, strict=True):
            if not score:
                losses[player.slot] += 1
    return [entrant for entrant in contest.inside if losses[entrant.slot] >= SILENT]


def waiting(contest: Contest) -> list[Pairing]:
    """The pairings whose match has not begun."""
    open_pairings = (pairing for pairing in contest.pairings if pairing.result is None)
    return [pairing for pairing in open_pairings if pairing.match is None]


def startable(contest: Contest, at_once: Mapping[int, int]) -> list[Pairing]:
    """The waiting pairings of a division that can begin.

    :param at_once: matches that members like to play at a time, by user id
    """
    games_of_players = Counter[int | None]()
    for pairing in contest.pairings:
        if pairing.match and pairing.result is None:
            games_of_players.update(pairing.slots)
    ready = list[Pairing]()
    for pairing in waiting(contest):
        players = contest.players(pairing)
        someone_gone = any(player.gone for player in players)
        free_pairings = [
            games_of_players[player.slot] < at_once.get(player.user, USUAL) for player in players
        ]
        if someone_gone or all(free_pairings):
            ready.append(pairing)
            games_of_players.update(player.slot for player in players)
    return ready
