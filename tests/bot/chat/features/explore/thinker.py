"""A member at the board to think on, for the tests of it."""

from __future__ import annotations

from simcord import InteractionResult

from games.core import State
from tests.bot.chat.acting import pick, press_choice, pressable
from tests.bot.chat.conftest import Club, Member
from tests.bot.chat.reading import buttons, words
from tests.bot.conftest import viewer


class Thinker:
    """A member at the board to think on, who counts what they press."""

    def __init__(self, member: Member, state: State) -> None:
        self.member = member
        self.state = state
        self.pressed = 0
        self.shown: InteractionResult

    async def open(self, label: str = "Think board") -> Thinker:
        post = next(post for post in reversed(self.member.club.posts()) if label in buttons(post))
        self.shown = await self.member.click(post, label)
        self.pressed += 1
        if "Try a line" in buttons(self.shown):
            self.shown = await self.member.click(self.shown, "Try a line")
        return self

    async def try_move(self, move: str) -> None:
        interactions = self.member.club.env.backend.interactions
        count = len(interactions)
        self.shown = await pick(self.member, self.shown, move, self.state)
        self.pressed += len(interactions) - count
        self.state = self.state.play(self.state.parse(move))

    async def again(self, turn: str) -> None:
        """Try a turn that was tried before, with one press."""
        press = f"m{turn}"
        assert press in pressable(self.shown), (turn, buttons(self.shown))
        self.shown = await press_choice(self.member, self.shown, press)
        self.pressed += 1
        for move in turn.split():
            self.state = self.state.play(self.state.parse(move))

    async def try_turn(self) -> str:
        """Try the first whole turn there is; gives it."""
        seat = self.state.to_move
        moves = []
        while self.state.to_move == seat and seat is not None:
            moves.append(str(self.state.legal_moves()[0]))
            await self.try_move(moves[-1])
        return " ".join(moves)

    async def try_moves(self, moves: list[str]) -> None:
        for move in moves:
            await self.try_move(move)

    async def click(self, label: str) -> str:
        self.shown = await self.member.click(self.shown, label)
        self.pressed += 1
        return words(self.shown)

    async def choose(self, value: str) -> str:
        self.shown = await self.member.choose(self.shown, value)
        self.pressed += 1
        return words(self.shown)


async def thinker(club: Club, member: Member) -> Thinker:
    """A member who begins to think about the only match."""
    match = await club.services.matches.resolve(viewer(club.alice, club.place), "M1")
    return await Thinker(member, match.state).open()
