"""The computer gives a member no help in a rated match that runs, whatever way is tried."""

from __future__ import annotations

import random
from collections.abc import Sequence
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
    asked: list[object] = []
    submit = club.services.workers.submit

    def noted(lane: Any, *args: Any, **more: Any) -> Any:
        if lane == THINKING:
            asked.append(args)
        return submit(lane, *args, **more)

    monkeypatch.setattr(club.services.workers, "submit", noted)
    return asked


class Attacker:
    """Ways in which alice, who has a rated match with bob, has the computer judge the position
    after a line.
    """

    def __init__(self, club: Club, rated: Match) -> None:
        self.club = club
        self.services = club.services
        self.rated = rated
        self.place = club.place

    @classmethod
    async def begin(
        cls, club: Club, slug: str, turns: int, seed: int = 1, **terms: Any
    ) -> Attacker:
        """The attacker in a rated match that has gone on for so many random turns."""
        return cls(
            club,
            await unstarted(club, club.bob, slug, turns, seed, rated=True, clock="7d", **terms),
        )

    def states(self, line: Sequence[str]) -> list[State]:
        states = [games.replay(self.rated.game.slug, self.rated.options, ())]
        for decision in line:
            states.append(states[-1].play(exact(decision)))
        return states

    async def hint(self, line: Sequence[str]) -> str:
        slug = self.rated.game.slug
        options = self.rated.options
        side = ("first", "second")[self.states(line)[-1].to_move or 0]
        match = await unstarted(self.club, self.club.carol, slug, 0, side=side, options=options)
        await self.follow(match.id, line)
        said = words(await self.club.alice.slash("hint", match=match.name))
        await self.services.matches.do(match.id, endings.stopped)
        return said

    async def follow(self, match: int, line: Sequence[str]) -> None:
        """Play the rest of a line, without the decisions that are forced and so made already."""
        for ply, decision in enumerate(line):
            now = await self.services.matches.get(match)
            if len(now.decisions) + len(now.draft.decisions) == ply:
                await self.services.matches.play(match, now.mover or 0, decision, confirm=False)

    async def play(self, line: Sequence[str]) -> str:
        """Make the last turn of the line against the computer."""
        states = self.states(line)
        last = len(line) - 1
        while last > 0 and states[last].to_move == states[last - 1].to_move:
            last -= 1
        side = ("first", "second")[states[last].to_move or 0]
        who = self.club.alice.person
        slug = self.rated.game.slug
        terms = {"side": side, "options": self.rated.options, "given": tuple(line[:last])}
        change = await self.services.challenges.play_computer(self.place, who, slug, 0, **terms)
        said = "played"
        try:
            await self.follow(change.match.id, line)
        except Refused as why:
            said = str(why)
        await self.club.thought()
        await self.services.matches.do(change.match.id, endings.stopped)
        return said

    async def analyse(self, line: Sequence[str]) -> str:
        imported = await self.imported(line)
        said = words(await self.club.alice.slash("analyse", match=imported.name))
        await self.services.imports.delete(imported.id, self.club.alice.id)
        return said

    async def play_on(self, line: Sequence[str]) -> str:
        """Import the line, and ask the computer to play on from its end."""
        imported = await self.imported(line)
        shown = await self.club.alice.slash("match show", match=imported.name)
        asked = await self.club.alice.click(shown, "Step through")
        said = words(await self.club.alice.click(asked, "Play on from here"))
        await self.services.imports.delete(imported.id, self.club.alice.id)
        return said

    async def imported(self, line: Sequence[str]) -> Match:
        runs = groupby(state.to_move for state in self.states(line)[:-1])
        turns = tuple(ReadTurn(len(list(run)), "played", None) for _, run in runs)
        slug = self.rated.game.slug
        options = self.rated.options
        record = ReadRecord(slug, options, tuple(line), turns, ("a", "b"), False, None, "")
        return await self.services.imports.add(self.place, self.club.alice.person, record)


async def unstarted(
    club: Club, opponent: Member, slug: str, turns: int, seed: int = 1, **terms: Any
) -> Match:
    """A match of alice with somebody, after so many random turns."""
    match = await started(club, slug, opponent, **terms)
    return await played(club.services, match.id, turns, seed) if turns else match


def disguised(states: Sequence[State], rng: random.Random) -> tuple[str, ...] | None:
    """Another line to the last of ``states``: its turns in any order, the board turned, the colours
    exchanged.
    """
    start = states[0]
    end = states[-1]
    cell = states[0].board.cell
    turns: tuple[list[list[str]], list[list[str]]] = ([], [])
    for _, run in groupby(pairwise(states), key=lambda pair: pair[0].turn):
        made = list(run)
        turns[made[0][0].to_move or 0].append([str(after.last_move) for _, after in made])
    for _ in range(30):
        table = rng.choice(isomorphisms(start.board, start.board))
        exchanged = rng.random() < 0.5
        renamed = {name: cell[table[index]] for name, index in start.board.index.items()}
        seats = (1, 0) if exchanged else (0, 1)
        wanted = {
            renamed[name]: tuple(seats[seat] for seat in stack)
            for name, stack in end.pieces().items()
        }
        left = [rng.sample(turns[seat], len(turns[seat])) for seat in seats]
        state = start
        line = list[str]()
        with suppress(GameError):
            while state.to_move is not None and left[state.to_move]:
                for move in map(exact, left[state.to_move].pop()):
                    state = state.play(
                        Move(move.kind, renamed.get(move.target, ""), renamed.get(move.source, ""))
                    )
                    line.append(str(state.last_move))
        if state.pieces() == wanted and state.to_move is not None:
            return tuple(line)
    return None


@pytest.mark.slow
async def test_the_ways_that_are_known_are_closed(club: Club, thoughts: list[object]) -> None:
    attacker = await Attacker.begin(club, "snipsnip", 7)
    line = attacker.rated.decisions
    states = attacker.states(attacker.rated.decisions)
    turned = disguised(states, random.Random(2))
    assert turned is not None
    with_next = (*line, str(states[-1].legal_moves()[3]))
    assert SAME in await attacker.play(line)
    assert SAME in await attacker.hint(line)
    assert SAME in await attacker.analyse(turned)
    assert SAME in await attacker.analyse(with_next)
    assert SAME in await attacker.play(with_next)
    assert SAME in await attacker.play_on(with_next)
    assert not thoughts


@pytest.mark.slow
async def test_a_rated_match_that_was_put_away_is_not_analysed_until_resumed(
    club: Club, thoughts: list[object]
) -> None:
    attacker = await Attacker.begin(club, "snipsnip", 7)
    name = attacker.rated.name
    line = attacker.rated.decisions
    for days in (20, 1, 40):
        await later(club, days * DAY)
    assert (await club.services.matches.get(attacker.rated.id)).reason == "adjourned"
    assert "isn’t over yet" in words(await club.alice.slash("analyse", match=name))
    attacker.services = club.services
    assert SAME in await attacker.analyse(line)
    assert not thoughts


@pytest.mark.slow
async def test_others_are_helped_and_so_is_alice_elsewhere(
    club: Club, thoughts: list[object]
) -> None:
    attacker = await Attacker.begin(club, "snipsnip", 7)
    other = await unstarted(club, club.carol, "snipsnip", 7, seed=5, side="second")
    assert other.mover == club.alice.id
    assert "Thinking about" in words(await club.alice.slash("hint", match=other.name))
    await club.thought()
    assert len(thoughts) == 1
    imported = await attacker.imported(attacker.rated.decisions)
    assert "Analysing" in words(await club.carol.slash("analyse", match=imported.name))
    await club.thought()
    assert len(thoughts) == 2


ATTACKS = ("hint", "play", "analyse", "play_on")
GAMES = [game.slug for game in games.catalog()]


@pytest.mark.slow
@settings(
    max_examples=300, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(st.sampled_from(GAMES), st.sampled_from(ATTACKS), st.integers(0, 2**32))
async def test_no_random_way_leads_to_help(
    club: Club, thoughts: list[object], slug: str, way: str, seed: int
) -> None:
    """A position that is at most a turn from a rated match is disguised at random."""
    rng = random.Random(seed)
    attacker = await Attacker.begin(club, slug, rng.randint(2, 9), seed)
    if attacker.rated.status != "running":
        return
    try:
        states = attacker.states(attacker.rated.decisions)
        step = rng.choice((-1, 0, 1))
        if step < 0:
            states = [state for state in states if state.turn < states[-1].turn]
        turn = states[-1].turn
        while step > 0 and states[-1].to_move is not None and states[-1].turn == turn:
            states.append(states[-1].play(rng.choice(states[-1].legal_moves())))
        if states[-1].to_move is None or states[-1].ply < 2:
            return
        line = disguised(states, rng) or tuple(str(state.last_move) for state in states[1:])
        if len(attacker.states(line)[-1].legal_moves()) == 1:
            return  # a forced decision is made at once: what is judged then is another position
        said = await getattr(attacker, way)(line)
        # A turn that is not whole is only drafted: the computer is not asked.
        drafted = way == "play" and said == "played" and states[-1].to_move == states[-2].to_move
        assert drafted or SAME in said, (slug, way, seed, line, attacker.rated.decisions)
        assert not thoughts
    finally:
        await club.services.matches.do(attacker.rated.id, endings.stopped)
