"""A game's options as text, such as ``12x12, single turns``: written, parsed forgivingly, and
completed.
"""

import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from itertools import product

from bot.domain.errors import Refused
from games.core import BadOption, Game, Option, Sentence, _, listed
from games.core.errors import brief

MOST_CHARACTERS = 100
MOST_WORDS = 8  # words of one phrase
SMALL = (_("small"), _("quick"), _("short"))
LARGE = (_("big"), _("large"), _("long"))  # words for the size of a board, where no name has them
MISSING = 3  # of a word: no name of a variant has it
_MEASURES = re.compile(r"(\d{1,2})x(\d{1,2})")
_BETWEEN = re.compile(r"[\s,、;:=/·]+")


def text(game: Game, options: Mapping[str, str], say: Callable[[str], str] = str) -> str:
    """The options as people write them: ``8x8, double turns``; ``say`` translates."""
    chosen = ((option, options.get(option.name, option.default)) for option in game.options)
    return listed((option.phrase(choice).translate(say) for option, choice in chosen), say)


def canonical(game: Game, typed: str, say: Callable[[str], str]) -> str:
    """Typed text with the phrases that ``say`` translates back in English, for ``parse``."""
    phrases = [option.phrase(choice) for option in game.options for choice in option.choices]
    phrases += map(Sentence, SMALL + LARGE)
    english = {
        theirs: str(each) for each in phrases if (theirs := each.translate(say)) != str(each)
    }
    if not english:
        return typed
    # In one pass, so that no result is translated again; the longest first, as one phrase may begin
    # with another.
    longest = "|".join(map(re.escape, sorted(english, key=len, reverse=True)))
    folded = {theirs.casefold(): each for theirs, each in english.items()}
    return re.sub(
        longest, lambda part: folded.get(part[0].casefold(), part[0]), typed, flags=re.IGNORECASE
    )


def parse(game: Game, typed: str) -> dict[str, str]:
    """All options of a game, with defaults for those not mentioned. Raises BadOption."""
    chosen: dict[str, str] = {}
    if len(typed) > MOST_CHARACTERS:
        raise _unknown(game, typed)
    words = _words(typed)
    while words:
        lengths = range(min(MOST_WORDS, len(words)), 0, -1)
        length, meant = next(
            ((n, meant) for n in lengths if (meant := _meant(game, words[:n]))), (0, None)
        )
        if meant is None:
            raise _unknown(game, words[0])
        option, choice = meant
        if chosen.get(option.name, choice) != choice:
            raise BadOption(
                "{label} can be {first} or {second}, not both",
                label=Sentence(option.label),
                first=option.phrase(chosen[option.name]),
                second=option.phrase(choice),
            )
        chosen[option.name] = choice
        words = words[length:]
    return game.complete(chosen)


def complete(game: Game, typed: str, say: Callable[[str], str] = str, most: int = 25) -> list[str]:
    """The variants that have most words of what is typed so far, in English or as ``say``
    translates.

    An exact name comes first, then what is nearest to the defaults. A size, such as ``small`` or
    ``7x7``, that no variant has in its name puts the boards nearest to it first.
    """
    if len(typed) > MOST_CHARACTERS:
        return []
    wanted = [folded for word in _words(typed) if (folded := _folded(word))]
    names = {text(game, options): (options, _names(game, options, say)) for options in every(game)}
    everywhere = {name for _, own in names.values() for name in own}
    size = next((cells for word in wanted if (cells := _size(game, word, say)) is not None), None)
    if size is not None:
        wanted = [word for word in wanted if word in everywhere or _size(game, word, say) is None]

    def rank(variant: str) -> tuple[int, ...]:
        options, own = names[variant]
        unlike = sum(options[option.name] != option.default for option in game.options[1:])
        unlikeness = [_unlikeness(word, own) for word in wanted]
        near = () if size is None else (unlike, abs(_cells(game)[options["board"]] - size))
        return unlikeness.count(MISSING), sum(unlikeness), *near

    ranks = {variant: rank(variant) for variant in names}
    best = min(ranks.values())[0]
    return sorted(
        (variant for variant in names if ranks[variant][0] == best), key=ranks.__getitem__
    )[:most]


def every(game: Game) -> Iterator[dict[str, str]]:
    """Every combination of options; those with most defaults first, of these those on the default
    board.
    """
    names = [option.name for option in game.options]
    choices = [
        (option.default, *(choice for choice in option.choices if choice != option.default))
        for option in game.options
    ]
    combinations = [dict(zip(names, values, strict=True)) for values in product(*choices)]
    defaults = combinations[0]
    return iter(
        sorted(combinations, key=lambda have: sum(have[name] != defaults[name] for name in names))
    )


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
    sizes = (SMALL, min(cells)), (LARGE, max(cells))
    return next(
        (
            size
            for known, size in sizes
            if word in {*known, *(_folded(say(name)) for name in known)}
        ),
        None,
    )


def _names(game: Game, options: Mapping[str, str], say: Callable[[str], str]) -> list[str]:
    """The words by which people may ask for a variant: those it is shown with, and those that
    records keep.
    """
    written = f"{text(game, options)} {text(game, options, say)} {' '.join(options.values())}"
    return list(dict.fromkeys(map(_folded, _words(written))))


def require_ratable(game: Game, options: Mapping[str, str]) -> None:
    """Raises Refused for a variant of which it is known who wins: the result of a match says little
    there.
    """
    if game.best_play(options) is not None:
        raise Refused(
            "this board is solved, so it can’t be rated; play it unrated, or choose another one"
        )


def _meant(game: Game, words: list[str]) -> tuple[Option, str] | None:
    """The option and choice that a few words name, with or without the option's name before or
    after; also that which alone has a word in its name, for ``8x8`` the first such board, and for a
    word such as ``small`` that board.
    """
    typed = _plain("".join(words))
    for option in game.options:
        names = {_plain(option.name), _plain(option.name).rstrip("s"), _plain(option.label), ""}
        for choice in option.choices:
            plain = _plain(choice)
            label = option.label_of(choice)
            ways = {way for name in names for way in (plain + name, name + plain)}
            if typed in ways or (label is not None and typed == _plain(str(label))):
                return option, choice
    if len(words) > 1:
        return None
    every = [(option, choice) for option in game.options for choice in option.choices]
    having = [
        (option, choice)
        for option, choice in every
        if words[0] in _words(str(option.phrase(choice)))
    ]
    measures = _MEASURES.fullmatch(words[0])
    if not having and (size := _size(game, words[0])) is not None and not measures:
        return next(
            (option, choice) for option, choice in every if _cells(game).get(choice) == size
        )
    return having[0] if len(having) == 1 or (having and measures) else None


def _folded(word: str) -> str:
    """A word of any language without case and marks."""
    return re.sub(r"\W", "", word.casefold())


def _words(typed: str) -> list[str]:
    return [
        word
        for word in _BETWEEN.split(unicodedata.normalize("NFKC", typed).lower().replace("×", "x"))
        if word
    ]


def _plain(word: str) -> str:
    return re.sub(r"[^a-z0-9]", "", word.lower())


def _unknown(game: Game, typed: str) -> BadOption:
    first, *others = (tuple(map(option.phrase, option.choices)) for option in game.options)
    choices: object = first
    for more in others:
        choices = Sentence("{some}; {last}", some=choices, last=more)
    return BadOption(
        "“{text}” isn’t a variant of {game}; choose from {choices}",
        text=brief(typed),
        game=game.name,
        choices=choices,
    )
