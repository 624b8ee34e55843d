"""Vigilance against a plain second opinion of its rules, and known numbers of positions."""

import random
from collections.abc import Iterable

import pytest

from tests.sampling import only

from .playing import legal, play, reached
from .test_vigilance import BOARDS, GAME


class Plain:
    """Vigilance once more, slowly, on a dictionary of stones."""

    def __init__(self, board: str, captures: str) -> None:
        known = BOARDS[board]
        self.near: dict[str, list[str]] = known["neighbours"]
        at = {(round(x * 100), round(y * 100)): cell for cell, (x, y) in zip(known["cells"], known["xy"], strict=True)}
        xy = {cell: place for place, cell in at.items()}
        self.rays: dict[str, list[list[str]]] = {cell: [] for cell in self.near}
        for cell, near in self.near.items():
            for other in near:
                ray = [cell, other]
                while beyond := _beyond(at, xy[ray[-2]], xy[ray[-1]]):
                    ray.append(beyond)
                self.rays[cell].append(ray[1:])
        self.captures = captures == "on"
        self.stone: dict[str, int] = {}
        self.hand = [0, 0]
        self.seat = self.made = 0
        self.slid = self.idle = False
        self.winner = "none yet"

    def empty(self) -> set[str]:
        return set(self.near) - set(self.stone)

    def seen(self, cell: str, seat: int) -> bool:
        firsts = (next((self.stone[far] for far in ray if far in self.stone), None) for ray in self.rays[cell])
        return seat in firsts

    def liberties(self, seat: int) -> set[str]:
        return {cell for cell in self.empty() if not self.seen(cell, 1 - seat)}

    def slides(self) -> set[str]:
        found = set()
        for cell, seat in self.stone.items():
            for ray in self.rays[cell] if seat == self.seat else ():
                for far in ray:
                    if far in self.stone:
                        break
                    found.add(f"{cell}-{far}")
        return found

    def legal(self) -> set[str]:
        if self.made < 3:
            return self.empty()
        if self.slid:
            return self.liberties(self.seat) or {"pass"}
        return self.slides() | ({"swap"} if self.made == 3 else set()) or {"pass"}

    def joined(self, start: str, among: Iterable[str]) -> set[str]:
        among, found, frontier = set(among), set(), [start]
        while frontier:
            cell = frontier.pop()
            if cell in among and cell not in found:
                found.add(cell)
                frontier += self.near[cell]
        return found

    def sealed(self, seat: int) -> set[str]:
        left, found = self.empty(), set()
        while left:
            region = self.joined(next(iter(left)), left)
            left -= region
            if not any(self.stone.get(near) == 1 - seat for cell in region for near in self.near[cell]):
                found |= region
        return found

    def capture(self) -> None:
        other = 1 - self.seat
        liberties = self.liberties(other)
        enemy = {cell for cell, seat in self.stone.items() if seat == other}
        dead: set[str] = set()
        for cell in enemy:
            chain = self.joined(cell, enemy)
            if not any(near in liberties for one in chain for near in self.near[one]):
                dead |= chain
        for cell in dead:
            del self.stone[cell]
        self.hand[other] += len(dead)

    def play(self, text: str) -> None:
        self.made += 1
        seat, other = self.seat, 1 - self.seat
        turn_over = only_pass = False
        if self.made <= 3:
            self.stone[text] = 1 if self.made == 3 else 0
            turn_over = self.made == 3
        elif text == "swap":
            self.stone = {cell: 1 - owner for cell, owner in self.stone.items()}
            turn_over = True
        elif text == "pass":
            turn_over, only_pass = True, not self.slid
        elif "-" in text:
            source, target = text.split("-")
            self.stone[target] = self.stone.pop(source)
            self.hand[seat] += 1
            self.slid = True
            if self.captures:
                self.capture()
        else:
            self.stone[text] = seat
            self.hand[seat] -= 1
            turn_over = self.hand[seat] == 0
        empty, sealed = len(self.empty()), len(self.sealed(seat))
        if self.made >= 7 and empty - self.hand[other] <= 2 * (sealed - self.hand[seat]):
            self.winner = str(seat)
        elif only_pass and self.idle:
            self.winner = "draw"
        if turn_over:
            self.seat, self.slid, self.idle = other, False, only_pass


def _beyond(at: dict[tuple[int, int], str], one: tuple[int, int], two: tuple[int, int]) -> str | None:
    x, y = 2 * two[0] - one[0], 2 * two[1] - one[1]
    return next((at[x + dx, y + dy] for dx in (0, -1, 1) for dy in (0, -1, 1) if (x + dx, y + dy) in at), None)


PLAIN_BOARDS = ["square-3-adjacent", "square-3-orthogonal", "square-5-orthogonal", "hex-xs", "hex-m"]


@pytest.mark.parametrize("captures", ["on", "off"])
@pytest.mark.parametrize("board", only(PLAIN_BOARDS, PLAIN_BOARDS[0], PLAIN_BOARDS[-1]))
def test_random_matches_agree_with_the_plain_rules(board: str, captures: str) -> None:
    rng = random.Random(board)
    for _ in range(6):
        plain, state = Plain(board, captures), GAME.start(board=board, captures=captures)
        for _ in range(250):
            winner = "none yet" if state.outcome is None else str(state.outcome.winner).replace("None", "draw")
            assert winner == plain.winner
            assert {cell: owners[0] for cell, owners in state.pieces().items()} == plain.stone
            assert state.reserve == tuple(plain.hand)
            if state.ply >= 3:
                assert state.score == (len(plain.sealed(0)), len(plain.sealed(1)))
            if state.to_move is None:
                break
            assert state.to_move == plain.seat
            assert legal(state) == plain.legal()
            move = rng.choice(state.legal_moves())
            plain.play(str(move))
            state = state.play(move)


@pytest.mark.parametrize("plies", [2, pytest.param(3, marks=pytest.mark.slow)])
def test_the_known_numbers_of_pies_can_be_laid(plies: int) -> None:
    # 64; 64 * 63 / 2; and a white stone on any of the 62 other cells.
    assert reached(GAME.start(), plies) == [64, 2_016, 124_992][:plies]


def test_the_known_numbers_of_positions_follow_a_pie() -> None:
    assert reached(play(GAME.start(), "d5", "h8", "f7"), 3) == [11, 392, 8_421]
