"""How strong members are, and what they have played; knows no Discord.

``Ratings(database, matches)`` (``service``) hears of every match that ends (``matches.listen``): ratings change in the
same transaction. A pool is a server's id, or ``WORLD`` for all servers together. The world is computed from all rated
matches, since a rating is worth what its opponents' are, and shown only for members who allow it (their setting
``global_rating``).

    ratings.get(user, game, pool) -> Rating | None;  .of(user, pool) -> tuple[Rating, …]
    ratings.board(game, pool, limit=10, offset=0, user=None) -> Leaderboard  rows, how many there are, one's own row
    ratings.course(user, game, pool, since=None) -> tuple[RatingPoint, …]  for the chart
    ratings.change(match, pool) -> tuple[RatingChange, RatingChange] | None  what a match did to both ratings
    ratings.recompute(scope=None) -> Recount                               from the stored matches; ``changed`` is 0

    ratings.takes_back(match, user) -> bool                                whether one could ask to
    ratings.ask_takeback(match, user, via=None) -> matches.Change          of a result, within a day
    ratings.answer_takeback(match, user, yes, via=None) -> matches.Change

    ratings.profile(user, scope=None) -> Profile                           results by game, streaks, favourite opponent
    ratings.history(user, scope=None, game=None, opponent=None, result=None, limit=10, offset=0) -> HistoryPage
    ratings.export(user, scope=None, game=None, opponent=None, result=None) -> bytes      JSON, with all moves
    ratings.season(scope, since, until) -> Season                          champions, longest match, prettiest loop

``since`` and ``until`` are aware UTC datetimes. Refusals are ``bot.domain.errors.Refused``.
"""
