"""Why what was touched on a board is no move."""

from bot.domain.errors import NotFound
from bot.domain.matches.match import Match
from bot.domain.matches.turns import last_choice
from bot.web import protocol
from bot.web.fields import OUT_OF_DATE
from bot.web.visits import Visit, without_markup
from games.core import Move


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
    kinds = {move.kind for move in state.legal_moves() if bool(move.source) == bool(source)}
    kind = "step" if source else "place"
    if kinds:
        kind = min(kinds)
    sentence = visit.t.as_sentence(state.objection(Move(kind, cell, source)))
    return {"kind": "word", "text": without_markup(sentence)}
