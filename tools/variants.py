"""Variants named on the command line, as in ``snipsnip board=hex-3 scoring='*'``."""

from itertools import product

from games.core import Game


def variants(game: Game, pairs: list[str]) -> list[dict[str, str]]:
    """The options that ``option=value`` pairs name, with every choice where the value is ``*``.

    Raises BadOption.
    """
    choices = {option.name: option.choices for option in game.options}
    names = []
    values = []
    for pair in pairs:
        name, _, value = pair.partition("=")
        names.append(name)
        if value == "*" and name in choices:
            values.append(choices[name])
        else:
            values.append((value,))
    pairings = [dict(zip(names, combination, strict=True)) for combination in product(*values)]
    return [game.complete(options) for options in pairings]
