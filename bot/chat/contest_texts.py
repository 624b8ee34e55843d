"""Texts about ratings, profiles, leaderboards, tournaments and seasons: English, with named placeholders."""

from __future__ import annotations

from bot.chat.kit.language.texts import _

# Ratings ---------------------------------------------------------------------------------------------------------
RATED = _("rated")
GAIN = _("{mark} {who} {before} → {after} ({gain})")
TAKE_RESULT_BACK = _("Take the result back")
HELP_CONTESTS = _(
    "**Playing for more**\n"
    "{play} with `rated` counts for your ratings; {profile} and {leaderboard} show them, and what was played. "
    "{tournament} announces a tournament."
)

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
PROVISIONAL_HINT = _(
    "-# A ? stands behind a rating that is not sure yet; it takes more matches for a place on the leaderboard."
)
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

# Tournaments -----------------------------------------------------------------------------------------------------
KINDS = {
    "round-robin": _("Round robin"),
    "swiss": _("Swiss tournament"),
    "knock-out": _("Knock-out"),
    "ladder": _("Ladder"),
}
LATE = {
    "forfeit": _("games that are overdue are lost by whoever is to move"),
    "draw": _("games that are overdue are drawn"),
    "organiser": _("games that are overdue are settled by the organiser"),
}
SEEDINGS = {"rating": _("by rating"), "order": _("in the order of sign-up"), "random": _("by lot")}
SETTLED = {
    "1-0": _("the first player won"),
    "0-1": _("the second player won"),
    "1/2": _("a draw"),
    "0-0": _("both lose"),
}
SETTLED_WON = _("{who} won")
TOURNAMENT = _("### {name} · {title}")
TOURNAMENT_WHAT = _("{kind} · **{game}** · {variant} · {clock}")
TOURNAMENT_BY = _("Organised by {who}")
STARTS_AT = _("Starts {when} ({left})")
STARTS_BY = _("Starts when the organiser says so, or as soon as it is full.")
START_READ = _("{when} – {left} from now")
CHECK_IN_FROM = (
    _("Who takes part has to check in, from {n} hour before the start."),
    _("Who takes part has to check in, from {n} hours before the start."),
)
LADDER_HOW = _("Join at the foot, challenge one of the three above you, and take the rung of whoever you beat.")
TERM_ROUNDS = _("{n} round"), _("{n} rounds")
TERM_CYCLES = {1: _("everybody meets everybody once"), 2: _("everybody meets everybody twice")}
TERM_DAYS = _("{n} day for each round"), _("{n} days for each round")
TERM_TOGETHER = _("all rounds are played together")
ENTRANTS = _("**{count} of {most}** take part: {names}")
ENTRANTS_NONE = _("Nobody takes part yet; there are {most} places.")
CHECKED_IN = _("Checked in: {names}")
WAITING = _("Waiting for a place: {names}")
AND_MORE = _("and {n} more"), _("and {n} more")
ROUND_OF = _("Round {round} of {rounds}")
ROUND_UNTIL = _("Round {round} of {rounds} · until {when} ({left})")
RUNNING_UNTIL = _("Running · until {when} ({left})")
STATUS = {
    "signup": _("Sign-up is open"),
    "checkin": _("Check-in is open"),
    "running": _("Running"),
    "finished": _("Over"),
    "cancelled": _("Cancelled"),
}
PAIRING = _("**{match}** {first} – {second}")
PAIRING_RESULT = _("**{match}** {first} – {second} · **{result}**")
PAIRING_FORFEIT = _("**{match}** {first} – {second} · **{result}** without play")
PAIRING_LATE = _("**{match}** {first} – {second} · the organiser is asked to settle it")
PAIRING_FREE = _("{first} is free in this round")
PAIRINGS_NONE = _("No games yet.")
PAIRINGS_TITLE = _("**Games of round {round}**")
STANDING_LINE = _("`{rank}.` {who} · {points} · {wins} won, {draws} drawn, {losses} lost")
STANDING_LINE_LADDER = _("`{rank}.` {who} · {wins} won, {draws} drawn, {losses} lost")
STANDING_OUT = _("{line} · withdrawn")
POINTS = _("{n} point"), _("{n} points")
TIES = {
    "round-robin": _("-# Ties: direct encounter, Sonneborn-Berger, wins; then a place is shared."),
    "swiss": _(
        "-# Ties: direct encounter if all have met, Buchholz without the lowest opponent, Buchholz, "
        "Sonneborn-Berger, wins; then a place is shared."
    ),
    "knock-out": _("-# Who went out in the same round shares a place."),
    "ladder": _("-# Who beats somebody higher takes their rung; those between go down by one."),
}
COLUMN_POINTS = _("Points")
COLUMN_TALLY = _("W / D / L")
COLUMN_BREAKS = {"Buchholz cut 1": _("Buch. −1"), "Buchholz": _("Buch."), "Sonneborn-Berger": _("S.-B.")}
JOIN = _("Join")
LEAVE = _("Withdraw")
CHECK_IN = _("Check in")
STANDINGS = _("Standings")
PAIRINGS = _("Games")
BRACKET = _("Bracket")
CHALLENGE_UP = _("Challenge …")
BRACKET_ROUND = _("Round {round}")
BRACKET_FINAL = _("Final")
BRACKET_PART = _("part {part} of {parts}")
BRACKET_ALT = _("The bracket: {ties}")
JOINED = _("You take part in **{name}**. Matches begin by themselves; you are told when it is your turn.")
JOINED_LADDER = _("You stand on the lowest rung of **{name}**. {challenge} plays somebody above you.")
JOINED_WAITING = _("**{name}** is full; you are on the waiting list and told when a place is free.")
LEFT = _("You do not take part in **{name}** any more.")
LEAVE_ASK = _("### Withdraw from {name}?\nYour games that are not over are lost, and so are those to come.")
LEAVE_YES = _("Yes, withdraw")
LEAVE_NO = _("Stay in")
STAYED = _("You still take part in **{name}**.")
CHECKED = _("You are checked in for **{name}**.")
BEGUN = _("**{name}** begins.")
SETTLED_DONE = _("The result of **{match}** in **{name}** is settled: {result}.")
SETTLED_HERE = _(
    "The result of **{match}** in **{name}** is settled: {result}. "
    "That counts in the tournament; the match and the ratings stay as they were."
)
REMOVED = _("{who} does not take part in **{name}** any more.")
HANDED_OVER = _("{who} organises **{name}** now.")
CLOSED = _("**{name}** is closed.")
CLOSE_ASK = _("### Close {name}?\nMatches that are being played go on, but count for nothing here.")
CLOSE_YES = _("Yes, close it")
CLOSE_NO = _("Let it go on")
NOT_CLOSED = _("{name} goes on.")
CHALLENGED = _("Your match against {who} on **{name}** begins.")
TOURNAMENTS = _("### Tournaments here")
TOURNAMENTS_OVER = _("**Over**")
TOURNAMENTS_NONE = _("There is no tournament here. {create} announces one.")
TOURNAMENT_LINE = _("**{name}** {title} · {kind} · {game} · {status} · {players}")
CHOICE = _("{name} · {title}")
CHOICE_GAME = _("{match} · {first} – {second}")

# What is told of tournaments
TOLD_CREATED = _("**A tournament is announced.**")
TOLD_MOVED = _("**It begins at another time.**")
TOLD_STARTED = _("**It begins!**")
TOLD_ROUND = _("**Round {round} begins.**")
TOLD_STANDINGS = _("**The standings now**")
TOLD_FINISHED = _("**It is over.**")
TOLD_WINNER = _("🏆 {who} wins!")
TOLD_WINNERS = _("🏆 {who} share the first place.")
TOLD_MET = _("All who are left have met, so there is nobody to pair any more.")
TOLD_CANCELLED = _("**{name}** {title} is called off.")
TOLD_FEW = _("**{name}** {title} is called off: too few came.")
TOLD_CHECKIN = _("Check in for **{name}** {title} until {when} ({left}): {names}")
TOLD_ENDING = _("The time of round {round} of **{name}** is over {when} ({left}). These still play: {names}")
TOLD_OVERDUE = _(
    "{who}, this game of **{name}** is overdue. Settle it by {when}; after that, whoever is to move loses."
)
TOLD_BYE = _("{who}, you are free in round {round} of **{name}**.")
TOLD_REPLACED = _("{who}, you play in **{name}** now, in the place of {out}.")
TOLD_PROMOTED = _("{who}, a place is free: you take part in **{name}** now.")
TOLD_ORGANISER = _("{who}, you organise **{name}** now.")

COMMANDS |= {
    "tournament": _("Tournaments and ladders of this server"),
    "tournament.create": _("Announce a tournament"),
    "tournament.create.kind": _("How it is played"),
    "tournament.create.game": _("Which game"),
    "tournament.create.title": _("What it is called"),
    "tournament.create.variant": _("Board and options, such as “12x12, single turns”"),
    "tournament.create.clock": _("Time to think, such as “3d” a turn, which is usual"),
    "tournament.create.rated": _("Whether its matches count for ratings, which is usual"),
    "tournament.create.starts": _(
        "When, in UTC: “in 3 h”, “tomorrow 19:00”, “2026-12-24 18:00 +01:00”; or when you say so"
    ),
    "tournament.create.players": _("How many places there are"),
    "tournament.create.rounds": _("Rounds of a Swiss tournament; as many as find a winner if left out"),
    "tournament.create.cycles": _("How often everybody meets everybody in a round robin"),
    "tournament.create.checkin": _("Hours before the start in which everybody has to check in; none if left out"),
    "tournament.create.days": _("Days for each round; if left out, the next begins when all games are over"),
    "tournament.create.late": _("What becomes of games that are overdue"),
    "tournament.create.together": _("Whether all rounds of a round robin are played at once"),
    "tournament.create.seeding": _("How the players are ordered at first"),
    "tournament.join": _("Take part in a tournament"),
    "tournament.withdraw": _("Take part in a tournament no longer"),
    "tournament.start": _("Begin a tournament now, or set another time"),
    "tournament.start.when": _("When, in UTC: “in 3 h”, “tomorrow 19:00”, “2026-12-24 18:00 +01:00”; or at once"),
    "tournament.standings": _("How a tournament stands"),
    "tournament.list": _("The tournaments of this server"),
    "tournament.challenge": _("On a ladder: play somebody above you"),
    "tournament.challenge.member": _("One of the three above you"),
    "tournament.settle": _("As organiser: give a game its result"),
    "tournament.settle.match": _("Which match, such as M27"),
    "tournament.settle.result": _("The result"),
    "tournament.replace": _("As organiser: let somebody else have a member’s place"),
    "tournament.replace.member": _("Who goes"),
    "tournament.replace.by": _("Who comes"),
    "tournament.remove": _("As organiser: take a member out"),
    "tournament.remove.member": _("Who goes"),
    "tournament.handover": _("As organiser: let somebody else organise it"),
    "tournament.handover.member": _("Who organises it from now on"),
    "tournament.close": _("As organiser: end a tournament before its end, or close a ladder"),
    "tournament.tournament": _("Which one, such as T3; may be left out when there is only one"),
}

# Seasons and recounts --------------------------------------------------------------------------------------------
SEASON = _("### Season of this server\n{since} – {until}")
SEASON_COUNT = _("{matches} between {players}")
SEASON_NONE = _("Nothing was played to its end.")
CHAMPIONS = _("**Champions**")
CHAMPION = _("🏆 **{game}** – {who} **{rating}** · {matches}, {points}")
CHAMPIONS_NONE = _("No champions: for that it takes 3 rated matches of a game.")
LONGEST = _("**The longest match** – {match}, {game}: {first} against {second}, {turns}")
LOOP = _("**The prettiest loop** – {match}, {game}: {winner} against {loser}, {cells}")
CELLS = _("{n} cell"), _("{n} cells")
SEASON_BUTTON = _("Season")
SEASON_POST = _("Show it to everyone")
SEASON_EARLIER = _("Earlier")
SEASON_LATER = _("Later")
RECOUNTED = _("{matches} of this server counted again: {ratings}, nothing was different.")
RECOUNTED_CHANGED = _("{matches} of this server counted again: {ratings}; {changed} were different and are put right.")
ENTRIES = _("{n} entry"), _("{n} entries")
RATINGS_KEPT = _("{n} rating"), _("{n} ratings")
SERVER = {
    "settings": _("the settings"),
    "season": _("the season: champions, the longest match, the prettiest loop"),
    "ratings": _("the ratings, counted again from all matches"),
}
COMMANDS |= {"server.show": _("What to show; the settings if left out")}
