"""Keeps the catalogues in step with the English: ``python -m tools.texts`` after texts have
changed.

A catalogue is a ``.po`` file, which people edit, and beside it the ``.mo`` that the bot reads. New
texts come in empty, texts that are gone go; what is missing or wrong is listed.
"""

import io
import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

from babel.messages import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from bot.chat.language.i18n import LANGUAGES, LOCALE_FOLDER, NAMES

from .extraction import template

CODES = tuple(dict.fromkeys(LANGUAGES.values()))
WIDTH = 110

_COMMAND = re.compile(r"(?<![\w/<])/([a-z]+(?: [a-z]+)?)")
_MARKUP = ("**", "`", "~~", "||", "\n")
_NAME = re.compile(r"[-_'\w]{1,32}")
_FRENCH_SPACE = re.compile(r"(?<=[^\s#]) (?=[:;?!»%])|(?<=«) ")


class Ours(Catalog):
    """A catalogue whose head says only what is needed to read it: no dates, which would differ at
    every run.

    Brazilians write “0 partidas”, whatever gettext's rule for them is.
    """

    @property
    def mime_headers(self) -> list[tuple[str, str]]:
        language = str(self.locale)
        plural_forms = self.plural_forms
        if language == "pt_BR":
            plural_forms = "nplurals=2; plural=(n != 1);"
        return [
            ("Language", language),
            ("MIME-Version", "1.0"),
            ("Content-Type", "text/plain; charset=utf-8"),
            ("Content-Transfer-Encoding", "8bit"),
            ("Plural-Forms", plural_forms),
        ]


def path(code: str) -> Path:
    """Where the catalogue of a language is."""
    return LOCALE_FOLDER / code / "LC_MESSAGES" / "loophole.po"


def read(code: str) -> Catalog:
    """The catalogue of a language as it is."""
    with path(code).open("rb") as file:
        return read_po(file, locale=code)


def updated(old_catalogue: Catalog, template: Catalog) -> Catalog:
    """A catalogue of exactly the texts of the template, with the translations it had."""
    new_catalogue = Ours(
        locale=old_catalogue.locale, fuzzy=False, header_comment=old_catalogue.header_comment
    )
    for message in template:
        if message.id:
            old_message = old_catalogue.get(message.id, message.context)
            translation: object = ""
            if old_message and isinstance(old_message.string, tuple) == message.pluralizable:
                translation = old_message.string
            new_catalogue.add(
                message.id,
                _typeset(old_catalogue, translation),
                message.locations,
                context=message.context,
            )
    return new_catalogue


def _typeset(catalogue: Catalog, translation: object) -> str | tuple[str, ...]:
    """A translation with the spaces of its language: French ones before ``:;?!»%`` and after ``«``
    do not break.
    """
    of_french = catalogue.locale is not None and catalogue.locale.language == "fr"
    forms = tuple(
        _FRENCH_SPACE.sub("\u00a0", form) if of_french else form for form in strings(translation)
    )
    return forms if isinstance(translation, tuple) else forms[0]


def as_po(catalogue: Catalog) -> bytes:
    """What stands in the ``.po`` file."""
    file = io.BytesIO()
    write_po(file, catalogue, width=WIDTH, include_lineno=False)
    return file.getvalue()


def as_mo(catalogue: Catalog) -> bytes:
    """What stands in the ``.mo`` file."""
    file = io.BytesIO()
    write_mo(file, catalogue)
    return file.getvalue()


def update() -> list[str]:
    """Bring all catalogues up to date; gives what is missing or wrong in them."""
    texts = template()
    wrong = []
    for code in CODES:
        catalogue = updated(read(code), texts)
        path(code).write_bytes(as_po(catalogue))
        path(code).with_suffix(".mo").write_bytes(as_mo(catalogue))
        wrong += [f"{code}: {complaint}" for complaint in complaints(catalogue)]
    return wrong


# ----------------------------------------------------------------------------------------- checking


def complaints(catalogue: Catalog) -> Iterator[str]:
    """What is missing or wrong in a catalogue, a line each."""
    for message in catalogue:
        english = strings(message.id)
        translations = strings(message.string)
        if not english[0]:
            continue
        if message.fuzzy or not all(translations):
            yield f"not translated: {english[0]!r}"
            continue
        # The form for one thing may be used for none too, so all placeholders are in every form;
        # but where the English for one names no number, such as “wins at once”, none need be named.
        for number, text in enumerate(translations):
            original = english[-1]
            if number == 0 and len(translations) > 1 and not any(_differences(english[0], text)):
                original = english[0]
            for difference in _differences(original, text):
                yield f"{difference}: {text!r} for {original!r}"
        if message.context != NAMES:
            yield from _commands(catalogue, english[-1], translations)
            continue
        name = translations[0]
        if not _NAME.fullmatch(name) or name != name.lower():
            yield f"no name for a command: {name!r}"


def strings(text: object) -> tuple[str, ...]:
    """One string, or several by number."""
    parts = text if isinstance(text, tuple | list) else (text,)
    return tuple(str(part or "") for part in parts)


def _differences(english: str, text: str) -> Iterator[str]:
    if placeholders(english) != placeholders(text):
        yield "placeholders differ"
    for mark in _MARKUP:
        if english.count(mark) != text.count(mark):
            yield f"{mark!r} differs in number"
    if _blanks_at_ends(english) != _blanks_at_ends(text):
        yield "blanks at the ends differ"
    for start in ("### ", "## ", "-# ", "> ", "- "):
        if english.startswith(start) != text.startswith(start):
            yield f"{start!r} at the start differs"


def _blanks_at_ends(text: str) -> tuple[bool, bool]:
    return text[:1].isspace(), text[-1:].isspace()


def placeholders(text: str) -> list[str]:
    """The names of a text's placeholders, sorted."""
    return sorted(name for _, name, _, _ in Formatter().parse(text) if name is not None)


def _commands(catalogue: Catalog, english: str, forms: tuple[str, ...]) -> Iterator[str]:
    """Commands named in a text are to be named as the reader's Discord lists them."""
    for command in _COMMAND.findall(english):
        words = [catalogue.get(word, NAMES) for word in command.split()]
        names = [str(word.string) for word in words if word is not None]
        if names and not all("/" + " ".join(names) in text for text in forms):
            yield f"the command is called /{' '.join(names)}: {forms[0]!r}"
