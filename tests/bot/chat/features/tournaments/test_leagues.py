"""Leagues as members meet them: joined, shown, started and closed by themselves."""

from bot.domain.matches import endings
from tests.bot.chat.acting import DAY, later
from tests.bot.chat.conftest import Club
from tests.bot.chat.reading import buttons, pictures, private, privately_says, says, words
from tests.bot.domain.matches.helpers import played


async def test_a_season_is_joined_played_and_announced_with_nobody_to_organise_it(
    club: Club,
) -> None:
    assert "No season yet" in words(await club.alice.slash("league show"))
    says(
        words(await club.alice.slash("league show", game="loop")),
        "### Leagues of this server · Loop",
        "No divisions",
    )
    answer = await club.alice.slash("league join", game="loop", matches="5")
    privately_says(answer, "You’re in the Loop league. It starts once 4 members have joined.")
    for member in (club.bob, club.carol):
        await member.slash("league join", game="loop", matches="5")
    assert "next season starts" in words(await club.dave.slash("league join", game="loop"))
    await later(club, 7 * DAY + 60)
    first_post = next(post for post in club.posts() if "season 1 has started" in words(post))
    says(words(first_post), "**Loop** – Division 1")
    await club.restart()
    card = await club.alice.click(first_post, "Leagues")
    assert private(card)
    says(
        words(card),
        "### Leagues · season 1",
        "**Loop** – 4 players, Division 1",
        "Two go up from each division",
    )
    assert not pictures(card)  # the cup begins with the first result
    card = await club.alice.click(card, "Loop")
    says(words(card), "**Division 1** · T1 – ")
    assert buttons(card) == ["Division 1"]
    assert "### T1 · Loop 1.1" in words(await club.alice.click(card, "Division 1"))
    service = club.services.matches
    people = (club.alice, club.bob, club.carol, club.dave)
    for _ in range(12):
        for match in [one for who in people for one in await service.of(who.id)]:
            now = await service.get(match.id)
            if now.status == "running":
                await played(club.services, match.id, 4)
                await service.act(match.id, min(now.seats), endings.resign)
        await later(club, 60)
        last_posts = [post for post in club.posts() if "season 1 is over" in words(post)]
        if last_posts:
            break
    (last_post,) = last_posts
    says(words(last_post), "🏆 **Loop** – <@", "🏆 **Cup over all games** – <@")
    assert pictures(last_post)[0].startswith("Cup over all games: 1 ")
    privately_says(
        await club.dave.slash("league leave"), "out of the league from the next season on"
    )
    privately_says(await club.dave.slash("league leave", game="loop"), "You’re not in that league")


async def test_leagues_whose_channel_was_deleted_are_shown_and_go_on_where_somebody_joins(
    club: Club,
) -> None:
    attic = club.guild.create_text_channel("attic")
    hidden = club.guild.create_text_channel("hidden")
    await club.alice.actor.slash(attic, "league join", game="loop")
    club.env.backend.delete_channel(attic.id)
    await club.env.settle()
    says(await club.bob.slash("league show"), "### Leagues")
    await club.bob.slash("league join", game="loop")
    leagues = club.services.leagues
    assert (await leagues.season(club.guild.id)).channel == club.channel.id
    await club.carol.actor.slash(hidden, "league join", game="loop")
    assert (await leagues.season(club.guild.id)).channel == club.channel.id
