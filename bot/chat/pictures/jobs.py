"""What helper processes draw and pack: functions that take and return plain values.

Nothing here knows Discord.
"""

import io
import json
import zipfile
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias, TypedDict

import games
import render
from bot.chat.language.i18n import LANGUAGES, catalogue
from bot.chat.pictures.picture import File, Picture
from bot.domain.computer.thinking import PositionData
from bot.domain.events import JSON
from bot.workers.helper import progress

LARGEST = 8_000_000  # how many bytes a part may have; Discord takes files of ten million bytes
CHUNK = 1_000_000  # about how many bytes of a table are in one file, before they are packed
# how many bytes a file takes in a packed one besides its content and twice its name, at most
OVERHEAD = 200


# rows of a table; each may be JSON already, as ``line`` writes it
TableRows: TypeAlias = "JSON | Sequence[bytes]"


class MatchRecord(NamedTuple):
    """The record of a match as text, under the name of its file."""

    file: str
    title: str
    text: str


@dataclass(frozen=True, slots=True)
class SheetBoard:
    """A board before the first move, with what is written below it.

    :param slug: of its game
    :param options: those that differ from the usual ones
    """

    slug: str
    options: Mapping[str, str]
    caption: str


def packed(
    page: str,
    data: Mapping[str, TableRows],
    records: Sequence[MatchRecord],
    largest: int = LARGEST,
) -> tuple[File, ...]:
    """All of an export in packed parts of at most ``largest`` bytes; the first one has the ``page``
    to read.
    """
    parts = list[bytes]()
    files = list[File]()
    size = 0
    for file in _files(page, data, records):
        file_size = len(zlib.compress(file.data)) + 2 * len(file.name.encode()) + OVERHEAD
        if files and size + file_size > largest:
            parts.append(zipped(files))
            files = []
            size = 0
        files.append(file)
        size += file_size
    parts.append(zipped(files))
    count = len(parts)
    if count == 1:
        return (File("loophole.zip", parts[0]),)
    files = []
    for number, part in enumerate(parts, 1):
        files.append(File(f"loophole-{number}-of-{count}.zip", part))
    return tuple(files)


def zipped(files: Iterable[File]) -> bytes:
    """Files as one packed file."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        for file in files:
            archive.writestr(file.name, file.data)
    return data.getvalue()


def _files(
    page: str, data: Mapping[str, TableRows], records: Sequence[MatchRecord]
) -> Iterator[File]:
    """The files of an export: its page, single values, tables and records."""
    yield File("index.html", page.encode())
    tables = {name: rows for name, rows in data.items() if isinstance(rows, list)}
    values = {name: value for name, value in data.items() if name not in tables}
    yield File("export.json", line(values))
    for table, rows in tables.items():
        for number, chunk in enumerate(_chunks(rows), 1):
            name = table if number == 1 else f"{table}-{number}"
            yield File(f"data/{name}.json", chunk)
    for record in records:
        yield File(record.file, record.text.encode())


def _chunks(rows: Sequence[object]) -> Iterator[bytes]:
    """Rows as JSON lists of about CHUNK bytes each."""
    chunk = list[bytes]()
    end = 0
    for row in rows:
        text = row if isinstance(row, bytes) else line(row)
        if chunk and (end + len(text)) // CHUNK > end // CHUNK:
            yield _list_of(chunk)
            chunk = []
        chunk.append(text)
        end += len(text)
    if chunk:
        yield _list_of(chunk)


def _list_of(lines: Iterable[bytes]) -> bytes:
    """JSON values as a JSON list."""
    return b"[\n" + b",\n".join(lines) + b"\n]\n"


def line(value: object) -> bytes:
    """A JSON value as it stands in a file."""
    return json.dumps(value, ensure_ascii=False).encode()


class PictureStyle(TypedDict, total=False):
    """How a board is drawn: settings of ``render.png`` that are plain values."""

    theme: str
    coordinates: str
    size: int
    flip: bool
    highlight: bool
    threats: bool


def board(
    name: str, position: PositionData, turn_length: int, style: PictureStyle, locale: str
) -> Picture:
    """The board after the last decision of ``position``, with its latest turn marked.

    :param turn_length: how many of the decisions are of that turn
    """
    states = position.last_states(turn_length)
    say = _say(locale)
    threats = style.get("threats", True)
    png = render.png(states[-1], turn=states, say=say, **style)
    alt = render.alt_text(states[-1], turn=states, threats=threats, say=say)
    return Picture(name, png, alt)


def sheet(boards: Sequence[SheetBoard], theme: str, size: int) -> bytes:
    """Boards before the first move, side by side."""
    states = [games.get(board.slug).start(**board.options) for board in boards]
    captions = [board.caption for board in boards]
    return render.contact_sheet(states, captions=captions, theme=theme, size=size)


def animation(
    position: PositionData, turn_length: int, theme: str, flip: bool, locale: str
) -> bytes:
    """The last ``turn_length`` decisions of ``position`` as an animation."""
    states = position.last_states(turn_length)
    return render.replay(states, progress=progress, theme=theme, flip=flip, say=_say(locale))


def _say(locale: str) -> Callable[[str], str]:
    return catalogue(LANGUAGES.get(locale, "")).gettext
