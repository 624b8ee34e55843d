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
    text = turn_text(match.draft.state, rng)
    return turns.play(
        match,
        user,
        text,
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
    path: list[str] = []
    if seat is not None and rng.random() < 0.5:
        path = list(match.prepared[seat])[:1]
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
WEIGHTS = dict.fromkeys((*COMMANDS, *TIME), 1.0) | {
    "play": 30,
    "prepare": 12,
    "confirm": 6,
    "answer takeback": 6,
    "answer pause": 6,
    "wake": 4,
    "days": 3,
    "minutes": 3,
    "ask pause": 3,
    "give time": 3,
    "vacation": 2,
    "outage": 2,
    "leave": 2,
    "offer draw": 2,
    "claim": 0.5,
    "abort": 0.2,
    "resign": 0.2,
    "forget": 0.1,
}
"""How often each thing is done beside the others."""
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
    weights = [10 * weight if what in favourites else weight for what, weight in WEIGHTS.items()]
    (what,) = rng.choices([*WEIGHTS], weights)
    mover = match.seats[match.to_move or 0]
    asker = match.asker(request_of(match, what))
    usual = mover
    if what.startswith("answer") and asker is not None:
        usual = match.seats[1 - asker]
    elif what in ("prepare", "give time"):
        usual = match.opponent(mover)
    if what == "play" and match.draft.complete:
        what = rng.choice(("confirm", "confirm", "undo", "play"))
    user = rng.choice((usual, usual, usual, usual, *match.seats, CAT))
    return Step(what, user, rng.choice(SPANS))


CLOCKS = ("none", "1d", "3d+6h", "1d+0h", "2d weekends off", "1d+3h weekends off")


def smallest_board(game: games.Game) -> str:
    """The choice of a game's smallest board."""
    boards = game.options[0].choices
    return min(boards, key=lambda board: len(game.start(board=board).board.cells))


@st.composite
def new_matches(draw: st.DrawFn) -> Match:
    """A new match of any game on its smallest board, with any kind of clock, at times against the
    computer.
    """
    game = draw(st.sampled_from(games.catalog()))
    clock = draw(st.sampled_from(CLOCKS))
    opponent = Person(BEN, "Ben")
    if clock == "none" and draw(st.booleans()):
        opponent = Person(COMPUTER, "Loophole")
    players = (Person(ANN, "Ann"), opponent)
    options = game.complete({"board": smallest_board(game)})
    setup = beginning.Setup(900, 901, game, options, players, clock, rated=draw(st.booleans()))
    return beginning.new_match(setup, 1, START, guild=True, vacation_ends=(None, None))


LIVES = given(
    match=new_matches(),
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
    check_life(most, match, seed, steps, favourites)


@pytest.mark.slow
@pytest.mark.parametrize("most", [2_000, 9])
@settings(max_examples=70, deadline=None)
@LIVES
def test_none_of_many_matches_reaches_it(
    most: int, match: Match, seed: int, steps: int, favourites: set[str]
) -> None:
    check_life(most, match, seed, steps, favourites)


def check_life(most: int, match: Match, seed: int, steps: int, favourites: set[str]) -> None:
    """A match, in which ``MOST_DECISIONS`` are so many, lives through so many steps, and all is
    checked at each.
    """
    rng = random.Random(seed)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(turns, "MOST_DECISIONS", most)
        check_state(match)
        for _ in range(steps):
            step = likely(match, rng, favourites)
            if step.what in TIME:
                result = after_time(match, step)
            else:
                result = after_command(match, step, rng)
            if result is not match:
                match = result
                check_state(match)
                check_refusals(match)


def after_command(match: Match, step: Step, rng: random.Random) -> Match:
    """The match after a command, of which everything is checked that must be so whatever it was."""
    user = step.user
    text = repr(match)
    try:
        result = COMMANDS[step.what](match, user, rng)
    except games.GameError:
        assert repr(match) == text, "a refusal changed something"
        return match
    assert repr(match) == text, "a command changed the match that it was given"
    assert user in match.seats, "a stranger did something"
    check_notices(match, result)
    check_versions(match, result.match, step.what)
    check_requests(match, result.match)
    check_banks(match, result, step.what, user)
    check_secrets(match, result.match, user)
    return waiting.planned(result.match)


def after_time(match: Match, step: Step) -> Match:
    """The match after time went by: passed, or taken from nobody because of a vacation or an
    outage.
    """
    if step.what == "minutes":
        return match.at(match.now + timedelta(minutes=step.hours))
    if step.what == "days":
        return after_days(match, step.hours)
    if step.what == "wake":
        return after_wake(match)
    if step.what == "quiet":
        return after_quiet_wake(match)
    is_running = match.due is not None and match.due > match.now and match.paused is None
    if not is_running:
        return match
    if step.what == "outage":
        return after_outage(match, step.hours)
    return after_vacation(match, step.hours)


def after_days(match: Match, hours: float) -> Match:
    """The match some hours later."""
    later = match.at(match.now + timedelta(hours=hours))
    if match.paused:
        assert later.banks == match.banks, "a bank shrank during a pause"
    return later


def after_wake(match: Match) -> Match:
    """The match after its clock was looked at."""
    result = agreements.wake(match)
    assert result.match.version == match.version
    was_due = match.time.wake is not None and match.time.wake <= match.now
    assert (result.match is not match) == was_due
    if was_due and not result.events:
        assert any(match.snoozed), "a reminder was lost"
    wake = result.match.time.wake
    assert wake is None or wake > match.now, "it would be woken again"
    return result.match


def after_quiet_wake(match: Match) -> Match:
    """The match after it was looked at whether nobody has moved for long."""
    count = 0
    for _ in range(4):
        result = waiting.wake(match)
        count += len(result.events)
        if result.match is match:
            break
        match = result.match
    else:
        pytest.fail("it would be woken again and again")
    assert count <= 3, "at once: what is asked of either player, and that it is put away"
    return match


def after_vacation(match: Match, hours: float) -> Match:
    """The match after the player to move has gone on vacation for some hours, or stays longer."""
    if match.to_move is None:
        return match
    seat = match.to_move
    player = match.players[seat]
    old_end = player.vacation
    if old_end is not None and old_end <= match.now:
        old_end = None
    end = match.now + timedelta(hours=hours)
    new_match = replace(match, time=match.time.away(seat, match.now, old_end, end))
    new_match = new_match.with_player(seat, replace(player, vacation=end))
    seconds_before = seconds_left(match, max(old_end or match.now, match.now))
    assert seconds_left(new_match, end) == pytest.approx(seconds_before, abs=1), (
        "a vacation gave time or took it away"
    )
    check_same_banks(match, new_match)
    return new_match


def after_outage(match: Match, hours: float) -> Match:
    """The match after an outage of the bot of some hours."""
    end = match.now + timedelta(hours=hours)
    new_match = replace(match, time=match.time.shifted(match.now, end), now=end)
    seconds_before = seconds_left(match, match.now)
    assert seconds_left(new_match, end) == pytest.approx(seconds_before, abs=1), (
        "an outage took time away"
    )
    check_same_banks(match, new_match)
    return new_match


def check_same_banks(match: Match, new_match: Match) -> None:
    """Nobody has more or less time than before."""
    if match.banks is not None and new_match.banks is not None:
        assert new_match.banks == pytest.approx(match.banks, abs=1)


def seconds_left(match: Match, start: datetime) -> float:
    """Seconds that the player to move has left, counted from a moment on."""
    assert match.due is not None
    begin = max(start, match.time.turn_start)
    return clocks.counted(begin, match.due, match.clock.weekends_off)


def check_state(match: Match) -> None:
    """Check what is so of every match at every time."""
    check_history(match)
    assert match.hints[0] >= 0
    for request in match.requests.values():
        assert request.seat in (0, 1)
    assert match.absent_seat in (None, 0, 1)
    if match.status == "running":
        check_running(match)
    else:
        check_finished(match)


def check_history(match: Match) -> None:
    """The position, the turns and the log of a match are those that its decisions lead to."""
    state = games.replay(match.game.slug, match.options, match.decisions)
    assert match.state.ply == state.ply
    assert match.state.turn == state.turn
    assert match.state.to_move == state.to_move
    assert match.state.pieces() == state.pieces()
    past = match.history
    assert past.text.split() == list(match.decisions)
    assert history.read_log(past.log) == list(past.entries)
    assert sum(entry.length for entry in past.entries) == len(match.decisions)
    assert sum(len(turn.decisions) for turn in match.turns) == len(past.states) - 1
    assert match.draft.states[0] is match.state


def check_finished(match: Match) -> None:
    """A match that is over waits for nothing, but perhaps for an answer about its result."""
    assert match.finished is not None
    assert match.to_move is None
    assert match.mover is None
    assert match.due is None
    assert match.time.wake is None
    assert match.paused is None
    if match.requests:
        assert [*match.requests] == ["result"]
        assert match.status == "finished"
    assert match.prepared == ({}, {})
    assert len(match.draft.states) == 1


def check_running(match: Match) -> None:
    """A running match waits for a player who can move, with a clock if it has one."""
    seat = match.to_move
    assert match.reason is None
    assert match.finished is None
    assert match.mover == match.seats[seat]
    assert match.state.legal_moves() != (PASS,), "somebody is to make a forced pass"
    assert match.prepared[seat] == {}, "whoever is to move has answers prepared"
    check_answers(match.prepared[1 - seat], match.state, 1 - seat)
    assert (match.due is not None) == bool(match.clock)
    if match.banks is not None:
        assert min(match.banks) >= 0

    wake = match.time.wake
    resumption_asked = match.asker("resume") is not None
    if match.paused is not None:
        assert (wake is not None) == resumption_asked, "a pause ends if somebody has asked for that"
        assert not match.overdue
    elif match.due is None:
        assert wake is None
        assert not match.overdue
    else:
        check_reminder(match)
        assert match.overdue == (match.due <= match.now)


def check_reminder(match: Match) -> None:
    """A match with a clock is woken for its next reminder, or at the end of a snooze."""
    time = match.time
    stages = time.stages(time.turn_start, match.due)
    stage = stages[time.reminders] if time.reminders < len(stages) else None
    if time.wake != stage:
        # A reminder that waits for the end of a snooze; it stays of use.
        assert any(match.snoozed)
        assert stage < time.wake <= match.due - LAST_WORD


def check_answers(tree: Tree, state: State, seat: int) -> None:
    """Every prepared answer can be played after the turn that it answers."""
    for turn, answer in tree.items():
        assert state.to_move == 1 - seat
        before_answer = history.follow(state, turn.split())[-1]
        assert before_answer.to_move == seat
        after_answer = history.follow(before_answer, answer["reply"].split())[-1]
        check_answers(answer["answers"], after_answer, seat)


def check_refusals(match: Match) -> None:
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
        oldest = match.version
        # a request may be answered as it was seen while it has been open
        if name.startswith("answer"):
            request_version = match.requested_at(request_of(match, name))
            if request_version is not None:
                oldest = request_version
        for user in match.seats:
            for version in (oldest - 1, match.version + 1):
                with pytest.raises(Refused) as refusal:
                    versioned(match, user, version)
                if name not in ("play", "confirm", "undo"):
                    assert refusal.type is Stale


def check_notices(match: Match, result: CommandResult) -> None:
    """A notice is about the match as it is now, holds nothing secret, and goes to a player."""
    new_match = result.match
    assert len(result.events) <= 1
    if new_match is match:
        assert not result.events
    turns_seen = {" ".join(turn.decisions) for turn in match.history.whole().turns()}
    for announcement in result.events:
        event = announcement.event
        assert event.version == new_match.version
        assert announcement.ping is None or announcement.ping in match.seats
        texts = {value for value in event.payload().values() if isinstance(value, str)}
        assert texts <= {*REQUESTS, *turns_seen, ""}, "a request, and moves that both have seen"
    has_ended = match.status == "running" and new_match.status != "running"
    ends = [event for event in result.events if isinstance(event.event, MatchFinished)]
    assert len(ends) == int(has_ended)


def check_versions(match: Match, new_match: Match, what: str) -> None:
    """The version counts what all can see; decisions are added, and go only by a takeback."""
    same_decisions = new_match.decisions == match.decisions
    visible = not same_decisions or new_match.status != match.status
    assert new_match.version == match.version + int(visible)
    if "takeback" in what and not same_decisions:
        assert match.decisions[: len(new_match.decisions)] == new_match.decisions
    else:
        assert new_match.decisions[: len(match.decisions)] == match.decisions
    if match.status != "running":
        assert same_decisions
        assert new_match.status in (match.status, "aborted")
        if new_match.reason != "taken-back":
            assert (new_match.winner, new_match.reason) == (match.winner, match.reason)
    assert NOBODY not in new_match.seats


def check_requests(match: Match, new_match: Match) -> None:
    """A request ends when whoever is asked has moved; each that is open says when it was made."""
    moved_seats = set()
    if len(new_match.decisions) > match.state.ply:
        moved_seats = {turn.seat for turn in new_match.turns if turn.how != "passed"}
    for request in new_match.requests.values():
        assert 1 - request.seat not in moved_seats
        assert 0 < request.version <= new_match.version
    if new_match.status == "running":
        assert not new_match.open_at_end


def check_banks(match: Match, result: CommandResult, what: str, user: int) -> None:
    """Banks grow by increments, and by what the opponent gives; given time never takes any away."""
    new_match = result.match
    gives_time = any(
        isinstance(announcement.event, MoreTimeGiven) for announcement in result.events
    )
    if gives_time:
        assert new_match.due >= match.due
        assert match.mover != user, "a player gave time to themselves"
    banks = (match.banks, new_match.banks, match.time.banks, new_match.time.banks)
    if None in banks:
        assert match.banks is None
        return
    taken_back = "takeback" in what and new_match.decisions != match.decisions
    for seat in (0, 1):
        if taken_back:
            # as it was when that turn began; see test_clock_model.py
            limit = float(match.clock.ceiling)
        else:
            turns_played = count_turns(match, new_match, seat)
            limit = match.banks[seat] + match.clock.increment * turns_played
            if gives_time and seat == match.to_move:
                limit = max(limit, float(max(match.clock.increment, clocks.DAY)))
        assert new_match.banks[seat] <= limit + 1e-3, what


def count_turns(match: Match, new_match: Match, seat: int) -> int:
    """How many turns of a seat took their time in what has come to a match."""
    if len(new_match.history.entries) == len(match.history.entries):
        return 0
    turns = [turn for turn in new_match.turns if turn.seat == seat and turn.how != "passed"]
    return len(turns)


def check_secrets(match: Match, new_match: Match, user: int) -> None:
    """Drafts and prepared answers are touched by those whose they are, unless what they rest on is
    gone.
    """
    seat = match.playing(user)
    if new_match.decisions == match.decisions and new_match.status == match.status:
        assert new_match.prepared[1 - seat] == match.prepared[1 - seat]
        if seat != match.to_move:
            assert new_match.draft == match.draft
    assert new_match.draft_of(CAT) is None
    assert prepared_moves.tree_of(new_match, CAT) == {}
    waiting_player = ANN if new_match.to_move is None else new_match.seats[1 - new_match.to_move]
    assert new_match.draft_of(waiting_player) is None
