"""How games end that nobody will finish, and the results of matches in their tournament."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import timedelta
from typing import Literal, NamedTuple

from bot.domain.matches.match import Match
from bot.domain.tournaments.contest import Contest
from bot.domain.tournaments.events import PairingsOverdue
from bot.domain.tournaments.tournament import How, Pairing

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


class Verdict(NamedTuple):
    """How a game that nobody will finish ends.

    ``result`` None: the organiser is asked (``how`` is ``late``), or the game begins ``again``.
    ``reason``: why its match ends. ``rated``: it counts for ratings, because a player used up their
    own time or left of their own will; what the organiser or the end of a round decides counts in
    the tournament only.
    """

    result: str | None
    how: How | Literal["again"]
    reason: Literal["time", "left", "out", "aborted"] = "time"
    rated: bool = False


def winner_by(result: str | None) -> int | None:
    """The seat that wins by a result of a pairing; None for a draw and where nobody wins."""
    return {"1-0": 0, "0-1": 1}.get(result or "")


def verdict(contest: Contest, pairing: Pairing) -> Verdict | None:
    """How a running game ends by rule; None if it may go on."""
    game = pairing.game
    if game is None or pairing.result is not None:
        return None
    players = contest.players(pairing)
    out = [seat for seat, player in enumerate(players) if player.gone]
    replaced = [
        seat
        for seat, player in enumerate(players)
        if seat not in out and player.user != game.seats[seat]
    ]
    if replaced and not out and game.turn <= LAST_RESTART:
        return Verdict(None, "again", "aborted")
    # Where one has left and the other has been replaced, the newcomer wins.
    gone = out or replaced
    if gone:
        if len(gone) == 2:
            return Verdict("0-0", "forfeit", "aborted")
        return Verdict(
            ("0-1", "1-0")[gone[0]], "forfeit", "out", rated=players[gone[0]].status == "out"
        )
    late = game.deadline is not None and game.deadline + GRACE <= contest.now
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
    return Verdict(
        ("0-1", "1-0")[game.to_move], "played" if game.turn > 2 else "forfeit", rated=late
    )


def give(contest: Contest, pairing: Pairing, verdict: Verdict) -> None:
    """Record a verdict. A game begins again once its match is aborted."""
    if verdict.result is not None and verdict.how != "again":
        contest.result(pairing, verdict.result, verdict.how)
    elif verdict.how == "late":
        contest.write(replace(pairing, how="late", settled=contest.now))
        organiser = contest.tournament.organiser.id
        event = PairingsOverdue(contest.id, (pairing.id,), int((contest.now + ASKED).timestamp()))
        contest.announce(event, ping=organiser if organiser > 0 else None)


def forfeit(contest: Contest, pairing: Pairing) -> bool:
    """Decide a game without a match if a player is gone; False if both are there."""
    first, second = (not player.gone for player in contest.players(pairing))
    if first and second:
        return False
    contest.result(pairing, "1-0" if first else "0-1" if second else "0-0", "forfeit")
    return True


def match_ended(contest: Contest, match: Match) -> None:
    """Record the result of a match; an aborted match is played again."""
    pairing = next((pairing for pairing in contest.pairings if pairing.match == match.id), None)
    if pairing is None or pairing.result is not None or contest.tournament.status != "running":
        return
    if match.status == "aborted":
        contest.write(replace(pairing, match=None, how=None, settled=None))
        contest.wake()
        return
    result = "1/2" if match.winner is None else ("1-0", "0-1")[match.winner]
    silent = (
        contest.tournament.terms.league
        and match.reason in ("time", "left")
        and match.state.turn <= 2
    )
    contest.result(pairing, result, "forfeit" if silent else "played", match.finished)


def settle_division(contest: Contest) -> bool:
    """Take out who was silent in SILENT matches; at its end settle what has not begun.

    False: nothing to do.
    """
    lost = Counter[int]()
    for pairing in contest.pairings:
        if pairing.how == "forfeit" and pairing.match is not None and pairing.scores is not None:
            both = zip(contest.players(pairing), pairing.scores, strict=True)
            lost.update(player.slot for player, score in both if not score)
    silent = [entrant for entrant in contest.inside if lost[entrant.slot] >= SILENT]
    for entrant in silent:
        contest.put(replace(entrant, status="out"))
    ends = contest.tournament.ends
    over = list[Pairing]()
    if ends is not None and ends <= contest.now and contest.tournament.warned is not None:
        over = [
            pairing
            for pairing in contest.pairings
            if pairing.match is None and pairing.result is None
        ]
        for pairing in over:
            contest.result(pairing, "0-0", "forfeit")
    if silent:
        contest.wake()
    return bool(silent or over)


def startable(
    contest: Contest, waiting: Iterable[Pairing], wanted: Mapping[int, int]
) -> list[Pairing]:
    """The waiting pairings that can begin; ``wanted``: matches that members like to play at a time,
    by user id.
    """
    playing = Counter(
        slot
        for pairing in contest.pairings
        if pairing.match and pairing.result is None
        for slot in pairing.slots
    )
    begun = list[Pairing]()
    for pairing in waiting:
        players = contest.players(pairing)
        if any(player.gone for player in players) or all(
            playing[player.slot] < wanted.get(player.user, USUAL) for player in players
        ):
            begun.append(pairing)
            playing.update(player.slot for player in players)
    return begun
