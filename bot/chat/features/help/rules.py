"""How a game is played, page by page, with pictures."""

import games
import render
from bot.chat.board.links import GO_ON, OpenLesson, ShowRules, ShowRulesPage
from bot.chat.discord.commands import game_choices, slash
from bot.chat.discord.components import BLURPLE, Post, button, picture, post, row, text
from bot.chat.discord.press import Press, Version
from bot.chat.discord.reply import Reply, no_such_button
from bot.chat.features.help import feature, texts
from bot.chat.language.i18n import Language, Markup
from bot.chat.language.meanings import outlook
from bot.chat.language.texts import ABOUT_GAME
from bot.chat.pictures.picture import Picture
from bot.domain import variants
from bot.domain.computer.thinking import PositionData
from games.core import Game, Option, Sentence
from games.teaching import MARKS, RulesPage, course_of, rules_of

# pixels of the pictures in the rules, and of that of all boards
PICTURE_SIZE = 640
SHEET_SIZE = 1200
MOST_EXAMPLES = 3
MOST_BOARDS = 30  # on one picture


class ShowMoving(Press, action="rulesmoving"):
    """See the last turn of a page's picture as an animation."""

    page: Version
    game: str


@feature.command
@slash(
    "rules",
    texts.ABOUT_RULES,
    options={"game": ABOUT_GAME},
    choices={"game": game_choices()},
    work="board",
)
async def rules(reply: Reply, game: str) -> None:
    await _show(reply, games.get(game))


@feature.on(ShowRules, work="board")
async def of_match(reply: Reply, press: ShowRules) -> None:
    await _show(reply, (await reply.watched(press.match)).game)


@feature.on(ShowRulesPage, work="board", page=True)
async def page(reply: Reply, press: ShowRulesPage) -> None:
    await _show(reply, games.get(press.game), press.page, anew=False)


@feature.on(ShowMoving, work="heavy")
async def moving(reply: Reply, press: ShowMoving) -> None:
    """Show a page with its picture as an animation. Raises NotFound."""
    game = games.get(press.game)
    number = press.page
    pages = rules_of(game)
    example = pages[number].example if number < len(pages) else None
    if example is None:
        raise no_such_button()
    states, begun = example.states(game)
    turn = states[begun:]
    decisions = tuple(str(state.last_move) for state in states[1:])
    at = PositionData(game.slug, dict(example.options), decisions)
    theme = reply.look().get("theme", next(iter(render.THEMES)))
    data = await reply.services.heavy.turn(
        reply.user, at, len(turn) - 1, theme=theme, locale=reply.t.locale
    )
    alt = render.alt_text(states[-1], turn=turn, say=reply.t.say)
    image = Picture("rule.gif", data, alt)
    boards = await _boards(reply, game, number)
    await reply.private(card(reply.t, game, pages, number, image, boards, moving=True))


async def _show(reply: Reply, game: Game, number: int = 0, *, anew: bool = True) -> None:
    """Show a page of how a game is played. Raises NotFound."""
    pages = rules_of(game)
    if number >= len(pages):
        raise no_such_button()
    images = reply.services.images
    say = reply.t.say
    example = pages[number].example
    if example is None:
        image = await images.start(game, {}, size=PICTURE_SIZE, say=say)
    else:
        states, begun = example.states(game)
        key = ("rules", game.slug, number)
        image = await images.board(
            states[-1], key=key, turn=states[begun:], size=PICTURE_SIZE, say=say
        )
    await reply.private(
        card(reply.t, game, pages, number, image, await _boards(reply, game, number)), anew=anew
    )


async def _boards(reply: Reply, game: Game, number: int) -> Picture | None:
    """All boards of a game, for the last page of its rules; None on others and where there is no
    choice of boards.
    """
    option = next((option for option in game.options if option.name == "board"), None)
    if (
        number + 1 < len(rules_of(game))
        or option is None
        or not 1 < len(option.choices) <= MOST_BOARDS
    ):
        return None
    boards = [
        (game.slug, {"board": choice}, option.phrase(choice).translate(reply.t.say))
        for choice in option.choices
    ]
    theme = reply.look().get("theme", next(iter(render.THEMES)))
    return await reply.services.heavy.sheet(
        reply.user, boards, theme=theme, size=SHEET_SIZE, say=reply.t.say
    )


def card(
    t: Language,
    game: Game,
    pages: tuple[RulesPage, ...],
    number: int,
    image: Picture,
    boards: Picture | None = None,
    *,
    moving: bool = False,
) -> Post:
    """Page ``number`` (from 0); the last has notation and variants, with ``boards``.

    ``moving``: an animation.
    """
    page = pages[number]
    first = number == 0
    last = number == len(pages) - 1
    below = []
    if page.example is not None:
        below.append(t(texts.RULES_CAPTION, caption=Markup(t(page.example.caption))))
    if last:
        moves = game.examples or game.start().legal_moves()[:MOST_EXAMPLES]
        below.append(
            t(texts.RULES_TYPING, examples=Markup(" · ".join(f"`{move}`" for move in moves)))
        )
    said = [t(texts.RULES_AIM, aim=Sentence(game.aim))] if first else []
    said += [t(page.text)] if page.text else []
    said += [t(texts.RULES_MARK, meaning=Sentence(MARKS[mark])) for mark in page.marks]
    options = [_option(t, option, boards) for option in game.options if len(option.choices) > 1]
    return post(
        text(
            t(texts.RULES_TITLE, game=game.name, page=number + 1, pages=len(pages)),
            *(_credits(t, game) if first else ()),
        ),
        text(*said),
        picture(image),
        text(*below) if below else None,
        text(t(texts.RULES_OPTIONS), *options, *_usual(t, game)) if options and last else None,
        None if boards is None else picture(boards),
        row(
            None if first else button("◀", ShowRulesPage(number - 1, game.slug)),
            None
            if last
            else button(t.label(texts.RULES_NEXT), ShowRulesPage(number + 1, game.slug), "primary"),
            None
            if moving or page.example is None
            else button(t.label(texts.RULES_MOVING), ShowMoving(number, game.slug)),
            button(t.label(texts.LESSON), OpenLesson(GO_ON, game.slug))
            if course_of(game)
            else None,
        ),
        colour=BLURPLE,
    )


def _credits(t: Language, game: Game) -> list[Markup]:
    lines = [t(texts.RULES_CREDIT, author=game.author, year=game.year)]
    if game.formerly:
        lines.append(t(texts.RULES_ONCE, names=game.formerly))
    if game.link:
        lines.append(t(texts.RULES_LINK, link=Markup(f"<{game.link}>")))
    return lines


def _option(t: Language, option: Option, boards: Picture | None) -> str:
    """A line about an option, and one about what the choices mean.

    ``boards``: a picture of the boards, if any.
    """
    choices = t.listed([option.phrase(choice).translate(t.say) for choice in option.choices])
    pictured = option.name == "board" and boards is not None
    line = t(
        texts.RULES_BOARDS if pictured else texts.RULES_OPTION,
        label=Sentence(option.label),
        choices=choices,
    )
    return f"{line}\n{t(texts.RULES_CAPTION, caption=Sentence(option.meaning or option.help))}"


def _usual(t: Language, game: Game) -> list[Markup]:
    """Who wins the usual variant, as far as that is known, and those with another board that are
    solved.
    """
    usual = game.complete({})
    return [
        t(
            texts.RULES_USUAL,
            variant=variants.text(game, options, t.say),
            outlook=t.sentence(sentence),
        )
        for options in variants.every(game)
        if options | {"board": ""} == usual | {"board": ""}
        and (options == usual or game.best_play(options))
        for sentence in outlook(game, options)
    ]
