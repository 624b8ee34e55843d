"""What a first puzzle is: one for the beginners of a game, with few pieces and one idea."""

import math
import random

from games.core import State
from games.players import ComputerPlayer
from games.players.ideas import ideas_in
from games.players.knowledge import knowledge_of
from games.players.puzzles import Puzzle
from games.registry import get

from .curate import board_of
from .mine import ENDINGS, own_turns

# The largest share of a board's cells that is occupied. A match of SnipSnip ends only when nobody
# can place any more, so few free points take its place there.
MOST_OCCUPIED: dict[str, float] = {
    "loop": 1 / 8,
    "loops-n-leaps": 1 / 3,
    "snipsnip": 2 / 3,
    "veloop-hex": 2 / 5,
    "veloop-square": 2 / 5,
    "vigilance": 1 / 4,
}
# Games with first puzzles that are won by captures: one that captures nearly as many would mislead.
BY_CAPTURE = ("vigilance",)
# How many first decisions there may be.
MOST_CHOICES: dict[str, int] = {"snipsnip": 8}
# The most turns that a win may take, also where matches are played out to the last point.
MOST_TURNS = 2
MOST_TURNS_PLAYED_OUT = 4
# How an idea ends a match; it names a puzzle that shows nothing else.
LAST_TURNS = (*ENDINGS, "ring", "stranding", "count", "tie", "big-catch")
# Ideas that go unsaid beside another, which says more of the same turn.
IMPLIED: dict[str, tuple[str, ...]] = {
    "covering": ("support-net", "cut-off"),
    "two-bridges": ("preparing", "fork", "no-step"),
    "fork": ("preparing", "no-step", "undercut", "support-net", "leaper"),
    "ground-threat": ("cascade", "preparing", "no-step"),
    "cascade": ("preparing", "no-step"),
    "waiting": ("no-step",),
    "double-closure": ("support-net", "cut-off"),
    "extra-turn": ("choice", "banning", "freeing"),
    "shared-wall": ("leaper", "direct-capture"),
    "great-row": ("row-capture",),
    "leaper-race": ("leaper",),
    "sight": ("slide-win", "sealing", "reserve", "capture", "starving", "hemming", "refuge"),
    "slide-win": ("sealing", "reserve", "capture", "starving", "hemming", "refuge"),
    "reserve": ("capture", "starving", "hemming", "refuge"),
    "capture": ("starving", "hemming", "refuge"),
}
# How often each level looks for a puzzle's first decision.
TRIES: dict[str, int] = {"club": 10, "casual": 20, "novice": 10}
# The share of players who find a first puzzle's first decision: of casual ones if the win takes one
# turn or the match is played out, else of club players.
FOUND = 0.9


def is_first(puzzle: Puzzle) -> bool:
    """Whether a puzzle is fit for beginners: few pieces, a short win, and one idea."""
    most_turns = MOST_TURNS
    if knowledge_of(get(puzzle.slug)).plays_out:
        most_turns = MOST_TURNS_PLAYED_OUT
    start = puzzle.start()
    most_choices = MOST_CHOICES.get(puzzle.slug, math.inf)
    return (
        has_usual_rules(puzzle)
        and puzzle.turns <= most_turns
        and len(puzzle.ideas) == 1
        and is_sparse(start)
        and len(start.board) <= len(get(puzzle.slug).start().board)
        and len(start.legal_moves()) <= most_choices
        and (puzzle.slug not in BY_CAPTURE or captures_most(puzzle))
    )


def is_sparse(state: State) -> bool:
    """Whether few enough cells are occupied for a first puzzle."""
    return len(state.pieces()) <= MOST_OCCUPIED[state.game.slug] * len(state.board)


def has_usual_rules(puzzle: Puzzle) -> bool:
    """Whether only the board differs from what is usual, or a turn has one move in place of two."""
    board, *_ = puzzle.options
    options = {board: puzzle.options[board]}
    if "turns" in puzzle.options:
        options["turns"] = puzzle.options["turns"]
    return dict(puzzle.options) == dict(get(puzzle.slug).complete(options))


def is_on_usual_board(puzzle: Puzzle) -> bool:
    """Whether a puzzle's board is the default one of its game."""
    return board_of(puzzle) == get(puzzle.slug).options[0].default


def captures_most(puzzle: Puzzle) -> bool:
    """Whether no other first decision captures half as many stones or more."""
    start = puzzle.start()
    seat = start.to_move
    counts = {str(move): captured(start.play(move), seat) for move in start.legal_moves()}
    own_count = counts.pop(puzzle.solution[0])
    return all(2 * count < own_count for count in counts.values())


def captured(state: State, seat: int | None) -> int:
    """How many stones a seat has captured with the last decision."""
    events = [event for event in state.events if event.kind == "captured" and event.seat == seat]
    return sum(len(event.cells) for event in events)


def ideas_of_key_turn(puzzle: Puzzle) -> tuple[str, ...]:
    """The ideas of a puzzle's first turn, without those that come with another.

    How the match ends is an idea only where there is no other.
    """
    (turn, *_) = own_turns(puzzle.start(), puzzle.solution)
    ideas = ideas_in(turn)
    implied_ideas = {idea for other in ideas for idea in IMPLIED.get(other, ())}
    own_ideas = [idea for idea in ideas if idea not in implied_ideas]
    motifs = [idea for idea in own_ideas if idea not in LAST_TURNS]
    return tuple(motifs or own_ideas)


def by_difficulty(puzzle: Puzzle) -> tuple[float, ...]:
    """What puzzles are sorted by: the shortest wins first, then those with little to look at."""
    start = puzzle.start()
    pieces = len(start.pieces())
    return puzzle.turns, len(puzzle.solution), pieces * math.log2(len(start.legal_moves()))


def finders(puzzle: Puzzle) -> str:
    """The level whose players find a first puzzle's first decision.

    Casual ones look no farther than the turn they make, unless the match is nearly played out.
    """
    plays_out = knowledge_of(get(puzzle.slug)).plays_out
    return "casual" if puzzle.turns == 1 or plays_out else "club"


def share_found(puzzle: Puzzle, level: str, rng: random.Random) -> float:
    """The share of a level's players who find a puzzle's first decision."""
    start = puzzle.start()
    first = start.parse(puzzle.solution[0])
    tries = TRIES[level]
    return sum(ComputerPlayer(level, rng).think(start).move == first for _ in range(tries)) / tries
