"""``python -m games``: the games at a glance, records in words, and advice on typed moves."""

import argparse
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from . import State, catalog
from .players import consulting
from .records import Record, RecordedTurn, load
from .teaching.book import rules_lines


@dataclass(frozen=True, slots=True)
class Consultation:
    """A command about a position.

    ``help`` says what it is for; ``answer`` gives the lines to print about the states of a match,
    in at most so many seconds.
    """

    help: str
    answer: Callable[[Sequence[State], float], Iterator[str]]


CONSULTATIONS = {
    "hint": Consultation("a good turn after typed moves, and why", consulting.hint_lines),
    "analyse": Consultation(
        "the values and turning points of a match of typed moves", consulting.analysis_lines
    ),
    "solve": Consultation("who can force a win after typed moves", consulting.proof_lines),
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; 0 if all went well, else 1, with one line that says what went wrong."""
    options = _parser().parse_args(arguments)
    try:
        _run(options)
        return 0
    except ValueError as error:
        subject = getattr(options, "file", "games")
        message = " ".join(str(error).split())
        print(f"{subject}: {message}", file=sys.stderr)
    except OSError as error:
        print(f"{error.filename}: {error.strerror}", file=sys.stderr)
    return 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m games",
        description="Loophole's games and records of matches.",
        epilog="python -m render SLUG [option=value …] [MOVE …] --picture PNG draws a position.",
    )
    commands = parser.add_subparsers(dest="command")
    commands.add_parser("list", help="the games and their options")
    rules = commands.add_parser("rules", help="how a game, or one of its variants, is played")
    rules.add_argument("words", nargs="+", metavar="WORD", help="SLUG [option=value …]")
    show = commands.add_parser(
        "show", help="replay a record, text or JSON; python -m render draws one"
    )
    show.add_argument(
        "file", type=Path, metavar="FILE", help="a record; - reads it from the standard input"
    )
    show.add_argument("--ply", type=int, metavar="N", help="stop after N decisions")
    for name, consultation in CONSULTATIONS.items():
        command = commands.add_parser(name, help=consultation.help)
        command.add_argument(
            "words", nargs="+", metavar="WORD", help="SLUG [option=value …] [MOVE …]"
        )
        command.add_argument(
            "--seconds", type=float, default=5.0, metavar="N", help="at most (default: %(default)s)"
        )
    return parser


def _run(options: argparse.Namespace) -> None:
    """Print what was asked for. Raises ValueError and OSError."""
    if options.command in (None, "list"):
        _list()
    elif options.command == "rules":
        start, *_moves = consulting.parse_match(options.words)
        is_variant = len(options.words) > 1
        for line in rules_lines(start.game, start.options if is_variant else None):
            print(line)
    elif options.command == "show":
        record = load(options.file)
        _print(record, record.states(options.ply))
    else:
        states = consulting.parse_match(options.words)
        for line in CONSULTATIONS[options.command].answer(states, options.seconds):
            print(line, flush=True)


def _list() -> None:
    for game in catalog():
        print(f"{game.slug}: {game.name}, by {game.author} ({game.year}). {game.aim()}")
        for option in game.options:
            print(f"  {option.name}: {', '.join(option.choices)} (default {option.default})")


def _print(record: Record, states: Sequence[State]) -> None:
    seats = record.game.seats
    players = []
    for seat, name in zip(seats, record.players, strict=True):
        players.append(f"{seat}: {name or '?'}")
    options = ", ".join(f"{name} {value}" for name, value in record.options.items())
    print(f"{record.game.name} ({options})\n{' · '.join(players)}")
    rest = len(states) - 1
    for number, turn in enumerate(record.turns, 1):
        moves = turn.moves[:rest]
        rest -= len(moves)
        if moves:
            seat = seats[turn.seat]
            print(f"{number:>4}. {seat}: {' '.join(moves)}{_note(turn)}")
    state = states[-1]
    print("\nOn the board: " + _pieces(state))
    if any(state.reserve):
        print(f"In hand: {_by_seat(state, state.reserve)}")
    if state.score is not None:
        print(f"Score: {_by_seat(state, state.score)}")
    if state.to_move is not None and record.status == "running":
        print(f"{seats[state.to_move]} to move")
    elif record.reason:
        print(f"{record.result} ({record.reason})")
    else:
        print(record.result)


def _note(turn: RecordedTurn) -> str:
    """When and how a turn was made, where that is worth saying."""
    note = ""
    if turn.made_at is not None:
        note += f" · {turn.made_at:%Y-%m-%d %H:%M} UTC"
    if turn.how != "played":
        note += f" · {turn.how}"
    return note


def _pieces(state: State) -> str:
    """Each seat's visible pieces; a column is written with its height."""
    sides: list[list[str]] = [[], []]
    for cell, column in state.pieces().items():
        height = f"×{len(column)}" if len(column) > 1 else ""
        sides[column[-1]].append(f"{cell}{height}")
    parts = []
    for seat, cells in zip(state.game.seats, sides, strict=True):
        parts.append(f"{seat} {' '.join(cells) or 'nothing'}")
    return "; ".join(parts)


def _by_seat(state: State, values: tuple[int, int]) -> str:
    return ", ".join(
        f"{seat} {value}" for seat, value in zip(state.game.seats, values, strict=True)
    )


if __name__ == "__main__":
    sys.exit(main())
