"""Prepared answers as players see them."""

from __future__ import annotations

from tests.bot.chat.acting import more
from tests.bot.chat.conftest import Club
from tests.bot.chat.reading import fields, private, words


async def test_prepared_answers_are_secret_and_played_at_once(club: Club) -> None:
    await club.match("8x8, single turns")
    shown = await more(club.bob, "Prepare answers")
    assert private(shown)
    assert "Nothing is prepared" in words(shown)
    form = await club.bob.click(shown, "Prepare an answer")
    sent = await club.bob.actor.submit_modal(form, {"line": "if e4-d6 then d5-e3"})
    assert "If **e4-d6**, then **d5-e3**" in words(sent)
    wrong = await club.bob.actor.submit_modal(
        await club.bob.click(sent, "Prepare an answer"), {"line": "if e4-d6 then e4-e5 @everyone"}
    )
    assert private(wrong)
    before = len(club.posts())
    await club.alice.slash("move", moves="e4-d6")
    said = words(club.post())
    assert "played **e4-d6**" in said
    assert f"<@{club.bob.id}> had prepared **d5-e3**" in said
    assert len(club.posts()) == before + 1
    assert club.pings() == []


async def test_an_answer_that_cannot_be_prepared_leaves_what_was_prepared_in_sight(club: Club) -> None:
    await club.match("8x8, single turns")
    card = await more(club.bob, "Prepare answers")
    form = await club.bob.click(card, "Prepare an answer")
    example = fields(form)["line"]["placeholder"]
    wrong = await club.bob.actor.submit_modal(form, {"line": "if foo then bar"})
    assert "“foo” cannot be read" in words(wrong)
    form = await club.bob.click(card, "Prepare an answer")
    # What is shown as an example is an answer that could be prepared here.
    sent = await club.bob.actor.submit_modal(form, {"line": example})
    assert "Nothing is prepared" not in words(sent)


async def test_a_form_that_was_opened_before_a_restart_still_works(club: Club) -> None:
    await club.match("8x8, single turns")
    form = await club.bob.click(await more(club.bob, "Prepare answers"), "Prepare an answer")
    await club.restart()
    sent = await club.bob.actor.submit_modal(form, {"line": "if e4-d6 then d5-e3"})
    assert "If **e4-d6**, then **d5-e3**" in words(sent)
