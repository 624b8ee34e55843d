"""Making a move by presses: buttons named as the cells on the picture, then a preview.

Only the mover sees it.

The choices made so far are in the buttons' custom ids and in the draft stored with the match.
"""

import render
from bot.chat.board import pickers, trying
from bot.chat.board.choosing import next_stone
from bot.chat.board.links import ShowRules
from bot.chat.board.trying import TriedPosition
from bot.chat.discord.components import Button, Post, button, picture, post, row, text
from bot.chat.discord.press import VersionPress
from bot.chat.discord.reply import Reply
from bot.chat.features.play import texts
from bot.chat.language import phrases, texts as shared
from bot.chat.language.i18n import Language
from bot.chat.pictures.picture import Picture
from bot.domain.matches.match import Draft, Match
from bot.domain.matches.turns import last_choice
from render import Look


class ChooseMove(VersionPress, action="choose"):
    """Press a cell, a stone, a step or an area for the next decision, after ``drafted`` others.

    ``selection`` is a decision or a focus (``bot.chat.board.choosing``); ``sight``: with the sight
    lines drawn.
    """

    drafted: int
    sight: bool
    selection: str


class UndoMove(VersionPress, action="undo"):
    """Take back the last of the ``drafted`` decisions."""

    drafted: int


class ConfirmMove(VersionPress, action="confirm"):
    """Play the drafted turn."""

    drafted: int
    draw: bool


async def pick(
    reply: Reply,
    match: Match,
    draft: Draft | None,
    focus: str = "",
    *,
    sight: bool = False,
    lead: str = "",
) -> None:
    """Show the buttons of the next decision, or the preview of a complete turn.

    ``focus``: the part of the next decision pressed so far; ``sight``: with sight lines; ``lead``:
    a line above.
    """
    if draft is None or not draft.decisions:
        key = (match.id, match.version)
        board = await trying.draw(reply, match.history.states, focus, key=key, sight=sight)
        await reply.private(_picker(reply.t, match, None, board, sight, lead))
        return
    draft_key = (match.id, match.version, *draft.decisions)
    if draft.complete:
        look: Look = {**reply.look(), "sight": sight, "preview": True}
        image = await reply.services.images.board(
            draft.state, key=draft_key, turn=draft.states, **look
        )
        await reply.private(_preview(reply.t, match, draft, image, lead))
        return
    board = await trying.draw(reply, draft.states, focus, key=draft_key, sight=sight)
    await reply.private(_picker(reply.t, match, draft, board, sight, lead))


def _picker(
    t: Language, match: Match, draft: Draft | None, board: TriedPosition, sight: bool, lead: str
) -> Post:
    """The card on which the next decision is chosen."""
    state = board.state
    picker = board.picker
    assert picker is not None
    decisions = draft.decisions if draft is not None else ()
    focus = picker.page.focus
    mark = phrases.mark(match.game, next_stone(state))

    def press(selection: str, lines: bool = sight) -> ChooseMove:
        return ChooseMove(match.id, match.version, len(decisions), lines, selection)

    lines = [lead, t(texts.PICK_TITLE, match=match.name)]
    if decisions:
        lines.append(t(texts.PICK_NEXT, mark=mark, moves=phrases.moves(t, decisions)))
    question = pickers.question(t, picker)
    lines.append(t(shared.TRY_TO_MOVE, mark=mark, question=question))
    lines += pickers.legend(t, picker)
    if draft is not None and draft.draw:
        lines.append(t(texts.WITH_DRAW))
    buttons = list[Button]()
    if draft is not None:
        buttons.append(_undo(t, match, draft))
    if render.has_sight(state):
        label = shared.HIDE_SIGHT if sight else shared.SHOW_SIGHT
        buttons.append(button(t.label(label), press(focus, not sight)))
    hint = None
    if not (decisions or focus):
        buttons.append(button(t.label(shared.RULES), ShowRules(match.id)))
        hint = text(t(texts.PICK_HINT))
    return trying.card(t, board, press, lines, buttons, bottom=hint)


def _preview(t: Language, match: Match, draft: Draft, board: Picture, lead: str) -> Post:
    """The card of a complete turn before it is played."""
    seat = draft.states[0].to_move or 0
    draft_length = len(draft.decisions)
    mark = phrases.mark(match.game, seat)
    moves = phrases.moves(t, draft.decisions, draft.states[0])
    play = ConfirmMove(match.id, match.version, draft_length, draw=False)
    offer = None
    if _may_offer_draw(match, draft):
        play_and_offer = ConfirmMove(match.id, match.version, draft_length, draw=True)
        offer = button(t.label(texts.PLAY_AND_DRAW), play_and_offer)
    return post(
        text(
            lead,
            t(texts.PREVIEW, match=match.name, mark=mark, moves=moves),
            t(texts.PREVIEW_TEXT),
            t(texts.WITH_DRAW) if draft.draw else None,
        ),
        picture(board),
        row(button(_play(t, draft), play, "success"), offer, _undo(t, match, draft)),
        colour=phrases.colour(match.game, seat),
    )


def _may_offer_draw(match: Match, draft: Draft) -> bool:
    """Whether a turn that does not end the match may come with a draw offer."""
    if draft.draw or draft.state.to_move is None:
        return False
    return match.state.turn >= match.game.draw_from


def _play(t: Language, draft: Draft) -> str:
    """What the button that plays a turn says."""
    takeover = draft.state.taken_over
    if takeover:
        return t.label(shared.OPTION_SWAP, cells=tuple(takeover))
    return t.label(texts.PLAY, moves=" ".join(draft.decisions))


def _undo(t: Language, match: Match, draft: Draft) -> Button:
    """The button that takes back the last decision of a draft, and those that it forced."""
    choice = last_choice(draft)
    start = draft.states[-1 - len(choice)]
    label = t.label(shared.TRY_UNDO, move=phrases.written(t, choice, start))
    return button(label, UndoMove(match.id, match.version, len(draft.decisions)))
