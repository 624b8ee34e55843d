"""The card of the board to think on: the line, the picture, what can be pressed, notes, and a menu of all the rest."""

from __future__ import annotations

from collections.abc import Iterator

import discord

import render
from bot.chat.board import pickers
from bot.chat.board.pickers import Picker
from bot.chat.discord.components import (
    BLURPLE,
    MOST_OPTIONS,
    MOST_PARTS,
    Button,
    Post,
    button,
    menu,
    parts_of,
    picture,
    post,
    row,
    text,
)
from bot.chat.features.explore import lines, texts
from bot.chat.features.explore.presses import (
    AddLine,
    AskToShow,
    SpotPress,
    ThinkDraft,
    ThinkGo,
    ThinkMenu,
    ThinkMove,
    ThinkPlan,
)
from bot.chat.language import phrases
from bot.chat.language import texts as shared
from bot.chat.language.i18n import Language, Markup, bold, plain
from bot.chat.pictures.picture import Picture
from bot.domain.errors import Refused
from bot.domain.explorations.tree import LONGEST_MATCH_NOTE, LONGEST_NOTE
from bot.domain.matches.exploring import commands
from bot.domain.matches.exploring.commands import Thought
from bot.domain.matches.exploring.repeating import known_turns
from bot.domain.matches.exploring.shared import Shared

MOST_BUTTONS = 5
MOST_AGAIN = 2
LONGEST_AGAIN = 40
"""Characters of a turn that fit in a button and its custom id."""
NOTE, MATCH_NOTE, DELETE, DELETE_ALL, SHOW = "note", "match", "delete", "clear", "show"
"""What can be chosen in the menu beside spots."""


def think(
    t: Language,
    thought: Thought,
    reader: int,
    image: Picture,
    shown: Picker | None,
    sight: bool,
    there: Shared | None = None,
) -> Post:
    """A position in the reader's own tree. ``shown``: what can be pressed; None where the line is at its end.

    ``there`` is what is shared of the match, to which the line shown can be added.
    """
    match, spot = thought.match, thought.spot

    def press(pressed: str) -> ThinkMove:
        return ThinkMove(match.id, spot.node, spot.ply, sight, pressed)

    cells = [] if shown is None else pickers.rows(shown, press)
    bottom = menu(t.label(texts.MENU), _at(ThinkMenu, thought), list(_options(t, thought, reader)))
    used = 3 + sum(parts_of(one) for one in (*cells, bottom))
    controls = list(_controls(t, thought, reader, shown, sight, there))
    return post(
        text(*_words(t, thought, reader, shown)),
        picture(image),
        *cells,
        row(*controls[: max(0, min(MOST_BUTTONS, MOST_PARTS - used - 1))]),
        bottom,
        colour=phrases.colour(match.game, thought.state.to_move) or BLURPLE,
        pictures=[image],
    )


def _words(t: Language, thought: Thought, reader: int, shown: Picker | None) -> Iterator[str | None]:
    match, tree, spot = thought.match, thought.tree, thought.spot
    game, state = match.game, thought.state
    yield t(texts.TITLE, match=match.name)
    yield from (t(shared.MISSED, line=bold(line)) for line in thought.missed)
    root, last = tree.root(spot), len(match.decisions)
    if root != last:
        yield t(texts.EARLIER, n=root, last=last) if root else t(texts.BEFORE_ALL)
    yield lines.said(t, thought) if thought.line else (t(texts.NOW) if root == last else None)
    if thought.line:
        end = commands.before_passes(tree, spot)
        if end.node in tree.planned and thought.open:
            yield t(texts.PLANNED)
        elif end.node in tree.missed:
            yield t(texts.WAS_PLANNED)
        elif root != last:
            yield t(texts.DID_NOT_HAPPEN)
    if spot.node in tree.added:
        yield t(texts.ADDED)
    if note := tree.notes.get(spot.key):
        yield t(texts.NOTE, note=plain(note, LONGEST_NOTE))
    if shown is not None:
        seat = state.to_move or 0
        mark = phrases.mark(game, seat)
        if match.seat_of(reader) == seat:
            yield t(texts.NEXT, mark=mark, question=t(pickers.question(shown)))
        else:
            yield t(shared.TO_MOVE, mark=mark, who=phrases.who(t, match.seats[seat]))
        yield from pickers.legend(t, shown)
    elif not thought.line:
        yield phrases.ending(t, match)
    elif (outcome := state.outcome) is not None:
        won = outcome.winner is not None
        ending = t(texts.OVER_WON, mark=phrases.mark(game, outcome.winner or 0)) if won else t(texts.OVER_DRAWN)
        yield t(texts.OVER, ending=ending)
    if tried := tree.children(spot):
        yield t(texts.TRIED, moves=Markup(", ".join(bold(node.decision) for node in tried[:12])))
    if tree.note:
        yield t(texts.MATCH_NOTE, note=plain(tree.note, LONGEST_MATCH_NOTE))
    yield t(texts.OPENED) if tree.opened else (None if thought.line else t(texts.ONLY_YOU))


def _controls(
    t: Language, thought: Thought, reader: int, shown: Picker | None, sight: bool, there: Shared | None
) -> Iterator[Button]:
    """The buttons under the cells, the most needed first: there may be room for four only."""
    match, tree, spot = thought.match, thought.tree, thought.spot
    if shown is not None:
        yield from pickers.specials(t, shown, lambda pressed: ThinkMove(match.id, spot.node, spot.ply, sight, pressed))
        if shown.page.focus:
            back = ThinkMove(match.id, spot.node, spot.ply, sight, shown.page.back)
            yield button(t.label(shared.PICK_BACK), back)
    if spot.node:
        yield button(
            t.label(texts.UNDO, move=tree.nodes[spot.node].decision),
            ThinkGo(match.id, spot.node, spot.ply, sight, "undo"),
        )
    elif spot.ply:
        yield button(t.label(texts.BACK_ONE), ThinkGo(match.id, 0, spot.ply, sight, "undo"))
    if there is not None and thought.line and not there.holds(thought.line):
        yield button(t.label(texts.ADD_LINE), _at(AddLine, thought), "primary")
    if can_share(thought, reader):
        yield button(t.label(texts.SHOW_ALL), AskToShow(match.id), "primary" if there is None else "secondary")
    if can_plan(thought, reader):
        on = commands.before_passes(tree, spot).node not in tree.planned
        pressed = ThinkPlan(match.id, spot.node, spot.ply, on)
        yield button(t.label(texts.PLAN if on else texts.UNPLAN), pressed, "success" if on else "secondary")
    if can_draft(thought, reader):
        yield button(t.label(texts.DRAFT), _at(ThinkDraft, thought), "success")
    again = [] if shown is None else list(_again(t, thought, shown, sight))
    yield from again[:1]
    if len(others := commands.siblings(tree, spot)) > 1:
        label = t.label(texts.OTHER, move=others[0].decision)
        yield button(label, ThinkGo(match.id, others[0].id, spot.ply, sight, "other"))
    if render.has_sight(thought.state):
        label = t.label(shared.HIDE_SIGHT if sight else shared.SHOW_SIGHT)
        yield button(label, ThinkGo(match.id, spot.node, spot.ply, not sight, "sight"))
    yield from again[1:]


def _again(t: Language, thought: Thought, shown: Picker, sight: bool) -> Iterator[Button]:
    """Buttons for turns that were tried already, here or elsewhere, and take more than a press to choose anew."""
    at_hand = {choice.token for choice in shown.page.choices if choice.kind == "move"}
    for turn in known_turns(thought, MOST_AGAIN):
        moves = " ".join(turn)
        if f"m{moves}" not in at_hand and len(moves) <= LONGEST_AGAIN:
            pressed = ThinkMove(thought.match.id, thought.spot.node, thought.spot.ply, sight, f"m{moves}")
            yield button(t.label(texts.AGAIN, moves=moves), pressed, "primary")


def can_share(thought: Thought, reader: int) -> bool:
    """Whether the reader is a player who can share their lines."""
    match, tree = thought.match, thought.tree
    player = reader in (match.imported, *match.seats)
    return player and match.status != "running" and bool(tree.nodes) and not tree.opened


def can_plan(thought: Thought, reader: int) -> bool:
    """Whether the line shown can be prepared."""
    try:
        return bool(commands.to_plan(thought, reader))
    except Refused:
        return False


def can_draft(thought: Thought, reader: int) -> bool:
    """Whether the line shown begins with the reader's own turn."""
    try:
        return bool(commands.to_draft(thought.match, reader, thought.tree, thought.spot))
    except Refused:
        return False


def _options(t: Language, thought: Thought, reader: int) -> list[discord.SelectOption]:
    """All that the menu offers: other lines, the match, notes, and what deletes."""
    match, tree, spot = thought.match, thought.tree, thought.spot

    def act(label: str, value: str, **values: object) -> discord.SelectOption:
        return discord.SelectOption(label=t.label(label, 100, **values), value=value)

    found = [*lines.options(t, tree, spot), *lines.turns(t, match, spot)]
    found += [act(texts.WRITE_NOTE, NOTE), act(texts.WRITE_MATCH_NOTE, MATCH_NOTE)]
    if spot.node:
        found.append(act(texts.DELETE, DELETE, moves=tree.nodes[spot.node].decision))
    if can_share(thought, reader):
        found.append(act(texts.SHOW_ALL, SHOW))
    if not tree.empty:
        found.append(act(texts.DELETE_ALL, DELETE_ALL))
    return found[:MOST_OPTIONS]


def _at(kind: type[ThinkMenu] | type[ThinkDraft] | type[AddLine], thought: Thought) -> SpotPress:
    return kind(thought.match.id, thought.spot.node, thought.spot.ply)
