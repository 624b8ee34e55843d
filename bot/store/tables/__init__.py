"""Every table of the database."""

from .blocks import bans, blocks, shut_outs
from .columns import EPOCH, Key, Moment, Name, Prose, metadata, storable
from .learning import pending_answers, puzzle_streaks, puzzle_tries
from .matches import challenges, conditionals, followers, matches
from .ratings import rating_changes, ratings, recounts, world_members
from .service import deletions, heartbeat, key_values, members, outbox, scopes
from .tournaments import entrants, pairings, tournaments

__all__ = [
    "EPOCH",
    "Key",
    "Moment",
    "Name",
    "Prose",
    "bans",
    "blocks",
    "challenges",
    "conditionals",
    "deletions",
    "entrants",
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
    "recounts",
    "scopes",
    "shut_outs",
    "storable",
    "tournaments",
    "world_members",
]
