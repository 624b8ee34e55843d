"""Why a turn is good, in words: from what it does to the board, what it threatens, and what it keeps from happening."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ..core import Event, Move, Sentence, State, _
from ..loop import Loop
from .knowledge import knowledge_of
from .knowledge.loop import bridges
from .player import Player, Thought
from .solver import OutOfTime, Solver, played

# How many decisions of the other side, or of one's own instead, are looked at to tell a threat from an accident.
SAMPLE = 24

# What ends a match, told to its winner.
WINS = {
    "confined": _("closes a wall round enemy stones on {cells}, and wins"),
    "loop": _("closes a ring on level one, and wins"),
    "bridge": _("closes a bridge over a river, and wins"),
    "no-move": _("leaves your opponent no move, and wins"),
    "pillars": _("surrounds the third pillar, and wins"),
    "sealed": _("seals off more than half of what is empty, and wins"),
    "group": _("ends the match with the better group, {own} to {other}, and wins"),
    "tie": _("ends the match with groups of one size, and your opponent next to place: a win"),
}
ENDS = _("wins the match")
FORCED = _("whatever is answered, {move} or the like wins next")

# What decisions of one's own do, by kind of event; the order is that of importance.
DOES = {
    "surrounded": _("it closes a wall round {cells}"),
    "broken": _("it breaks your opponent's wall round {cells}"),
    "captured": _("it captures {cells}"),
    "converted": _("it turns {cells} into your own"),
    "promoted": _("it sees enough friends to make a leaper on {cells}"),
    "covered": _("it covers the enemy stone on {cells}"),
}


class Hint(NamedTuple):
    """A good turn, decision by decision, what the match is then worth (from -1 to 1), and why, best reason first."""

    moves: tuple[Move, ...]
    value: float
    reasons: tuple[Sentence, ...]


def hint(state: State, level: str = "strong", seconds: float | None = None, rng: random.Random | None = None) -> Hint:
    """What a player of ``level`` would do in the rest of the turn in ``state``, which is not over, and why.

    ``seconds`` are for the whole turn; by default the level's own for every decision.
    """
    player = Player(level, rng)
    seat = state.to_move
    states, moves = [state], []
    share = seconds
    first: Thought | None = None
    while states[-1].to_move == seat:
        if seconds is not None:
            share = seconds = seconds / 2
        thought = player.think(states[-1], share)
        first = first or thought
        moves.append(thought.move)
        states.append(states[-1].play(thought.move))
        player.observe(states[-1])
    assert first is not None
    return Hint(tuple(moves), first.value, reasons(states, first))


def reasons(states: Sequence[State], thought: Thought | None = None, seconds: float = 0.8) -> tuple[Sentence, ...]:
    """Why the turn that leads from the first of ``states`` to the last may be good for the seat that makes it.

    All that is said has been found on the board, or by search: nothing, if nothing was.
    """
    end = time.perf_counter() + seconds
    before, after = states[0], states[-1]
    seat = before.to_move
    assert seat is not None
    if after.outcome is not None:
        return tuple(_at_the_end(after, seat))
    found = list(_saves(states, end - seconds / 2))
    found += _threatens(after, seat, end)
    if thought is not None and thought.proven and thought.value == 1.0:
        if all(sentence.template != FORCED for sentence in found):
            found.insert(0, Sentence("it wins by force, whatever your opponent does"))
    elif thought is not None and thought.proven and thought.value == -1.0:
        found.insert(0, Sentence("your opponent can win whatever you do; this makes it as hard as can be"))
    found += _does([event for state in states[1:] for event in state.events])
    found += _builds(before, after, seat)
    found += _counts(before, after, seat)
    if thought is not None and not found:
        found += _promises(thought, states)
    return tuple(found)


def _at_the_end(after: State, seat: int) -> Iterator[Sentence]:
    outcome = after.outcome
    assert outcome is not None
    if outcome.winner == seat:
        own, other = _sides(after.score, seat) if after.score is not None else (0, 0)
        cells = ", ".join(outcome.cells)
        yield Sentence(WINS.get(outcome.reason, ENDS), cells=cells, own=own, other=other)
    elif outcome.winner is None:
        yield Sentence("it makes the match a draw")


def _saves(states: Sequence[State], end: float) -> Iterator[Sentence]:
    """Whether most other decisions would have lost to the opponent's next turn, and how."""
    before, after = states[0], states[-1]
    seat = before.to_move
    assert seat is not None
    position = before.position()
    guard = Solver(knowledge_of(before.game), 1 - seat, end - time.perf_counter())
    made = after.last_move if len(states) == 2 else states[1].last_move
    codes = [code for code in position.codes() if position.move(code) != made]
    lost: dict[str, int] = {}
    tried = 0
    try:
        for code in codes[:: max(1, len(codes) // SAMPLE)]:
            other = played(position, code)
            tried += 1
            if other.reason is None and guard.wins(other, 1):
                while other.to_move == seat:
                    other = played(other, other.codes()[0])
                if other.reason is None and (answers := guard.winners(other, 1, most=1)):
                    answer = str(other.move(answers[0]))
                    lost[answer] = lost.get(answer, 0) + 1
    except OutOfTime:
        pass
    if lost and 2 * sum(lost.values()) > tried:
        threat = max(lost, key=lost.__getitem__)
        if any(threat == str(state.last_move) for state in states[1:]):
            yield Sentence("it takes {move}, where your opponent would win", move=threat)
        else:
            yield Sentence("it stops {move}, with which your opponent would win", move=threat)


def _threatens(after: State, seat: int, end: float) -> Iterator[Sentence]:
    """Whether the seat wins in its next turn after most answers, and how."""
    if after.to_move == seat or after.to_move is None:
        return
    knowledge = knowledge_of(after.game)
    solver = Solver(knowledge, seat, end - time.perf_counter())
    position = after.position()
    codes = position.codes()
    wins: dict[str, int] = {}
    tried = stopped = 0
    forced = False
    try:
        for code in codes[:: max(1, len(codes) // SAMPLE)]:
            answer = played(position, code)
            while answer.reason is None and answer.to_move != seat:
                answer = played(answer, answer.codes()[0])
            tried += 1
            winners = solver.winners(answer, 1, most=1) if answer.reason is None else []
            if winners:
                name = str(answer.move(winners[0]))
                wins[name] = wins.get(name, 0) + 1
            else:
                stopped += 1
        # A sample tells of a threat; that nothing stops it, only a proof does.
        forced = not stopped and solver.wins(position, 1)
    except OutOfTime:
        pass
    if wins and 2 * sum(wins.values()) > tried:
        said = FORCED if forced else _("it threatens {move}, which would win")
        yield Sentence(said, move=max(wins, key=wins.__getitem__))
    elif wins:
        yield Sentence("unless your opponent answers well, {move} wins next", move=max(wins, key=wins.__getitem__))


def _does(events: Sequence[Event]) -> Iterator[Sentence]:
    for kind, said in DOES.items():
        cells = [cell for event in events if event.kind == kind for cell in event.cells]
        if cells:
            yield Sentence(said, cells=", ".join(cells))


def _builds(before: State, after: State, seat: int) -> Iterator[Sentence]:
    """What the turn does to the places where bridges can be closed, where the game has bridges."""
    was, now = before.position(), after.position()
    if not isinstance(was, Loop) or not isinstance(now, Loop):
        return
    if new := bridges(now, seat) & ~bridges(was, seat):
        yield Sentence("it prepares a bridge, to be closed on {cells}", cells=", ".join(now.board.names(new)))
    taken = now.tiles[seat] & bridges(was, 1 - seat)
    if taken:
        yield Sentence("it takes {cells}, where your opponent could close one", cells=", ".join(now.board.names(taken)))


def _counts(before: State, after: State, seat: int) -> Iterator[Sentence]:
    """What the turn does to what the game counts, and to the room that is left."""
    room = _room(before), _room(after)
    if room[0] is not None and room[1] is not None:
        (own, other), (own_now, other_now) = _sides(room[0], seat), _sides(room[1], seat)
        if other_now < other:
            fewer = other - other_now
            yield Sentence(
                "it leaves your opponent {now} cells to place on, {fewer} fewer than before", now=other_now, fewer=fewer
            )
        if own_now > other_now:
            yield Sentence("it keeps the larger region: {own} cells to {other}", own=own_now, other=other_now)
        elif own_now > own:
            yield Sentence("it opens room for your own stones: {now} cells, not {before}", now=own_now, before=own)
    elif before.score is not None and after.score is not None and before.score != after.score:
        (own, other), (own_now, other_now) = _sides(before.score, seat), _sides(after.score, seat)
        more = -1 if before.options.get("scoring", "").endswith("misere") else 1
        if more * own < more * own_now:
            yield Sentence("it changes your own count from {before} to {now}", before=own, now=own_now)
        if more * other > more * other_now:
            yield Sentence("it changes your opponent's count from {before} to {now}", before=other, now=other_now)


def _room(state: State) -> tuple[int, int] | None:
    """The empty cells that are out of the other's sight, by seat, where the game has sight."""
    marks = state.marks
    if "seen0" not in marks or "seen1" not in marks:
        return None
    empty = len(state.board) - len(state.pieces())
    return empty - len(marks["seen1"]), empty - len(marks["seen0"])


def _promises(thought: Thought, states: Sequence[State]) -> Iterator[Sentence]:
    percent = round(50 * (thought.value + 1))
    if not thought.playouts:
        return
    why = Sentence(
        "of what was tried it came out best: about {percent} of 100 trial matches go your way", percent=percent
    )
    own = len(states) - 1
    if [state.last_move for state in states[1:]] == list(thought.line[:own]) and len(thought.line) > own:
        yield Sentence("{why}; {answer} is the answer to expect", why=why, answer=thought.line[own])
    else:
        yield why


def _sides(pair: tuple[int, int], seat: int) -> tuple[int, int]:
    return (pair[1], pair[0]) if seat else pair
