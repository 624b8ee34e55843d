"""What is offered while a member types the name of a match, a variant or a clock, and commands
about a match.

What comes back may be anything all the same, so the commands read it themselves: the name of a
choice as its value (``bot.chat.discord.offers``), all else as it was typed. Nothing that offers
choices raises.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from typing import TypeVar

from discord.app_commands import Choice

import games
from bot.chat.discord.commands import slash
from bot.chat.discord.feature import Feature
from bot.chat.discord.gateway.gate import Work
from bot.chat.discord.offers import (
    LOCALES,
    LONGEST_CHOICE,
    MOST_CHOICES,
    Completion,
    as_typed,
    choice,
    read_numbered,
)
from bot.chat.discord.press import Press
from bot.chat.discord.reply import PressHandler, Reply
from bot.chat.language import phrases, texts
from bot.chat.language.i18n import Language
from bot.chat.language.meanings import in_short, worth_in_short
from bot.chat.language.typed import english_clock
from bot.domain import clocks, variants
from bot.domain.handicaps.worth import WorthNow
from bot.domain.matches.lists.summary import Summary
from bot.domain.matches.match import Match
from bot.domain.values import folded
from games.core import Game, GameError, Handicap

P = TypeVar("P", bound=Press)

CLOCKS = ("1d", "2d", "3d", "7d", "14d", "7d+12h", "3d weekends off", "none")
MOST_COMPLETED = 100  # matches of a status that are searched while one is typed
MOST_COLONS = 2
"""Colons in a variant's label up to the one behind its name, at most: some names of choices have
one.
"""
NO_WORTHS: Mapping[int, WorthNow] = {}


def _chosen_game(reply: Reply) -> Game | None:
    """The game that is chosen in another option; None for no game."""
    try:
        return games.get(str(reply.interaction.namespace.game or ""))
    except GameError:
        return None


async def _variant(reply: Reply, current: str) -> list[Choice[str]]:
    """Variants of the game chosen before, each with what it means in few words."""
    game = _chosen_game(reply)
    if game is None:
        return []
    return [choice(label, text) for text, label in variant_choices(reply.t, game, current).items()]


def _read_variant(reply: Reply, text: str) -> str:
    """A variant by its ``variant_label`` in any language."""
    game = _chosen_game(reply)
    if game is None or len(text) > LONGEST_CHOICE:
        return text
    for t, name in _readings(text):
        with suppress(GameError):
            options = variants.parse(game, variants.canonical(game, name, t.say))
            if folded(name) != folded(variants.text(game, options, t.say)):
                continue  # in the member's own words
            variant = variants.text(game, options)
            if name == text or folded(text) == folded(variant_label(t, game, variant)):
                return variant
    return text


def _readings(label: str) -> Iterator[tuple[Language, str]]:
    """In each language what may be a name in its label: all of it, or what stands before one of the
    first colons.
    """
    names = [label]
    for colon in list(re.finditer("[:：]", label))[:MOST_COLONS]:
        names.append(label[: colon.start()])
    for locale in LOCALES:
        t = Language(locale)
        for name in names:
            yield t, name


variant = Completion(_variant, _read_variant)


def variant_choices(t: Language, game: Game, query: str = "") -> dict[str, str]:
    """Variants to choose from by what is typed so far: each with what it is called and means in few
    words.
    """
    return {
        text: variant_label(t, game, text)
        for text in variants.complete(game, query, t.say, MOST_CHOICES)
    }


def variant_label(t: Language, game: Game, text: str) -> str:
    """A variant and as much of what it means as there is room for."""
    options = variants.parse(game, text)
    name = variants.text(game, options, t.say)
    meanings = [
        t.label(meaning.template, LONGEST_CHOICE, **meaning.values)
        for meaning in in_short(game, options)
    ]
    separator = t.say("{some}; {last}").format(some="", last="")
    while meanings:
        state = separator.join(meanings)
        label = t.label(texts.STATE_OF, 2 * LONGEST_CHOICE, name=name, state=state)
        if len(label) <= LONGEST_CHOICE:
            return label
        meanings.pop()
    return name


async def _handicap(reply: Reply, current: str) -> list[Choice[str]]:
    """The handicaps of the game and variant chosen before, each with what it is worth."""
    game = _chosen_game(reply)
    if game is None:
        return []
    query = folded(current)
    choices = list[Choice[str]]()
    options = _chosen_options(reply, game)
    worths = NO_WORTHS
    if options is not None:
        worths = await reply.services.handicaps.worths(game, options)
    for value, label in handicap_choices(reply.t, game, options, worths).items():
        if query in folded(label) or query == folded(value):
            choices.append(choice(label, value))
    return choices


def _chosen_options(reply: Reply, game: Game) -> dict[str, str] | None:
    """The variant that is chosen in another option; None where that is none."""
    text = _read_variant(reply, str(reply.interaction.namespace.variant or ""))
    with suppress(GameError):
        return variants.parse(game, variants.canonical(game, text, reply.t.say))
    return None


def _read_handicap(reply: Reply, text: str) -> str:
    """A handicap by its ``handicap_label`` in any language."""
    game = _chosen_game(reply)
    if game is None or len(text) > LONGEST_CHOICE:
        return text
    for t, name in _readings(text):
        with suppress(GameError):
            if name.strip():
                return variants.handicap(game, name, t.say)
    return text


handicap = Completion(_handicap, _read_handicap)


def handicap_choices(
    t: Language,
    game: Game,
    options: Mapping[str, str] | None = None,
    worths: Mapping[int, WorthNow] = NO_WORTHS,
) -> dict[str, str]:
    """The handicaps to choose from: each with what it is called.

    :param options: of a variant, whose handicaps alone are offered, with what they are worth; None:
        those of any
    :param worths: by how many extra turns of that variant
    """
    labels = dict[str, str]()
    for value in game.handicap.choices:
        if options is None:
            labels[value] = handicap_label(t, game, value)
            continue
        with suppress(GameError):  # which that board does not offer
            chosen_options = variants.with_handicap(game, options, value)
            labels[value] = handicap_label(t, game, value, chosen_options, worths)
    return labels


def handicap_label(
    t: Language,
    game: Game,
    value: str,
    options: Mapping[str, str] | None = None,
    worths: Mapping[int, WorthNow] = NO_WORTHS,
) -> str:
    """A choice of handicap, and in few words what it is worth.

    :param options: of the match with it; None where that is not chosen yet
    :param worths: by how many extra turns
    """
    phrase = game.handicap.phrase(value)
    name = t.label(phrase.template, LONGEST_CHOICE, **phrase.values)
    worth = None
    if options is not None:
        choice = Handicap.of(options)
        turns = 0 if choice is None else choice.turns
        worth = worth_in_short(game, options, worths.get(turns))
    if worth is None:
        return name
    state = t.label(worth.template, LONGEST_CHOICE, **worth.values)
    return t.label(texts.STATE_OF, LONGEST_CHOICE, name=name, state=state)


async def _clock(reply: Reply, current: str) -> list[Choice[str]]:
    """The clock that is typed, in any language, and those that are often used and have it in their
    names.
    """
    start = folded(current)
    typed_clock = ""
    if start:
        with suppress(GameError):
            typed_clock = str(clocks.parse(english_clock(current)))
    choices = list[Choice[str]]()
    if typed_clock:
        choices.append(choice(phrases.clock(reply.t, clocks.parse(typed_clock)), typed_clock))
    for clock in CLOCKS:
        name = phrases.clock(reply.t, clocks.parse(clock))
        if clock != typed_clock and (clock.startswith(start) or start in folded(name)):
            choices.append(choice(name, clock))
    return choices


clock = Completion(_clock, as_typed)


def _matches(*statuses: str, to_move: bool = False) -> Completion:
    """Offers the member's matches by status, in this order.

    :param to_move: only those that wait for them
    """

    async def match(reply: Reply, current: str) -> list[Choice[str]]:
        scope = reply.scope if reply.place.guild else None
        number = current.strip().upper().lstrip("MW")
        choices = list[Choice[str]]()
        for status in statuses:
            own_matches = await reply.services.matches.of(
                reply.user, scope=scope, status=status, limit=MOST_COMPLETED
            )
            for item in own_matches:
                if to_move and item.mover != reply.user:
                    continue
                if str(item.number).startswith(number):
                    choices.append(choice(_summary(reply.t, item, reply.user), item.name))
        return choices

    return Completion(match, read_numbered)


match = _matches("running")
match_any = _matches("running", "finished")
match_to_move = _matches("running", to_move=True)
OFFERED = {
    "running": match,
    "finished": _matches("finished"),
    "any": match_any,
    "to_move": match_to_move,
}


def _summary(t: Language, item: Summary, reader: int) -> str:
    other = 1 - item.seats.index(reader)
    text = texts.CHOICE_YOURS if item.mover == reader else texts.CHOICE_THEIRS
    who = phrases.named(t, item.seats[other], item.names[other])
    return t.label(text, LONGEST_CHOICE, match=item.name, game=games.get(item.game).name, who=who)


def match_command(
    feature: Feature,
    path: str,
    description: str,
    press: Callable[[Match], P],
    which: str = "running",
    work: Work = "words",
) -> Callable[[PressHandler[P]], PressHandler[P]]:
    """Make the handler of a press a command, too.

    :param path: the name of the command
    :param description: what Discord's list says of it
    :param press: makes the press of the match that is named, or else meant
    :param which: of ``OFFERED``; a match that is meant without its name is one of those
    """

    def decorate(handler: PressHandler[P]) -> PressHandler[P]:
        async def command(reply: Reply, match: str = "") -> None:
            if which == "to_move":
                target = await reply.find_match(match, status="running", to_move=True)
            else:
                target = await reply.find_match(match, status=which)
            await handler(reply, press(target))

        options = {"match": texts.ABOUT_MATCH}
        complete = {"match": OFFERED[which]}
        feature.command(
            slash(path, description, options=options, complete=complete, work=work)(command)
        )
        return handler

    return decorate
