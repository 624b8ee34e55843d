"""The Think board: ``/explore`` and the Think button, trying moves, notes, and conditional
moves.
"""

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
from bot.chat.features.explore.cards import Part, SpotPress
from bot.domain.explorations.tree import Spot
from bot.domain.matches.exploring.commands import Explored
from bot.domain.matches.match import Match


def _at_the_end(match: Match) -> OpenThink:
    return OpenThink(match.id, len(match.decisions))


@feature.on(OpenThink, TryLines, work="board", touched=True)
@match_command(feature, "explore", texts.ABOUT_EXPLORE, _at_the_end, "any", "board")
async def open_board(reply: Reply, press: OpenThink) -> None:
    """Open the Think board at the position that was shown, to look at what was tried there first,
    if anything was.
    """
    match = await reply.watched(press.match)
    ply = press.ply if press.ply < len(match.decisions) else None
    explored = await reply.services.explorations.begin(match, reply.user, ply)
    await show(
        reply,
        explored,
        part="try" if isinstance(press, TryLines) or explored.tree.empty else "look",
    )


@feature.on(cards.ThinkMove, work="board")
async def move(reply: Reply, press: cards.ThinkMove) -> None:
    """Show the next page of choices, or try the decision that was chosen."""
    chosen = decision(press.pressed)
    if chosen is None:
        await _look(reply, press, press.spot, focus=press.pressed, sight=press.sight)
    else:
        explored = await reply.services.explorations.walk(
            press.match, reply.user, press.spot, chosen
        )
        await show(reply, explored, sight=press.sight)


@feature.on(cards.ThinkGo, work="board")
async def go(reply: Reply, press: cards.ThinkGo) -> None:
    """Undo, or show another line or the sight lines."""
    if press.how == "undo":
        match = await reply.watched(press.match)
        await show(
            reply,
            await reply.services.explorations.back(match, reply.user, press.spot),
            sight=press.sight,
        )
    else:
        await _look(
            reply,
            press,
            press.spot,
            sight=press.sight,
            part="lists" if press.how == "lists" else "try",
        )


@feature.on(cards.ThinkPlan, work="board")
async def plan(reply: Reply, press: cards.ThinkPlan) -> None:
    """Prepare the line shown, or cancel that."""
    await show(
        reply, await reply.services.explorations.plan(press.match, reply.user, press.spot, press.on)
    )


@feature.on(cards.ThinkDraft, work="board")
async def draft(reply: Reply, press: cards.ThinkDraft) -> None:
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
    chosen = next(iter(reply.values), "")
    if chosen in (cards.NOTE, cards.MATCH_NOTE):
        await open_note(
            reply, OpenNote(press.match, press.node, press.ply, chosen == cards.MATCH_NOTE)
        )
    elif chosen == cards.DELETE:
        await show(
            reply, await reply.services.explorations.remove(press.match, reply.user, press.spot)
        )
    elif chosen == cards.DELETE_ALL:
        match = await reply.watched(press.match)
        yes = button(reply.t.label(texts.DELETE_ALL_YES), DeleteTree(match.id), "danger")
        no = button(reply.t.label(texts.BACK), _at_the_end(match))
        await reply.private(question(reply.t(texts.DELETE_ALL_ASK, match=match.name), yes, no))
    elif chosen == cards.SHOW:
        await reply.perform(cards.AskToShow(press.match))
    elif (target := lines.spot_of(chosen)) is not None:
        await _look(reply, press, target[0])
    else:
        raise no_such_button()


@feature.on(WriteNote, work="board")
async def note(reply: Reply, press: WriteNote) -> None:
    write = (
        reply.services.explorations.note_match if press.whole else reply.services.explorations.note
    )
    written = " ".join(reply.typed("note", long=True).split())
    await show(reply, await write(press.match, reply.user, press.spot, written))


@feature.on(DeleteTree, work="board")
async def delete(reply: Reply, press: DeleteTree) -> None:
    await show(reply, await reply.services.explorations.clear(press.match, reply.user))


@feature.on(OpenNote)
async def open_note(reply: Reply, press: OpenNote) -> None:
    match = await reply.watched(press.match)
    whole = press.whole
    explored = await reply.services.explorations.look(match, reply.user, press.spot)
    tree = explored.tree
    label = texts.NOTE_FIELD_OPENED if tree.opened else texts.NOTE_FIELD
    written = tree.note if whole else tree.notes.get(explored.spot.key, "")
    field = Field("note", reply.t.label(label, 45), value=written, long=True, required=False)
    press_on_send = WriteNote(match.id, press.node, press.ply, whole)
    await reply.form(
        form(reply.t.label(texts.NOTE_FORM, 45, match=match.name), press_on_send, field)
    )


async def _look(
    reply: Reply,
    press: SpotPress,
    spot: Spot,
    *,
    focus: str = "",
    sight: bool = False,
    part: Part = "try",
) -> None:
    match = await reply.watched(press.match)
    explored = await reply.services.explorations.look(match, reply.user, spot)
    await show(reply, explored, focus=focus, sight=sight, part=part)


async def show(
    reply: Reply, explored: Explored, *, focus: str = "", sight: bool = False, part: Part = "try"
) -> None:
    """Show a position of the member's own tree, by default with the choices in it."""
    boards.call_by_name(reply, [explored.match])
    drawn = () if part == "try" else explored.states
    board = await trying.draw(
        reply, explored.states, focus, key=key_of(explored), sight=sight, drawn=drawn
    )
    if part != "try":
        board = board._replace(picker=None)
    there = await reply.services.sharing.find(explored.match) if explored.line else None
    sides = await reply.services.teams.of(explored.match) if explored.match.by_teams else ()
    explored = replace(
        explored,
        votes=any(reply.user in s.members for s in sides if s.user == explored.match.mover),
    )
    await reply.private(cards.think(reply.t, explored, reply.user, board, sight, there, part))


def key_of(explored: Explored) -> tuple[object, ...]:
    """The key of a position among cached pictures."""
    match = explored.match
    root = explored.tree.root(explored.spot)
    return (match.id, match.version, "line", root, *(node.decision for node in explored.line))
