"""Variants named on the command line, as in ``snipsnip board=hex-3 scoring='*'``."""

from itertools import product

from games.core import Game


def variants(game: Game, pairs: list[str]) -> list[dict[str, str]]:
    """The options meant by ``option=value`` pairs, with every choice where the value is ``*``.

    Raises BadOption.
    """
    named = dict(pair.partition("=")[::2] for pair in pairs)
    choices = {option.name: option.choices for option in game.options}
    ways = [
        choices[name] if value == "*" and name in choices else (value,)
        for name, value in named.items()
    ]
    return [game.complete(dict(zip(named, values, strict=True))) for values in product(*ways)]
