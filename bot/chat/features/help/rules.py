"""How a game is played, page by page, with pictures."""

from __future__ import annotations

import games
from bot.chat.features.help import texts
from bot.chat.features.help.rulebook import RULES, Example, RulesPage, pages_of
from bot.chat.kit.commands import game_choices, slash
from bot.chat.kit.components import BLURPLE, Picture, Post, button, picture, post, row, text
from bot.chat.kit.language import endings
from bot.chat.kit.language.i18n import Language, Markup
from bot.chat.kit.language.texts import ABOUT_GAME
from bot.chat.kit.links import OpenLesson, ShowRules, ShowRulesPage
from bot.chat.kit.reply import Reply, no_such_button
from bot.domain import variants
from bot.domain.matches.history import follow
from games.core import Game, Option, Sentence

PICTURE_SIZE = 640
"""Pixels of the pictures in the rules."""
MOST_EXAMPLES = 3


@slash("rules", texts.ABOUT_RULES, options={"game": ABOUT_GAME}, choices={"game": game_choices()}, work="board")
async def rules(reply: Reply, game: str) -> None:
    await _show(reply, games.get(game))


async def of_match(reply: Reply, press: ShowRules) -> None:
    """Show how the game of a match is played."""
    await _show(reply, (await reply.watched(press.match)).game)


async def page(reply: Reply, press: ShowRulesPage) -> None:
    """Show another page."""
    await _show(reply, games.get(press.game), press.page, anew=False)


async def _show(reply: Reply, game: Game, number: int = 0, *, anew: bool = True) -> None:
    """Show a page of how a game is played. Raises NotFound."""
    pages = pages_of(game)
    if number >= len(pages):
        raise no_such_button()
    image = await _picture(reply, game, number, pages[number].example)
    await reply.private(card(reply.t, game, pages, number, image), anew=anew)


async def _picture(reply: Reply, game: Game, number: int, example: Example | None) -> Picture:
    images, say = reply.services.images, reply.t.say
    if example is None:
        return await images.start(game, {}, size=PICTURE_SIZE, say=say)
    states = follow(game.start(**example.options), example.moves.split())
    last = states[-1].turn
    turn = [state for state in states if state.turn == last and state.ply] or states
    key = ("rules", game.slug, number)
    return await images.board(states[-1], key=key, turn=states[-len(turn) - 1 :], size=PICTURE_SIZE, say=say)


def card(t: Language, game: Game, pages: tuple[RulesPage, ...], number: int, image: Picture) -> Post:
    """RulesPage ``number`` of ``pages``; the last one tells how moves are typed and which variants there are."""
    page, first, last = pages[number], number == 0, number == len(pages) - 1
    below = []
    if page.example is not None:
        below.append(t(texts.RULES_CAPTION, caption=Markup(t(page.example.caption))))
    if last:
        below.append(t(texts.RULES_TYPING, examples=Markup(_typing(game))))
    options = [_option(t, option, game.slug in RULES) for option in game.options if len(option.choices) > 1]
    return post(
        text(
            t(texts.RULES_TITLE, game=game.name, page=number + 1, pages=len(pages)),
            t(texts.RULES_CREDIT, author=game.author, year=game.year) if first else None,
        ),
        text(t(page.text)),
        picture(image),
        text(*below) if below else None,
        text(t(texts.RULES_OPTIONS), *options) if options and last else None,
        row(
            None if first else button("◀", ShowRulesPage(number - 1, game.slug)),
            None if last else button(t.label(texts.RULES_NEXT), ShowRulesPage(number + 1, game.slug), "primary"),
            button(t.label(texts.LESSON), OpenLesson(0, game.slug)),
        ),
        colour=BLURPLE,
        pictures=[image],
    )


def _option(t: Language, option: Option, explained: bool) -> str:
    """A line about an option and, where no page explains it, one that does."""
    choices = ", ".join(variants.said(variants.phrase(option, choice), t.say) for choice in option.choices)
    line = t(texts.RULES_OPTION, label=Sentence(option.label), choices=choices)
    return line if explained else f"{line}\n{t(texts.RULES_CAPTION, caption=Sentence(option.help))}"


def _typing(game: Game) -> str:
    """Moves as they are typed; those of the first turn for games whose examples nobody has chosen."""
    legal = game.start().legal_moves()[:MOST_EXAMPLES]
    return endings.EXAMPLES.get(game.slug) or " · ".join(f"`{move}`" for move in legal)
