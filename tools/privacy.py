"""Print what every column holds about people, as the columns declare it: ``python -m
tools.privacy``.
"""

from collections.abc import Iterator, Mapping, Sequence

import sqlalchemy as sa

from bot.chat.discord.delivery.pending import QUESTIONS
from bot.chat.features import FEATURES
from bot.domain.events import KINDS
from bot.domain.members.settings import MemberSettings
from bot.domain.privacy.rows import EXPORTED_AS, columns_of
from bot.domain.servers.settings import ServerSettings
from bot.domain.tournaments.tournament import TournamentTerms
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
        "terms": [keys_of(TournamentTerms)],
    }
    by_kind: dict[str, dict[str, Declared]] = {}
    for name, groups in kinds.items():
        keys = by_kind.setdefault(name, {})
        for group in groups:
            for key, what in group.items():
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
            listing = ", ".join(dict.fromkeys(names))
            lines.append(f"| {name} | {_ORDER[order].value}: {listing} | {fate} | {stays.value} |")
            name = ""
        if not groups:
            lines.append(f"| {name} | nothing about people | | {stays.value} |")
    return "\n".join(lines)


def _parts(
    name: str, what: Declared, keys: Mapping[str, Mapping[str, Declared]]
) -> Iterator[tuple[str, Category]]:
    """A column, or the keys in it."""
    if not isinstance(what.keys, str):
        yield name, what.keys or what.category
        return
    for key, declaration in keys[what.keys].items():
        yield f"{name}.{key}", declaration.category


def _fate(table: sa.Table, what: Declared) -> str:
    """Whose it is, and what becomes of it when they delete their data."""
    if what.place is not None:
        return (
            "the server’s; the number of a private channel leads to its members and goes with them"
        )
    if what.secret and what.instead is Fate.HASHED:
        return "a keyed hash, which names nobody"
    if what.secret:
        return "nobody is given it"
    whose = _owners(what)
    owners = [declared(table.c[name]) for name in what.whose]
    if owners and all(owner.instead is Fate.ROW for owner in owners):
        return f"{whose}; goes with the row"
    if what.instead is Fate.ROW:
        return "yours; the row is deleted with your data"
    if what.instead is Fate.HASHED:
        return f"{whose}; {what.instead.value}"
    if what.instead is Fate.KEPT:
        return f"{whose}; {_what_stays(what, owners)}"
    return f"{whose}; {_replacement(what)} is put in its place"


def _owners(what: Declared) -> str:
    """Whose a column is, and who else is shown it."""
    if what.whose:
        owners = f"of {' or '.join(what.whose)}"
    elif what.instead is Fate.KEPT:
        owners = "of whom it names"
    else:
        owners = "yours"
    if what.secret_to is not None:
        owners += f", shown to {what.secret_to} alone"
    return owners


def _what_stays(what: Declared, owners: Sequence[Declared]) -> str:
    """What stays of a column that is kept."""
    if not owners:
        return "stays" if what.person else "their ids are taken out"
    if all(owner.instead is Fate.KEPT for owner in owners):
        return "stays"
    return "stays without an id"


def _replacement(what: Declared) -> str:
    """What is written into a column instead."""
    if what.instead == DELETED_NAME:
        return "“somebody”"
    if what.instead == NOBODY:
        return "nobody"
    return "nothing"


if __name__ == "__main__":
    print(page())
