"""An export as files, in parts that Discord takes and that can each be read."""

import io
import json
import random
import zipfile

import pytest

from bot.chat.features.settings.privacy import page
from bot.chat.language.i18n import Language
from bot.chat.pictures.jobs import MatchRecord, packed


def files_in(data: bytes) -> dict[str, bytes]:
    """The files in an archive."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        assert archive.testzip() is None
        return {name: archive.read(name) for name in archive.namelist()}


@pytest.mark.slow
def test_a_large_export_comes_whole_in_parts_none_of_which_is_too_large() -> None:
    rng = random.Random(1)
    rows = [{"id": number, "decisions": rng.randbytes(4_000).hex()} for number in range(600)]
    records = []
    for row in rows:
        name = f"M{row['id']}"
        records.append(MatchRecord(f"records/{name}.txt", name, row["decisions"]))
    data = {"user": "1", "matches": rows, "follows": []}

    parts = packed("<p>", data, records, largest=1_500_000)

    assert len(parts) > 3
    files: dict[str, bytes] = {}
    for number, part in enumerate(parts, 1):
        assert part.name == f"loophole-{number}-of-{len(parts)}.zip"
        assert len(part.data) <= 1_500_000
        new_files = files_in(part.data)
        assert not files.keys() & new_files.keys()
        files |= new_files
    assert "index.html" in files_in(parts[0].data)

    packed_rows = []
    packed_records = {}
    for name, content in files.items():
        if name.startswith("data/matches"):
            packed_rows += json.loads(content)
        elif name.startswith("records/"):
            packed_records[name] = content.decode()
    assert sorted(packed_rows, key=lambda row: row["id"]) == rows
    assert packed_records == {record.file: record.text for record in records}


def test_what_people_have_written_is_text_on_the_page() -> None:
    record = MatchRecord("records/M1.txt", "M1 · <script>alert(1)</script>", "x")
    data = {"user": "1", "matches": [{"id": 1}]}
    html = page(Language("de"), data, [record])
    (part,) = packed(html, data, [record])
    assert part.name == "loophole.zip"
    assert files_in(part.data)["index.html"].decode() == html
    assert "<script>" not in html
    assert "&lt;script&gt;" in html
    assert '<html lang="de">' in html
