"""Print what every column holds about people, as the columns declare it: ``python -m
tools.privacy``.
"""

from collections.abc import Iterator, Mapping

import sqlalchemy as sa

from bot.chat.discord.delivery.pending import QUESTIONS
from bot.chat.features import FEATURES
from bot.domain.events import KINDS
from bot.domain.members.settings import MemberSettings
from bot.domain.privacy.rows import EXPORTED_AS, columns_of
from bot.domain.servers.settings import ServerSettings
from bot.domain.tournaments.tournament import Terms
from bot.store.personal import DELETED_NAME, NOBODY, Category, Declared, Fate, declared, keys_of
from bot.store.tables import metadata

_ORDER = (Category.PERSONAL, Category.WORDS, Category.PSEUDONYMOUS)


def declared_keys() -> dict[str, dict[str, Declared]]:
    """What the keys of JSON columns hold, by who declares them. Raises UndeclaredKey."""
    assert FEATURES  # which make all questions known
    kinds: Mapping[str, list[dict[str, Declared]]] = {
        "events": [keys_of(event) for event in KINDS.values()],
        "questions": [keys_of(kind) for kind in QUESTIONS.values()],
        "member settings": [keys_of(MemberSettings)],
        "server settings": [keys_of(ServerSettings)],
        "terms": [keys_of(Terms)],
    }
    by_kind: dict[str, dict[str, Declared]] = {}
    for name, groups in kinds.items():
        keys = by_kind.setdefault(name, {})
        for key, what in (item for group in groups for item in group.items()):
            if key not in keys or what.category is not Category.NOTHING:
                keys[key] = what
    return by_kind


def page() -> str:
    """A Markdown table: table, columns, owner and what deletion does, how long."""
    lines = ["| table | holds | whose, and what becomes of it | how long |", "|---|---|---|---|"]
    keys = declared_keys()
    for table in metadata.sorted_tables:
        groups: dict[tuple[int, str], list[str]] = {}
        for column, what in columns_of(table):
            for name, holds in _parts(column.name, what, keys):
                if holds is not Category.NOTHING:
                    place = _ORDER.index(holds), _fate(table, what)
                    groups.setdefault(place, []).append(name)
        name = EXPORTED_AS.get(table.name, table.name)
        stays = table.info["stays"]
        for (order, fate), names in sorted(groups.items()):
            shown = ", ".join(dict.fromkeys(names))
            lines.append(f"| {name} | {_ORDER[order].value}: {shown} | {fate} | {stays.value} |")
            name = ""
        if not groups:
            lines.append(f"| {name} | nothing about people | | {stays.value} |")
    return "\n".join(lines)


def _parts(
    name: str, what: Declared, keys: Mapping[str, Mapping[str, Declared]]
) -> Iterator[tuple[str, Category]]:
    """A column, or the keys in it."""
    if isinstance(what.keys, str):
        yield from (
            (f"{name}.{key}", declaration.category) for key, declaration in keys[what.keys].items()
        )
    else:
        yield name, what.keys or what.category


def _fate(table: sa.Table, what: Declared) -> str:
    """Whose it is, and what becomes of it when they delete their data."""
    owners = [declared(table.c[name]) for name in what.whose]
    whose = (
        f"of {' or '.join(what.whose)}"
        if what.whose
        else "of whom it names"
        if what.instead is Fate.KEPT
        else "yours"
    )
    if what.secret_to is not None:
        whose += f", shown to {what.secret_to} alone"
    if what.place is not None:
        return (
            "the server’s; the number of a private channel leads to its members and goes with them"
        )
    if what.secret:
        return (
            "a keyed hash, which names nobody"
            if what.instead is Fate.HASHED
            else "nobody is given it"
        )
    if owners and all(owner.instead is Fate.ROW for owner in owners):
        return f"{whose}; goes with the row"
    if what.instead is Fate.ROW:
        return "yours; the row is deleted with your data"
    if what.instead is Fate.HASHED:
        return f"{whose}; {what.instead.value}"
    if what.instead is Fate.KEPT:
        kept = all(owner.instead is Fate.KEPT for owner in owners) if owners else what.person
        return (
            f"{whose}; "
            f"{'stays' if kept else 'stays without an id' if owners else 'their ids are taken out'}"
        )
    put = (
        "“somebody”"
        if what.instead == DELETED_NAME
        else "nobody"
        if what.instead == NOBODY
        else "nothing"
    )
    return f"{whose}; {put} is put in its place"


if __name__ == "__main__":
    print(page())
