"""Every condition of the commands on matches, as pure functions: who may do what, until when, and what follows."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from functools import partial

import pytest

from bot.domain.errors import NotYours, NotYourTurn, Over, Refused, Stale
from bot.domain.matches import agreements, endings, turns
from bot.domain.matches.history import How
from bot.domain.matches.match import Changed, Match, other_than
from bot.domain.matches.waiting import commands as waiting
from bot.domain.values import COMPUTER, NOBODY, Person
from tests.bot.conftest import ANN, BEN, CAT
from tests.bot.domain.matches.values import LOOPHOLE, NOON, after, asked, later, new, over, paused, pinged, without

DAY = timedelta(days=1)
MILLISECOND = timedelta(milliseconds=1)


# ----------------------------------------------------------------------------------------------- who may act

COMMANDS: dict[str, Callable[[Match, int, int | None], Changed]] = {
    "resign": endings.resign,
    "abort": endings.abort,
    "claim": lambda match, user, version: endings.claim(match, user, "win", version),
    "offer a draw": agreements.offer_draw,
    "answer a draw": lambda match, user, version: agreements.answer("draw", match, user, True, version),
    "ask for a takeback": agreements.ask_takeback,
    "answer a takeback": lambda match, user, version: agreements.answer("takeback", match, user, True, version),
    "ask for a pause": agreements.ask_pause,
    "answer a pause": lambda match, user, version: agreements.answer("pause", match, user, True, version),
    "ask to abandon": agreements.ask_abandon,
    "answer to abandon": lambda match, user, version: agreements.answer("abandon", match, user, True, version),
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


@pytest.mark.parametrize(("how", "made"), [("played", True), ("prepared", True), ("passed", False), ("given", False)])
def test_turns_that_a_player_did_not_choose_do_not_count_as_made(how: How, made: bool) -> None:
    whole = after(new(), 4).history
    entries = (*whole.entries[:3], whole.entries[3]._replace(how=how))
    assert replace(whole, entries=entries).each_made(2) is made


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

REQUESTS: dict[str, tuple[Callable[[Match, int], Changed], str, str]] = {
    "draw": (agreements.offer_draw, "already offered a draw", "no draw offer to answer"),
    "takeback": (agreements.ask_takeback, "already asked for a takeback", "no takeback"),
    "pause": (agreements.ask_pause, "already asked for a pause", "no pause request"),
    "abandon": (agreements.ask_abandon, "already asked to call off M1", "nobody has asked"),
}


@pytest.mark.parametrize(("asker", "other"), [(ANN, BEN), (BEN, ANN)], ids=["Ann", "Ben"])
@pytest.mark.parametrize("what", REQUESTS)
def test_a_request_is_made_once_and_answered_by_the_opponent_alone(what: str, asker: Person, other: Person) -> None:
    ask, already, nothing = REQUESTS[what]
    answer = partial(agreements.answer, what)
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
    ask = REQUESTS[what][0]
    request = replace(ask(after(new("3d"), 2), ANN.id).match, version=9)
    answer = partial(agreements.answer, what)
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
        offered = agreements.offer_draw(after(match, 2 * turn), ANN.id).match
        match = agreements.answer("draw", offered, BEN.id, False).match
    match = after(match, 2)
    with pytest.raises(Refused, match="Ben has declined that; you can ask again in 24 h"):
        agreements.offer_draw(match, ANN.id)
    with pytest.raises(Refused, match="in 1 h"):
        agreements.offer_draw(later(match, hours=24, seconds=-1), ANN.id)
    with pytest.raises(Refused, match="in 2 h"):
        agreements.offer_draw(later(match, hours=22, seconds=-0.001 + 3600 * 0.999), ANN.id)
    agreements.offer_draw(later(match, hours=24), ANN.id)


def test_two_refusals_a_day_apart_do_not_add_up() -> None:
    match = agreements.answer("pause", agreements.ask_pause(new(), ANN.id).match, BEN.id, False).match
    match = later(match, days=1)
    match = agreements.answer("pause", agreements.ask_pause(match, ANN.id).match, BEN.id, False).match
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
        back = agreements.answer("takeback", later(request.match, hours=5), match.opponent(user), True)
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
        match = after(agreements.answer("draw", offered.match, COMPUTER, False).match, 2)
        assert match.refusals.latest == ()


# ------------------------------------------------------------------------------------------------------ pauses


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
        assert agreements.answer("pause", request.at(in_time.now), other, True).match.paused == in_time.now
        with pytest.raises(Refused, match="time has run out in M1"):
            agreements.answer("pause", request.at(late.now), other, True)
        declined = agreements.answer("pause", request.at(late.now), other, False).match
        assert (declined.paused, declined.pause_asked) == (None, None)


def test_who_asks_for_a_pause_that_the_opponent_asked_for_agrees() -> None:
    both = agreements.ask_pause(agreements.ask_pause(new("1d"), ANN.id).match, BEN.id)
    assert (both.match.paused, both.match.pause_asked) == (NOON, None)
    with pytest.raises(Refused, match="no time limit, so there"):
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
        agreements.answer("pause", request.match, ANN.id, False)
    turned = agreements.ask_pause(paused(after(new("3d"), 1)), ANN.id).match
    with pytest.raises(Refused, match="you can’t decline this: Ann asked to resume"):
        agreements.answer("pause", turned, BEN.id, False)
    for agreed in (
        agreements.answer("pause", request.match, ANN.id, True),
        agreements.ask_pause(request.match, ANN.id),
    ):
        assert agreed.match.paused is None
        assert agreed.events[0].event.payload()["request"] == "resume"
    early = later(request.match, days=7, milliseconds=-1)
    assert agreements.wake(early).match is early
    by_itself = agreements.wake(later(request.match, days=7))
    assert (by_itself.match.paused, pinged(by_itself)) == (None, [("answered", ANN.id)])
    assert by_itself.events[0].event.payload()["request"] == "resume"
    assert by_itself.events[0].event.payload()["by"] is None


def test_the_end_of_a_round_ends_a_pause_and_tells_both_in_one_post() -> None:
    match = paused(new("3d"))
    ended = agreements.end_pause(match)
    assert pinged(ended) == [("answered", ANN.id)]
    assert [(addressed.public, addressed.event.payload()["yes"]) for addressed in ended.events] == [(True, True)]
    assert agreements.end_pause(new()).events == ()


# -------------------------------------------------------------------------------------------------- annulments


def test_a_result_is_annulled_within_a_day_and_by_both_players() -> None:
    match = endings.resign(after(new(rated=True), 4), ANN.id).match
    for moment in (match, later(match, days=1)):
        request = agreements.ask_annulment(moment, ANN.id)
        assert pinged(request) == [("asked", BEN.id)]
        annulled = agreements.answer("result", request.match, BEN.id, True)
        assert (annulled.match.status, annulled.match.reason, annulled.match.winner) == ("aborted", "taken-back", None)
        assert (annulled.match.version, annulled.match.takeback_asked) == (match.version + 1, None)
        assert agreements.ask_annulment(request.match, BEN.id).match.reason == "taken-back"


def test_what_may_not_be_annulled() -> None:
    match = over()
    refused = {
        "M1 is not over yet": new(),
        "M1 has no result to cancel": endings.abort(new(), ANN.id).match,
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
    with pytest.raises(Refused, match="nobody has asked you to cancel the result of M1"):
        agreements.answer("result", match, BEN.id, True)
    with pytest.raises(Refused, match="already asked to cancel"):
        agreements.ask_annulment(agreements.ask_annulment(match, ANN.id).match, ANN.id)
    declined = agreements.answer("result", agreements.ask_annulment(match, ANN.id).match, BEN.id, False).match
    assert (declined.status, declined.takeback_asked) == ("finished", None)
    with pytest.raises(Refused, match="in 24 h"):
        agreements.ask_annulment(declined, ANN.id)
