"""What every command answers in many states of matches and tournaments is what it was when it was
recorded.

See test_recorded.py for what to do about a difference. Times are in minutes from the moment of the
command.
"""

import random
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from datetime import timedelta
from functools import partial
from itertools import product
from pathlib import Path
from typing import Any

import pytest

import games
from bot.domain import hours
from bot.domain.explorations.tree import EMPTY, Exploration, Mark, Spot
from bot.domain.matches import agreements, beginning, endings, prepared_moves, turns
from bot.domain.matches.events import QuietReminder, TimeRunsShort, TurnPlayed
from bot.domain.matches.exploring import commands as exploring
from bot.domain.matches.exploring.commands import Explored
from bot.domain.matches.exploring.repeating import known_turns
from bot.domain.matches.match import CommandResult, Match
from bot.domain.matches.waiting import commands as waiting
from bot.domain.members.settings import MemberSettings
from bot.domain.values import COMPUTER, NOBODY, Person
from tests.bot.conftest import ANN, BEN, CAT
from tests.bot.domain.matches.test_random_walk import smallest
from tests.bot.domain.matches.values import (
    LOOPHOLE,
    NOON,
    after,
    gone,
    later,
    new,
    over,
    paused,
    with_players,
    without,
)
from tests.bot.domain.sweeps import Answers, ask, compare, difference
from tests.bot.domain.test_recorded import plain

REQUESTS = ("draw", "takeback", "pause", "resume", "abandon", "take_up", "result")
SPANS = (0, 0, 0, 1 / 60, 1, 6, 12, 24, 24, 48, 72, 168, 336, 720)
"""Hours between two commands: those after which something falls due, too."""


def said(value: Any, before: Match) -> Any:
    """An answer as JSON; of a match, what is not as it was before."""
    match value:
        case CommandResult():
            events = [
                [plain(each.event), each.ping, each.public, plain(each.not_before, before.now)]
                for each in value.events
            ]
            return [said(value.match, before), *events]
        case Match():
            changed = {
                name: field_of(value, name)
                for name in NAMES
                if field_of(value, name) != field_of(before, name)
            }
            history = changed.pop("history", None)
            if history:
                latest = [str(state.last_move) for state in history.states[1:]]
                changed["made"] = [len(history.decisions), history.entries[-3:], latest]
            draft = changed.pop("draft", None)
            if draft:
                changed["drafted"] = [draft.decisions, draft.complete, draft.draw]
            trees = changed.pop("explorations", None)
            if trees:
                changed["trees"] = list(map(difference, trees, before.explorations))
            return {name: plain(each, before.now) for name, each in changed.items()}
    return plain(value, before.now)


NAMES = (
    "id",
    "number",
    "scope",
    "guild",
    "channel",
    "thread",
    "game",
    "options",
    "seats",
    "names",
    "level",
    "rated",
    "note",
    "created",
    "now",
    "history",
    "draft",
    "time",
    "moved",
    "quiet",
    "version",
    "revision",
    "status",
    "winner",
    "reason",
    "finished",
    "draw_offer",
    "draw_plies",
    "takeback_asked",
    "pause_asked",
    "abandon_asked",
    "requested",
    "gone",
    "gone_since",
    "tournament",
    "rematch",
    "pair",
    "hints",
    "explorations",
    "explore",
    "vacations",
    "settings",
    "hours",
    "snoozed",
    "refusals",
    "language",
    "followers",
    "imported",
    "homes",
    "rooms",
    "arranged",
    "ends",
)
"""What is recorded of a match, by the names that it was recorded with."""
ASKED = {
    "draw_offer": ("draw",),
    "takeback_asked": ("takeback", "take_up", "result"),
    "pause_asked": ("pause", "resume"),
    "abandon_asked": ("abandon",),
}


def requested(match: Match) -> dict[str, int]:
    """When what is or was last asked was asked, by the names under which that is recorded."""
    column = {kind: name for name, kinds in ASKED.items() for kind in kinds}
    versions = {column[kind]: version for kind, version in match.open_at_end.items()}
    return versions | {column[kind]: request.version for kind, request in match.requests.items()}


def open_as_recorded(match: Match, request: str, who: int) -> bool:
    """Whether a request is open; a shelved match that somebody has asked to resume was also taken
    for one whose result they had asked to cancel.
    """
    if request == "result" and agreements.is_open(match, "take_up", who):
        return True
    return agreements.is_open(match, request, who)


def field_of(match: Match, name: str) -> Any:
    """What is recorded of a match under a name."""
    if name in ASKED:
        return next((match.asker(kind) for kind in ASKED[name] if kind in match.requests), None)
    match name:
        case "requested":
            return requested(match)
        case "draw_plies":
            return tuple(player.draw_ply for player in match.players)
        case "gone":
            return match.absent_seat
        case "gone_since":
            return match.absence and match.absence.since
        case "homes":
            return match.servers
        case "rooms":
            return tuple(player.place and player.place.channel for player in match.players)
        case "arranged":
            return match.chose_opponent
    return getattr(match, name)


def commands(match: Match, text: str) -> dict[str, Callable[[], Any]]:
    """All that somebody can do in a match, and what is asked about it."""
    calls: dict[str, Callable[[], Any]] = {}
    for who in (ANN.id, BEN.id, CAT.id, COMPUTER):
        own: dict[str, Callable[..., Any]] = {
            each.__name__: partial(each, match, who)
            for each in (
                agreements.offer_draw,
                agreements.ask_takeback,
                agreements.ask_pause,
                agreements.ask_abandon,
                agreements.ask_take_up,
                agreements.ask_annulment,
                endings.resign,
                endings.abort,
                waiting.nudge,
                waiting.play_on,
            )
        }
        own |= {
            f"claim {what}": partial(endings.claim, match, who, what)
            for what in (*endings.CLAIMS, "odd")
        }
        own |= {
            f"answer {request} {yes}": partial(agreements.answer, request, match, who, yes)
            for request in REQUESTS
            for yes in (True, False)
        }
        own |= {
            "play": partial(turns.play, match, who, text),
            "confirm": partial(turns.confirm, match, who),
        }
        stale = {
            f"{name} late": partial(call, version=match.version - 1) for name, call in own.items()
        }
        now = {
            name: partial(call, version=match.version)
            for name, call in own.items()
            if name != "play_on"
        }
        own |= stale if who == ANN.id else now if who == BEN.id else {}
        drawing = {name: partial(own[name], draw=True) for name in ("play", "confirm")}
        own |= {f"{name} draw": call for name, call in drawing.items()}
        own |= {f"play {n}": partial(own["play"], drafted=n, confirm=True) for n in (0, 1)}
        own |= {
            "undo": partial(turns.undo, match, who),
            "undo 1": partial(turns.undo, match, who, drafted=1),
        }
        own |= {
            f"snooze {days}": partial(waiting.snooze, match, who, days)
            for days in (-1, 0, 1, 14, 15)
        }
        own |= {
            "gone": partial(endings.presence, match, who, True),
            "back": partial(endings.presence, match, who, False),
            "banned": partial(endings.presence, match, who, True, True),
            "forget": partial(endings.forget, match, who),
            "hinted": partial(turns.hinted, match, who, match.version),
            "hint": partial(turns.hinted, match, who, match.version - 1),
            "may": lambda who=who: [
                agreements.can_annul(match, who),
                waiting.can_nudge(match, who),
            ],
            "open": lambda who=who: [open_as_recorded(match, each, who) for each in REQUESTS],
            "draft": lambda who=who: [
                each and (each.decisions, each.complete) for each in (match.draft_of(who),)
            ],
        }
        if who in match.seats:
            seat = match.seats.index(who)
            own |= {
                "can": lambda seat=seat: [
                    agreements.can_ask(match, seat, each) for each in REQUESTS
                ],
                "nudged at": partial(waiting.nudge_at, match, seat),
                "sent at": lambda who=who: [
                    waiting.direct_message_at(match, who, each) for each in EVENTS
                ],
                "name": lambda seat=seat, who=who: [
                    match.player_name(seat),
                    match.opponent(who),
                    match.seat_of(who),
                ],
            }
        calls |= {f"{who} {name}": call for name, call in own.items()}
    calls |= {
        "wake": partial(agreements.wake, match),
        "quiet": partial(waiting.wake, match),
        "planned": partial(waiting.planned, match),
        "away": lambda: [
            match.time.away(0, match.now, old, match.now + timedelta(days=5)) for old in AWAY
        ],
        "stored": lambda: match.refusals.read(match.refusals.stored()),
        "end_pause": partial(agreements.end_pause, match),
        "left": partial(endings.left, match),
        "stopped": partial(endings.stopped, match),
        "undone": partial(endings.undone, match),
        "no note": partial(endings.without_note, match),
        "settled": partial(endings.settled, match, winner=1, reason="settled", by=CAT.id),
        "rated": partial(endings.settled, match, winner=0, reason="time", by=None, rated=True),
        "is": lambda: [
            match.away,
            match.banks,
            match.overdue,
            match.due,
            match.mover,
            match.counts_for_rating,
            match.paused,
            match.prepared,
            match.after_my_turn,
            match.state.ply,
            [turn.decisions for turn in match.turns],
            [(turn.number, turn.seat, turn.how, turn.at) for turn in match.history.whole().turns()],
            match.history.ends(),
            match.history.until(2).log,
            match.history.given,
        ],
    }
    return calls


EVENTS = (
    TurnPlayed(version=1, start=0, end=1),
    TimeRunsShort(version=1, by=1),
    QuietReminder(version=1, since=0),
)


def begun(game: str, clock: str, second: Person = BEN, **terms: Any) -> Match:
    """A match of the smallest board of a game, at noon on a Monday."""
    what = games.get(game)
    rest = {name: terms.pop(name) for name in NAMES if name in terms and name in LATER}
    setup = beginning.Setup(
        900,
        901,
        what,
        what.complete({"board": smallest(what)} | terms.pop("options", {})),
        (ANN, second),
        clock,
        **terms,
    )
    away = rest.get("vacations", (None, None))
    match = beginning.new_match(
        setup, 1, NOON, guild=True, away=away, hours=rest.get("hours", (hours.ALWAYS,) * 2)
    )
    by_seat = {"settings": "settings", "seats": "user"}
    for name, attribute in by_seat.items():
        if name in rest:
            match = with_players(match, **{attribute: rest[name]})
    return match


LATER = ("vacations", "hours", "settings", "seats", "language")
WAKING = hours.parse("mon-fri 8-22, sat 10-2", "Europe/Berlin"), hours.parse("7-9", "Asia/Tokyo")
USUAL = MemberSettings()
DIRECT = MemberSettings(notices="dm", hold_dms=True), MemberSettings(notices="both")
RARELY = MemberSettings(reminders="rare", notices="none"), USUAL
DAILY = MemberSettings(daily="dm"), MemberSettings(reminders="none")
MATCHES: dict[str, Callable[[], Match]] = {
    "plain": lambda: begun("veloop-square", "none", options={"turns": "double"}, note="hello"),
    "rated": lambda: begun("veloop-hex", "1d", rated=True, hours=WAKING),
    "banks": lambda: begun(
        "snipsnip", "3d+6h", rated=True, vacations=(NOON + timedelta(days=2), None)
    ),
    "weekends": lambda: begun("vigilance", "2d weekends off", settings=DIRECT),
    "computer": lambda: begun("loop", "none", LOOPHOLE, level=2, settings=RARELY),
    "tournament": lambda: begun("loops-n-leaps", "3d", rated=True, tournament=5, explore=False),
    "left": lambda: begun("veloop-square", "7d", seats=(ANN.id, NOBODY), settings=RARELY),
    "quiet": lambda: begun(
        "vigilance",
        "none",
        hours=WAKING,
        settings=DAILY,
        vacations=(None, NOON + timedelta(days=20)),
    ),
    "again": lambda: begun(
        "veloop-square", "14d", options={"turns": "single"}, rated=True, hours=WAKING[::-1]
    ),
}
AWAY = (None, NOON + timedelta(days=1), NOON + timedelta(days=9))
ENDS = (
    "resign",
    "abort",
    "claim",
    "forget",
    "stopped",
    "settled",
    "rated",
    "left",
    "abandon",
    "draw True",
)


def matches(name: str, steps: int = 16) -> Iterator[tuple[Match, Answers]]:
    """A match to which random things happen, and what all commands answer in it."""
    rng = random.Random(name)
    match = MATCHES[name]()
    for number in range(steps):
        match = match.at(match.now + timedelta(hours=rng.choice(SPANS)))
        state = match.draft.state
        text = "a1"
        if state.to_move is not None:
            text = str(rng.choice(state.legal_moves()))
        given, values = ask(commands(match, text), partial(said, before=match))
        yield match, given
        results = {
            name: value.match if isinstance(value, CommandResult) else value
            for name, value in values.items()
        }
        after = {
            name: value
            for name, value in results.items()
            if isinstance(value, Match) and value != match
        }
        plays = [name for name in after if " play" in name and "late" not in name]
        others = [
            name
            for name in after
            if name not in plays and (number > steps - 5 or not any(end in name for end in ENDS))
        ]
        due = [name for name in ("wake", "quiet") if name in after and rng.random() < 0.6]
        chosen = due or (plays if plays and rng.random() < 0.55 else others or plays)
        if chosen:
            match = replace(after[rng.choice(chosen)], revision=match.revision + 1)


def thinking(
    own: Match, seat: int, spot: Spot, text: str, rng: random.Random
) -> dict[str, Callable[[], Any]]:
    """All that the player of a seat can do at a spot of the Think board."""
    tree = own.explorations[seat]
    user = own.seats[seat]
    here = own.explorations[seat].current(spot)
    first = [str(move) for move in own.state.legal_moves()[-1:]] if own.status == "running" else []
    nodes = list(tree.nodes)
    prepared = list(own.prepared[seat])
    shared = replace(tree, opened=True, marks=dict.fromkeys(nodes[:1], Mark("a", "b")), looked=2)
    at = exploring.position_at(own, tree, spot)
    return {
        "walk": partial(exploring.walk, own, tree, spot, text),
        "back": partial(exploring.back, own, tree, spot),
        "look": lambda: at,
        "siblings": partial(exploring.siblings, tree, here),
        "plan": partial(exploring.to_plan, at, user),
        "known": partial(known_turns, at, 3),
        "passes": partial(exploring.before_passes, tree, here),
        "draft": partial(exploring.draft, own, user, tree, spot),
        "draft of": partial(exploring.draft, own, own.opponent(user), tree, spot),
        "removed": lambda: (tree.without(here.node), tree.before(tree.nodes[here.node])),
        "missed": partial(exploring.missed, tree),
        "note": partial(tree.with_note, here, f" note {len(nodes)} "),
        "no note": partial(tree.with_note, here, ""),
        "long note": partial(tree.with_note, spot, "x" * 301),
        "match note": partial(tree.with_match_note, "x" * (1000 + len(nodes) % 2)),
        "plans": partial(tree.with_plans, rng.sample(nodes, min(2, len(nodes)))),
        "no plans": partial(tree.without_plans, rng.choice(nodes)) if nodes else lambda: None,
        "lapsed": tree.lapsed,
        "settled": tree.settled,
        "hidden": shared.hidden,
        "drafted": partial(tree.with_draft, 1 - seat, first, True),
        "back at": partial(
            tree.at, own.decisions[: rng.randrange(len(own.decisions) + 1)], own.begin
        ),
        "prepare": partial(prepared_moves.prepare, own, user, f"if {text} then {text}"),
        "drop": partial(prepared_moves.drop, own, user),
        "drop one": partial(prepared_moves.drop, own, user, prepared[:1]),
        "is": lambda: [
            own.prepared,
            own.after_my_turn,
            tree.drafted,
            tree.tried,
            tree.empty,
            tree.open(here),
            prepared_moves.size(own.prepared[seat]),
            tree.root(here),
            sorted(tree.planned),
        ],
    }


def lines(name: str, steps: int = 14) -> Iterator[Answers]:
    """What is answered on the Think board, whose tree grows at random, while a match goes on."""
    rng = random.Random(name)
    tree = EMPTY
    spots = [Spot(0), Spot(3), Spot(9, 99)]
    for match, _ in matches(name, steps):
        seat = 1 - (match.state.to_move or 0)
        for _ in range(4):
            tree = tree.at(match.decisions, match.begin)
            own = match.with_exploration(seat, tree)
            spot = rng.choice([*spots[-5:], tree.now])
            legal = exploring.position_at(match, tree, spot).state.legal_moves()
            text = " ".join(map(str, legal[: rng.choice((1, 1, 2))])) or "a1"
            given, values = ask(
                thinking(own, seat, spot, text, rng), partial(about_lines, tree=tree, match=own)
            )
            yield given
            trees = list[Exploration]()
            for call, value in values.items():
                grown = value[0] if isinstance(value, tuple) and value else value
                if (
                    isinstance(grown, Exploration)
                    and grown != tree
                    and call not in ("match note", "removed")
                ):
                    trees += [grown] * (3 if call in ("walk", "plans") else 1)
                    spots += [value[1]] if call == "walk" else []
            tree = rng.choice(trees) if trees else tree


def about_lines(value: Any, tree: Exploration, match: Match) -> Any:
    """An answer as JSON; of a tree, what is not as it was before."""
    match value:
        case Explored():
            return [
                value.spot,
                value.state.ply,
                len(value.states),
                value.open,
                [node.id for node in value.line],
            ]
        case Exploration():
            return difference(value, tree)
        case CommandResult() | Match():
            return said(value, match)
        case tuple() if value and isinstance(value[0], Exploration):
            return [difference(value[0], tree), plain(value[1:])]
    return plain(value)


ASKS: dict[str, Callable[[Match, int], CommandResult]] = {
    "draw": agreements.offer_draw,
    "takeback": agreements.ask_takeback,
    "pause": agreements.ask_pause,
    "abandon": agreements.ask_abandon,
    "take_up": agreements.ask_take_up,
    "result": agreements.ask_annulment,
}


def asked_of() -> dict[str, Match]:
    """Matches of all kinds, in which something may be asked of the opponent."""
    shelved = later(
        endings.ended(after(new("2d"), 3), winner=None, reason="adjourned", by=None).match, days=60
    )
    return {
        "begun": new("3d"),
        "moved": after(new("2d+6h"), 4, hours=1),
        "untimed": after(new(), 3),
        "paused": paused(after(new("3d"), 1)),
        "to resume": agreements.ask_pause(paused(after(new("3d"), 3)), ANN.id).match,
        "late": later(after(new("1d"), 1), days=1),
        "over": over(after(new("3d", rated=True), 4)),
        "called off": endings.abort(new(), ANN.id).match,
        "contest": after(new("3d", tournament=7), 3),
        "contest over": over(new(tournament=7)),
        "computer": after(new(second=LOOPHOLE, level=1), 3),
        "beaten": over(new(second=LOOPHOLE, level=1)),
        "alone": without(after(new("3d"), 3), 1, NOBODY),
        "shelved": shelved,
        "shelved alone": without(shelved, 1, NOBODY),
        "lent": new(given=after(new(), 2).decisions),
        "gone": gone(after(new("3d", rated=True), 4), BEN.id, days=6),
        "just gone": gone(after(new("3d", rated=True), 4), BEN.id, days=0.5),
        "shelved late": without(shelved, 1, COMPUTER),
    }


def requests() -> Iterator[Answers]:
    """What is answered to a request, and then to answers, to the same request of the other one or
    again, later too.
    """
    for (name, match), (what, begin), (asker, other) in product(
        asked_of().items(), ASKS.items(), ((ANN.id, BEN.id), (BEN.id, ANN.id))
    ):
        given, values = ask(
            {f"{name} {what}": partial(begin, match, asker)}, partial(said, before=match)
        )
        yield given
        for asked, days in product(values.values(), (0, 0.9, 1, 8)):
            now = later(asked.match, days=days)
            calls = {
                "yes": partial(agreements.answer, what, now, other, True),
                "no": partial(agreements.answer, what, now, other, False),
                "old": partial(agreements.answer, what, now, other, True, now.version - 1),
                "own": partial(agreements.answer, what, now, asker, True),
                "both": partial(begin, now, other),
                "again": partial(begin, now, asker),
                "wake": partial(agreements.wake, now),
                "left": partial(endings.left, now),
                "open": lambda now=now, by=asker: [
                    open_as_recorded(now, each, by) for each in REQUESTS
                ],
            }
            given, values = ask(calls, partial(said, before=now))
            yield given
            declined = values["no"].match if "no" in values else None
            if (
                declined is not None
                and declined.status == "running"
                and COMPUTER not in declined.seats
            ):
                turn = (
                    declined if declined.paused or NOBODY in declined.seats else after(declined, 2)
                )
                moments = declined, turn, later(turn, hours=2), later(turn, days=1)
                calls = {
                    f"declined {n}": partial(begin, each, asker) for n, each in enumerate(moments)
                }
                yield ask(calls, partial(said, before=declined))[0]


CASES: dict[str, Callable[[], Iterable[Answers]]] = {
    "requests": requests,
    "matches": lambda: (answered for name in MATCHES for _, answered in matches(name)),
    "lines": lambda: (
        answered
        for name in ("plain", "rated", "banks", "weekends", "left")
        for answered in lines(name)
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_every_command_answers_what_it_did(name: str, tmp_path: Path) -> None:
    compare(tmp_path / f"{name}.json", list(CASES[name]()))
