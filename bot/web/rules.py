"""How a game is played, as text with headings, lists and pictures."""

import re
from collections.abc import Iterator, Mapping

import render
from bot.chat.language.i18n import Language, capitalised
from bot.web import protocol, texts
from bot.web.scenes import Blobs, position
from bot.web.visits import Visit, without_markup
from games import registry
from games.core import Game, Option, Sentence
from games.teaching import MARKS, RulesPage, course_of, rules_of, rules_of_handicap, writing_of
from games.teaching.base import Example

_HEADING = re.compile(r"\*\*([^*]+?)[.:]?\*\*[ ：]*")
"""What a paragraph of the rules begins with where a new part of them begins."""


def rules_view(
    visit: Visit, blobs: Blobs, slug: str, variant: Mapping[str, str] | None = None
) -> protocol.Rules:
    """How a game is played. Raises UnknownGame.

    :param variant: the options of a match, for the rules of its variant alone
    """
    game = registry.get(slug)
    t = visit.t
    sections = list[protocol.RulesSection]()
    for page in rules_of(game, variant):
        sections += _page_sections(visit, blobs, game, page)
    sections.append(_writing(t, game, variant))
    options = [option for option in game.options if len(option.choices) > 1]
    if options and variant is None:
        points = [_option(t, option) for option in options]
        sections.append(_section(t.say(texts.BOARDS_AND_OPTIONS), points=points))
    aim = Sentence(game.aim(variant))
    sentences = [t.as_sentence(aim)]
    sentences += map(t.as_sentence, rules_of_handicap(game, variant))
    credit = t(texts.CREDIT, author=game.author, year=game.year)
    return {
        "kind": "rules",
        "game": game.slug,
        "name": game.name,
        "aim": without_markup(" ".join(sentences)),
        "credit": without_markup(credit),
        "link": game.link,
        "sections": sections,
        "lessons": bool(course_of(game)),
    }


def _page_sections(
    visit: Visit, blobs: Blobs, game: Game, page: RulesPage
) -> Iterator[protocol.RulesSection]:
    """The parts of a page of the rules; its picture stands in the first of them."""
    t = visit.t
    sections = list[protocol.RulesSection]()
    lines = [line for text in page.paragraphs for line in t.say(text).split("\n")]
    for line in lines:
        heading = _HEADING.match(line)
        if heading is None and sections:
            sections[-1]["paragraphs"].append(line)
            continue
        title = "" if heading is None else capitalised(heading[1])
        text = line if heading is None else line[heading.end() :]
        sections.append(_section(title, [text] if text else []))
    points = [t.say(MARKS[mark]) for mark in page.marks]
    if not sections:
        sections.append(_section(""))
    sections[-1]["points"] += points
    if page.example is not None:
        sections[0]["picture"] = _picture(visit, blobs, game, page.example)
    yield from sections


def _writing(t: Language, game: Game, variant: Mapping[str, str] | None) -> protocol.RulesSection:
    """How moves are written: the names of cells, then examples."""
    writing = writing_of(game, variant)
    points = list[str]()
    for move, meaning in writing.moves:
        code = f"*{move}*"
        if meaning is None:
            points.append(code)
        else:
            points.append(t.say(texts.WRITTEN).format(move=code, meaning=meaning.translate(t.say)))
    names = t.as_sentence(writing.names)
    return _section(t.say(texts.WRITING_MOVES), [without_markup(names)], points)


def _section(
    heading: str, paragraphs: list[str] | None = None, points: list[str] | None = None
) -> protocol.RulesSection:
    return {
        "heading": heading,
        "paragraphs": paragraphs or [],
        "points": points or [],
        "picture": None,
    }


def _picture(visit: Visit, blobs: Blobs, game: Game, example: Example) -> protocol.RulesPicture:
    states, turn_start = example.states(game)
    turn = states[turn_start:]
    return {
        "scene": position(blobs, turn, visit.look | {"legal": False, "sight": False}),
        "caption": without_markup(visit.t.say(example.caption)),
        "alt": render.alt_text(states[-1], turn=turn, say=visit.t.say),
    }


def _option(t: Language, option: Option) -> str:
    """An option: what can be chosen, and what it means."""
    choices = t.listed([option.phrase(choice).translate(t.say) for choice in option.choices])
    meaning = t.say(option.meaning or option.help)
    line = t(texts.OPTION, label=Sentence(option.label), choices=choices)
    return f"{without_markup(line)} {without_markup(meaning)}".strip()
