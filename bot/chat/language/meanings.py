"""What the choice of a variant or of a handicap means for a match: whether it is fair, and what is
proved or measured of it.
"""

from collections.abc import Iterator, Mapping

from bot.chat.language.texts import _
from bot.domain.handicaps.worth import WorthNow
from games.core import Game, Handicap, Sentence

PIE = _("The second player may take over the first player’s start, so don’t make it too good.")
PIE_IS_FAIR = _("{second} may take over the start to keep it fair")
CAN_WIN = _("{side} can always win on this board")
NOBODY_CAN_WIN = _("on this board, neither side can force a win")
WINS_MORE = _("{side} wins a little more often")
EVEN = _("both sides win about equally often")
WORTH = _("worth about {points} points, as the computer’s matches show")
WORTH_TO_FIRST = _(
    "extra stones hurt here: worth about {points} points to {first}, as the computer’s matches show"
)
WORTH_AND = _("{worth}; {more}")
WORTH_LEARNT = _("counting {matches} matches of people")
WORTH_ROUGH = _("known to ± {error} points only, so not rated")
WORTH_UNKNOWN = _("nobody knows yet what this is worth, so the match isn’t rated")
HINTS_UNRATED = _("with hints, the match isn’t rated")


def fairness(game: Game, options: Mapping[str, str]) -> Sentence | None:
    """Whether a variant is fair to both sides; None where nothing is known of it.

    With a handicap: what that does, as all that is known is of matches without one.
    """
    effect = handicap(game, options)
    if effect is not None:
        return effect
    best_play = game.best_play(options)
    if best_play is None:
        if game.pie:
            return Sentence(PIE_IS_FAIR, second=Sentence(game.seats[1]))
        return balance(game, options)
    if best_play.winner is None:
        return Sentence(NOBODY_CAN_WIN)
    return Sentence(CAN_WIN, side=Sentence(game.seats[best_play.winner]))


def balance(game: Game, options: Mapping[str, str]) -> Sentence | None:
    """Which side wins more often among equals.

    None where that was not measured, where too few matches were played to tell, and where it is
    proved who wins.
    """
    results = game.results(options)
    if results is None or game.best_play(options) is not None:
        return None
    if results.leader is not None:
        return _wins_more(game, results.leader)
    return Sentence(EVEN) if results.is_even else None


def _wins_more(game: Game, seat: int) -> Sentence:
    return Sentence(WINS_MORE, side=Sentence(game.seats[seat]))


def opening(game: Game, options: Mapping[str, str]) -> Iterator[Sentence]:
    """What there is to know where the first move is chosen: what a handicap does, and who has it
    easier on a board without extra turns.
    """
    effect = handicap(game, options)
    if effect is not None:
        yield effect
    choice = Handicap.of(options)
    if choice is not None and choice.turns:
        return
    leader = game.leader(options)
    if game.pie:
        yield Sentence(PIE)
    elif leader is not None:
        yield _wins_more(game, leader)


def handicap(game: Game, options: Mapping[str, str]) -> Sentence | None:
    """What the handicap of a match does; None without one."""
    choice = Handicap.of(options)
    if choice is None:
        return None
    return choice.effect(game.seats)


def worth(game: Game, options: Mapping[str, str], worth_now: WorthNow | None) -> Sentence:
    """What the handicap of a match is worth, or why it is not rated.

    :param worth_now: None where that is not known, as of hints
    """
    choice = Handicap.of(options)
    if choice is not None and choice.kind == "hints":
        return Sentence(HINTS_UNRATED)
    if worth_now is None:
        return Sentence(WORTH_UNKNOWN)
    sentence = Sentence(WORTH, points=_in_tens(worth_now))
    if worth_now.points < 0:
        first = Sentence(game.seats[0])
        sentence = Sentence(WORTH_TO_FIRST, points=_in_tens(worth_now), first=first)
    if worth_now.matches:
        count = Sentence(WORTH_LEARNT, matches=worth_now.matches)
        sentence = Sentence(WORTH_AND, worth=sentence, more=count)
    if not worth_now.ratable:
        error = Sentence(WORTH_ROUGH, error=worth_now.error)
        sentence = Sentence(WORTH_AND, worth=sentence, more=error)
    return sentence


def worth_in_short(
    game: Game, options: Mapping[str, str], worth_now: WorthNow | None
) -> Sentence | None:
    """The same in few words, where a handicap is chosen; None without one."""
    if Handicap.of(options) is None:
        return None
    if worth_now is None:
        return Sentence(_("unrated"))
    if worth_now.points < 0:
        first = Sentence(game.seats[0])
        points = _in_tens(worth_now)
        return Sentence(_("about {points} points for {first}"), points=points, first=first)
    return Sentence(_("about {points} points"), points=_in_tens(worth_now))


def _in_tens(worth_now: WorthNow) -> int:
    """How many points a handicap is worth to whom it helps, as exactly as that is known."""
    return round(abs(worth_now.points) / 10) * 10


def outlook(game: Game, options: Mapping[str, str]) -> Sentence | None:
    """Who wins in best play, where that is proved; else who wins more often among equals."""
    best_play = game.best_play(options)
    if best_play is None:
        return balance(game, options)
    if best_play.winner is None:
        return Sentence(_("a draw with best play"))
    return Sentence(_("{side} wins with best play"), side=Sentence(game.seats[best_play.winner]))


def in_short(game: Game, options: Mapping[str, str]) -> Iterator[Sentence]:
    """A variant in few words, where one is chosen: what its size means, and who wins more often."""
    for option in game.options:
        size = dict(option.sizes).get(options.get(option.name, ""))
        if size is not None:
            yield size
    if game.best_play(options):
        yield Sentence(_("quick, unrated"))
        return
    leader = game.leader(options)
    if leader is not None:
        yield _wins_more(game, leader)
