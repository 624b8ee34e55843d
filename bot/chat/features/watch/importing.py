"""``/match import``: import a record as a match of the channel, list imports, and delete them."""

from __future__ import annotations

import discord

import games
from bot.chat.board import boards
from bot.chat.discord.commands import slash
from bot.chat.discord.components import BLURPLE, MOST_OPTIONS, menu, post, text
from bot.chat.discord.gateway.failures import FAILURES
from bot.chat.discord.permissions import require_channel
from bot.chat.discord.press import Press
from bot.chat.discord.reply import Reply
from bot.chat.features.watch import feature, texts
from bot.domain.errors import Refused
from bot.domain.imports.record import MOST_BYTES, decoded, read_record, unfolded


@feature.command
@slash(
    "match import",
    texts.ABOUT_IMPORT,
    options={"file": texts.ABOUT_IMPORT_FILE, "text": texts.ABOUT_IMPORT_TEXT},
    work="heavy",
)
async def import_match(reply: Reply, file: discord.Attachment | None = None, text: str = "") -> None:
    """Import a record; without one, list the member's imports here. Raises GameError."""
    if file is None and not text.strip():
        await _list(reply)
        return
    if file is not None and text.strip():
        raise Refused("give either a file or a text, not both")
    await require_channel(reply)
    written = decoded(await _read(file)) if file is not None else _lines(text)
    record = await reply.services.heavy.file(reply.user, read_record, written)
    match = await reply.services.imports.add(reply.place, reply.person, record)
    await boards.look_through(reply, match.id, flip=reply.settings.flip)


class OpenImport(Press, action="imported"):
    """Show the imported match chosen in a menu."""


class DeleteImport(Press, action="importdrop"):
    """Delete the imported match chosen in a menu."""


@feature.on(OpenImport, work="board")
async def open_import(reply: Reply, press: OpenImport) -> None:
    """Look through an imported match. Raises NotFound."""
    await boards.look_through(reply, reply.chosen(), flip=reply.settings.flip, anew=True)


@feature.on(DeleteImport)
async def delete_import(reply: Reply, press: DeleteImport) -> None:
    """Delete one of the member's imports. Raises NotFound."""
    await reply.services.imports.delete(reply.chosen(), reply.user)
    await _list(reply)


async def _read(file: discord.Attachment) -> bytes:
    """The content of a file. Raises Refused."""
    if file.size > MOST_BYTES:
        raise Refused("that file is too large; the limit is {most} kB", most=MOST_BYTES // 1000)
    try:
        return await file.read()
    except FAILURES:
        raise Refused("I couldn’t download that file; try again") from None


def _lines(text: str) -> str:
    """A record pasted into a command, with its lines restored; JSON needs none."""
    return text if text.lstrip().startswith("{") or "\n" in text.strip() else unfolded(text)


async def _list(reply: Reply) -> None:
    t, imports = reply.t, await reply.services.imports.of(reply.place, reply.user)
    options = [
        discord.SelectOption(
            label=t.label(texts.IMPORT_LINE, 100, match=name, game=games.get(slug).name), value=str(match)
        )
        for match, name, slug in imports[:MOST_OPTIONS]
    ]
    card = post(
        text(t(texts.IMPORTS) if options else t(texts.IMPORTS_NONE)),
        menu(t.label(texts.IMPORT_OPEN), OpenImport(), options) if options else None,
        menu(t.label(texts.IMPORT_DELETE), DeleteImport(), options) if options else None,
        colour=BLURPLE,
    )
    await reply.private(card)
