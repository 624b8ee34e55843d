"""What members are answered in long random histories, whole, is what it was when it was recorded.

A difference is a fault, or the behaviour was changed on purpose: then ``RECORD=1 pytest -m ""
tests/bot/domain -k recorded`` makes new recordings, and their difference shows what members will
notice.
"""

import inspect
import json
import os
import random
import shutil
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence, Set
from contextlib import suppress
from dataclasses import fields, is_dataclass
from datetime import datetime, timedelta
from itertools import product, zip_longest
from pathlib import Path
from typing import Any, get_args

import pytest
import sqlalchemy as sa

import games
from bot.domain.domain import Domain
from bot.domain.events import JSON, Event, Notice
from bot.domain.explorations.tree import Spot
from bot.domain.matches.match import Match
from bot.domain.privacy.service import Privacy
from bot.domain.ratings.history import Filter
from bot.domain.tournaments import organising
from bot.domain.tournaments.kinds import KINDS
from bot.domain.tournaments.tournament import LATE, PAIRING_RESULTS, SEEDINGS, Pairing
from bot.domain.values import Person, Place, Via, Viewer
from bot.store.tables import metadata
from games.core import Game, GameError, State
from games.players.puzzles import puzzles
from tests.bot.conftest import HERE, Clock, sqlite_only, viewer
from tests.bot.domain.matches.helpers import swept
from tests.bot.domain.matches.test_random_walk import PEOPLE, PLACES, walk
from tests.bot.domain.privacy.world import DIRECT, ELSEWHERE, EVERYBODY, History
from tests.bot.domain.tournaments.helpers import ORGANISER, announced, decide, field
from tests.sampling import only

RECORDED = Path(__file__).parents[2] / "data" / "recorded"
GAMES = ("veloop-square", "veloop-hex", "snipsnip", "vigilance", "loop", "loops-n-leaps")
UNSAID = {"history", "explorations", "draft", "options", "game"}
"""What is not written of a match each time that it is answered."""


def recording(file: Path) -> Path:
    """The recording of which ``file`` is the new version; with RECORD in the environment, it is
    that from now on.
    """
    if "RECORD" in os.environ:
        shutil.copy(file, RECORDED)
    return RECORDED / file.name


def plain(value: Any, now: datetime | None = None) -> JSON:
    """A value as JSON has it: of records what is not as by default, so that a new field is nothing
    new.

    Times are in minutes from ``now``, if that is given.
    """
    match value:
        case datetime():
            if now is not None:
                return round((value - now).total_seconds() / 60, 3)
            return value.isoformat(timespec="seconds")
        case float():
            return round(value, 6)
        case bytes():
            return value.decode()
        case Game():
            return value.slug
        case State():
            return f"{value.ply} {value.turn} {value.to_move} {value.last_move}"
        case Event():
            return [value.kind, value.payload()]
        case Match():
            names = {
                name.name for name in fields(value) if getattr(value, name.name) != name.default
            } - UNSAID
            said = {name: plain(getattr(value, name)) for name in sorted(names)}
            return said | {
                "drafted": plain(value.draft.decisions),
                "made": plain(value.history.entries[-2:]),
            }
        case Mapping():
            return {str(key): plain(each, now) for key, each in value.items()}
        case str() | int() | None:
            return value
        case Iterable():
            return [
                plain(each, now)
                for each in (sorted(value, key=str) if isinstance(value, Set) else value)
            ]
    if not is_dataclass(value):
        return str(value)
    said = {field.name: getattr(value, field.name) for field in fields(value)}
    return {
        field.name: plain(said[field.name], now)
        for field in fields(value)
        if said[field.name] != field.default
    }


def recorded(domain: Domain) -> dict[str, None]:
    """All that the services answer from now on to those who call them, refusals too: each different
    answer once.
    """
    answers = dict[str, None]()
    calls = Counter[str]()

    def noted(method: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
        async def call(*args: Any, **more: Any) -> Any:
            calls["open"] += 1
            try:
                answer = said = await method(*args, **more)
            except GameError as error:
                said = str(error)
                raise
            finally:
                calls["open"] -= 1
                if not calls["open"]:  # else another service has called this one
                    answers[json.dumps(plain(said), ensure_ascii=False)] = None
            return answer

        return call

    for service in vars(domain).values():
        for name in methods_of(service):
            if name != "size":  # of the file, which depends on when SQLite moves its log into it
                setattr(service, name, noted(getattr(service, name)))
    return answers


def methods_of(service: object) -> list[str]:
    """What a service can be asked, without mutmut’s copies of each method, such as
    ``xǁMatchesǁget__mutmut_1``.
    """
    methods = inspect.getmembers(type(service), inspect.iscoroutinefunction)
    return [name for name, _ in methods if name.isascii() and not name.startswith("_")]


async def no_channel(scope: int, channels: Iterable[int]) -> tuple[int, ...]:
    """The ``Views`` of somebody who may view none."""
    return ()


async def look_up(
    domain: Domain, people: Sequence[Person], places: Sequence[Place], now: datetime
) -> None:
    """What each can look up: of themselves, of others, of the place."""
    ratings = domain.ratings
    matches = domain.matches
    for who, place in product(people, places):
        for looks in (viewer(who, place), Viewer(who.id, place, no_channel)):
            for other in people:
                await ratings.history(looks, Filter(other.id), limit=4, offset=1)
                await matches.running_of(looks, other.id, limit=3)
                with suppress(GameError):
                    await ratings.between(looks, who.id, other.id)
            await ratings.history(looks, Filter(who.id, result="won", game="loop"))
            await ratings.export(looks, Filter(who.id, opponent=people[0].id))
            await matches.running(looks, limit=9, offset=1)
            await domain.challenges.open(looks)
        for status in ("running", "finished"):
            await matches.of(who.id, scope=place.scope, status=status)
        await ratings.of(who.id, place.scope)
        await ratings.course(who.id, "loop", place.scope)
        await ratings.board("loop", place.scope, user=who.id, limit=2)
        await ratings.season(place.scope, now - timedelta(days=60), now)
        for scope in (place.scope, None):
            await ratings.profile(who.id, scope)
        for about in (
            domain.daily_cards.waiting,
            domain.members.get,
            domain.puzzles.streak,
            domain.blocks.of,
        ):
            await about(who.id)
        await domain.privacy.export(who.id)


async def a_walk(domain: Domain, clock: Clock) -> None:
    await walk(domain, clock, 7, 300, list(map(games.get, GAMES)))
    await look_up(domain, PEOPLE, (PLACES[0], PLACES[2]), clock())


async def a_history(domain: Domain, clock: Clock) -> None:
    await History(domain, clock, 7).go_on(80)
    await look_up(domain, EVERYBODY[1:4], (HERE, DIRECT), clock())


async def tournaments(domain: Domain, clock: Clock) -> None:
    """The organiser, and members who take part or not, do random things in tournaments of each
    kind.
    """
    rng = random.Random(7)
    held = domain.tournaments
    olga = ORGANISER.id

    async def act(one: int, start: int) -> None:
        who, other = rng.sample(field(9), 2)
        slot = rng.randrange(1, 7)
        result = rng.choice(PAIRING_RESULTS)
        game = rng.choice(await held.games(one) or [Pairing(1, 1, (1, 2), match=1)])
        acts: list[tuple[int, Callable[[], Awaitable[Any]]]] = [
            (1, lambda: held.do(one, organising.leave, who.id)),
            (1, lambda: held.do(one, organising.remove, olga, who.id)),
            (2, lambda: held.do(one, organising.offer_place, olga, who.id, other)),
            (3, lambda: held.do(one, organising.accept_place, slot, other)),
            (1, lambda: held.do(one, organising.decline_place, slot, other)),
            (3, lambda: held.do(one, organising.join, who)),
            (9, lambda: held.do(one, organising.check_in, who)),
            (start, lambda: held.do(one, organising.start, olga)),
            (2, lambda: held.do(one, organising.challenge, who, other.id)),
            (2, lambda: held.settle(one, olga, game.id, result)),
            (1, lambda: domain.members.take_vacation(who.id, 2)),
            (24, lambda: decide(domain, game, result) if game.match else held.work()),
            (4, domain.matches.wake_due),
            (15, held.work),
        ]
        (chosen,) = rng.choices([act for _, act in acts], [weight for weight, _ in acts])
        with suppress(GameError):
            await chosen()

    for days, kind in product((0, 4), KINDS):
        starts = clock() + timedelta(hours=30) if days and kind != "ladder" else None
        terms = {
            "seeding": rng.choice(SEEDINGS),
            "late": rng.choice(LATE),
            "days": days,
            "rated": days > 0,
        }
        terms |= {
            "checkin": days if starts else 0,
            "players": rng.choice((4, 5, 9)),
            "clock": "1d",
            "starts": starts,
        }
        one = await announced(domain, kind, 4, moderator=True, **terms)
        for _ in range(36):
            await act(one.id, 0 if starts else 20)
            clock.move(hours=rng.choice((0, 0, 1, 20)))
            await held.standings(one.id)
            await held.bracket(one.id)
        await swept(domain)


async def calls(domain: Domain, clock: Clock) -> list[JSON]:
    """Whatever the services can be asked is asked at random, of much that has happened; then all
    rows are read.
    """
    rng = random.Random(7)
    seen = list[Notice[Event]]()
    known = list[Match]()
    await History(domain, clock, 8).go_on(60)
    people = EVERYBODY[1:5]
    places = (HERE, ELSEWHERE, DIRECT)

    def given(name: str, kind: object) -> Any:
        """A value for a parameter. Raises KeyError for one of another kind."""
        who = rng.choice(people)
        place = rng.choice(places)
        what = getattr(kind, "__name__", str(kind))
        pools: dict[str, Sequence[Any]] = {
            "match": range(1, 14),
            "challenge": range(1, 14),
            "tournament": range(1, 5),
            "message": (7, 8),
            "about": (),
            "limit": (1, 2, 5),
            "days": (0, 1, 3),
            "near": (0, 200),
            "slug": GAMES[4:],
            "note": ("hm",),
            "post": (7,),
            "name": (None, "M1", "M2", "T1", "t2", "x", "M99"),
            "status": ("running", "finished", "any"),
            "title": ("", "Cup"),
            "game": range(1, 5) if what == "int" else ("loop", "snipsnip", None),
            "chance": (),
            "clock": ("", "3d"),
            "side": ("first", "second"),
            "variant": ("",),
            "kind": [*KINDS],
            "channel": (901, 801),
            "thread": (None, 950),
            "shards": [(0,)],
            "text": ("hm", "x"),
            "result": ("1-0", "0-1", "1/2"),
            "line": (0, 1) if what == "int" else ("e4-d6", "a1", "x"),
            "but": ("",),
            "computer": ("",),
            "count": (1,),
        }
        pools |= dict.fromkeys(("user", "by", "manager", "organiser", "adder", "owner"), people)
        pools |= dict.fromkeys(("scope", "server", "place"), places)
        changes = (
            {"across": "named"},
            {"across": True},
            {"notices": "dm"},
            {"hours": "7-22"},
            {"threads": True},
        )
        match name, what:
            case "others" | "users", _:
                return {each.id for each in rng.sample(people, 2)}
            case _, "bool":
                return rng.random() < 0.5
            case "roles", _:
                return ()
            case "changes", _:
                return rng.choice(changes)
            case "via", _:
                return Via(1, "token", 2)
            case _, "Person":
                return who
            case _, "bot.domain.values.Person | None":
                return rng.choice((who, None))
            case _, "Viewer":
                return rng.choice((viewer(who, place), Viewer(who.id, place, no_channel)))
            case _, "Place" | "bot.domain.values.Place | None":
                return place
            case _, "bot.domain.shards.Shards | None":
                return None
            case _, "Match":
                return rng.choice(known)
            case _, "Spot":
                return Spot(rng.randrange(3), rng.randrange(4))
            case _, "Filter":
                return Filter(
                    who.id,
                    game=rng.choice((None, "loop")),
                    result=rng.choice((None, "won", "lost")),
                )
            case _, "Puzzle":
                return rng.choice(puzzles("loop")[:5])
            case _, "Notice":
                return rng.choice(seen)
            case _, "Literal":
                return rng.choice(get_args(kind))
            case "notice", "int":
                return rng.choice(seen).id
            case "other", _:
                return rng.choice(people).id
            case "since" | "until", _:
                return clock() + timedelta(days=rng.choice((-60, -1, 0)))
        usual = (None, 0, 1, 2) if what in ("int", "int | None") else (None,)
        pool = () if what[0].isupper() else pools.get(name, usual)
        value = rng.choice([each for each in pool if each is not None or "None" in what])
        return (
            value.id
            if isinstance(value, Person)
            else value.scope
            if isinstance(value, Place)
            else value
        )

    methods = [
        (
            getattr(service, name),
            list(inspect.signature(getattr(type(service), name)).parameters.values())[1:],
        )
        for service in vars(domain).values()
        for name in (() if isinstance(service, Privacy) else methods_of(service))
    ]
    for number in range(1500):
        if number % 9 == 0:
            clock.move(hours=rng.choice((0, 1, 30)))
            seen += (claimed := await domain.outbox.claim())
            for notice in claimed[1:]:
                await domain.outbox.done(notice.id)
            known = [await domain.matches.get(match) for match in range(1, 9)]
        method, wanted = rng.choice(methods)
        try:
            some = [each for each in wanted if each.default is each.empty or rng.random() < 0.4]
            values = {each.name: given(each.name, each.annotation) for each in some}
        except (KeyError, IndexError):
            continue
        with suppress(GameError):
            await method(**values | values.pop("changes", {}))
    answers = []
    async with domain.database.read() as connection:
        for table in metadata.sorted_tables:
            rows = (
                await connection.execute(sa.select(table).order_by(*table.primary_key))
            ).mappings()
            answers += [[table.name, plain([*row.values()])] for row in rows]
    return answers


@sqlite_only
@pytest.mark.mutants
@pytest.mark.parametrize("history", only([a_walk, a_history, tournaments, calls], a_walk))
async def test_all_are_answered_what_they_were(
    domain: Domain,
    clock: Clock,
    tmp_path: Path,
    history: Callable[[Domain, Clock], Awaitable[list[JSON] | None]],
) -> None:
    answers = recorded(domain)
    file = tmp_path / f"{history.__name__}.json"
    rows = await history(domain, clock)
    answers |= dict.fromkeys(json.dumps(row, ensure_ascii=False) for row in rows or ())
    file.write_text("[\n" + ",\n".join(answers) + "\n]\n", "utf-8")
    now, then = (one.read_text("utf-8").splitlines() for one in (file, recording(file)))
    for number, (said, was) in enumerate(zip_longest(now, then), 1):
        assert said == was, f"line {number} of {file}"
