"""What can be chosen for a match of a game, as ``/play`` offers it: boards and options, clocks,
sides, and levels of the computer.
"""

from collections.abc import Mapping

from bot.chat.board.completion import CLOCKS
from bot.chat.language import phrases, texts as shared
from bot.chat.language.i18n import Language, capitalised
from bot.domain import clocks
from bot.domain.opponent import DEFAULT
from bot.web import protocol, texts
from bot.web.visits import Visit, without_markup
from games import registry
from games.core import HANDICAP, Game, Handicap, Option
from games.players import LEVELS


def terms_view(visit: Visit, slug: str) -> protocol.TermsView:
    """What can be chosen for a match of a game. Raises a GameError for no game."""
    game = registry.get(slug)
    t = visit.t
    return {
        "kind": "terms",
        "game": game.slug,
        "options": [*(_option(t, option) for option in game.options), _handicap(t, game)],
        "clocks": [
            {"value": clock, "label": phrases.clock(t, clocks.parse(clock))} for clock in CLOCKS
        ],
        "sides": _choices(t, shared.SIDES),
        "levels": _choices(t, {level: shared.ABOUT_LEVELS[level] for level in LEVELS}),
        "level": DEFAULT,
        "hint": "" if visit.visitor.place.guild else t(texts.ONLY_COMPUTER),
    }


def _handicap(t: Language, game: Game) -> protocol.GameOption:
    """The handicaps of a game in words; extra turns with the variants that offer them."""
    option = _option(t, game.handicap)
    names = [own_option.name for own_option in game.options]
    for choice in option["choices"]:
        handicap = Handicap.of({HANDICAP: choice["value"]})
        if handicap is None or not handicap.turns:
            continue
        choice["needs"] = [
            dict(zip(names, variant.split(), strict=True))
            for variant, head_start in game.head_starts
            if handicap.turns in head_start.counts
        ]
    return option


def _choices(t: Language, labels: Mapping[str, str]) -> list[protocol.ChoiceView]:
    return [{"value": value, "label": t.label(label)} for value, label in labels.items()]


def _option(t: Language, option: Option) -> protocol.GameOption:
    """An option of a game in words; a board with what its size comes to."""
    sizes = dict(option.sizes)
    choices = list[protocol.ChoiceView]()
    for value in option.choices:
        label = str(option.phrase(value).translate(t.say))
        if value in sizes:
            label = t(shared.STATE_OF, name=label, state=sizes[value].translate(t.say))
        choices.append({"value": value, "label": without_markup(label)})
    return {
        "name": option.name,
        "label": capitalised(t.say(option.label)),
        "meaning": without_markup(t.say(option.meaning or option.help)),
        "value": option.default,
        "choices": choices,
    }
