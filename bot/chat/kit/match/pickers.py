"""Menus for a decision, where from and where to: for a move, and for a puzzle.

What has been chosen so far is in the menus' custom ids and values; nothing is kept in memory.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Literal, NamedTuple, TypeAlias

import discord

from bot.chat.kit.components import MOST_OPTIONS, Row, menu
from bot.chat.kit.language import texts
from bot.chat.kit.language.i18n import Language, one_line
from bot.chat.kit.press import Press
from games.core import Move, State

Menu: TypeAlias = Literal["a", "h", "t"]
"""Which menu: the area of the board, how a decision begins (its head), its target."""


class Picked(NamedTuple):
    """What has been chosen of the next decision: a part of the board (a file) and a stone to move (its cell)."""

    area: str = ""
    source: str = ""


NOTHING = Picked()


def picked(values: Sequence[str]) -> Picked | str:
    """What a menu's value stands for: a step on the way, or the text of a whole decision."""
    kind, _, value = (values[0] if values else "").partition(":")
    if kind == "m":
        return value
    return Picked(area=file_of(value) if kind == "s" else value, source=value if kind == "s" else "")


def file_of(cell: str) -> str:
    """The file letter of a cell, whatever level it lies on."""
    return cell.lstrip("0123456789")[:1]


def heads(moves: Iterable[Move]) -> dict[str, list[Move]]:
    """Decisions by how they begin: the stone moved, or the whole decision where no stone is moved."""
    groups: dict[str, list[Move]] = {}
    for move in moves:
        groups.setdefault(move.source or str(move), []).append(move)
    return groups


def targets(state: State, chosen: Picked) -> frozenset[str]:
    """Where the next decision may lead after what has been chosen of it; none where nothing has."""
    if not (chosen.area or chosen.source):
        return frozenset()
    return frozenset(
        move.target
        for move in state.legal_moves()
        if (move.source == chosen.source if chosen.source else file_of(move.source or move.target) == chosen.area)
    )


def menus(t: Language, state: State, chosen: Picked, press: Callable[[Menu], Press]) -> list[Row]:
    """One to three menus: the part of the board where there are too many stones for one menu, the stone, where to.

    ``press`` gives what a menu does, told which of them it is by a letter.
    """
    groups = heads(state.legal_moves())
    if len(groups) == 1:
        chosen = Picked(source=next(iter(groups)))
    rows = []
    shown = groups
    if len(groups) > MOST_OPTIONS:
        areas = _areas(groups)
        rows.append(menu(t.label(texts.PICK_AREA), press("a"), [_area(*area, chosen) for area in areas.items()]))
        shown = {head: groups[head] for head in areas.get(chosen.area, ())}
    if shown and len(groups) > 1:
        prompt = t.label(_asked(move for moves in shown.values() for move in moves))
        options = [_head(t, head, moves, chosen) for head, moves in shown.items()]
        rows.append(menu(prompt, press("h"), options))
    targets = groups.get(chosen.source, [])
    if targets and (targets[0].source or len(groups) == 1):
        prompt = t.label(texts.PICK_TO, cell=chosen.source) if targets[0].source else t.label(_asked(targets))
        options = [_target(t, move) for move in targets]
        rows.append(menu(prompt, press("t"), options))
    return rows


def _asked(moves: Iterable[Move]) -> str:
    """What is asked of a player who may begin with any of these decisions."""
    kinds = {move.kind for move in moves}
    if "step" in kinds:
        return texts.PICK_EITHER if "place" in kinds else texts.PICK_FROM
    return texts.PICK_CAPTURE if kinds == {"remove"} else texts.PICK_PLACE


def _areas(groups: Mapping[str, list[Move]]) -> dict[str, list[str]]:
    areas: dict[str, list[str]] = {}
    for head, moves in groups.items():
        areas.setdefault(file_of(moves[0].source or moves[0].target), []).append(head)
    return dict(sorted(areas.items()))


def _area(area: str, found: list[str], chosen: Picked) -> discord.SelectOption:
    name = f"{found[0]} – {found[-1]}" if len(found) > 1 else found[0]
    return discord.SelectOption(
        label=one_line(name), value=f"a:{area}", description=one_line(", ".join(found)), default=area == chosen.area
    )


def _head(t: Language, head: str, moves: list[Move], chosen: Picked) -> discord.SelectOption:
    if not moves[0].source:
        return _target(t, moves[0])
    targets = ", ".join(move.target for move in moves)
    return discord.SelectOption(
        label=head, value=f"s:{head}", description=one_line(f"→ {targets}"), default=head == chosen.source
    )


def _target(t: Language, move: Move) -> discord.SelectOption:
    label = {"swap": texts.OPTION_SWAP, "pass": texts.OPTION_PASS}.get(move.kind)
    shown = t.label(label) if label else (f"→ {move.target}" if move.source else str(move))
    return discord.SelectOption(label=shown, value=f"m:{move}", description=str(move) if move.source else None)
