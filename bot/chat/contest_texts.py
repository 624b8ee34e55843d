"""Texts about ratings, profiles, leaderboards, tournaments and seasons: English, with named placeholders."""

from __future__ import annotations

from .texts import _

# Ratings ---------------------------------------------------------------------------------------------------------
RATED = _("rated")
GAIN = _("{mark} {who} {before} → {after} ({gain})")
TAKE_RESULT_BACK = _("Take the result back")

# Profiles --------------------------------------------------------------------------------------------------------
PROFILE = _("### Profile of {who}")
PROFILE_NONE = _("No match has been finished yet.")
MATCHES_PLAYED = _("{n} match"), _("{n} matches")
TALLY = _("{matches}: {wins} won, {losses} lost, {draws} drawn")
STREAK_WON = _("{n} match won in a row just now"), _("{n} matches won in a row just now")
STREAK_LOST = _("{n} match lost in a row just now"), _("{n} matches lost in a row just now")
STREAK_BEST = _("{n} won in a row at best"), _("{n} won in a row at best")
FAVOURITE = _("Favourite opponent: {who} – {tally}")
AGAINST_COMPUTER = _("Against the computer – {tally}")
RECORD_LINE = _("**{game}** – {tally}")
RECORD_RATED = _("**{game} {rating}** – {tally}")
PROVISIONAL_HINT = _("-# A ? stands behind a rating that rests on few matches yet.")
CHART_OF = _("Rating over time: {game}")
CHART_ALT = _(
    "The rating of {who} at {game} over {matches}: from {first} to {last}, lowest {lowest}, highest {highest}."
)
HISTORY = _("Match history")
MATCHES_NOW = _("{n} match running"), _("{n} matches running")

# Match history ---------------------------------------------------------------------------------------------------
HISTORY_TITLE = _("### Match history of {who}")
HISTORY_COUNT = _("-# {matches}, page {page} of {pages}")
HISTORY_NONE = _("No finished match fits.")
HISTORY_LINE = _("**{match}** {game} · {result} against {who} · {when}")
HISTORY_LINE_RATED = _("**{match}** {game} · {result} ({gain}) against {who} · {when}")
HISTORY_OPTION = _("{match} {game} · {result} against {who}")
RESULTS = {"won": _("won"), "lost": _("lost"), "drawn": _("drawn"), "aborted": _("called off")}
FILTER_GAME = _("Game: {game}")
FILTER_RESULT = _("Result: {result}")
FILTER_OPPONENT = _("Any opponent, or choose one")
ANY = _("all")
OPEN_MATCH = _("Open a match …")
EXPORT = _("Export all")
EXPORT_DONE = _("{matches}, with all moves.")

# Leaderboards ----------------------------------------------------------------------------------------------------
LEADERS = _("### {game} · leaderboard of {place}")
LEADERS_NONE = _("Nobody has played a rated match yet. Start one with {play} and `rated`.")
LEADERS_LINE = _("{place} {who} **{rating}** · {matches}")
LEADERS_OWN = _("You: {place} **{rating}** · {matches}")
LEADERS_OWN_HIDDEN = _(
    "You have **{rating}**, which others do not see: {settings} shows your ratings over all servers."
)
LEADERS_PAGE = _("-# {players}, page {page} of {pages}")
PLAYERS_RATED = _("{n} player"), _("{n} players")
HERE = _("this server")
EVERYWHERE = _("all servers")
MY_PLACE = _("My place")
OTHER_SCOPE = _("Show {place}")
COLUMN_RATING = _("Rating")
COLUMN_WON = _("Won")
COLUMN_LOST = _("Lost")
COLUMN_DRAWN = _("Drawn")

SCOPES = {"server": _("this server"), "global": _("all servers")}
COMMANDS = {
    "profile": _("What a member has played, and how well"),
    "profile.member": _("Whose profile; yours if left out"),
    "profile.menu": _("Show profile"),
    "leaderboard": _("Who is strongest at a game"),
    "leaderboard.game": _("Which game"),
    "leaderboard.scope": _("Of this server or of all servers"),
}
