"""The card of the Think board: the line, the picture, choices, buttons, notes, and a menu."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias, TypedDict

import render
from bot.chat.board import pickers, trying
from bot.chat.board.links import ProposeLine, TryLines
from bot.chat.board.pickers import Picker
from bot.chat.board.trying import TriedPosition
from bot.chat.discord.components import BLURPLE, Button, Post, button, menu
from bot.chat.discord.press import MatchPress, Version
from bot.chat.features.explore import lines, texts
from bot.chat.language import phrases, texts as shared
from bot.chat.language.i18n import Language, Markup, bold, plain
from bot.domain.errors import allowed
from bot.domain.explorations.tree import LONGEST_MATCH_NOTE, LONGEST_NOTE, Spot
from bot.domain.matches.exploring import commands
from bot.domain.matches.exploring.commands import Explored
from bot.domain.matches.exploring.repeating import known_turns
from bot.domain.matches.exploring.shared import Shared

ExploreView: TypeAlias = Literal["look", "try", "lists"]
"""What is shown with the board: two buttons, the choices of the next move, or the menu of lines and
notes.
"""

MOST_AGAIN = 2
LONGEST_AGAIN = 41  # characters that a turn has, pressed as one, to fit in a button and its id
MOST_TRIED = 12  # moves in the line that says what was tried
NOTE = "note"
MATCH_NOTE = "match"
DELETE = "delete"
DELETE_ALL = "clear"
SHOW = "show"
"""Values in the menu that are not spots."""


class SpotFields(TypedDict):
    """What every press about a spot in the presser's own tree carries."""

    match: int
    node: int
    ply: int


class SpotPress(MatchPress):
    """A press about a spot in the presser's own tree.

    It is a node, or (0) the match after ``ply`` decisions.
    """

    node: Version
    ply: int

    @property
    def spot(self) -> Spot:
        """The spot that was shown."""
        return Spot(self.ply, self.node)


class ThinkMove(SpotPress, action="thinkmove"):
    """Press a cell, a stone, a step or an area.

    ``selection`` is a decision or a focus (``bot.chat.board.choosing``).
    """

    sight: bool
    selection: str


class ThinkGo(SpotPress, action="thinkgo"):
    """Show the spot, or with ``undo`` the one before.

    ``how`` makes the custom ids of one message different.
    """

    sight: bool
    how: Literal["undo", "other", "sight", "lists"]


class ThinkPlan(SpotPress, action="thinkplan"):
    """Prepare the line to the spot, or cancel that."""

    prepare: bool


class ThinkDraft(SpotPress, action="thinkdraft"):
    """Draft the first turn of the line."""


class ThinkMenu(SpotPress, action="thinkmenu"):
    """A choice in the menu: a spot to show, or an action."""


class AskToShow(MatchPress, action="thinkask"):
    """Ask for confirmation before own lines are shared."""


class AddLine(SpotPress, action="treeadd"):
    """Add the line to the spot to the shared lines."""


@dataclass(frozen=True, slots=True)
class ThinkView:
    """A position in the reader's own tree, and what of it is shown.

    ``shared``: the shared lines, to which the line may be added.
    """

    explored: Explored
    reader: int
    picker: Picker | None
    sight: bool
    shared: Shared | None
    part: ExploreView

    @property
    def here(self) -> SpotFields:
        """What a press about the spot carries."""
        spot = self.explored.spot
        return {"match": self.explored.match.id, "node": spot.node, "ply": spot.ply}

    @property
    def can_share(self) -> bool:
        """Whether the reader may show these lines to everyone."""
        match = self.explored.match
        tree = self.explored.tree
        if match.status == "running" or tree.opened or not tree.nodes:
            return False
        return self.reader in (match.imported, *match.seats)

    def move(self, selection: str) -> ThinkMove:
        """The press of a decision or a focus on the board."""
        return ThinkMove(**self.here, sight=self.sight, selection=selection)


def think(t: Language, view: ThinkView, board: TriedPosition) -> Post:
    """The card of the Think board."""
    buttons = list[Button]()
    explored = view.explored
    if view.part != "try" and explored.state.to_move is not None and not explored.spot.node:
        try_lines = TryLines(explored.match.id, explored.spot.ply)
        buttons.append(button(t.label(texts.TRY_LINE), try_lines, "primary"))
    if view.part == "look":
        show_lists = ThinkGo(**view.here, sight=view.sight, how="lists")
        buttons.append(button(t.label(texts.LISTS), show_lists))
        lists = None
    else:
        buttons += _buttons(t, view)
        lists = menu(t.label(texts.MENU), ThinkMenu(**view.here), _options(t, view))
    return trying.card(
        t,
        board,
        view.move,
        _words(t, view),
        buttons,
        bottom=lists,
        colour=BLURPLE if view.picker is None else None,
    )


def _words(t: Language, view: ThinkView) -> Iterator[str]:
    explored = view.explored
    tree = explored.tree
    yield t(texts.TITLE, match=explored.match.name)
    for line in explored.missed:
        yield t(shared.MISSED, line=phrases.line(t, line))
    yield from _place_words(t, explored)
    note = tree.notes.get(explored.spot.key)
    if note:
        yield t(texts.NOTE, note=plain(note, LONGEST_NOTE))
    if view.picker is not None:
        yield from _choice_words(t, view, view.picker)
    else:
        yield from _state_words(t, explored)
    children = tree.children(explored.spot)
    if children:
        moves = [bold(lines.named(t, explored.match, tree, node)) for node in children[:MOST_TRIED]]
        yield t(texts.TRIED, moves=t.listed(moves))
    if tree.note:
        yield t(texts.MATCH_NOTE, note=plain(tree.note, LONGEST_MATCH_NOTE))
    if tree.opened:
        yield t(texts.OPENED)
    elif not explored.line:
        yield t(shared.ONLY_YOU)


def _place_words(t: Language, explored: Explored) -> Iterator[Markup]:
    """Where in the match the position is, and what has become of the line to it."""
    tree = explored.tree
    spot = explored.spot
    root = tree.root(spot)
    is_current = root == len(explored.match.decisions)
    if not is_current:
        yield lines.earlier(t, explored.match, root)
    if explored.line:
        yield lines.in_words(t, explored)
        end = commands.before_passes(tree, spot)
        if end.node in tree.planned and explored.open:
            yield t(texts.PLANNED)
        elif end.node in tree.missed:
            yield t(texts.WAS_PLANNED)
        elif not is_current:
            yield t(texts.DID_NOT_HAPPEN)
    elif is_current:
        yield t(shared.CURRENT_BOARD)
    if spot.node in tree.added:
        yield t(texts.ADDED)


def _choice_words(t: Language, view: ThinkView, picker: Picker) -> Iterator[Markup]:
    """Who is to move, and what is to be chosen."""
    match = view.explored.match
    seat = view.explored.state.to_move or 0
    mark = phrases.mark(match.game, seat)
    if match.seat_of(view.reader) == seat:
        yield t(shared.TRY_TO_MOVE, mark=mark, question=pickers.question(t, picker))
    else:
        yield t(shared.TO_MOVE, mark=mark, who=phrases.who(t, match.seats[seat]))
    yield from pickers.legend(t, picker)


def _state_words(t: Language, explored: Explored) -> Iterator[str]:
    """Who is to move in a position without choices, or how it ends."""
    match = explored.match
    seat = explored.state.to_move
    outcome = explored.state.outcome
    if seat is not None:
        who = phrases.who(t, match.seats[seat])
        yield t(shared.TO_MOVE, mark=phrases.mark(match.game, seat), who=who)
    elif not explored.line:
        yield phrases.status(t, match)
    elif outcome is not None:
        ending = t(texts.OVER_DRAWN)
        if outcome.winner is not None:
            ending = t(texts.OVER_WON, mark=phrases.mark(match.game, outcome.winner))
        yield t(texts.OVER, ending=ending)


def _buttons(t: Language, view: ThinkView) -> Iterator[Button]:
    """The buttons after those of the choices, the most important first.

    There may be room for only four.
    """
    explored = view.explored
    tree = explored.tree
    spot = explored.spot
    if spot.node or spot.ply:
        undo = ThinkGo(**view.here, sight=view.sight, how="undo")
        yield button(_undo_label(t, explored), undo)
    if view.shared is not None and explored.line and not view.shared.contains(explored.line):
        yield button(t.label(texts.ADD_LINE), AddLine(**view.here), "primary")
    if view.can_share:
        style = "primary" if view.shared is None else "secondary"
        yield button(t.label(texts.SHOW_ALL), AskToShow(explored.match.id), style)
    yield from _turn_buttons(t, view)
    turn_buttons = list(_repeated_turns(t, view))
    yield from turn_buttons[:1]
    siblings = commands.siblings(tree, spot)
    if len(siblings) > 1:
        other = siblings[0]
        label = t.label(texts.OTHER, move=lines.named(t, explored.match, tree, other))
        press = ThinkGo(
            explored.match.id, node=other.id, ply=spot.ply, sight=view.sight, how="other"
        )
        yield button(label, press)
    if render.has_sight(explored.state):
        label = t.label(shared.HIDE_SIGHT if view.sight else shared.SHOW_SIGHT)
        yield button(label, ThinkGo(**view.here, sight=not view.sight, how="sight"))
    yield from turn_buttons[1:]


def _undo_label(t: Language, explored: Explored) -> str:
    tree = explored.tree
    node = explored.spot.node
    if not node:
        return t.label(shared.BACK_ONE)
    move = lines.named(t, explored.match, tree, tree.nodes[node])
    return t.label(shared.TRY_UNDO, move=move)


def _turn_buttons(t: Language, view: ThinkView) -> Iterator[Button]:
    """What can be done with the line in the match: prepare, draft or propose it."""
    explored = view.explored
    tree = explored.tree
    spot = explored.spot
    if allowed(commands.to_plan, explored, view.reader):
        if commands.before_passes(tree, spot).node in tree.planned:
            yield button(t.label(shared.REMOVE_PLAN), ThinkPlan(**view.here, prepare=False))
        else:
            yield button(t.label(shared.ADD_PLAN), ThinkPlan(**view.here, prepare=True), "success")
    if allowed(commands.to_draft, explored.match, view.reader, tree, spot):
        yield button(t.label(shared.DRAFT_LINE), ThinkDraft(**view.here), "success")
    if explored.votes and explored.open and spot.node:
        yield button(t.label(shared.PROPOSE), ProposeLine(**view.here), "success")


def _repeated_turns(t: Language, view: ThinkView) -> Iterator[Button]:
    """Buttons for turns tried before that take more than one press to choose."""
    if view.picker is None:
        return
    explored = view.explored
    choices = view.picker.page.choices
    one_press = {choice.token for choice in choices if choice.kind == "move"}
    for turn in known_turns(explored, MOST_AGAIN):
        selection = f"m{' '.join(turn)}"
        if selection not in one_press and len(selection) <= LONGEST_AGAIN:
            moves = phrases.written(t, turn, explored.state)
            yield button(t.label(texts.AGAIN, moves=moves), view.move(selection), "primary")


def _options(t: Language, view: ThinkView) -> dict[str, str]:
    """The menu: other lines, the turns of the match, notes, sharing, deleting."""
    match = view.explored.match
    tree = view.explored.tree
    spot = view.explored.spot
    options = lines.options(t, match, tree, spot) | lines.turns(t, match, spot)
    options[NOTE] = t.label(shared.WRITE_NOTE, 100)
    options[MATCH_NOTE] = t.label(texts.WRITE_MATCH_NOTE, 100)
    if spot.node:
        moves = lines.named(t, match, tree, tree.nodes[spot.node])
        options[DELETE] = t.label(texts.DELETE, 100, moves=moves)
    if view.can_share:
        options[SHOW] = t.label(texts.SHOW_ALL, 100)
    if not tree.empty:
        options[DELETE_ALL] = t.label(texts.DELETE_ALL, 100)
    return options
