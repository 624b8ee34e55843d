"""Texts about ratings, profiles, leaderboards, tournaments and seasons: English, with named placeholders."""

from __future__ import annotations

from .texts import _

# Ratings ---------------------------------------------------------------------------------------------------------
RATED = _("rated")
GAIN = _("{mark} {who} {before} → {after} ({gain})")
TAKE_RESULT_BACK = _("Take the result back")
