"""A board in words, for those who listen: everything needed to play, as short as alt text is."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import groupby
from typing import TypeAlias

from games.core import PASS, SWAP, Handicap, Outcome, State, _, listed
from games.saying import account

from .coordinates import split

LIMIT = 1024  # characters that Discord takes
FEW = 9  # cells that are named one by one
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
# Reasons of matches that have ended without a result.
CALLED_OFF = ("aborted", "abandoned", "adjourned", "taken-back")

# What else there is to know, by the name of a game's marks, or of the cells its board gives to a
# seat.
MARKS = {
    "owned0": _("Cells of {0}"),
    "owned1": _("Cells of {1}"),
    "banned": _("Capture sites"),
    "holes": _("Open cells above level one"),
    "river": _("River"),
    "surrounded0": _("Pillars of {0}"),
    "surrounded1": _("Pillars of {1}"),
    "safe0": _("Safe pieces of {0}"),
    "safe1": _("Safe pieces of {1}"),
    "sealed0": _("Sealed by {0}"),
    "sealed1": _("Sealed by {1}"),
}
PILLARS = _("Pillars")
CAPTURES = _("{side} now captures {cells}.")
CAPTURES_ONE = _("{side} now captures one of {cells}.")
# Nobody passes who has another legal move.
PASSED = _("{side} had to pass: no legal move.")
THEN_PASSED = _("{side} then had to pass: no legal move left.")
FORCED_PASS = _("(forced pass)")
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
    """The position in words, at most LIMIT characters: game, turn, what happened last, every piece.

    The pieces are listed in the most readable of three ways that fits: cell by cell, rank by rank
    with runs of files joined, or as rows of letters; then follow marked cells, as many kinds as
    there is room for.

    :param turn: the states from the one on after which all is what happened last, such as a turn
        and its answer; else that is the last turn
    :param ending: how the players have ended the match, where the rules have not
    :param preview: whether the turn is not made yet, so that nobody is named as next to move
    :param threats: whether it is said what is in danger
    :param say: translates the words
    """
    head = headline(state, turn, ending, preview, say, threats)
    text = f"{head} {_listed(state, say, ' '.join)}"
    pillars = state.board.features.get("pillars")
    if pillars:
        text += " " + say(MARKED).format(what=say(PILLARS), cells=" ".join(pillars))
    if len(text) > LIMIT:
        text = f"{head} {_listed(state, say, partial(_by_rank, say=say))}"
    if len(text) > LIMIT:
        text = f"{head} {_rows(state, say)}"
    for sentence in _marked_cells(state, say):
        if len(text) + 1 + len(sentence) <= LIMIT:
            text += f" {sentence}"
    if len(text) > LIMIT:
        return text[: LIMIT - 1] + "…"
    return text


def _marked_cells(state: State, say: Say) -> Iterator[str]:
    """A sentence for each kind of cells that are owned or marked."""
    homes = {f"owned{seat}": cells for seat, cells in enumerate(state.board.owned)}
    marks = homes | state.marks
    seats = [say(seat) for seat in state.game.seats]
    for kind, words in MARKS.items():
        cells = marks.get(kind)
        if cells:
            what = say(words).format(*seats)
            yield say(MARKED).format(what=what, cells=_briefly(cells, say))


def headline(
    state: State,
    turn: Sequence[State],
    ending: Outcome | None,
    preview: bool,
    say: Say,
    threats: bool = True,
) -> str:
    """Game, turn, what happened last, what is in danger, and how the match ended.

    :param turn: as of ``alt_text``
    """
    game = listed([state.game.name, *_boards(state, say)], say)
    sentence = say("{words}.").format(words=game)
    return f"{sentence} {situation(state, turn, ending, preview, say, threats)}".rstrip()


def situation(
    state: State,
    turn: Sequence[State],
    ending: Outcome | None,
    preview: bool,
    say: Say,
    threats: bool = True,
) -> str:
    """As ``headline``, for those who know which game it is."""
    seats = [say(seat) for seat in state.game.seats]
    outcome = state.outcome or ending
    parts = [_standing(state, outcome, preview, say)]
    handicap = Handicap.of(state.options)
    if handicap is not None and handicap.turns and state.ply == 0:
        effect = handicap.effect(state.game.seats).translate(say)
        parts.append(say("{words}.").format(words=effect))
    parts += _latest(_latest_states(state, turn), say)
    parts.append(_removal(state, say))
    if threats:
        parts += _threats(state, say)
    if outcome is not None and outcome.cells:
        cells = " ".join(outcome.cells[:12])
        if len(outcome.cells) > 12:
            cells += " …"
        parts.append(say("Decided at {cells}.").format(cells=cells))
    if state.score is not None:
        parts.append(say("Score: {counts}.").format(counts=_by_side(state.score, seats, say)))
    if any(state.reserve):
        counts = _by_side(state.reserve, seats, say)
        parts.append(say("In reserve: {counts}.").format(counts=counts))
    return " ".join(filter(None, parts))


def _latest_states(state: State, turn: Sequence[State]) -> Sequence[State]:
    """The states after the last decisions, from the start of a turn on."""
    if len(turn) < 2:
        return state.last_turn
    return (*turn[1].last_turn, *turn[2:])


def _latest(states: Sequence[State], say: Say) -> Iterator[str]:
    """The last decisions, with their sides if they are of several turns, and who had to pass.

    :param states: those that the decisions led to
    """
    turns: list[tuple[str, str]] = []
    passes: list[str] = []
    for mover, turn in groupby(states, key=lambda state: state.last_mover):
        if mover is None:
            continue
        side = say(states[0].game.seats[mover])
        decisions = [state for state in turn if state.last_move is not None]
        moves = [made_by(state, say) for state in decisions if state.last_move != PASS]
        if moves:
            turns.append((side, " ".join(moves)))
        if len(moves) < len(decisions):
            words = THEN_PASSED if moves else PASSED
            passes.append(say(words).format(side=side))
    if len(turns) == 1:
        yield say("Last: {moves}.").format(moves=turns[0][1])
    elif turns:
        parts = [f"{side} {moves}" for side, moves in turns]
        yield say("Last: {moves}.").format(moves=listed(parts, say))
    yield from passes


def _removal(state: State, say: Say) -> str:
    """What may be taken while the decision is which piece to take; nothing at other times."""
    legal = state.legal_moves()
    if not legal or any(move.kind != "remove" for move in legal):
        return ""
    side = say(state.game.seats[state.to_move or 0])
    words = CAPTURES if len(legal) == 1 else CAPTURES_ONE
    return say(words).format(side=side, cells=_briefly([move.target for move in legal], say))


def _threats(state: State, say: Say) -> Iterator[str]:
    """What the side to move may lose at once, and the empty cells on which the other would win."""
    pieces = state.pieces()
    winning_cells = [cell for cell in state.threats if cell in state.board and cell not in pieces]
    in_danger = [cell for cell in state.threats if cell not in winning_cells]
    if in_danger:
        yield say("In danger: {cells}.").format(cells=_briefly(in_danger, say))
    if winning_cells:
        opponent = state.game.seats[1 - (state.to_move or 0)]
        words = say("{side} would win at {cells}.")
        yield words.format(side=say(opponent), cells=_briefly(winning_cells, say))


def _standing(state: State, outcome: Outcome | None, preview: bool, say: Say) -> str:
    """Who is to move on which turn, or how the match ended; nothing of a preview."""
    if outcome is None:
        if preview:
            return ""
        assert state.to_move is not None
        side = say(state.game.seats[state.to_move])
        if state.turn == 1:
            return say("{side} to move.").format(side=side)
        return say("After turn {turn}, {side} to move.").format(turn=state.turn - 1, side=side)
    if outcome.reason in CALLED_OFF:
        return say("No result after turn {turn}.").format(turn=state.turn)
    why = _why(state, outcome, say)
    if outcome.winner is None:
        return say("Drawn on turn {turn} ({why}).").format(turn=state.turn, why=why)
    side = say(state.game.seats[outcome.winner])
    return say("{side} won on turn {turn} ({why}).").format(side=side, turn=state.turn, why=why)


def _why(state: State, outcome: Outcome, say: Say) -> str:
    """Why a match ended: in the words of its game, or by its reason."""
    sentence = account(state)
    if sentence is None:
        return say(reason(outcome.reason))
    return sentence.translate(say).rstrip(".。")


def _by_side(counts: tuple[int, int], seats: Sequence[str], say: Say) -> str:
    parts = [f"{seat} {count}" for seat, count in zip(seats, counts, strict=True)]
    return listed(parts, say)


def made_by(state: State, say: Say) -> str:
    """The decision that led to a state that has one."""
    if state.last_move == PASS:
        return say(FORCED_PASS)
    if state.last_move != SWAP:
        return str(state.last_move)
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
    """What is on the board: kinds of pieces in words, each with its cells.

    Single pieces come first, by side, then columns by what they hold.
    """
    columns: dict[tuple[int, ...], list[str]] = {(0,): [], (1,): []}
    for cell, column in state.pieces().items():
        columns.setdefault(column, []).append(cell)
    for column in sorted(columns, key=lambda column: (len(column), column)):
        yield _column_in_words(state, column, say), columns[column]


def _column_in_words(state: State, column: tuple[int, ...], say: Say) -> str:
    """A piece, or a column by the seats of its pieces from bottom to top."""
    seats = [say(seat) for seat in state.game.seats]
    words = seats[column[0]]
    if len(column) == 2 and column[0] == column[1]:
        return say("double {side}").format(side=words)
    for upper in column[1:]:
        words = say("{upper} on {lower}").format(upper=seats[upper], lower=words)
    return words


def _listed(state: State, say: Say, listing: Callable[[Sequence[str]], str]) -> str:
    """The pieces by kind, with their cells as ``listing`` lists them."""
    sentences = []
    for side, cells in pieces_in_words(state, say):
        where = listing(cells) or say("none")
        sentences.append(say("{side} {n}: {cells}.").format(side=side, n=len(cells), cells=where))
    return " ".join(sentences)


def _briefly(cells: Sequence[str], say: Say) -> str:
    if len(cells) > FEW:
        return _by_rank(cells, say)
    return " ".join(cells)


def _by_rank(cells: Sequence[str], say: Say) -> str:
    """Ranks and the runs of files on them, as ``1 a-c f, 2 b``, with levels where several."""
    places = sorted((level, rank, file) for level, file, rank in map(split, cells))
    with_levels = any(level > 1 for level, _, _ in places)
    parts = []
    for (level, rank), group in groupby(places, key=lambda place: place[:2]):
        name = f"{level}/{rank}" if with_levels else f"{rank}"
        parts.append(f"{name} {_runs([file for _, _, file in group])}")
    return listed(parts, say)


def _runs(files: Sequence[str]) -> str:
    """Letters of files in order, with three and more in a row as ``a-c``."""
    parts: list[str] = []
    for _offset, group in groupby(enumerate(files), key=lambda place: ord(place[1]) - place[0]):
        run = [file for _number, file in group]
        if len(run) > 2:
            parts.append(f"{run[0]}-{run[-1]}")
        else:
            parts += run
    return " ".join(parts)


def _rows(state: State, say: Say) -> str:
    """Ranks as letters, from the first of their level up; levels without pieces are left out.

    A piece's letter is the first in which the sides' names differ. It is a capital for a column of
    two, with its height for a higher one; a dot stands for an empty cell.
    """
    pieces = state.pieces()
    letters = _letters_of_sides(*(say(name).lower() for name in state.game.seats))

    def letter(cell: str) -> str:
        column = pieces.get(cell, ())
        if not column:
            return "."
        if len(column) == 1:
            return letters[column[0]]
        height = str(len(column)) if len(column) > 2 else ""
        return letters[column[-1]].upper() + height

    levels: dict[int, str] = {}
    for level, group in groupby(state.board.cells, key=lambda cell: split(cell)[0]):
        ranks = groupby(group, key=lambda cell: split(cell)[2])
        text = "/".join("".join(map(letter, cells)) for _, cells in ranks)
        if text.strip("./"):
            levels[level] = text
    if state.board.kind == "pyramid":
        rows = [f"{level}: {text}" for level, text in levels.items()]
        return say("Level by level, rows from 1 up: {rows}.").format(rows=listed(rows, say))
    return say("Rows from 1 up: {rows}.").format(rows=listed(levels.values(), say))


def _letters_of_sides(first: str, second: str) -> tuple[str, str]:
    """The first letters in which two names differ."""
    for one, other in zip(first, second, strict=False):
        if one != other:
            return one, other
    return "x", "o"
