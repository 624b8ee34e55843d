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
    values: dict[str, Any] = {}
    for number, field in enumerate(fields(kind), 2):  # type: ignore[arg-type]
        values[field.name] = _value(hints[field.name], field.name, number)
    return kind(**values)


def _value(hint: Any, name: str, number: int) -> object:
    kind = get_origin(hint)
    parts = get_args(hint)
    if kind is Literal:
        return parts[-1]
    if kind in (types.UnionType, Union):
        return _value(parts[0], name, number)
    if kind is tuple:
        return tuple(_value(parts[0], name, 10 * number + place) for place in (1, 2))
    return {bool: number % 2 == 0, int: number, str: name}[hint]


def samples(name: str) -> list[dict[str, Any]]:
    """The samples in a file."""
    file = STORED / f"{name}.json"
    return json.loads(file.read_text("utf-8")) if file.exists() else []


def add(name: str, more: Iterable[Mapping[str, JSON]]) -> None:
    """Add samples to a file."""
    lines = [json.dumps(value, ensure_ascii=False) for value in (*samples(name), *more)]
    text = ",\n".join(lines)
    (STORED / f"{name}.json").write_text(f"[\n{text}\n]\n", "utf-8")


def main() -> None:
    assert FEATURES  # all presses and events are known now
    presses = add_presses()
    notices = add_notices()
    answers = add_pending_answers()
    print(f"{STORED}: {presses} custom ids, {notices} notices and {answers} pending answers added")


def add_presses() -> int:
    """Add the custom ids that have no sample; how many."""
    kinds = {type(read(entry["id"])) for entry in samples("presses")}
    presses = [sample(kind) for kind in PRESSES.values() if kind not in kinds]
    add("presses", ({"id": str(press), "fields": asdict(press)} for press in presses))
    return len(presses)


def add_notices() -> int:
    """Add the notices that have no sample; how many."""
    kinds = {event_class(entry["kind"], entry["payload"]) for entry in samples("notices")}
    events = [sample(kind) for kind in KINDS.values() if kind not in kinds]
    add("notices", ({"kind": event.kind, "payload": event.payload()} for event in events))
    return len(events)


def add_pending_answers() -> int:
    """Add the pending answers that have no sample; how many."""
    kinds = {entry["kind"] for entry in samples("pending_answers")}
    questions = [sample(question) for kind, question in QUESTIONS.items() if kind not in kinds]
    add(
        "pending_answers",
        ({"kind": question.kind, "about": question.stored()} for question in questions),
    )
    return len(questions)


if __name__ == "__main__":
    main()
