"""Forged, replayed and crossed requests in great number: nobody acts or sees for another."""

from __future__ import annotations

import random
from typing import Any

import pytest

from bot.chat.board.links import (
    Agree,
    AnswerAgreement,
    AskDraw,
    AskHint,
    AskPause,
    AskResult,
    AskTakeback,
    ClaimMatch,
    ConfirmAbort,
    ConfirmResign,
    KeepPlaying,
    OpenLesson,
    Rematch,
    Snooze,
    WithdrawChallenge,
    WithdrawRequest,
)
from bot.chat.features.agreements.acting import AbortMatch, ResignMatch, SettleClaim
from bot.chat.features.challenges.answers import SendCounter
from bot.chat.features.learn.hints import PlayHint
from bot.chat.features.settings.member import EndSession
from bot.domain.members.doors import Doors
from bot.web.actions import REQUESTS
from tests.bot.web.conftest import Inside, Tab

ACTIONS = ("think", "choose", "undo", "play")
READ = ("home", "m/{}", "m/{}?ply=1&flip=1", "m/{}/analysis", "m/{}/record", "rules/loop")
POSTED = ("act", "challenge", "language", *(f"m/{{}}/{action}" for action in ACTIONS))
PATHS = (*READ, "m/{}/think", "m/{}/objection?cell=e4&from=d6", *POSTED)
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
PRESSES = (
    str(OpenLesson(3, "loop")),
    str(AskHint(1)),
    *(str(press(1, 1)) for press in (AskDraw, AskTakeback, AskPause, KeepPlaying)),
    *(str(press(1)) for press in (ConfirmResign, ConfirmAbort, AskResult, Rematch, Snooze)),
    *(str(AnswerAgreement(1, 1, "draw", yes)) for yes in (True, False)),
    str(WithdrawRequest(1, 1, "draw")),
    str(Agree(1, 1, "draw")),
    str(ClaimMatch(1, 1, "win")),
    str(WithdrawChallenge(1)),
    *(str(press(1, 1)) for press in (ResignMatch, AbortMatch)),
    str(SettleClaim(1, 1, "win")),
    str(PlayHint(1, 1, 0, "e4-d6")),
    str(SendCounter(1)),
    str(EndSession()),
)
WRITTEN = {"variant": "5x5", "side": "first-no", "clock": "3d", "note": "x"}
VALUES: list[Any] = [
    *(0, 1, 2, 99, -1, True, None, [], ["e4-d6"], {}, WRITTEN, {"note": 5}, 1.5, 1 << 40),
    *TEXTS,
    *PRESSES,
]
SEEN = ("version", "drafted", "ply", "spot", "made", "move", "do", "text", "draw")
ENTERING = ("code", "door", "instance", "custom_id")
ASKED = ("press", "what", "game", "match", "value", "written", "instead", "side", "clock")
FIELDS = (*SEEN, *ENTERING, *ASKED, "opponent", "rated", "language", "request")


@pytest.mark.parametrize(
    "requests",
    [
        300,
        pytest.param(10_000, marks=pytest.mark.slow),
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
    match_id = await club.begun()
    await alice.act("choose", await alice.open(club.alice, match_id), move="e4-d6")
    match_before = await club.services.matches.get(match_id)
    await carol.enter(club.carol)
    own = Doors(b"guessed", club.services.database)
    others = alice.token
    code = await own.code(club.alice.id, "link", club.place, "en-US")
    forged = own.token((await own.enter(code))[0])
    body, _, sign = carol.token.partition(".")
    tokens = [
        carol.token,
        "",
        forged,
        f"{others.partition('.')[0]}.{sign}",
        f"{body}.{others.partition('.')[2]}",
        ".",
    ]
    alice_cookie = alice.cookie
    carol_cookie = carol.cookie
    guess = await own.sessions.begin(club.alice.id, club.place, "en-US", "alice", "")
    begin = alice_cookie.partition(".")[0]
    end = carol_cookie.partition(".")[2]
    mixture = f"{begin}.{end}"
    cookies = ["", carol_cookie, guess, mixture, f"{alice_cookie[:-1]}!", "."]
    origins = [carol.origin, "https://elsewhere.example", inside.discord.origin]
    rooms = [inside.said(member)["instance"] for member in (club.alice, club.carol)]
    entries = 0
    for _ in range(requests):
        carol.token = rng.choice(tokens)
        carol.cookie = ""  # else each link would end the session of her token
        headers = {}
        path_form = rng.choice((*PATHS, "enter"))
        path = path_form.format(rng.choice((match_id, match_id, match_id + 1, 0)))
        number = rng.randrange(len(FIELDS))
        request = {name: rng.choice(VALUES) for name in rng.sample(FIELDS, number)}
        # with a code of her own, by any door, to anybody's room
        way = rng.random()
        if path == "enter" and way < 0.2:
            link = await club.services.doors.code(club.carol.id, "link", club.place, "en-US")
            code = rng.choice((link, inside.discord.code(club.carol.id)))
            request |= {
                "code": code,
                "instance": rng.choice(rooms),
            }
        elif path == "enter" and way < 0.6:
            request["door"] = "browser"
            carol.cookie = rng.choice(cookies)
            if rng.random() < 0.8:
                headers["Origin"] = rng.choice(origins)
        if path == "act" and rng.random() < 0.8:
            request["press"] = rng.choice(PRESSES)
        is_post = path.endswith(("choose", "undo", "play", "enter", "act", "challenge", "language"))
        is_post = is_post or (path.endswith("think") and rng.random() < 0.5)
        status, answer = await carol.ask(path, request if is_post else None, **headers)
        assert status < 500, (path, request)
        if path == "enter" and status == 200:
            assert club.services.doors.read(answer["token"]).user == club.carol.id, request
            entries += 1
        elif carol.token != tokens[0]:
            refusals = (400, 401, 403, 404, 422, 503) if path == "enter" else (401, 429)
            assert status in refusals, (path, request)
        elif (
            isinstance(answer, dict) and answer.get("kind") == "match" and answer["id"] == match_id
        ):
            assert (answer["made"], answer["moves"]) == ([], [])
    carol.token = tokens[0]
    assert (await carol.ask("home"))[0] == 200
    assert entries
    match_after = await club.services.matches.get(match_id)
    assert (match_after.version, match_after.draft.decisions) == (match_before.version, ("e4-d6",))
    assert match_after.status == "running"
    assert [what for what in REQUESTS if match_after.asker(what) is not None] == []
