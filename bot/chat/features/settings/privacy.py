"""A member's data: exported as files, and deleted."""

from __future__ import annotations

from collections.abc import Mapping

from bot.chat.discord.commands import slash
from bot.chat.discord.components import BLURPLE, button, file, post, question, text, word
from bot.chat.discord.press import Press
from bot.chat.discord.reply import Reply
from bot.chat.features.settings import feature, texts
from bot.chat.features.settings.export_page import page
from bot.chat.pictures.archives import MatchRecord
from bot.domain.events import JSON
from bot.domain.matches.service import Matches
from games.core import GameError
from games.records import to_text


@feature.command
@slash("privacy export", texts.ABOUT_EXPORT, work="heavy")
async def export(reply: Reply) -> None:
    data = await reply.services.privacy.export(reply.user)
    records = await _records(reply.services.matches, data)
    parts = await reply.services.heavy.archive(reply.user, page(reply.t, data, records), data, records)
    title = reply.t(texts.EXPORTED if len(parts) == 1 else texts.EXPORTED_IN_PARTS, parts=len(parts))
    for number, part in enumerate(parts):
        lines = [text(title)] if number == 0 else []
        shown = post(*lines, file(part.name), colour=BLURPLE, extra=[(part.name, part.data)])
        await reply.private(shown, anew=number > 0)


async def _records(matches: Matches, data: Mapping[str, JSON]) -> list[MatchRecord]:
    """The records of the matches in an export."""
    records, rows = [], data["matches"]
    for row in rows if isinstance(rows, list) else ():
        number = row["id"] if isinstance(row, dict) else None
        if isinstance(number, int):
            try:
                record = await matches.record(number)
            except GameError:
                continue  # deleted just now, or of an unknown game; its row is in the data
            title = f"{record.match} · {record.game.name} · {' – '.join(record.players)} · {record.started:%Y-%m-%d}"
            records.append(MatchRecord(f"records/{record.match}-{number}.txt", title, to_text(record)))
    return records


class DeleteMyData(Press, action="forget"):
    """Delete all that is stored about a member."""


class KeepMyData(Press, action="remember"):
    """Answer no: nothing is deleted."""


@feature.command
@slash("privacy delete", texts.ABOUT_DELETE)
async def delete_command(reply: Reply) -> None:
    t = reply.t
    yes = button(t.label(texts.DELETE_YES), DeleteMyData(), "danger")
    await reply.private(question(t(texts.DELETE_ASK), yes, button(t.label(texts.DELETE_NO), KeepMyData())))


@feature.on(DeleteMyData, work="heavy")
async def delete(reply: Reply, press: DeleteMyData) -> None:
    """Delete a member's data."""
    touched = await reply.services.privacy.delete(reply.user)
    await reply.private(word(reply.t.count(*texts.DELETED, touched)))


@feature.on(KeepMyData)
async def keep(reply: Reply, press: KeepMyData) -> None:
    """Keep the data."""
    await reply.private(word(reply.t(texts.NOT_DELETED)))
