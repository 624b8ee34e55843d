"""``/match import``: a record that a member brings back becomes a match of the channel, to be gone through there."""

from __future__ import annotations

from collections.abc import Sequence

import discord

import games
from bot.chat.board import boards
from bot.chat.discord.commands import slash
from bot.chat.discord.components import BLURPLE, MOST_OPTIONS, Post, menu, post, text
from bot.chat.discord.gateway.failures import FAILURES
from bot.chat.discord.permissions import require_channel
from bot.chat.discord.press import Press, number
from bot.chat.discord.reply import Reply, no_such_button
from bot.chat.features.watch import feature, texts
from bot.chat.language.i18n import Language
from bot.domain.errors import Refused
from bot.domain.imports.record import MOST_BYTES, decoded, unfolded


@feature.command
@slash(
    "match import",
    texts.ABOUT_IMPORT,
    options={"file": texts.ABOUT_IMPORT_FILE, "text": texts.ABOUT_IMPORT_TEXT},
    work="heavy",
)
async def import_match(reply: Reply, file: discord.Attachment | None = None, text: str = "") -> None:
    """Bring a record back; with neither file nor text, list one's imports here. Raises GameError."""
    if file is None and not text.strip():
        await _list(reply)
        return
    if file is not None and text.strip():
        raise Refused("give either a file or a text, not both")
    await require_channel(reply)
    written = decoded(await _read(file)) if file is not None else _lines(text)
    record = await reply.services.heavy.record(reply.user, written)
    match = await reply.services.imports.add(reply.place, reply.person, record)
    await boards.look_through(reply, match.id, flip=reply.settings.flip)


class OpenImport(Press, action="imported"):
    """See the imported match chosen in a menu."""


class DeleteImport(Press, action="importdrop"):
    """Delete the imported match chosen in a menu."""


@feature.on(OpenImport, work="board")
async def open_import(reply: Reply, press: OpenImport) -> None:
    """Look through an imported match. Raises NotFound."""
    await boards.look_through(reply, _chosen(reply), flip=reply.settings.flip, anew=True)


@feature.on(DeleteImport)
async def delete_import(reply: Reply, press: DeleteImport) -> None:
    """Delete an imported match of one's own. Raises NotFound."""
    await reply.services.imports.delete(_chosen(reply), reply.user)
    await _list(reply)


async def _read(file: discord.Attachment) -> bytes:
    """What is in a file. Raises Refused."""
    if file.size > MOST_BYTES:
        raise Refused("that file is too large; the limit is {most} kB", most=MOST_BYTES // 1000)
    try:
        return await file.read()
    except FAILURES:
        raise Refused("I couldn’t download that file; try again") from None


def _lines(text: str) -> str:
    """A record that was pasted into a command, where Discord makes one line of it; JSON needs no lines."""
    return text if text.lstrip().startswith("{") or "\n" in text.strip() else unfolded(text)


async def _list(reply: Reply) -> None:
    found = await reply.services.imports.of(reply.place, reply.user)
    await reply.private(_card(reply.t, found))


def _card(t: Language, found: Sequence[tuple[int, str, str]]) -> Post:
    """The imports of a member, to be opened and deleted."""
    lines = [
        (match, t.label(texts.IMPORT_LINE, 100, match=name, game=games.get(slug).name)) for match, name, slug in found
    ]
    options = [discord.SelectOption(label=label, value=str(match)) for match, label in lines[:MOST_OPTIONS]]
    return post(
        text(t(texts.IMPORTS) if found else t(texts.IMPORTS_NONE)),
        menu(t.label(texts.IMPORT_OPEN), OpenImport(), options) if found else None,
        menu(t.label(texts.IMPORT_DELETE), DeleteImport(), options) if found else None,
        colour=BLURPLE,
    )


def _chosen(reply: Reply) -> int:
    """The import chosen in a menu. Raises NotFound."""
    value = number(reply.values[0]) if reply.values else None
    if value is None:
        raise no_such_button()
    return value
