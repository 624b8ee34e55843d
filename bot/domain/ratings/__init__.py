"""How strong members are, and what they have played; knows no Discord.

``Ratings(matches)`` stands on the match service and hears of every match that ends: ratings change in the same
transaction. A pool is a server's id, or ``WORLD`` for all servers together. The world is computed from all rated
matches, since a rating is worth what its opponents' are, and shown only for members who allow it (their setting
``global_rating``).

    ratings.get(user, game, pool) -> Rating | None;  .of(user, pool) -> tuple[Rating, …]
    ratings.board(game, pool, limit=10, offset=0, user=None) -> Board      rows, how many there are, one's own row
    ratings.course(user, game, pool, since=None) -> tuple[Point, …]        for the chart
    ratings.change(match, pool) -> tuple[Change, Change] | None            what a match did to both ratings
    ratings.recompute(scope=None) -> Recount                               from the stored matches; ``changed`` is 0

    ratings.ask_takeback(match, user, via=None) -> matches.Change          of a result, within a day
    ratings.answer_takeback(match, user, yes, via=None) -> matches.Change

    ratings.profile(user, scope=None) -> Profile                           record by game, streaks, favourite opponent
    ratings.history(user, scope=None, game=None, opponent=None, result=None, limit=10, offset=0) -> Page
    ratings.export(user, scope=None, game=None, opponent=None, result=None) -> bytes      JSON, with all moves
    ratings.season(scope, since, until) -> Season                          champions, longest match, prettiest loop

``since`` and ``until`` are aware UTC datetimes. Refusals are ``bot.matches.Refused``.
"""

from bot.domain.ratings.glicko import PROVISIONAL, START, Strength, idle, rate
from bot.domain.ratings.history import Entry, Page
from bot.domain.ratings.profile import Favourite, Profile, Record
from bot.domain.ratings.season import Champion, Remarkable, Season
from bot.domain.ratings.service import Ratings
from bot.domain.ratings.views import WORLD, Board, Change, Point, Rating, Recount, Row

__all__ = [
    "PROVISIONAL",
    "START",
    "WORLD",
    "Board",
    "Champion",
    "Change",
    "Entry",
    "Favourite",
    "Page",
    "Point",
    "Profile",
    "Rating",
    "Ratings",
    "Record",
    "Recount",
    "Remarkable",
    "Row",
    "Season",
    "Strength",
    "idle",
    "rate",
]
