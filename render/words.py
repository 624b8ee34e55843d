"""A board in words, for those who listen: everything needed to play, within what Discord takes for
alt text.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import groupby
from typing import TypeAlias

from games.core import SWAP, Move, Outcome, State, _, listed
from games.saying import account

from .coordinates import split

LIMIT = 1024  # characters
Say: TypeAlias = Callable[[str], str]

# Why matches end, by the reason of an outcome, where the rules say nothing of it.
REASONS = {
    "resigned": _("by resignation"),
    "agreed": _("by agreement"),
    "time": _("on time"),
    "left": _("opponent gone"),
    "out": _("opponent out of the tournament"),
    "deleted": _("opponent deleted their data"),
    "settled": _("organiser’s decision"),
    "limit": _("move limit"),
}
# reasons of matches that have ended without a result
CALLED_OFF = ("aborted", "abandoned", "adjourned", "taken-back")

# What else there is to know, by the name of a game's marks, or of the cells its board gives to a
# seat; two by seat.
MARKS = {
    "owned0": _("Cells of {0}"),
    "owned1": _("Cells of {1}"),
    "banned": _("Capture sites"),
    "holes": _("Open holes above level one"),
    "river": _("River"),
    "surrounded0": _("Pillars of {0}"),
    "surrounded1": _("Pillars of {1}"),
    "safe0": _("Safe pieces of {0}"),
    "safe1": _("Safe pieces of {1}"),
    "sealed0": _("Sealed by {0}"),
    "sealed1": _("Sealed by {1}"),
}
PILLARS = _("Pillars")
MARKED = _("{what}: {cells}.")


def alt_text(
    state: State,
    *,
    turn: Sequence[State] = (),
    ending: Outcome | None = None,
    preview: bool = False,
    threats: bool = True,
    say: Say = str,
) -> str:
    """The position in words: game, turn, what happened last, with ``threats`` what is threatened,
    every piece.

    It has at most LIMIT characters. What happened last is the last decision, or all of ``turn``,
    the states from the turn's start on. The pieces are listed in the most readable of three ways
    that fits: cell by cell, rank by rank with runs of files joined, or as rows of letters; then
    follow marked cells, as many kinds as there is room for. ``ending``: how the players have ended
    it. ``preview``: the turn is not yet made, so it is not said who is to move. ``say`` translates
    the words.
    """
    head = headline(state, turn[1:] or (state,), ending, preview, say, threats)
    text = f"{head} {_listed(state, say, ' '.join)}"
    pillars = state.board.features.get("pillars")
    if pillars:
        text += " " + say(MARKED).format(what=say(PILLARS), cells=" ".join(pillars))
    if len(text) > LIMIT:
        text = f"{head} {_listed(state, say, partial(_by_rank, say=say))}"
    if len(text) > LIMIT:
        text = f"{head} {_rows(state, say)}"
    marks = {f"owned{seat}": cells for seat, cells in enumerate(state.board.owned)} | state.marks
    for kind, words in MARKS.items():
        cells = marks.get(kind)
        if cells:
            named = say(words).format(*map(say, state.game.seats))
            more = " " + say(MARKED).format(what=named, cells=_briefly(cells, say))
            if len(text) + len(more) <= LIMIT:
                text += more
    return text if len(text) <= LIMIT else text[: LIMIT - 1] + "…"


def headline(
    state: State,
    made: Sequence[State],
    ending: Outcome | None,
    preview: bool,
    say: Say,
    threats: bool = True,
) -> str:
    """Game, turn, what the decisions that led to the states ``made`` were, what is threatened, how
    it ended.
    """
    seats = [say(seat) for seat in state.game.seats]
    parts = [say("{words}.").format(words=listed([state.game.name, *_boards(state, say)], say))]
    outcome = state.outcome or ending
    called_off = outcome is not None and outcome.reason in CALLED_OFF
    seat = state.to_move
    why = ""
    if outcome is not None and not called_off:
        counted = account(state)
        seat = outcome.winner
        why = (
            say(reason(outcome.reason)) if counted is None else counted.translate(say).rstrip(".。")
        )
    if outcome is None:
        begun = (
            say("After turn {turn}, {side} to move.") if state.turn > 1 else say("{side} to move.")
        )
        sentence = "" if preview else begun
    elif called_off:
        sentence = say("No result after turn {turn}.")
    else:
        sentence = (
            say("Drawn on turn {turn} ({why}).")
            if seat is None
            else say("{side} won on turn {turn} ({why}).")
        )
    number = state.turn - (outcome is None)
    parts.append(sentence.format(turn=number, side="" if seat is None else seats[seat], why=why))
    moves = " ".join(
        made_by(after, after.last_move, say) for after in made if after.last_move is not None
    )
    if moves:
        parts.append(say("Last: {moves}.").format(moves=moves))
    if threats and state.threats:
        parts.append(say("In danger: {cells}.").format(cells=_briefly(state.threats, say)))
    if outcome is not None and outcome.cells:
        cells = " ".join(outcome.cells[:12]) + " …" * (len(outcome.cells) > 12)
        parts.append(say("Decided at {cells}.").format(cells=cells))
    if state.score is not None:
        parts.append(say("Score: {counts}.").format(counts=_by_side(state.score, seats, say)))
    if any(state.reserve):
        parts.append(
            say("In reserve: {counts}.").format(counts=_by_side(state.reserve, seats, say))
        )
    return " ".join(filter(None, parts))


def _by_side(counts: tuple[int, int], seats: Sequence[str], say: Say) -> str:
    return listed([f"{seat} {count}" for seat, count in zip(seats, counts, strict=True)], say)


def made_by(state: State, move: Move, say: Say) -> str:
    """The decision that led to a state."""
    if move != SWAP:
        return str(move)
    sides = [event.seat for event in state.events if event.kind == "recoloured"]
    side = say(state.game.seats[sides[0]]) if sides else ""
    return say("took over {cells} and now plays {side}").format(
        cells=listed(state.taken_over, say), side=side
    )


def _boards(state: State, say: Say) -> Iterator[str]:
    """What players call the board, where there are several."""
    for option in state.game.options:
        if option.name == "board":
            yield option.phrase(state.options[option.name]).translate(say)


def reason(slug: str) -> str:
    """The reason for an end in words."""
    return REASONS.get(slug, slug.replace("-", " "))


def pieces_in_words(state: State, say: Say) -> Iterator[tuple[str, list[str]]]:
    """What is on the board, in sentences' parts: single pieces by side, then columns by what they
    hold.
    """
    seats = [say(seat) for seat in state.game.seats]
    kinds: dict[tuple[int, ...], list[str]] = {(0,): [], (1,): []}
    for cell, held in state.pieces().items():
        kinds.setdefault(held, []).append(cell)
    for held, cells in sorted(kinds.items(), key=lambda item: (len(item[0]), item[0])):
        words = seats[held[0]]
        if len(held) == 2 and held[0] == held[1]:
            words = say("double {side}").format(side=words)
        else:
            for upper in held[1:]:
                words = say("{upper} on {lower}").format(upper=seats[upper], lower=words)
        if cells or len(held) == 1:
            yield words, cells


def _listed(state: State, say: Say, listing: Callable[[Sequence[str]], str]) -> str:
    none = say("none")
    line = say("{side} {n}: {cells}.")
    return " ".join(
        line.format(side=side, n=len(cells), cells=listing(cells) or none)
        for side, cells in pieces_in_words(state, say)
    )


def _briefly(cells: Sequence[str], say: Say) -> str:
    return _by_rank(cells, say) if len(cells) > 9 else " ".join(cells)


def _by_rank(cells: Sequence[str], say: Say) -> str:
    """Ranks and the runs of files on them: ``1 a-c f, 2 b``; levels in front where there are
    several.
    """
    places = sorted(((level, rank, file) for level, file, rank in map(split, cells)))
    many = any(level > 1 for level, _, _ in places)
    parts = []
    for (level, rank), group in groupby(places, key=lambda place: place[:2]):
        name = f"{level}/{rank}" if many else f"{rank}"
        parts.append(f"{name} {_runs([file for _, _, file in group])}")
    return listed(parts, say)


def _runs(files: Sequence[str]) -> str:
    groups = groupby(enumerate(files), key=lambda place: ord(place[1]) - place[0])
    runs = ([file for _, file in group] for _, group in groups)
    return " ".join(f"{run[0]}-{run[-1]}" if len(run) > 2 else " ".join(run) for run in runs)


def _rows(state: State, say: Say) -> str:
    """Ranks as letters, from the first of their level up: the first in which the sides' names
    differ, in capitals for a column of two, with its height for a higher one, and a dot for an
    empty cell.

    Levels without pieces are left out.
    """
    pieces = state.pieces()
    first, second = (say(name).lower() for name in state.game.seats)
    letters = next(
        ((one, other) for one, other in zip(first, second, strict=False) if one != other),
        ("x", "o"),
    )

    def letter(cell: str) -> str:
        match pieces.get(cell, ()):
            case ():
                return "."
            case (seat,):
                return letters[seat]
            case column:
                return letters[column[-1]].upper() + (str(len(column)) if len(column) > 2 else "")

    levels = []
    several = state.board.kind == "pyramid"
    for level, group in groupby(state.board.cells, key=lambda cell: split(cell)[0]):
        ranks = groupby(group, key=lambda cell: split(cell)[2])
        text = "/".join("".join(map(letter, cells)) for _, cells in ranks)
        if text.strip("./"):
            levels.append(f"{level}: {text}" if several else text)
    said = (
        say("Level by level, rows from 1 up: {rows}.")
        if several
        else say("Rows from 1 up: {rows}.")
    )
    return said.format(rows=listed(levels, say))
