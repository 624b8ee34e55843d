"""Handicaps as members meet them: chosen, countered, seen in the match, and offered unasked."""

from datetime import timedelta

import pytest

from bot.domain.matches import endings
from bot.domain.matches.match import Match
from bot.store.statements import upsert
from bot.store.tables import ratings
from games.core import HandicapWorth
from games.registry import GAMES
from tests.bot.chat.acting import started
from tests.bot.chat.conftest import Club, Member
from tests.bot.chat.reading import buttons, fields, privately_says, says, words
from tests.bot.domain.matches.helpers import played
from tests.bot.head_starts import games_with

GAME = "veloop-square"
WORTHS = (HandicapWorth(80, 20), HandicapWorth(160, 30), HandicapWorth(220, 60))
"""Of one extra turn, two, and three."""


@pytest.fixture(autouse=True)
def measured(monkeypatch: pytest.MonkeyPatch) -> None:
    """Extra turns are worth something on every board that has some."""
    for slug, game in games_with({GAME: WORTHS}).items():
        monkeypatch.setitem(GAMES, slug, game)


async def latest_match(club: Club) -> Match:
    matches = await club.services.matches.of(club.alice.id)
    return await club.services.matches.get(max(match.id for match in matches))


async def resigned_handicap_match(club: Club, handicap: str) -> None:
    """M1 of alice and bob with a handicap of bob, who resigns after some turns."""
    card = await club.alice.slash(
        "play", game=GAME, opponent=club.bob, handicap=handicap, side="first"
    )
    await club.bob.click(card, "Accept")
    await played(club.services, 1, 4)
    await club.services.matches.act(1, club.bob.id, endings.resign)


async def resigned_matches(club: Club, count: int, loser: Member) -> None:
    """Matches of alice and bob on the usual board of Veloop, each resigned after some turns; all
    are told of the last end alone.
    """
    for _number in range(count):
        match = await started(club, GAME, club.bob, side="first")
        await played(club.services, match.id, 2)
        await club.services.matches.act(match.id, loser.id, endings.resign)
    await club.env.advance_time(5)


async def rated_at(club: Club, **points: float) -> None:
    """Members have settled ratings that no match of theirs has led to."""
    async with club.services.database.unit_of_work() as work:
        for name, rating in points.items():
            await upsert(
                work.connection,
                ratings,
                scope=club.place.scope,
                game=GAME,
                user=getattr(club, name).id,
                name=name,
                rating=rating,
                deviation=60.0,
                volatility=0.06,
                at=club.now(),
                wins=9,
                losses=9,
                draws=0,
                settled_until=club.now() + timedelta(days=300),
            )


async def test_a_handicap_is_chosen_and_seen_by_both_before_it_is_accepted(club: Club) -> None:
    choices = await club.alice.actor.autocomplete(
        club.channel, "play", "handicap", "2 extra", game=GAME
    )
    assert choices == [{"name": "2 extra turns for White: about 160 points", "value": "turns-2"}]
    card = await club.alice.slash("play", game=GAME, opponent=club.bob, handicap="turns-2")
    says(
        card,
        "8x8, double turns, 2 extra turns for White · alice moves first",
        f"<@{club.bob.id}>: 2 extra turns – worth about 160 points",
        "White has already made 2 turns; Black moves first.",
    )
    await club.bob.click(card, "Accept")
    says(
        club.post(),
        "8x8, double turns, 2 extra turns for White",
        "White has already made 2 turns; Black moves first.",
    )
    match = await latest_match(club)
    assert match.seats == (club.alice.id, club.bob.id)
    assert len(match.state.pieces()) > 1, "they are on the board"
    rules = await club.carol.click(club.post(), "Rules")
    says(rules, "White has already made 2 turns; Black moves first.")
    says(await club.bob.slash("match record", match="M1"), "2 extra turns for White")


async def test_who_has_a_handicap_is_not_drawn_by_lot(club: Club) -> None:
    await rated_at(club, alice=1400.0, bob=1700.0)
    card = await club.alice.slash("play", game=GAME, opponent=club.bob, handicap="1 extra turn")
    says(card, "alice moves second", f"<@{club.alice.id}>: 1 extra turn")
    card = await club.alice.slash("play", game=GAME, handicap="3 hints", side="first")
    says(card, "alice moves first", f"<@{club.alice.id}>’s opponent: 3 hints")
    await club.alice.slash("play", game=GAME, level="club", handicap="turns-2")
    match = await latest_match(club)
    assert match.seats[1] == club.alice.id, "against the computer it is the member’s"


async def test_what_a_board_does_not_offer_is_refused_in_a_sentence(club: Club) -> None:
    refusal = await club.alice.slash(
        "play", game=GAME, opponent=club.bob, handicap="turns-2", variant="5x5"
    )
    privately_says(refusal, "no extra turns on this board; choose hints, or another board")
    refusal = await club.alice.slash("play", game=GAME, opponent=club.bob, handicap="a cake")
    privately_says(refusal, "“a cake” is no handicap in Veloop; choose from no handicap")
    refusal = await club.alice.slash(
        "play", game=GAME, opponent=club.bob, handicap="turns-1", side="both"
    )
    privately_says(refusal, "sides swapped")


async def test_nobody_is_told_of_the_pie_or_of_equals_where_a_head_start_is_on_the_board(
    club: Club,
) -> None:
    card = await club.alice.slash("play", game="loop", opponent=club.bob, handicap="turns-1")
    assert "to keep it fair" not in words(card)
    says(card, "White has already made a turn; Black moves first.")
    await club.bob.click(card, "Accept")
    assert "take over" not in words(club.post())


async def test_a_counter_offer_may_ask_for_a_handicap_or_for_none(club: Club) -> None:
    card = await club.alice.slash("play", game=GAME, opponent=club.bob, side="first")
    form = await club.bob.click(card, "Counter-offer")
    handicaps = {option["value"] for option in fields(form)["handicap"]["options"]}
    assert {"none", "turns-1", "hints-3"} < handicaps
    terms = {"variant": ["8x8, double turns"], "side": ["second-no"], "clock": "3d"}
    await club.bob.actor.submit_modal(form, {**terms, "handicap": ["turns-1"]})
    says(
        club.post(),
        "suggests other terms",
        "8x8, double turns, 1 extra turn for White",
        f"<@{club.bob.id}>: 1 extra turn",
    )
    form = await club.alice.click(club.post(), "Counter-offer")
    assert [
        option["value"] for option in fields(form)["handicap"]["options"] if option.get("default")
    ] == ["turns-1"]
    await club.alice.actor.submit_modal(form, {**terms, "side": ["first-no"], "handicap": ["none"]})
    assert "extra turn" not in words(club.post()).split("Board")[0]


async def test_where_a_form_has_no_menu_a_handicap_is_typed(club: Club) -> None:
    card = await club.alice.slash("play", game="snipsnip", opponent=club.bob, side="first")
    form = await club.bob.click(card, "Counter-offer")
    assert "handicap" not in fields(form)
    variant = fields(form)["variant"]["options"][0]["value"]
    terms = {"variant": [variant], "other": "3 hints", "side": ["second-no"], "clock": ""}
    await club.bob.actor.submit_modal(form, terms)
    says(club.post(), f"{variant[:5]}", "3 hints for Black", f"<@{club.bob.id}>: 3 hints")


async def test_hints_are_counted_for_everybody_to_see(club: Club) -> None:
    card = await club.alice.slash(
        "play", game=GAME, opponent=club.bob, handicap="hints-3", side="first"
    )
    says(card, "3 hints – with hints, the match isn’t rated")
    await club.bob.click(card, "Accept")
    says(club.post(), f"<@{club.bob.id}>: 3 hints left")
    privately_says(await club.alice.slash("hint"), "the hints are for bob alone")
    menu = await club.alice.click(club.post(), "⋯")
    assert "Hint" not in buttons(menu)
    await played(club.services, 1, 1)
    await club.env.advance_time(5)
    menu = await club.bob.click(club.post(), "⋯")
    assert "Hint" in buttons(menu)


async def test_a_rematch_keeps_the_handicap_with_the_same_member(club: Club) -> None:
    await resigned_handicap_match(club, "turns-2")
    await club.env.advance_time(5)
    await club.bob.click(club.post(), "Offer rematch")
    says(club.post(), "bob moves second", f"<@{club.bob.id}>: 2 extra turns")


async def test_after_five_wins_in_a_row_it_is_offered_to_play_evenly(club: Club) -> None:
    await resigned_matches(club, 5, club.bob)
    end = club.post()
    says(end, f"for <@{club.bob.id}>")
    assert buttons(end)[-2:] == ["Play it even", "Not now"]
    privately_says(await club.carol.click(end, "Play it even"), "you can only watch")
    await club.restart()
    await club.alice.click(end, "Play it even")
    says(club.post(), "### Rematch: Veloop", f"<@{club.bob.id}>: 1 extra turn")
    assert club.pings() == [club.bob.id]
    await club.bob.click(club.post(), "Accept")
    match = await latest_match(club)
    assert match.handicap is not None
    assert match.seats == (club.alice.id, club.bob.id)


@pytest.mark.slow
async def test_a_rematch_that_is_offered_is_answered_evenly(club: Club) -> None:
    await resigned_matches(club, 5, club.bob)
    end = club.post()
    await club.alice.click(end, "Offer rematch")
    await club.bob.click(end, "Play it even")
    says(club.post(), "suggests other terms", f"<@{club.bob.id}>: 1 extra turn")
    assert club.pings() == [club.alice.id]


@pytest.mark.slow
async def test_who_leaves_it_is_not_asked_again(club: Club) -> None:
    await resigned_matches(club, 5, club.bob)
    end = club.post()
    await club.bob.click(end, "Not now")
    assert "Play it even" not in buttons(club.as_it_is_now(end))
    await resigned_matches(club, 1, club.bob)
    assert "Play it even" not in buttons(club.post())
    card = await club.alice.slash("play", game=GAME, opponent=club.bob)
    assert "Play it even" not in buttons(card)


async def test_a_challenge_between_unequals_may_be_made_even_by_either(club: Club) -> None:
    await rated_at(club, alice=1800.0, bob=1620.0, carol=1630.0)
    card = await club.alice.slash("play", game=GAME, opponent=club.bob, clock="3d", rated=True)
    says(card, f"Even with 2 extra turns for <@{club.bob.id}> · about 160 points")
    await club.bob.click(card, "Play it even")
    says(
        club.post(),
        "suggests other terms",
        "bob moves second · 3 days per turn · rated",
        f"<@{club.bob.id}>: 2 extra turns",
    )
    assert "Play it even" not in buttons(club.post())
    await club.alice.slash("play", game=GAME, opponent=club.carol, side="second")
    card = club.post()
    await club.alice.click(card, "Play it even")
    says(club.post(), "alice moves first", f"<@{club.carol.id}>: 2 extra turns")
    assert club.pings() == [club.carol.id]
    assert "withdrew" in words(club.as_it_is_now(card))


async def test_a_challenge_may_be_left_as_it_is(club: Club) -> None:
    await rated_at(club, alice=1800.0, bob=1620.0)
    await club.alice.slash("play", game=GAME, opponent=club.bob)
    card = club.post()
    privately_says(await club.dave.click(card, "Not now"), "for the two who are to play")
    await club.bob.click(card, "Not now")
    card_now = club.as_it_is_now(card)
    assert "Play it even" not in buttons(card_now)
    assert "Accept" in buttons(card_now)
    card = await club.alice.slash("play", game=GAME, opponent=club.bob)
    assert "Play it even" not in buttons(card)


async def test_a_handicap_may_be_part_of_a_standing_offer(club: Club) -> None:
    lobby = await club.alice.slash("lobby")
    form = await club.alice.click(lobby, "New offer")
    terms = {
        "game": [GAME],
        "clock": "3d",
        "variant": "8x8, 2 extra turns",
        "many": ["1-no"],
        "who": ["0-0-0"],
    }
    says(
        await club.alice.actor.submit_modal(form, terms),
        "2 extra turns for White · alice moves first",
        f"<@{club.alice.id}>’s opponent: 2 extra turns",
    )
    await club.bob.click(await club.bob.slash("lobby"), "Take")
    match = await latest_match(club)
    assert match.seats == (club.alice.id, club.bob.id)


@pytest.mark.slow
async def test_a_match_with_hints_is_played_on_from_without_them(club: Club) -> None:
    await resigned_handicap_match(club, "hints-3")
    await club.env.advance_time(5)
    board = await club.alice.click(club.post(), "Step through")
    position = await club.alice.click(board, "Play on from here")
    await club.alice.choose(position, "club")
    match = await latest_match(club)
    assert match.id != 1
    assert match.handicap is None
