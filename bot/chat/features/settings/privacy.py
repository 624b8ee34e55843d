"""A member's data: exported as files, deleted, and what is deleted after a while."""

import asyncio
from collections.abc import Mapping, Sequence
from html import escape

from bot.chat.discord.commands import slash
from bot.chat.discord.components import AMBER, BLURPLE, button, file, post, row, text, word
from bot.chat.discord.feature import Job
from bot.chat.discord.page_commands import OnPage
from bot.chat.discord.press import Press
from bot.chat.discord.reply import Reply
from bot.chat.features.settings import feature, texts
from bot.chat.language import texts as shared
from bot.chat.language.i18n import Language, Markup
from bot.chat.pictures.jobs import MatchRecord, TableRows, line, packed
from bot.domain.events import JSON
from bot.domain.matches.service import Matches
from bot.workers.spending import in_thread
from games.records import Record, to_text

MINUTE = 60.0
HOUR = 3600.0
SLICE = 50  # rows written before other tasks get a turn
_PAGE = """<!doctype html>
<html lang="{code}"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>{title}</title>
<style>body{{font:16px/1.5 sans-serif;max-width:50em;margin:2em auto;padding:0 1em}}
table{{border-collapse:collapse}}td,th{{text-align:left;padding:.2em 1em .2em 0;
border-bottom:1px solid #ccc}}</style>
<h1>{title}</h1><p>{about}</p>
<table><tr><th>{what}<th>{count}</tr>{tables}</table>
<h2>{matches}</h2><table>{records}</table></html>
"""


@feature.command
@slash("privacy export", texts.ABOUT_EXPORT, work="heavy", page=OnPage(texts.EXPORT_MINE))
async def export(reply: Reply) -> None:
    """Send a member all that is stored about them, as files."""
    services = reply.services
    data = await services.privacy.export(reply.user)
    records = await _records(services.matches, data)
    overview = await in_thread(page, reply.t, data, records)
    files = await _written(data)
    parts = await services.heavy.file(reply.user, packed, overview, files, records)
    template = texts.EXPORTED if len(parts) == 1 else texts.EXPORTED_IN_PARTS
    title = text(reply.t(template, parts=len(parts)), _host(reply))
    for number, part in enumerate(parts):
        is_first = number == 0
        card = post(title if is_first else None, file(part.name), colour=BLURPLE, extra=[part])
        await reply.private(card, anew=not is_first)


async def _written(data: Mapping[str, JSON]) -> dict[str, TableRows]:
    """The same with its rows as they will stand in files.

    They are written a few at a time: others are served in between.
    """
    files: dict[str, TableRows] = {}
    for name, rows in data.items():
        if isinstance(rows, list):
            lines = list[bytes]()
            for start in range(0, len(rows), SLICE):
                lines += [line(row) for row in rows[start : start + SLICE]]
                await asyncio.sleep(0)
            files[name] = lines
        else:
            files[name] = rows
    return files


async def _records(matches: Matches, data: Mapping[str, JSON]) -> list[MatchRecord]:
    """The records of all matches in an export, without those that were deleted just now."""
    ids = _ids(data["matches"])
    records = list[MatchRecord]()
    for start in range(0, len(ids), SLICE):
        by_id = await matches.records(ids[start : start + SLICE])
        records += await in_thread(_as_texts, by_id)
    return records


def _ids(rows: JSON) -> list[int]:
    """The ids in exported rows."""
    ids = list[int]()
    for item in rows if isinstance(rows, list) else ():
        number = item["id"] if isinstance(item, dict) else None
        if isinstance(number, int):
            ids.append(number)
    return ids


def _as_texts(by_id: Mapping[int, Record]) -> list[MatchRecord]:
    return [_as_text(number, record) for number, record in by_id.items()]


def _as_text(number: int, record: Record) -> MatchRecord:
    """A record as a file, with a line about it."""
    players = " – ".join(record.players)
    day = f"{record.started_at:%Y-%m-%d}"
    title = f"{record.match} · {record.game.name} · {players} · {day}"
    return MatchRecord(f"records/{record.match}-{number}.txt", title, to_text(record))


def page(t: Language, data: Mapping[str, JSON], records: Sequence[MatchRecord]) -> str:
    """An HTML page: how many rows each table has, and the matches."""
    tables = list[str]()
    for name, rows in data.items():
        if isinstance(rows, list) and rows:
            title = escape(name.replace("_", " "))
            tables.append(f"<tr><td>{title}<td>{len(rows)}</tr>")
    links = [
        f'<tr><td><a href="{escape(match.file)}">{escape(match.title)}</a></tr>'
        for match in records
    ]
    return _PAGE.format(
        code=escape(t.locale),
        title=escape(t.label(texts.EXPORT_TITLE)),
        about=escape(t.label(texts.EXPORT_ABOUT, 1_000)),
        what=escape(t.label(texts.EXPORT_WHAT)),
        count=escape(t.label(texts.EXPORT_COUNT)),
        matches=escape(t.label(texts.EXPORT_MATCHES)),
        tables="".join(tables),
        records="".join(links),
    )


def _host(reply: Reply) -> str | None:
    """The line that says who hosts the bot, and so answers for the data.

    None where the host gives no name.
    """
    host = reply.services.hosted_by
    return reply.t(shared.HOSTED_BY, host=Markup(host)) if host else None


class DeleteMyData(Press, action="forget"):
    """Delete all that is stored about a member."""


class KeepMyData(Press, action="remember"):
    """Answer no: nothing is deleted."""


@feature.command
@slash("privacy delete", texts.ABOUT_DELETE, page=OnPage(texts.DELETE_MINE))
async def delete_command(reply: Reply) -> None:
    """Ask before all that is stored about a member is deleted."""
    t = reply.t
    yes = button(t.label(texts.DELETE_YES), DeleteMyData(), "danger")
    no = button(t.label(texts.DELETE_NO), KeepMyData())
    ask = text(t(texts.DELETE_ASK), _host(reply))
    await reply.private(post(ask, row(yes, no), colour=AMBER))


@feature.on(DeleteMyData, work="heavy", page=True)
async def delete(reply: Reply, press: DeleteMyData) -> None:
    """Delete all that is stored about a member."""
    matches = await reply.services.privacy.delete(reply.user)
    await reply.private(word(reply.t.count(*texts.DELETED, matches)))


@feature.on(KeepMyData, page=True)
async def keep(reply: Reply, press: KeepMyData) -> None:
    """Delete nothing."""
    await reply.private(word(reply.t(texts.NOT_DELETED)))


# Each promise of docs/privacy.md with the job that keeps it.
feature.jobs += (
    Job(
        "data of servers that were left",
        HOUR,
        lambda services: services.privacy.purge_left_servers(),
    ),
    Job(
        "private channels that are no longer used",
        HOUR,
        lambda services: services.privacy.purge_unused_places(),
    ),
    Job("posts that cannot be sent", HOUR, lambda services: services.outbox.expire()),
    Job("links that were not used", MINUTE, lambda services: services.doors.forget_unused()),
    Job("what no limit looks back on", HOUR, lambda services: services.tallies.prune()),
    Job(
        "handicaps that were offered long ago",
        HOUR,
        lambda services: services.handicaps.prune(),
    ),
    Job("deletions of long ago", HOUR, lambda services: services.privacy.prune()),
    Job("remains of what was deleted", HOUR, lambda services: services.privacy.erase_remains()),
)
