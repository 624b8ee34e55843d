"""Tournaments: round robin, Swiss, knock-out and the ladder, from sign-up to the last result; knows
no Discord.

``service.Tournaments`` works on the match service. Each change is one transaction guarded by the
tournament's version. Results are recorded in the transaction that ends a match
(``Matches.listeners``); all else that falls due is done by ``work()``, which several processes may
call. Events are in ``events``, the kinds of tournaments in ``kinds``.

``actor``, ``out``, ``target`` and ``user`` are user ids, ``who`` and ``person`` Persons.
``moderator``: the caller manages the server. ``starts`` None: when the organiser starts it, or when
it is full. ``late``: the rule for games that are overdue or unfinished when their round ends:
``forfeit`` (the player to move loses), ``draw``, or ``organiser`` (settles them; after a week as
``forfeit``).

Matches of a rated tournament are rated within the server's monthly limit for the pair; joining, or
accepting a place, is the consent to that. Somebody who takes over a place does not play on in
another member's match. What the organiser or the end of a round decides counts in the tournament
only; leaving, or being a day over one's own time, loses for ratings too.
"""
