"""Every table of the database."""

from .blocks import blocks, exclusions
from .columns import EPOCH, Key, Moment, Name, Prose, metadata, storable
from .learning import pending_answers, puzzle_streaks, puzzle_tries
from .matches import challenges, conditionals, followers, matches
from .ratings import rating_changes, ratings
from .service import heartbeat, key_values, members, outbox, scopes
from .tournaments import entrants, pairings, tournaments

__all__ = [
    "EPOCH",
    "Key",
    "Moment",
    "Name",
    "Prose",
    "blocks",
    "challenges",
    "conditionals",
    "entrants",
    "exclusions",
    "followers",
    "heartbeat",
    "key_values",
    "matches",
    "members",
    "metadata",
    "outbox",
    "pairings",
    "pending_answers",
    "puzzle_streaks",
    "puzzle_tries",
    "rating_changes",
    "ratings",
    "scopes",
    "storable",
    "tournaments",
]
