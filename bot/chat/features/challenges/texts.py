"""What members read of challenges."""

from bot.chat.language import texts as shared
from bot.chat.language.texts import _, plural

# Cards
# --------------------------------------------------------------------------------------------------
CHALLENGE = _("### Challenge: {game}")
CHALLENGE_TO = _("{target}, {maker} challenges you to **{game}**.")
CHALLENGE_OPEN = _("{maker} is looking for an opponent at **{game}**.")
CHALLENGE_UNTIL = _("-# Open until {when}")
CHALLENGE_TAKEN = _("{taker} accepted: **{match}**")
CHALLENGE_DECLINED = _("{target} declined {maker}’s challenge.")
DECLINED_TOLD = _("{maker}, {target} declined.")
CHALLENGE_WITHDRAWN = _("{maker} withdrew the challenge.")
ASK_AGAIN = _("Ask again")
CHALLENGE_EXPIRED = _("{maker}, nobody accepted your {game} challenge.")
COUNTERED = _("### Counter-offer: {game}")
COUNTER_TO = _("{target}, {maker} suggests other terms: **{changed}**")
UNRATED = _("unrated")
COUNTER_CLOSED = _("{target} sent {maker} a counter-offer.")
COUNTER_TAKEN = _("{maker} accepted {taker}’s counter-offer: match **{match}**.")
OPEN_CLOSED = _("-# The open challenge that this answered is closed.")
REMATCH_ASKED = _("### Rematch: {game}")
OPEN_NONE = _("Nobody is waiting for an opponent. Challenge someone with {play}.")

LEFT_UNEVEN = _("Play on as you are. This won’t be offered again soon.")

# A counter-offer
# -------------------------------------------------------------------------------------------------
COUNTER_VARIANT = _("Board and options")
COUNTER_OTHER = _("Or another: “7x7”, “big”, “2 extra turns”")
COUNTER_CLOCK = _("Time limit")
COUNTER_SIDE = _("First player")
COUNTER_NOTE = _("Message (optional)")

# The command as Discord lists it
# ---------------------------------------------------------------------------------
ABOUT_PLAY = _("Challenge a friend, anyone, or the computer")
PLAY_OPTIONS = {
    "game": shared.ABOUT_GAME,
    "opponent": _("Who to challenge; leave it out so that anyone can accept"),
    "variant": shared.ABOUT_VARIANT,
    "side": _("First player"),
    "clock": _("Time per turn, such as 3d – this server’s usual if left out"),
    "rated": _("Whether it counts for ratings; only between people"),
    "message": _("A message for your opponent"),
    "level": _("Play the computer at this level"),
    "handicap": shared.ABOUT_HANDICAP,
    "explore": _("Whether both may use the Think board during the match"),
}
EXPLORE = {"yes": _("yes – both may try lines on it, in private"), "no": _("no – nobody may")}

# The lobby
# --------------------------------------------------------------------------------------------------
ABOUT_LOBBY = _("Standing offers: take one, or make your own")
LOBBY = _("### Lobby\nOffers stay until withdrawn, and open again when a match ends.")
LOBBY_NONE = _("No offers yet. Make the first one.")
LOBBY_NEW = _("### New in the lobby of {server}")
LOBBY_THESE = _("{who}, you can take these:")
LOBBY_OTHERS = plural(
    "{n} new offer from another server: take it with {lobby} there.",
    "{n} new offers from other servers: take them with {lobby} there.",
)
LOBBY_GONE = _("-# These offers are gone.")
LOBBY_CARD_ON = _("Morning card: on")
LOBBY_CARD_OFF = _("Morning card: off")
OFFER_LINE = _("**{game}** · {maker}")
OFFER_NEW = _("New offer")
OFFER_TAKE = _("Take")
OFFER_GAME = _("Game")
OFFER_MANY = _("Matches at a time")
OFFER_WHO = _("Who may take it")
OFFER_ANYONE = _("anyone")
OFFER_AT_ONCE = _("{running} of {most} running")
OFFER_UP_TO = _("up to {n}")
OFFER_NEAR = _("rating ±{n}")
OFFER_LEAST = _("{n} matches or more")
OFFER_AGAIN = _("again after {n} days")
OFFER_ACROSS = _("other servers too, unrated")
OFFERS_ELSEWHERE = _(
    "-# To see offers of other servers, allow matches across servers in {settings}."
)
SEEK = _("Find an opponent")
SEEK_STOP = _("Stop looking")
SEEK_MEANS = _(
    "-# **Find an opponent** pairs you by strength and time limit, also across servers. Once you "
    "and your opponent have finished nine, matches count for world ratings and can’t be called off."
)
SEEKING = _("You’re looking for an opponent: **{game}** · {clock} · {running}")
