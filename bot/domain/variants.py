"""A game's options as text, such as ``12x12, single turns``: written, parsed forgivingly, and
completed.
"""

import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import product

from bot.domain.errors import Refused
from games.core import (
    HANDICAP,
    NO_HANDICAP,
    BadOption,
    Game,
    Handicap,
    Option,
    Sentence,
    _,
    listed,
)
from games.core.errors import brief

MOST_CHARACTERS = 100
MOST_WORDS = 8  # words of one phrase
SMALL = (_("small"), _("quick"), _("short"))
LARGE = (_("big"), _("large"), _("long"))  # words for the size of a board, where no name has them
MISSING = 3  # of a word: no name of a variant has it
_MEASURES = re.compile(r"(\d{1,2})x(\d{1,2})")
_BETWEEN = re.compile(r"[\s,、;:=/·]+")


@dataclass(frozen=True, slots=True)
class OptionChoice:
    """A choice of one of a game's options."""

    option: Option
    value: str


def text(game: Game, options: Mapping[str, str], say: Callable[[str], str] = str) -> str:
    """The options as people write them: ``8x8, double turns``.

    :param say: translates
    """
    return listed(game.phrases(options), say)


def canonical(game: Game, entry: str, say: Callable[[str], str]) -> str:
    """Typed text with the phrases that ``say`` translates back in English, for ``parse``."""
    english = _english_phrases(game, say)
    if not english:
        return entry
    # In one pass, so that no result is translated again; the longest first, as one phrase may begin
    # with another.
    longest_first = sorted(english, key=len, reverse=True)
    pattern = "|".join(map(re.escape, longest_first))
    by_folded = {translation.casefold(): phrase for translation, phrase in english.items()}

    def in_english(phrase_match: re.Match[str]) -> str:
        return by_folded.get(phrase_match[0].casefold(), phrase_match[0])

    return re.sub(pattern, in_english, entry, flags=re.IGNORECASE)


def _english_phrases(game: Game, say: Callable[[str], str]) -> dict[str, str]:
    """The phrases of a game's options in English, by those that ``say`` makes of them."""
    phrases = [choice.option.phrase(choice.value) for choice in _choices(game)]
    phrases += map(Sentence, SMALL + LARGE)
    english = dict[str, str]()
    for phrase in phrases:
        translation = phrase.translate(say)
        if translation != str(phrase):
            english[translation] = str(phrase)
    return english


def parse(game: Game, entry: str) -> dict[str, str]:
    """All options of a game, with defaults for those not mentioned. Raises BadOption."""
    if len(entry) > MOST_CHARACTERS:
        raise _unknown(game, entry)
    options: dict[str, str] = {}
    words = _words(entry)
    while words:
        choice, length = _first_choice(game, words)
        option = choice.option
        if options.get(option.name, choice.value) != choice.value:
            raise BadOption(
                "{label} can be {first} or {second}, not both",
                label=Sentence(option.label),
                first=option.phrase(options[option.name]),
                second=option.phrase(choice.value),
            )
        options[option.name] = choice.value
        words = words[length:]
    return game.complete(options)


def _first_choice(game: Game, words: list[str]) -> tuple[OptionChoice, int]:
    """The choice that most of the first words name, and how many they are. Raises BadOption."""
    for length in range(min(MOST_WORDS, len(words)), 0, -1):
        choice = _named_by(game, words[:length])
        if choice is not None:
            return choice, length
    raise _unknown(game, words[0])


def complete(game: Game, entry: str, say: Callable[[str], str] = str, most: int = 25) -> list[str]:
    """The variants that have most words of what is typed so far, in English or as ``say``
    translates.

    An exact name comes first, then what is nearest to the defaults. A size, such as ``small`` or
    ``7x7``, that no variant has in its name puts the boards nearest to it first.
    """
    if len(entry) > MOST_CHARACTERS:
        return []
    search_words = [_folded(word) for word in _words(entry) if _folded(word)]
    variants = {text(game, options): options for options in every(game)}
    names = {variant: _names(game, options, say) for variant, options in variants.items()}
    sizes = [size for size in (_size(game, word, say) for word in search_words) if size is not None]
    if sizes:
        all_names = {name for names_of_game in names.values() for name in names_of_game}
        sizes_out = [word for word in search_words if _size(game, word, say) is None]
        search_words = [word for word in search_words if word in all_names or word in sizes_out]

    def rank(variant: str) -> tuple[int, ...]:
        unlikeness = [_unlikeness(word, names[variant]) for word in search_words]
        by_name = (unlikeness.count(MISSING), sum(unlikeness))
        if not sizes:
            return by_name
        options = variants[variant]
        differences = _differences(game, options)
        return (*by_name, differences, abs(_cells(game)[options["board"]] - sizes[0]))

    ranks = {variant: rank(variant) for variant in variants}
    fewest_missing = min(missing_count for missing_count, *_ in ranks.values())
    best_matches = [variant for variant in variants if ranks[variant][0] == fewest_missing]
    return sorted(best_matches, key=ranks.__getitem__)[:most]


def _differences(game: Game, options: Mapping[str, str]) -> int:
    """How many options but the board differ from their defaults."""
    return sum(options[option.name] != option.default for option in game.options[1:])


def handicap(game: Game, entry: str, say: Callable[[str], str] = str) -> str:
    """The choice of handicap that a text names, by its phrase, a part that no other has, or as
    records keep it; empty: none.

    Raises BadOption.
    """
    if not entry.strip():
        return NO_HANDICAP
    option = game.handicap
    spelling = _folded(entry)
    partly_named = set[str]()
    for choice in option.choices:
        phrase = option.phrase(choice)
        names = (_folded(str(phrase)), _folded(phrase.translate(say)))
        if spelling in (_folded(choice), *names):
            return choice
        if spelling in names[0] or spelling in names[1]:
            partly_named.add(choice)
    if len(partly_named) == 1 and not spelling.isdecimal():
        return partly_named.pop()
    raise BadOption(
        "“{text}” is no handicap in {game}; choose from {choices}",
        text=brief(entry),
        game=game.name,
        choices=tuple(map(option.phrase, option.choices)),
    )


def with_handicap(game: Game, options: Mapping[str, str], choice: str) -> dict[str, str]:
    """Options with another choice of handicap, or with none. Raises BadOption."""
    return game.complete({**options, HANDICAP: choice})


def every(game: Game) -> Iterator[dict[str, str]]:
    """Every combination of options; those with most defaults first, of these those on the default
    board.
    """
    names = [option.name for option in game.options]
    choices = [_default_first(option) for option in game.options]
    combinations = [dict(zip(names, values, strict=True)) for values in product(*choices)]
    defaults = combinations[0]

    def changed(options: Mapping[str, str]) -> int:
        return sum(options[name] != defaults[name] for name in names)

    return iter(sorted(combinations, key=changed))


def _default_first(option: Option) -> list[str]:
    other_choices = [choice for choice in option.choices if choice != option.default]
    return [option.default, *other_choices]


def _choices(game: Game) -> Iterator[OptionChoice]:
    """The choices of all options of a game, those of its handicap last."""
    for option in (*game.options, game.handicap):
        for value in option.choices:
            yield OptionChoice(option, value)


def _unlikeness(word: str, names: list[str]) -> int:
    """How far a word is from any of some names: 0 if it is one, up to MISSING if none has it."""
    if word in names:
        return 0
    if any(name.startswith(word) for name in names):
        return 1
    return 2 if word in "".join(names) else MISSING


@cache
def _cells(game: Game) -> Mapping[str, int]:
    """The number of cells of each board of a game; nothing of a game without a choice of boards."""
    boards = next((option.choices for option in game.options if option.name == "board"), ())
    return {board: len(game.start(board=board).board.cells) for board in boards}


def _size(game: Game, word: str, say: Callable[[str], str] = str) -> int | None:
    """The number of cells that a word asks for: that of the smallest or largest board, or of a
    square board.
    """
    cells = _cells(game).values()
    if not cells:
        return None
    square = _MEASURES.fullmatch(word)
    if square is not None:
        return int(square[1]) * int(square[2])
    for names, size in ((SMALL, min(cells)), (LARGE, max(cells))):
        if word in names or word in [_folded(say(name)) for name in names]:
            return size
    return None


def _names(game: Game, options: Mapping[str, str], say: Callable[[str], str]) -> list[str]:
    """The words by which people may ask for a variant: those it is shown with, and those that
    records keep.
    """
    all_words = f"{text(game, options)} {text(game, options, say)} {' '.join(options.values())}"
    return list(dict.fromkeys(map(_folded, _words(all_words))))


def require_ratable(game: Game, options: Mapping[str, str]) -> None:
    """Raises Refused where the result of a match says little: on a board of which it is known who
    wins, and where the computer helps one side.
    """
    if game.best_play(options) is not None:
        raise Refused(
            "this board is solved, so it can’t be rated; play it unrated, or choose another one"
        )
    handicap = Handicap.of(options)
    if handicap is not None and handicap.kind == "hints":
        raise Refused("a match with hints can’t be rated; play it unrated, or without hints")


def _named_by(game: Game, words: list[str]) -> OptionChoice | None:
    """The choice that a few words name, with or without the option's name before or after.

    A single word also names the choice that alone has it in its name, for ``8x8`` the first such
    board, and a word such as ``small`` that board.
    """
    spelling = _plain("".join(words))
    for choice in _choices(game):
        if spelling in _spellings(choice):
            return choice
    return _named_in_part(game, words[0]) if len(words) == 1 else None


def _spellings(choice: OptionChoice) -> set[str]:
    """How a choice may be written, without blanks and signs."""
    option = choice.option
    value = _plain(choice.value)
    name = _plain(option.name)
    spellings = {value}
    for prefix in (name, name.rstrip("s"), _plain(option.label)):
        spellings |= {prefix + value, value + prefix}
    label = option.label_of(choice.value)
    if label is not None:
        spellings.add(_plain(str(label)))
    if option.name == HANDICAP and choice.value != NO_HANDICAP:
        kind, _dash, count = choice.value.partition("-")
        for words in (f"extra{kind}", kind, f"extra{kind}".rstrip("s"), kind.rstrip("s")):
            spellings.add(count + words)
    return spellings


def _named_in_part(game: Game, word: str) -> OptionChoice | None:
    """The choice that a word names which is a part of its name, or a size."""
    matches = list[OptionChoice]()
    for choice in _choices(game):
        if choice.option.name != HANDICAP and word in _words(
            str(choice.option.phrase(choice.value))
        ):
            matches.append(choice)
    if _MEASURES.fullmatch(word):
        return matches[0] if matches else None
    if len(matches) == 1:
        return matches[0]
    size = _size(game, word)
    if matches or size is None:
        return None
    return next(choice for choice in _choices(game) if _cells(game).get(choice.value) == size)


def _folded(word: str) -> str:
    """A word of any language without case and marks."""
    return re.sub(r"\W", "", word.casefold())


def _words(entry: str) -> list[str]:
    plain_entry = unicodedata.normalize("NFKC", entry).lower().replace("×", "x")
    return [word for word in _BETWEEN.split(plain_entry) if word]


def _plain(word: str) -> str:
    return re.sub(r"[^a-z0-9]", "", word.lower())


def _unknown(game: Game, entry: str) -> BadOption:
    first, *others = game.options
    choices: object = tuple(map(first.phrase, first.choices))
    for option in others:
        phrases = tuple(map(option.phrase, option.choices))
        choices = Sentence("{some}; {last}", some=choices, last=phrases)
    return BadOption(
        "“{text}” isn’t a variant of {game}; choose from {choices}",
        text=brief(entry),
        game=game.name,
        choices=choices,
    )
