"""What every command and rule answers in many states of tournaments is what it was when it was
recorded.

See test_recorded.py for what to do about a difference. Times are in minutes from the moment of the
command.
"""

import random
from collections.abc import Callable, Iterator
from dataclasses import astuple, replace
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Any

from bot.domain.events import JSON
from bot.domain.tournaments import organising, rounds, verdicts
from bot.domain.tournaments.contest import Contest
from bot.domain.tournaments.kinds import KINDS, swiss_pairing
from bot.domain.tournaments.kinds.base import NoPairing
from bot.domain.tournaments.kinds.knock_out import ties
from bot.domain.tournaments.kinds.swiss import players
from bot.domain.tournaments.tournament import (
    LATE,
    PAIRING_RESULTS,
    SEEDINGS,
    Pairing,
    RunningGame,
    Terms,
)
from bot.domain.values import COMPUTER, Person
from games.core import GameError
from tests.bot.domain.matches.values import new, over
from tests.bot.domain.sweeps import Answers, ask, compare, difference
from tests.bot.domain.test_recorded import plain
from tests.bot.domain.tournaments.helpers import ORGANISER, field
from tests.bot.domain.tournaments.test_contest import contest, numbered

DAY = timedelta(days=1)
SPANS = (0, 0, 1, 6, 24, 24, 48, 72, 168)
"""Hours between two commands: those after which something falls due, too."""


def changed(item: Contest, command: Callable[..., object], *args: object) -> JSON:
    """What a command answers, and what it changes in a copy of a tournament."""
    after = Contest(item.tournament, list(item.pairings), item.now)
    answer = command(after, *args)
    now = after.tournament
    before = item.tournament
    old = {pairing.order: pairing for pairing in item.pairings}
    pairings = [pairing for pairing in after.pairings if pairing != old.get(pairing.order)]
    entrants = [entrant for entrant in now.entrants if entrant not in before.entrants]
    more = [
        now.entrants and [each.slot for each in now.entrants],
        entrants,
        pairings,
        [(each.event, each.ping, each.public) for each in after.announced],
    ]
    request = None if after.request is None else (after.request.asker, after.request.other)
    other = difference(replace(now, entrants=()), replace(before, entrants=()), item.now)
    return [plain(answer, item.now), other, plain([*more, request, after.follow_up], item.now)]


def ruled(item: Contest, pairing: Pairing) -> tuple[object, ...] | None:
    """How a running game ends by rule."""
    verdict = verdicts.verdict_on(item, pairing)
    return None if verdict is None else astuple(verdict)


def commands(item: Contest, rng: random.Random) -> dict[str, Callable[[], Any]]:
    """All that members, the organiser and the clock do in a tournament."""
    kind = item.kind
    tournament = item.tournament
    now = item.now
    who = rng.choice(field(6))
    other = rng.choice(field(6))
    new_one = Person(3000, "New")
    calls: dict[str, Callable[[], Any]] = {}
    for by in (ORGANISER.id, who.id):
        own = {
            "remove": (organising.remove, by, other.id),
            "offer": (organising.offer_place, by, other.id, new_one),
            "offer known": (organising.offer_place, by, other.id, who),
            "offer computer": (organising.offer_place, by, other.id, Person(COMPUTER, "Loophole")),
            "hand over": (organising.hand_over, by, new_one),
            "hand to computer": (organising.hand_over, by, Person(COMPUTER, "Loophole")),
            "start": (organising.start, by),
            "move": (organising.move, by, now + DAY),
            "move back": (organising.move, by, now),
            "move far": (organising.move, by, now + 366 * DAY),
            "move too far": (organising.move, by, now + 367 * DAY),
            "cancel": (organising.cancel, by),
        }
        for result in (*PAIRING_RESULTS, "odd"):
            own |= {
                f"settle {n} {result}": (organising.settle, by, n, result)
                for n in (1, 4, len(item.pairings))
            }
        calls |= {
            f"{by == ORGANISER.id} {name}": partial(changed, item, *call)
            for name, call in own.items()
        }
    calls["moderator"] = partial(changed, item, organising.cancel, who.id, True)
    away = {person.id: now + hours * timedelta(hours=7) for hours, person in enumerate(field(3), 1)}
    match = replace(over() if rng.random() < 0.7 else new(), id=rng.randrange(1, 5))
    ended = [
        match,
        replace(match, winner=None),
        replace(match, status="aborted"),
        replace(match, winner=0),
    ]
    own = {
        "join": (organising.join, new_one),
        "join again": (organising.join, who),
        "join computer": (organising.join, Person(COMPUTER, "Loophole")),
        "check in": (organising.check_in, who),
        "check in new": (organising.check_in, new_one),
        "leave": (organising.leave, who.id),
        "leave new": (organising.leave, new_one.id),
        "challenge new": (organising.challenge, who, new_one.id),
        "clear title": (organising.clear_title,),
        **{
            f"challenge {n}": (organising.challenge, who, each.id)
            for n, each in enumerate(field(6))
        },
        "away": (rounds.move_deadlines, away),
        **{f"take {slot}": (organising.accept_place, slot, new_one) for slot in (1, 2, 3, 9)},
        **{
            f"take {slot} of others": (organising.accept_place, slot, Person(3001, "Other"))
            for slot in (1, 2, 3)
        },
        **{f"decline {slot}": (organising.decline_place, slot, new_one) for slot in (1, 2, 3, 9)},
        **{f"ended {n}": (verdicts.match_ended, each) for n, each in enumerate(ended)},
    }
    if tournament.status in organising.EARLY:
        strengths = {person.id: 1500 - 7 * (person.id % 4) for person in field(6)}
        own |= {
            "begin": (rounds.begin, strengths, random.Random(1)),
            "due to begin": (rounds.prepare_start,),
        }
    elif tournament.status == "running":
        own |= {
            "go on": (rounds.go_on, None),
            "go on later": (rounds.go_on, now + timedelta(hours=3) - DAY),
        }
    for at, pairing in enumerate(item.pairings[-4:]):
        if pairing.slots[1] is not None:
            name = f"pairing {at}"
            verdict = verdicts.verdict_on(item, pairing)
            if verdict is not None:
                own[f"{name} given"] = verdicts.record_verdict, pairing, verdict
            own[f"{name} lost"] = verdicts.forfeit, pairing
            calls[f"{name} by rule"] = partial(ruled, item, pairing)
            for hours in (0, 167, 168):
                calls[f"{name} paused {hours}"] = partial(
                    rounds.ends_pause, item, pairing, now - timedelta(hours=hours)
                )
    calls |= {name: partial(changed, item, *call) for name, call in own.items()}
    entrants = tournament.entrants
    meetings = item.meetings
    calls |= {
        "meetings": lambda: meetings if tournament.terms.pairs else len(meetings),
        "standings": lambda: [
            [
                line.rank,
                line.entrant.slot,
                line.points,
                line.wins,
                line.draws,
                line.losses,
                line.breaks,
            ]
            for line in kind.standings(entrants, meetings)
        ],
        "bracket": lambda: [
            [tie.slots, tie.winner, tie.decided, len(tie.games)]
            for row in ties(entrants, meetings)
            for tie in row
        ],
        "swiss": lambda: swiss(item),
        "current": lambda: [
            len(item.current),
            len(rounds.unmoved(item)),
            len(item.inside),
            item.round_ends(),
        ],
        "visible": lambda: [
            sorted(map(str, tournament.people)),
            tournament.at_once,
            kind.rounds(9, tournament.terms),
        ],
    }
    return calls


def swiss(item: Contest) -> JSON:
    """How the next round of a Swiss would be paired, and what that is weighed by."""
    if (
        not any(entrant.seed for entrant in item.tournament.entrants)
        or item.tournament.kind == "ladder"
    ):
        return None
    ranked = players(item.tournament.entrants, [game for game in item.meetings if game.result])
    scored = [
        [each.score, each.balance, each.due, each.need, each.wanted, each.floats, each.bye]
        for each in ranked
    ]
    try:
        return [scored, plain(swiss_pairing.pair(ranked))]
    except NoPairing as error:
        return [scored, str(error)]


def tournaments(kind: str, seed: int, steps: int) -> Iterator[Answers]:
    """What all commands answer in a tournament in which random things happen."""
    rng = random.Random(f"{kind} {seed}")
    terms = Terms(
        players=rng.choice((5, 6)),
        late=LATE[seed % 3],
        seeding=SEEDINGS[seed % 3],
        pairs=seed == 2,
        cycles=1 + seed % 2,
        days=(0, 3, 5)[seed % 3],
        checkin=12 * (seed == 1),
        together=seed == 2,
    )
    item = contest(kind, 0, terms)
    if KINDS[kind].endless:
        item.tournament = replace(item.tournament, status="running", round=1)
    elif seed:
        item.tournament = replace(item.tournament, starts=item.now + 2 * DAY)
    for person in field(7 if seed else 5):
        try:
            organising.join(item, person)
        except GameError:
            continue
    for _ in range(steps):
        item = Contest(
            item.tournament, item.pairings, item.now + timedelta(hours=rng.choice(SPANS))
        )
        numbered(item)
        for pairing in item.pairings:
            if pairing.match and not pairing.result:
                due = rng.choice(
                    (None, item.now - DAY, item.now - 2 * DAY, item.now, item.now + DAY)
                )
                seats = tuple(item.tournament.slot(slot or 0).user for slot in pairing.slots)
                game = RunningGame(seats, rng.randrange(2), rng.choice((1, 2, 3)), due, None)  # type: ignore[arg-type]
                item.replace_pairing(replace(pairing, game=game, number=pairing.match))
        given, _ = ask(commands(item, rng), partial(plain, now=item.now))
        yield given
        progress(item, rng)


def progress(item: Contest, rng: random.Random) -> None:
    """Something happens; refusals are fine."""
    who = rng.choice(field(7))
    acts: list[Callable[[], object]] = [
        partial(organising.leave, item, who.id),
        partial(organising.join, item, who),
        partial(organising.check_in, item, who),
        partial(organising.offer_place, item, ORGANISER.id, who.id, Person(3000, "New")),
        partial(rounds.move_deadlines, item, {who.id: item.now + DAY}),
        *[partial(organising.challenge, item, who, other.id) for other in field(7)],
    ]
    for act in rng.sample(acts, 6 if item.kind.endless else 2):
        try:
            act()
        except GameError:
            continue
    if item.tournament.status in organising.EARLY:
        if rounds.prepare_start(item) or rng.random() < 0.15:
            rounds.begin(item, {person.id: person.id % 3 for person in field(7)}, rng)
    elif item.tournament.status == "running":
        for pairing in item.pairings:
            if pairing.result is None and pairing.match and rng.random() < 0.5:
                verdict = verdicts.verdict_on(item, pairing)
                result = rng.choice(PAIRING_RESULTS)
                if verdict is not None and verdict.how != "again":
                    verdicts.record_verdict(item, pairing, verdict)
                else:
                    item.result(pairing, result, "played")
        rounds.go_on(item, None)


def terms() -> Iterator[Answers]:
    """What is answered to terms at and beyond their limits."""
    limits = {
        "players": (2, 24, 256),
        "rounds": (0, 30),
        "cycles": (1, 2),
        "checkin": (0, 72),
        "days": (0, 60),
    }
    given = [
        {name: number + off}
        for name, numbers in limits.items()
        for number in numbers
        for off in (-1, 0, 1)
    ]
    given += [{"late": "odd"}, {"late": "draw"}, {"seeding": "odd"}, {"seeding": "random"}]
    for kind in KINDS.values():
        calls = {
            f"{kind.name} {each}": partial(
                organising.check_terms, kind, replace(Terms(players=20), **each)
            )  # type: ignore[arg-type]
            for each in given
        }
        yield ask(calls, plain)[0]


def test_every_command_in_a_tournament_answers_what_it_did(tmp_path: Path) -> None:
    compare(tmp_path / "tournament_rules.json", rules())


def rules() -> list[Answers]:
    played = [each for kind in KINDS for seed in range(3) for each in tournaments(kind, seed, 10)]
    return [*played, *terms()]


CASES = {"tournament_rules": rules}
