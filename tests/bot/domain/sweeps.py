"""What is answered to every command in many states, compared with a recording of it."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields
from datetime import datetime
from pathlib import Path
from typing import Any

from bot.domain.events import JSON
from games.core import GameError
from tests.bot.domain.test_recorded import plain, recording

Answers = dict[str, str]
"""What was answered in a state, as JSON, by command."""


def ask(
    calls: Mapping[str, Callable[[], Any]], say: Callable[[Any], JSON]
) -> tuple[Answers, dict[str, Any]]:
    """What each call answers, refusals too; and the values that are not refusals."""
    answers = Answers()
    values = dict[str, Any]()
    for name, call in calls.items():
        try:
            values[name] = call()
            answer = say(values[name])
        except GameError as error:
            answer = f"{type(error).__name__}: {error}"
        answers[name] = json.dumps(answer, ensure_ascii=False)
    return answers, values


def difference(now: Any, before: Any, since: datetime | None = None) -> JSON:
    """The fields of a record that are not as they were; of a mapping, the keys."""
    changed = {}
    for name in (field.name for field in fields(now)):
        new = getattr(now, name)
        old = getattr(before, name)
        if new != old:
            keys = {**old, **new} if isinstance(new, Mapping) else ()
            changed[name] = (
                {key: new.get(key) for key in keys if new.get(key) != old.get(key)} if keys else new
            )
    return plain(changed, since)


def compare(file: Path, rows: Sequence[Mapping[str, str]]) -> None:
    """Compare what was answered in each of some states with the recording; what is said now is
    written to ``file``.
    """
    numbers = {
        said: number
        for number, said in enumerate(dict.fromkeys(said for row in rows for said in row.values()))
    }
    kinds = list(dict.fromkeys(tuple(row) for row in rows))
    table = [[kinds.index(tuple(row)), *(numbers[said] for said in row.values())] for row in rows]
    parts = (
        json.dumps(part, ensure_ascii=False, separators=(",", ":")) for part in (*kinds, *table)
    )
    lines = [",\n".join(numbers), ",\n".join(parts)]
    file.write_text(f"[[\n{lines[0]}\n],\n{lines[1]}\n]\n", "utf-8")
    given, *rest = json.loads(recording(file).read_text("utf-8"))
    answers = [json.dumps(each, ensure_ascii=False) for each in given]
    names = [part for part in rest if isinstance(part[0], str)]
    then = [
        dict(zip(names[kind], map(answers.__getitem__, row), strict=True))
        for kind, *row in rest[len(names) :]
    ]
    for at, (now, was) in enumerate(zip(rows, then, strict=True)):
        for command in {**was, **now}:
            assert now.get(command) == was.get(command), f"“{command}” in state {at}: see {file}"
