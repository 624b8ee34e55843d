"""Challenges as members meet them: their cards, the list of open ones, and a rematch."""

import re
from datetime import timedelta

import pytest
from simcord import InteractionResult

from bot.chat.discord.feature import CHORES_SECONDS
from bot.domain.matches import endings
from tests.bot.chat.acting import DAY, later, started
from tests.bot.chat.conftest import Club
from tests.bot.chat.reading import (
    BUTTON,
    buttons,
    fields,
    parts,
    pictures,
    private,
    privately_says,
    says,
    words,
)

FRIDAY = 4
"""As Python numbers the days of a week."""


async def test_who_takes_a_challenge_is_led_to_the_thread_it_is_played_in(club: Club) -> None:
    await club.services.servers.change(club.place, threads=True)
    await club.alice.slash("play", game="loop", opponent=club.bob)
    answer = await club.bob.click(club.post(), "Accept")
    (thread,) = club.channel.threads
    (pointer,) = answer.followups
    assert pointer.flags.ephemeral
    says(pointer, f"<#{thread.id}>")
    # its first board is posted after it was accepted
    await club.env.advance_time(CHORES_SECONDS + 5)
    challenge = club.post_with("accepted: **M1**")
    address = f"https://discord.com/channels/{club.guild.id}/{thread.id}/"
    says(challenge, f"[The post of this turn]({address}")


def preset(form: InteractionResult, name: str) -> list[str]:
    """What is chosen already in a menu of a form."""
    options = fields(form)[name]["options"]
    return [option["value"] for option in options if option.get("default")]


async def test_a_counter_offer_may_ask_for_the_other_side_and_for_no_rating(club: Club) -> None:
    card = await club.alice.slash(
        "play", game="loop", opponent=club.bob, side="first", clock="7d+12h", rated=True
    )
    says(card, "alice moves first · 7 days + 12 hours per turn, 14 days at most · rated")
    form = await club.bob.click(card, "Counter-offer")
    variant = preset(form, "variant")
    assert preset(form, "side") == ["second-yes"]
    assert variant == ["standard pyramid, full pyramid is a draw"]
    await club.bob.actor.submit_modal(
        form,
        {
            "clock": "7d + 12h",
            "side": ["first-no"],
            "variant": variant,
            "handicap": preset(form, "handicap"),
        },
    )
    says(
        club.post(),
        "bob moves first · 7 days + 12 hours per turn",
        "suggests other terms: **bob moves first · unrated**",
    )


async def test_terms_that_cannot_be_leave_the_challenge_to_be_answered_again(club: Club) -> None:
    card = await club.alice.slash(
        "play", game="vigilance", opponent=club.bob, variant="10x10 in 4 directions, off"
    )
    form = await club.bob.click(card, "Counter-offer")
    terms = {
        "other": "13x13",
        "side": ["random-no"],
        "variant": ["10x10 in 4 directions, captures off"],
    }
    refusal = await club.bob.actor.submit_modal(form, terms)
    privately_says(refusal, "choose from 8x8 in 8 directions")
    assert "Accept" in buttons(card)


async def test_a_counter_offer(club: Club) -> None:
    card = await club.alice.slash("play", game="veloop-square", opponent=club.bob)
    form = await club.bob.click(card, "Counter-offer")
    choices = await club.bob.actor.autocomplete(
        club.channel, "play", "variant", "", game="veloop-square"
    )
    variants = {choice["name"]: choice["value"] for choice in choices}
    options = fields(form)["variant"]["options"]
    assert {option["label"]: option["value"] for option in options} == variants
    assert [option["label"] for option in options] == list(variants), "in the same order"
    terms = {
        "variant": ["12x12, double turns"],
        "handicap": ["none"],
        "side": ["first-yes"],
        "clock": "3d",
        "note": "bigger!",
    }
    await club.bob.actor.submit_modal(form, terms)
    says(club.posts()[0], "sent")
    offer = club.post()
    says(
        offer,
        "Counter-offer",
        "12x12, double turns · bob moves first · 3 days per turn · rated",
        "> bigger!",
    )
    assert club.pings() == [club.alice.id]
    await club.alice.click(offer, "Accept")
    assert "to move" in words(club.post())


async def test_weekends_off_are_agreed_and_do_not_count(club: Club) -> None:
    while club.now().weekday() != FRIDAY:
        await later(club, DAY)
    card = await club.alice.slash(
        "play", game="loop", opponent=club.bob, side="first", clock="1 day, no weekends"
    )
    assert "1 day per turn, weekends off" in words(card)
    await club.bob.click(card, "Accept")
    due = int((club.now() + timedelta(days=3)).timestamp())
    due_but_for_seconds = str(due)[:-2]
    assert re.search(rf"until <t:{due_but_for_seconds}\d\d:f>", words(club.post()))


@pytest.mark.slow
async def test_what_matches_say_of_a_board_is_on_the_leaderboard(club: Club) -> None:
    for _ in range(20):
        match = await started(club, "snipsnip", club.bob, side="first")
        await club.services.matches.act(match.id, club.bob.id, endings.resign)
    results = "20 matches: White 100% (84–100), draws 0%, 1 turn on average"
    leaderboard = await club.carol.slash("leaderboard", game="snipsnip")
    says(leaderboard, "Boards played most, this server", results, "Boards played most, all servers")
    other_leaderboard = await club.alice.slash("leaderboard", game="loop")
    assert "20 matches" not in words(other_leaderboard)


@pytest.mark.slow
async def test_offers_are_made_taken_and_withdrawn_in_the_lobby(club: Club) -> None:
    card = await club.alice.slash("lobby")
    assert private(card)
    says(card, "### Lobby", "No offers yet")

    form = await club.alice.click(card, "New offer")
    for option in fields(form)["who"]["options"]:
        assert len(option["label"]) <= 100
    terms = {"game": ["snipsnip"], "clock": "3d", "many": ["2-yes"], "who": ["200-10-14"]}
    card = await club.alice.actor.submit_modal(form, terms)
    says(
        card,
        f"**SnipSnip** · <@{club.alice.id}>",
        "3 days per turn · rated",
        "0 of 2 running · rating ±200 · 10 matches or more · again after 14 days",
    )
    assert buttons(card) == ["Withdraw", "New offer", "Morning card: off"]
    card_of_bob = await club.bob.slash("lobby")
    says(card_of_bob, "This offer is for members with 10 finished matches here")

    form = await club.alice.click(card, "New offer")
    terms |= {"many": ["1-no"], "who": ["0-0-0"], "variant": "hex 3-4"}
    card = await club.alice.actor.submit_modal(form, terms)
    assert len(pictures(card)) == 2
    card_of_bob = await club.bob.slash("lobby")
    assert buttons(card_of_bob) == ["Take", "Take", "New offer", "Morning card: off"]

    await club.restart()
    await club.bob.click(card_of_bob, "Take")
    club.posted("### SnipSnip · M1", pings=[club.alice])
    refusal = await club.bob.click(card_of_bob, "Take")
    privately_says(refusal, "already playing as many of these as they like")
    card = await club.alice.slash("lobby")
    card = await club.alice.click(card, "Withdraw")
    assert buttons(card).count("Withdraw") == 1


@pytest.mark.some_cases(1)
@pytest.mark.parametrize("takes", [True, False], ids=["taken", "withdrawn"])
async def test_a_morning_card_of_the_lobby_comes_as_a_direct_message_and_is_closed(
    club: Club, takes: bool
) -> None:
    card = await club.bob.slash("lobby")
    card = await club.bob.click(card, "Morning card: off")
    assert "Morning card: on" in buttons(card)
    # that is another card, which is off
    assert "next daily card" not in words(await club.bob.slash("settings"))
    await club.services.lobby.make(club.place, club.alice.person, "loop")
    due = (await club.services.members.get(club.bob.id)).daily_at
    await later(club, (due - club.now()).total_seconds() + 30)

    bob = club.bob.actor.user
    message = bob.dm_channel.last_message
    says(message, "### New in the lobby of", "**Loop** · alice", "0 of 1 running")
    custom_ids = {button["label"]: button["custom_id"] for button in parts(message, BUTTON)}
    if takes:
        await bob.click(message, custom_id=custom_ids["Take"])
        says(club.post(), "### Loop · M1")
    else:
        card = await club.alice.slash("lobby")
        await club.alice.click(card, "Withdraw")

    message = bob.dm_channel.last_message
    says(message, "### New in the lobby of", "-# These offers are gone.")
    assert "you can take these" not in words(message)
    assert buttons(message) == ["Morning card: on"]
    answer = await bob.click(message, custom_id=custom_ids["Morning card: on"])
    privately_says(answer, "Morning card: off")
