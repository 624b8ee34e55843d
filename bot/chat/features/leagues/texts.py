"""What members read of leagues."""

from bot.chat.language.texts import _

ABOUT_LEAGUES = _("Leagues of this server")
ABOUT_LEAGUE_JOIN = _("Play in each season of a game, until you leave")
ABOUT_LEAGUE_LEAVE = _("Play in no further season")
ABOUT_LEAGUE_SHOW = _("Divisions of a game, and the cup over all games")
JOIN_LEAGUE = _("Join a league …")
LEAVE_LEAGUE = _("Leave a league …")
ABOUT_AT_ONCE = _("How many matches you’d like to play at a time")
ABOUT_LEAVE_GAME = _("Which game – all if left out")
ABOUT_SHOW_GAME = _("Which game – the cup over all games if left out")

JOINED = _("You’re in the {game} league. {when}")
JOINED_WAITING = _("It starts once {fewest} members have joined.")
JOINED_NEXT = _("The next season starts {when}.")
LEFT = _("You’re out of the league from the next season on. This season’s matches go on.")
NOT_IN = _("You’re not in that league.")
LEAGUES = _("### Leagues of this server")
SEASON = _("### Leagues · season {season}")
NEXT = _("-# Next season: {when}.")
GAME_LINE = _("**{game}** – {members}, {divisions}")
GAME_SHORT = _("**{game}** – {tally}")
DIVISION_LINE = _("**Division {number}** · {tournament} – {leaders}")
NO_SEASON = _("No season yet. Join with {join}.")
NO_DIVISIONS = _("No divisions of {game} this season. Join with {join}.")
RULES = _(
    "-# Two go up from each division, two go down. Lose two matches without a move, and you’re out "
    "of the league: the rest count as lost, and others move up next season. Matches that haven’t "
    "begun when it ends give no points. Members who block each other don’t meet."
)
CUP = _("Cup over all games")
CUP_RULE = _("-# Cup: a point for each member of a league you finish ahead of.")
CUP_POINTS = _("Points")
STARTED = _("### Leagues · season {season} has started\nTwelve weeks; next season {when}.")
CLOSED = _("### Leagues · season {season} is over")
CHAMPION = _("🏆 **{game}** – {who}")
CUP_WINNER = _("🏆 **Cup over all games** – {who}")
OPEN_DIVISION = _("Division {number}")
SHOW_LEAGUES = _("Leagues")
