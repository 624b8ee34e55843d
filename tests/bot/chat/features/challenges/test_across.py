"""Matches across servers: each side plays in its own channel and language, and no name crosses that
is not to.
"""

import re
from dataclasses import dataclass
from typing import Any

import pytest
from simcord import InteractionResult

from bot.chat.discord.feature import CHORES_SECONDS
from bot.domain.challenges.seekers import REPEAT_AFTER, UNRATED
from bot.domain.matches import endings
from bot.domain.values import WORLD, Person
from bot.store.tables import matches
from tests.bot.chat.acting import DAY, later, sure
from tests.bot.chat.conftest import Club, Elsewhere, Member
from tests.bot.chat.reading import buttons, fields, privately_says, raw, says, words
from tests.bot.domain.teams.helpers import begun_across


@pytest.fixture
async def elsewhere(club: Club) -> Elsewhere:
    return await Elsewhere(club).opened("fr")


async def look_for_opponent(member: Member, name: str, **changes: Any) -> str:
    """The lobby after a member looks for an opponent; ``name``: how others may see them."""
    card = await member.slash("lobby")
    label = "Find an opponent"
    if label not in buttons(card):
        label = "Trouver un adversaire"
    form = await member.click(card, label)
    assert list(fields(form)) == ["game", "clock", "across"]
    terms = {"game": ["snipsnip"], "clock": ["3d"], "across": [name], **changes}
    return words(await member.actor.submit_modal(form, terms))


def all_that_is_posted(club: Club) -> str:
    return "\n".join(str(raw(post)) for post in club.posts())


@dataclass
class MatchAcross:
    """A match across servers: who is to move, who waits, and the server of each."""

    mover: Member
    home: Club
    opponent: Member
    away: Club

    async def play(self) -> str:
        """Play a move; gives that."""
        moves = await self.mover.offered()
        await self.mover.slash("move", moves=moves[0])
        await self.home.env.advance_time(5)
        return moves[0]


@pytest.fixture
async def match_across(club: Club, elsewhere: Elsewhere) -> MatchAcross:
    """Alice, whose name nobody elsewhere may see, and eve play W1."""
    says(
        await look_for_opponent(club.alice, "hidden"),
        "You’re looking for an opponent: **SnipSnip** · 3 days per turn · 0 of 2 running",
    )
    await look_for_opponent(elsewhere.eve, "named")
    await club.env.advance_time(CHORES_SECONDS + 5)
    (match,) = await club.services.matches.of(elsewhere.eve.id)
    if match.mover == club.alice.id:
        return MatchAcross(club.alice, club, elsewhere.eve, elsewhere)
    return MatchAcross(elsewhere.eve, elsewhere, club.alice, club)


@pytest.mark.slow
async def test_two_who_look_for_an_opponent_play_each_in_their_own_server(
    club: Club, elsewhere: Elsewhere, match_across: MatchAcross
) -> None:
    alice = club.alice
    eve = elsewhere.eve
    club.posted("### SnipSnip · W1", f"<@{alice.id}>", "eve", pings=[alice])
    elsewhere.posted("### SnipSnip · W1", f"<@{eve.id}>", "d’un autre serveur", pings=[eve])

    await club.restart()
    move = await match_across.play()
    match_across.away.posted(f"**{move}**", pings=[match_across.opponent])
    match_across.home.posted(f"**{move}**", f"<@{match_across.mover.id}>", pings=[])
    assert "W1" in words(await match_across.opponent.slash("matches"))


@pytest.mark.slow
async def test_nobody_of_another_server_is_mentioned(
    club: Club, elsewhere: Elsewhere, match_across: MatchAcross
) -> None:
    await match_across.play()
    await club.env.advance_time(5)
    await club.bob.slash("match replay", match="W1")
    await club.bob.slash("match show", match="W1")
    text = all_that_is_posted(club)
    assert str(elsewhere.eve.id) not in text
    assert str(elsewhere.channel.id) not in text
    text = all_that_is_posted(elsewhere)
    assert str(club.alice.id) not in text
    assert str(club.channel.id) not in text
    assert "alice" not in text
    says(await club.bob.click(club.post(), "Board"), "### SnipSnip · W1")


@pytest.mark.slow
async def test_members_of_both_servers_find_the_match_in_their_lists(
    club: Club, elsewhere: Elsewhere, match_across: MatchAcross
) -> None:
    alice = club.alice
    eve = elsewhere.eve
    dan = Member(elsewhere, elsewhere.guild.add_member(club.env.create_user("dan")))
    for reader, player, opponent, opponent_name in (
        (club.bob, alice, eve, "eve"),
        (dan, eve, alice, "a player from another server"),
    ):
        matches = await reader.slash("matches", server=True)
        says(matches, "**W1** · SnipSnip", f"<@{player.id}>", opponent_name)
        assert str(opponent.id) not in str(raw(matches))
        says(await reader.click(matches, buttons(matches)[0]), "W1")
        says(await reader.slash("matches", member=player), "W1")


@pytest.mark.slow
async def test_a_draw_is_offered_and_accepted_across_servers(
    club: Club, elsewhere: Elsewhere, match_across: MatchAcross
) -> None:
    await match_across.play()
    await match_across.opponent.slash("match draw", match="W1")
    await club.env.advance_time(5)
    match_across.home.posted("W1", pings=[match_across.mover])
    labels = set(buttons(match_across.away.post()))
    assert not {"Accept", "Accepter"} & labels, "who asks cannot answer"
    question = await match_across.mover.click(match_across.home.post(), "Accept")
    await match_across.mover.click(question, buttons(question)[0])
    await club.env.advance_time(5)
    for server in (club, elsewhere):
        says(server.post(), "W1")
    assert await club.services.matches.of(elsewhere.eve.id) == ()
    # in a member's own language
    refusal = await match_across.mover.slash("match rematch", match="W1")
    privately_says(refusal, "There’s no rematch across servers")


@pytest.mark.slow
async def test_who_leaves_their_server_is_claimed_from_and_follows_no_longer(
    club: Club, elsewhere: Elsewhere
) -> None:
    matches = club.services.matches
    await seek_across(club, club.alice, "named", "7d")
    await seek_across(elsewhere, elsewhere.eve, "named", "7d")
    await club.services.pairing.pair()
    (summary,) = await matches.of(elsewhere.eve.id)
    match = await matches.get(summary.id)
    dan = Member(elsewhere, elsewhere.guild.add_member(club.env.create_user("dan")))
    await matches.follow(match.id, club.carol.id)
    await matches.follow(match.id, dan.id)
    elsewhere.guild.remove_member(dan.actor)
    assert match.mover is not None
    await matches.play(match.id, match.mover, str(match.state.legal_moves()[0]))
    await club.env.advance_time(5)
    assert await matches.follows(match.id, club.carol.id)
    assert not await matches.follows(match.id, dan.id)

    elsewhere.guild.remove_member(elsewhere.eve.actor)
    refusal = await club.alice.slash("match claim", what="win")
    privately_says(refusal, "may still come back")
    await club.env.advance_time(5)
    club.posted("left the server", pings=[club.alice])
    await club.restart()
    await later(club, DAY)
    await sure(club.alice, await club.alice.slash("match claim", what="win"))
    club.posted("wins", pings=[])


async def seek_across(server: Club, member: Member, name: str, *clock: str) -> None:
    """Have a member look for an opponent of any server."""
    services = server.bot.services
    await services.members.change(member.id, across=name)
    person = Person(member.id, member.actor.user.name)
    await services.pairing.seek(server.place, person, "snipsnip", *clock)


@pytest.mark.slow
async def test_a_match_of_two_servers_teams_is_read_from_both_sides(
    club: Club, elsewhere: Elsewhere
) -> None:
    boss = club.boss()
    chief = elsewhere.boss()
    await club.services.members.change(boss.id, across="named")
    await club.services.members.change(chief.id, across="named")
    lobby = await boss.slash("lobby")
    form = await boss.click(lobby, "New offer")
    assert "team" not in str(fields(form)["who"]), "no such match is offered any more"
    eve = elsewhere.eve
    await club.services.members.change(eve.id, across="hidden")
    await begun_across(club.services, (boss.person, club.place), (chief.person, elsewhere.place))
    await club.bot.delivery.flush()
    await club.env.advance_time(5)

    club.posted("### Loop · W1", "Team 2 (other server)", pings=[boss])
    assert not re.search(r"\b1 \(", words(club.post())), "their own is not marked"
    card = await boss.click(club.post(), "Team")
    says(card, f"captain: <@{boss.id}>")
    assert str(chief.id) not in str(raw(card))

    elsewhere.posted("### Loop · W1", "l’équipe 1 (autre serveur)", pings=[chief])
    assert not re.search(r"\b2 \(", words(elsewhere.post())), "their own is not marked"
    card = await chief.click(elsewhere.post(), buttons(elsewhere.post())[0])
    says(card, f"captain: <@{chief.id}>")
    assert str(boss.id) not in str(raw(card))

    card = await eve.slash("team join", match="W1")
    says(await eve.click(card, "Join"), "2 members")


@pytest.mark.slow
async def make_offer(member: Member) -> InteractionResult:
    """Offer two matches to members of all servers."""
    lobby = await member.slash("lobby")
    form = await member.click(lobby, "New offer")
    terms = {
        "game": ["snipsnip"],
        "clock": "3d",
        "variant": "",
        "many": ["2-all"],
        "who": ["0-0-0"],
    }
    return await member.actor.submit_modal(form, terms)


@pytest.mark.slow
async def test_an_offer_is_taken_from_the_lobby_of_another_server(
    club: Club, elsewhere: Elsewhere
) -> None:
    eve = elsewhere.eve
    alice = club.alice
    await club.services.members.change(eve.id, across="named")
    refusal = await make_offer(alice)
    privately_says(refusal, "Allow matches across servers in /settings first")
    says(
        await alice.slash("lobby"),
        "-# To see offers of other servers, allow matches across servers in",
    )

    await club.services.members.change(alice.id, across="hidden")
    says(await make_offer(alice), "0 of 2 running · other servers too, unrated")
    card = await eve.slash("lobby")
    says(card, "**SnipSnip** · a player from another server", "other servers too, unrated")
    assert not re.search(f"{alice.id}|alice", str(raw(card)))

    await club.restart()
    await eve.click(card, "Take")
    await club.env.advance_time(5)
    elsewhere.posted("### SnipSnip · W1", f"<@{eve.id}>", "un joueur d’un autre serveur", pings=[])
    club.posted("### SnipSnip · W1", f"<@{alice.id}>", "eve", pings=[alice])

    lobby = await alice.slash("lobby")
    await alice.click(lobby, "Withdraw")
    privately_says(await eve.click(card, "Take"), "That offer was withdrawn")


@pytest.mark.slow
async def test_a_morning_card_tells_of_offers_of_other_servers_and_names_nobody(
    club: Club, elsewhere: Elsewhere
) -> None:
    eve = elsewhere.eve
    alice = club.alice
    await club.services.members.change(alice.id, across="hidden")
    await club.services.members.change(
        eve.id, across="named", lobby=[elsewhere.guild.id], daily="none", language="en"
    )
    await club.services.lobby.make(club.place, alice.person, "loop", across_servers=True)
    due = (await club.services.members.get(eve.id)).daily_at
    await later(club, (due - club.now()).total_seconds() + 60)
    text = words(eve.actor.user.dm_channel.last_message)
    says(
        text,
        "### New in the lobby of Elsewhere",
        "1 new offer from another server: take it with",
    )
    assert not re.search(f"{alice.id}|alice|can take these|gone", text)


async def test_a_match_for_world_ratings_is_resigned_but_not_called_off(
    club: Club, elsewhere: Elsewhere
) -> None:
    alice = club.alice
    await seek_across(club, alice, "hidden")
    await seek_across(elsewhere, elsewhere.eve, "hidden")
    for number in range(UNRATED + 1):
        # as if the last one had been long ago
        async with club.bot.store.write() as connection:
            await connection.execute(matches.update().values(created_at=club.now() - REPEAT_AFTER))
        await club.services.pairing.pair()
        (match,) = await club.services.matches.of(alice.id)
        if number < UNRATED:
            await club.services.matches.act(match.id, alice.id, endings.resign)
    name = match.name
    await club.env.advance_time(5)

    refusal = await alice.slash("match abandon", match=name)
    privately_says(refusal, "so it can’t end without a result")
    menu = await alice.click(club.post_with(f"· {name}"), "⋯")
    assert "Resign" in buttons(menu)
    assert not {"Call off", "Ask to call off"} & set(buttons(menu))
    refusal = await club.boss().slash("moderate end", match=name)
    privately_says(refusal, "counts for world ratings")
    await sure(alice, await alice.slash("match resign", match=name))
    (rating,) = await club.services.ratings.of(alice.id, WORLD)
    assert rating.losses == 1
