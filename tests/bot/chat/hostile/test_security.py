"""Nobody can act for others, see their private data, change servers they do not manage, or ping by
tricks.
"""

import json
from dataclasses import fields
from itertools import product

import discord
import pytest

from bot.domain.servers.settings import ServerSettings
from tests.bot.chat.reading import private, words
from tests.bot.chat.world import Wire, World, answer_to, others, said


@pytest.mark.slow
async def test_the_opponent_cannot_act_for_the_player_to_move(world: World) -> None:
    club = world.club
    service = club.services.matches
    mover, planner = (
        (club.alice, club.bob) if world.drafter == club.alice.id else (club.bob, club.alice)
    )
    match = await service.get(world.running)
    drafted = await service.draft(match.id, mover.id)
    plans = await club.services.prepared_moves.get(match.id, planner.id)
    assert plans
    tries = [
        (planner, f"lh:{action}:{match.id}:{match.version}:{extra}", values)
        for action in ("move", "pick", "undo", "confirm", "hint", "look")
        for extra in ("", "0", "1", "0h", "1h", "1t")
        for values in (None, [f"m:{drafted.decisions[0]}"], ["s:d5"])
    ]
    tries += [
        (mover, f"lh:{action}:{match.id}:{match.version}:", values)
        for action in ("plan", "planadd", "plandrop", "planclear", "planned")
        for values in (None, ["0"])
    ]
    for member, custom_id, values in tries:
        result = Wire(club).press(member, custom_id, club.posts()[0], values)
        await club.env.settle()
        own = (
            set(drafted.decisions)
            if member is mover
            else set(world.secrets) - set(drafted.decisions)
        )
        for secret in set(world.secrets) - own:
            assert secret not in said(result), custom_id
    for name, options in (
        ("move", {"moves": drafted.decisions[0]}),
        ("board", {}),
        ("match show", {}),
        ("hint", {}),
    ):
        answer = await planner.slash(name, match="M1", **options)
        assert not any(secret in words(answer) for secret in drafted.decisions), name
    assert (await service.get(match.id)).decisions == match.decisions
    draft = await service.draft(match.id, mover.id)
    assert draft.decisions == drafted.decisions
    assert await club.services.prepared_moves.get(match.id, planner.id) == plans


async def no_export_has_secrets_of_others(world: World) -> None:
    club, services = world.club, world.club.services
    drafter = world.drafter
    planner = world.planner
    draft = await services.matches.draft(world.running, drafter)
    plan = [secret for secret in world.secrets if secret not in draft.decisions]
    exported = {
        one.id: json.dumps(await services.privacy.export(one.id)) for one in (club.alice, club.bob)
    }
    assert all(decision in exported[planner] for secret in plan for decision in secret.split())
    assert not any(secret in exported[drafter] for secret in (*plan, *plan[-1].split()))
    assert '"slate"' in exported[club.alice.id]
    assert '"slate"' not in exported[club.bob.id]
    for outsider in (club.carol, world.eve):
        text = json.dumps(await services.privacy.export(outsider.id))
        assert not any(secret in text for secret in world.secrets)
        assert str(club.alice.id) not in text
    assert private(await club.carol.slash("privacy export"))


async def lists_in_direct_messages_hide_matches_of_others(world: World) -> None:
    club = world.club
    channel = club.env.backend.get_dm_channel(club.carol.id)
    wire = Wire(club)
    option = {"name": "member", "type": 6, "value": str(club.alice.id)}
    users = {"users": {str(club.alice.id): wire.user(club.alice.id)}}
    result = wire.command(club.carol, ("matches",), [option], resolved=users, channel=channel)
    await club.env.settle()
    assert result.acknowledged
    assert "M1" not in said(result)


async def only_managers_change_a_servers_settings(world: World) -> None:
    club, wire = world.club, Wire(world.club)
    command = next(one for one in club.bot.client.tree.get_commands() if one.name == "server")
    needed = discord.Permissions(manage_guild=True).value
    assert command.to_dict(club.bot.client.tree)["default_member_permissions"] == needed
    before = world.stored()
    values = (None, ["7d"], ["1"], ["de"], [str(club.channel.id)], ["100"])
    presses = list(product(fields(ServerSettings), ("", ".0", ".1"), values))
    sent = [
        wire.press(club.carol, f"lh:server:0:0:{field.name}{toggle}", club.posts()[0], chosen)
        for field, toggle, chosen in presses[::5]
    ]
    sent.append(wire.press(club.carol, "lh:seasonpost:0:0:", club.posts()[0]))
    for show in ("settings", "log"):
        sent.append(
            wire.command(club.carol, ("server",), [{"name": "show", "type": 3, "value": show}])
        )
    await club.env.settle()
    for result in sent:
        assert "only server managers can do that" in said(result).lower(), result
    assert not others(before, world.stored())


async def managers_of_another_server_have_no_rights_here(world: World) -> None:
    wire = Wire(world.club)
    club = world.club
    games = await club.services.tournaments.games(world.league)
    before = world.stored()
    closing = [f"lh:tclose:{contest}:0:y" for contest in (world.signup, world.league, world.ladder)]
    for custom_id in (*closing, *(f"lh:tsettle:{world.league}:0:{game.id}.1-0" for game in games)):
        result = wire.press(world.eve, custom_id, club.posts()[0], channel=world.channel)
        assert "⚠️" in await answer_to(result), custom_id
    assert not others(before, world.stored())


@pytest.mark.slow
async def test_others_learn_and_change_nothing(world: World) -> None:
    await no_export_has_secrets_of_others(world)
    await lists_in_direct_messages_hide_matches_of_others(world)
    await only_managers_change_a_servers_settings(world)
    await managers_of_another_server_have_no_rights_here(world)
