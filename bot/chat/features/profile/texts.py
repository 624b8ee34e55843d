"""Texts about profiles, match histories, leaderboards and seasons."""

from bot.chat.language.texts import _, plural

# Commands
# --------------------------------------------------------------------------------------------------
ABOUT_PROFILE = _("A member’s ratings and results")
ABOUT_PROFILE_MEMBER = _("Whose profile – yours if left out")
MENU_PROFILE = _("Show profile")
PROFILE_OF = _("Another profile …")
WHOSE_PROFILE = _("Whose profile")
ABOUT_LEADERBOARD = _("The best players of a game")
THIS_SERVER = _("this server")
WORLD = _("the world")
WORLD_RATINGS = _("World ratings: {ratings}")
WORLD_RATING = _("{game} **{rating}** ({matches})")

# Profiles
# --------------------------------------------------------------------------------------------------
PROFILE = _("### Profile of {who}")
MISSED = _("**What you missed in your matches** – only you see this")
MISSED_LINE = _("- {idea} ({game}): {now}× in the last 30 days, {before}× in the 30 days before")
PROFILE_NONE = _("No finished matches yet.")
TALLY = _("{matches}: {results}")
TALLIES = (
    plural("{n} won", "{n} won"),
    plural("{n} lost", "{n} lost"),
    plural("{n} drawn", "{n} drawn"),
)
TALLIES_ALL = (
    plural("{n} match, won", "{n} matches, all won"),
    plural("{n} match, lost", "{n} matches, all lost"),
    plural("{n} match, drawn", "{n} matches, all drawn"),
)
STREAK_WON = plural("Winning streak: {n} match", "Winning streak: {n} matches")
STREAK_LOST = plural("Losing streak: {n} match", "Losing streak: {n} matches")
STREAK_BEST = plural("Best winning streak: {n} match", "Best winning streak: {n} matches")
FAVOURITE = _("Favourite opponent: {who} – {tally}")
AGAINST_COMPUTER = _("Against the computer – {tally}")
RECORD_LINE = _("**{game}** – {tally}")
RECORD_RATED = _("**{game} {rating}** – {tally}")
PROVISIONAL_HINT = _("-# ? = provisional rating: play more matches to get on the leaderboard.")
CHART_OF = _("Rating over time: {game}")
CHART_ALT = _(
    "The rating of {who} at {game} over {matches}: from {first} to {last}, lowest {lowest}, "
    "highest {highest}."
)
HISTORY = _("Match history")
MATCHES_NOW = plural("{n} match running", "{n} matches running")
AGAINST_ME = _("Against me")
AGAINST = _("Head to head with …")
HEAD_TO_HEAD = _("### {first} against {second}")
HEAD_LINE = _("**{game}** – {matches}: {wins}–{losses}, {draws} drawn")
HEAD_LATEST = _("**{match}** {game} · {result} · {when}")
HEAD_ENDED = {"drawn": _("draw"), "aborted": _("no result")}
HEAD_NONE = _("They haven’t finished a match against each other here.")
HEAD_SCORE = _("{matches}: {first} won {wins}, {second} won {losses}, {draws} drawn")
EVEN_WITH_WHOM = _("What makes it even with …")
EVEN_NOTHING = _("Nothing is known yet that would make it more even with {who}.")
CLOSER = _("{who} needed {before} in {month}, {now} now")
NOTHING_NOW = _("no handicap")
MONTHS = (
    _("January"),
    _("February"),
    _("March"),
    _("April"),
    _("May"),
    _("June"),
    _("July"),
    _("August"),
    _("September"),
    _("October"),
    _("November"),
    _("December"),
)

# Match history
# --------------------------------------------------------------------------------------------------
HISTORY_TITLE = _("### Match history of {who}")
HISTORY_COUNT = _("-# {matches}, page {page} of {pages}")
HISTORY_NONE = _("No matches found.")
HISTORY_LINE = _("**{match}** {game} · {result} against {who} · {when}")
HISTORY_LINE_RATED = _("**{match}** {game} · {result} ({gain}) against {who} · {when}")
HISTORY_OPTION = _("{match} {game} · {result} against {who}")
RESULTS = {"won": _("won"), "lost": _("lost"), "drawn": _("drawn"), "aborted": _("no result")}
FILTER_GAME = _("Game: {game}")
FILTER_RESULT = _("Result: {result}")
FILTER_OPPONENT = _("Opponent: any")
ANY = _("all")
OPEN_MATCH = _("Open a match …")
EXPORT = _("Export all")
EXPORT_DONE = _("{matches} with all moves.")

# Leaderboards
# --------------------------------------------------------------------------------------------------
LEADERS = _("### {game} · leaderboard · {place}")
LEADERS_NONE = _("No rated matches yet. To start one, choose `rated` in {play}.")
LEADERS_LINE = _("{place} {who} **{rating}** · {matches}")
LEADERS_OWN = _("You: {place} **{rating}** · {matches}")
LEADERS_PAGE = _("-# {players}, page {page} of {pages}")
LEADERS_OPEN = _("Open leaderboard")
NUMBERS = _("**Boards played most, {place}**")
NUMBERS_LINE = _("{variant} – {numbers}")
EVERYWHERE = _("all servers")
MY_PLACE = _("My rank")
COLUMN_RATING = _("Rating")
COLUMN_WON = _("Won")
COLUMN_LOST = _("Lost")
COLUMN_DRAWN = _("Drawn")

# Seasons
# --------------------------------------------------------------------------------------------------
SEASON = _("### Season of this server\n{since} – {until}")
SEASON_COUNT = _("{matches} · {players}")
SEASON_NONE = _("No finished matches in this season.")
CHAMPIONS = _("**Champions**")
CHAMPION = _("🏆 **{game}** – {who} **{rating}** · {matches}, {points}")
CHAMPIONS_NONE = _("No champions yet: that takes 3 rated matches of a game.")
LONGEST = _("**Longest match** – {match}, {game}: {first} against {second}, {turns}")
QUICKEST = _("**Quickest win** – {match}, {game}: {first} against {second}, {turns}")
LOOP = _("**Prettiest loop** – {match}, {game}: {winner} against {loser}, {cells}")
CELLS = plural("{n} cell", "{n} cells")
COMEBACK = _(
    "**Greatest comeback** – {match}, {game}: {winner} against {loser}, from a {chance}% chance"
)
COMEBACK_LOST = _(
    "**Greatest comeback** – {match}, {game}: {winner} against {loser}, from a lost position"
)
SEASON_BUTTON = _("Season")
SEASON_EARLIER = _("Earlier")
SEASON_LATER = _("Later")
