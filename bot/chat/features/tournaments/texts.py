"""Texts about tournaments: English, with named placeholders."""

from bot.chat.language import texts as shared
from bot.chat.language.texts import _, plural

# Commands
# --------------------------------------------------------------------------------------------------
ABOUT_TOURNAMENTS = _("Tournaments and ladders of this server")
ABOUT_CREATE = _("Create a tournament")
CREATE_OPTIONS = {
    "kind": _("Format"),
    "game": shared.ABOUT_GAME,
    "title": _("Title"),
    "variant": _("Board and options, such as “12x12, single turns”"),
    "clock": _("Time limit – “3d” per turn if left out"),
    "rated": _("Whether matches are rated – yes if left out"),
    "starts": _(
        "“in 3 h”, “tomorrow 19:00”, “2026-12-24 18:00 +01:00” – if left out, when you start it"
    ),
    "players": _("Maximum number of players"),
    "rounds": _("Rounds of a Swiss tournament – as many as needed if left out"),
    "cycles": _("How often each pair meets in a round robin"),
    "checkin": _("Hours before the start when players must check in – no check-in if left out"),
    "days": _("Days per round – if left out, the next starts when all matches are over"),
    "late": _("What happens to overdue matches"),
    "together": _("Play all rounds of a round robin at once"),
    "seeding": _("Seeding"),
    "pairs": _(
        "Pairs of matches, sides swapped, one result – if left out, where one side wins more often"
    ),
    "handicap": _("Whether lower-rated players get the extra turns that make it even"),
}
ABOUT_JOIN = _("Join a tournament")
ABOUT_WITHDRAW = _("Withdraw from a tournament")
ABOUT_START = _("Start a tournament now, or change its start time")
ABOUT_START_WHEN = _("“in 3 h”, “tomorrow 19:00”, “2026-12-24 18:00 +01:00” – now if left out")
ABOUT_STANDINGS = _("Show a tournament and its standings")
ABOUT_LIST = _("List this server’s tournaments")
ABOUT_CHALLENGE = _("Ladder: challenge a player above you")
ABOUT_CHALLENGE_MEMBER = _("One of the three players above you")
ABOUT_SETTLE = _("Organiser: decide a match")
ABOUT_SETTLE_MATCH = _("Which match, such as M27")
ABOUT_SETTLE_RESULT = _("The result")
ABOUT_REPLACE = _("Organiser: offer a player’s place to a substitute")
ABOUT_REPLACE_MEMBER = _("Who leaves")
ABOUT_REPLACE_BY = _("The substitute")
ABOUT_REMOVE = _("Organiser: remove a player")
ABOUT_REMOVE_MEMBER = _("Who leaves")
ABOUT_HANDOVER = _("Organiser: hand the tournament over")
ABOUT_HANDOVER_MEMBER = _("The new organiser")
ABOUT_CLOSE = _("Organiser: end a tournament early, or close a ladder")
ORGANISE_START = _("Start, or move the start …")
ORGANISE_SETTLE = _("Decide a match …")
ORGANISE_REPLACE = _("Replace a player …")
ORGANISE_REMOVE = _("Remove a player …")
ORGANISE_HANDOVER = _("Hand over …")
ORGANISE_CLOSE = _("Close …")
ABOUT_TOURNAMENT = _("Which tournament, such as T3 – only needed if there are several")

# Tournaments
# --------------------------------------------------------------------------------------------------
KINDS = {
    "round-robin": _("Round robin"),
    "swiss": _("Swiss tournament"),
    "knock-out": _("Knock-out"),
    "ladder": _("Ladder"),
}
LEAGUE = _("League")
LATE = {
    "forfeit": _("out of time loses"),
    "draw": _("overdue matches are drawn"),
    "organiser": _("the organiser decides overdue matches"),
}
SEEDINGS = {"rating": _("by rating"), "order": _("by sign-up order"), "random": _("random")}
SETTLED = {
    "1-0": _("the first player won"),
    "0-1": _("the second player won"),
    "1/2": _("Draw"),
    "0-0": _("Both lose"),
}
TOURNAMENT = _("### {name} · {title}")
TOURNAMENT_WHAT = _("{kind} · **{game}** · {variant} · {clock}")
TOURNAMENT_BY = _("Organised by {who}")
STARTS_AT = _("Starts {when} ({left})")
STARTS_BY = _("Starts when it’s full, or when the organiser starts it.")
START_READ = _("{when} – in {left}")
CHECK_IN_FROM = plural(
    "Check-in opens {n} hour before the start. No check-in, no place.",
    "Check-in opens {n} hours before the start. No check-in, no place.",
)
LADDER_HOW = _(
    "Start at the bottom, challenge one of the three players above you, and take the rung of "
    "anyone you beat."
)
TERM_ROUNDS = plural("{n} round", "{n} rounds")
TERM_CYCLES = {1: _("each pair meets once"), 2: _("each pair meets twice")}
TERM_DAYS = plural("{n} day per round", "{n} days per round")
TERM_TOGETHER = _("all rounds at once")
TERM_HANDICAP = _("handicap: the lower-rated player gets the extra turns that make it even")
TERM_PAIRS = _("pairs: two matches at once, sides swapped, one result")
ENTRANTS = _("**{count} of {most}** players: {names}")
ENTRANTS_NONE = _("No players yet – {most} places.")
CHECKED_IN = _("Checked in: {names}")
WAITING = _("Waiting list: {names}")
AND_MORE = plural("and {n} more", "and {n} more")
ROUND_OF = _("Round {round} of {rounds}")
ROUND_UNTIL = _("Round {round} of {rounds} · until {when} ({left})")
FINAL_UNTIL = _("Final · until {when} ({left})")
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
PAIRING_FORFEIT = _("**{match}** {first} – {second} · **{result}** by forfeit")
PAIRING_LATE = _("**{match}** {first} – {second} · waiting for the organiser’s decision")
PAIRING_PAIR = _("{line} · pair **{result}**")
PAIRING_FREE = _("{first} has a bye")
PAIRINGS_NONE = _("No matches yet.")
OPEN_MATCH = _("Open a match …")
PAIRINGS_TITLE = _("**Round {round}**")
STANDING_LINE = _("`{rank}` {who} · {points} · {wins} won, {draws} drawn, {losses} lost")
STANDING_LINE_LADDER = _("`{rank}` {who} · {wins} won, {draws} drawn, {losses} lost")
PAIRING_VOID = _("{line} · doesn’t count")
STANDING_STRUCK = _("{line} · withdrawn: none of their matches count")
STANDING_OUT = _("{line} · withdrawn")
TIES = {
    "round-robin": _(
        "-# Tiebreaks: direct encounter, Sonneborn-Berger, wins; then ranks are shared."
    ),
    "swiss": _(
        "-# Tiebreaks: direct encounter if all have met, Buchholz cut 1, Buchholz, "
        "Sonneborn-Berger, wins; then ranks are shared."
    ),
    "knock-out": _("-# Players knocked out in the same round share a rank."),
    "ladder": _("-# Beat a higher player to take their rung; those in between drop by one."),
}
COLUMN_POINTS = _("Points")
COLUMN_TALLY = _("W / D / L")
COLUMN_BREAKS = {
    "Buchholz cut 1": _("Buch. −1"),
    "Buchholz": _("Buch."),
    "Sonneborn-Berger": _("S.-B."),
}
JOIN = _("Join")
LEAVE = _("Leave")
CHECK_IN = _("Check in")
STANDINGS = _("Standings")
PAIRINGS = _("Matches")
BRACKET = _("Bracket")
CHALLENGE_UP = _("Challenge …")
BRACKET_ROUND = _("Round {round}")
BRACKET_FINAL = _("Final")
BRACKET_PART = _("part {part} of {parts}")
BRACKET_ALT = _("The bracket: {ties}")
JOINED = _("You’re in **{name}**. Matches start by themselves; you’re pinged on your turn.")
JOINED_LADDER = _(
    "You’ve joined **{name}** on the bottom rung. Use {challenge} to play someone above you."
)
JOINED_WAITING = _(
    "**{name}** is full. You’re on the waiting list and will be notified if a place opens up."
)
LEFT = _("You’ve withdrawn from **{name}**.")
LEAVE_ASK = _("### Leave {name}?\nYou lose your unfinished matches, and all still to come.")
LEAVE_YES = _("Leave")
LEAVE_NO = _("Stay in")
STAYED = _("You’re still in **{name}**.")
CHECKED = _("You’re checked in for **{name}**.")
BEGUN = _("**{name}** has started.")
SETTLE_ASK = _("### Decide {match} in {name}?\n{result}. It counts at once.")
SETTLE_NO = _("Leave it open")
NOT_SETTLED = _("**{match}** in **{name}** stays open.")
REMOVE_ASK = _(
    "### Remove a player from {name}?\n{who} loses all unfinished matches, and those still to come."
)
REMOVE_ASK_EARLY = _("### Remove a player from {name}?\n{who} no longer takes part.")
REMOVE_YES = _("Remove")
REMOVE_NO = _("Keep")
NOT_REMOVED = _("{who} stays in **{name}**.")
OVERDUE_CLOSED = _("-# {who} decided: {result}")
PLACE_CLOSED = _("-# This is no longer open")
SETTLED_DONE = _("You decided **{match}** in **{name}**: {result}.")
SETTLED_HERE = _(
    "You decided **{match}** in **{name}**: {result}. This counts for the tournament only; the "
    "match and ratings stay unchanged."
)
REMOVED = _("{who} is out of **{name}**.")
HANDED_OVER = _("{who} is now the organiser of **{name}**.")
CLOSED = _("**{name}** is closed.")
CLOSE_ASK = _("### Close {name}?\nRunning matches continue, but no longer count here.")
CLOSE_YES = _("Close tournament")
CLOSE_NO = _("Keep it open")
NOT_CLOSED = _("{name} stays open.")
CHALLENGED = _("You challenged {who} on **{name}**.")
TOURNAMENTS = _("### Tournaments")
TOURNAMENTS_OVER = _("**Over**")
TOURNAMENTS_NONE = _("No tournaments here. Create one with {create}.")
TOURNAMENT_LINE = _("**{name}** {title} · {kind} · {game} · {status} · {players}")
CHOICE = _("{name} · {title}")
CHOICE_GAME = _("{match} · {first} – {second}")

# Posts about tournaments
TOLD_CREATED = _("**New tournament**")
TOLD_MOVED = _("**New start time**")
TOLD_STARTED = _("**The tournament has started!**")
TOLD_FINAL = _("**The final has started**")
TOLD_ROUND = _("**Round {round} has started**")
TOLD_STANDINGS = _("**Standings**")
TOLD_FINISHED = _("**The tournament is over**")
TOLD_CLOSED = _("**The ladder is closed**")
TOLD_TOP = _("On top: {who}")
TOLD_WINNER = _("🏆 {who} wins!")
TOLD_WINNERS = _("🏆 {who} share first place.")
TOLD_MET = _("No pairings left: all remaining players have met.")
TOLD_CANCELLED = _("**{name}** {title} was cancelled.")
TOLD_ENDED = _("**{name}** {title} was closed.")
TOLD_FEW = _("**{name}** {title} was cancelled: too few players.")
TOLD_CHECKIN = _("Check in for **{name}** {title} until {when} ({left}): {names}")
TOLD_ENDING = _("Round {round} of **{name}** ends {when} ({left}). Still playing: {names}")
TOLD_OVERDUE = _("{who}, out of time in **{name}**: decide by {when}, or the player to move loses.")
TOLD_BYE = _("{who}, you have a bye in round {round} of **{name}**.")
TOLD_REPLACED = _("{who}, you now play in **{name}**, replacing {out}.")
TOLD_OFFERED = _(
    "{who}, will you replace {out} in **{name}**, keeping their results? Answer by {when}."
)
TOLD_CHALLENGED = _("{who}, {out} challenges you on **{name}**. Answer by {when}.")
TOLD_CHALLENGE_DECLINED = _("{who}, {to} declined your challenge on **{name}**.")
TOLD_PLACE_DECLINED = _("{who}, {to} declined to replace {out} in **{name}**.")
EVENT_SIGN_UP = _("Sign up here: {link}")
EVENT_CHECK_IN = _("Sign up here: {link}\nCheck-in opens {hours} h before the start.")
TOLD_DEADLINE_MOVED = _(
    "{who}: {away} is on vacation, so **{match}** of **{name}** can be played until {when}."
)
TOLD_PROMOTED = _("{who}, a place opened up: you’re now in **{name}**.")
TOLD_ORGANISER = _("{who}, you’re now the organiser of **{name}**.")
