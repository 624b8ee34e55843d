"""Forms with a mistake: what was typed and chosen is there again when the form is opened anew."""

from collections.abc import Awaitable, Callable

import pytest
from simcord import InteractionResult

from tests.bot.chat.acting import more
from tests.bot.chat.conftest import Club
from tests.bot.chat.reading import fields, words


async def hours(club: Club) -> InteractionResult:
    return await club.alice.click(await club.alice.slash("settings"), "Waking hours")


async def daily(club: Club) -> InteractionResult:
    return await club.alice.click(await club.alice.slash("settings"), "Daily card")


async def prepared(club: Club) -> InteractionResult:
    await club.match("8x8, single turns", side="second")
    return await club.alice.click(await more(club.alice, "Conditional moves"), "Type a move")


async def note(club: Club) -> InteractionResult:
    await club.match()
    return await club.alice.choose(await club.alice.slash("explore"), "note")


async def counter(club: Club) -> InteractionResult:
    return await club.alice.click(
        await club.bob.slash("play", game="loop", opponent=club.alice), "Counter-offer"
    )


async def puzzle(club: Club) -> InteractionResult:
    return await club.alice.click(await club.alice.slash("puzzle"), "Type")


MINI = "mini pyramid, full pyramid is a draw"
FORMS = [
    (hours, {"when": "now and then", "zone": "Berlin"}, {}),
    (daily, {"when": "now and then", "zone": "Berlin"}, {}),
    (prepared, {"line": "if foo then bar"}, {}),
    (note, {"note": "long " * 100}, {}),
    (
        counter,
        {"clock": "someday", "note": "bigger!"},
        {"side": "random-yes", "variant": MINI, "handicap": "hints-3"},
    ),
    (puzzle, {"moves": "foo"}, {}),
]


@pytest.mark.some_cases(2)
@pytest.mark.parametrize(("open_form", "texts_of_fields", "choices"), FORMS)
async def test_a_form_with_a_mistake_is_opened_again_as_it_was_sent(
    club: Club,
    open_form: Callable[[Club], Awaitable[InteractionResult]],
    texts_of_fields: dict[str, str],
    choices: dict[str, str],
) -> None:
    values = {**texts_of_fields, **{name: [value] for name, value in choices.items()}}
    answer = await club.alice.actor.submit_modal(await open_form(club), values)
    assert words(answer).startswith("⚠️ "), words(answer)
    new_fields = fields(await club.alice.click(answer, "Edit"))
    for name, text in texts_of_fields.items():
        assert new_fields[name]["value"].strip() == text.strip()
    for name, value in choices.items():
        assert [
            option["value"] for option in new_fields[name]["options"] if option.get("default")
        ] == [value]


async def test_a_form_that_claims_to_open_another_one_is_refused_in_a_sentence(club: Club) -> None:
    await club.match()
    for custom_id in ("lh:hours:0:0:", "lh:daily:0:0:", "lh:planadd:1:1:"):
        form = await hours(club)
        form.modal["custom_id"] = custom_id
        answer = await club.alice.actor.submit_modal(form, {"when": "always", "zone": ""})
        assert answer.modal is None, custom_id
        assert words(answer).startswith("⚠️ "), words(answer)
