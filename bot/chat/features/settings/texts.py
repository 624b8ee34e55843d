"""What is said about settings and personal data, in English, with named placeholders."""

from bot.chat.language.texts import _, plural

# Commands
# --------------------------------------------------------------------------------------------------
ABOUT_SETTINGS = _("Your boards, notifications, language and vacation")
ABOUT_SERVER = _("This server’s settings, season and ratings")
ABOUT_SERVER_SHOW = _("What to show – the settings if left out")
SERVER_PAGES = {
    "settings": _("the settings"),
    "season": _("the season: champions, the longest match, the prettiest loop"),
    "log": _("the log: results cancelled and ratings reset"),
}
ABOUT_PRIVACY = _("The data stored about you")
EXPORT_MINE = _("Export my data")
DELETE_MINE = _("Delete my data …")
BLOCK_SOMEBODY = _("Block somebody …")
ABOUT_EXPORT = _("Get all data stored about you, as a file")
ABOUT_DELETE = _("Delete all data stored about you")

# Settings
# --------------------------------------------------------------------------------------------------
SETTINGS = _("### Your settings\nChanges apply at once, on all servers.")
SERVER = _("### Settings of this server")
NOTICES = {
    "channel": _("ping in the channel"),
    "dm": _("direct message"),
    "both": _("both"),
    "none": _("for challenges only"),
}
SESSIONS = _("Browsers in which you stay at the page")
END_SESSION = _("Sign out of {browser} ({day})")
THIS_BROWSER = _("{start}, this browser")
A_BROWSER = _("a browser")
LANGUAGE_OF_SERVER = _("same as this server")
ON = _("on")
OFF = _("off")
ALL = _("all")
GONE = plural(
    "⚠️ “{name}” names something that was deleted. It’s ignored.",
    "⚠️ “{name}” names {n} things that were deleted. They’re ignored.",
)
FORGET_GONE = _("Clear what was deleted")

# Vacations
# --------------------------------------------------------------------------------------------------
VACATION = _("Go on vacation …")
REMINDERS = {"usual": _("usual"), "rare": _("rarely"), "none": _("of deadlines only")}
HOURS_BUTTON = _("Waking hours …")
HOURS_FORM = _("Your waking hours")
HOURS_FIELD = _("Hours, such as 7-22")
HOURS_EXAMPLE = _("mon-fri 7:30-22, sat-sun 9-24 – empty: learn from my moves")
ZONE_FIELD = _("Time zone: a city, or UTC+2")
ZONE_EXAMPLE = _("Berlin")
HOURS_SET = _("-# Waking hours: {hours} ({zone}). Reminders wait for them.")
HOURS_LEARNT = _(
    "-# Waking hours: {hours} ({zone}), learnt from your moves. Reminders wait for them."
)
HOURS_UNKNOWN = _("-# Waking hours: not known yet. Set them, or keep playing and I’ll learn them.")
DAILY = {"none": _("off"), "dm": _("direct message"), "channel": _("in the channel")}
DAILY_BUTTON = _("Daily card time …")
DAILY_FORM = _("Your daily card")
DAILY_FIELD = _("Time and days")
DAILY_EXAMPLE = _("8:30, or mon-fri 8:30, sat 10 – empty: when I get up")
DAILY_NEXT = _("-# Your next daily card comes {when}, if a match is waiting for you.")
VACATION_SPAN = _("Vacation: {span} from now")
VACATION_END = _("End vacation")
VACATION_LEFT = _("-# Vacation left: {span} (30 days a year). Your time stops until you’re back.")
ON_VACATION = _("🌴 You’re on vacation until {when}.")

# Being left alone
# ------------------------------------------------------------------------------------------------
ABOUT_BLOCK = _("Block a member: no challenges or pings from them; they aren’t told")
ABOUT_BLOCK_MEMBER = _("Who to block")
MENU_BLOCK = _("Block")
BLOCKED = _(
    "{who} is blocked. Their challenges, rematches and pings won’t reach you, and they aren’t "
    "told. Your running matches continue. Unblock them in {settings}."
)
BLOCKED_MEMBERS = _("Blocked members …")
UNBLOCK = _("Unblock {who}")

# Personal data
# --------------------------------------------------------------------------------------------------
EXPORTED = _("This is all the data stored about you.")
EXPORTED_IN_PARTS = _(
    "This is all the data stored about you, in {parts} files. Each opens on its own."
)
EXPORT_TITLE = _("Your data in Loophole")
EXPORT_ABOUT = _(
    "This is everything the bot stores about you. The folder data has it as JSON, a file for each "
    "table; the folder records has your matches, move by move."
)
EXPORT_WHAT = _("What")
EXPORT_COUNT = _("Entries")
EXPORT_MATCHES = _("Your matches")
DELETE_ASK = _(
    "### Delete your data?\n"
    "This can’t be undone. You lose your running matches; those that have barely begun are called "
    "off. Finished matches stay for your opponents, without your name."
)
DELETE_YES = _("Yes, delete everything")
DELETE_NO = _("Keep it")
DELETED = plural(
    "Deleted. {n} match no longer shows your name.",
    "Deleted. {n} matches no longer show your name.",
)
NOT_DELETED = _("Nothing was deleted.")
