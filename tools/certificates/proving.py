"""Makes certificates with the compiled solver: it is asked for a decision in each position that the
seat can meet.
"""

import json
import os
import time
from pathlib import Path
from typing import NamedTuple

from games.core import Position
from games.players.knowledge.base import any_win
from games.players.solved.certificate import ENTRY, Claim, Strategy, in_order
from games.players.solved.forms import Mirror
from games.players.solved.native import FOREVER, Rules, Search

# For known positions; with less than a proof needs, parts of it are proved again and again.
MEGABYTES = int(os.environ.get("SOLVER_MEGABYTES", "1024"))
MOST_BYTES = 90_000  # of a certificate's file


class NotProved(Exception):
    """The claim is false, or was not proved in time."""


class Proved(NamedTuple):
    """A certificate, how many positions the solver looked at for the proof, and how many seconds of
    a core it took.
    """

    strategy: Strategy
    looked: int
    seconds: float


def prove(
    claim: Claim, *, megabytes: int = MEGABYTES, seconds: float = 1e9, most: int = FOREVER
) -> Proved:
    """Prove a claim, within ``seconds`` and ``most`` positions. Raises NotProved, NoSolver."""
    start = claim.start()
    search = Search(Rules(start), claim.seat, draws=claim.goal == "draw", megabytes=megabytes)
    begin = time.process_time()
    result = search.run(start, positions=most, seconds=seconds)
    looked = search.looked
    needed = time.process_time() - begin
    if not result:
        outcome = "not decided" if result is None else "false"
        raise NotProved(f"{outcome} after {looked:,} positions, {needed:.1f} s")
    return Proved(_strategy(claim, start, search), looked, needed)


def _strategy(claim: Claim, start: Position, search: Search) -> Strategy:
    """The certificate to the end, or as many plies of it as fit into a file."""
    mirror = Mirror(start)
    entries: dict[bytes, int] = {}
    plies: dict[bytes, int] = {}
    layer = [start]
    ply = 0
    seen: set[bytes] = set()
    # Ply by ply, until all is said or there is no room for more.
    while layer and len(entries) * ENTRY <= MOST_BYTES:
        following: list[Position] = []
        for position in layer:
            key, table = mirror.image(position)
            if key in seen:
                continue
            seen.add(key)
            codes = position.codes()
            if position.to_move == claim.seat:
                if any_win(position) is not None:
                    continue
                code = _decision(search, position)
                entries[key] = in_order(position, table).index(code)
                plies[key] = ply
                codes = [code]
            following += (after for code in codes if (after := position.after(code)).reason is None)
        layer = following
        ply = ply + 1
    if len(entries) * ENTRY <= MOST_BYTES:
        return Strategy(claim, entries)
    top = max(
        n for n in range(ply) if sum(known < n for known in plies.values()) * ENTRY <= MOST_BYTES
    )
    return Strategy(
        claim, {key: number for key, number in entries.items() if plies[key] < top}, top
    )


def _decision(search: Search, position: Position) -> int:
    """The decision that was quickest to be proved."""
    right = [known for known in search.known(position) if known.reaches]
    if right:
        return min(right, key=lambda known: known.effort).code
    # It was forgotten, for want of memory.
    for code in position.codes():
        if search.run(position.after(code)):
            return code
    raise NotProved("a position on the way of the proof")


def write(strategy: Strategy, path: Path) -> None:
    """Write a line of JSON with the claim, then the entries in order; ``games.players.solved.read``
    reads it.
    """
    claim = strategy.claim
    head = {
        "game": claim.slug,
        "options": dict(claim.options),
        "seat": claim.seat,
        "goal": claim.goal,
    }
    head |= {"plies": strategy.plies} if strategy.plies else {}
    body = b"".join(key + bytes([number]) for key, number in sorted(strategy.entries.items()))
    path.write_bytes(json.dumps(head).encode() + b"\n" + body)
