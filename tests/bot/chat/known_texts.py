"""English as members read it in tests, noting every text that no translator has been given."""

from functools import cache
from gettext import NullTranslations

import games
from bot.chat.language import i18n
from bot.chat.language.texts import LANGUAGES
from tools.texts import catalogues, extraction

Key = tuple[str, str | None]


class KnownTexts(NullTranslations):
    """``unknown``: what was asked for that is not in the catalogues, which all hold the same
    texts.
    """

    def __init__(self) -> None:
        super().__init__()
        self.unknown: set[Key] = set()
        self._translated = i18n.catalogue

    def catalogue(self, name: str) -> NullTranslations:
        """In place of ``i18n.catalogue``."""
        return self._translated(name) if name else self

    def gettext(self, message: str) -> str:
        self._ask(message, None)
        return message

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        self._ask(msgid1, None)
        self._ask(msgid2, None)
        return msgid1 if n == 1 else msgid2

    def pgettext(self, context: str, message: str) -> str:
        self._ask(message, context)
        return message

    def _ask(self, message: str, context: str | None) -> None:
        if message and (message, context) not in known():
            self.unknown.add((message, context))


@cache
def known() -> frozenset[Key]:
    """The texts in the catalogues with their contexts, and names of boards and languages, which
    stay as they are.

    The texts of a game that nobody has begun to translate need only be marked.
    """
    catalogue = catalogues.read("de")
    template = extraction.template() if extraction.untranslated(catalogue) else catalogue
    texts = {
        (text, item.context)
        for item in (*catalogue, *template)
        for text in catalogues.strings(item.id)
    }
    names = [
        *LANGUAGES.values(),
        *(size for game in games.catalog() for size in game.options[0].choices),
    ]
    return frozenset(texts | {(name, None) for name in names})


@cache
def known_in_any_context() -> frozenset[str]:
    """The texts of ``known``, without their contexts."""
    return frozenset(text for text, _ in known())
