"""Why what was touched on a board is no move."""

from bot.domain.errors import NotFound
from bot.domain.matches.match import Match
from bot.domain.matches.turns import last_choice
from bot.web import protocol, texts
from bot.web.fields import LONGEST_MOVE, OUT_OF_DATE
from bot.web.visits import Visit, without_markup
from games.core import Move


def objection(visit: Visit, match: Match, cell: str, source: str) -> protocol.Word:
    """In one sentence, why the member cannot place on a cell, or go there from a source.

    Raises NotFound for cells that no board has.
    """
    if not cell or max(len(cell), len(source)) > LONGEST_MOVE:
        raise NotFound(OUT_OF_DATE)
    draft = match.draft_of(visit.user)
    state = match.state
    if draft is not None:
        state = draft.state
        if draft.complete:
            state = draft.states[-1 - len(last_choice(draft))]
    moves = state.legal_moves()
    if not source and moves and all(move.source for move in moves if move.target):
        return {"kind": "word", "text": visit.t.say(texts.CHOOSE_STONE)}
    touching = [move for move in moves if move.target]
    kinds = {move.kind for move in touching if bool(move.source) == bool(source)}
    kind = "step" if source else "place"
    if kinds:
        kind = min(kinds)
    sentence = visit.t.as_sentence(state.objection(Move(kind, cell, source)))
    return {"kind": "word", "text": without_markup(sentence)}
