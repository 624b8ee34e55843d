"""A game's options as text, such as ``12x12, single turns``: written, read forgivingly, and completed while typed."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
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
    """What is typed with the phrases that ``say`` has translated put back into English, as ``parse`` reads them."""
    phrases = [phrase(option, choice) for option in game.options for choice in option.choices]
    translated = {theirs: str(each) for each in phrases if (theirs := said(each, say)) != str(each)}
    if not translated:
        return typed
    # The longest first: one phrase may begin with another. All at once, so that nothing is put into English twice.
    longest = "|".join(map(re.escape, sorted(translated, key=len, reverse=True)))
    english = {theirs.casefold(): each for theirs, each in translated.items()}
    return re.sub(longest, lambda found: english.get(found[0].casefold(), found[0]), typed, flags=re.IGNORECASE)


def parse(game: Game, typed: str) -> dict[str, str]:
    """All options of ``game``, those not mentioned at their defaults. Raises BadOption, naming what it may be."""
    chosen: dict[str, str] = {}
    if len(typed) > MOST_CHARACTERS:
        raise _unknown(game, typed)
    words = [word for word in _BETWEEN.split(typed.lower().replace("×", "x")) if word]
    while words:
        for length in range(min(MOST_WORDS, len(words)), 0, -1):
            found = _meant(game, words[:length])
            if found is not None:
                break
        else:
            raise _unknown(game, words[0])
        option, choice = found
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
    """Variants that begin with, or contain, what is typed so far; those nearest to the defaults first."""
    if len(typed) > MOST_CHARACTERS:
        return []
    wanted = [_plain(word) for word in _BETWEEN.split(typed.lower().replace("×", "x")) if _plain(word)]
    found = []
    for options in every(game):
        variant, kept = text(game, options), " ".join(options.values())
        plain = [_plain(word) for word in _BETWEEN.split(f"{variant} {kept}".lower())]
        if all(any(have.startswith(want) for have in plain) or want in "".join(plain) for want in wanted):
            found.append(variant)
            if len(found) == most:
                break
    return found


def every(game: Game) -> Iterator[dict[str, str]]:
    """Every combination of options, with the first options varying slowest, default choices first."""
    names = [option.name for option in game.options]
    choices = [
        (option.default, *(choice for choice in option.choices if choice != option.default)) for option in game.options
    ]
    firsts = {name: own[0] for name, own in zip(names, choices, strict=True)}
    combinations = [dict(zip(names, values, strict=True)) for values in product(*choices)]
    return iter(sorted(combinations, key=lambda have: sum(have[name] != firsts[name] for name in names[1:])))


def phrase(option: Option, choice: str) -> Sentence:
    """A choice in words; the name of the option goes along where the choice alone would not say what it is about."""
    if (called := option.called(choice)) is not None:
        return called
    if option.name == "board":
        return Sentence(choice)
    name = option.name.replace("_", " ")
    text = f"{choice} {name}"
    if choice in ("on", "off"):
        text = f"{name} {choice}"
    elif " " in name:
        text = f"{name}: {choice}"
    return Sentence(text)


def said(phrase: Sentence, say: Callable[[str], str]) -> str:
    """A phrase in the language that ``say`` translates to."""
    return say(phrase.template).format(**phrase.values)


def _meant(game: Game, words: list[str]) -> tuple[Option, str] | None:
    """The option and choice that a few words name, with or without the option's name before or after."""
    typed = _plain("".join(words))
    for option in game.options:
        names = {_plain(option.name), _plain(option.name).rstrip("s"), _plain(option.label)} | {""}
        for choice in option.choices:
            plain = _plain(choice)
            called = option.called(choice)
            if any(typed in (plain + name, name + plain) for name in names):
                return option, choice
            if called is not None and typed == _plain(str(called)):
                return option, choice
    return None


def _plain(word: str) -> str:
    return re.sub(r"[^a-z0-9]", "", word.lower())


def _unknown(game: Game, typed: str) -> BadOption:
    short = " ".join(typed.split())
    options = [_listed([phrase(option, choice) for choice in option.choices]) for option in game.options]
    may_be = options[0]
    for more in options[1:]:
        may_be = Sentence("{some}; {last}", some=may_be, last=more)
    return BadOption(
        "“{text}” isn’t a variant of {game}; choose from {choices}",
        text=short if len(short) <= 40 else short[:39] + "…",
        game=game.name,
        choices=may_be,
    )


def _listed(found: Sequence[Sentence]) -> Sentence:
    """One or more things with commas between them."""
    listed = found[0]
    for more in found[1:]:
        listed = Sentence("{some}, {last}", some=listed, last=more)
    return listed
