"""Requests of players that meet what has been played since: what a takeback undoes, and what can still be answered."""

from __future__ import annotations

import pytest

from bot.domain.domain import Domain
from bot.domain.errors import Stale
from bot.domain.matches.events import Answered, Asked
from bot.domain.values import COMPUTER
from tests.bot.conftest import ANN, BEN, HERE, Clock
from tests.bot.domain.matches.helpers import played, started, swept


async def test_a_takeback_says_how_many_turns_it_undoes(domain: Domain, clock: Clock) -> None:
    match = await started(domain)
    await played(domain, match.id, 3)
    for user, turns in ((ANN, 1), (BEN, 2)):
        other = BEN if user == ANN else ANN
        asked = (await domain.matches.ask_takeback(match.id, user.id)).notice
        assert asked is not None
        assert isinstance(asked.event, Asked)
        assert asked.event.turns == turns
        answered = (await domain.matches.answer_takeback(match.id, other.id, False)).notice
        assert answered is not None
        assert isinstance(answered.event, Answered)
    clock.move(days=1)
    before = len(await domain.matches.turns(match.id))
    await domain.matches.ask_takeback(match.id, BEN.id)
    back = (await domain.matches.answer_takeback(match.id, ANN.id, True)).notice
    assert back is not None
    assert isinstance(back.event, Answered)
    assert back.event.turns == before - len(await domain.matches.turns(match.id)) == 2


async def test_the_computer_itself_agrees_to_a_takeback_and_nobody_is_pinged(domain: Domain) -> None:
    begun = await domain.challenges.play_computer(HERE, ANN, "veloop-square", 0, side="first")
    await domain.matches.play(begun.match.id, ANN.id, "e4-d6")
    await swept(domain)
    notice = (await domain.matches.ask_takeback(begun.match.id, ANN.id)).notice
    assert notice is not None
    assert isinstance(notice.event, Answered)
    assert (notice.event.by, notice.ping) == (COMPUTER, None)


async def test_a_pause_asked_for_before_a_move_can_be_answered_after_it(domain: Domain) -> None:
    match = await started(domain, clock="2d")
    asked = (await domain.matches.ask_pause(match.id, ANN.id)).match
    await domain.matches.play(match.id, ANN.id, "e4-d6")
    paused = await domain.matches.answer_pause(match.id, BEN.id, True, version=asked.version)
    assert paused.match.paused is not None


async def test_a_draw_offered_before_a_move_can_be_accepted_after_it(domain: Domain) -> None:
    match = await started(domain)
    asked = (await domain.matches.offer_draw(match.id, ANN.id)).match
    await domain.matches.play(match.id, ANN.id, "e4-d6")
    assert (await domain.matches.answer_draw(match.id, BEN.id, True, version=asked.version)).match.reason == "agreed"


async def test_a_draw_offer_that_a_move_has_declined_cannot_be_accepted_any_more(domain: Domain) -> None:
    match = await started(domain)
    await domain.matches.play(match.id, ANN.id, "e4-d6")
    asked = (await domain.matches.offer_draw(match.id, ANN.id)).match
    await played(domain, match.id, 1)
    with pytest.raises(Stale):
        await domain.matches.answer_draw(match.id, BEN.id, True, version=asked.version)
