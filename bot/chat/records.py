"""A match to keep: as text and JSON in files, or as an animation."""

from __future__ import annotations

import asyncio
import io

import discord
from discord import ui

import render
from bot.chat.kit.components import BLURPLE, Picture, Post, picture, post, text
from bot.chat.kit.language import phrases as words
from bot.chat.kit.language import texts
from bot.chat.kit.language.i18n import Markup, Tongue
from bot.chat.kit.reply import Answer
from bot.domain.matches.views import Match
from games.records import to_json, to_text

LONGEST_SHOWN = 1_800
"""Characters of a record that are shown beside the files."""
PATIENCE = 1.0
"""Seconds after which a member is told how far the drawing is, and then again and again."""


async def record(answer: Answer, match: Match) -> None:
    """Give a match as text and as JSON, to the member alone."""
    written = await answer.bot.matches.record(match.id)
    plain, name = to_text(written), f"{match.name}-{match.game.slug}"
    shown = plain if len(plain) <= LONGEST_SHOWN else plain[:LONGEST_SHOWN].rpartition("\n")[0] + "\n…"
    block = Markup("```\n" + shown.rstrip().replace("`", "ˋ") + "\n```")
    await answer.attach(
        post(
            text(block),
            ui.File(f"attachment://{name}.txt"),
            ui.File(f"attachment://{name}.json"),
            colour=BLURPLE,
        ),
        discord.File(io.BytesIO(plain.encode()), f"{name}.txt"),
        discord.File(io.BytesIO(to_json(written).encode()), f"{name}.json"),
    )


async def replay(answer: Answer, match: Match) -> None:
    """Show a match as an animation to everyone; what takes long shows how far it is."""
    share = [0.0]
    t = await answer.shared()
    look = {name: value for name, value in answer.look().items() if name in ("theme", "flip")} | {"say": t.say}
    written = await answer.bot.matches.record(match.id)

    def draw() -> bytes:
        def progress(done: float) -> None:
            share[0] = done

        return render.replay(written.states(), progress=progress, **look)

    drawing = asyncio.ensure_future(answer.bot.pictures.run(draw))
    shown = False
    while not (await asyncio.wait({drawing}, timeout=PATIENCE))[0]:
        card = _progress(t, match, share[0])
        await (answer.replace(card) if shown else answer.public(card))
        shown = True
    animation = Picture(f"{match.name}.gif", drawing.result(), render.alt_text(match.state, say=t.say))
    card = _animation(t, match, animation)
    await (answer.replace(card) if shown else answer.public(card))


def _progress(t: Tongue, match: Match, share: float) -> Post:
    return post(text(t(texts.REPLAYING, match=match.name, share=int(share * 100))), colour=BLURPLE)


def _animation(t: Tongue, match: Match, animation: Picture) -> Post:
    return post(
        text(t(texts.REPLAYED, game=match.game.name, match=match.name), words.players(t, match)),
        picture(animation),
        text(words.status(t, match)),
        colour=BLURPLE,
        pictures=[animation],
    )
