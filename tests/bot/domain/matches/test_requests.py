"""Requests between players: how long they stand, who may withdraw them, and what was stored by
earlier versions.
"""

from dataclasses import replace
from datetime import timedelta
from functools import partial

import pytest
import sqlalchemy as sa

from bot.domain.domain import Domain
from bot.domain.errors import NotYours, Refused, Stale
from bot.domain.events import PostAnswer
from bot.domain.matches import agreements, endings, history, prepared_moves, turns
from bot.domain.matches.events import Answered, TurnPlayed
from bot.domain.matches.match import CommandResult, Match, OpenRequest
from bot.domain.posts import Posts
from bot.store.tables import matches, outbox
from tests.bot.conftest import ANN, BEN, CAT, HERE
from tests.bot.domain.matches.helpers import played, started, swept
from tests.bot.domain.matches.values import after, later, new, paused

ASKS = {
    "draw": agreements.offer_draw,
    "pause": agreements.ask_pause,
    "abandon": agreements.ask_abandon,
    "takeback": agreements.ask_takeback,
}


def moved(match: Match, *, draw: bool = False) -> CommandResult:
    """The match after a turn by whoever is to move."""
    assert match.mover is not None
    move_text = str(match.state.legal_moves()[0])
    return turns.play(match, match.mover, move_text, draw=draw)


def with_answer(match: Match) -> Match:
    """The match in which the waiting player has set up a conditional move to the first legal
    turn.
    """
    theirs = match.state.legal_moves()[0]
    reply = match.state.play(theirs).legal_moves()[0]
    waiting_player = match.opponent(match.mover or 0)
    return prepared_moves.prepare(match, waiting_player, [str(theirs), str(reply)]).match


# ------------------------------------------------------------------------------------------ lapsing


@pytest.mark.parametrize("what", ASKS)
def test_a_turn_of_whoever_is_asked_ends_a_request(what: str) -> None:
    match = ASKS[what](after(new("3d"), 3), ANN.id).match
    assert match.mover == BEN.id
    after_turn = moved(match).match
    assert not agreements.is_open(after_turn, what, ANN.id)
    assert after_turn.requests == {}
    with pytest.raises(Refused):
        agreements.answer(what, after_turn, BEN.id, True)


@pytest.mark.parametrize("what", ["draw", "pause", "abandon"])
def test_a_turn_of_whoever_asks_does_not_end_it_but_a_conditional_move_of_the_other_does(
    what: str,
) -> None:
    match = ASKS[what](after(new("3d"), 4), ANN.id).match
    assert match.mover == ANN.id
    assert agreements.is_open(moved(match).match, what, ANN.id)
    assert not agreements.is_open(moved(with_answer(match)).match, what, ANN.id)


def test_a_takeback_ends_with_any_turn() -> None:
    match = agreements.ask_takeback(after(new("3d"), 4), ANN.id).match
    assert not agreements.is_open(moved(match).match, "takeback", ANN.id)


def test_a_pause_that_somebody_asks_to_end_is_over_after_a_week_for_nobody_can_move() -> None:
    match = agreements.ask_pause(paused(after(new("3d"), 3)), ANN.id).match
    (notice,) = agreements.wake(later(match, days=7)).events
    assert notice.event == Answered(version=match.version, request="resume", yes=True, by=None)


def test_the_turn_says_which_offer_it_has_ended() -> None:
    match = agreements.offer_draw(after(new(), 3), ANN.id).match
    (end,) = moved(match).events
    with_offer = agreements.offer_draw(after(new(), 4), ANN.id).match
    (still_open,) = moved(with_offer).events
    (outrun,) = moved(with_answer(after(new(), 4)), draw=True).events
    (both,) = moved(match, draw=True).events
    events = [each.event for each in (end, still_open, outrun, both)]
    assert [(event.lapsed, event.outrun) for event in events if isinstance(event, TurnPlayed)] == [
        (True, False),
        (False, False),
        (False, True),
        (True, False),
    ]
    assert moved(match, draw=True).match.draw_offer == 1


def test_a_press_answers_the_request_that_was_seen_and_no_later_one() -> None:
    first = agreements.offer_draw(after(new(), 3), ANN.id).match
    second = agreements.offer_draw(moved(first).match, ANN.id).match
    with pytest.raises(Stale):
        agreements.answer("draw", second, BEN.id, True, first.version)
    with pytest.raises(Stale):
        agreements.withdraw("draw", second, ANN.id, first.version)
    asked_before_the_turn = moved(second).match
    assert agreements.is_open(asked_before_the_turn, "draw", ANN.id, second.version)
    assert not agreements.is_open(asked_before_the_turn, "draw", ANN.id, first.version)
    agreed_match = agreements.answer(
        "draw", asked_before_the_turn, BEN.id, True, second.version
    ).match
    assert (agreed_match.status, agreed_match.open_at_end) == ("finished", {"draw": second.version})


# -------------------------------------------------------------------------------------- withdrawing


@pytest.mark.parametrize("what", ASKS)
def test_only_whoever_asked_may_withdraw(what: str) -> None:
    asked_match = ASKS[what](after(new("3d"), 3), ANN.id).match
    with pytest.raises(Refused, match="Ann asked this; you can accept or decline it"):
        agreements.withdraw(what, asked_match, BEN.id)
    with pytest.raises(NotYours):
        agreements.withdraw(what, asked_match, CAT.id)
    result = agreements.withdraw(what, asked_match, ANN.id)
    assert result.match.requests == {}
    assert result.match.version == asked_match.version
    with pytest.raises(Refused, match="no longer open"):
        agreements.withdraw(what, result.match, ANN.id)


def test_a_withdrawn_end_of_a_pause_does_not_come_after_a_week() -> None:
    match = agreements.ask_pause(paused(after(new("3d"), 3)), ANN.id).match
    withdrawn = agreements.withdraw("resume", match, ANN.id).match
    assert (withdrawn.requests, withdrawn.time.wake) == ({}, None)
    assert withdrawn.paused is not None
    assert agreements.wake(later(withdrawn, days=8)).events == ()


def test_a_draw_that_was_withdrawn_can_be_offered_again_in_the_next_turn() -> None:
    match = agreements.offer_draw(after(new(), 3), ANN.id).match
    match = agreements.withdraw("draw", match, ANN.id).match
    assert not agreements.can_ask(match, 0, "draw")
    with pytest.raises(Refused, match="you can offer again next turn"):
        agreements.offer_draw(match, ANN.id)
    assert agreements.can_ask(after(match, 1), 0, "draw")


def test_a_request_that_was_withdrawn_twice_waits_a_day() -> None:
    match = after(new("3d"), 3)
    for _ in range(2):
        assert agreements.can_ask(match, 0, "pause")
        match = agreements.withdraw(
            "pause", agreements.ask_pause(match, ANN.id).match, ANN.id
        ).match
    assert not agreements.can_ask(match, 0, "pause")
    assert agreements.can_ask(match, 1, "pause")
    with pytest.raises(Refused, match="withdrawn that twice; you can ask again in 24 h"):
        agreements.ask_pause(match, ANN.id)
    agreements.ask_pause(later(match, days=1), ANN.id)


# ---------------------------------------------------------------------------------- in the database


async def asks_a_draw(domain: Domain, place: int, message: int) -> None:
    """Ann offers a draw, and the post that asks stands."""
    notice = (await domain.matches.act(1, ANN.id, agreements.offer_draw)).notice
    await domain.matches.get(1)
    notices = [each for each in await domain.outbox.claim() if each.event.kind == "asked"]
    assert notice is not None or notices
    assert await domain.posts.register(notices[0] if notice is None else notice, place, message)


async def answers(posts: Posts) -> dict[int | None, PostAnswer | None]:
    """How what each standing post asks was answered, by message."""
    return {post.notice.message: post.notice.answer for post in await posts.changed(match=1)}


async def test_an_answer_is_noted_on_the_posts_of_that_request_only(domain: Domain) -> None:
    await started(domain)
    await played(domain, 1, 3)
    await asks_a_draw(domain, HERE.channel, 1)
    await played(domain, 1, 1)
    await asks_a_draw(domain, HERE.channel, 2)
    await domain.matches.do(1, partial(agreements.withdraw, "draw", user=ANN.id))
    assert await answers(domain.posts) == {1: None, 2: PostAnswer(False, ANN.id)}
    assert await swept(domain) == [], "the posts that ask are changed, and nothing is posted"


async def test_a_request_is_stored_with_its_version_and_read_again(domain: Domain) -> None:
    await started(domain, clock="3d")
    await played(domain, 1, 3)
    match = (await domain.matches.act(1, ANN.id, agreements.ask_pause)).match
    assert (
        (await domain.matches.get(1)).requests
        == match.requests
        == {"pause": OpenRequest(0, match.version)}
    )


async def test_requests_and_clocks_of_the_first_version_are_read(domain: Domain) -> None:
    await started(domain, clock="7d+12h")
    await played(domain, 1, 4)
    async with domain.database.store.write() as connection:
        (log,) = (await connection.execute(sa.select(matches.c.log))).scalars()
        plain = " ".join(entry.split("/")[0] for entry in log.split())
        await connection.execute(
            matches.update().values(requested=None, log=plain, takeback_asked=0)
        )
        await connection.execute(outbox.delete())
    match = await domain.matches.get(1)
    assert [entry.bank for entry in match.history.entries] == [None] * 4
    assert agreements.is_open(match, "takeback", ANN.id, version=1)
    agree = partial(agreements.answer, "takeback", user=BEN.id, yes=True)
    match_now = (await domain.matches.do(1, agree)).match
    assert len(match_now.history.entries) == 2
    assert match_now.banks == pytest.approx((7.5 * 86_400, 7.5 * 86_400)), (
        "each has given one increment back"
    )


def test_who_asks_to_resume_a_shelved_match_does_not_ask_to_cancel_its_result() -> None:
    shelved_match = endings.ended(
        after(new(), 3), winner=None, reason="adjourned", actor=None
    ).match
    match = agreements.ask_take_up(shelved_match, ANN.id).match
    assert agreements.is_open(match, "take_up", ANN.id)
    assert not agreements.is_open(match, "result", ANN.id)
    with pytest.raises(Refused):
        agreements.withdraw("result", match, ANN.id)


def test_what_was_asked_at_the_end_of_a_match_is_stored_and_no_longer_open() -> None:
    match = agreements.offer_draw(after(new(), 3), ANN.id).match
    finished_match = endings.resign(match, BEN.id).match
    assert (finished_match.requests, finished_match.open_at_end) == ({}, {"draw": match.version})
    assert not agreements.is_open(finished_match, "draw", ANN.id)
    assert finished_match.requested_at("draw") == match.version


def test_a_post_that_asked_to_resume_is_known_after_the_end() -> None:
    match = agreements.ask_pause(paused(after(new("3d"), 3)), ANN.id).match
    assert endings.resign(match, BEN.id).match.requested_at("resume") == match.version


async def test_requests_are_read_as_they_were_made(domain: Domain) -> None:
    """Several kinds share a column, and the state of the match tells which is meant."""
    matches = domain.matches
    match = await started(domain, clock="3d", rated=False)
    match = await played(domain, match.id, 4)
    waits = match.opponent(match.mover or 0)
    await matches.act(match.id, ANN.id, agreements.ask_pause)
    answer = partial(agreements.answer, "pause", user=BEN.id, yes=True)
    assert (await matches.do(match.id, answer)).match.requests == {}
    resuming_match = (await matches.act(match.id, waits, agreements.ask_pause)).match
    assert [*resuming_match.requests] == ["resume"]
    assert (await matches.get(match.id)).requests == resuming_match.requests
    finished_match = (await matches.act(match.id, ANN.id, endings.resign)).match
    assert (finished_match.requests, [*finished_match.open_at_end]) == ({}, ["pause"])
    assert (await matches.get(match.id)).open_at_end == finished_match.open_at_end
    annulling_match = (await matches.act(match.id, ANN.id, agreements.ask_annulment)).match
    assert [*annulling_match.requests] == ["result"]
    read = await matches.get(match.id)
    assert (read.requests, read.open_at_end) == (
        annulling_match.requests,
        annulling_match.open_at_end,
    )


def test_a_log_keeps_the_banks_and_reads_what_has_none() -> None:
    text = "1m1772452800/604800 2p1772452801 1c1772452802/0 3g1772452803"
    entries = history.read_log(text)
    assert [entry.bank for entry in entries] == [604800, None, 0, None]
    assert history.write_log(entries) == text


# ------------------------------------------------------------------------------ takebacks and banks


def test_takebacks_gain_no_time_however_many_there_are() -> None:
    match = new("7d+12h")
    for _ in range(5):
        match = after(match, 1, hours=1)
        with_request = agreements.ask_takeback(match, ANN.id).match
        match = agreements.answer("takeback", with_request, BEN.id, True).match
        assert match.banks == (7 * 86_400, 7 * 86_400)


@pytest.mark.parametrize(
    ("clock", "floor"), [("7d+0h", 86_400), ("7d+12h", 86_400), ("5h+0h", 5 * 3600)]
)
def test_a_takeback_leaves_a_day_or_the_whole_bank_where_that_is_less(
    clock: str, floor: int
) -> None:
    match = after(new(clock), 2)
    time = replace(match.time, banks=(60.0, 3600.0))
    match = replace(match, time=time).at(match.now)
    entries = [entry._replace(bank=60) for entry in match.history.entries]
    low = replace(match.history, entries=tuple(entries), log=history.write_log(entries))
    match = after(replace(match, history=low), 1)
    with_request = agreements.ask_takeback(match, ANN.id).match
    result = agreements.answer("takeback", with_request, BEN.id, True).match
    assert result.banks == (floor, 60.0)
    assert result.due == result.now + timedelta(seconds=floor)
