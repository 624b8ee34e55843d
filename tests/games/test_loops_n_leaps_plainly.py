"""Loops 'n Leaps against the same rules written down once more, slowly and plainly."""

import random
from collections import Counter
from collections.abc import Iterable

import pytest

import games
from games import State

from .playing import reached

GAME = games.get("loops-n-leaps")
BASES = {"base4": 4, "base6": 6, "base8": 8, "base10": 10}


class Plain:
    """A match on a dictionary of pieces by axial coordinates from the centre."""

    STEPS = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))

    def __init__(self, board: str) -> None:
        self.most = BASES[board] - 1
        span = range(-self.most, self.most + 1)
        self.ground = {(q, r) for q in span for r in span if abs(q + r) <= self.most}
        self.pillars = {(q, r) for q, r in self.ground if q % 2 == 0 and r % 2 == 0}
        self.pieces: dict[tuple[int, int], tuple[int, int]] = {}  # seat and height
        self.seat, self.decisions, self.winner = 0, 0, "none yet"

    def name(self, cell: tuple[int, int]) -> str:
        return f"{'abcdefghijklmnopqrs'[cell[0] + self.most]}{cell[1] + self.most + 1}"

    def cell(self, name: str) -> tuple[int, int]:
        return ord(name[0]) - ord("a") - self.most, int(name[1:]) - self.most - 1

    def ray(self, cell: tuple[int, int], step: tuple[int, int]) -> list[tuple[int, int]]:
        found = []
        while True:
            cell = cell[0] + step[0], cell[1] + step[1]
            if cell not in self.ground or cell in self.pillars:
                return found
            found.append(cell)

    def rays(self, cell: tuple[int, int]) -> list[list[tuple[int, int]]]:
        return [ray for step in self.STEPS if (ray := self.ray(cell, step))]

    def owner(self, cell: tuple[int, int]) -> int | None:
        return self.pieces[cell][0] if cell in self.pieces else None

    def near(self, cell: tuple[int, int]) -> set[tuple[int, int]]:
        return {(cell[0] + q, cell[1] + r) for q, r in self.STEPS} & self.ground

    def spread(self, starts: Iterable[tuple[int, int]], over: set[tuple[int, int]]) -> set[tuple[int, int]]:
        reached, frontier = set(), [cell for cell in starts if cell in over]
        while frontier:
            cell = frontier.pop()
            if cell not in reached:
                reached.add(cell)
                frontier += self.near(cell) & over
        return reached

    def surrounded(self, wall: set[tuple[int, int]]) -> set[tuple[int, int]]:
        rim = {cell for cell in self.ground if len(self.near(cell)) < 6}
        return self.pillars - self.spread(rim, self.ground - wall)

    def of(self, seat: int) -> set[tuple[int, int]]:
        return {cell for cell, (owner, _) in self.pieces.items() if owner == seat}

    def safe(self, seat: int) -> set[tuple[int, int]]:
        found, left = set(), self.of(seat)
        while left:
            group = self.spread([next(iter(left))], left)
            left -= group
            if len(group) > 5 and self.surrounded(group):
                found |= group
        return found

    def deeds(self, seat: int) -> set[str]:
        """Placements and leaps."""
        found = {self.name(cell) for cell in self.ground - self.pillars if cell not in self.pieces}
        safe = self.safe(1 - seat)
        for source, (owner, height) in self.pieces.items():
            if owner != seat or height != 2:
                continue
            for ray in self.rays(source):
                for target in ray:
                    if self.owner(target) is None or (self.owner(target) == 1 - seat and target not in safe):
                        found.add(f"{self.name(source)}-{self.name(target)}")
                    if self.owner(target) == 1 - seat:
                        break
        return found

    def legal(self) -> set[str]:
        return (self.deeds(self.seat) | ({"swap"} if self.decisions == 1 else set())) or {"pass"}

    def play(self, text: str) -> None:
        seat = self.seat
        if text == "swap":
            self.pieces = dict.fromkeys(self.pieces, (1, 1))
        elif "-" in text:
            self.leap(*map(self.cell, text.split("-")))
        elif text != "pass":
            self.place(self.cell(text))
        self.decisions += 1
        self.seat = 1 - seat
        counts = self.score()
        if counts[seat] >= 3:
            self.winner = str(seat)
        elif not self.deeds(0) and not self.deeds(1):
            self.winner = "draw" if counts[0] == counts[1] else str(int(counts[0] < counts[1]))

    def place(self, cell: tuple[int, int]) -> None:
        rays = self.rays(cell)
        firsts = [next((self.owner(met) for met in ray if met in self.pieces), None) for ray in rays]
        self.pieces[cell] = (self.seat, 2 if firsts.count(self.seat) > len(rays) / 2 else 1)

    def leap(self, source: tuple[int, int], target: tuple[int, int]) -> None:
        seat = self.seat
        self.pieces[source] = (seat, 1)
        taken = set()
        if target not in self.pieces:
            for ray in self.rays(target):
                run = []
                for cell in ray:
                    if self.owner(cell) != 1 - seat:
                        taken |= set(run) if self.owner(cell) == seat else set()
                        break
                    run.append(cell)
        self.pieces |= dict.fromkeys({target, *taken}, (seat, 1))

    def score(self) -> tuple[int, int]:
        return len(self.surrounded(self.of(0))), len(self.surrounded(self.of(1)))


def agree(plain: Plain, state: State) -> None:
    shown = {plain.name(cell): (seat,) * height for cell, (seat, height) in plain.pieces.items()}
    assert state.pieces() == shown
    assert state.score == plain.score()
    winner = "none yet" if state.outcome is None else str(state.outcome.winner).replace("None", "draw")
    assert winner == plain.winner
    if state.outcome is None:
        assert state.to_move == plain.seat
        assert {str(move) for move in state.legal_moves()} == plain.legal()
        for seat in (0, 1):
            assert set(state.marks.get(f"safe{seat}", ())) == {plain.name(cell) for cell in plain.safe(seat)}


def wild(legal: Iterable[str], rng: random.Random) -> str:
    """A random decision, half of the time a leap where there is one."""
    texts = sorted(legal)
    leaping = [text for text in texts if "-" in text]
    return rng.choice(leaping if leaping and rng.random() < 0.5 else texts)


def compare(board: str, matches: int, seed: int) -> Counter[str]:
    """Play matches on both implementations; how often each kind of event and end came up."""
    rng = random.Random(seed)
    seen: Counter[str] = Counter()
    for _ in range(matches):
        plain, state = Plain(board), GAME.start(board=board)
        while state.to_move is not None:
            counts = state.score
            text = wild(plain.legal(), rng)
            mover = plain.seat
            plain.play(text)
            state = state.play(state.parse(text))
            agree(plain, state)
            assert state.score[mover] >= counts[mover]
            assert state.score[1 - mover] <= counts[1 - mover]
            seen.update({event.kind for event in state.events})
        seen[state.outcome.reason] += 1
        assert state.ply <= 2 * len(state.board) + 20
    return seen


USUAL = {"placed", "promoted", "leapt", "captured", "converted", "surrounded"}


@pytest.mark.parametrize(
    ("board", "matches", "met"),
    [
        ("base4", 12, USUAL),
        ("base6", 3, USUAL),
        pytest.param("base4", 600, {"broken", "passed", "exhausted"}, marks=pytest.mark.slow),
        pytest.param("base6", 100, {"broken", "pillars", "exhausted"}, marks=pytest.mark.slow),
        pytest.param("base8", 30, {"broken", "pillars", "exhausted"}, marks=pytest.mark.slow),
        pytest.param("base10", 8, {"pillars"}, marks=pytest.mark.slow),
    ],
)
def test_random_matches_agree_with_the_plain_rules(board: str, matches: int, met: set[str]) -> None:
    assert met <= compare(board, matches, 3 if met is USUAL else 4).keys()


# Two: a man of each colour, or the first man taken over. Three: two White men and a Black one, or one of each after
# the swap. Nobody sees two friends yet.
@pytest.mark.parametrize(("board", "plies"), [("base4", 3), pytest.param("base8", 2, marks=pytest.mark.slow)])
def test_the_known_numbers_of_positions_are_reached(board: str, plies: int) -> None:
    cells = len(GAME.start(board=board).board)
    two = cells * (cells - 1) + cells
    three = cells * (cells - 1) * (cells - 2) // 2 + cells * (cells - 1)
    assert cells == {"base8": 132, "base4": 30}[board]
    assert reached(GAME.start(board=board), plies) == [cells, two, three][:plies]
