"""Forged, replayed and crossed requests in great number: nobody acts or sees for another."""

from __future__ import annotations

import random
from typing import Any

import pytest

from bot.domain.members.doors import Doors
from tests.bot.web.conftest import Inside, Tab

ACTIONS = ("answer", "think", "choose", "undo", "play")
PATHS = (
    "matches",
    "card",
    "m/{}",
    "m/{}?ply=1&flip=1",
    *(f"m/{{}}/{action}" for action in ACTIONS),
)
TEXTS = (
    "",
    "x" * 50,
    "e4-d6",
    "swap",
    "link",
    "activity",
    "m1",
    "hint",
    "lesson",
    "loop",
    "0.0",
    "1.1.7",
)
PRESSES = ("lh:lesson:0:3:loop", "lh:hint:1:1:")
VALUES: list[Any] = [0, 1, 2, 99, -1, True, None, [], ["e4-d6"], {}, 1.5, 1 << 40, *TEXTS, *PRESSES]
SEEN = ("version", "drafted", "ply", "spot", "made", "move", "do", "text", "draw")
FIELDS = (*SEEN, "code", "door", "instance", "custom_id", "yes", "press", "what", "game", "match")


@pytest.mark.parametrize(
    "requests",
    [
        300,
        pytest.param(20_000, marks=pytest.mark.slow),
        pytest.param(100_000, marks=pytest.mark.exhaustive),
    ],
)
@pytest.mark.timeout(3000)
async def test_strangers_change_nothing_and_see_no_draft(inside: Inside, requests: int) -> None:
    club = inside.club
    rng = random.Random(requests)
    alice = Tab(club, inside.client)
    carol = Tab(club, inside.client)
    club.services.doors.url = ""
    await club.match()
    at = (await alice.enter(club.alice))["match"]["id"]
    await alice.act("choose", (await alice.ask(f"m/{at}"))[1], move="e4-d6")
    before = await club.services.matches.get(at)
    await carol.enter(club.carol)
    own = Doors(b"guessed", club.services.database)
    others = alice.token
    forged = own.token(
        (await own.enter(await own.code(club.alice.id, "link", club.place, "en-US")))[0]
    )
    body, _, sign = carol.token.partition(".")
    tokens = [
        carol.token,
        "",
        forged,
        f"{others.partition('.')[0]}.{sign}",
        f"{body}.{others.partition('.')[2]}",
        ".",
    ]
    rooms = [inside.said(member)["instance"] for member in (club.alice, club.carol)]
    for _ in range(requests):
        carol.token = rng.choice(tokens)
        path = rng.choice((*PATHS, "enter")).format(rng.choice((at, at, at + 1, 0)))
        sent = {name: rng.choice(VALUES) for name in rng.sample(FIELDS, rng.randrange(len(FIELDS)))}
        # with a code of her own, by any door, to anybody's room
        if path == "enter" and rng.random() < 0.2:
            link = await club.services.doors.code(club.carol.id, "link", club.place, "en-US")
            sent |= {
                "code": rng.choice((link, inside.discord.code(club.carol.id))),
                "instance": rng.choice(rooms),
            }
        posted = path.endswith(("choose", "undo", "play", "enter", "answer", "card")) or (
            path.endswith("think") and rng.random() < 0.5
        )
        status, answer = await carol.ask(path, sent if posted else None)
        assert status < 500, (path, sent)
        if path == "enter" and status == 200:
            assert club.services.doors.read(answer["token"]).user == club.carol.id, sent
        elif carol.token != tokens[0]:
            assert status in ((400, 401, 404, 422, 503) if path == "enter" else (401, 429)), (
                path,
                sent,
            )
        elif isinstance(answer, dict) and answer.get("id") == at and "think" not in path:
            assert (answer["made"], answer["moves"]) == ([], [])
    after = await club.services.matches.get(at)
    assert (after.version, after.draft.decisions) == (before.version, ("e4-d6",))
