"""Making a move by presses: buttons named as the cells on the picture, then a preview. Only the mover sees it.

The choices made so far are in the buttons' custom ids and in the draft stored with the match.
"""

from __future__ import annotations

import render
from bot.chat.board import pickers, trying
from bot.chat.board.links import ShowRules
from bot.chat.board.pickers import Picker
from bot.chat.discord.components import Button, Post, button, picture, post, row, text
from bot.chat.discord.reply import Reply
from bot.chat.features.play import texts
from bot.chat.features.play.presses import ChooseMove, ConfirmMove, UndoMove
from bot.chat.language import phrases
from bot.chat.language import texts as shared
from bot.chat.language.i18n import Language
from bot.chat.pictures.picture import Picture
from bot.domain.matches.match import Draft, Match
from bot.domain.matches.turns import last_choice
from games.core import State
from render import Look


async def pick(
    reply: Reply, match: Match, draft: Draft | None, focus: str = "", *, sight: bool = False, lead: str = ""
) -> None:
    """Show the buttons of the next decision, or the preview of a complete turn.

    ``focus``: the part of the next decision pressed so far; ``sight``: with sight lines; ``lead``: a line above.
    """
    if draft is not None and not draft.decisions:
        draft = None
    key = (match.id, match.version, *(draft.decisions if draft else ()))
    if draft is not None and draft.complete:
        look: Look = {**reply.look(), "sight": sight}
        image = await reply.services.images.board(draft.state, key=key, turn=draft.states, **look)
        await reply.private(_preview(reply.t, match, draft, image, lead))
        return
    board = await trying.draw(reply, draft.states if draft else match.trail, focus, key=key, sight=sight)
    if board.picker is not None:
        await reply.private(_picker(reply.t, match, draft, board.image, board.picker, sight, lead))


def _picker(
    t: Language, match: Match, draft: Draft | None, board: Picture, shown: Picker, sight: bool, lead: str
) -> Post:
    """The card on which the next decision is chosen."""
    state = draft.state if draft else match.state
    done = draft.decisions if draft else ()
    mark = phrases.mark(match.game, next_stone(state))

    def press(pressed: str, lines: bool = sight) -> ChooseMove:
        return ChooseMove(match.id, match.version, len(done), lines, pressed)

    focus = shown.page.focus
    label = shared.HIDE_SIGHT if sight else shared.SHOW_SIGHT
    return post(
        text(
            lead or None,
            t(texts.PICK_TITLE, match=match.name),
            t(texts.PICK_NEXT, mark=mark, moves=phrases.moves(done)) if done else None,
            t(texts.PICK_FIRST, mark=mark, question=t(pickers.question(shown))),
            *pickers.legend(t, shown),
            t(texts.WITH_DRAW) if draft is not None and draft.draw else None,
        ),
        picture(board),
        *pickers.rows(shown, press),
        row(
            *pickers.controls(t, shown, press),
            _undo(t, match, draft) if draft else None,
            button(t.label(label), press(focus, not sight)) if render.has_sight(state) else None,
            button(t.label(shared.RULES), ShowRules(match.id)) if not (done or focus) else None,
        ),
        text(t(texts.PICK_HINT)) if not (done or focus) else None,
        colour=phrases.colour(match.game, state.to_move),
        pictures=[board],
    )


def next_stone(state: State) -> int:
    """The seat whose stone the next decision places: before a swap a player may place the opponent's, too."""
    moves = state.legal_moves()
    target = moves[0].target if moves and not moves[0].source else None
    stones = state.play(moves[0]).pieces().get(target, ()) if target else ()
    return stones[-1] if stones else state.to_move or 0


def _preview(t: Language, match: Match, draft: Draft, board: Picture, lead: str) -> Post:
    """The card of a complete turn before it is played."""
    seat, drafted = draft.states[0].to_move or 0, len(draft.decisions)
    may_offer = not draft.draw and draft.state.to_move is not None
    play, offer = (ConfirmMove(match.id, match.version, drafted, draw) for draw in (False, True))
    return post(
        text(
            lead or None,
            t(texts.PREVIEW, match=match.name),
            t(texts.PREVIEW_TEXT, mark=phrases.mark(match.game, seat), moves=phrases.moves(draft.decisions)),
            t(texts.WITH_DRAW) if draft.draw else None,
        ),
        picture(board),
        row(
            button(t.label(texts.PLAY, moves=" ".join(draft.decisions)), play, "success"),
            button(t.label(texts.PLAY_AND_DRAW), offer) if may_offer else None,
            _undo(t, match, draft),
        ),
        colour=phrases.colour(match.game, seat),
        pictures=[board],
    )


def _undo(t: Language, match: Match, draft: Draft) -> Button:
    """The button that takes back the last decision of a draft, and those that it forced."""
    label = t.label(texts.UNDO, move=" ".join(last_choice(draft)))
    return button(label, UndoMove(match.id, match.version, len(draft.decisions)))
