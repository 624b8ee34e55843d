"""What those who manage a server set, from the menus to what members then meet."""

import pytest
from simcord import InteractionResult

from bot.domain.values import Place
from tests.bot.chat.acting import until_daily_card
from tests.bot.chat.conftest import Club, Member
from tests.bot.chat.discord_api import walk
from tests.bot.chat.reading import privately_says, raw, says, stored, words

PICK = "lh:server:0:0:{}"  # the id of the menu of a setting


async def test_only_some_may_challenge_but_anyone_may_accept_until_nobody_is_chosen(
    club: Club,
) -> None:
    boss = club.boss()
    players = club.guild.create_role("players")
    fay = Member(club, club.guild.add_member(club.env.create_user("fay"), roles=[players]))
    card = stored(await boss.slash("server"))
    await boss.actor.select(card, [players], custom_id="lh:server:0:0:challengers")
    assert f"only <@&{players.id}> can challenge" in words(
        await club.alice.slash("play", game="loop")
    )
    await fay.slash("play", game="loop", opponent=club.bob, side="first")
    await club.bob.click(club.post(), "Accept")
    assert "to move" in words(club.post())
    await boss.actor.select(card, [], custom_id="lh:server:0:0:challengers")
    await club.alice.slash("play", game="loop")
    assert "is looking for an opponent at" in words(club.post())


async def test_daily_cards_come_to_the_channel_that_the_server_has_set_for_them(club: Club) -> None:
    await club.match()
    boss = club.boss()
    news = club.guild.create_text_channel("news")
    await boss.actor.select(
        stored(await boss.slash("server")), [news], custom_id="lh:server:0:0:digest"
    )
    await club.services.members.change(club.alice.id, daily="channel")
    await until_daily_card(club.alice)
    (post,) = news.history()
    says(post, "your matches today", "**M1** · Veloop")
    assert club.env.backend.get_message(news.id, post.id).ping_user_ids == [club.alice.id]


async def test_the_menus_know_what_is_chosen_already_and_still_there(club: Club) -> None:
    boss = club.boss()
    games = club.guild.create_text_channel("play")
    attic = club.guild.create_text_channel("attic")
    card = await boss.actor.select(
        stored(await boss.slash("server")), [games, attic], custom_id="lh:server:0:0:channels"
    )
    assert chosen(card, "channels") == [games.id, attic.id]
    club.env.backend.delete_channel(attic.id)
    assert chosen(await boss.slash("server"), "channels") == [games.id]


GONE_CHANNELS = ("channels", "forum", "digest", "puzzles")


async def test_a_deleted_role_shuts_nobody_out_and_managers_read_that_it_is_gone(
    club: Club,
) -> None:
    boss = club.boss()
    players = club.guild.create_role("players")
    await boss.actor.select(
        stored(await boss.slash("server")), [players], custom_id=PICK.format("challengers")
    )
    assert "can challenge" in words(await boss.slash("play", game="loop", level="novice"))
    club.env.backend.delete_role(club.guild.id, players.id)
    says(await club.alice.slash("play", game="loop"), "is looking for an opponent at")
    await club.alice.slash("play", game="loop", level="novice")
    assert "M1" in words(club.post())
    card = await boss.slash("server")
    says(
        card,
        "Roles that can challenge: all",
        "⚠️ “Roles that can challenge” names something that was deleted",
    )
    (hint,) = (await boss.slash("play", game="loop")).followups
    privately_says(
        hint, "in this server’s settings were deleted and are ignored: Roles that can challenge"
    )
    assert not (await club.alice.slash("play", game="loop")).followups, "members cannot change it"
    cleared = await boss.click(card, "Clear what was deleted")
    assert "deleted" not in words(cleared)
    assert (await club.services.servers.stored_settings(club.guild.id)).challengers == ()


@pytest.mark.some_cases(1)
@pytest.mark.parametrize("name", GONE_CHANNELS)
async def test_a_deleted_channel_is_ignored_wherever_a_setting_names_it(
    club: Club, name: str
) -> None:
    boss = club.boss()
    attic = club.guild.create_text_channel("attic")
    await club.services.servers.change(
        club.place, **{name: [attic.id] if name == "channels" else attic.id}
    )
    club.env.backend.delete_channel(attic.id)
    await club.env.settle()
    await club.services.members.change(club.alice.id, daily="channel")
    await club.match()
    says(club.post(), "M1")
    await until_daily_card(club.alice)
    assert "your matches today" in words(club.post()), "where the match is played"
    says(await boss.slash("server"), "names something that was deleted")
    assert not [entry for entry in club.env.http_requests if f"/channels/{attic.id}/" in entry.path]


async def test_roles_that_are_left_still_count_beside_deleted_ones(club: Club) -> None:
    boss = club.boss()
    old = club.guild.create_role("old")
    new = club.guild.create_role("new")
    await boss.actor.select(
        stored(await boss.slash("server")), [old, new], custom_id=PICK.format("challengers")
    )
    club.env.backend.delete_role(club.guild.id, old.id)
    refusal = words(await club.alice.slash("play", game="loop"))
    assert f"only <@&{new.id}> can challenge" in refusal
    assert str(old.id) not in refusal


async def test_nothing_counts_as_deleted_while_a_server_is_away(club: Club) -> None:
    players = club.guild.create_role("players")
    await club.services.servers.change(club.place, challengers=[players.id])
    club.env.backend.delete_role(club.guild.id, players.id)
    await club.env.settle()
    assert await club.services.servers.gone(club.guild.id) == {"challengers": 1}
    club.server.unavailable = True
    assert await club.services.servers.gone(club.guild.id) == {}
    assert (await club.services.servers.settings(club.guild.id)).challengers == (players.id,)
    elsewhere = Place(club.guild.id + 1, 1)
    await club.services.servers.change(elsewhere, challengers=[7])
    assert (await club.services.servers.settings(elsewhere.scope)).challengers == (7,), (
        "the bot is not in it"
    )


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
    return [
        option["label"] for menu in menus for option in menu["options"] if option.get("default")
    ]


def chosen(card: InteractionResult, name: str) -> list[int]:
    """The ids that a menu of channels or roles shows as chosen."""
    (menu,) = [part for part in walk(raw(card)) if part.get("custom_id") == f"lh:server:0:0:{name}"]
    return [int(one["id"]) for one in menu.get("default_values") or ()]
