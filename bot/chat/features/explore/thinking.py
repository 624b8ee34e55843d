"""The Think board: ``/explore``, trying moves, notes, and conditional moves."""

from dataclasses import replace

from bot.chat.board import boards, trying
from bot.chat.board.choosing import decision
from bot.chat.board.completion import match_command
from bot.chat.board.links import OpenMove, OpenThink, TryLines
from bot.chat.discord.components import button, question
from bot.chat.discord.forms import Field, form
from bot.chat.discord.press import MatchPress
from bot.chat.discord.reply import Reply, no_such_button
from bot.chat.features.explore import cards, feature, lines, texts
from bot.chat.features.explore.cards import ExploreView, SpotPress
from bot.domain.explorations.tree import Spot
from bot.domain.matches.exploring.commands import Explored
from bot.domain.matches.match import Match


def _at_the_end(match: Match) -> OpenThink:
    return OpenThink(match.id, len(match.decisions))


@feature.on(OpenThink, TryLines, work="board", touched=True)
@match_command(feature, "explore", texts.ABOUT_EXPLORE, _at_the_end, "any", "board")
async def open_board(reply: Reply, press: OpenThink) -> None:
    """Open the Think board at the position that was shown.

    What was tried there is shown first, if anything was.
    """
    match = await reply.watched(press.match)
    ply = press.ply if press.ply < len(match.decisions) else None
    explored = await reply.services.explorations.begin(match, reply.user, ply)
    tries_at_once = isinstance(press, TryLines) or explored.tree.empty
    await show(reply, explored, part="try" if tries_at_once else "look")


@feature.on(cards.ThinkMove, work="board")
async def move(reply: Reply, press: cards.ThinkMove) -> None:
    """Show the next page of choices, or try the decision that was chosen."""
    move_text = decision(press.selection)
    if move_text is None:
        await _look(reply, press, press.spot, focus=press.selection, sight=press.sight)
        return
    explored = await reply.services.explorations.walk(
        press.match, reply.user, press.spot, move_text
    )
    await show(reply, explored, sight=press.sight)


@feature.on(cards.ThinkGo, work="board")
async def go(reply: Reply, press: cards.ThinkGo) -> None:
    """Undo, or show another line or the sight lines."""
    if press.how == "undo":
        match = await reply.watched(press.match)
        explored = await reply.services.explorations.back(match, reply.user, press.spot)
        await show(reply, explored, sight=press.sight)
        return
    part: ExploreView = "lists" if press.how == "lists" else "try"
    await _look(reply, press, press.spot, sight=press.sight, part=part)


@feature.on(cards.ThinkPlan, work="board")
async def plan(reply: Reply, press: cards.ThinkPlan) -> None:
    """Prepare the line shown, or cancel that."""
    explored = await reply.services.explorations.plan(
        press.match, reply.user, press.spot, press.prepare
    )
    await show(reply, explored)


@feature.on(cards.ThinkDraft, work="board")
async def draft(reply: Reply, press: cards.ThinkDraft) -> None:
    """Draft the first turn of the line, and go on to the move."""
    match = await reply.watched(press.match)
    match = await reply.services.explorations.draft(match.id, reply.user, press.spot)
    await reply.perform(OpenMove(match.id, match.version))


class OpenNote(SpotPress, action="thinknoteagain"):
    """Open the form of a note."""

    whole: bool


class WriteNote(SpotPress, action="thinknote", opened_by=OpenNote):
    """Store a note on the spot or on the ``whole`` match."""

    whole: bool


class DeleteTree(MatchPress, action="thinkclear"):
    """Delete all own lines and notes, after confirmation."""


@feature.on(cards.ThinkMenu, work="board")
async def choose(reply: Reply, press: cards.ThinkMenu) -> None:
    """Do what was chosen in the menu."""
    value = next(iter(reply.values), "")
    if value in (cards.NOTE, cards.MATCH_NOTE):
        is_match_note = value == cards.MATCH_NOTE
        await open_note(reply, OpenNote(press.match, press.node, press.ply, is_match_note))
    elif value == cards.DELETE:
        explored = await reply.services.explorations.remove(press.match, reply.user, press.spot)
        await show(reply, explored)
    elif value == cards.DELETE_ALL:
        await _ask_to_delete_all(reply, press.match)
    elif value == cards.SHOW:
        await reply.perform(cards.AskToShow(press.match))
    else:
        target = lines.MenuSpot.parse(value)
        if target is None:
            raise no_such_button()
        await _look(reply, press, target.spot)


async def _ask_to_delete_all(reply: Reply, match_id: int) -> None:
    match = await reply.watched(match_id)
    t = reply.t
    yes = button(t.label(texts.DELETE_ALL_YES), DeleteTree(match.id), "danger")
    no = button(t.label(texts.BACK), _at_the_end(match))
    await reply.private(question(t(texts.DELETE_ALL_ASK, match=match.name), yes, no))


@feature.on(WriteNote, work="board")
async def note(reply: Reply, press: WriteNote) -> None:
    """Store a note that was written in the form."""
    explorations = reply.services.explorations
    note_text = " ".join(reply.typed("note", long=True).split())
    if press.whole:
        explored = await explorations.note_match(press.match, reply.user, press.spot, note_text)
    else:
        explored = await explorations.note(press.match, reply.user, press.spot, note_text)
    await show(reply, explored)


@feature.on(DeleteTree, work="board")
async def delete(reply: Reply, press: DeleteTree) -> None:
    """Delete all own lines and notes of a match."""
    await show(reply, await reply.services.explorations.clear(press.match, reply.user))


@feature.on(OpenNote)
async def open_note(reply: Reply, press: OpenNote) -> None:
    """Open the form of a note, with what it says now."""
    match = await reply.watched(press.match)
    explored = await reply.services.explorations.look(match, reply.user, press.spot)
    tree = explored.tree
    t = reply.t
    label = texts.NOTE_FIELD_OPENED if tree.opened else texts.NOTE_FIELD
    note_text = tree.note if press.whole else tree.notes.get(explored.spot.key, "")
    field = Field("note", t.label(label, 45), value=note_text, long=True, required=False)
    submit = WriteNote(match.id, press.node, press.ply, press.whole)
    await reply.form(form(t.label(texts.NOTE_FORM, 45, match=match.name), submit, field))


async def _look(
    reply: Reply,
    press: SpotPress,
    spot: Spot,
    *,
    focus: str = "",
    sight: bool = False,
    part: ExploreView = "try",
) -> None:
    match = await reply.watched(press.match)
    explored = await reply.services.explorations.look(match, reply.user, spot)
    await show(reply, explored, focus=focus, sight=sight, part=part)


async def show(
    reply: Reply,
    explored: Explored,
    *,
    focus: str = "",
    sight: bool = False,
    part: ExploreView = "try",
) -> None:
    """Show a position of the member's own tree, by default with the choices in it."""
    boards.call_by_name(reply, [explored.match])
    picture_states = () if part == "try" else explored.states
    board = await trying.draw(
        reply,
        explored.states,
        focus,
        key=key_of(explored),
        sight=sight,
        picture_states=picture_states,
    )
    if part != "try":
        board = board._replace(picker=None)
    shared_lines = None
    if explored.line:
        shared_lines = await reply.services.sharing.find(explored.match)
    explored = replace(explored, votes=await _votes(reply, explored.match))
    view = cards.ThinkView(explored, reply.user, board.picker, sight, shared_lines, part)
    await reply.private(cards.think(reply.t, view, board))


async def _votes(reply: Reply, match: Match) -> bool:
    """Whether the member is of the team to move."""
    if not match.by_teams:
        return False
    sides = await reply.services.teams.of(match)
    return any(reply.user in side.members for side in sides if side.user == match.mover)


def key_of(explored: Explored) -> tuple[object, ...]:
    """The key of a position among cached pictures."""
    match = explored.match
    root = explored.tree.root(explored.spot)
    return (match.id, match.version, "line", root, *(node.decision for node in explored.line))
