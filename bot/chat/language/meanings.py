"""What the choice of a variant means for a match: whether it is fair, and what is proved of it."""

from collections.abc import Iterator, Mapping

from bot.chat.language.texts import _
from games.core import Game, Sentence

PIE = _("The second player may take over the first player’s start, so don’t make it too good.")
PIE_IS_FAIR = _("{second} may take over the start to keep it fair")
CAN_WIN = _("{side} can always win on this board")
NOBODY_CAN_WIN = _("on this board, neither side can force a win")
WINS_MORE = _("{side} wins a little more often")
EVEN = _("both sides win about equally often")


def fairness(game: Game, options: Mapping[str, str]) -> Sentence | None:
    """Whether a variant is fair to both sides; None where nothing is known of it."""
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
    """What there is to know where the first move is chosen."""
    leader = game.leader(options)
    if game.pie:
        yield Sentence(PIE)
    elif leader is not None:
        yield _wins_more(game, leader)


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
