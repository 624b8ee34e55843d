"""What those who manage a server set, from the menus to what members then meet."""

from typing import Any

import pytest
from simcord import InteractionResult

from bot.domain.values import Place
from tests.bot.chat.acting import until_daily_card
from tests.bot.chat.conftest import Club, Member
from tests.bot.chat.discord_api import walk
from tests.bot.chat.reading import MENU, parts, privately_says, raw, says, stored, words


def menu_id(setting: str) -> str:
    """The custom id of the menu of a setting."""
    return f"lh:server:0:0:{setting}"


async def choose(boss: Member, setting: str, *values: Any) -> InteractionResult:
    """Choose roles or channels in the menu of a setting."""
    card = stored(await boss.slash("server"))
    return await boss.actor.select(card, list(values), custom_id=menu_id(setting))


async def test_only_some_may_challenge_but_anyone_may_accept_until_nobody_is_chosen(
    club: Club,
) -> None:
    boss = club.boss()
    players = club.guild.create_role("players")
    fay = Member(club, club.guild.add_member(club.env.create_user("fay"), roles=[players]))
    await choose(boss, "challengers", players)
    refusal = await club.alice.slash("play", game="loop")
    says(refusal, f"only <@&{players.id}> can challenge")
    await fay.slash("play", game="loop", opponent=club.bob, side="first")
    await club.bob.click(club.post(), "Accept")
    says(club.post(), "to move")

    await choose(boss, "challengers")
    await club.alice.slash("play", game="loop")
    says(club.post(), "is looking for an opponent at")


async def test_daily_cards_come_to_the_channel_that_the_server_has_set_for_them(club: Club) -> None:
    await club.match()
    boss = club.boss()
    news = club.guild.create_text_channel("news")
    await choose(boss, "digest", news)
    await club.services.members.change(club.alice.id, daily="channel")
    await until_daily_card(club.alice)
    (post,) = news.history()
    says(post, "your matches today", "**M1** · Veloop")
    assert club.pings_of(post) == [club.alice.id]


async def test_the_menus_know_what_is_chosen_already_and_still_there(club: Club) -> None:
    boss = club.boss()
    games = club.guild.create_text_channel("play")
    attic = club.guild.create_text_channel("attic")
    card = await choose(boss, "channels", games, attic)
    assert chosen_ids(card, "channels") == [games.id, attic.id]
    club.env.backend.delete_channel(attic.id)
    assert chosen_ids(await boss.slash("server"), "channels") == [games.id]


async def test_a_deleted_role_shuts_nobody_out_and_managers_read_that_it_is_gone(
    club: Club,
) -> None:
    boss = club.boss()
    players = club.guild.create_role("players")
    await choose(boss, "challengers", players)
    says(await boss.slash("play", game="loop", level="novice"), "can challenge")
    club.env.backend.delete_role(club.guild.id, players.id)
    says(await club.alice.slash("play", game="loop"), "is looking for an opponent at")
    await club.alice.slash("play", game="loop", level="novice")
    says(club.post(), "M1")

    card = await boss.slash("server")
    says(
        card,
        "Roles that can challenge: all",
        "⚠️ “Roles that can challenge” names something that was deleted",
    )
    answer = await boss.slash("play", game="loop")
    (hint,) = answer.followups
    privately_says(
        hint, "in this server’s settings were deleted and are ignored: Roles that can challenge"
    )
    answer = await club.alice.slash("play", game="loop")
    assert not answer.followups, "members cannot change it"

    card = await boss.click(card, "Clear what was deleted")
    assert "deleted" not in words(card)
    settings = await club.services.servers.stored_settings(club.guild.id)
    assert settings.challengers == ()


@pytest.mark.some_cases(1)
@pytest.mark.parametrize("setting", ["channels", "forum", "digest", "puzzles"])
async def test_a_deleted_channel_is_ignored_wherever_a_setting_names_it(
    club: Club, setting: str
) -> None:
    boss = club.boss()
    attic = club.guild.create_text_channel("attic")
    value = [attic.id] if setting == "channels" else attic.id
    await club.services.servers.change(club.place, **{setting: value})
    club.env.backend.delete_channel(attic.id)
    await club.env.settle()
    await club.services.members.change(club.alice.id, daily="channel")
    await club.match()
    says(club.post(), "M1")
    await until_daily_card(club.alice)
    assert "your matches today" in words(club.post()), "where the match is played"
    says(await boss.slash("server"), "names something that was deleted")
    paths = [entry.path for entry in club.env.http_requests]
    assert not [path for path in paths if f"/channels/{attic.id}/" in path]


async def test_roles_that_are_left_still_count_beside_deleted_ones(club: Club) -> None:
    boss = club.boss()
    old = club.guild.create_role("old")
    new = club.guild.create_role("new")
    await choose(boss, "challengers", old, new)
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
    settings = await club.services.servers.settings(club.guild.id)
    assert settings.challengers == (players.id,)


async def test_nothing_counts_as_deleted_in_a_server_that_the_bot_is_not_in(club: Club) -> None:
    elsewhere = Place(club.guild.id + 1, 1)
    await club.services.servers.change(elsewhere, challengers=[7])
    settings = await club.services.servers.settings(elsewhere.scope)
    assert settings.challengers == (7,)


async def test_a_server_may_speak_another_language_than_its_discord(club: Club) -> None:
    boss = club.boss()
    card = await boss.slash("server")
    assert "Language: same as this server" in labels(card)
    await boss.choose(card, "fr")
    await club.alice.slash("play", game="loop")
    assert "cherche un adversaire" in words(club.post())


def labels(card: InteractionResult) -> list[str]:
    """What the options that are chosen now are called."""
    labels = []
    for menu in parts(card, MENU):
        labels += [option["label"] for option in menu["options"] if option.get("default")]
    return labels


def chosen_ids(card: InteractionResult, setting: str) -> list[int]:
    """The ids that the menu of channels or roles of a setting shows as chosen."""
    (menu,) = [part for part in walk(raw(card)) if part.get("custom_id") == menu_id(setting)]
    values = menu.get("default_values") or ()
    return [int(value["id"]) for value in values]
