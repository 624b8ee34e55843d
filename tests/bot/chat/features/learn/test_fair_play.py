"""The computer gives a member no help in a rated match that runs, whatever way is tried."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from contextlib import suppress
from itertools import groupby, pairwise
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

import games
from bot.domain.errors import Refused
from bot.domain.imports.record import ReadRecord, ReadTurn
from bot.domain.matches import endings
from bot.domain.matches.match import Match
from bot.workers.pool import THINKING
from games import Move, State
from games.core import GameError
from games.core.notation import exact
from games.players.knowledge.symmetry import isomorphisms
from tests.bot.chat.acting import DAY, later, started
from tests.bot.chat.conftest import Club, Member
from tests.bot.chat.reading import words
from tests.bot.domain.matches.helpers import played

SAME = "has this same position or one a turn away"


@pytest.fixture
def thoughts(club: Club, monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """What the computer has been asked to think about."""
    requests: list[object] = []
    submit = club.services.workers.submit

    def submit_and_note(lane: Any, *args: Any, **options: Any) -> Any:
        if lane == THINKING:
            requests.append(args)
        return submit(lane, *args, **options)

    monkeypatch.setattr(club.services.workers, "submit", submit_and_note)
    return requests


class Attacker:
    """Ways in which alice, who has a rated match with bob, has the computer judge the position
    after a line.
    """

    def __init__(self, club: Club, rated_match: Match) -> None:
        self.club = club
        self.services = club.services
        self.match = rated_match
        self.slug = rated_match.game.slug
        self.options = rated_match.options
        self.place = club.place

    @classmethod
    async def begin(
        cls, club: Club, slug: str, turns: int, seed: int = 1, **terms: Any
    ) -> Attacker:
        """The attacker in a rated match that has gone on for so many random turns."""
        match = await match_after(
            club, club.bob, slug, turns, seed, rated=True, clock="7d", **terms
        )
        return cls(club, match)

    def states(self, line: Sequence[str]) -> list[State]:
        """The states of a line, from the start of the match."""
        state = games.replay(self.slug, self.options, ())
        states = [state]
        for decision in line:
            state = state.play(exact(decision))
            states.append(state)
        return states

    async def hint(self, line: Sequence[str]) -> str:
        """Play the line with carol, and ask for a hint."""
        side = side_to_move(self.states(line)[-1])
        match = await match_after(
            self.club, self.club.carol, self.slug, 0, side=side, options=self.options
        )
        await self.follow(match.id, line)
        answer = await self.club.alice.slash("hint", match=match.name)
        await self.services.matches.do(match.id, endings.stopped)
        return words(answer)

    async def follow(self, match_id: int, line: Sequence[str]) -> None:
        """Play the rest of a line, without the decisions that are forced and so made already."""
        for ply, decision in enumerate(line):
            match = await self.services.matches.get(match_id)
            if len(match.decisions) + len(match.draft.decisions) == ply:
                assert match.mover is not None
                await self.services.matches.play(match_id, match.mover, decision, confirm=False)

    async def play(self, line: Sequence[str]) -> str:
        """Make the last turn of the line against the computer."""
        states = self.states(line)
        start = len(line) - 1
        while start > 0 and states[start].to_move == states[start - 1].to_move:
            start -= 1
        result = await self.services.challenges.play_computer(
            self.place,
            self.club.alice.person,
            self.slug,
            0,
            side=side_to_move(states[start]),
            options=self.options,
            initial_decisions=tuple(line[:start]),
        )
        outcome = "played"
        try:
            await self.follow(result.match.id, line)
        except Refused as refusal:
            outcome = str(refusal)
        await self.club.thought()
        await self.services.matches.do(result.match.id, endings.stopped)
        return outcome

    async def analyse(self, line: Sequence[str]) -> str:
        """Import the line, and ask for an analysis."""
        match = await self.import_line(line)
        answer = await self.club.alice.slash("analyse", match=match.name)
        await self.services.imports.delete(match.id, self.club.alice.id)
        return words(answer)

    async def play_on(self, line: Sequence[str]) -> str:
        """Import the line, and ask the computer to play on from its end."""
        alice = self.club.alice
        match = await self.import_line(line)
        post = await alice.slash("match show", match=match.name)
        replay = await alice.click(post, "Step through")
        answer = await alice.click(replay, "Play on from here")
        await self.services.imports.delete(match.id, alice.id)
        return words(answer)

    async def import_line(self, line: Sequence[str]) -> Match:
        turns = []
        for _, run in groupby(state.to_move for state in self.states(line)[:-1]):
            turns.append(ReadTurn(len(list(run)), "played", None))
        record = ReadRecord(
            self.slug, self.options, tuple(line), tuple(turns), ("a", "b"), False, None, ""
        )
        return await self.services.imports.add(self.place, self.club.alice.person, record)


def side_to_move(state: State) -> str:
    return "second" if state.to_move == 1 else "first"


async def match_after(
    club: Club, opponent: Member, slug: str, turns: int, seed: int = 1, **terms: Any
) -> Match:
    """A match of alice with somebody, after so many random turns."""
    match = await started(club, slug, opponent, **terms)
    if not turns:
        return match
    return await played(club.services, match.id, turns, seed)


Turn = list[str]


def disguise(states: Sequence[State], rng: random.Random) -> tuple[str, ...] | None:
    """Another line to the last of ``states``: its turns in any order, the board turned, the colours
    exchanged; None if none is found.
    """
    start = states[0]
    end = states[-1]
    turns_by_seat = turns_of(states)
    for _ in range(30):
        table = rng.choice(isomorphisms(start.board, start.board))
        seats = rng.choice(((0, 1), (1, 0)))
        cells = start.board.cell
        new_names = {name: cells[table[index]] for name, index in start.board.index.items()}
        pieces = {
            new_names[name]: tuple(seats[seat] for seat in stack)
            for name, stack in end.pieces().items()
        }
        shuffled_turns = []
        for seat in seats:
            turns = turns_by_seat[seat]
            shuffled_turns.append(rng.sample(turns, len(turns)))
        line, state = play_renamed(start, shuffled_turns, new_names)
        if state.pieces() == pieces and state.to_move is not None:
            return line
    return None


def turns_of(states: Sequence[State]) -> tuple[list[Turn], list[Turn]]:
    """The turns of each seat."""
    turns: tuple[list[Turn], list[Turn]] = ([], [])
    last_turn = None
    for state, next_state in pairwise(states):
        assert state.to_move is not None
        own_turns = turns[state.to_move]
        if state.turn != last_turn:
            own_turns.append([])
            last_turn = state.turn
        own_turns[-1].append(str(next_state.last_move))
    return turns


def play_renamed(
    start: State, turns: Sequence[list[Turn]], new_names: Mapping[str, str]
) -> tuple[tuple[str, ...], State]:
    """Play the turns of both seats, from the last, on cells with other names, as long as they are
    legal; gives the line and where it ends.
    """
    state = start
    line: list[str] = []
    with suppress(GameError):
        while state.to_move is not None and turns[state.to_move]:
            for decision in turns[state.to_move].pop():
                move = exact(decision)
                target = new_names.get(move.target, "")
                source = new_names.get(move.source, "")
                state = state.play(Move(move.kind, target, source))
                line.append(str(state.last_move))
    return tuple(line), state


@pytest.mark.slow
async def test_the_ways_that_are_known_are_closed(club: Club, thoughts: list[object]) -> None:
    attacker = await Attacker.begin(club, "snipsnip", 7)
    line = attacker.match.decisions
    states = attacker.states(line)
    disguised_line = disguise(states, random.Random(2))
    assert disguised_line is not None
    longer_line = (*line, str(states[-1].legal_moves()[3]))
    assert SAME in await attacker.play(line)
    assert SAME in await attacker.hint(line)
    assert SAME in await attacker.analyse(disguised_line)
    assert SAME in await attacker.analyse(longer_line)
    assert SAME in await attacker.play(longer_line)
    assert SAME in await attacker.play_on(longer_line)
    assert not thoughts


@pytest.mark.slow
async def test_a_rated_match_that_was_put_away_is_not_analysed_until_resumed(
    club: Club, thoughts: list[object]
) -> None:
    attacker = await Attacker.begin(club, "snipsnip", 7)
    name = attacker.match.name
    line = attacker.match.decisions
    for days in (20, 1, 40):
        await later(club, days * DAY)
    match = await club.services.matches.get(attacker.match.id)
    assert match.reason == "adjourned"
    assert "isn’t over yet" in words(await club.alice.slash("analyse", match=name))
    attacker.services = club.services
    assert SAME in await attacker.analyse(line)
    assert not thoughts


@pytest.mark.slow
async def test_others_are_helped_and_so_is_alice_elsewhere(
    club: Club, thoughts: list[object]
) -> None:
    attacker = await Attacker.begin(club, "snipsnip", 7)
    other = await match_after(club, club.carol, "snipsnip", 7, seed=5, side="second")
    assert other.mover == club.alice.id
    assert "Thinking about" in words(await club.alice.slash("hint", match=other.name))
    await club.thought()
    assert len(thoughts) == 1
    import_ = await attacker.import_line(attacker.match.decisions)
    assert "Analysing" in words(await club.carol.slash("analyse", match=import_.name))
    await club.thought()
    assert len(thoughts) == 2


ATTACKS = {
    "hint": Attacker.hint,
    "play": Attacker.play,
    "analyse": Attacker.analyse,
    "play on": Attacker.play_on,
}
GAMES = [game.slug for game in games.catalog()]


WAYS = given(st.sampled_from(GAMES), st.sampled_from(list(ATTACKS)), st.integers(0, 2**32))
CLUB_SERVES_ALL = settings(
    deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)


@pytest.mark.slow
@settings(CLUB_SERVES_ALL, max_examples=100)
@WAYS
async def test_no_random_way_leads_to_help(
    club: Club, thoughts: list[object], slug: str, way: str, seed: int
) -> None:
    await assert_no_help(club, thoughts, slug, way, seed)


@pytest.mark.exhaustive
@settings(CLUB_SERVES_ALL, max_examples=1_000)
@WAYS
async def test_none_of_many_random_ways_leads_to_help(
    club: Club, thoughts: list[object], slug: str, way: str, seed: int
) -> None:
    await assert_no_help(club, thoughts, slug, way, seed)


async def assert_no_help(
    club: Club, thoughts: list[object], slug: str, way: str, seed: int
) -> None:
    """A position that is at most a turn from a rated match is disguised at random."""
    rng = random.Random(seed)
    attacker = await Attacker.begin(club, slug, rng.randint(2, 9), seed)
    match = attacker.match
    if match.status != "running":
        return
    try:
        states = at_most_a_turn_away(attacker.states(match.decisions), rng)
        if states[-1].to_move is None or states[-1].ply < 2:
            return
        line = disguise(states, rng)
        if line is None:
            line = tuple(str(state.last_move) for state in states[1:])
        if len(attacker.states(line)[-1].legal_moves()) == 1:
            return  # a forced decision is made at once: what is judged then is another position
        answer = await ATTACKS[way](attacker, line)
        # A turn that is not whole is only drafted: the computer is not asked.
        is_draft = states[-1].to_move == states[-2].to_move
        if not (way == "play" and answer == "played" and is_draft):
            assert SAME in answer, (slug, way, seed, line, match.decisions)
        assert not thoughts
    finally:
        await club.services.matches.do(match.id, endings.stopped)


def at_most_a_turn_away(states: list[State], rng: random.Random) -> list[State]:
    """The states of a match, without its last turn, or with a random one after it."""
    turn = states[-1].turn
    step = rng.choice((-1, 0, 1))
    if step < 0:
        return [state for state in states if state.turn < turn]
    if step > 0:
        while states[-1].to_move is not None and states[-1].turn == turn:
            move = rng.choice(states[-1].legal_moves())
            states = [*states, states[-1].play(move)]
    return states
