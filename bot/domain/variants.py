"""A game's options as text, such as ``12x12, single turns``: written, parsed forgivingly, and completed."""

import re
from collections.abc import Callable, Iterator, Mapping
from functools import reduce
from itertools import product

from games.core import BadOption, Game, Option, Sentence

MOST_CHARACTERS = 100
MOST_WORDS = 8
"""Words of one phrase."""
_BETWEEN = re.compile(r"[\s,;:=/·]+")


def text(game: Game, options: Mapping[str, str], say: Callable[[str], str] = str) -> str:
    """The options as people write them: ``8x8, double turns``; ``say`` translates."""
    chosen = ((option, options.get(option.name, option.default)) for option in game.options)
    return ", ".join(said(phrase(option, choice), say) for option, choice in chosen)


def canonical(game: Game, typed: str, say: Callable[[str], str]) -> str:
    """Typed text with the phrases that ``say`` translates back in English, for ``parse``."""
    phrases = [phrase(option, choice) for option in game.options for choice in option.choices]
    english = {theirs: str(each) for each in phrases if (theirs := said(each, say)) != str(each)}
    if not english:
        return typed
    # In one pass, so that no result is translated again; the longest first, as one phrase may begin with another.
    longest = "|".join(map(re.escape, sorted(english, key=len, reverse=True)))
    folded = {theirs.casefold(): each for theirs, each in english.items()}
    return re.sub(longest, lambda part: folded.get(part[0].casefold(), part[0]), typed, flags=re.IGNORECASE)


def parse(game: Game, typed: str) -> dict[str, str]:
    """All options of a game, with defaults for those not mentioned. Raises BadOption."""
    chosen: dict[str, str] = {}
    if len(typed) > MOST_CHARACTERS:
        raise _unknown(game, typed)
    words = _words(typed)
    while words:
        lengths = range(min(MOST_WORDS, len(words)), 0, -1)
        length, meant = next(((n, meant) for n in lengths if (meant := _meant(game, words[:n]))), (0, None))
        if meant is None:
            raise _unknown(game, words[0])
        option, choice = meant
        if chosen.get(option.name, choice) != choice:
            raise BadOption(
                "{label} can be {first} or {second}, not both",
                label=Sentence(option.label),
                first=phrase(option, chosen[option.name]),
                second=phrase(option, choice),
            )
        chosen[option.name] = choice
        words = words[length:]
    return game.complete(chosen)


def complete(game: Game, typed: str, most: int = 25) -> list[str]:
    """Variants that begin with or contain what is typed so far; those nearest to the defaults first."""
    if len(typed) > MOST_CHARACTERS:
        return []
    wanted = [plain for word in _words(typed) if (plain := _plain(word))]
    variants = []
    for options in every(game):
        variant = text(game, options)
        words = [_plain(word) for word in _BETWEEN.split(f"{variant} {' '.join(options.values())}")]
        if all(any(word.startswith(want) for word in words) or want in "".join(words) for want in wanted):
            variants.append(variant)
            if len(variants) == most:
                break
    return variants


def every(game: Game) -> Iterator[dict[str, str]]:
    """Every combination of options; those with most defaults first, the first option counting least."""
    names = [option.name for option in game.options]
    choices = [
        (option.default, *(choice for choice in option.choices if choice != option.default)) for option in game.options
    ]
    combinations = [dict(zip(names, values, strict=True)) for values in product(*choices)]
    defaults = combinations[0]
    return iter(sorted(combinations, key=lambda have: sum(have[name] != defaults[name] for name in names[1:])))


def phrase(option: Option, choice: str) -> Sentence:
    """A choice in words, with the name of the option where the choice alone is not clear."""
    if (called := option.called(choice)) is not None:
        return called
    if option.name == "board":
        return Sentence(choice)
    name = option.name.replace("_", " ")
    words = f"{name}: {choice}" if " " in name else f"{choice} {name}"
    words = f"{name} {choice}" if choice in ("on", "off") else words
    return Sentence(words)


def said(phrase: Sentence, say: Callable[[str], str]) -> str:
    """A phrase as ``say`` translates it."""
    return say(phrase.template).format(**phrase.values)


def _meant(game: Game, words: list[str]) -> tuple[Option, str] | None:
    """The option and choice that a few words name, with or without the option's name before or after."""
    typed = _plain("".join(words))
    for option in game.options:
        names = {_plain(option.name), _plain(option.name).rstrip("s"), _plain(option.label), ""}
        for choice in option.choices:
            plain, called = _plain(choice), option.called(choice)
            ways = {way for name in names for way in (plain + name, name + plain)}
            if typed in ways or (called is not None and typed == _plain(str(called))):
                return option, choice
    return None


def _words(typed: str) -> list[str]:
    return [word for word in _BETWEEN.split(typed.lower().replace("×", "x")) if word]


def _plain(word: str) -> str:
    return re.sub(r"[^a-z0-9]", "", word.lower())


def _unknown(game: Game, typed: str) -> BadOption:
    short = " ".join(typed.split())
    options = [
        reduce(lambda some, last: Sentence("{some}, {last}", some=some, last=last), phrases)
        for phrases in ([phrase(option, choice) for choice in option.choices] for option in game.options)
    ]
    choices = reduce(lambda some, last: Sentence("{some}; {last}", some=some, last=last), options)
    return BadOption(
        "“{text}” isn’t a variant of {game}; choose from {choices}",
        text=short if len(short) <= 40 else short[:39] + "…",
        game=game.name,
        choices=choices,
    )
