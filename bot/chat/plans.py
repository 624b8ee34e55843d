"""Conditional moves: answers prepared in secret while the other player is to move, shown as a tree."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import discord

from bot.chat.kit.components import BLURPLE, Post, button, menu, post, row, text
from bot.chat.kit.forms import Field, form, typed
from bot.chat.kit.language import texts
from bot.chat.kit.language.i18n import Markup, Tongue, bold
from bot.chat.kit.press import Press
from bot.chat.kit.reply import Answer, no_such_button
from bot.domain.matches.views import Match
from games.core import State

MOST_LINES = 24


def branches(tree: Mapping[str, Any], path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], str]]:
    """Every prepared answer: the other player's turns that lead to it, and the answer."""
    for theirs, node in tree.items():
        yield (*path, theirs), node["reply"]
        yield from branches(node["then"], (*path, theirs))


def card(t: Tongue, match: Match, tree: Mapping[str, Any]) -> Post:
    """What a player has prepared, with ways to add and to drop."""
    found = list(branches(tree))
    lines = [
        Markup(
            "　" * (len(path) - 2)
            + "　↳ " * (len(path) > 1)
            + t(texts.PLAN_LINE, theirs=bold(path[-1]), mine=bold(reply))
        )
        for path, reply in found[:MOST_LINES]
    ]
    drops = [
        discord.SelectOption(label=t.label(texts.PLAN_DROP_ONE, 100, theirs=path[-1], mine=reply), value=str(number))
        for number, (path, reply) in enumerate(found[:MOST_LINES])
    ]
    return post(
        text(t(texts.PLAN_TITLE, match=match.name), *(lines or [t(texts.PLAN_NONE)]), t(texts.PLAN_HINT)),
        menu(t.label(texts.PLAN_DROP), Press("plandrop", match.id, match.version), drops) if drops else None,
        row(
            button(t.label(texts.PLAN_ADD), Press("planadd", match.id, match.version), "primary"),
            button(t.label(texts.PLAN_CLEAR), Press("planclear", match.id, match.version)) if drops else None,
        ),
        colour=BLURPLE,
    )


async def show(answer: Answer, press: Press, values: tuple[str, ...]) -> None:
    """Show what the member has prepared."""
    match = await answer.watched(press.subject)
    await answer.private(card(answer.t, match, await answer.bot.matches.plans.get(match.id, answer.user)))


async def ask(answer: Answer, press: Press, values: tuple[str, ...]) -> None:
    """Open the form in which an answer is written."""
    match = await answer.watched(press.subject)
    t = answer.t
    await answer.form(
        form(
            t.label(texts.PLAN_FORM, 45, match=match.name),
            Press("planned", match.id, match.version),
            Field("line", t.label(texts.PLAN_FIELD, 45), _example(t, match.state), long=True),
        )
    )


def _example(t: Tongue, state: State) -> str:
    """An answer that could be prepared here, to show how it is written."""
    turns = []
    for _ in range(2):
        turn, seat = [], state.to_move
        while state.to_move == seat is not None:
            turn.append(str(state.legal_moves()[0]))
            state = state.play(state.legal_moves()[0])
        turns.append(" ".join(turn))
    return t.label(texts.PLAN_EXAMPLE, 100, theirs=turns[0], mine=turns[1] or "…")


async def add(answer: Answer, press: Press, values: tuple[str, ...]) -> None:
    """Take what was written in the form."""
    tree = await answer.bot.matches.plans.add(press.subject, answer.user, typed(answer.interaction, "line"))
    await answer.private(card(answer.t, await answer.watched(press.subject), tree))


async def drop(answer: Answer, press: Press, values: tuple[str, ...]) -> None:
    """Drop one prepared answer and all that follows it."""
    plans = answer.bot.matches.plans
    found = list(branches(await plans.get(press.subject, answer.user)))
    chosen = values[0] if values else ""
    if not (chosen.isascii() and chosen.isdecimal() and int(chosen) < len(found)):
        raise no_such_button()
    tree = await plans.remove(press.subject, answer.user, found[int(chosen)][0])
    await answer.private(card(answer.t, await answer.watched(press.subject), tree))


async def clear(answer: Answer, press: Press, values: tuple[str, ...]) -> None:
    """Drop everything that was prepared."""
    tree = await answer.bot.matches.plans.remove(press.subject, answer.user)
    await answer.private(card(answer.t, await answer.watched(press.subject), tree))


HANDLERS = {"plan": show, "planadd": ask, "planned": add, "plandrop": drop, "planclear": clear}
