"""``python -m games.players.solved prove | check``: makes certificates with the compiled solver, and checks them."""

from __future__ import annotations

import sys
from itertools import product

from ...core import Game, GameError
from ...registry import get
from . import CERTIFICATES, Claim, path_of, read
from .build import build
from .native import NoSolver
from .proving import NotProved, Proved, prove

USAGE = """\
python -m games.players.solved build
python -m games.players.solved prove SECONDS SLUG [option=value …]   (* for every value)
python -m games.players.solved check [NAME …]"""


def main(arguments: list[str]) -> int:
    """Build the solver, prove who wins and write certificates, or check those there are; print a row for each."""
    try:
        match arguments:
            case ["build"]:
                build()
            case ["check", *names]:
                _check(names)
            case ["prove", seconds, slug, *pairs]:
                for options in variants(get(slug), pairs):
                    _prove(get(slug), options, float(seconds))
            case _:
                raise GameError(USAGE)
    except (GameError, NoSolver, FileNotFoundError, ValueError) as error:
        print(error, file=sys.stderr)
        return 2
    return 0


def variants(game: Game, pairs: list[str]) -> list[dict[str, str]]:
    """The options that ``option=value`` stands for, with every choice where the value is ``*``. Raises BadOption."""
    named = dict(pair.partition("=")[::2] for pair in pairs)
    known = {option.name: option.choices for option in game.options}
    ways = [known[name] if value == "*" and name in known else (value,) for name, value in named.items()]
    return [game.complete(dict(zip(named, values, strict=True))) for values in product(*ways)]


def _prove(game: Game, options: dict[str, str], seconds: float) -> None:
    """Look for the side that forces a win, with more and more patience; or else prove the draw from both sides."""
    variant = f"{game.slug} | {' '.join(options.values())}"
    share, failed = min(5.0, seconds), dict.fromkeys((0, 1), "")
    while True:
        for seat in (0, 1):
            if failed[seat].startswith("false"):
                continue
            try:
                found = prove(Claim(game.slug, options, seat, "win"), seconds=share)
            except NotProved as error:
                failed[seat] = str(error)
            else:
                _kept(f"{variant} | {game.seats[seat]} ({('first', 'second')[seat]}) wins", found)
                return
        if all(reason.startswith("false") for reason in failed.values()):
            for seat in (0, 1):
                found = prove(Claim(game.slug, options, seat, "draw"))
                _kept(f"{variant} | draw: {game.seats[seat]} ({('first', 'second')[seat]}) does not lose", found)
            return
        if share >= seconds:
            print(f"| {variant} | not decided: {'; '.join(failed.values())} |", flush=True)
            return
        share = min(8 * share, seconds)


def _kept(row: str, found: Proved) -> None:
    strategy = found.strategy
    walked = strategy.check()
    path = path_of(strategy.claim)
    path.parent.mkdir(exist_ok=True)
    strategy.write(path)
    first = "–"
    start = strategy.start
    if start.to_move == strategy.claim.seat:
        first = str(start.move(strategy.said(start)))
    extent = f"first {strategy.plies} decisions" if strategy.plies else "whole"
    size = path.stat().st_size / 1000
    met = walked.own + walked.others
    print(
        f"| {row} | {first} | {found.looked:,} | {found.seconds:.1f} | {met:,} | {size:.0f} kB | {extent} |", flush=True
    )


def _check(names: list[str]) -> None:
    for path in sorted(CERTIFICATES.iterdir()):
        if not names or path.name in names:
            walked = read(path.read_bytes()).check()
            print(
                f"{path.name}: holds; {walked.own:,} positions of the side, {walked.others:,} of the other", flush=True
            )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
