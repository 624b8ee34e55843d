"""The life of a match without a database: nothing that anybody does leads to what the service
forbids.
"""

import random
from collections.abc import Callable, Collection
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

import pytest
from hypothesis import given, settings, strategies as st

import games
from bot.domain import clocks
from bot.domain.errors import NotYours, Refused, Stale
from bot.domain.explorations.tree import Tree
from bot.domain.hours import LAST_WORD
from bot.domain.matches import agreements, beginning, endings, history, prepared_moves, turns
from bot.domain.matches.events import MatchFinished, MoreTimeGiven
from bot.domain.matches.match import CommandResult, Match
from bot.domain.matches.waiting import commands as waiting
from bot.domain.values import COMPUTER, NOBODY, Person
from games.core import PASS, State

ANN = 1
BEN = 2
CAT = 3
START = datetime(2026, 3, 2, 12, tzinfo=UTC)
REQUESTS = {
    "quiet",
    "draw",
    "takeback",
    "pause",
    "resume",
    "end_pause",
    "abandon",
    "result",
    "take_up",
}
Command = Callable[[Match, int, random.Random], CommandResult]


def turn_text(state: State, rng: random.Random) -> str:
    """A whole legal turn, mostly; else the beginning of one, or too much."""
    seat = state.to_move
    words = []
    while state.to_move == seat and seat is not None:
        # Few moves to choose from, so that what was prepared is often played.
        move = rng.choice(state.legal_moves()[:2])
        words.append(str(move))
        state = state.play(move)
        if rng.random() < 0.2:
            break
    if rng.random() < 0.05:
        words.append("e4-d6")
    return " ".join(words)


def play(match: Match, user: int, rng: random.Random) -> CommandResult:
    return turns.play(
        match,
        user,
        turn_text(match.draft.state, rng),
        confirm=rng.random() < 0.2,
        draw=rng.random() < 0.2,
    )


def prepare(match: Match, user: int, rng: random.Random) -> CommandResult:
    state = match.state
    line = []
    for _ in range(rng.choice((2, 2, 4))):
        seat = state.to_move
        words = []
        while state.to_move == seat and seat is not None:
            move = rng.choice(state.legal_moves()[:2])
            words.append(str(move))
            state = state.play(move)
        line.append(" ".join(words))
    return prepared_moves.prepare(match, user, line)


def drop(match: Match, user: int, rng: random.Random) -> CommandResult:
    seat = match.seat_of(user)
    path = [] if seat is None or rng.random() < 0.5 else list(match.prepared[seat])[:1]
    return prepared_moves.drop(match, user, path)


COMMANDS: dict[str, Command] = {
    "play": play,
    "confirm": lambda match, user, rng: turns.confirm(match, user, draw=rng.random() < 0.2),
    "undo": lambda match, user, _: turns.undo(match, user),
    "hinted": lambda match, user, _: turns.hinted(match, user, match.version),
    "prepare": prepare,
    "drop": drop,
    "withdraw": lambda match, user, rng: agreements.withdraw(
        rng.choice(sorted(agreements.REQUESTS)), match, user
    ),
    "resign": lambda match, user, _: endings.resign(match, user),
    "abort": lambda match, user, _: endings.abort(match, user),
    "forget": lambda match, user, _: endings.forget(match, user),
    "claim": lambda match, user, rng: endings.claim(match, user, rng.choice(endings.CLAIMS)),
    "give time": lambda match, user, _: endings.claim(match, user, "time"),
    "leave": lambda match, user, _: endings.presence(match, user, True),
    "a day after they left": lambda match, user, _: endings.presence(match, user, False),
    "offer draw": lambda match, user, _: agreements.offer_draw(match, user),
    "answer draw": lambda match, user, rng: agreements.answer(
        "draw", match, user, rng.random() < 0.3
    ),
    "ask takeback": lambda match, user, _: agreements.ask_takeback(match, user),
    "answer takeback": lambda match, user, rng: agreements.answer(
        "takeback", match, user, rng.random() < 0.7
    ),
    "ask pause": lambda match, user, _: agreements.ask_pause(match, user),
    "answer pause": lambda match, user, rng: agreements.answer(
        "pause", match, user, rng.random() < 0.8
    ),
    "ask abandon": lambda match, user, rng: agreements.ask_abandon(match, user),
    "answer abandon": lambda match, user, rng: agreements.answer(
        "abandon", match, user, rng.random() < 0.2
    ),
    "ask take up": lambda match, user, _: agreements.ask_take_up(match, user),
    "answer take up": lambda match, user, rng: agreements.answer(
        "take_up", match, user, rng.random() < 0.8
    ),
    "nudge": lambda match, user, _: waiting.nudge(match, user),
    "play on": lambda match, user, _: waiting.play_on(match, user),
    "snooze": lambda match, user, rng: waiting.snooze(match, user, rng.choice((0, 1, 3, 7))),
    "ask annulment": lambda match, user, _: agreements.ask_annulment(match, user),
    "answer annulment": lambda match, user, rng: agreements.answer(
        "result", match, user, rng.random() < 0.5
    ),
}
VERSIONED: dict[str, Callable[[Match, int, int], CommandResult]] = {
    "play": lambda match, user, version: turns.play(
        match, user, str(match.state.legal_moves()[0]), version=version
    ),
    "confirm": lambda match, user, version: turns.confirm(match, user, version=version),
    "undo": lambda match, user, version: turns.undo(match, user, version=version),
    "resign": lambda match, user, version: endings.resign(match, user, version),
    "abort": lambda match, user, version: endings.abort(match, user, version),
    "claim": lambda match, user, version: endings.claim(match, user, "win", version),
    "offer draw": lambda match, user, version: agreements.offer_draw(match, user, version),
    "ask takeback": lambda match, user, version: agreements.ask_takeback(match, user, version),
    "answer takeback": lambda match, user, version: agreements.answer(
        "takeback", match, user, True, version
    ),
    "ask pause": lambda match, user, version: agreements.ask_pause(match, user, version),
    "ask abandon": lambda match, user, version: agreements.ask_abandon(match, user, version),
    "answer abandon": lambda match, user, version: agreements.answer(
        "abandon", match, user, True, version
    ),
    "nudge": lambda match, user, version: waiting.nudge(match, user, version),
    "play on": lambda match, user, version: waiting.play_on(match, user, version),
}
TIME = ("minutes", "days", "vacation", "outage", "wake", "quiet")
OFTEN = {
    "play": 30,
    "prepare": 12,
    "confirm": 6,
    "wake": 4,
    "days": 3,
    "minutes": 3,
    "vacation": 2,
    "outage": 2,
}
OFTEN |= {
    "answer takeback": 6,
    "answer pause": 6,
    "ask pause": 3,
    "leave": 2,
    "give time": 3,
    "offer draw": 2,
}
SELDOM = {"abort": 0.2, "forget": 0.1, "resign": 0.2, "claim": 0.5}
WEIGHTS = {what: SELDOM.get(what, OFTEN.get(what, 1)) for what in (*COMMANDS, *TIME)}
SPANS = (0.02, 1, 5, 11, 25, 70, 200)
"""Hours."""


class Step(NamedTuple):
    """Something done: a command by ``user``, or time going by for so many ``hours``."""

    what: str
    user: int
    hours: float


def request_of(match: Match, what: str) -> str:
    """The request that an answer is to, by the name of that command."""
    word = what.split()[-1]
    if word == "pause" and match.paused is not None:
        return "resume"
    return {"up": "take_up", "annulment": "result"}.get(word, word)


def likely(match: Match, rng: random.Random, favourites: Collection[str]) -> Step:
    """Something that somebody might do: mostly the player to move, or the one who was asked."""
    (what,) = rng.choices(
        [*WEIGHTS], [weight * (1 + 9 * (what in favourites)) for what, weight in WEIGHTS.items()]
    )
    mover = match.seats[match.to_move or 0]
    asker = match.asker(request_of(match, what))
    if what.startswith("answer") and asker is not None:
        usual = match.seats[1 - asker]
    else:
        usual = match.opponent(mover) if what in ("prepare", "give time") else mover
    if what == "play" and match.draft.complete:
        what = rng.choice(("confirm", "confirm", "undo", "play"))
    user = rng.choice((usual, usual, usual, usual, *match.seats, CAT))
    return Step(what, user, rng.choice(SPANS))


@st.composite
def begun(draw: st.DrawFn) -> Match:
    """A new match of any game on its smallest board, with any kind of clock, at times against the
    computer.
    """
    game = draw(st.sampled_from(games.catalog()))
    smallest = min(
        game.options[0].choices, key=lambda choice: len(game.start(board=choice).board.cells)
    )
    clock = draw(
        st.sampled_from(("none", "1d", "3d+6h", "1d+0h", "2d weekends off", "1d+3h weekends off"))
    )
    other = (
        Person(BEN, "Ben")
        if draw(st.booleans()) or clock != "none"
        else Person(COMPUTER, "Loophole")
    )
    players = (Person(ANN, "Ann"), other)
    options = game.complete({"board": smallest})
    setup = beginning.Setup(900, 901, game, options, players, clock, rated=draw(st.booleans()))
    return beginning.new_match(setup, 1, START, guild=True, away=(None, None))


LIVES = given(
    match=begun(),
    seed=st.integers(0, 10**6),
    steps=st.integers(40, 160),
    favourites=st.sets(st.sampled_from(sorted(WEIGHTS)), max_size=4),
)


@pytest.mark.slow
@pytest.mark.mutants
@pytest.mark.parametrize("most", [2_000, 9])
@settings(max_examples=12, deadline=None)
@LIVES
def test_a_match_never_reaches_what_the_service_forbids(
    most: int, match: Match, seed: int, steps: int, favourites: set[str]
) -> None:
    lived(most, match, seed, steps, favourites)


@pytest.mark.slow
@pytest.mark.parametrize("most", [2_000, 9])
@settings(max_examples=150, deadline=None)
@LIVES
def test_none_of_many_matches_reaches_it(
    most: int, match: Match, seed: int, steps: int, favourites: set[str]
) -> None:
    lived(most, match, seed, steps, favourites)


def lived(most: int, match: Match, seed: int, steps: int, favourites: set[str]) -> None:
    """A match, in which ``MOST_DECISIONS`` are so many, lives through so many steps, and all is
    checked at each.
    """
    rng = random.Random(seed)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(turns, "MOST_DECISIONS", most)
        holds(match)
        for _ in range(steps):
            step = likely(match, rng, favourites)
            after = elapsed(match, step) if step.what in TIME else commanded(match, step, rng)
            if after is not match:
                match = after
                holds(match)
                refuses_others(match)


def commanded(match: Match, step: Step, rng: random.Random) -> Match:
    """The match after a command, of which everything is checked that must be so whatever it was."""
    user = step.user
    was = repr(match)
    try:
        changed = COMMANDS[step.what](match, user, rng)
    except games.GameError:
        assert repr(match) == was, "a refusal changed something"
        return match
    assert repr(match) == was
    assert user in match.seats, "a stranger did something"
    tells(match, changed)
    counts(match, changed.match, step.what)
    lapses(match, changed.match)
    spends(match, changed, step.what, user)
    keeps_secrets(match, changed.match, step.what, user)
    return waiting.planned(changed.match)


def elapsed(match: Match, step: Step) -> Match:
    """The match after time went by: passed, or taken from nobody because of a vacation or an
    outage.
    """
    before = match
    now = match.now + timedelta(hours=step.hours)
    if step.what == "minutes":
        return match.at(match.now + timedelta(minutes=step.hours))
    if step.what == "days":
        match = match.at(now)
        if before.paused:
            assert match.banks == before.banks, "a bank shrank during a pause"
        return match
    if step.what == "wake":
        changed = agreements.wake(match)
        assert changed.match.version == match.version
        if changed.match is not match and not changed.events:
            assert any(match.snoozed), "a reminder was lost"
        assert (changed.match is match) == (match.time.wake is None or match.time.wake > match.now)
        assert not (changed.match.time.wake and changed.match.time.wake <= match.now), (
            "it would be woken again"
        )
        return changed.match
    if step.what == "quiet":
        events = 0
        for _ in range(4):
            changed = waiting.wake(match)
            events += len(changed.events)
            if changed.match is match:
                break
            match = changed.match
        else:
            pytest.fail("it would be woken again and again")
        assert events <= 3, "at once: what is asked of either player, and that it is put away"
        return match
    running = match.due is not None and match.due > match.now and match.paused is None
    if step.what == "vacation" and running and match.to_move is not None:
        seat = match.to_move
        player = match.players[seat]
        old = player.vacation
        old = None if old is None or old <= match.now else old
        match = replace(match, time=match.time.away(seat, match.now, old, now))
        match = match.with_player(seat, replace(player, vacation=now))
        left = lasting(match, now)
        had = lasting(before, max(old or match.now, match.now))
        assert left == pytest.approx(had, abs=1), "a vacation gave time or took it away"
    elif step.what == "outage" and running:
        match = replace(match, time=match.time.shifted(match.now, now), now=now)
        assert lasting(match, now) == pytest.approx(lasting(before, before.now), abs=1), (
            "an outage took time away"
        )
    assert (
        match.banks is None
        or before.banks is None
        or match.banks == pytest.approx(before.banks, abs=1)
    )
    return match


def lasting(match: Match, since: datetime) -> float:
    """Seconds that the player to move has left, counted from a moment on."""
    assert match.due is not None
    return clocks.counted(max(since, match.time.turn_start), match.due, match.clock.weekends_off)


def holds(match: Match) -> None:
    """What is so of every match at every time."""
    state = games.replay(match.game.slug, match.options, match.decisions)
    time = match.time
    assert (state.ply, state.turn, state.to_move) == (
        match.state.ply,
        match.state.turn,
        match.state.to_move,
    )
    assert state.pieces() == match.state.pieces()
    past = match.history
    assert past.text.split() == list(match.decisions)
    assert history.read_log(past.log) == list(past.entries)
    assert sum(entry.length for entry in past.entries) == len(match.decisions)
    assert sum(len(turn.decisions) for turn in match.turns) == len(match.history.states) - 1
    assert match.draft.states[0] is match.state
    assert match.hints[0] >= 0
    for request in match.requests.values():
        assert request.seat in (0, 1)
    assert match.absent_seat in (None, 0, 1)
    assert match.reason is None or match.status != "running"
    if match.status != "running":
        assert match.finished is not None
        assert (match.to_move, match.mover, match.due, time.wake, match.paused) == (None,) * 5
        assert not match.requests or [*match.requests] == ["result"]
        assert not match.requests or match.status == "finished"
        assert match.prepared == ({}, {})
        assert len(match.draft.states) == 1
        return
    seat = match.to_move
    assert match.finished is None
    assert match.mover == match.seats[seat]
    assert match.state.legal_moves() != (PASS,), "somebody is to make a forced pass"
    assert match.prepared[seat] == {}, "whoever is to move has answers prepared"
    fits(match.prepared[1 - seat], match.state, 1 - seat)
    assert (match.due is not None) == bool(match.clock)
    if match.due is None:
        assert not match.overdue
        assert (time.wake is not None) == (
            match.paused is not None and match.asker("resume") is not None
        )
    elif match.paused is not None:
        assert (time.wake is not None) == (match.asker("resume") is not None), (
            "a pause ends if somebody has asked for that"
        )
        assert not match.overdue
    else:
        stages = time.stages(time.turn_start, match.due)
        stage = stages[time.reminders] if time.reminders < len(stages) else None
        if time.wake != stage:
            # A reminder that waits for the end of a snooze; it stays of use.
            assert any(match.snoozed)
            assert stage < time.wake <= match.due - LAST_WORD
        assert match.overdue == (match.due <= match.now)
    assert match.banks is None or min(match.banks) >= 0


def fits(tree: Tree, state: State, seat: int) -> None:
    """Every prepared answer can be played after the turn that it answers."""
    for theirs, answer in tree.items():
        assert state.to_move == 1 - seat
        after = history.follow(state, theirs.split())[-1]
        assert after.to_move == seat
        fits(answer["answers"], history.follow(after, answer["reply"].split())[-1], seat)


def refuses_others(match: Match) -> None:
    """Strangers change nothing, nor do players who have seen another version."""
    for name, command in COMMANDS.items():
        if name not in ("play", "prepare"):
            with pytest.raises(Refused):
                command(match, CAT, random.Random(1))
    if match.status != "running":
        return
    for name, versioned in VERSIONED.items():
        with pytest.raises(NotYours):
            versioned(match, CAT, match.version)
        for user in match.seats:
            since = match.version
            # a request may be answered as it was seen while it has been open
            if name.startswith("answer"):
                asked = match.requested_at(request_of(match, name))
                since = match.version if asked is None else asked
            for version in (since - 1, match.version + 1):
                with pytest.raises(Refused) as refusal:
                    versioned(match, user, version)
                if name not in ("play", "confirm", "undo"):
                    assert refusal.type is Stale


def tells(match: Match, changed: CommandResult) -> None:
    """Notices are about the match as it is now, holds nothing secret, and goes to a player."""
    after = changed.match
    assert len(changed.events) <= 1
    assert after is not match or not changed.events
    for addressed in changed.events:
        event = addressed.event
        assert event.version == after.version
        assert addressed.ping is None or addressed.ping in match.seats
        texts = {value for value in event.payload().values() if isinstance(value, str)}
        played = {" ".join(turn.decisions) for turn in match.history.whole().turns()}
        assert texts <= {*REQUESTS, *played, ""}, "a request, and moves that both have seen"
    ended = match.status == "running" and after.status != "running"
    assert ended == any(isinstance(addressed.event, MatchFinished) for addressed in changed.events)


def counts(match: Match, after: Match, what: str) -> None:
    """The version counts what all can see; decisions are added, and go only by a takeback."""
    seen = after.decisions != match.decisions or after.status != match.status
    assert after.version == match.version + seen
    if "takeback" in what and after.decisions != match.decisions:
        assert match.decisions[: len(after.decisions)] == after.decisions
    else:
        assert after.decisions[: len(match.decisions)] == match.decisions
    if match.status != "running":
        assert after.decisions == match.decisions
        assert after.status in (match.status, "aborted")
        assert (after.winner, after.reason) == (
            match.winner,
            match.reason,
        ) or after.reason == "taken-back"
    assert not (set(after.seats) & {NOBODY})


def lapses(match: Match, after: Match) -> None:
    """A request ends when whoever is asked has moved; each that is open says when it was made."""
    moved = (
        {turn.seat for turn in after.turns if turn.how != "passed"}
        if len(after.decisions) > match.state.ply
        else ()
    )
    for request in after.requests.values():
        assert 1 - request.seat not in moved
        assert 0 < request.version <= after.version
    assert after.status != "running" or not after.open_at_end


def spends(match: Match, changed: CommandResult, what: str, user: int) -> None:
    """Banks grow by increments, and by what the opponent gives; given time never takes any away."""
    after = changed.match
    given = any(isinstance(addressed.event, MoreTimeGiven) for addressed in changed.events)
    if given:
        assert after.due >= match.due
        assert match.mover != user, "a player gave time to themselves"
    if (
        match.banks is None
        or after.banks is None
        or match.time.banks is None
        or after.time.banks is None
    ):
        assert match.banks is None
        return
    new = after.history.entries[len(match.history.entries) :] if what != "answer takeback" else ()
    for seat in (0, 1):
        own = (
            [turn for turn in after.turns if turn.seat == seat and turn.how != "passed"]
            if new
            else []
        )
        most = match.banks[seat] + match.clock.increment * len(own)
        if given and seat == match.to_move:
            most = max(most, float(max(match.clock.increment, clocks.DAY)))
        if what in ("ask takeback", "answer takeback") and after.decisions != match.decisions:
            # as it was when that turn began; see test_clocks_and_a_plain_model.py
            most = float(match.clock.ceiling)
        assert after.banks[seat] <= most + 1e-3, what


def keeps_secrets(match: Match, after: Match, what: str, user: int) -> None:
    """Drafts and prepared answers are touched by those whose they are, unless what they rest on is
    gone.
    """
    seat = match.playing(user)
    same = after.decisions == match.decisions and after.status == match.status
    if same and seat != match.to_move:
        assert after.draft == match.draft
    if same:
        assert after.prepared[1 - seat] == match.prepared[1 - seat]
    assert after.draft_of(CAT) is None
    assert prepared_moves.tree_of(after, CAT) == {}
    waiting = after.seats[1 - after.to_move] if after.to_move is not None else ANN
    assert after.draft_of(waiting) is None
