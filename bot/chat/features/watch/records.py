"""Downloads of a match: its record as text and JSON, and an animation."""

from __future__ import annotations

import render
from bot.chat.board import completion
from bot.chat.discord.commands import slash
from bot.chat.discord.components import BLURPLE, Post, file, picture, post, text, word
from bot.chat.discord.reply import Reply
from bot.chat.discord.sharing import require_seen_by_all
from bot.chat.features.watch import feature, texts
from bot.chat.language import phrases
from bot.chat.language.i18n import Language
from bot.chat.language.texts import ABOUT_MATCH
from bot.chat.pictures.picture import Picture
from bot.domain.matches.match import Match
from games.records import to_json, to_text

LONGEST_SHOWN = 1_800
"""Characters of a record that are shown beside the files."""
PATIENCE = 1.0
"""Seconds between progress reports of a drawing."""


@feature.command
@slash("match record", texts.ABOUT_RECORD, options={"match": ABOUT_MATCH}, complete={"match": completion.match_any})
async def record(reply: Reply, match: str = "") -> None:
    resolved = await reply.meant(match)
    written = await reply.services.matches.record(resolved.id)
    plain, name = to_text(written), f"{resolved.name}-{resolved.game.slug}"
    shown = plain if len(plain) <= LONGEST_SHOWN else plain[:LONGEST_SHOWN].rpartition("\n")[0] + "\n…"
    files = {f"{name}.txt": plain, f"{name}.json": to_json(written)}
    await reply.private(
        post(
            text("```\n" + shown.rstrip().replace("`", "ˋ") + "\n```"),
            *map(file, files),
            colour=BLURPLE,
            extra=[(file_name, content.encode()) for file_name, content in files.items()],
        )
    )


@feature.command
@slash(
    "match replay",
    texts.ABOUT_REPLAY,
    options={"match": ABOUT_MATCH},
    complete={"match": completion.match_any},
    work="heavy",
)
async def replay(reply: Reply, match: str = "") -> None:
    """Post a match as an animation, after progress reports if drawing takes long."""
    resolved = await reply.meant(match)
    await require_seen_by_all(reply, resolved.scope, resolved.channel)
    t, look = await reply.shared(), reply.look()
    theme, flip = look.get("theme", next(iter(render.THEMES))), look.get("flip", False)
    drawing = reply.services.heavy.replay(reply.user, resolved, theme=theme, flip=flip, locale=t.locale)
    shown = False
    while not await drawing.ready(PATIENCE):
        progress = t(texts.REPLAYING, match=resolved.name, share=int(drawing.progress * 100))
        await _report(reply, word(progress, colour=BLURPLE), shown)
        shown = True
    animation = Picture(f"{resolved.name}.gif", await drawing.result(), render.alt_text(resolved.state, say=t.say))
    await _report(reply, _animation(t, resolved, animation), shown)


async def _report(reply: Reply, card: Post, again: bool) -> None:
    await (reply.replace(card) if again else reply.public(card))


def _animation(t: Language, match: Match, animation: Picture) -> Post:
    return post(
        text(t(texts.REPLAYED, game=match.game.name, match=match.name), phrases.players(t, match)),
        picture(animation),
        text(phrases.status(t, match)),
        colour=BLURPLE,
    )
