"""Finds every text to translate: in the source by Babel's extractor and these keywords, in data
what is composed there.

The extractor takes a literal that is an argument of a keyword; a text chosen among several is
marked with ``_`` where it is written.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path

from babel.messages import Catalog
from babel.messages.extract import extract_from_dir
from discord import app_commands

import games
from bot.chat.discord.feature import AnyCommand
from bot.chat.features import FEATURES
from bot.chat.language.i18n import NAMES
from games.core import Game, GameError
from games.records import RecordError
from games.teaching import texts_of

ROOT = Path(__file__).parents[2]
# Tools for the terminal speak English.
TERMINAL = ("games/players/engine.py",)
FOLDERS = ("bot", "games", "render")
METHODS = [
    *((path, "ignore") for path in TERMINAL),
    *((f"{folder}/**.py", "python") for folder in FOLDERS),
]


def _errors(error: type[GameError]) -> Iterator[str]:
    yield error.__name__
    for kind in error.__subclasses__():
        yield from _errors(kind)


ERRORS = tuple(dict.fromkeys((*_errors(GameError), *_errors(RecordError))))
KEYWORDS = {
    **dict.fromkeys(("_", "say", "Sentence", *ERRORS)),
    "plural": (1, 2),
    "_p": ((1, "c"), 2),
}
"""Which arguments of which calls are texts, in Babel's terms: the first, a text and its plural, or
a context first.
"""


def untranslated(catalogue: Catalog) -> list[Game]:
    """The games that no translator has seen yet: a catalogue names no text of their modules."""
    files = {place for message in catalogue for place, _ in message.locations}
    return [game for game in games.catalog() if f"games/{game.module}.py" not in files]


def template(exclude: Sequence[Game] = ()) -> Catalog:
    """All texts in the order of the source, each with the files it is in, but those of the files
    about some games.
    """
    texts = Catalog(fuzzy=False)
    exclusions = [(f"**/{name}.py", "ignore") for game in exclude for name in game.file_names]
    for place, _, message, _, context in extract_from_dir(
        ROOT, [*exclusions, *METHODS], keywords=KEYWORDS
    ):
        texts.add(message, locations=[(place, 0)], context=context)
    for game in games.catalog():
        for text in () if game in exclude else texts_of(game):
            texts.add(text, locations=[(f"games/teaching/chapters/{game.slug}", 0)])
        for option in game.options:
            for choice in option.choices:
                if (
                    option.name != "board"
                    and option.label_of(choice) is None
                    and game not in exclude
                ):
                    texts.add(option.phrase(choice).template, locations=[(f"games/{game.slug}", 0)])
    for feature in FEATURES:
        for command in feature.commands:
            folder = (command.module or "").rpartition(".")[0].replace(".", "/")
            for name in _names(command):
                texts.add(name, locations=[(folder, 0)], context=NAMES)
    return texts


def _names(command: AnyCommand) -> Iterator[str]:
    """The names of a command, of the group it is in, and of its options."""
    if isinstance(command, app_commands.Command):
        yield from command.extras["path"].split()
        yield from (parameter.display_name for parameter in command.parameters)
