"""Prepared answers as players see them."""

import pytest

from tests.bot.chat.acting import more
from tests.bot.chat.conftest import Club
from tests.bot.chat.reading import (
    buttons,
    fields,
    pictures,
    private,
    privately_says,
    says,
    stored,
    words,
)


@pytest.mark.slow
async def test_prepared_answers_are_secret_and_played_at_once(club: Club) -> None:
    await club.match("8x8, single turns")
    card = await more(club.bob, "Conditional moves")
    privately_says(card, "No conditional moves yet")
    assert pictures(stored(card))
    board = await club.bob.click(card, "Choose on the board")
    assert {"e4-d6", "e4-f6"} <= set(buttons(board))
    card = await more(club.bob, "Conditional moves")
    form = await club.bob.click(card, "Type a move")
    await club.restart()
    answer = await club.bob.actor.submit_modal(form, {"line": "if e4-d6 then d5-e3"})
    assert "If **e4-d6**, then **d5-e3**" in words(answer)
    wrong = await club.bob.actor.submit_modal(
        await club.bob.click(answer, "Type a move"), {"line": "if e4-d6 then e4-e5 @everyone"}
    )
    assert private(wrong)
    count = len(club.posts())
    await club.alice.slash("move", moves="e4-d6")
    says(club.post(), "played **e4-d6**", f"<@{club.bob.id}> played **d5-e3** (conditional move)")
    assert len(club.posts()) == count + 1
    assert club.pings() == []


async def test_a_form_with_a_mistake_is_opened_again_with_what_was_typed(club: Club) -> None:
    await club.match("8x8, single turns")
    form = await club.bob.click(await more(club.bob, "Conditional moves"), "Type a move")
    example = fields(form)["line"]["placeholder"]
    answer = await club.bob.actor.submit_modal(
        form, {"line": "if e4-d6 then ```nonsense @everyone"}
    )
    assert words(answer).startswith("⚠️ ")
    assert "You typed:\n```\nif e4-d6 then ``nonsense @everyone\n```" in words(answer)
    same_form = await club.bob.click(answer, "Edit")
    assert fields(same_form)["line"]["value"] == "if e4-d6 then ``nonsense @everyone"
    # What is shown as an example is an answer that could be prepared here.
    assert "No conditional moves yet" not in words(
        await club.bob.actor.submit_modal(same_form, {"line": example})
    )
