"""A match to keep: as text and JSON in files, or as an animation."""

from __future__ import annotations

import render
from bot.chat.board import completion
from bot.chat.discord.commands import slash
from bot.chat.discord.components import BLURPLE, Post, file, picture, post, text, word
from bot.chat.discord.delivery.sharing import require_seen_by_all
from bot.chat.discord.reply import Reply
from bot.chat.features.watch import feature, texts
from bot.chat.language import phrases
from bot.chat.language.i18n import Language
from bot.chat.language.texts import ABOUT_MATCH
from bot.chat.pictures.picture import Picture
from bot.domain.matches.match import Match
from games.records import to_json, to_text

LONGEST_SHOWN = 1_800
"""How many characters of a record are shown beside the files."""
PATIENCE = 1.0
"""Seconds after which a member is told how far the drawing is, and then again and again."""


@feature.command
@slash("match record", texts.ABOUT_RECORD, options={"match": ABOUT_MATCH}, complete={"match": completion.match_any})
async def record(reply: Reply, match: str = "") -> None:
    found = await reply.services.matches.resolve(reply.viewer, match)
    written = await reply.services.matches.record(found.id)
    plain, name = to_text(written), f"{found.name}-{found.game.slug}"
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
    """Show a match as an animation to everyone; where drawing takes long, how far it is."""
    found = await reply.services.matches.resolve(reply.viewer, match)
    await require_seen_by_all(reply, found.scope, found.channel)
    t, look = await reply.shared(), reply.look()
    theme, flip = look.get("theme", next(iter(render.THEMES))), look.get("flip", False)
    drawing = reply.services.heavy.replay(reply.user, found, theme=theme, flip=flip, locale=t.locale)
    shown = False
    while not await drawing.ready(PATIENCE):
        said = t(texts.REPLAYING, match=found.name, share=int(drawing.progress * 100))
        await _tell(reply, word(said, colour=BLURPLE), shown)
        shown = True
    animation = Picture(f"{found.name}.gif", await drawing.result(), render.alt_text(found.state, say=t.say))
    await _tell(reply, _animation(t, found, animation), shown)


async def _tell(reply: Reply, card: Post, again: bool) -> None:
    await (reply.replace(card) if again else reply.public(card))


def _animation(t: Language, match: Match, animation: Picture) -> Post:
    return post(
        text(t(texts.REPLAYED, game=match.game.name, match=match.name), phrases.players(t, match)),
        picture(animation),
        text(phrases.status(t, match)),
        colour=BLURPLE,
        pictures=[animation],
    )
