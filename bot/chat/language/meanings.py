"""What the choice of a variant means for a match: what is so by the rules, or was measured or
worked out.
"""

from collections.abc import Iterator, Mapping

from bot.chat.language.texts import _
from games.core import Game, Sentence

PIE = _("The second player may take over the first player’s start, so don’t make it too good.")


def meant(game: Game, options: Mapping[str, str]) -> Iterator[Sentence]:
    """What a variant means: who won more among equals, and the choices that are not the usual
    ones.
    """
    yield from _balance(game, options)
    for option in game.options:
        if option.meaning and options.get(option.name, option.default) != option.default:
            yield Sentence(option.meaning)


def opening(game: Game, options: Mapping[str, str]) -> Iterator[Sentence]:
    """What there is to know where the first move is chosen."""
    yield from _balance(game, options)
    if game.pie:
        yield Sentence(PIE)


def outlook(game: Game, options: Mapping[str, str]) -> Iterator[Sentence]:
    """Who wins in best play, where that is proved; else who won among equals, where that was
    measured.
    """
    best_play = game.best_play(options)
    if best_play is None:
        yield from _balance(game, options)
    elif best_play.winner is None:
        yield Sentence(_("a draw with best play"))
    else:
        yield Sentence(_("{side} wins with best play"), side=Sentence(game.seats[best_play.winner]))


def _balance(game: Game, options: Mapping[str, str]) -> Iterator[Sentence]:
    """Who won among equals, where that was measured and nothing is proved."""
    results = game.results(options)
    if results is not None and game.best_play(options) is None:
        one, other = map(Sentence, game.seats)
        template = _(
            "in {matches} matches of the computer against itself, {one} won {won} and {other} "
            "{lost}"
        )
        yield Sentence(
            template,
            matches=results.matches,
            one=one,
            won=results.first_wins,
            other=other,
            lost=results.second_wins,
        )


def in_short(game: Game, options: Mapping[str, str]) -> Iterator[Sentence]:
    """A variant in few words, where one is chosen: what its size means, and who won more among
    equals.

    Who wins with best play stands in the rules only: it would spoil a match before its first move.
    """
    for option in game.options:
        size = dict(option.sizes).get(options.get(option.name, ""))
        if size is not None:
            yield size
    if game.best_play(options):
        yield Sentence(_("quick, unrated"))
    else:
        yield from _balance(game, options)
