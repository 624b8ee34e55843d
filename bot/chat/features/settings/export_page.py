"""The page that lists the contents of a member's export."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape

from bot.chat.features.settings import texts
from bot.chat.language.i18n import Language
from bot.chat.pictures.archives import MatchRecord
from bot.domain.events import JSON

_PAGE = """<!doctype html>
<html lang="{code}"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>{title}</title>
<style>body{{font:16px/1.5 sans-serif;max-width:50em;margin:2em auto;padding:0 1em}}
table{{border-collapse:collapse}}td,th{{text-align:left;padding:.2em 1em .2em 0;border-bottom:1px solid #ccc}}</style>
<h1>{title}</h1><p>{about}</p>
<table><tr><th>{what}<th>{count}</tr>{tables}</table>
<h2>{matches}</h2><table>{records}</table></html>
"""


def page(t: Language, data: Mapping[str, JSON], records: Sequence[MatchRecord]) -> str:
    """An HTML page: how many rows each table has, and the matches."""
    counts = [(name, len(rows)) for name, rows in data.items() if isinstance(rows, list) and rows]
    return _PAGE.format(
        code=escape(t.locale),
        title=escape(t.label(texts.EXPORT_TITLE)),
        about=escape(t.label(texts.EXPORT_ABOUT, 1_000)),
        what=escape(t.label(texts.EXPORT_WHAT)),
        count=escape(t.label(texts.EXPORT_COUNT)),
        matches=escape(t.label(texts.EXPORT_MATCHES)),
        tables="".join(f"<tr><td>{escape(name.replace('_', ' '))}<td>{count}</tr>" for name, count in counts),
        records="".join(f'<tr><td><a href="{escape(match.file)}">{escape(match.title)}</a></tr>' for match in records),
    )
