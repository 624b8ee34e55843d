"""Matches across servers: each side plays in its own channel and language, and no name crosses that
is not to.
"""

import re
from typing import Any

import pytest

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


async def looks(member: Member, name: str, **sent: Any) -> str:
    """The lobby after a member looks for an opponent."""
    card = await member.slash("lobby")
    shown = await member.click(
        card,
        next(
            label
            for label in buttons(card)
            if label in ("Find an opponent", "Trouver un adversaire")
        ),
    )
    assert list(fields(shown)) == ["game", "clock", "across"]
    terms = {"game": ["snipsnip"], "clock": ["3d"], "across": [name], **sent}
    return words(await member.actor.submit_modal(shown, terms))


@pytest.mark.slow
async def test_two_who_look_for_an_opponent_play_each_in_their_own_server(
    club: Club, elsewhere: Elsewhere
) -> None:
    eve = elsewhere.eve
    channels = (club, elsewhere)
    says(
        await looks(club.alice, "hidden"),
        "You’re looking for an opponent: **SnipSnip** · 3 days per turn · 0 of 2 running",
    )
    await looks(eve, "named")
    await club.env.advance_time(CHORES_SECONDS + 5)
    for at, own, other in ((club, club.alice, "eve"), (elsewhere, eve, "d’un autre serveur")):
        at.posted("### SnipSnip · W1", f"<@{own.id}>", other, pings=[own])
    match = (await club.services.matches.of(eve.id))[0]
    mover, waits, at, far = (
        (club.alice, eve, club, elsewhere)
        if match.mover == club.alice.id
        else (eve, club.alice, elsewhere, club)
    )
    await club.restart()
    move = (await mover.offered())[0]
    await mover.slash("move", moves=move)
    await club.env.advance_time(5)
    far.posted(f"**{move}**", pings=[waits])
    at.posted(f"**{move}**", f"<@{mover.id}>", pings=[])
    await club.env.advance_time(5)
    for way in ("match replay", "match show"):
        await club.bob.slash(way, match="W1")
    for place, stranger in ((club, eve), (elsewhere, club.alice)):
        everything = "\n".join(str(raw(message)) for message in place.posts())
        assert str(stranger.id) not in everything, "nobody of another server is mentioned"
        assert str((elsewhere if place is club else club).channel.id) not in everything
    assert "alice" not in "\n".join(str(raw(message)) for message in elsewhere.posts())
    assert "W1" in words(await waits.slash("matches"))
    says(await club.bob.click(club.post(), "Board"), "### SnipSnip · W1")
    dan = Member(elsewhere, elsewhere.guild.add_member(club.env.create_user("dan")))
    for reader, own, other in (
        (club.bob, club.alice, "eve"),
        (dan, eve, "a player from another server"),
    ):
        listed = await reader.slash("matches", server=True)
        says(listed, "**W1** · SnipSnip", f"<@{own.id}>", other)
        assert str(({club.alice, eve} - {own}).pop().id) not in str(raw(listed))
        assert "W1" in words(await reader.click(listed, buttons(listed)[0]))
        assert "W1" in words(await reader.slash("matches", member=own))
    await waits.slash("match draw", match="W1")
    await club.env.advance_time(5)
    at.posted("W1", pings=[mover])
    assert not {"Accept", "Accepter"} & set(buttons(far.post())), "who asks cannot answer"
    sure = await mover.click(at.post(), "Accept")
    await mover.click(sure, buttons(sure)[0])
    await club.env.advance_time(5)
    for place in channels:
        assert "W1" in words(place.post())
    assert (await club.services.matches.of(eve.id)) == ()
    # own language
    privately_says(
        await mover.slash("match rematch", match="W1"), "There’s no rematch across servers"
    )


@pytest.mark.slow
async def test_who_leaves_their_server_is_claimed_from_and_follows_no_longer(
    club: Club, elsewhere: Elsewhere
) -> None:
    eve = elsewhere.eve
    alice = club.alice
    carol = club.carol
    sides = {alice: club.place, eve: elsewhere.place}
    for who, place in sides.items():
        await club.services.members.change(who.id, across="named")
        await club.services.pairing.seek(
            place, Person(who.id, who.actor.user.name), "snipsnip", "7d"
        )
    await club.services.pairing.pair()
    match = (await club.services.matches.of(eve.id))[0].id
    dan = Member(elsewhere, elsewhere.guild.add_member(club.env.create_user("dan")))
    for follower in (carol, dan):
        await club.services.matches.follow(match, follower.id)
    elsewhere.guild.remove_member(dan.actor)
    mover = (await club.services.matches.get(match)).mover
    await club.services.matches.play(
        match, mover or 0, str((await club.services.matches.get(match)).state.legal_moves()[0])
    )
    await club.env.advance_time(5)
    assert [
        bool(await club.services.matches.follows(match, follower.id)) for follower in (carol, dan)
    ] == [True, False]
    elsewhere.guild.remove_member(eve.actor)
    privately_says(await alice.slash("match claim", what="win"), "may still come back")
    await club.env.advance_time(5)
    club.posted("left the server", pings=[alice])
    await club.restart()
    await later(club, DAY)
    await sure(alice, await alice.slash("match claim", what="win"))
    club.posted("wins", pings=[])


@pytest.mark.slow
async def test_a_match_of_two_servers_teams_is_read_from_both_sides(
    club: Club, elsewhere: Elsewhere
) -> None:
    boss, chief = club.boss(), elsewhere.boss()
    for who in (boss, chief):
        await club.services.members.change(who.id, across="named")
    form = await boss.click(await boss.slash("lobby"), "New offer")
    assert "team" not in str(fields(form)["who"]), "no such match is offered any more"
    eve = elsewhere.eve
    await club.services.members.change(eve.id, across="hidden")
    await begun_across(club.services, (boss.person, club.place), (chief.person, elsewhere.place))
    await club.bot.delivery.flush()
    await club.env.advance_time(5)
    for at, captain, other in ((club, boss, chief), (elsewhere, chief, boss)):
        own, far = (1, "Team 2 (other server)") if at is club else (2, "l’équipe 1 (autre serveur)")
        at.posted("### Loop · W1", far, pings=[captain])
        assert not re.search(rf"\b{own} \(", words(at.post())), "their own is not marked"
        shown = await captain.click(at.post(), "Team" if at is club else buttons(at.post())[0])
        says(shown, f"captain: <@{captain.id}>")
        assert str(other.id) not in str(raw(shown))
    card = await eve.slash("team join", match="W1")
    says(await eve.click(card, "Join"), "2 members")


@pytest.mark.slow
async def test_an_offer_is_taken_from_the_lobby_of_another_server(
    club: Club, elsewhere: Elsewhere
) -> None:
    eve = elsewhere.eve
    alice = club.alice
    await club.services.members.change(eve.id, across="named")
    form = await alice.click(await alice.slash("lobby"), "New offer")
    terms = {
        "game": ["snipsnip"],
        "clock": "3d",
        "variant": "",
        "many": ["2-all"],
        "who": ["0-0-0"],
    }
    privately_says(
        await alice.actor.submit_modal(form, terms),
        "Allow matches across servers in /settings first",
    )
    says(
        await alice.slash("lobby"),
        "-# To see offers of other servers, allow matches across servers in",
    )
    await club.services.members.change(alice.id, across="hidden")
    form = await alice.click(await alice.slash("lobby"), "New offer")
    says(await alice.actor.submit_modal(form, terms), "0 of 2 running · other servers too, unrated")
    card = await eve.slash("lobby")
    says(card, "**SnipSnip** · a player from another server", "other servers too, unrated")
    assert not re.search(f"{alice.id}|alice", str(raw(card)))
    await club.restart()
    await eve.click(card, "Take")
    await club.env.advance_time(5)
    elsewhere.posted("### SnipSnip · W1", f"<@{eve.id}>", "un joueur d’un autre serveur", pings=[])
    club.posted("### SnipSnip · W1", f"<@{alice.id}>", "eve", pings=[alice])
    await alice.click(await alice.slash("lobby"), "Withdraw")
    privately_says(await eve.click(card, "Take"), "That offer was withdrawn")
    await club.services.members.change(
        eve.id, lobby=[elsewhere.guild.id], daily="none", language="en"
    )
    await club.services.lobby.make(club.place, alice.person, "loop", across_servers=True)
    due = (await club.services.members.get(eve.id)).daily_at
    await later(club, (due - club.now()).total_seconds() + 60)
    told = words(eve.actor.user.dm_channel.last_message)
    assert "### New in the lobby of Elsewhere" in told
    assert "1 new offer from another server: take it with" in told
    assert not re.search(f"{alice.id}|alice|can take these|gone", told)


async def test_a_match_for_world_ratings_is_resigned_but_not_called_off(
    club: Club, elsewhere: Elsewhere
) -> None:
    pairing = club.services.pairing
    sides = {club.alice: club.place, elsewhere.eve: elsewhere.place}
    for who, place in sides.items():
        await club.services.members.change(who.id, across="hidden")
        await pairing.seek(place, Person(who.id, who.actor.user.name), "snipsnip")
    for _ in range(UNRATED + 1):
        async with club.bot.store.write() as connection:
            await connection.execute(matches.update().values(created_at=club.now() - REPEAT_AFTER))
        await pairing.pair()
        (running,) = await club.services.matches.of(club.alice.id)
        if running.name != "W10":
            await club.services.matches.act(running.id, club.alice.id, endings.resign)
    await club.env.advance_time(5)
    privately_says(
        await club.alice.slash("match abandon", match="W10"), "so it can’t end without a result"
    )
    post = next(post for post in club.posts() if "· W10" in words(post))
    card = await club.alice.click(post, "⋯")
    assert "Resign" in buttons(card)
    assert not {"Call off", "Ask to call off"} & set(buttons(card))
    privately_says(await club.boss().slash("moderate end", match="W10"), "counts for world ratings")
    await sure(club.alice, await club.alice.slash("match resign", match="W10"))
    assert [rating.losses for rating in await club.services.ratings.of(club.alice.id, WORLD)] == [1]
