"""Tournaments: round robin, Swiss, knock-out and the ladder, from sign-up to the last result; knows no Discord.

``Tournaments(matches, ratings)`` stands on the match service. Each change is one transaction guarded by the
tournament's version; results come in with the match that ends, in its transaction; everything else that falls due is
done by ``work()``, which may be called by several processes and picks up wherever one has stopped.

    tournaments.create(place, organiser, kind, game, title="", variant="", clock="3d", rated=True, starts=None,
                       players=64, rounds=0, cycles=1, checkin=0, days=0, late="forfeit", together=False,
                       seeding="rating", via=None) -> Changed
    tournaments.join(id, who) / leave(id, who) / check_in(id, who) -> Changed
    tournaments.start(id, by, moderator=False) / cancel(id, by, moderator=False) -> Changed
    tournaments.move(id, by, starts, moderator=False, via=None) -> Changed  it begins at another time
    tournaments.replace(id, by, out, person, moderator=False) -> Changed    somebody else takes a member's place
    tournaments.remove(id, by, user, moderator=False) -> Changed            the organiser takes somebody out
    tournaments.hand_over(id, by, person, moderator=False) -> Changed       somebody else organises
    tournaments.settle(id, by, game, result, moderator=False) -> Changed    "1-0", "0-1", "1/2" or "0-0"
    tournaments.challenge(id, who, above) -> Changed                        ladder: play the member on a higher rung

    tournaments.get(id) -> Tournament;  .resolve(scope, "T3" or None) -> Tournament
    tournaments.of(scope, running=True, limit=25, offset=0) -> tuple[Tournament, …]
    tournaments.games(id, round=None) -> tuple[Game, …];  .of_match(match) -> tuple[Tournament, Game] | None
    tournaments.standings(id) -> tuple[Standing, …]                         in order, ``rank`` shared where tied
    tournaments.bracket(id) -> tuple[tuple[Tie, …], …]                      knock-out: ties by round
    tournaments.shown(id, channel, post)                                    where the standings were last posted
    tournaments.work() -> int                                               call it every 30 seconds or so

``by``, ``out``, ``above`` and ``user`` are user ids, ``who`` and ``person`` Persons. ``moderator``: the caller has seen
that they may manage the server.

``starts`` None: when the organiser starts it, or when it is full. ``checkin``: hours before the start in which entrants
must say that they are there. ``days`` for each round, 0: the next one starts when all games are done. ``late``: what
becomes of games that are overdue or unfinished when their round ends: ``forfeit`` (whose turn it is loses), ``draw``,
or ``organiser`` (settles them; if nothing happens for a week, as ``forfeit``). A drawn game of a knock-out is played
again with sides exchanged; after a second draw the better seed goes on.

Matches are rated, if that was agreed, as long as the two have not begun as many rated ones that month as the server
allows. A result that the organiser gives to a running match is its result; one that replaces what was played counts in
the tournament only: ratings follow the matches.

Notices are of kind ``tournament``, with ``payload["tournament"]`` (id) and ``["what"]``:

- ``created``, ``moved`` (begins at another time), ``started`` (``["round"]``), ``round`` (a new one, ``["round"]``)
- ``finished`` (``["why"]`` ``met``: nobody was left to pair), ``cancelled`` (``["why"]``: ``few`` came, ``organiser``)
- ``checkin``: it is open until ``["until"]`` (unix seconds); ``["pings"]`` are the members to mention, at most 50
- ``standings``: results have come in; ``pings`` nobody; never more than one is owed, so it may be posted or used to
  bring the last post (``Tournament.post``) up to date
- ``ending``: the time of ``["round"]`` is over at ``["until"]``; ``["pings"]`` still play
- ``overdue``: ``ping`` (the organiser) should settle ``["games"]`` (ids), which are done by rule at ``["until"]``
- ``bye``: ``ping`` has a bye in ``["round"]``
- ``replaced``: ``ping`` has taken the place of the user ``["out"]``; ``promoted``: ``ping`` has a place now
- ``organiser``: ``ping`` organises the tournament now

Tie-breaks, in order. Round robin: direct encounter, Sonneborn-Berger, wins. Swiss: direct encounter (if all who are
tied have met), Buchholz without the lowest opponent, Buchholz, Sonneborn-Berger, wins. Then a place is shared.
"""

from bot.domain.tournaments.service import Tournaments
from bot.domain.tournaments.views import (
    KINDS,
    LATE,
    RESULTS,
    SEEDINGS,
    Changed,
    Entrant,
    Game,
    Standing,
    Terms,
    Tie,
    Tournament,
)

__all__ = [
    "KINDS",
    "LATE",
    "RESULTS",
    "SEEDINGS",
    "Changed",
    "Entrant",
    "Game",
    "Standing",
    "Terms",
    "Tie",
    "Tournament",
    "Tournaments",
]
