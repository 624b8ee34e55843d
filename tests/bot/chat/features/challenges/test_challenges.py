"""Challenges as members meet them: their cards, the list of open ones, and a rematch."""

import re
from datetime import timedelta

import pytest

from bot.chat.discord.feature import CHORES_SECONDS
from bot.domain.matches import endings
from tests.bot.chat.acting import DAY, later, started
from tests.bot.chat.conftest import Club
from tests.bot.chat.discord_api import walk
from tests.bot.chat.reading import (
    buttons,
    fields,
    pictures,
    private,
    privately_says,
    raw,
    says,
    words,
)


async def test_who_takes_a_challenge_is_led_to_the_thread_it_is_played_in(club: Club) -> None:
    await club.services.servers.change(club.place, threads=True)
    await club.alice.slash("play", game="loop", opponent=club.bob)
    taken = await club.bob.click(club.post(), "Accept")
    (thread,) = club.channel.threads
    (pointed,) = taken.followups
    assert pointed.flags.ephemeral
    assert f"<#{thread.id}>" in words(pointed)
    # its first board is posted after it was accepted
    await club.env.advance_time(CHORES_SECONDS + 5)
    closed = next(post for post in club.posts() if "accepted: **M1**" in words(post))
    says(
        closed, f"[The post of this turn](https://discord.com/channels/{club.guild.id}/{thread.id}/"
    )


async def test_a_counter_offer_may_ask_for_the_other_side_and_for_no_rating(club: Club) -> None:
    card = await club.alice.slash(
        "play", game="loop", opponent=club.bob, side="first", clock="7d+12h", rated=True
    )
    assert "alice moves first · 7 days + 12 hours per turn, 14 days at most · rated" in words(card)
    form = await club.bob.click(card, "Counter-offer")
    chosen = {
        name: [option["value"] for option in fields(form)[name]["options"] if option.get("default")]
        for name in ("side", "variant")
    }
    assert chosen == {
        "side": ["second-yes"],
        "variant": ["standard pyramid, full pyramid is a draw"],
    }
    await club.bob.actor.submit_modal(
        form, {"clock": "7d + 12h", "side": ["first-no"], "variant": chosen["variant"]}
    )
    offer = words(club.post())
    assert "bob moves first · 7 days + 12 hours per turn" in offer
    assert "suggests other terms: **bob moves first · unrated**" in offer


async def test_terms_that_cannot_be_leave_the_challenge_to_be_answered_again(club: Club) -> None:
    card = await club.alice.slash(
        "play", game="vigilance", opponent=club.bob, variant="10x10 in 4 directions, off"
    )
    form = await club.bob.click(card, "Counter-offer")
    chosen = {"side": ["random-no"], "variant": ["10x10 in 4 directions, captures off"]}
    said = await club.bob.actor.submit_modal(form, {"other": "13x13", **chosen})
    privately_says(said, "choose from 8x8 in 8 directions")
    assert "Accept" in buttons(card)


async def test_a_counter_offer(club: Club) -> None:
    card = await club.alice.slash("play", game="veloop-square", opponent=club.bob)
    shown = await club.bob.click(card, "Counter-offer")
    offered = fields(shown)["variant"]["options"]
    found = await club.bob.actor.autocomplete(
        club.channel, "play", "variant", "", game="veloop-square"
    )
    assert [(option["label"], option["value"]) for option in offered] == [
        (choice["name"], choice["value"]) for choice in found
    ]
    terms = {
        "variant": ["12x12, double turns"],
        "side": ["first-yes"],
        "clock": "3d",
        "note": "bigger!",
    }
    await club.bob.actor.submit_modal(shown, terms)
    assert "sent" in words(club.posts()[0])
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
    while club.now().weekday() != 4:
        await later(club, DAY)
    card = await club.alice.slash(
        "play", game="loop", opponent=club.bob, side="first", clock="1 day, no weekends"
    )
    assert "1 day per turn, weekends off" in words(card)
    await club.bob.click(card, "Accept")
    due = club.now() + timedelta(days=3)
    assert re.search(rf"until <t:{str(int(due.timestamp()))[:-2]}\d\d:f>", words(club.post()))


@pytest.mark.slow
async def test_what_matches_say_of_a_board_is_on_its_challenges_and_leaderboard(club: Club) -> None:
    for _ in range(20):
        match = await started(club, "snipsnip", club.bob, side="first")
        await club.services.matches.act(match.id, club.bob.id, endings.resign)
    await club.alice.slash("play", game="snipsnip")
    said = "20 matches: White 100% (84–100), draws 0%, 1 turn on average"
    assert said in words(club.post())
    board = words(await club.carol.slash("leaderboard", game="snipsnip"))
    says(board, "Boards played most, this server", said, "Boards played most, all servers")
    assert "20 matches" not in words(await club.alice.slash("leaderboard", game="loop"))


@pytest.mark.slow
async def test_offers_are_made_taken_and_withdrawn_in_the_lobby(club: Club) -> None:
    card = await club.alice.slash("lobby")
    assert private(card)
    says(words(card), "### Lobby", "No offers yet")
    shown = await club.alice.click(card, "New offer")
    assert max(len(option["label"]) for option in fields(shown)["who"]["options"]) <= 100
    sent = {"game": ["snipsnip"], "clock": "3d", "many": ["2-yes"], "who": ["200-10-14"]}
    card = await club.alice.actor.submit_modal(shown, sent)
    terms = "0 of 2 running · rating ±200 · 10 matches or more · again after 14 days"
    says(words(card), f"**SnipSnip** · <@{club.alice.id}>", "3 days per turn · rated", terms)
    assert buttons(card) == ["Withdraw", "New offer", "Morning card: off"]
    hers = await club.bob.slash("lobby")
    says(words(hers), "This offer is for members with 10 finished matches here")
    shown = await club.alice.click(card, "New offer")
    card = await club.alice.actor.submit_modal(
        shown, sent | {"many": ["1-no"], "who": ["0-0-0"], "variant": "hex 3-4"}
    )
    assert len(pictures(card)) == 2
    hers = await club.bob.slash("lobby")
    assert buttons(hers) == ["Take", "Take", "New offer", "Morning card: off"]
    await club.restart()
    await club.bob.click(hers, "Take")
    club.posted("### SnipSnip · M1", pings=[club.alice])
    privately_says(
        await club.bob.click(hers, "Take"), "already playing as many of these as they like"
    )
    card = await club.alice.click(await club.alice.slash("lobby"), "Withdraw")
    assert buttons(card).count("Withdraw") == 1


@pytest.mark.some_cases(1)
@pytest.mark.parametrize("taken", [True, False])
async def test_a_morning_card_of_the_lobby_comes_as_a_direct_message_and_is_closed(
    club: Club, taken: bool
) -> None:
    card = await club.bob.click(await club.bob.slash("lobby"), "Morning card: off")
    assert "Morning card: on" in buttons(card)
    # that is another card, which is off
    assert "next daily card" not in words(await club.bob.slash("settings"))
    await club.services.lobby.make(club.place, club.alice.person, "loop")
    due = (await club.services.members.get(club.bob.id)).daily_at
    await later(club, (due - club.now()).total_seconds() + 30)
    message = club.bob.actor.user.dm_channel.last_message
    says(words(message), "### New in the lobby of", "**Loop** · alice", "0 of 1 running")
    named = {part["label"]: part["custom_id"] for part in walk(raw(message)) if part["type"] == 2}
    bob = club.bob.actor.user
    if taken:
        await bob.click(message, custom_id=named["Take"])
        assert "### Loop · M1" in words(club.post())
    else:
        await club.alice.click(await club.alice.slash("lobby"), "Withdraw")
    message = club.bob.actor.user.dm_channel.last_message
    says(words(message), "### New in the lobby of", "-# These offers are gone.")
    assert "you can take these" not in words(message)
    assert buttons(message) == ["Morning card: on"]
    privately_says(
        await bob.click(message, custom_id=named["Morning card: on"]), "Morning card: off"
    )
