"""What members read of challenges."""

from bot.chat.kit.language.texts import _

# Cards -----------------------------------------------------------------------------------------------------------
CHALLENGE = _("### A challenge: {game}")
CHALLENGE_TO = _("{target}, {maker} would like to play **{game}** with you.")
CHALLENGE_OPEN = _("{maker} would like to play **{game}**. Who takes it?")
CHALLENGE_DETAILS = _("{variant} · {side} · {clock}")
CHALLENGE_UNTIL = _("-# Open until {when}")
MAKER_SIDE = {
    "first": _("{maker} moves first"),
    "second": _("{maker} moves second"),
    "random": _("who moves first is drawn by lot"),
}
CHALLENGE_TAKEN = _("{taker} accepted {maker}’s challenge: match **{match}**.")
CHALLENGE_DECLINED = _("{target} declined {maker}’s challenge.")
CHALLENGE_WITHDRAWN = _("{maker} withdrew the challenge.")
CHALLENGE_EXPIRED = _("Nobody took {maker}’s challenge in time.")
COUNTERED = _("### A counter-offer: {game}")
COUNTER_CLOSED = _("{target} made {maker} a counter-offer.")
REMATCH_ASKED = _("### A rematch: {game}")
DECLINE = _("Decline")
OPEN_NONE = _("Nobody is waiting for an opponent. Challenge someone with {play}.")

# A counter-offer -------------------------------------------------------------------------------------------------
COUNTER = _("Counter-offer")
COUNTER_FORM = _("Your own terms")
COUNTER_VARIANT = _("Board and options")
COUNTER_CLOCK = _("Time to think")
COUNTER_SIDE = _("Who moves first")
COUNTER_RATED = _("Does it count for ratings?")
COUNTER_NOTE = _("A few words (may be left out)")

# When something is wrong -----------------------------------------------------------------------------------------
NO_BOTS = _("you cannot challenge a bot; choose a member, or leave the opponent out for an open challenge")
ALONE = _(
    "nobody but you reads this conversation; challenge people in a server, or in a conversation with them. Here you "
    "can play the computer: choose a level"
)
LEVEL_FOR_COMPUTER = _("a level is for matches against the computer; leave it out to play {name}")
COMPUTER_UNRATED = _("a match against the computer is never rated")

# The command as Discord lists it ---------------------------------------------------------------------------------
ABOUT_PLAY = _("Challenge someone, anyone or the computer to a game")
PLAY_OPTIONS = {
    "game": _("Which game"),
    "opponent": _("Whom you challenge; leave it out to let anyone take it"),
    "variant": _("Board and options, such as “12x12, single turns”"),
    "side": _("Who moves first"),
    "clock": _("Time to think, such as “3d” a turn; if left out, what is usual here"),
    "rated": _("Whether it counts for your ratings; only between two people"),
    "note": _("A few words for your opponent"),
    "level": _("Play against the computer: how strong it is to be"),
}
