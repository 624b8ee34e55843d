"""A turn of several decisions: chosen one by one, undone, confirmed, and begun anew."""

import pytest

from bot.domain.errors import NotYours, Refused, Stale, Unplayable
from bot.domain.matches import agreements, turns
from bot.domain.matches.match import Match
from tests.bot.conftest import ANN, BEN, CAT
from tests.bot.domain.matches.values import after, new, over


def double() -> Match:
    """A match in which a turn has two decisions, and Ben is to move."""
    return after(new("3d", options={"turns": "double"}), 1)


def legal(match: Match, number: int = 0) -> str:
    """A legal decision after those in the draft."""
    return str(match.draft.state.legal_moves()[number])


def drafted(match: Match) -> Match:
    """The match in which Ben has chosen the first of two decisions."""
    return turns.play(match, BEN.id, legal(match)).match


def test_a_turn_is_played_when_its_last_decision_is_chosen() -> None:
    match = drafted(double())
    assert match.history.entries == double().history.entries
    assert len(match.draft.decisions) == 1
    assert not match.draft.complete
    after_turn = turns.play(match, BEN.id, legal(match)).match
    assert len(after_turn.history.decisions) == 3
    assert after_turn.mover == ANN.id
    assert after_turn.draft.decisions == ()


def test_a_draft_is_seen_by_who_is_to_move_only() -> None:
    match = drafted(double())
    assert match.draft_of(BEN.id) is not None
    assert match.draft_of(ANN.id) is None
    assert match.draft_of(CAT.id) is None


def test_the_last_choice_is_undone_and_with_none_there_is_nothing_to_undo() -> None:
    match = drafted(double())
    match_after = turns.undo(match, BEN.id).match
    assert match_after.draft.decisions == ()
    with pytest.raises(Refused, match="nothing to undo; ask for a takeback to undo a played turn"):
        turns.undo(match_after, BEN.id)


def test_a_whole_turn_waits_to_be_confirmed_where_a_player_wants_that() -> None:
    match = drafted(double())
    with pytest.raises(Refused, match="your turn isn’t finished yet"):
        turns.confirm(match, BEN.id)
    whole = turns.play(match, BEN.id, legal(match), confirm=True).match
    assert whole.draft.complete
    assert whole.mover == BEN.id
    with pytest.raises(Unplayable, match=r"your turn is complete with .*; confirm it, or undo"):
        turns.play(whole, BEN.id, "hm", draft_length=2)
    after_turn = turns.confirm(whole, BEN.id).match
    assert after_turn.mover == ANN.id
    assert after_turn.history.decisions[1:] == whole.draft.decisions


def test_a_whole_turn_may_be_typed_in_place_of_the_draft() -> None:
    match = drafted(double())
    first = str(match.state.legal_moves()[-1])
    after_last = match.state.play(match.state.legal_moves()[-1])
    second = str(after_last.legal_moves()[-1])
    after_turn = turns.play(match, BEN.id, f"{first} {second}").match
    assert after_turn.history.decisions[1:] == (first, second)


def test_what_is_refused_says_what_is_chosen_already() -> None:
    match = drafted(double())
    with pytest.raises(Unplayable, match=f"^you’ve already chosen {match.draft.decisions[0]}: "):
        turns.play(match, BEN.id, "zz9", draft_length=1)


@pytest.mark.parametrize("command", ["play", "confirm", "undo"])
def test_a_press_on_a_draft_that_has_moved_on_is_stale(command: str) -> None:
    match = drafted(double())
    calls = {
        "play": lambda **terms: turns.play(match, BEN.id, legal(match), **terms),
        "confirm": lambda **terms: turns.confirm(match, BEN.id, **terms),
        "undo": lambda **terms: turns.undo(match, BEN.id, **terms),
    }
    with pytest.raises(Stale, match="your turn in M1 has moved on; here it is"):
        calls[command](draft_length=0)
    with pytest.raises(Stale):
        calls[command](draft_length=2)
    with pytest.raises(Stale):
        calls[command](version=match.version - 1)


def test_only_who_is_to_move_plays() -> None:
    match = after(new(), 1)
    move = legal(match)
    with pytest.raises(NotYours):
        turns.play(match, CAT.id, move)
    with pytest.raises(Refused, match="turn"):
        turns.play(match, ANN.id, move)
    with pytest.raises(Refused, match="M1 is over"):
        turns.play(over(), BEN.id, move)


def test_a_draw_is_offered_with_a_turn_once_it_is_played() -> None:
    match = drafted(double())
    whole = turns.play(match, BEN.id, legal(match), confirm=True, draw=True).match
    assert whole.draw_offer is None
    assert turns.confirm(whole, BEN.id).match.draw_offer == 1
    draft = turns.play(match, BEN.id, legal(match), confirm=True).match
    offer = turns.confirm(draft, BEN.id, draw=True).match
    assert offer.draw_offer == 1
    agreement = agreements.answer("draw", offer, ANN.id, True).match
    assert agreement.reason == "agreed"
