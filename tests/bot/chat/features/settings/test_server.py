"""What those who manage a server set, from the menus to what members then meet."""

import discord
from simcord import InteractionResult

from tests.bot.chat.conftest import Club, Member
from tests.bot.chat.discord_api import walk
from tests.bot.chat.reading import raw, says, stored, words


async def boss_of(club: Club) -> Member:
    role = club.guild.create_role("boss", permissions=discord.Permissions(manage_guild=True))
    return Member(club, club.guild.add_member(club.env.create_user("erin"), roles=[role]))


async def test_only_some_may_challenge_but_anyone_may_accept(club: Club) -> None:
    boss = await boss_of(club)
    players = club.guild.create_role("players")
    fay = Member(club, club.guild.add_member(club.env.create_user("fay"), roles=[players]))
    card = await boss.slash("server")
    await boss.actor.select(stored(card), [players], custom_id="lh:server:0:0:challengers")
    refused = await club.alice.slash("play", game="loop")
    assert f"only <@&{players.id}> can challenge" in words(refused)
    await fay.slash("play", game="loop", opponent=club.bob, side="first")
    await club.bob.click(club.post(), "Accept")
    assert "turn 1" in words(club.post())


async def test_everyone_may_challenge_again_when_nobody_is_chosen(club: Club) -> None:
    boss = await boss_of(club)
    players = club.guild.create_role("players")
    card = await boss.slash("server")
    await boss.actor.select(stored(card), [players], custom_id="lh:server:0:0:challengers")
    await boss.actor.select(stored(card), [], custom_id="lh:server:0:0:challengers")
    await club.alice.slash("play", game="loop")
    assert "is looking for an opponent at" in words(club.post())


async def test_daily_cards_come_to_the_channel_that_the_server_has_set_for_them(club: Club) -> None:
    await club.match()
    boss = await boss_of(club)
    news = club.guild.create_text_channel("news")
    card = await boss.slash("server")
    await boss.actor.select(stored(card), [news], custom_id="lh:server:0:0:digest")
    await club.services.members.change(club.alice.id, daily="channel")
    due = (await club.services.members.get(club.alice.id)).daily_at
    assert due is not None
    await club.bot.client.close()
    club.env.backend.advance_clock((due - club.now()).total_seconds() + 1)
    await club.restart()
    await club.env.advance_time(30)
    (post,) = news.history()
    says(post, "your matches today", "**M1** · Veloop")
    assert club.env.backend.get_message(news.id, post.id).ping_user_ids == [club.alice.id]


async def test_the_menus_know_what_is_chosen_already_and_still_there(club: Club) -> None:
    boss = await boss_of(club)
    games, attic = club.guild.create_text_channel("play"), club.guild.create_text_channel("attic")
    card = await boss.slash("server")
    card = await boss.actor.select(stored(card), [games, attic], custom_id="lh:server:0:0:channels")
    assert chosen(card, "channels") == [games.id, attic.id]
    club.env.backend.delete_channel(attic.id)
    assert chosen(await boss.slash("server"), "channels") == [games.id]


async def test_a_server_may_speak_another_language_than_its_discord(club: Club) -> None:
    boss = await boss_of(club)
    card = await boss.slash("server")
    assert "Language: same as this server" in labels(card)
    await boss.choose(card, "fr")
    await club.alice.slash("play", game="loop")
    assert "cherche un adversaire" in words(club.post())


def labels(card: InteractionResult) -> list[str]:
    """What the options that are chosen now are called."""
    menus = [part for part in walk(raw(card)) if part["type"] == 3]
    return [option["label"] for menu in menus for option in menu["options"] if option.get("default")]


def chosen(card: InteractionResult, name: str) -> list[int]:
    """The ids that a menu of channels or roles shows as chosen."""
    (menu,) = [part for part in walk(raw(card)) if part.get("custom_id") == f"lh:server:0:0:{name}"]
    return [int(one["id"]) for one in menu.get("default_values") or ()]
