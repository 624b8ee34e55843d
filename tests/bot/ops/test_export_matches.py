"""``python -m bot export-matches``: finished public matches, without persons, as records that
``games`` reads.
"""

import json
from pathlib import Path

import discord
import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer
from sqlalchemy.engine import make_url

from bot.domain.domain import Domain
from bot.domain.matches import endings
from bot.domain.values import Place
from bot.ops import Failed
from bot.ops.export_matches import export_matches
from games.records import read
from tests.bot.conftest import ANN, BEN, CAT, HERE
from tests.bot.domain.matches.helpers import played, started
from tests.bot.ops.test_check import Discord, as_json


class Servers(Discord):
    """A server of id ``HERE.scope`` with a channel that everyone may view and one that only some
    may.
    """

    def __init__(self) -> None:
        super().__init__()
        self.app.router.add_get("/guilds/{guild}", self.guild)
        self.app.router.add_get("/guilds/{guild}/channels", self.channels)

    async def guild(self, request: web.Request) -> web.Response:
        if int(request.match_info["guild"]) != HERE.scope:
            return as_json({"message": "Unknown Guild", "code": 10004}, 404)
        everyone = {
            "id": str(HERE.scope),
            "name": "@everyone",
            "permissions": "1024",
            "position": 0,
            "color": 0,
        }
        role = {
            **everyone,
            "hoist": False,
            "managed": False,
            "mentionable": False,
            "flags": 0,
            "colors": {},
        }
        more = {
            "verification_level": 0,
            "default_message_notifications": 0,
            "explicit_content_filter": 0,
        }
        levels = {
            "mfa_level": 0,
            "nsfw_level": 0,
            "premium_tier": 0,
            "preferred_locale": "en-US",
            "owner_id": "1",
        }
        guild = {
            "id": str(HERE.scope),
            "name": "Club",
            "roles": [role],
            "emojis": [],
            "features": [],
            "stickers": [],
        }
        return as_json({**guild, **more, **levels})

    async def channels(self, request: web.Request) -> web.Response:
        overwrites = [{"id": str(HERE.scope), "type": 0, "allow": "0", "deny": "1024"}]
        kinds = {HERE.channel: [], HERE.channel + 1: overwrites}
        plain = {
            "type": 0,
            "guild_id": str(HERE.scope),
            "position": 0,
            "name": "games",
            "parent_id": None,
        }
        return as_json(
            [
                {**plain, "id": str(n), "permission_overwrites": overwrites}
                for n, overwrites in kinds.items()
            ]
        )


@pytest.mark.slow
async def test_only_public_matches_of_those_who_do_not_decline_are_written(
    domain: Domain, database_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    token = "MTE5ODYyMjQ4MzQ3MTkyNTI0OA.G0aAbC.aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
    private_place = Place(HERE.scope, HERE.channel + 1)
    elsewhere = Place(HERE.scope + 1, HERE.channel)
    private = Place(77, 77, guild=False)
    finished_matches = [
        await started(domain, "loop", place) for place in (HERE, private_place, elsewhere, private)
    ]
    finished_matches += [
        await started(domain, "vigilance", opponent=CAT),
        await started(domain, "snipsnip", note="hello Ben"),
    ]
    for match in finished_matches:
        await played(domain, match.id, 4)
        loser = BEN.id if match.seats[1] == BEN.id else CAT.id
        await domain.matches.act(match.id, loser, endings.resign)
    await started(domain, "veloop-hex")
    await domain.members.change(CAT.id, open_data=False)
    async with TestServer(Servers().app) as server:
        monkeypatch.setattr(discord.http.Route, "BASE", str(server.make_url("/")).rstrip("/"))
        file = tmp_path / "open.jsonl"
        assert await export_matches(make_url(database_url), file, token) == 2
        records = [read(line) for line in file.read_text().splitlines()]
        assert sorted(record.game.slug for record in records) == ["loop", "snipsnip"]
        for record in records:
            assert record.states()[-1].ply >= 4
            assert (record.winner, record.reason, record.players) == (0, "resigned", ("", ""))
        text = file.read_text()
        assert not [
            word
            for word in ("Ann", "Ben", "hello", "2026", str(ANN.id), str(HERE.scope))
            if word in text
        ]
        assert {json.loads(line)["match"] for line in text.splitlines()} == {""}
        with pytest.raises(Failed, match="exists"):
            await export_matches(make_url(database_url), file, token)
        await domain.privacy.delete(BEN.id)
        assert await export_matches(make_url(database_url), tmp_path / "later.jsonl", token) == 0
        with pytest.raises(Failed, match="can’t be exported"):
            await export_matches(make_url(database_url), tmp_path / "x.jsonl", token + "b")
    with pytest.raises(Failed, match="DISCORD_TOKEN"):
        await export_matches(make_url(database_url), tmp_path / "x.jsonl", None)
