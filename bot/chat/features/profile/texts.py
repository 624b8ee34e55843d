"""Texts about profiles, match histories, leaderboards and seasons: English, with named placeholders."""

from bot.chat.kit.language.texts import _, plural

# Commands --------------------------------------------------------------------------------------------------------
ABOUT_PROFILE = _("What a member has played, and how well")
ABOUT_PROFILE_MEMBER = _("Whose profile; yours if left out")
MENU_PROFILE = _("Show profile")
ABOUT_LEADERBOARD = _("Who is strongest at a game")
ABOUT_SCOPE = _("Of this server or of all servers")
SCOPES = {"server": _("this server"), "global": _("all servers")}

# Profiles --------------------------------------------------------------------------------------------------------
PROFILE = _("### Profile of {who}")
PROFILE_NONE = _("No match has been finished yet.")
MATCHES_PLAYED = plural("{n} match", "{n} matches")
TALLY = _("{matches}: {wins} won, {losses} lost, {draws} drawn")
STREAK_WON = plural("{n} match won in a row just now", "{n} matches won in a row just now")
STREAK_LOST = plural("{n} match lost in a row just now", "{n} matches lost in a row just now")
STREAK_BEST = plural("{n} won in a row at best", "{n} won in a row at best")
FAVOURITE = _("Favourite opponent: {who} – {tally}")
AGAINST_COMPUTER = _("Against the computer – {tally}")
RECORD_LINE = _("**{game}** – {tally}")
RECORD_RATED = _("**{game} {rating}** – {tally}")
PROVISIONAL_HINT = _(
    "-# A ? stands behind a rating that is not sure yet; it takes more matches for a place on the leaderboard."
)
CHART_OF = _("Rating over time: {game}")
CHART_ALT = _(
    "The rating of {who} at {game} over {matches}: from {first} to {last}, lowest {lowest}, highest {highest}."
)
HISTORY = _("Match history")
MATCHES_NOW = plural("{n} match running", "{n} matches running")
# Match history ---------------------------------------------------------------------------------------------------
HISTORY_TITLE = _("### Match history of {who}")
HISTORY_COUNT = _("-# {matches}, page {page} of {pages}")
HISTORY_NONE = _("No finished match fits.")
HISTORY_LINE = _("**{match}** {game} · {result} against {who} · {when}")
HISTORY_LINE_RATED = _("**{match}** {game} · {result} ({gain}) against {who} · {when}")
HISTORY_OPTION = _("{match} {game} · {result} against {who}")
RESULTS = {"won": _("won"), "lost": _("lost"), "drawn": _("drawn"), "aborted": _("aborted")}
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
MY_PLACE = _("My place")
OTHER_SCOPE = _("Show {place}")
COLUMN_RATING = _("Rating")
COLUMN_WON = _("Won")
COLUMN_LOST = _("Lost")
COLUMN_DRAWN = _("Drawn")

# Seasons and recounts --------------------------------------------------------------------------------------------
SEASON = _("### Season of this server\n{since} – {until}")
SEASON_COUNT = _("{matches} between {players}")
SEASON_NONE = _("Nothing was played to its end.")
CHAMPIONS = _("**Champions**")
CHAMPION = _("🏆 **{game}** – {who} **{rating}** · {matches}, {points}")
CHAMPIONS_NONE = _("No champions: for that it takes 3 rated matches of a game.")
LONGEST = _("**The longest match** – {match}, {game}: {first} against {second}, {turns}")
LOOP = _("**The prettiest loop** – {match}, {game}: {winner} against {loser}, {cells}")
CELLS = plural("{n} cell", "{n} cells")
SEASON_BUTTON = _("Season")
SEASON_POST = _("Show it to everyone")
SEASON_EARLIER = _("Earlier")
SEASON_LATER = _("Later")
RECOUNTED = _("{matches} of this server counted again: {ratings}, nothing was different.")
RECOUNTED_CHANGED = _("{matches} of this server counted again: {ratings}; {changed} were different and are put right.")
ENTRIES = plural("{n} entry", "{n} entries")
RATINGS_KEPT = plural("{n} rating", "{n} ratings")
