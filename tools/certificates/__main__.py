"""Proves who wins variants with the compiled solver, or checks the certificates: ``python -m
tools.certificates``.
"""

import sys

from games.core import Game, GameError
from games.players.solved import CERTIFICATES, Claim, path_of, read
from games.players.solved.native import NoSolver
from games.registry import get
from tools.variants import variants

from .checking import check, required
from .proving import NotProved, Proved, prove, write

USAGE = """\
python -m tools.certificates prove SECONDS SLUG [option=value …]   (* for every value)
python -m tools.certificates check [NAME …]"""


def main(arguments: list[str]) -> int:
    """Prove who wins and write certificates, or check those in the repository; print a row for
    each.
    """
    try:
        match arguments:
            case ["check", *names]:
                _check(names)
            case ["prove", seconds, slug, *pairs]:
                for options in variants(get(slug), pairs):
                    _prove(get(slug), options, float(seconds))
            case _:
                raise GameError(USAGE)
    except (GameError, NoSolver, ValueError) as error:
        print(error, file=sys.stderr)
        return 2
    return 0


def _prove(game: Game, options: dict[str, str], seconds: float) -> None:
    """Search for the side that forces a win, with growing time limits; if neither does, prove the
    draw from both.
    """
    variant = f"{game.slug} | {' '.join(options.values())}"
    limit = min(5.0, seconds)
    failures = dict.fromkeys((0, 1), "")
    while True:
        for seat in (0, 1):
            if failures[seat].startswith("false"):
                continue
            try:
                proof = prove(Claim(game.slug, options, seat, "win"), seconds=limit)
            except NotProved as error:
                failures[seat] = str(error)
            else:
                _save(f"{variant} | {game.seats[seat]} ({('first', 'second')[seat]}) wins", proof)
                return
        if all(reason.startswith("false") for reason in failures.values()):
            for seat in (0, 1):
                proof = prove(Claim(game.slug, options, seat, "draw"))
                _save(
                    f"{variant} | draw: {game.seats[seat]} ({('first', 'second')[seat]}) does "
                    "not "
                    "lose",
                    proof,
                )
            return
        if limit >= seconds:
            print(f"| {variant} | not decided: {'; '.join(failures.values())} |", flush=True)
            return
        limit = min(8 * limit, seconds)


def _save(row: str, proof: Proved) -> None:
    """Check and write a certificate, and print its row of the table in ``docs/solved.md``."""
    strategy = proof.strategy
    checked = check(strategy)
    path = path_of(strategy.claim)
    path.parent.mkdir(exist_ok=True)
    write(strategy, path)
    start = strategy.start
    first = (
        str(start.move(required(strategy, start))) if start.to_move == strategy.claim.seat else "–"
    )
    extent = f"first {strategy.plies} decisions" if strategy.plies else "whole"
    counts = f"{proof.looked:,} | {proof.seconds:.1f} | {checked.own + checked.others:,}"
    print(
        f"| {row} | {first} | {counts} | {path.stat().st_size / 1000:.0f} kB | {extent} |",
        flush=True,
    )


def _check(names: list[str]) -> None:
    for path in sorted(CERTIFICATES.iterdir()):
        if not names or path.name in names:
            checked = check(read(path.read_bytes()))
            counts = f"{checked.own:,} positions of the side, {checked.others:,} of the other"
            print(f"{path.name}: holds; {counts}", flush=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
