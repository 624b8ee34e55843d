"""The engine: computer players behind a protocol of lines, for other programs."""

import math
import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from threading import Event
from typing import TypeAlias

from ..core import GameError, State
from ..core.errors import brief
from ..core.numbers import whole_number
from ..registry import catalog
from ..version import VERSION
from .consulting import parse_match, require_open
from .levels import LEVELS
from .player import ComputerPlayer

DEFAULT_LEVEL = "strong"
MOST_SECONDS = 3600.0
MOST_PLAYOUTS = 1_000_000
MOST_CHARACTERS = 4000
PROTOCOL = 1

EngineCommand: TypeAlias = Callable[[list[str]], Iterator[str] | None]
"""Takes the words after a command's name; gives the lines that answer it, None for ``ok``."""


class Engine:
    """Answers commands about one match.

    ``answer`` never raises; ``quitting`` is set by ``quit``.
    """

    def __init__(self, rng: random.Random | None = None) -> None:
        self.quitting = False
        self._rng = rng or random.Random()
        self._states: list[State] = []
        self._player = ComputerPlayer(DEFAULT_LEVEL, self._rng)

    def answer(self, line: str, stop: Event | None = None) -> list[str]:
        """The lines that answer a command, none for an empty line.

        ``stop`` ends its search, from any thread.
        """
        if len(line.rstrip("\r\n")) > MOST_CHARACTERS:
            return [f"error a line has at most {MOST_CHARACTERS} characters"]
        words = line.split()
        if not words:
            return []
        command: EngineCommand | None = getattr(self, f"do_{words[0].lower()}", None)
        if command is None:
            names = [name.removeprefix("do_") for name in vars(Engine) if name.startswith("do_")]
            return [f"error unknown command; there are {', '.join(names)}"]
        self._player.stop = stop or Event()
        try:
            return list(command(words[1:]) or ["ok"])
        except GameError as error:
            return [f"error {' '.join(str(error).split())}"]
        except Exception as error:
            # The caller cannot mend it, but can go on with the match.
            self._player.forget()
            return [f"error the search failed: {' '.join(repr(error).split())}"]

    @property
    def _state(self) -> State:
        if not self._states:
            raise GameError("there is no match yet; start one with: new SLUG")
        return self._states[-1]

    def do_hello(self, words: list[str]) -> Iterator[str]:
        yield f"hello loophole {VERSION} protocol {PROTOCOL}"

    def do_games(self, words: list[str]) -> Iterator[str]:
        for game in catalog():
            yield f"game {game.slug} {game.name}"
            for option in game.options:
                choices = " ".join(option.choices)
                yield f"option {option.name} default {option.default} choices {choices}"
        yield "end"

    def do_new(self, words: list[str]) -> None:
        if not words:
            raise GameError("which game? as in: new veloop-square board=8x8 turns=double")
        names: set[str] = set()
        for word in words[1:]:
            name, sign, _ = word.partition("=")
            if not sign:
                raise GameError("an option is written NAME=VALUE, not “{word}”", word=brief(word))
            if name in names:
                raise GameError("the option “{name}” is given twice", name=brief(name))
            names.add(name)
        self.do_position(words)

    def do_position(self, words: list[str]) -> None:
        """``position SLUG [option=value …] [MOVE …]``: a match after some moves.

        It takes the place of any other.
        """
        if not words:
            raise GameError("which game? as in: position veloop-square turns=double e4-d6")
        self._states = parse_match(words)
        self._player.forget()

    def do_play(self, words: list[str]) -> None:
        state = require_open(self._state)
        self._states.append(state.play(state.parse(" ".join(words))))
        self._player.observe(self._states[-1])

    def do_go(self, words: list[str]) -> Iterator[str]:
        state = require_open(self._state)
        if words[:1] == ["playouts"]:
            level = self._player.level
            self._player.level = replace(level, playouts=_playouts(words), seconds=MOST_SECONDS)
            try:
                thought = self._player.think(state)
            finally:
                self._player.level = level
        else:
            thought = self._player.think(state, _seconds(words[0]) if words else None)
        yield f"move {thought.move} value {thought.value:.3f} playouts {thought.playouts}"

    def do_stop(self, words: list[str]) -> None:
        """Nothing: the reader of the lines has ended the search, which has answered."""

    def do_level(self, words: list[str]) -> None:
        if len(words) != 1:
            raise GameError("there are the levels {names}", names=tuple(LEVELS))
        self._player = ComputerPlayer(words[0].lower(), self._rng)

    def do_show(self, words: list[str]) -> Iterator[str]:
        state = self._state
        options = " ".join(f"{name}={value}" for name, value in state.options.items())
        yield f"game {state.game.slug} {options}".rstrip()
        yield f"ply {state.ply} turn {state.turn} last {state.last_move or '-'}"
        for cell, seats in state.pieces().items():
            yield f"piece {cell} {''.join(map(str, seats))}"
        if state.reserve != (0, 0):
            yield f"reserve {state.reserve[0]} {state.reserve[1]}"
        if state.score is not None:
            yield f"score {state.score[0]} {state.score[1]}"
        outcome = state.outcome
        if outcome is None:
            seat = state.to_move or 0
            yield f"to move {seat} {state.game.seats[seat]}"
        else:
            winner = "draw" if outcome.winner is None else f"winner {outcome.winner}"
            yield f"over {winner} {outcome.reason}"
        yield "end"

    def do_board(self, words: list[str]) -> Iterator[str]:
        board = self._state.board
        yield f"board {board.kind} {len(board)}"
        for cell in board.cells:
            x, y = board.xy(cell)
            place = f"cell {cell} {x:.4f} {y:.4f}"
            yield " ".join([place, *board.neighbours(cell)])
        for kind, sites in board.features.items():
            for site, (x, y) in sites.items():
                yield f"feature {kind} {site} {x:.4f} {y:.4f}"
        yield "end"

    def do_legal(self, words: list[str]) -> Iterator[str]:
        yield " ".join(["legal", *map(str, self._state.legal_moves())])

    def do_undo(self, words: list[str]) -> None:
        if not self._states[1:]:
            raise GameError("there is nothing to undo")
        self._states.pop()
        self._player.forget()

    def do_quit(self, words: list[str]) -> None:
        self.quitting = True


def _playouts(words: list[str]) -> int:
    playouts = whole_number(words[1]) if len(words) == 2 else None
    if playouts is None or not 0 < playouts <= MOST_PLAYOUTS:
        raise GameError(
            "playouts are a number from 1 to {most}, as in: go playouts 500", most=MOST_PLAYOUTS
        )
    return playouts


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = math.nan
    if not 0 < seconds <= MOST_SECONDS:
        raise GameError(
            "seconds are a number from 0 to {most}, not “{text}”",
            most=int(MOST_SECONDS),
            text=text[:20],
        )
    return seconds
