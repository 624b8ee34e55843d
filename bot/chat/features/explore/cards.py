"""The card of the Think board: the line, the picture, choices, buttons, notes, and a menu of
everything else.
"""

from collections.abc import Iterator
from typing import Literal, TypeAlias

import render
from bot.chat.board import pickers, trying
from bot.chat.board.links import ProposeLine, TryLines
from bot.chat.board.pickers import Picker
from bot.chat.board.trying import Board
from bot.chat.discord.components import BLURPLE, Button, Post, button, menu
from bot.chat.discord.press import MatchPress, Version
from bot.chat.features.explore import lines, texts
from bot.chat.language import phrases, texts as shared
from bot.chat.language.i18n import Language, bold, plain
from bot.domain.errors import allowed
from bot.domain.explorations.tree import LONGEST_MATCH_NOTE, LONGEST_NOTE, Spot
from bot.domain.matches.exploring import commands
from bot.domain.matches.exploring.commands import Explored
from bot.domain.matches.exploring.repeating import known_turns
from bot.domain.matches.exploring.shared import Shared

Part: TypeAlias = Literal["look", "try", "lists"]
"""What is shown with the board: two buttons, the choices of the next move, or the menu of lines and
notes.
"""

MOST_AGAIN = 2
LONGEST_AGAIN = 40  # characters of a turn that fit in a button and its custom id
NOTE = "note"
MATCH_NOTE = "match"
DELETE = "delete"
DELETE_ALL = "clear"
SHOW = "show"
"""Values in the menu that are not spots."""


class SpotPress(MatchPress):
    """A press about a spot in the presser's own tree: a node, or (0) the match after ``ply``
    decisions.
    """

    node: Version
    ply: int

    @property
    def spot(self) -> Spot:
        """The spot that was shown."""
        return Spot(self.ply, self.node)


class ThinkMove(SpotPress, action="thinkmove"):
    """Press a cell, a stone, a step or an area: ``pressed`` is a decision or a focus
    (``bot.chat.board.choosing``).
    """

    sight: bool
    pressed: str


class ThinkGo(SpotPress, action="thinkgo"):
    """Show the spot, or with ``undo`` the one before.

    ``how`` makes the custom ids of one message different.
    """

    sight: bool
    how: Literal["undo", "other", "sight", "lists"]


class ThinkPlan(SpotPress, action="thinkplan"):
    """Prepare the line to the spot, or cancel that."""

    on: bool


class ThinkDraft(SpotPress, action="thinkdraft"):
    """Draft the first turn of the line."""


class ThinkMenu(SpotPress, action="thinkmenu"):
    """A choice in the menu: a spot to show, or an action."""


class AskToShow(MatchPress, action="thinkask"):
    """Ask for confirmation before own lines are shared."""


class AddLine(SpotPress, action="treeadd"):
    """Add the line to the spot to the shared lines."""


def think(
    t: Language,
    explored: Explored,
    reader: int,
    board: Board,
    sight: bool,
    there: Shared | None,
    part: Part,
) -> Post:
    """A position in the reader's own tree; ``there``: the shared lines, to which this line may be
    added.
    """
    here = explored.match.id, explored.spot.node, explored.spot.ply
    buttons = (
        list(_buttons(t, explored, reader, board.picker, sight, there)) if part != "look" else []
    )
    if part != "try" and explored.state.to_move is not None and not explored.spot.node:
        buttons.insert(
            0,
            button(
                t.label(texts.TRY_LINE), TryLines(explored.match.id, explored.spot.ply), "primary"
            ),
        )
    if part == "look":
        buttons.append(button(t.label(texts.LISTS), ThinkGo(*here, sight, "lists")))
    lists = menu(t.label(texts.MENU), ThinkMenu(*here), _options(t, explored, reader))
    return trying.card(
        t,
        board,
        lambda pressed: ThinkMove(*here, sight, pressed),
        _words(t, explored, reader, board.picker),
        buttons,
        bottom=None if part == "look" else lists,
        colour=BLURPLE if board.picker is None else None,
    )


def _words(
    t: Language, explored: Explored, reader: int, shown: Picker | None
) -> Iterator[str | None]:
    match = explored.match
    tree = explored.tree
    spot = explored.spot
    state = explored.state
    game = match.game
    line = explored.line
    yield t(texts.TITLE, match=match.name)
    yield from (t(shared.MISSED, line=phrases.line(t, missed)) for missed in explored.missed)
    root = tree.root(spot)
    last = len(match.decisions)
    if root != last:
        yield lines.earlier(t, match, root)
    if line:
        yield lines.in_words(t, explored)
        end = commands.before_passes(tree, spot)
        if end.node in tree.planned and explored.open:
            yield t(texts.PLANNED)
        elif end.node in tree.missed:
            yield t(texts.WAS_PLANNED)
        elif root != last:
            yield t(texts.DID_NOT_HAPPEN)
    elif root == last:
        yield t(texts.NOW)
    if spot.node in tree.added:
        yield t(texts.ADDED)
    note = tree.notes.get(spot.key)
    if note:
        yield t(texts.NOTE, note=plain(note, LONGEST_NOTE))
    if shown is not None:
        seat = state.to_move or 0
        mark = phrases.mark(game, seat)
        if match.seat_of(reader) == seat:
            yield t(shared.TRY_TO_MOVE, mark=mark, question=pickers.question(t, shown))
        else:
            yield t(shared.TO_MOVE, mark=mark, who=phrases.who(t, match.seats[seat]))
        yield from pickers.legend(t, shown)
    elif state.to_move is not None:
        yield t(
            shared.TO_MOVE,
            mark=phrases.mark(game, state.to_move),
            who=phrases.who(t, match.seats[state.to_move]),
        )
    elif not line:
        yield phrases.status(t, match)
    elif (outcome := state.outcome) is not None:
        won = outcome.winner is not None
        ending = (
            t(texts.OVER_WON, mark=phrases.mark(game, outcome.winner or 0))
            if won
            else t(texts.OVER_DRAWN)
        )
        yield t(texts.OVER, ending=ending)
    tried = tree.children(spot)
    if tried:
        yield t(
            texts.TRIED,
            moves=t.listed([bold(lines.named(t, match, tree, node)) for node in tried[:12]]),
        )
    if tree.note:
        yield t(texts.MATCH_NOTE, note=plain(tree.note, LONGEST_MATCH_NOTE))
    if tree.opened or not line:
        yield t(texts.OPENED if tree.opened else texts.ONLY_YOU)


def _buttons(
    t: Language,
    explored: Explored,
    reader: int,
    shown: Picker | None,
    sight: bool,
    there: Shared | None,
) -> Iterator[Button]:
    """The buttons after those of the choices, the most important first: there may be room for only
    four.
    """
    match = explored.match
    tree = explored.tree
    spot = explored.spot
    here = match.id, spot.node, spot.ply
    if spot.node or spot.ply:
        undo = (
            t.label(shared.TRY_UNDO, move=lines.named(t, match, tree, tree.nodes[spot.node]))
            if spot.node
            else t.label(texts.BACK_ONE)
        )
        yield button(undo, ThinkGo(*here, sight, "undo"))
    if there is not None and explored.line and not there.contains(explored.line):
        yield button(t.label(texts.ADD_LINE), AddLine(*here), "primary")
    if _can_share(explored, reader):
        yield button(
            t.label(texts.SHOW_ALL),
            AskToShow(match.id),
            "primary" if there is None else "secondary",
        )
    if allowed(commands.to_plan, explored, reader):
        on = commands.before_passes(tree, spot).node not in tree.planned
        yield button(
            t.label(texts.PLAN if on else texts.UNPLAN),
            ThinkPlan(*here, on),
            "success" if on else "secondary",
        )
    if allowed(commands.to_draft, match, reader, tree, spot):
        yield button(t.label(texts.DRAFT), ThinkDraft(*here), "success")
    if explored.votes and explored.open and spot.node:
        yield button(t.label(shared.PROPOSE), ProposeLine(*here), "success")
    again = [] if shown is None else list(_again(t, explored, shown, sight))
    yield from again[:1]
    others = commands.siblings(tree, spot)
    if len(others) > 1:
        label = t.label(texts.OTHER, move=lines.named(t, match, tree, others[0]))
        yield button(label, ThinkGo(match.id, others[0].id, spot.ply, sight, "other"))
    if render.has_sight(explored.state):
        label = t.label(shared.HIDE_SIGHT if sight else shared.SHOW_SIGHT)
        yield button(label, ThinkGo(*here, not sight, "sight"))
    yield from again[1:]


def _again(t: Language, explored: Explored, shown: Picker, sight: bool) -> Iterator[Button]:
    """Buttons for turns tried before that take more than one press to choose."""
    one_press = {choice.token for choice in shown.page.choices if choice.kind == "move"}
    for turn in known_turns(explored, MOST_AGAIN):
        moves = " ".join(turn)
        if f"m{moves}" not in one_press and len(moves) <= LONGEST_AGAIN:
            press = ThinkMove(
                explored.match.id, explored.spot.node, explored.spot.ply, sight, f"m{moves}"
            )
            yield button(
                t.label(texts.AGAIN, moves=phrases.written(t, turn, explored.state)),
                press,
                "primary",
            )


def _can_share(explored: Explored, reader: int) -> bool:
    match = explored.match
    tree = explored.tree
    player = reader in (match.imported, *match.seats)
    return player and match.status != "running" and bool(tree.nodes) and not tree.opened


def _options(t: Language, explored: Explored, reader: int) -> dict[str, str]:
    """The menu: other lines, the turns of the match, notes, sharing, deleting."""
    match = explored.match
    tree = explored.tree
    spot = explored.spot
    options = lines.options(t, match, tree, spot) | lines.turns(t, match, spot)
    options |= {
        NOTE: t.label(texts.WRITE_NOTE, 100),
        MATCH_NOTE: t.label(texts.WRITE_MATCH_NOTE, 100),
    }
    if spot.node:
        options[DELETE] = t.label(
            texts.DELETE, 100, moves=lines.named(t, match, tree, tree.nodes[spot.node])
        )
    if _can_share(explored, reader):
        options[SHOW] = t.label(texts.SHOW_ALL, 100)
    if not tree.empty:
        options[DELETE_ALL] = t.label(texts.DELETE_ALL, 100)
    return options
