"""Every condition of the commands on matches, as pure functions: who may do what, until when, and what follows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from bot.domain.errors import NotYours, NotYourTurn, Over, Refused, Stale, Unplayable
from bot.domain.explorations.tree import Spot
from bot.domain.hours import parse
from bot.domain.matches import agreements, endings, prepared_moves, turns
from bot.domain.matches.match import Changed, Match, other_than
from bot.domain.matches.waiting import commands as waiting
from bot.domain.members.settings import MemberSettings
from bot.domain.values import COMPUTER, NOBODY, Person
from tests.bot.conftest import ANN, BEN, CAT
from tests.bot.domain.matches.values import LOOPHOLE, NOON, after, gone, later, new, over, pinged, without

DAY = timedelta(days=1)
MILLISECOND = timedelta(milliseconds=1)


def asked(match: Match, user: int, ask: Callable[[Match, int], Changed]) -> Match:
    return ask(match, user).match


# ----------------------------------------------------------------------------------------------- who may act

COMMANDS: dict[str, Callable[[Match, int, int | None], Changed]] = {
    "resign": endings.resign,
    "abort": endings.abort,
    "claim": lambda match, user, version: endings.claim(match, user, "win", version),
    "offer a draw": agreements.offer_draw,
    "answer a draw": lambda match, user, version: agreements.answer_draw(match, user, True, version),
    "ask for a takeback": agreements.ask_takeback,
    "answer a takeback": lambda match, user, version: agreements.answer_takeback(match, user, True, version),
    "ask for a pause": agreements.ask_pause,
    "answer a pause": lambda match, user, version: agreements.answer_pause(match, user, True, version),
    "ask to abandon": agreements.ask_abandon,
    "answer to abandon": lambda match, user, version: agreements.answer_abandon(match, user, True, version),
    "play": lambda match, user, version: turns.play(match, user, "a1", version=version),
    "confirm": lambda match, user, version: turns.confirm(match, user, version=version),
    "undo": lambda match, user, version: turns.undo(match, user, version=version),
    "nudge": waiting.nudge,
    "play on": waiting.play_on,
}


@pytest.mark.parametrize("command", COMMANDS.values(), ids=COMMANDS)
def test_only_players_act_and_only_on_the_running_match_that_they_see(
    command: Callable[[Match, int, int | None], Changed],
) -> None:
    match = new()
    with pytest.raises(NotYours, match="M1 is Ann against Ben; you can only watch"):
        command(match, CAT.id, None)
    with pytest.raises(Over, match="M1 is over"):
        command(over(), ANN.id, None)
    with pytest.raises(Stale):
        command(match, ANN.id, match.version + 1)


def test_only_the_player_to_move_plays_and_not_in_a_pause() -> None:
    match = new("3d")
    with pytest.raises(NotYourTurn, match="it’s not your turn in M1; Ann to move"):
        match.moving(BEN.id)
    assert match.moving(ANN.id, match.version) == 0
    paused = agreements.ask_pause(asked(match, BEN.id, agreements.ask_pause), ANN.id).match
    with pytest.raises(Refused, match="M1 is paused"):
        paused.moving(ANN.id)
    assert (over().to_move, over().mover, over().away) == (None, None, (None, None))


def test_a_former_member_is_named_as_such() -> None:
    with pytest.raises(NotYours, match="M1 is a former member against Ben"):
        without(new(), 0, NOBODY).playing(CAT.id)
    assert [other_than(new(), user) for user in (ANN.id, BEN.id, None)] == [BEN.id, ANN.id, ANN.id]
    assert new().opponent(ANN.id) == BEN.id
    assert new().seat_of(BEN.id) == 1
    assert new().seat_of(CAT.id) is None


def test_a_player_is_away_until_the_moment_their_vacation_ends() -> None:
    until = replace(new(), vacations=(NOON, NOON + MILLISECOND))
    assert until.away == (None, NOON + MILLISECOND)


# --------------------------------------------------------------------------------------------------- requests

REQUESTS: dict[str, tuple[Callable[[Match, int], Changed], Callable[[Match, int, bool], Changed], str, str]] = {
    "draw": (agreements.offer_draw, agreements.answer_draw, "already offered a draw", "no draw offer to answer"),
    "takeback": (agreements.ask_takeback, agreements.answer_takeback, "already asked for a takeback", "no takeback"),
    "pause": (agreements.ask_pause, agreements.answer_pause, "already asked for a pause", "no pause request"),
    "abandon": (agreements.ask_abandon, agreements.answer_abandon, "already asked to abandon M1", "nobody has asked"),
}


@pytest.mark.parametrize(("asker", "other"), [(ANN, BEN), (BEN, ANN)], ids=["Ann", "Ben"])
@pytest.mark.parametrize("what", REQUESTS)
def test_a_request_is_made_once_and_answered_by_the_opponent_alone(what: str, asker: Person, other: Person) -> None:
    ask, answer, already, nothing = REQUESTS[what]
    match = after(new("3d"), 2)
    with pytest.raises(Refused, match=nothing):
        answer(match, other.id, True)
    request = ask(match, asker.id)
    assert pinged(request) == [("asked", other.id)]
    assert request.events[0].event.payload()["by"] == asker.id
    assert request.match.quiet.since == match.now
    with pytest.raises(Refused, match=already):
        ask(request.match, asker.id)
    with pytest.raises(Refused, match=f"you asked this yourself; wait for {other.name}"):
        answer(request.match, asker.id, True)
    declined = answer(request.match, other.id, False)
    assert pinged(declined) == [("answered", asker.id)]
    payload = declined.events[0].event.payload()
    assert (payload["request"], payload["yes"], payload["by"]) == (what, False, other.id)
    assert (declined.match.status, declined.match.version) == ("running", match.version)
    with pytest.raises(Refused, match=nothing):
        answer(declined.match, other.id, True)
    with pytest.raises(Refused, match=f"{other.name} has declined that; you can ask again next turn"):
        ask(declined.match, asker.id)
    ask(declined.match, other.id)  # only the same request of the same player is refused
    if what == "draw":  # one offer a ply
        with pytest.raises(Refused, match=already):
            ask(later(declined.match, days=1), asker.id)
    else:
        ask(later(declined.match, days=1), asker.id)


@pytest.mark.parametrize(("what", "strict"), [("draw", False), ("pause", False), ("takeback", True), ("abandon", True)])
def test_an_offer_and_a_pause_may_be_answered_at_a_later_version_but_other_requests_may_not(
    what: str, strict: bool
) -> None:
    ask, _, _, _ = REQUESTS[what]
    request = replace(ask(after(new("3d"), 2), ANN.id).match, version=9)
    answer: Any = REQUESTS[what][1]
    if strict:
        with pytest.raises(Stale):
            answer(request, BEN.id, True, 8)
    else:
        answer(request, BEN.id, True, 8)
        with pytest.raises(Stale):  # where nothing is left to answer, that is why
            answer(new(), BEN.id, True, 8)


def test_two_refusals_within_a_day_hold_for_a_day() -> None:
    match = after(new("3d"), 2)
    for turn in range(2):
        match = agreements.answer_draw(agreements.offer_draw(after(match, 2 * turn), ANN.id).match, BEN.id, False).match
    match = after(match, 2)
    with pytest.raises(Refused, match="Ben has declined that; you can ask again in 24 h"):
        agreements.offer_draw(match, ANN.id)
    with pytest.raises(Refused, match="in 1 h"):
        agreements.offer_draw(later(match, hours=24, seconds=-1), ANN.id)
    with pytest.raises(Refused, match="in 2 h"):
        agreements.offer_draw(later(match, hours=22, seconds=-0.001 + 3600 * 0.999), ANN.id)
    agreements.offer_draw(later(match, hours=24), ANN.id)


def test_two_refusals_a_day_apart_do_not_add_up() -> None:
    match = agreements.answer_pause(agreements.ask_pause(new(), ANN.id).match, BEN.id, False).match
    match = later(match, days=1)
    match = agreements.answer_pause(agreements.ask_pause(match, ANN.id).match, BEN.id, False).match
    agreements.ask_pause(after(match, 2), ANN.id)


def test_an_offer_cannot_be_made_twice_at_one_ply_even_if_it_lapsed() -> None:
    match = replace(agreements.offer_draw(new(), BEN.id).match, draw_offer=None)
    with pytest.raises(Refused, match="again next turn"):
        agreements.offer_draw(match, BEN.id)
    assert agreements.offer_draw(match, ANN.id).match.draw_plies == (0, 0)
    assert agreements.offer_draw(after(match, 1), BEN.id).match.draw_plies == (None, 1)


def test_the_draw_offer_of_the_player_to_move_lapses_with_the_opponents_turn() -> None:
    offered = after(agreements.offer_draw(new(), ANN.id).match, 1)
    assert offered.draw_offer == 0
    assert after(offered, 1).draw_offer is None
    assert after(agreements.offer_draw(new(), BEN.id).match, 1).draw_offer is None


def test_a_takeback_goes_back_before_ones_own_turn_and_gives_a_turns_time() -> None:
    match = after(new("3d"), 4, hours=1)
    for user, turns_back in ((ANN.id, 2), (BEN.id, 1)):
        seat = match.playing(user)
        request = agreements.ask_takeback(match, user)
        assert request.events[0].event.payload()["turns"] == turns_back
        back = agreements.answer_takeback(later(request.match, hours=5), match.opponent(user), True)
        assert back.match.decisions == match.decisions[: 4 - turns_back]
        assert (back.match.to_move, back.match.version) == (seat, match.version + 1)
        assert (back.match.takeback_asked, back.match.draw_offer, back.match.draw_plies) == (None, None, (None, None))
        assert back.match.due == later(request.match, hours=5).now + 3 * DAY
        assert pinged(back) == [("answered", user)]
    with pytest.raises(Refused, match="Ann has asked for a takeback; answer that first"):
        agreements.ask_takeback(agreements.ask_takeback(match, ANN.id).match, BEN.id)


def test_turns_that_were_given_or_forced_cannot_be_taken_back() -> None:
    first = after(new(), 1).decisions
    match = new(given=first)
    assert match.history.given == 1
    with pytest.raises(Over, match="no turn to take back"):
        agreements.ask_takeback(match, ANN.id)


def test_the_computer_agrees_to_a_takeback_at_once_and_pings_nobody() -> None:
    match = after(new(second=LOOPHOLE, level=1), 1)
    back = agreements.ask_takeback(match, ANN.id)
    assert (back.match.decisions, pinged(back)) == ((), [("answered", None)])
    assert back.events[0].event.payload()["by"] == COMPUTER


def test_the_computer_is_asked_without_a_notice_and_may_decline_again_and_again() -> None:
    match = new(second=LOOPHOLE, level=1)
    for _ in range(3):
        offered = agreements.offer_draw(match, ANN.id)
        assert offered.events == ()
        match = after(agreements.answer_draw(offered.match, COMPUTER, False).match, 2)
        assert match.refusals.latest == ()


# ------------------------------------------------------------------------------------------------------ pauses


def paused(match: Match) -> Match:
    return agreements.answer_pause(agreements.ask_pause(match, ANN.id).match, BEN.id, True).match


def test_a_match_out_of_time_can_neither_be_paused_nor_asked_to() -> None:
    match = new("1d")
    in_time, late = later(match, days=1, milliseconds=-1), later(match, days=1)
    assert not in_time.overdue
    assert late.overdue
    for asker, other in ((ANN.id, BEN.id), (BEN.id, ANN.id)):
        agreements.ask_pause(in_time, asker)
        with pytest.raises(Refused, match="time has run out in M1"):
            agreements.ask_pause(late, asker)
        request = agreements.ask_pause(match, asker).match
        assert agreements.answer_pause(request.at(in_time.now), other, True).match.paused == in_time.now
        with pytest.raises(Refused, match="time has run out in M1"):
            agreements.answer_pause(request.at(late.now), other, True)
        declined = agreements.answer_pause(request.at(late.now), other, False).match
        assert (declined.paused, declined.pause_asked) == (None, None)


def test_who_asks_for_a_pause_that_the_opponent_asked_for_agrees() -> None:
    both = agreements.ask_pause(agreements.ask_pause(new("1d"), ANN.id).match, BEN.id)
    assert (both.match.paused, both.match.pause_asked) == (NOON, None)
    with pytest.raises(Refused, match="no clock to pause"):
        agreements.ask_pause(new(second=LOOPHOLE, level=1), ANN.id)


def test_a_pause_does_not_count_and_the_player_to_move_ends_it_at_once() -> None:
    match = paused(later(new("3d"), days=1))
    assert (match.time.wake, match.overdue) == (None, False)
    resumed = agreements.ask_pause(later(match, days=9), ANN.id)
    assert (resumed.match.paused, resumed.match.due) == (None, NOON + 12 * DAY)
    assert resumed.events[0].event.payload()["request"] == "end_pause"


def test_the_opponent_ends_a_pause_by_agreement_or_after_a_week() -> None:
    match = paused(new("3d"))
    request = agreements.ask_pause(match, BEN.id)
    assert pinged(request) == [("asked", ANN.id)]
    assert request.match.time.wake == NOON + 7 * DAY
    with pytest.raises(Refused, match="resumes by itself after a week"):
        agreements.ask_pause(request.match, BEN.id)
    with pytest.raises(Refused, match="you can’t decline this: Ben asked to resume"):
        agreements.answer_pause(request.match, ANN.id, False)
    for agreed in (
        agreements.answer_pause(request.match, ANN.id, True),
        agreements.ask_pause(request.match, ANN.id),
    ):
        assert agreed.match.paused is None
        assert agreed.events[0].event.payload()["request"] == "resume"
    early = later(request.match, days=7, milliseconds=-1)
    assert agreements.wake(early).match is early
    by_itself = agreements.wake(later(request.match, days=7))
    assert (by_itself.match.paused, pinged(by_itself)) == (None, [("answered", ANN.id)])
    assert by_itself.events[0].event.payload()["by"] == BEN.id


def test_the_end_of_a_round_ends_a_pause_and_tells_both() -> None:
    match = paused(new("3d"))
    ended = agreements.end_pause(match)
    assert pinged(ended) == [("answered", ANN.id), ("answered", BEN.id)]
    assert [(addressed.public, addressed.event.payload()["yes"]) for addressed in ended.events] == [
        (True, True),
        (False, True),
    ]
    assert agreements.end_pause(new()).events == ()


# -------------------------------------------------------------------------------------------------- annulments


def test_a_result_is_annulled_within_a_day_and_by_both_players() -> None:
    match = endings.resign(after(new(rated=True), 4), ANN.id).match
    for moment in (match, later(match, days=1)):
        request = agreements.ask_annulment(moment, ANN.id)
        assert pinged(request) == [("asked", BEN.id)]
        annulled = agreements.answer_annulment(request.match, BEN.id, True)
        assert (annulled.match.status, annulled.match.reason, annulled.match.winner) == ("aborted", "taken-back", None)
        assert (annulled.match.version, annulled.match.takeback_asked) == (match.version + 1, None)
        assert agreements.ask_annulment(request.match, BEN.id).match.reason == "taken-back"


def test_what_may_not_be_annulled() -> None:
    match = over()
    refused = {
        "M1 is not over yet": new(),
        "M1 has no result to annul": endings.abort(new(), ANN.id).match,
        "no opponent who could agree": without(match, 1, COMPUTER),
        "there’s no opponent": without(match, 1, NOBODY),
        "M1 ended earlier": later(match, days=1, milliseconds=1),
    }
    for sentence, which in refused.items():
        with pytest.raises(Refused, match=sentence):
            agreements.may_annul(which, ANN.id)
    with pytest.raises(NotYours):
        agreements.may_annul(match, CAT.id)
    assert (agreements.may_annul(match, ANN.id), agreements.may_annul(match, BEN.id)) == (0, 1)
    with pytest.raises(Refused, match="nobody has asked you to annul M1"):
        agreements.answer_annulment(match, BEN.id, True)
    with pytest.raises(Refused, match="already asked to annul"):
        agreements.ask_annulment(agreements.ask_annulment(match, ANN.id).match, ANN.id)
    declined = agreements.answer_annulment(agreements.ask_annulment(match, ANN.id).match, BEN.id, False).match
    assert (declined.status, declined.takeback_asked) == ("finished", None)
    with pytest.raises(Refused, match="in 24 h"):
        agreements.ask_annulment(declined, ANN.id)


# ------------------------------------------------------------------------------------------------------ endings


def test_a_match_is_aborted_until_both_have_moved() -> None:
    for count in (0, 1):
        aborted = endings.abort(after(new("3d"), count), BEN.id)
        assert (aborted.match.status, aborted.match.winner, pinged(aborted)) == (
            "aborted",
            None,
            [("finished", ANN.id)],
        )
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
    ended = endings.resign(match, BEN.id).match
    assert (ended.draw_offer, ended.pause_asked, ended.abandon_asked, ended.takeback_asked) == (None,) * 4
    assert (ended.draft.decisions, ended.explorations[1].drafted, ended.winner) == ((), (), 0)
    assert ended.version == match.version + 1


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
    assert (stopped.match.reason, pinged(stopped)) == ("aborted", [("stopped", ANN.id), ("stopped", BEN.id)])
    with pytest.raises(Refused, match="tournament"):
        endings.stopped(new(tournament=7))
    with pytest.raises(Over):
        endings.stopped(over())
    assert endings.without_note(new(note="hello")).match.note == ""


LATE = later(after(new("1d"), 1), days=1)
"""Ben is out of time."""
CLAIMED = {
    "win": ("finished", 0, "time"),
    "draw": ("finished", None, "time"),
}


def test_the_opponent_of_a_player_out_of_time_claims() -> None:
    for what, end in CLAIMED.items():
        claimed = endings.claim(LATE, ANN.id, what).match
        assert (claimed.status, claimed.winner, claimed.reason) == end
    more = endings.claim(LATE, ANN.id, "time")
    assert (more.match.due, pinged(more)) == (LATE.now + DAY, [("more_time", BEN.id)])
    with pytest.raises(Refused, match="hasn’t left"):
        endings.claim(LATE, ANN.id, "close")
    with pytest.raises(Refused, match="it’s your turn in M1"):
        endings.claim(LATE, BEN.id, "win")
    with pytest.raises(Refused, match="Ben still has time in M1"):
        endings.claim(later(LATE, milliseconds=-1), ANN.id, "win")
    with pytest.raises(Refused, match="M1 has no time limit"):
        endings.claim(after(new(), 1), ANN.id, "win")
    with pytest.raises(Refused, match="win, draw, time or close"):
        endings.claim(LATE, ANN.id, "all")


def test_a_claim_against_a_player_who_left_needs_a_day() -> None:
    left = gone(after(new(), 1), BEN.id)
    with pytest.raises(Refused, match="Ben left M1 less than a day ago"):
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
    agreed = agreements.answer_abandon(agreements.ask_abandon(match, ANN.id).match, BEN.id, True).match
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
        agreements.answer_take_up(match, BEN.id, True)
    request = agreements.ask_take_up(match, ANN.id).match
    with pytest.raises(Refused, match="already asked to resume M1"):
        agreements.ask_take_up(request, ANN.id)
    for resumed in (agreements.answer_take_up(request, BEN.id, True), agreements.ask_take_up(request, BEN.id)):
        now = resumed.match
        assert (now.status, now.reason, now.finished, now.takeback_asked) == ("running", None, None, None)
        assert (resumed.events[0].event.payload()["yes"], pinged(resumed)) == (True, [("answered", ANN.id)])
        assert (now.due, now.moved, now.version) == (match.now + 2 * DAY, match.now, match.version + 1)
    assert agreements.answer_take_up(request, BEN.id, False).match.status == "aborted"
    with pytest.raises(Refused, match="wasn’t put away"):
        agreements.ask_take_up(over(), ANN.id)
    with pytest.raises(Refused, match="your opponent in M1 has left"):
        agreements.ask_take_up(without(match, 1, NOBODY), ANN.id)
    assert agreements.ask_take_up(without(match, 1, COMPUTER), ANN.id).match.status == "running"


# --------------------------------------------------------------------------------------------------------- turns


def test_a_double_turn_is_drafted_undone_confirmed_and_played() -> None:
    match = after(new(options={"turns": "double"}), 1)
    first, second = str(match.state.legal_moves()[0]), str(match.state.legal_moves()[-1])
    half = turns.play(match, BEN.id, first).match
    assert (half.draft.decisions, half.draft.complete, half.version) == ((first,), False, match.version)
    assert half.draft_of(BEN.id) is not None
    assert half.draft_of(ANN.id) is None
    assert match.draft_of(BEN.id) is None
    with pytest.raises(Refused, match="isn’t finished yet"):
        turns.confirm(half, BEN.id)
    with pytest.raises(Stale, match="your turn in M1 has moved on"):
        turns.play(half, BEN.id, second, drafted=0)
    whole = turns.play(half, BEN.id, second, drafted=1, confirm=True).match
    assert (whole.draft.complete, whole.state.ply) == (True, 1)
    with pytest.raises(Refused, match="your turn is complete"):
        turns.play(whole, BEN.id, first)
    assert turns.undo(whole, BEN.id).match.draft.decisions == (first,)
    assert turns.undo(whole, BEN.id, everything=True).match.draft.decisions == ()
    with pytest.raises(Refused, match="nothing to undo"):
        turns.undo(match, BEN.id)
    played = turns.confirm(whole, BEN.id, draw=True)
    assert (played.match.state.ply, played.match.draw_offer, played.match.version) == (3, 1, match.version + 1)
    assert pinged(played) == [("turn", ANN.id)]
    assert played.events[0].event.payload() | {"start": 1, "end": 3, "draw": True} == played.events[0].event.payload()


def test_a_draw_offer_with_a_turn_obeys_refusals() -> None:
    match = after(new(options={"turns": "double"}), 1)
    declined = agreements.answer_draw(agreements.offer_draw(match, BEN.id).match, ANN.id, False).match
    move = str(match.state.legal_moves()[0])
    with pytest.raises(Refused, match="declined"):
        turns.play(declined, BEN.id, move, draw=True)
    text = f"{move} {match.state.legal_moves()[-1]}"
    whole = turns.play(declined, BEN.id, text, confirm=True).match
    with pytest.raises(Refused, match="declined"):
        turns.confirm(whole, BEN.id, draw=True)


def test_a_turn_ends_a_snooze_requests_and_silence() -> None:
    match = replace(new(), snoozed=(NOON + DAY, NOON + DAY))
    match = agreements.ask_abandon(match, BEN.id).match
    moved = after(match, 1, hours=1)
    assert (moved.snoozed, moved.abandon_asked, moved.quiet.since) == ((None, NOON + DAY), None, moved.now)
    assert after(moved, 1).snoozed == (None, None)


def test_a_match_ends_in_a_draw_at_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("bot.domain.matches.turns", "bot.domain.matches.match"):
        monkeypatch.setattr(f"{module}.MOST_DECISIONS", 4)
    match = after(new(options={"turns": "double"}), 1)
    assert match.status == "running"
    text = " ".join(str(move) for move in (match.state.legal_moves()[0], match.state.legal_moves()[-1]))
    match = turns.play(match, BEN.id, text).match
    assert (match.status, match.state.ply) == ("running", 3)
    match = turns.play(match, ANN.id, str(match.state.legal_moves()[0])).match
    assert (match.status, match.winner, match.reason, match.state.ply) == ("finished", None, "limit", 4)


def test_hints_are_for_the_player_to_move_in_an_unrated_match() -> None:
    match = new()
    refused = {
        "isn’t your match": (match, CAT.id),
        "M1 is over": (over(), ANN.id),
        "rated, so hints are off": (new(rated=True), ANN.id),
        "not your turn in M1; hints": (match, BEN.id),
    }
    for sentence, (which, user) in refused.items():
        with pytest.raises(Refused, match=sentence):
            turns.advised(which, user)
    with pytest.raises(Stale, match="ask for a new hint"):
        turns.advised(match, ANN.id, match.version + 1)
    twice = turns.hinted(turns.hinted(match, ANN.id, match.version).match, ANN.id, match.version).match
    assert twice.hints == (2, 0)
    assert turns.hinted(after(twice, 1), BEN.id, match.version + 1).match.hints == (2, 1)


def test_the_draft_is_a_line_in_the_tree_of_the_player_to_move() -> None:
    match = after(new(options={"turns": "double"}), 1)
    half = turns.play(match, BEN.id, str(match.state.legal_moves()[0])).match
    tree = half.exploration_of(1)
    assert tree.drafted == half.draft.decisions
    assert half.with_exploration(1, tree.without(tree.draft)).draft.decisions == ()
    other = half.with_exploration(0, half.exploration_of(0).with_note(Spot(0), "hm"))
    assert (other.draft, other.explorations[0].notes) == (half.draft, {"p0": "hm"})


# ------------------------------------------------------------------------------------------------------- waiting


def test_a_nudge_waits_a_day_and_comes_once_a_turn_and_once_in_three_days() -> None:
    match = new()
    with pytest.raises(Refused, match="you can nudge Ann in 24 h"):
        waiting.nudge(match, BEN.id)
    with pytest.raises(Refused, match="in 1 h"):
        waiting.nudge(later(match, days=1, milliseconds=-1), BEN.id)
    nudged = waiting.nudge(later(match, days=1), BEN.id)
    assert pinged(nudged) == [("nudge", ANN.id)]
    assert not nudged.events[0].public
    with pytest.raises(Refused, match="already nudged Ann this turn"):
        waiting.nudge(later(nudged.match, days=9), BEN.id)
    next_turn = after(nudged.match, 2, hours=1)
    with pytest.raises(Refused, match="in 46 h"):
        waiting.nudge(later(next_turn, days=1), BEN.id)
    waiting.nudge(later(next_turn, hours=70), BEN.id)


def test_who_cannot_be_nudged() -> None:
    match = later(new(), days=1)
    refused = {
        "your own turn": (match, ANN.id),
        "nobody to nudge": (without(match, 0, COMPUTER), BEN.id),
        "there’s nobody": (without(match, 0, NOBODY), BEN.id),
        "M1 is paused": (paused(match), BEN.id),
        "Ann is on vacation": (replace(match, vacations=(match.now + DAY, None)), BEN.id),
    }
    for sentence, (which, user) in refused.items():
        with pytest.raises(Refused, match=sentence):
            waiting.nudge(which, user)


def test_a_snooze_lasts_at_most_two_weeks() -> None:
    match = new("3d")
    for days in (-1, 15):
        with pytest.raises(Refused, match="at most 14 days"):
            waiting.snooze(match, ANN.id, days)
    snoozed = waiting.snooze(match, BEN.id, 14).match
    assert snoozed.snoozed == (None, NOON.replace(hour=8) + 14 * DAY)
    assert waiting.snooze(snoozed, BEN.id, 0).match.snoozed == (None, None)


def steps(match: Match, count: int) -> list[tuple[int, str, int | None]]:
    """The next steps of a silent match: after how many days, the event, and the user it pings."""
    result = []
    for _ in range(count):
        match = waiting.planned(match)
        assert match.quiet.wake is not None
        early = match.at(match.quiet.wake - MILLISECOND)
        assert waiting.wake(early).events == ()
        changed = waiting.wake(match.at(match.quiet.wake))
        (kind, ping), *_ = pinged(changed)
        result.append(((match.quiet.wake - NOON).days, kind, ping))
        match = changed.match
    return result


def test_a_silent_match_is_reminded_asked_about_and_adjourned() -> None:
    asking = [(14, "quiet_asked", ANN.id), (14, "quiet_asked", BEN.id), (44, "finished", None)]
    assert steps(new(), 5) == [(3, "quiet", ANN.id), (7, "quiet", ANN.id), *asking]
    rare = replace(new(), settings=(MemberSettings(reminders="rare"), MemberSettings()))
    assert steps(rare, 2) == [(7, "quiet", ANN.id), asking[0]]
    for reminded_otherwise in (new("14d"), replace(new(), settings=(MemberSettings(daily="dm"), MemberSettings()))):
        assert steps(reminded_otherwise, 3) == asking
    alone = without(new(), 1, NOBODY)
    assert steps(alone, 4)[2:] == [asking[0], (44, "finished", None)]
    assert waiting.planned(without(new(), 0, COMPUTER)).quiet.wake is None
    tournament = new(tournament=7)
    assert steps(tournament, 2) == [(3, "quiet", ANN.id), (7, "quiet", ANN.id)]
    assert waiting.planned(replace(tournament, quiet=replace(tournament.quiet, reminded=2))).quiet.wake is None


def test_a_silent_match_is_not_adjourned_before_the_end_of_a_vacation() -> None:
    match = replace(new(), vacations=(None, NOON + 50 * DAY))
    quiet = replace(match.quiet, reminded=2, asked=NOON + 14 * DAY, other_asked=True)
    assert waiting.planned(replace(match, quiet=quiet)).quiet.wake == NOON + 50 * DAY


def test_an_adjourned_match_stays_rated_and_pings_nobody() -> None:
    match = new(rated=True)
    quiet = replace(match.quiet, reminded=2, asked=NOON, other_asked=True)
    ended = waiting.wake(later(replace(match, quiet=quiet), days=30))
    assert (ended.match.reason, ended.match.rated, pinged(ended)) == ("adjourned", True, [("finished", None)])


def test_one_reminder_comes_after_an_outage_that_missed_two() -> None:
    late = waiting.wake(later(new(), days=8))
    assert pinged(late) == [("quiet", ANN.id)]
    assert late.match.quiet.reminded == 2
    much_later = waiting.wake(later(new(), days=20))
    assert pinged(much_later) == [("quiet_asked", ANN.id)]


def test_a_takeback_leaves_a_pause_and_its_end_as_they_are() -> None:
    match = paused(after(new("3d"), 1))
    request = agreements.ask_pause(match, ANN.id).match  # Ann waits for Ben, who is to move
    back = agreements.answer_takeback(agreements.ask_takeback(request, ANN.id).match, BEN.id, True).match
    assert (back.paused, back.time.wake, back.to_move) == (match.now, request.time.wake, 0)
    assert (
        agreements.answer_takeback(
            agreements.ask_takeback(after(new("3d"), 1), ANN.id).match, BEN.id, True
        ).match.time.wake
        == NOON + 2 * DAY
    )


def test_reminders_wait_for_waking_hours_but_not_past_their_use() -> None:
    night = parse("14-15")
    match = replace(new("1d"), hours=(night, night))
    assert match.time.wake == NOON + timedelta(hours=18)
    early = match.at(NOON + timedelta(hours=18, milliseconds=-1))
    assert agreements.wake(early).match is early
    reminded = agreements.wake(match.at(NOON + timedelta(hours=18)))
    assert (reminded.events, reminded.match.time.wake) == ((), NOON + DAY - timedelta(minutes=30))
    reminder = agreements.wake(reminded.match.at(NOON + DAY - timedelta(minutes=30)))
    assert [(a.event.kind, a.ping, a.public) for a in reminder.events] == [("reminder", ANN.id, False)]
    assert reminder.events[0].event.payload()["due"] == int((NOON + DAY).timestamp())
    late = agreements.wake(reminder.match.at(NOON + DAY))
    assert (late.events, late.match.time.wake) == ((), NOON + DAY + timedelta(hours=2))
    over_due = agreements.wake(late.match.at(NOON + DAY + timedelta(hours=2)))
    assert (pinged(over_due), over_due.match.time.wake) == ([("overdue", BEN.id)], None)
    snoozed = replace(new("1d"), snoozed=(NOON + timedelta(hours=20), None))
    assert agreements.wake(snoozed.at(NOON + timedelta(hours=18))).match.time.wake == NOON + timedelta(hours=20)


# ----------------------------------------------------------------------------------------------- prepared answers


def legal(match: Match, count: int) -> list[str]:
    """Decisions that are legal one after another."""
    state, result = match.state, list[str]()
    for _ in range(count):
        result.append(str(state.legal_moves()[0]))
        state = state.play(state.legal_moves()[0])
    return result


def hows(match: Match) -> list[tuple[int, str]]:
    """The seat and manner of each turn."""
    return [(turn.seat, turn.how) for turn in match.history.whole().turns()]


def test_prepared_answers_are_played_as_long_as_the_opponent_plays_as_foreseen() -> None:
    match = new("1d+1h")
    line = legal(match, 6)
    planned = prepared_moves.prepare(match, BEN.id, line).match
    assert prepared_moves.size(planned.prepared[1]) == 3
    first = turns.play(later(planned, hours=2), ANN.id, line[0])
    assert hows(first.match) == [(0, "played"), (1, "prepared")]
    assert pinged(first) == [("turn", None)]
    assert first.match.banks == (23 * 3600, 25 * 3600)  # the answer takes no time
    second = turns.play(first.match, ANN.id, line[2]).match
    assert second.decisions == tuple(line[:4])
    other = next(str(move) for move in second.state.legal_moves() if str(move) != line[4])
    unforeseen = turns.play(second, ANN.id, other).match
    assert (unforeseen.to_move, unforeseen.prepared, len(unforeseen.decisions)) == (1, ({}, {}), 5)
    dropped = prepared_moves.drop(planned, BEN.id, [line[0], line[2]]).match
    assert prepared_moves.size(dropped.prepared[1]) == 1
    assert prepared_moves.drop(planned, BEN.id).match.prepared == ({}, {})
    with pytest.raises(Refused, match="no longer exists"):
        prepared_moves.drop(planned, BEN.id, [other])


def test_both_may_have_prepared_and_a_takeback_or_an_end_cancels_it() -> None:
    match = new()
    line = legal(match, 5)
    planned = prepared_moves.prepare(match, BEN.id, line[:4]).match
    tree = planned.exploration_of(0)
    spot = tree.now
    for seat, decision in zip((0, 1, 0, 1, 0), line, strict=True):
        tree, spot = tree.with_child(spot, seat, decision)
    both = planned.with_exploration(0, tree.with_plans(node.id for node in tree.line(spot)[2::2]))
    played = turns.play(both, ANN.id, line[0]).match
    assert hows(played) == [(0, "played"), *((seat, "prepared") for seat in (1, 0, 1, 0))]
    assert (played.decisions, played.to_move) == (tuple(line), 1)
    ended = endings.resign(planned, ANN.id).match
    moved = prepared_moves.prepare(after(match, 2), BEN.id, legal(after(match, 2), 2)).match
    back = agreements.answer_takeback(agreements.ask_takeback(moved, BEN.id).match, ANN.id, True).match
    for cancelled in (ended, back):
        assert cancelled.prepared == ({}, {})
        assert len(cancelled.explorations[1].untold) == (2 if cancelled is ended else 1)


def test_what_cannot_be_prepared() -> None:
    match = new()
    line = legal(match, 26)
    refused = {
        "in pairs": (BEN.id, line[:3]),
        "write turns in pairs": (BEN.id, []),
        "pairs, theirs": (BEN.id, line[:26]),
        "it’s your turn in M1": (ANN.id, line[:2]),
        "too long": (BEN.id, "x" * 2001),
    }
    for sentence, (user, moves) in refused.items():
        with pytest.raises(Refused, match=sentence):
            prepared_moves.prepare(match, user, moves)
    assert prepared_moves.prepare(match, BEN.id, line[:24]).match.prepared[1]
    with pytest.raises(Unplayable):
        prepared_moves.prepare(match, BEN.id, "x;y")


def test_the_second_player_claims_like_the_first() -> None:
    late = later(new("1d"), days=1)
    assert endings.claim(late, BEN.id, "win").match.winner == 1
    more = endings.claim(late, BEN.id, "time")
    assert (pinged(more), more.match.due) == ([("more_time", ANN.id)], late.now + DAY)
    left = gone(new(), ANN.id, days=1)
    claimed = endings.claim(left, BEN.id, "win").match
    assert (claimed.winner, claimed.reason) == (1, "left")


def test_the_steps_of_silence_wait_for_the_player_they_concern() -> None:
    night = parse("14-15")
    asked = replace(new(), hours=(parse("12-13"), night), vacations=(None, NOON + 20 * DAY))
    quiet = replace(asked.quiet, reminded=2, asked=NOON + 14 * DAY)
    assert waiting.planned(replace(asked, quiet=quiet)).quiet.wake == NOON + 20 * DAY + timedelta(hours=2)
    assert waiting.planned(asked).quiet.wake == NOON + 3 * DAY
    snoozed = replace(new(), snoozed=(NOON + 5 * DAY, None))
    assert waiting.planned(snoozed).quiet.wake == NOON + 5 * DAY
    reminded = replace(snoozed, quiet=replace(snoozed.quiet, reminded=2))
    assert waiting.planned(replace(reminded, snoozed=(NOON + 99 * DAY, None))).quiet.wake == NOON + 14 * DAY
    nudged = replace(new(), quiet=replace(new().quiet, nudged=NOON + 2.5 * DAY))
    assert waiting.planned(nudged).quiet.wake == NOON + 3.5 * DAY
    assert waiting.planned(replace(nudged, quiet=replace(nudged.quiet, reminded=2))).quiet.wake == NOON + 14 * DAY


def test_after_an_outage_the_question_comes_at_its_own_time() -> None:
    assert pinged(waiting.wake(later(new(), days=14, milliseconds=-1))) == [("quiet", ANN.id)]
    assert pinged(waiting.wake(later(new(), days=14))) == [("quiet_asked", ANN.id)]
    assert pinged(waiting.wake(later(new(tournament=7), days=14))) == [("quiet", ANN.id)]
    assert waiting.wake(later(new(), days=7)).match.quiet.reminded == 2
    assert waiting.wake(later(new(), days=7, milliseconds=-1)).match.quiet.reminded == 1


def test_a_nudge_after_a_snooze_comes_a_day_after_its_end() -> None:
    match = replace(later(new(), days=1), snoozed=(NOON + 3 * DAY, None))
    assert waiting.nudge(match, BEN.id).events[0].not_before == NOON + 4 * DAY
    assert waiting.nudge(replace(match, snoozed=(NOON, None)), BEN.id).events[0].not_before == match.now
