"""Tournaments: round robin, Swiss, knock-out and the ladder, from sign-up to the last result; knows no Discord.

``Tournaments(database, matches)`` (``service``) stands on the match service. Each change is one transaction guarded by
the tournament's version; results come in with the match that ends (``matches.listen``), in its transaction; everything
else that falls due is done by ``work()``, which may be called by several processes and picks up wherever one has
stopped. What is told of it is in ``events``, what tells the kinds apart in ``kinds``.

``by``, ``out``, ``above`` and ``user`` are user ids, ``who`` and ``person`` Persons. ``moderator``: the caller has seen
that they may manage the server.

``starts`` None: when the organiser starts it, or when it is full. ``checkin``: hours before the start in which entrants
must say that they are there. ``days`` for each round, 0: the next one starts when all games are done. ``late``: what
becomes of games that are overdue or unfinished when their round ends: ``forfeit`` (whose turn it is loses), ``draw``,
or ``organiser`` (settles them; if nothing happens for a week, as ``forfeit``). A drawn game of a knock-out is played
again with sides exchanged; after a second draw the better seed goes on.

Matches are rated, if that was announced, as long as the two have not begun as many rated ones that month as the server
allows: joining, or accepting a place, is the yes to that against everybody one is paired with. A place that is taken
over begins what was hardly begun again; nobody plays on in a match they have not agreed to. What the organiser decides
counts in the tournament only, never for ratings; so does a game that the end of a round decides. Who leaves, or is a
day over their own time, loses for ratings too.
"""
