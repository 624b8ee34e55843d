"""Nobody can act for others, see their private data, change servers they do not manage, or ping by tricks."""

import json
from dataclasses import fields
from itertools import product
from typing import Any

import discord
import pytest

from bot.chat.discord import press as ids
from bot.domain.servers.settings import ServerSettings
from tests.bot.chat import discord_api
from tests.bot.chat.conftest import Club
from tests.bot.chat.reading import private, words
from tests.bot.chat.world import Wire, World, answer_to, others, said

LOOKING = ("move", "board", "look", "more", "plan", "page", "rules", "history", "profile", "topen", "tshow", "matches")
"""Actions of buttons that only show something."""


def pressed(world: World) -> dict[str, tuple[int, str]]:
    """Every button and menu sent so far: its component type and the value of an option."""
    found = {}
    for entry in world.club.env.http_requests:
        body: Any = entry.json if isinstance(entry.json, dict) else {}
        for part in discord_api.walk((body.get("data") or body).get("components") or []):
            if part.get("custom_id") and ids.read(part["custom_id"]):
                options = part.get("options") or [{"value": "0"}]
                found[part["custom_id"]] = part["type"], options[-1]["value"]
    return found


async def seen_by_players(world: World) -> dict[str, tuple[int, str]]:
    """The buttons on everything that alice and bob can open."""
    club = world.club
    commands: tuple[tuple[str, dict[str, Any]], ...] = (
        *((name, {}) for name in ("help", "matches", "settings", "profile", "privacy delete", "puzzle")),
        ("tournament list", {}),
        *((f"match {name}", {"match": f"M{number}"}) for number in (1, 2, 3) for name in ("show", "resign")),
        *(("board", {"match": f"M{number}"}) for number in (1, 2, 3, 4)),
        *(("tournament standings", {"tournament": f"T{number}"}) for number in (1, 2, 3)),
        *(("tournament close", {"tournament": f"T{number}"}) for number in (1, 2, 3)),
        ("rules", {"game": "loop"}),
        ("leaderboard", {"game": "loop"}),
        ("match draw", {"match": "M1"}),
    )
    for member in (club.alice, club.bob):
        for name, options in commands:
            await member.slash(name, **options)
    looked: set[tuple[str, int]] = set()
    for _ in range(2):
        for custom_id, (kind, value) in pressed(world).items():
            press = ids.read(custom_id)
            if press is None or press.action not in LOOKING:
                continue
            for member in (club.alice, club.bob):
                if (custom_id, member.id) not in looked:
                    looked.add((custom_id, member.id))
                    Wire(club).press(member, custom_id, club.posts()[0], None if kind == 2 else [value])
            await club.env.settle()
    return pressed(world)


@pytest.mark.slow
async def test_pressing_other_members_buttons_changes_nothing(world: World) -> None:
    club, eve = world.club, world.eve
    there = await seen_by_players(world)
    actions = {press.action for custom_id in there if (press := ids.read(custom_id))}
    assert len(actions) > 45, sorted(set(ids.PRESSES) - actions)
    before = world.stored()
    for member, where in ((club.carol, {}), (eve, {"channel": world.channel})):
        for custom_id, (kind, value) in there.items():
            result = Wire(club).press(member, custom_id, club.posts()[0], None if kind == 2 else [value], **where)
            await club.env.settle()
            assert result.acknowledged, custom_id
            told = said(result)
            for secret in world.secrets:
                assert secret not in told, f"{custom_id} told {member.name} {secret}"
        changed = others(before, world.stored(), member.id)
        assert not changed, changed
        before = world.stored()


@pytest.mark.slow
async def test_the_opponent_cannot_act_for_the_player_to_move(world: World) -> None:
    club = world.club
    service = club.services.matches
    mover, planner = (club.alice, club.bob) if world.drafter == club.alice.id else (club.bob, club.alice)
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
        own = set(drafted.decisions) if member is mover else set(world.secrets) - set(drafted.decisions)
        for secret in set(world.secrets) - own:
            assert secret not in said(result), custom_id
    for name, options in (("move", {"moves": drafted.decisions[0]}), ("board", {}), ("match show", {}), ("hint", {})):
        answer = await planner.slash(name, match="M1", **options)
        assert not any(secret in words(answer) for secret in drafted.decisions), name
    assert (await service.get(match.id)).decisions == match.decisions
    draft = await service.draft(match.id, mover.id)
    assert draft.decisions == drafted.decisions
    assert await club.services.prepared_moves.get(match.id, planner.id) == plans


async def test_exports_contain_no_secrets_of_others(world: World) -> None:
    club, services = world.club, world.club.services
    drafter, planner = world.drafter, world.planner
    draft = await services.matches.draft(world.running, drafter)
    plan = [secret for secret in world.secrets if secret not in draft.decisions]
    exported = {one.id: json.dumps(await services.privacy.export(one.id)) for one in (club.alice, club.bob)}
    assert all(decision in exported[planner] for secret in plan for decision in secret.split())
    assert not any(secret in exported[drafter] for secret in (*plan, *plan[-1].split()))
    assert '"slate"' in exported[club.alice.id]
    assert '"slate"' not in exported[club.bob.id]
    for outsider in (club.carol, world.eve):
        text = json.dumps(await services.privacy.export(outsider.id))
        assert not any(secret in text for secret in world.secrets)
        assert str(club.alice.id) not in text
    assert private(await club.carol.slash("privacy export"))


async def test_lists_in_direct_messages_hide_matches_of_others(world: World) -> None:
    club = world.club
    channel, wire = club.env.backend.get_dm_channel(club.carol.id), Wire(club)
    option = {"name": "member", "type": 6, "value": str(club.alice.id)}
    users = {"users": {str(club.alice.id): wire.user(club.alice.id)}}
    result = wire.command(club.carol, ("matches",), [option], resolved=users, channel=channel)
    await club.env.settle()
    assert result.acknowledged
    assert "M1" not in said(result)


async def test_matches_are_visible_in_their_server_and_to_players_and_followers(world: World) -> None:
    club, wire = world.club, Wire(world.club)
    shows = ("move", "board", "look", "more", "rules", "page", "keep", "plan", "planadd", "follow", "seasonmatch")
    elsewhere, extra = {"channel": world.channel}, {"look": "n.n.n", "page": "a.n.0"}
    pressed = {f"lh:{action}:{world.running}:1:{extra.get(action, '')}": None for action in shows}
    pressed |= {f"lh:opened:{world.eve.id}:0:": [str(world.finished)]}
    sent = {one: wire.press(world.eve, one, club.posts()[0], chosen, **elsewhere) for one, chosen in pressed.items()}
    await club.env.settle()
    assert [custom_id for custom_id, result in sent.items() if "match no longer exists" not in said(result)] == []
    # Whoever is told of a match by direct message looks at it there.
    for member in (club.alice, club.dave):
        channel = club.env.backend.get_dm_channel(member.id)
        result = wire.press(member, f"lh:board:{world.running}:1:", club.posts()[0], channel=channel)
        assert "M1" in await answer_to(result)


@pytest.mark.parametrize("every", [7, pytest.param(1, marks=pytest.mark.slow)])
async def test_only_managers_change_a_servers_settings(world: World, every: int) -> None:
    club, wire = world.club, Wire(world.club)
    command = next(one for one in club.bot.client.tree.get_commands() if one.name == "server")
    needed = discord.Permissions(manage_guild=True).value
    assert command.to_dict(club.bot.client.tree)["default_member_permissions"] == needed
    before = world.stored()
    values = (None, ["7d"], ["1"], ["de"], [str(club.channel.id)], ["100"])
    presses = list(product(fields(ServerSettings), ("", ".0", ".1"), values))
    sent = [
        wire.press(club.carol, f"lh:server:0:0:{field.name}{toggle}", club.posts()[0], chosen)
        for field, toggle, chosen in presses[::every]
    ]
    sent.append(wire.press(club.carol, "lh:seasonpost:0:0:", club.posts()[0]))
    for show in ("settings", "log"):
        sent.append(wire.command(club.carol, ("server",), [{"name": "show", "type": 3, "value": show}]))
    await club.env.settle()
    for result in sent:
        assert "only server managers can do that" in said(result).lower(), result
    assert not others(before, world.stored())


async def test_managers_of_another_server_have_no_rights_here(world: World) -> None:
    wire, club = Wire(world.club), world.club
    games = await club.services.tournaments.games(world.league)
    before = world.stored()
    closing = [f"lh:tclose:{contest}:0:y" for contest in (world.signup, world.league, world.ladder)]
    for custom_id in (*closing, *(f"lh:tsettle:{world.league}:0:{game.id}.1-0" for game in games)):
        result = wire.press(world.eve, custom_id, club.posts()[0], channel=world.channel)
        assert "⚠️" in await answer_to(result), custom_id
    assert not others(before, world.stored())


TRICKS = "@everyone @here <@&{role}> <@{user}> <@!{user}>"


async def test_names_and_notes_ping_nobody(club: Club) -> None:
    role = club.guild.create_role("all", mentionable=True)
    tricks = TRICKS.format(role=role.id, user=club.dave.id)
    for member in (club.alice, club.bob):
        club.env.backend.get_user(member.id).global_name = tricks[:32]
    await club.match(game="loop", note=tricks)
    await club.alice.slash("move", moves="c4")
    for name in ("match show", "match record", "matches", "profile", "board"):
        await club.carol.slash(name, **({"match": "M1"} if "match " in name or name == "board" else {}))
    await club.alice.slash("tournament create", kind="ladder", game="loop", title=tricks[:60])
    for member in (club.alice, club.bob):
        await member.slash("tournament join")
    await club.alice.slash("tournament standings")
    await club.bob.click(await club.bob.slash("match resign"), "Resign")
    meant = {club.alice.id, club.bob.id}
    for message in club.env.backend.messages[club.channel.id].values():
        assert message.ping_role_ids == []
        assert not message.mention_everyone
        assert set(message.ping_user_ids) <= meant
        assert len(message.ping_user_ids) <= 1
