"""Texts about tournaments: English, with named placeholders."""

from bot.chat.kit.language.texts import _, plural

# Commands --------------------------------------------------------------------------------------------------------
ABOUT_TOURNAMENTS = _("Tournaments and ladders of this server")
ABOUT_CREATE = _("Announce a tournament")
CREATE_OPTIONS = {
    "kind": _("How it is played"),
    "game": _("Which game"),
    "title": _("What it is called"),
    "variant": _("Board and options, such as “12x12, single turns”"),
    "clock": _("Time to think, such as “3d” a turn, which is usual"),
    "rated": _("Whether its matches count for ratings, which is usual"),
    "starts": _("When, in UTC: “in 3 h”, “tomorrow 19:00”, “2026-12-24 18:00 +01:00”; or when you say so"),
    "players": _("How many places there are"),
    "rounds": _("Rounds of a Swiss tournament; as many as find a winner if left out"),
    "cycles": _("How often everybody meets everybody in a round robin"),
    "checkin": _("Hours before the start in which everybody has to check in; none if left out"),
    "days": _("Days for each round; if left out, the next begins when all games are over"),
    "late": _("What becomes of games that are overdue"),
    "together": _("Whether all rounds of a round robin are played at once"),
    "seeding": _("How the players are ordered at first"),
}
ABOUT_JOIN = _("Take part in a tournament")
ABOUT_WITHDRAW = _("Take part in a tournament no longer")
ABOUT_START = _("Begin a tournament now, or set another time")
ABOUT_START_WHEN = _("When, in UTC: “in 3 h”, “tomorrow 19:00”, “2026-12-24 18:00 +01:00”; or at once")
ABOUT_STANDINGS = _("How a tournament stands")
ABOUT_LIST = _("The tournaments of this server")
ABOUT_CHALLENGE = _("On a ladder: play somebody above you")
ABOUT_CHALLENGE_MEMBER = _("One of the three above you")
ABOUT_SETTLE = _("As organiser: give a game its result")
ABOUT_SETTLE_MATCH = _("Which match, such as M27")
ABOUT_SETTLE_RESULT = _("The result")
ABOUT_REPLACE = _("As organiser: ask somebody to take a member’s place")
ABOUT_REPLACE_MEMBER = _("Who goes")
ABOUT_REPLACE_BY = _("Who comes")
ABOUT_REMOVE = _("As organiser: take a member out")
ABOUT_REMOVE_MEMBER = _("Who goes")
ABOUT_HANDOVER = _("As organiser: let somebody else organise it")
ABOUT_HANDOVER_MEMBER = _("Who organises it from now on")
ABOUT_CLOSE = _("As organiser: end a tournament before its end, or close a ladder")
ABOUT_TOURNAMENT = _("Which one, such as T3; may be left out when there is only one")

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
SEEDINGS = {"rating": _("by rating"), "order": _("in the order of sign-up"), "random": _("random")}
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
CHECK_IN_FROM = plural(
    "Who takes part has to check in, from {n} hour before the start.",
    "Who takes part has to check in, from {n} hours before the start.",
)
LADDER_HOW = _("Join at the foot, challenge one of the three above you, and take the rung of whoever you beat.")
TERM_ROUNDS = plural("{n} round", "{n} rounds")
TERM_CYCLES = {1: _("everybody meets everybody once"), 2: _("everybody meets everybody twice")}
TERM_DAYS = plural("{n} day for each round", "{n} days for each round")
TERM_TOGETHER = _("all rounds are played together")
ENTRANTS = _("**{count} of {most}** take part: {names}")
ENTRANTS_NONE = _("Nobody takes part yet; there are {most} places.")
CHECKED_IN = _("Checked in: {names}")
WAITING = _("Waiting for a place: {names}")
AND_MORE = plural("and {n} more", "and {n} more")
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
TOLD_OFFERED = _("{who}, you are asked to take the place of {out} in **{name}**, with its results. Answer by {when}.")
TOLD_PLACE_DECLINED = _("{who}, {other} would rather not take the place of {out} in **{name}**.")
ACCEPT_PLACE = _("Take the place")
DECLINE_PLACE = _("No, thank you")
TOLD_PROMOTED = _("{who}, a place is free: you take part in **{name}** now.")
TOLD_ORGANISER = _("{who}, you organise **{name}** now.")
