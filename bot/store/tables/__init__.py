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
from .ratings import handicap_offers, handicap_results, loops, rating_changes, ratings
from .service import (
    deletions,
    heartbeat,
    key_values,
    members,
    outbox,
    page_links,
    page_openings,
    page_sessions,
    posts,
    scopes,
    tallies,
)
from .teams import team_lines, team_members, team_votes, teams
from .tournaments import entrants, league_divisions, league_members, leagues, pairings, tournaments
