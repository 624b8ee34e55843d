"""What members read of team matches."""

from bot.chat.language import texts as shared
from bot.chat.language.texts import _, plural

ABOUT_TEAMS = _("Matches of several members on a side")
ABOUT_START = _(
    "Start a match of your side, whose members vote, against the computer or another side"
)
ABOUT_JOIN = _("Join a side of a team match")
ABOUT_LEAVE = _("Leave your side of a team match")
TEAM_MATCH = _("Team match …")
LEAVE_SIDE = _("Leave this side")
SIDE_ON_PAGE = _("Who may join your side – everyone here if left out")
AGAINST_ON_PAGE = _("The other side – the computer if left out")
OPTIONS = {
    "game": shared.ABOUT_GAME,
    "side": _("Who may join your side: mention members or a role; empty: everyone here"),
    "against": _("The other side: mention members or a role, or a level of the computer"),
    "variant": shared.ABOUT_VARIANT,
    "clock": _("Time per turn, such as 2d; empty: 1 day"),
    "veto": _("Whether captains may veto lines"),
}
TITLE = _("### {match} · {game} · teams")
HOW = _(
    "-# Try a line on the Think board and propose it. Open the lines of others, then vote in "
    "secret. You can change your vote until time is up; then the line with the most votes is "
    "played. To draw, take back or resign, more than half of those active this week must press it."
)
OUTSIDE = _("-# You’re on neither side. You can look at the board and follow the match.")
MEMBERS = plural("{mark} {who} · {n} member", "{mark} {who} · {n} members")
CAPTAIN = _(" · captain: {who}")
VOTED = plural("{n} member has voted.", "{n} members have voted.")
NO_LINES = _("No lines yet.")
LINE = _("Line {n}: {moves} – {who}")
MY_VOTE = _("✅ your vote")
VETOED = _("🚫 vetoed")
OPEN = _("Line {n}")
JOIN = _("Join {side}")
VOTE = _("Vote for it")
VETO = _("Veto")
LINES = _("All lines")
LEFT = _("You’ve left your side of {match}.")
YOU_VOTE = _("You vote for {moves}.")
COUNTED = _("{act} ({votes}/{needed})")
