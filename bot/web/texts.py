"""Words on the page. Those that the chat has too are taken from there."""

from dataclasses import dataclass

from bot.chat.language import texts
from bot.chat.language.texts import plural
from bot.domain.members.settings import MemberSettings
from games.core import _ as _

TURN_COMPLETE = _("Turn complete: play it, or take a step back.")
WAITING_FOR = _("Waiting for {who}.")
TEAM_VOTES = _("{who} votes on the next turn.")
COMPUTER_THINKS = _("The computer is thinking …")
PAUSED = _("Paused.")
YOU_WON = _("You won")
DRAW = _("Draw")
NO_MOVE_FROM = _("No move starts at {cell}.")
STALE = _("This board has moved on. Here it is now.")
ANOTHER = _("another member")

YOU = _("you")

LEFT_SERVER = _("{who} has left the server.")
KEPT_AWAY = _("{who} can’t play here any more.")
CLAIM_FROM = _("You can end the match from {when}.")
WINS_FROM = _("If they aren’t back by {when}, you win.")

REMATCH_OFFERED = _("You offered {who} a rematch.")
REMATCH_ASKED = _("{who} offers a rematch, sides swapped.")
CHALLENGED_BY = _("{who} challenges you to {game}.")
LOOKS_FOR_ANYONE = _("{who} is looking for somebody to play {game}.")
CHALLENGE_TO = _("You challenged {who} to {game}.")
CHALLENGE_TO_ANYONE = _("You’re looking for somebody to play {game}.")
MINUTES = plural("about {n} minute", "about {n} minutes")
ANALYSING = _("Going over the match …")
ANALYSIS_FAILED = _("the analysis didn’t work; try again")
NO_TURNING_POINTS = _("No turn made a clear difference.")
TURNING_POINT = _(
    "Turn {turn}: {mark} {moves} took the chances from {before} % to {after} %. Better: {better}."
)

PROFILE = _("My profile")
PROFILE_OF = _("Profile of {who}")
LEADERBOARDS = _("Leaderboards")
MATCHES_HERE = _("All matches here")
LOBBY = _("Lobby")
TOURNAMENTS = _("Tournaments")
LEAGUES = _("Leagues")
ALL_SETTINGS = _("All settings")
HOME = _("Home")
CHALLENGE = _("Challenge")
PUZZLE = _("Puzzle")
COUNTS_FOR_RATINGS = _("Counts for ratings")
PAGES = {
    "settings": ALL_SETTINGS,
    "lobby": LOBBY,
    "profile": PROFILE,
    "leaderboard": LEADERBOARDS,
    "tournament list": TOURNAMENTS,
    "league show": LEAGUES,
    "play": CHALLENGE,
    "matches": HOME,
    "help": HOME,
    "rules": texts.RULES,
    "explore": texts.THINK,
    "hint": texts.HINT,
    "analyse": texts.ANALYSE,
    "puzzle": PUZZLE,
}
"""What the page calls what a command shows or does, where that is no command there, too."""
NAMED = _("“{name}”")
IN_THE_CHAT = _("{command} in the chat")
ONLY_COMPUTER = _(
    "Here you can play the computer. To challenge people, open this page in a channel of a server."
)
NO_CHANNEL = _("open this page from a channel of a server to challenge people")
NO_MEMBER = _("they aren’t on this server any more")
ONLY_PLAYERS = _(
    "Only people who have played a rated match on this server can be found right now. Everyone "
    "else can be challenged with `/play` in the chat."
)
YES = _("Yes")
LACKING = _("this is still missing: {what}")
OUT_OF_RANGE = _("that must be a number from {least} to {most}")
NO_BOT = _("you can’t challenge a bot; choose a member, or anyone")
BOARDS_AND_OPTIONS = _("Boards and options")
WRITING_MOVES = _("Writing moves")
WRITTEN = _("{move} – {meaning}")
CREDIT = _("By {author}, {year}")
OPTION = _("{label}: {choices}.")
EASY = _("easy to begin")
MIDDLING = _("takes a match or two to get")
HARD = _("much to think about")


@dataclass(frozen=True, slots=True)
class AboutGame:
    """How long a match at one sitting takes, and how hard it is to begin with."""

    minutes: int
    difficulty: str


GAMES = {
    "veloop-square": AboutGame(15, MIDDLING),
    "veloop-hex": AboutGame(15, MIDDLING),
    "snipsnip": AboutGame(10, EASY),
    "vigilance": AboutGame(10, EASY),
    "loop": AboutGame(15, HARD),
    "loops-n-leaps": AboutGame(15, MIDDLING),
}
WORDS = {
    # at the board
    "board": _("The board. Arrow keys move, Enter chooses, Escape lets go."),
    "empty": _("empty"),
    "from": _("can be used"),
    "to": _("can be played"),
    "chosen": _("chosen"),
    "takes": _("takes {cells}"),
    "swaps": _("swaps {cells}"),
    "seals": _("seals off {cells}"),
    "zoom": _("Zoom"),
    "zoomIn": _("Zoom in"),
    "zoomOut": _("Whole board"),
    "which": _("Which one?"),
    "notHere": _("Not here."),
    "you": YOU,
    # the turn
    "playTurn": _("Play"),
    "hint": texts.HINT,
    "hintAgain": _("Hint again"),
    "withDraw": _("Offer a draw with this turn"),
    "now": _("Back to now"),
    "think": texts.THINK,
    "analyse": texts.ANALYSE,
    "nextMatch": _("Next match"),
    "more": _("More"),
    "replay": _("Replay"),
    "record": _("Save as text"),
    "moves": _("All turns"),
    "start": _("Start"),
    "firstTurn": _("To the start"),
    "turnBack": _("One turn back"),
    "turnOn": _("One turn on"),
    "lastTurn": _("To now"),
    "daysHours": _("{days} d {hours} h"),
    "thinking": _("Thinking …"),
    "tryAgain": _("Try again"),
    # the analysis
    "analysis": _("Analysis"),
    "chances": _("Chances turn by turn"),
    "chanceOf": _("{who}: {percent} %"),
    "tryFrom": _("Try moves from here"),
    "share": _("Copy link"),
    "copied": _("Link copied."),
    "played": _("played"),
    "better": _("better"),
    # thinking
    "lines": _("Lines"),
    "plans": texts.PLAN,
    "plan": texts.ADD_PLAN,
    "unplan": texts.REMOVE_PLAN,
    "makeMyMove": texts.DRAFT_LINE,
    "stepBack": texts.BACK_ONE,
    "removeLine": texts.REMOVE_LINE,
    "note": texts.WRITE_NOTE,
    "myLines": _("My lines"),
    "sharedLines": _("Shared lines"),
    "backToMatch": _("Back to the match"),
    # home
    "home": HOME,
    "askedOfYou": _("Waiting for your answer"),
    "yourTurn": _("Your turn"),
    "theirTurn": _("Their turn"),
    "myChallenges": _("Your open challenges"),
    "play": _("Play"),
    "challenge": CHALLENGE,
    "challengeTo": _("Challenge to {game}"),
    "learn": _("Learn"),
    "puzzle": PUZZLE,
    "rules": texts.RULES,
    "opponent": _("Against"),
    "anyone": _("anyone"),
    "clock": _("Time"),
    "clock-usual": _("as usual here"),
    "clock-other": _("another time limit"),
    "firstMove": _("First move"),
    "handicapMine": _("Unless you choose who moves first, the handicap helps you."),
    "handicapTheirs": _("Unless you choose who moves first, the handicap helps your opponent."),
    "handicapWeaker": _(
        "Unless you choose who moves first, the handicap helps whoever is weaker by rating; where "
        "that isn’t known, your opponent."
    ),
    "computer": _("the computer"),
    "level": _("Level"),
    "findMember": _("Find a member by name"),
    "nobodyFound": _("Nobody here has a name that begins so."),
    "rated": COUNTS_FOR_RATINGS,
    "message": _("Message"),
    "mayThink": _("Both may use the Think board"),
    "challengePosted": _("They are told in the channel you came from."),
    "challengeOpen": _("Anyone in the channel you came from can accept."),
    # round the page
    "settings": _("Settings"),
    "legal": texts.SHOW_LEGAL,
    "flip": texts.FLIP,
    "sight": texts.SHOW_SIGHT,
    "theme": MemberSettings.labels["theme"],
    "coordinates": MemberSettings.labels["coordinates"],
    "language": MemberSettings.labels["language"],
    "send": _("Send"),
    "close": _("Close"),
    "loading": _("One moment …"),
    "offline": _("No connection."),
    "unsent": _("No connection. What you did is sent as soon as it’s back."),
    "refused": _("That didn’t work."),
}
"""What the page says by itself, by the name under which it asks for it."""
