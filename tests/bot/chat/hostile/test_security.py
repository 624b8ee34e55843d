"""Nobody can act for others, see their private data, change servers they do not manage, or ping by
tricks.
"""

import json
from collections.abc import Sequence
from dataclasses import fields

import discord
import pytest

from bot.domain.matches.match import Match
from bot.domain.servers.settings import ServerSettings
from tests.bot.chat.conftest import Member
from tests.bot.chat.reading import private, words
from tests.bot.chat.world import Wire, World, answer_to, others, said

SETTINGS = [field.name for field in fields(ServerSettings)]


@pytest.mark.slow
async def test_the_opponent_cannot_act_for_the_player_to_move(world: World) -> None:
    club = world.club
    mover, planner = players(world)
    match = await club.services.matches.get(world.running)
    draft = await club.services.matches.draft(match.id, mover.id)
    plans = await club.services.prepared_moves.get(match.id, planner.id)
    assert plans

    for action in ("move", "pick", "undo", "confirm", "hint", "look"):
        for extra in ("", "0", "1", "0h", "1h", "1t"):
            custom_id = f"lh:{action}:{match.id}:{match.version}:{extra}"
            for values in (None, [f"m:{draft.decisions[0]}"], ["s:d5"]):
                text = await answer_to_press(planner, custom_id, values)
                for decision in draft.decisions:
                    assert decision not in text, custom_id
    for name, options in (
        ("move", {"moves": draft.decisions[0]}),
        ("board", {}),
        ("match show", {}),
        ("hint", {}),
    ):
        text = words(await planner.slash(name, match="M1", **options))
        for decision in draft.decisions:
            assert decision not in text, name
    await assert_unchanged(world, match, draft.decisions, plans)


@pytest.mark.slow
async def test_the_player_to_move_cannot_act_on_what_the_opponent_prepared(world: World) -> None:
    club = world.club
    mover, planner = players(world)
    match = await club.services.matches.get(world.running)
    draft = await club.services.matches.draft(match.id, mover.id)
    plans = await club.services.prepared_moves.get(match.id, planner.id)
    secrets = set(world.secrets) - set(draft.decisions)
    for action in ("plan", "planadd", "plandrop", "planclear", "planned"):
        custom_id = f"lh:{action}:{match.id}:{match.version}:"
        for values in (None, ["0"]):
            text = await answer_to_press(mover, custom_id, values)
            for secret in secrets:
                assert secret not in text, custom_id
    await assert_unchanged(world, match, draft.decisions, plans)


def players(world: World) -> tuple[Member, Member]:
    """Who is to move and has drafted a decision, and who has prepared an answer."""
    if world.drafter == world.club.alice.id:
        return world.club.alice, world.club.bob
    return world.club.bob, world.club.alice


async def answer_to_press(member: Member, custom_id: str, values: list[str] | None) -> str:
    club = member.club
    result = Wire(club).press(member, custom_id, club.posts()[0], values)
    await club.env.settle()
    return said(result)


async def assert_unchanged(
    world: World, match: Match, drafted_decisions: Sequence[str], plans: object
) -> None:
    """Assert that a match, its draft and what is prepared for it are as they were."""
    services = world.club.services
    current = await services.matches.get(match.id)
    assert current.decisions == match.decisions
    draft = await services.matches.draft(match.id, world.drafter)
    assert draft.decisions == drafted_decisions
    assert await services.prepared_moves.get(match.id, world.planner) == plans


async def export_of(world: World, member: Member) -> str:
    """All that a member gets who asks for their data."""
    return json.dumps(await world.club.services.privacy.export(member.id))


async def no_export_has_secrets_of_others(world: World) -> None:
    club = world.club
    drafter, planner = players(world)
    draft = await club.services.matches.draft(world.running, drafter.id)
    plan = [secret for secret in world.secrets if secret not in draft.decisions]
    export_of_planner = await export_of(world, planner)
    export_of_drafter = await export_of(world, drafter)
    for secret in plan:
        assert secret not in export_of_drafter
        for decision in secret.split():
            assert decision in export_of_planner
    for decision in plan[-1].split():
        assert decision not in export_of_drafter
    assert '"slate"' in await export_of(world, club.alice)
    assert '"slate"' not in await export_of(world, club.bob)
    for outsider in (club.carol, world.eve):
        export = await export_of(world, outsider)
        for secret in world.secrets:
            assert secret not in export
        assert str(club.alice.id) not in export
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
    club = world.club
    wire = Wire(club)
    tree = club.bot.client.tree
    command = tree.get_command("server")
    assert command is not None
    permissions = discord.Permissions(manage_guild=True).value
    assert command.to_dict(tree)["default_member_permissions"] == permissions

    rows = world.stored()
    post = club.posts()[0]
    results = []
    for setting in SETTINGS:
        for toggle in ("", ".0", ".1"):
            custom_id = f"lh:server:0:0:{setting}{toggle}"
            for values in (None, ["7d"], ["1"], ["de"], [str(club.channel.id)], ["100"]):
                results.append(wire.press(club.carol, custom_id, post, values))
    results.append(wire.press(club.carol, "lh:seasonpost:0:0:", post))
    for page in ("settings", "log"):
        option = {"name": "show", "type": 3, "value": page}
        results.append(wire.command(club.carol, ("server",), [option]))
    await club.env.settle()
    for result in results:
        assert "only server managers can do that" in said(result).lower(), result
    assert not others(rows, world.stored())


async def managers_of_another_server_have_no_rights_here(world: World) -> None:
    club = world.club
    wire = Wire(club)
    games = await club.services.tournaments.games(world.league)
    custom_ids = []
    for tournament in (world.signup, world.league, world.ladder):
        custom_ids.append(f"lh:tclose:{tournament}:0:y")
    for game in games:
        custom_ids.append(f"lh:tsettle:{world.league}:0:{game.id}.1-0")
    rows = world.stored()
    for custom_id in custom_ids:
        result = wire.press(world.eve, custom_id, club.posts()[0], channel=world.channel)
        assert "⚠️" in await answer_to(result), custom_id
    assert not others(rows, world.stored())


@pytest.mark.slow
async def test_others_learn_and_change_nothing(world: World) -> None:
    await no_export_has_secrets_of_others(world)
    await lists_in_direct_messages_hide_matches_of_others(world)
    await only_managers_change_a_servers_settings(world)
    await managers_of_another_server_have_no_rights_here(world)
