"""An export as files, in parts that Discord takes and that can each be read."""

import io
import json
import random
import zipfile

import pytest

from bot.chat.features.settings.privacy import page
from bot.chat.language.i18n import Language
from bot.chat.pictures.jobs import MatchRecord, packed


def opened(data: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        assert archive.testzip() is None
        return {name: archive.read(name) for name in archive.namelist()}


@pytest.mark.slow
def test_a_large_export_comes_whole_in_parts_none_of_which_is_too_large() -> None:
    rng = random.Random(1)
    rows = [{"id": number, "decisions": rng.randbytes(4_000).hex()} for number in range(600)]
    records = [
        MatchRecord(f"records/M{row['id']}.txt", f"M{row['id']}", row["decisions"]) for row in rows
    ]
    parts = packed("<p>", {"user": "1", "matches": rows, "follows": []}, records, largest=1_500_000)
    assert len(parts) > 3
    assert [part.name for part in parts] == [
        f"loophole-{n}-of-{len(parts)}.zip" for n in range(1, len(parts) + 1)
    ]
    assert all(len(part.data) <= 1_500_000 for part in parts)
    files: dict[str, bytes] = {}
    for part in parts:
        there = opened(part.data)
        assert not files.keys() & there.keys()
        files |= there
    given = [
        row
        for name, data in files.items()
        if name.startswith("data/matches")
        for row in json.loads(data)
    ]
    assert sorted(given, key=lambda row: row["id"]) == rows
    assert {name: data.decode() for name, data in files.items() if name.startswith("records/")} == {
        record.file: record.text for record in records
    }
    assert "index.html" in opened(parts[0].data)


def test_what_people_have_written_is_text_on_the_page() -> None:
    record = MatchRecord("records/M1.txt", "M1 · <script>alert(1)</script>", "x")
    shown = page(Language("de"), {"user": "1", "matches": [{"id": 1}]}, [record])
    (part,) = packed(shown, {"user": "1", "matches": [{"id": 1}]}, [record])
    assert part.name == "loophole.zip"
    assert opened(part.data)["index.html"].decode() == shown
    assert "<script>" not in shown
    assert "&lt;script&gt;" in shown
    assert '<html lang="de">' in shown
