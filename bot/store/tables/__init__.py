"""Every table of the database."""

from .blocks import bans, blocks, server_log, shut_outs
from .columns import EPOCH, Key, Moment, Name, Prose, metadata, storable
from .learning import (
    exercises,
    pending_answers,
    puzzle_ratings,
    puzzle_streaks,
    puzzle_strengths,
    puzzle_tries,
    solved_steps,
)
from .matches import challenges, explorations, followers, matches, offer_matches, offers, seekers
from .ratings import loops, rating_changes, ratings
from .service import deletions, heartbeat, key_values, members, outbox, posts, scopes
from .teams import team_lines, team_members, team_votes, teams
from .tournaments import entrants, league_divisions, league_members, leagues, pairings, tournaments

__all__ = [
    "EPOCH",
    "Key",
    "Moment",
    "Name",
    "Prose",
    "bans",
    "blocks",
    "challenges",
    "deletions",
    "entrants",
    "exercises",
    "explorations",
    "followers",
    "heartbeat",
    "key_values",
    "league_divisions",
    "league_members",
    "leagues",
    "loops",
    "matches",
    "members",
    "metadata",
    "offer_matches",
    "offers",
    "outbox",
    "pairings",
    "pending_answers",
    "posts",
    "puzzle_ratings",
    "puzzle_streaks",
    "puzzle_strengths",
    "puzzle_tries",
    "rating_changes",
    "ratings",
    "scopes",
    "seekers",
    "server_log",
    "shut_outs",
    "solved_steps",
    "storable",
    "team_lines",
    "team_members",
    "team_votes",
    "teams",
    "tournaments",
]
