"""``python -m games``: the games at a glance; records in words; hints, analyses and proofs from
typed moves.
"""

import argparse
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from . import State, catalog
from .players import consulting
from .records import Record, RecordedTurn, load

ASKED: dict[str, tuple[str, Callable[[Sequence[State], float], Iterator[str]]]] = {
    "hint": ("a good turn after typed moves, and why", consulting.hint_lines),
    "analyse": (
        "the values and turning points of a match of typed moves",
        consulting.analysis_lines,
    ),
    "solve": ("who can force a win after typed moves", consulting.proof_lines),
}
"""Commands about a position: what each is for, and what prints its lines."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; 0 if all went well, 1 for what cannot be read or written, with one line on
    why.
    """
    parser = argparse.ArgumentParser(
        prog="python -m games",
        description="Loophole's games and records of matches.",
        epilog="python -m render SLUG [option=value …] [MOVE …] --picture PNG draws a position.",
    )
    commands = parser.add_subparsers(dest="command")
    commands.add_parser("list", help="the games and their options")
    show = commands.add_parser(
        "show", help="replay a record, text or JSON; python -m render draws one"
    )
    show.add_argument(
        "file", type=Path, metavar="FILE", help="a record; - reads it from the standard input"
    )
    show.add_argument("--ply", type=int, metavar="N", help="stop after N decisions")
    for name, (about, _) in ASKED.items():
        asked = commands.add_parser(name, help=about)
        asked.add_argument(
            "words", nargs="+", metavar="WORD", help="SLUG [option=value …] [MOVE …]"
        )
        asked.add_argument(
            "--seconds", type=float, default=5.0, metavar="N", help="at most (default: %(default)s)"
        )
    options = parser.parse_args(arguments)
    try:
        match options.command:
            case "show":
                record = load(options.file)
                _print(record, record.states(options.ply))
            case "list" | None:
                _list()
            case asked_for:
                _, lines_about = ASKED[asked_for]
                for line in lines_about(consulting.parse_match(options.words), options.seconds):
                    print(line, flush=True)
        return 0
    except ValueError as error:
        print(
            f"{getattr(options, 'file', 'games')}: {' '.join(str(error).split())}", file=sys.stderr
        )
    except OSError as error:
        print(f"{error.filename}: {error.strerror}", file=sys.stderr)
    return 1


def _list() -> None:
    for game in catalog():
        print(f"{game.slug}: {game.name}, by {game.author} ({game.year}). {game.aim}")
        for option in game.options:
            print(f"  {option.name}: {', '.join(option.choices)} (default {option.default})")


def _print(record: Record, states: Sequence[State]) -> None:
    first, second = (
        f"{seat}: {name or '?'}"
        for seat, name in zip(record.game.seats, record.players, strict=True)
    )
    chosen = ", ".join(f"{name} {value}" for name, value in record.options.items())
    print(f"{record.game.name} ({chosen})\n{first} · {second}")
    left = len(states) - 1
    for number, turn in enumerate(record.turns, 1):
        moves = turn.moves[:left]
        left -= len(moves)
        if moves:
            print(f"{number:>4}. {record.game.seats[turn.seat]}: {' '.join(moves)}{_note(turn)}")
    state = states[-1]
    print("\nOn the board: " + _pieces(state))
    if any(state.reserve):
        print(f"In hand: {_by_seat(state, state.reserve)}")
    if state.score is not None:
        print(f"Score: {_by_seat(state, state.score)}")
    if state.to_move is not None and record.status == "running":
        print(f"{record.game.seats[state.to_move]} to move")
    else:
        print(record.result + (f" ({record.reason})" if record.reason else ""))


def _note(turn: RecordedTurn) -> str:
    when = f" · {turn.at:%Y-%m-%d %H:%M} UTC" if turn.at is not None else ""
    return when + (f" · {turn.how}" if turn.how != "played" else "")


def _pieces(state: State) -> str:
    """Each seat's visible pieces; a column is written with its height."""
    sides = []
    for seat, name in enumerate(state.game.seats):
        cells = [
            cell + (f"×{len(stack)}" if len(stack) > 1 else "")
            for cell, stack in state.pieces().items()
            if stack[-1] == seat
        ]
        sides.append(f"{name} {' '.join(cells) or 'nothing'}")
    return "; ".join(sides)


def _by_seat(state: State, values: tuple[int, int]) -> str:
    return ", ".join(
        f"{seat} {value}" for seat, value in zip(state.game.seats, values, strict=True)
    )


if __name__ == "__main__":
    sys.exit(main())
