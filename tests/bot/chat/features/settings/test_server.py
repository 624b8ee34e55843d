"""What those who manage a server set, from the menus to what members then meet."""

from simcord import InteractionResult

from tests.bot.chat.acting import until_daily_card
from tests.bot.chat.conftest import Club, Member
from tests.bot.chat.discord_api import walk
from tests.bot.chat.reading import raw, says, stored, words


async def test_only_some_may_challenge_but_anyone_may_accept_until_nobody_is_chosen(club: Club) -> None:
    boss, players = club.boss(), club.guild.create_role("players")
    fay = Member(club, club.guild.add_member(club.env.create_user("fay"), roles=[players]))
    card = stored(await boss.slash("server"))
    await boss.actor.select(card, [players], custom_id="lh:server:0:0:challengers")
    assert f"only <@&{players.id}> can challenge" in words(await club.alice.slash("play", game="loop"))
    await fay.slash("play", game="loop", opponent=club.bob, side="first")
    await club.bob.click(club.post(), "Accept")
    assert "to move" in words(club.post())
    await boss.actor.select(card, [], custom_id="lh:server:0:0:challengers")
    await club.alice.slash("play", game="loop")
    assert "is looking for an opponent at" in words(club.post())


async def test_daily_cards_come_to_the_channel_that_the_server_has_set_for_them(club: Club) -> None:
    await club.match()
    boss, news = club.boss(), club.guild.create_text_channel("news")
    await boss.actor.select(stored(await boss.slash("server")), [news], custom_id="lh:server:0:0:digest")
    await club.services.members.change(club.alice.id, daily="channel")
    await until_daily_card(club.alice)
    (post,) = news.history()
    says(post, "your matches today", "**M1** · Veloop")
    assert club.env.backend.get_message(news.id, post.id).ping_user_ids == [club.alice.id]


async def test_the_menus_know_what_is_chosen_already_and_still_there(club: Club) -> None:
    boss = club.boss()
    games, attic = club.guild.create_text_channel("play"), club.guild.create_text_channel("attic")
    card = await boss.actor.select(
        stored(await boss.slash("server")), [games, attic], custom_id="lh:server:0:0:channels"
    )
    assert chosen(card, "channels") == [games.id, attic.id]
    club.env.backend.delete_channel(attic.id)
    assert chosen(await boss.slash("server"), "channels") == [games.id]


async def test_a_server_may_speak_another_language_than_its_discord(club: Club) -> None:
    boss = club.boss()
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
