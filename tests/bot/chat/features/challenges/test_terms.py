"""The terms in custom ids and menus are read as they were written."""

import pytest

from bot.chat.board.invitations import CounterTerms, OpenCounter
from bot.chat.features.challenges.lobby import OfferTerms


@pytest.mark.parametrize(
    ("terms", "text"),
    [
        (CounterTerms(), "--"),
        (CounterTerms("first", "no"), "first-no-"),
        (CounterTerms("second", "yes", "7x7, single turns"), "second-yes-7x7, single turns"),
        (CounterTerms(variant="small"), "--small"),
    ],
)
def test_counter_terms_are_read_as_they_were_written(terms: CounterTerms, text: str) -> None:
    assert str(terms) == text
    assert CounterTerms.parse(text) == terms


@pytest.mark.parametrize("text", ["", "first", "first-yes"])
def test_counter_terms_may_lack_what_was_not_chosen(text: str) -> None:
    side, _, rated = text.partition("-")
    assert CounterTerms.parse(text) == CounterTerms(side, rated)


def test_a_refused_form_keeps_what_was_chosen_in_its_menus() -> None:
    opener = OpenCounter(5).chosen({"side": "first-yes", "variant": "small"})
    assert opener == OpenCounter(5, "first-yes-small")
    assert OpenCounter(5).chosen({"variant": "small"}) == OpenCounter(5, "--small")


@pytest.mark.parametrize("terms", [OfferTerms(1, "no"), OfferTerms(10, "all")])
def test_offer_terms_are_read_as_they_were_written(terms: OfferTerms) -> None:
    assert OfferTerms.parse(str(terms)) == terms


@pytest.mark.parametrize("text", ["", "no", "x-no", "9" * 30 + "-no"])
def test_what_is_no_number_of_matches_is_none(text: str) -> None:
    assert OfferTerms.parse(text).at_once == 0
