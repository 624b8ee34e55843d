"""What is said about settings and personal data, in English, with named placeholders."""

from bot.chat.kit.language.texts import _, plural

# Commands --------------------------------------------------------------------------------------------------------
ABOUT_SETTINGS = _("How you like boards, notices and moves; vacation")
ABOUT_SERVER = _("What this server allows and how it likes matches told")
ABOUT_SERVER_SHOW = _("What to show; the settings if left out")
SERVER_PAGES = {
    "settings": _("the settings"),
    "season": _("the season: champions, the longest match, the prettiest loop"),
    "ratings": _("the ratings, counted again from all matches"),
}
ABOUT_PRIVACY = _("What is kept about you")
ABOUT_EXPORT = _("Get all that is kept about you, as a file")
ABOUT_DELETE = _("Delete what is kept about you")

# Settings --------------------------------------------------------------------------------------------------------
SETTINGS = _("### Your settings\nWhat you choose works at once, in all servers.")
SERVER = _("### Settings of this server")
NOTICES = {
    "channel": _("by a ping in the channel"),
    "dm": _("by direct message"),
    "both": _("both ways"),
    "none": _("not at all"),
}
LANGUAGES = {
    "": _("as my Discord"),
    "en": "English",
    "de": "Deutsch",
    "fr": "Français",
    "es": "Español",
    "pt-BR": "Português do Brasil",
    "ja": "日本語",
}
LANGUAGE_OF_SERVER = _("as this server is set in Discord")
TOGGLE = _("{name}: {state}")
ON = _("on")
OFF = _("off")
ALL = _("all")

# Vacations -------------------------------------------------------------------------------------------------------
VACATION = _("Vacation …")
VACATION_SPAN = _("Vacation: {span} from now")
VACATION_END = _("End the vacation")
VACATION_LEFT = _("-# Vacation left, of 30 days in any 365: {span}. While it lasts your clocks stand still.")
ON_VACATION = _("🌴 You are on vacation until {when}.")

# Being left alone ------------------------------------------------------------------------------------------------
ABOUT_BLOCK = _("Take no challenges or pings from a member; they are not told")
ABOUT_BLOCK_MEMBER = _("Who is to leave you alone")
MENU_BLOCK = _("Block")
BLOCKED = _(
    "{who} is blocked: their challenges, rematches and pings no longer reach you, and they are not told. Matches you "
    "already play go on. You can unblock them in {settings}."
)
BLOCKED_MEMBERS = _("Blocked members …")
UNBLOCK = _("Unblock {who}")

# Personal data ---------------------------------------------------------------------------------------------------
EXPORTED = _("This is all that is kept about you.")
DELETE_ASK = _(
    "### Delete your data?\nRunning matches end: the other player wins, or they are called off if they have hardly "
    "begun. Finished ones stay for your opponents, without your name. This cannot be undone."
)
DELETE_YES = _("Yes, delete everything")
DELETE_NO = _("Keep it")
DELETED = plural("Deleted. {n} match was yours.", "Deleted. {n} matches were yours.")
NOT_DELETED = _("Nothing was deleted.")
