"""How a game is played, page by page, with pictures."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import games
import render
from bot.chat.board.links import GO_ON, OpenLesson, ShowRules, ShowRulesPage
from bot.chat.discord.commands import game_choices, slash
from bot.chat.discord.components import BLURPLE, Button, Post, button, picture, post, row, text
from bot.chat.discord.press import MatchPress, Press, Version
from bot.chat.discord.reply import Reply, no_such_button
from bot.chat.features.help import feature, texts
from bot.chat.language.i18n import Language, Markup
from bot.chat.language.meanings import outlook
from bot.chat.language.texts import ABOUT_GAME
from bot.chat.pictures.jobs import SheetBoard
from bot.chat.pictures.picture import Picture
from bot.domain import variants
from bot.domain.computer.thinking import PositionData
from games.core import Game, Option, Sentence
from games.teaching import MARKS, RulesPage, course_of, rules_of, rules_of_handicap, writing_of

# pixels of the pictures in the rules, and of that of all boards
PICTURE_SIZE = 640
SHEET_SIZE = 1200
MOST_BOARDS = 30  # on one picture


class ShowMoving(Press, action="rulesmoving"):
    """See the last turn of a page's picture as an animation."""

    page: Version
    game: str


class ShowMatchRulesPage(MatchPress, action="matchrules"):
    """Read a page of how the variant of a match is played."""

    page: Version


class ShowMatchMoving(MatchPress, action="matchrulesmoving"):
    """See the last turn of such a page's picture as an animation."""

    page: Version


@dataclass(frozen=True, slots=True)
class Rulebook:
    """The rules of a game, or only those of the variant that a match is played in.

    :param match: the id of the match; 0 for the rules of the game
    :param options: those of the match; None for the rules of the game
    """

    game: Game
    match: int = 0
    options: Mapping[str, str] | None = None

    @property
    def pages(self) -> tuple[RulesPage, ...]:
        """Its pages, the aim excluded."""
        return rules_of(self.game, self.options)

    @property
    def aim(self) -> Sentence:
        """What wins."""
        return Sentence(self.game.aim(self.options))

    def show(self, number: int) -> Press:
        """The press that shows a page."""
        if self.match:
            return ShowMatchRulesPage(self.match, number)
        return ShowRulesPage(number, self.game.slug)

    def show_moving(self, number: int) -> Press:
        """The press that shows a page with its picture as an animation."""
        if self.match:
            return ShowMatchMoving(self.match, number)
        return ShowMoving(number, self.game.slug)


@feature.command
@slash(
    "rules",
    texts.ABOUT_RULES,
    options={"game": ABOUT_GAME},
    choices={"game": game_choices()},
    work="board",
)
async def rules(reply: Reply, game: str) -> None:
    """Show how a game is played."""
    await _show(reply, Rulebook(games.get(game)))


@feature.on(ShowRules, work="board")
async def of_match(reply: Reply, press: ShowRules) -> None:
    """Show how the variant of a match is played."""
    await _show(reply, await _rulebook_of(reply, press))


@feature.on(ShowRulesPage, work="board", page=True, address=True)
async def page(reply: Reply, press: ShowRulesPage) -> None:
    """Show a page of the rules in place of the one before."""
    await _show(reply, Rulebook(games.get(press.game)), press.page, anew=False)


@feature.on(ShowMatchRulesPage, work="board", page=True, address=True)
async def page_of_match(reply: Reply, press: ShowMatchRulesPage) -> None:
    """Show a page of the rules of a match in place of the one before."""
    await _show(reply, await _rulebook_of(reply, press), press.page, anew=False)


@feature.on(ShowMoving, work="heavy")
async def moving(reply: Reply, press: ShowMoving) -> None:
    """Show a page with its picture as an animation. Raises NotFound."""
    await _show_moving(reply, Rulebook(games.get(press.game)), press.page)


@feature.on(ShowMatchMoving, work="heavy")
async def moving_of_match(reply: Reply, press: ShowMatchMoving) -> None:
    """The same for a page of the rules of a match. Raises NotFound."""
    await _show_moving(reply, await _rulebook_of(reply, press), press.page)


async def _rulebook_of(reply: Reply, press: MatchPress) -> Rulebook:
    match = await reply.watched(press.match)
    return Rulebook(match.game, match.id, match.options)


async def _show_moving(reply: Reply, book: Rulebook, number: int) -> None:
    pages = book.pages
    example = pages[number].example if number < len(pages) else None
    if example is None:
        raise no_such_button()
    states, turn_start = example.states(book.game)
    turn = states[turn_start:]
    decisions = tuple(str(state.last_move) for state in states[1:])
    position = PositionData(book.game.slug, dict(example.options), decisions)
    data = await reply.services.heavy.turn(
        reply.user, position, len(turn) - 1, theme=_theme(reply), locale=reply.t.locale
    )
    alt = render.alt_text(states[-1], turn=turn, say=reply.t.say)
    image = Picture("rule.gif", data, alt)
    boards = await _boards(reply, book, number)
    await reply.private(card(reply.t, book, number, image, boards, is_animated=True))


def _theme(reply: Reply) -> str:
    return reply.look().get("theme", next(iter(render.THEMES)))


async def _show(reply: Reply, book: Rulebook, number: int = 0, *, anew: bool = True) -> None:
    """Show a page of how a game is played. Raises NotFound."""
    pages = book.pages
    if number >= len(pages):
        raise no_such_button()
    images = reply.services.images
    say = reply.t.say
    example = pages[number].example
    if example is None:
        image = await images.start(book.game, book.options or {}, size=PICTURE_SIZE, say=say)
    else:
        states, turn_start = example.states(book.game)
        turn = states[turn_start:]
        key = ("rules", book.game.slug, example.moves, *example.options.values())
        image = await images.board(states[-1], key=key, turn=turn, size=PICTURE_SIZE, say=say)
    boards = await _boards(reply, book, number)
    await reply.private(card(reply.t, book, number, image, boards), anew=anew)


async def _boards(reply: Reply, book: Rulebook, number: int) -> Picture | None:
    """All boards of a game, for the last page of its rules.

    None on other pages, and where there is no choice of boards, as in a match.
    """
    game = book.game
    is_last = number + 1 >= len(book.pages)
    option = _board_option(game)
    if book.match or not is_last or option is None or not 1 < len(option.choices) <= MOST_BOARDS:
        return None
    say = reply.t.say
    boards = [
        SheetBoard(game.slug, {"board": choice}, option.phrase(choice).translate(say))
        for choice in option.choices
    ]
    return await reply.services.heavy.sheet(
        reply.user, boards, theme=_theme(reply), size=SHEET_SIZE, say=say
    )


def _board_option(game: Game) -> Option | None:
    for option in game.options:
        if option.name == "board":
            return option
    return None


def card(
    t: Language,
    book: Rulebook,
    number: int,
    image: Picture,
    boards: Picture | None = None,
    *,
    is_animated: bool = False,
) -> Post:
    """Page ``number`` (from 0) of the rules; the last has notation and variants, with ``boards``.

    The rules of a match name no variants.

    :param is_animated: the picture is an animation already
    """
    game = book.game
    pages = book.pages
    page = pages[number]
    is_first = number == 0
    is_last = number == len(pages) - 1
    title = [t(texts.RULES_TITLE, game=game.name, page=number + 1, pages=len(pages))]
    if is_first:
        title += _credits(t, game)
    options = _options(t, game, boards) if is_last and not book.match else []
    return post(
        text(*title),
        text(*_rules(t, book, page, is_first=is_first)),
        picture(image),
        text(*_below_picture(t, book, page, is_last=is_last)),
        text(*options),
        None if boards is None else picture(boards),
        row(*_buttons(t, book, page, number, is_last=is_last, is_animated=is_animated)),
        colour=BLURPLE,
    )


def _rules(t: Language, book: Rulebook, page: RulesPage, *, is_first: bool) -> Iterator[Markup]:
    """The aim, what the page says, and what the marks in its picture mean."""
    if is_first:
        yield t(texts.RULES_AIM, aim=book.aim)
        for sentence in rules_of_handicap(book.game, book.options):
            yield t.as_sentence(sentence)
    for paragraph in page.paragraphs:
        yield t(paragraph)
    for mark in page.marks:
        yield t(texts.RULES_MARK, meaning=Sentence(MARKS[mark]))


def _below_picture(
    t: Language, book: Rulebook, page: RulesPage, *, is_last: bool
) -> Iterator[Markup]:
    """The caption of the picture, and on the last page how moves are written."""
    if page.example is not None:
        yield t(texts.RULES_CAPTION, caption=Markup(t(page.example.caption)))
    if is_last:
        yield from _writing(t, book)


def _writing(t: Language, book: Rulebook) -> Iterator[Markup]:
    """How moves are written: the names of cells, then examples."""
    writing = writing_of(book.game, book.options)
    yield t(texts.RULES_WRITING, names=writing.names)
    for move, meaning in writing.moves:
        code = Markup(f"`{move}`")
        if meaning is None:
            yield t(texts.RULES_MARK, meaning=code)
        else:
            yield t(texts.RULES_WRITTEN, move=code, meaning=meaning)


def _options(t: Language, game: Game, boards: Picture | None) -> list[str]:
    """The variants of a game; none where there is nothing to choose."""
    options = [option for option in game.options if len(option.choices) > 1]
    if not options:
        return []
    lines = [_option(t, option, boards) for option in options]
    return [t(texts.RULES_OPTIONS), *lines, *_usual(t, game)]


def _buttons(
    t: Language, book: Rulebook, page: RulesPage, number: int, *, is_last: bool, is_animated: bool
) -> Iterator[Button]:
    if number > 0:
        yield button("◀", book.show(number - 1))
    if not is_last:
        yield button(t.label(texts.RULES_NEXT), book.show(number + 1), "primary")
    if page.example is not None and not is_animated:
        yield button(t.label(texts.RULES_MOVING), book.show_moving(number))
    if course_of(book.game):
        yield button(t.label(texts.LESSON), OpenLesson(GO_ON, book.game.slug))


def _credits(t: Language, game: Game) -> list[Markup]:
    lines = [t(texts.RULES_CREDIT, author=game.author, year=game.year)]
    if game.formerly:
        lines.append(t(texts.RULES_ONCE, names=game.formerly))
    if game.link:
        lines.append(t(texts.RULES_LINK, link=Markup(f"<{game.link}>")))
    return lines


def _option(t: Language, option: Option, boards: Picture | None) -> str:
    """A line about an option, and one about what the choices mean.

    :param boards: a picture of the boards, if any
    """
    choices = t.listed([option.phrase(choice).translate(t.say) for choice in option.choices])
    is_pictured = option.name == "board" and boards is not None
    template = texts.RULES_BOARDS if is_pictured else texts.RULES_OPTION
    line = t(template, label=Sentence(option.label), choices=choices)
    meaning = Sentence(option.meaning or option.help)
    return f"{line}\n{t(texts.RULES_CAPTION, caption=meaning)}"


def _usual(t: Language, game: Game) -> Iterator[Markup]:
    """Who wins the usual variant, as far as that is known, and solved ones on other boards."""
    usual_options = game.complete({})
    usual_but_board = usual_options | {"board": ""}
    for options in variants.every(game):
        if options | {"board": ""} != usual_but_board:
            continue
        if options != usual_options and not game.best_play(options):
            continue
        variant = variants.text(game, options, t.say)
        sentence = outlook(game, options)
        if sentence is not None:
            yield t(texts.RULES_USUAL, variant=variant, outlook=t.sentence(sentence))
