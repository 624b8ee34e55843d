"""Why what was touched on a board is no move."""

from bot.domain.errors import NotFound
from bot.domain.matches.match import Match
from bot.domain.matches.turns import last_choice
from bot.web import protocol, texts
from bot.web.fields import OUT_OF_DATE
from bot.web.visits import Visit, without_markup
from games.core import Move, State


def objection(visit: Visit, match: Match, cell: str, source: str) -> protocol.Word:
    """In one sentence, why the member cannot place on a cell, or go there from a source.

    Raises NotFound for cells that no board has.
    """
    cells = match.state.board.cells
    if cell not in cells or (source and source not in cells):
        raise NotFound(OUT_OF_DATE)
    draft = match.draft_of(visit.user)
    state = match.state
    if draft is not None:
        state = draft.state
        if draft.complete:
            state = draft.states[-1 - len(last_choice(draft))]
    legal = [move for move in state.legal_moves() if move.target]
    if not source and legal and all(move.source for move in legal):
        sentence = _objection_to_source(visit, state, cell, legal[0])
    else:
        kinds = {move.kind for move in legal if bool(move.source) == bool(source)}
        kind = "step" if source else "place"
        if kinds:
            kind = min(kinds)
        sentence = visit.t.as_sentence(state.objection(Move(kind, cell, source)))
    return {"kind": "word", "text": without_markup(sentence)}


def _objection_to_source(visit: Visit, state: State, cell: str, move: Move) -> str:
    """Why no move starts at a cell, where each is made with a stone that is chosen first.

    :param move: one that is legal
    """
    stones = state.pieces().get(cell, ())
    if stones and stones[-1] == state.to_move:
        return visit.t(texts.NO_MOVE_FROM, cell=cell)
    return visit.t.as_sentence(state.objection(Move(move.kind, move.target, cell)))
