"""What a player does in a match on the page: with the same draft and turn as in the chat."""

from bot.domain.matches.match import Match
from bot.web.fields import LONGEST_MOVE, Body, number_in, text_in
from bot.web.visits import Visit


def is_already_done(match: Match, user: int, act: str, body: Body) -> bool:
    """Whether a match is already as a request leaves it: one whose answer was lost is sent again.

    Raises NotFound.
    """
    if act == "play":
        return _is_already_played(match, user, body)
    if act not in ("choose", "undo") or match.version != number_in(body, "version"):
        return False
    draft = match.draft_of(user)
    decisions = draft.decisions if draft else ()
    draft_length = number_in(body, "drafted")
    if act == "choose":
        number = draft_length - _replaced(body)
        return decisions[number : number + 1] == (body.get("move"),)
    return match.mover == user and len(decisions) < draft_length


def _is_already_played(match: Match, user: int, body: Body) -> bool:
    """Whether the turn that a request plays is in the match, as the member's own."""
    version = number_in(body, "version")
    decisions = body.get("made")
    if match.version <= version or not isinstance(decisions, list) or not decisions:
        return False
    ply = number_in(body, "ply")
    if ply > match.state.ply:
        return False
    seat = match.history.until(ply).state.to_move
    if seat is None or match.seats[seat] != user:
        return False
    return [*match.decisions[ply : ply + len(decisions)]] == decisions


async def perform(visit: Visit, match: Match, act: str, body: Body) -> Match:
    """Do what a player asks for on the board as they saw it; the match afterwards.

    :param act: ``choose`` a decision, ``undo`` one, or ``play`` the turn.

    Raises Refused, Stale.
    """
    matches = visit.services.matches
    user = visit.user
    version = number_in(body, "version")
    if version != match.version:
        raise match.stale()
    draft_length = number_in(body, "drafted")
    if act == "undo":
        result = await matches.undo(match, user, version=version, draft_length=draft_length)
        return result.match
    if act == "play":
        draw = body.get("draw") is True
        result = await matches.confirm(
            match, user, version=version, draft_length=draft_length, draw=draw
        )
        return result.match
    move = text_in(body, "move", LONGEST_MOVE)
    result = await matches.play(
        match,
        user,
        move,
        version=version,
        draft_length=draft_length,
        confirm=True,
        instead=_replaced(body) > 0,
    )
    return result.match


def _replaced(body: Body) -> int:
    """How many drafted decisions a choice takes the place of."""
    return number_in(body, "instead") if "instead" in body else 0
