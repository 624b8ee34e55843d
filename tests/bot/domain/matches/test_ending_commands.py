"""Every condition of the commands that end, claim, leave and resume a match, as pure functions."""

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.domain.errors import Over, Refused
from bot.domain.matches import agreements, endings, turns
from bot.domain.matches.match import Match
from bot.domain.values import COMPUTER, NOBODY
from tests.bot.conftest import ANN, BEN
from tests.bot.domain.matches.values import NOON, after, gone, later, new, over, pinged, without

DAY = timedelta(days=1)


# ------------------------------------------------------------------------------------------------------ endings


def test_a_match_is_aborted_until_both_have_moved() -> None:
    for count in (0, 1):
        aborted = endings.abort(after(new("3d"), count), BEN.id)
        assert (aborted.match.status, aborted.match.winner) == ("aborted", None)
        assert pinged(aborted) == [("finished", ANN.id)]
        assert (aborted.match.due, aborted.match.time.wake, aborted.match.finished) == (None, None, NOON)
        assert endings.forget(after(new(), count), BEN.id).match.reason == "aborted"
    with pytest.raises(Refused, match="you have both moved"):
        endings.abort(after(new(), 2), BEN.id)
    deleted = endings.forget(after(new(), 2), BEN.id).match
    assert (deleted.reason, deleted.winner) == ("deleted", 0)


def test_an_end_clears_every_request_and_the_draft() -> None:
    match = agreements.offer_draw(after(new("3d", options={"turns": "double"}), 1), ANN.id).match
    match = turns.play(match, BEN.id, str(match.state.legal_moves()[0])).match
    for ask in (agreements.ask_pause, agreements.ask_abandon):
        match = ask(match, ANN.id).match
    assert match.draft.decisions
    assert match.exploration_of(1).drafted
    changed = endings.resign(match, BEN.id)
    ended = changed.match
    assert (ended.status, ended.reason, ended.to_move) == ("finished", "resigned", None)
    assert pinged(changed) == [("finished", ANN.id)]
    assert (ended.draw_offer, ended.pause_asked, ended.abandon_asked, ended.takeback_asked) == (None,) * 4
    assert (ended.draft.decisions, ended.explorations[1].drafted, ended.winner) == ((), (), 0)
    assert ended.version == match.version + 1
    assert endings.resign(later(new("3d+1h"), hours=5), BEN.id).match.banks == (67 * 3600, 72 * 3600)


@pytest.mark.parametrize("reason", ["resigned", "agreed", "time", "left", "deleted", "settled", "limit"])
@pytest.mark.parametrize("tournament", [None, 7])
@pytest.mark.parametrize("count", [3, 4])
def test_a_rated_match_counts_after_two_turns_each_or_is_aborted_if_given_up_earlier(
    reason: str, tournament: int | None, count: int
) -> None:
    match = after(new(rated=True, tournament=tournament), count)
    ended = endings.ended(match, winner=0, reason=reason, by=ANN.id).match
    aborted = count < 4 and tournament is None and reason in ("resigned", "agreed", "time", "left", "deleted")
    assert ended.rated == (count >= 4)
    assert (ended.status, ended.winner, ended.reason) == (
        ("aborted", None, "aborted") if aborted else ("finished", 0, reason)
    )
    friendly = endings.ended(after(new(), 0), winner=0, reason=reason, by=ANN.id).match
    assert (friendly.status, friendly.rated) == ("finished", False)


def test_a_result_that_is_settled_counts_only_where_a_player_caused_it() -> None:
    match = after(new(rated=True, tournament=7), 4)
    for rated in (True, False):
        settled = endings.settled(match, winner=1, reason="settled", by=None, rated=rated)
        assert (settled.match.rated, settled.match.winner) == (rated, 1)
    assert not endings.settled(after(new(), 4), winner=1, reason="time", by=None, rated=True).match.rated
    with pytest.raises(Over):
        endings.settled(over(), winner=1, reason="settled", by=None)


def test_managers_stop_a_match_but_not_one_of_a_tournament() -> None:
    stopped = endings.stopped(after(new(), 4))
    assert (stopped.match.reason, pinged(stopped)) == ("aborted", [("stopped", None)])
    with pytest.raises(Refused, match="tournament"):
        endings.stopped(new(tournament=7))
    with pytest.raises(Over):
        endings.stopped(over())
    assert endings.without_note(new(note="hello")).match.note == ""


LATE = later(after(new("1d"), 1), days=1)
"""Ben is out of time."""


def test_the_opponent_of_a_player_out_of_time_claims() -> None:
    for what, end in (("win", ("finished", 0, "time")), ("draw", ("finished", None, "time"))):
        claimed = endings.claim(LATE, ANN.id, what).match
        assert (claimed.status, claimed.winner, claimed.reason) == end
    more = endings.claim(LATE, ANN.id, "time")
    assert (more.match.due, pinged(more)) == (LATE.now + DAY, [("more_time", BEN.id)])
    with pytest.raises(Refused, match="can’t be claimed as a draw"):
        endings.claim(replace(LATE, tournament=1), ANN.id, "draw")
    with pytest.raises(Refused, match="hasn’t left"):
        endings.claim(LATE, ANN.id, "close")
    with pytest.raises(Refused, match="it’s your turn in M1"):
        endings.claim(LATE, BEN.id, "win")
    with pytest.raises(Refused, match="Ben still has time in M1"):
        endings.claim(later(LATE, milliseconds=-1), ANN.id, "win")
    with pytest.raises(Refused, match="M1 has no time limit"):
        endings.claim(after(new(), 1), ANN.id, "win")
    with pytest.raises(Refused, match="the win or a draw, give more time"):
        endings.claim(LATE, ANN.id, "all")


def test_a_claim_against_a_player_who_left_needs_a_day() -> None:
    left = gone(after(new(), 1), BEN.id)
    with pytest.raises(Refused, match=r"Ben may still come back; you can claim M1 in \d+ h"):
        endings.claim(later(left, days=1, milliseconds=-1), ANN.id, "win")
    a_day = later(left, days=1)
    ends = {what: endings.claim(a_day, ANN.id, what).match for what in ("win", "draw", "close")}
    assert [(end.status, end.winner, end.reason) for end in ends.values()] == [
        ("finished", 0, "left"),
        ("finished", None, "left"),
        ("aborted", None, "aborted"),
    ]
    with pytest.raises(Refused, match="no time limit; just wait"):
        endings.claim(a_day, ANN.id, "time")
    # On the claimant's own turn, too, unless they are out of time or would give time to themselves.
    own_turn = gone(new("3d"), BEN.id, days=1)
    assert endings.claim(own_turn, ANN.id, "win").match.reason == "left"
    with pytest.raises(Refused, match="it’s your turn"):
        endings.claim(own_turn, ANN.id, "time")
    with pytest.raises(Refused, match="out of time yourself"):
        endings.claim(later(own_turn, days=2), ANN.id, "win")
    # A player who left and is out of time loses on time, without the day.
    both = gone(LATE, BEN.id)
    assert endings.claim(both, ANN.id, "win").match.reason == "time"
    assert endings.claim(both, ANN.id, "close").match.status == "aborted"


def test_a_player_leaves_and_comes_back() -> None:
    left = endings.presence(new(), BEN.id, True, banned=True)
    assert (left.match.gone, left.match.gone_since, pinged(left)) == (1, NOON, [("left", ANN.id)])
    assert left.events[0].event.payload()["banned"] is True
    again = later(left.match, days=1)
    assert endings.presence(again, BEN.id, True).match is again
    assert endings.presence(again, ANN.id, False).match is again
    back = endings.presence(again, BEN.id, False)
    assert (back.match.gone, back.match.gone_since, back.events) == (None, None, ())
    moved = after(gone(new(), ANN.id), 1)
    assert (moved.gone, moved.gone_since) == (None, None)
    stays = after(gone(new(), BEN.id), 1)
    assert (stays.gone, stays.gone_since) == (1, NOON)


def test_abandoning_needs_both_players_but_no_computer_and_no_tournament() -> None:
    match = new()
    agreed = agreements.answer("abandon", agreements.ask_abandon(match, ANN.id).match, BEN.id, True).match
    assert (agreed.status, agreed.reason) == ("aborted", "abandoned")
    assert agreements.ask_abandon(agreements.ask_abandon(match, ANN.id).match, BEN.id).match.reason == "abandoned"
    for nobody in (COMPUTER, NOBODY):
        assert agreements.ask_abandon(without(match, 1, nobody), ANN.id).match.reason == "abandoned"
    with pytest.raises(Refused, match="tournament match"):
        agreements.ask_abandon(new(tournament=7), ANN.id)


def adjourned(match: Match) -> Match:
    return endings.ended(match, winner=None, reason="adjourned", by=None).match


def test_an_adjourned_match_is_resumed_by_both_with_a_turns_time() -> None:
    match = adjourned(after(new("2d"), 3))
    match = later(match, days=60)
    with pytest.raises(Refused, match="nobody has asked you to resume M1"):
        agreements.answer("take_up", match, BEN.id, True)
    request = agreements.ask_take_up(match, ANN.id).match
    with pytest.raises(Refused, match="already asked to resume M1"):
        agreements.ask_take_up(request, ANN.id)
    for resumed in (agreements.answer("take_up", request, BEN.id, True), agreements.ask_take_up(request, BEN.id)):
        now = resumed.match
        assert (now.status, now.reason, now.finished, now.takeback_asked) == ("running", None, None, None)
        assert (resumed.events[0].event.payload()["yes"], pinged(resumed)) == (True, [("answered", ANN.id)])
        assert (now.due, now.moved, now.version) == (match.now + 2 * DAY, match.now, match.version + 1)
    assert agreements.answer("take_up", request, BEN.id, False).match.status == "aborted"
    with pytest.raises(Refused, match="wasn’t shelved"):
        agreements.ask_take_up(over(), ANN.id)
    with pytest.raises(Refused, match="your opponent in M1 has left"):
        agreements.ask_take_up(without(match, 1, NOBODY), ANN.id)
    assert agreements.ask_take_up(without(match, 1, COMPUTER), ANN.id).match.status == "running"
