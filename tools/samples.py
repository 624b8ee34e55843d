"""Adds a sample of each custom id, notice and pending answer that has none to tests/data/stored
(``make samples``).

They stay on messages and in databases across versions, so no sample is ever changed or taken away.
"""

import json
import types
from collections.abc import Iterable, Mapping
from dataclasses import asdict, fields
from pathlib import Path
from typing import Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from bot.chat.discord.delivery.pending import QUESTIONS
from bot.chat.discord.press import PRESSES, read
from bot.chat.features import FEATURES
from bot.domain.events import JSON, KINDS, event_class

STORED = Path(__file__).parents[1] / "tests" / "data" / "stored"
T = TypeVar("T")


def sample(kind: type[T]) -> T:
    """An instance of a dataclass whose fields differ from each other."""
    hints = get_type_hints(kind)
    return kind(**{f.name: _value(hints[f.name], f.name, n) for n, f in enumerate(fields(kind), 2)})  # type: ignore[arg-type]


def _value(hint: Any, name: str, number: int) -> object:
    kind = get_origin(hint)
    parts = get_args(hint)
    if kind is Literal:
        return parts[-1]
    if kind in (types.UnionType, Union):
        return _value(parts[0], name, number)
    if kind is tuple:
        return tuple(_value(parts[0], name, 10 * number + each) for each in (1, 2))
    return {bool: number % 2 == 0, int: number, str: name}[hint]


def samples(name: str) -> list[dict[str, Any]]:
    """The samples in a file."""
    file = STORED / f"{name}.json"
    return json.loads(file.read_text("utf-8")) if file.exists() else []


def add(name: str, more: Iterable[Mapping[str, JSON]]) -> None:
    """Add samples to a file."""
    lines = [json.dumps(one, ensure_ascii=False) for one in (*samples(name), *more)]
    (STORED / f"{name}.json").write_text("[\n" + ",\n".join(lines) + "\n]\n", "utf-8")


def main() -> None:
    assert FEATURES  # all presses and events are known now
    pressed = {type(read(one["id"])) for one in samples("presses")}
    presses = [sample(kind) for kind in PRESSES.values() if kind not in pressed]
    add("presses", ({"id": str(press), "fields": asdict(press)} for press in presses))
    sent = {event_class(one["kind"], one["payload"]) for one in samples("notices")}
    events = [sample(kind) for kind in KINDS.values() if kind not in sent]
    add("notices", ({"kind": event.kind, "payload": event.payload()} for event in events))
    asked = {one["kind"] for one in samples("pending_answers")}
    questions = [sample(question) for kind, question in QUESTIONS.items() if kind not in asked]
    add(
        "pending_answers",
        ({"kind": question.kind, "about": question.stored()} for question in questions),
    )
    print(
        f"{STORED}: {len(presses)} custom ids, {len(events)} notices and {len(questions)} "
        "pending "
        "answers added"
    )


if __name__ == "__main__":
    main()
