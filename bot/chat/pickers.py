"""Making a move without typing: menus for where from and where to, a preview, and back again. Shown to the mover only.

What has been chosen so far is in the menus' custom ids and in the draft that the match service keeps.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import discord

from bot.domain.matches.views import Draft, Match
from games.core import Move, State

from . import texts, words
from .ids import Press
from .layout import MOST_OPTIONS, Picture, Post, Pressed, button, menu, picture, post, row, text
from .tongue import Tongue, one_line


class Choice(NamedTuple):
    """What has been chosen of the next decision: a part of the board (a file) and a stone to move (its cell)."""

    area: str = ""
    source: str = ""


NOTHING = Choice()
DRAW = "d"
"""Ends what the button carries that offers a draw with the turn."""


def choice(values: Sequence[str]) -> Choice | str:
    """What a menu's value stands for: a step on the way, or the text of a whole decision."""
    kind, _, value = (values[0] if values else "").partition(":")
    if kind == "m":
        return value
    return Choice(area=file_of(value) if kind == "s" else value, source=value if kind == "s" else "")


def file_of(cell: str) -> str:
    """The file letter of a cell, whatever level it lies on."""
    return cell.lstrip("0123456789")[:1]


def heads(moves: Iterable[Move]) -> dict[str, list[Move]]:
    """Decisions by how they begin: the stone moved, or the whole decision where no stone is moved."""
    groups: dict[str, list[Move]] = {}
    for move in moves:
        groups.setdefault(move.source or str(move), []).append(move)
    return groups


def targets(state: State, chosen: Choice) -> frozenset[str]:
    """Where the next decision may lead after what has been chosen of it; none where nothing has."""
    if not (chosen.area or chosen.source):
        return frozenset()
    return frozenset(
        move.target
        for move in state.legal_moves()
        if (move.source == chosen.source if chosen.source else file_of(move.source or move.target) == chosen.area)
    )


def picker(
    t: Tongue, match: Match, draft: Draft | None, board: Picture, chosen: Choice = NOTHING, lead: str = ""
) -> Post:
    """The card on which the next decision is chosen, or a complete turn confirmed or changed."""
    if draft is not None and draft.complete:
        return preview(t, match, draft, board, lead)
    state = draft.state if draft else match.state
    done = draft.decisions if draft else ()
    rows = menus(t, state, chosen, lambda step: Press("pick", match.id, match.version, f"{len(done)}{step}"))
    mark = words.mark(match.game, next_stone(state))
    return post(
        text(
            lead or None,
            t(texts.PICK_TITLE, match=match.name),
            t(texts.PICK_NEXT, mark=mark, moves=words.moves(done)) if done else t(texts.PICK_FIRST, mark=mark),
            t(texts.WITH_DRAW) if draft is not None and draft.draw else None,
        ),
        picture(board),
        *rows,
        row(
            undo(t, match, draft) if draft else None,
            button(t.label(texts.RULES), Press("rules", match.id)) if not done else None,
        ),
        text(t(texts.PICK_HINT)),
        colour=words.colour(match.game, state.to_move),
        pictures=[board],
    )


def next_stone(state: State) -> int:
    """The seat whose stone the next decision puts on the board: in a pie a player may have to place the other's too."""
    moves = state.legal_moves()
    target = moves[0].target if moves and not moves[0].source else None
    stones = state.play(moves[0]).pieces().get(target, ()) if target else ()
    return stones[-1] if stones else state.to_move or 0


def preview(t: Tongue, match: Match, draft: Draft, board: Picture, lead: str = "") -> Post:
    """The card of a whole turn before it is played."""
    seat = draft.states[0].to_move or 0
    return post(
        text(
            lead or None,
            t(texts.PREVIEW, match=match.name),
            t(texts.PREVIEW_TEXT, mark=words.mark(match.game, seat), moves=words.moves(draft.decisions)),
            t(texts.WITH_DRAW) if draft.draw else None,
        ),
        picture(board),
        row(
            button(
                t.label(texts.PLAY, moves=" ".join(draft.decisions)),
                Press("confirm", match.id, match.version, str(len(draft.decisions))),
                "success",
            ),
            button(
                t.label(texts.PLAY_AND_DRAW),
                Press("confirm", match.id, match.version, f"{len(draft.decisions)}{DRAW}"),
            )
            if not draft.draw and draft.state.to_move is not None
            else None,
            undo(t, match, draft),
        ),
        colour=words.colour(match.game, seat),
        pictures=[board],
    )


def undo(t: Tongue, match: Match, draft: Draft) -> Pressed:
    """The button that takes back the last decision of a draft."""
    return button(
        t.label(texts.UNDO, move=draft.decisions[-1]),
        Press("undo", match.id, match.version, str(len(draft.decisions))),
    )


def menus(t: Tongue, state: State, chosen: Choice, press: Callable[[str], Press]) -> list[discord.ui.ActionRow[Any]]:
    """One to three menus: the part of the board where there are too many stones for one menu, the stone, where to.

    ``press`` gives what a menu does, told which of them it is by a letter.
    """
    groups = heads(state.legal_moves())
    if len(groups) == 1:
        chosen = Choice(source=next(iter(groups)))
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


def _area(area: str, found: list[str], chosen: Choice) -> discord.SelectOption:
    name = f"{found[0]} – {found[-1]}" if len(found) > 1 else found[0]
    return discord.SelectOption(
        label=one_line(name), value=f"a:{area}", description=one_line(", ".join(found)), default=area == chosen.area
    )


def _head(t: Tongue, head: str, moves: list[Move], chosen: Choice) -> discord.SelectOption:
    if not moves[0].source:
        return _target(t, moves[0])
    targets = ", ".join(move.target for move in moves)
    return discord.SelectOption(
        label=head, value=f"s:{head}", description=one_line(f"→ {targets}"), default=head == chosen.source
    )


def _target(t: Tongue, move: Move) -> discord.SelectOption:
    label = {"swap": texts.OPTION_SWAP, "pass": texts.OPTION_PASS}.get(move.kind)
    shown = t.label(label) if label else (f"→ {move.target}" if move.source else str(move))
    return discord.SelectOption(label=shown, value=f"m:{move}", description=str(move) if move.source else None)
