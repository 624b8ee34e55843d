"""Counts matches of self-play from starts of a game with a pie, into ``games/players/starts``.

``python -m tools.starts MINUTES SLUG [option=value …]`` goes on with what was counted before.
"""

import json
import random
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import games.players.starts
from games.core import Game, GameError, State
from games.players import LEVELS, ComputerPlayer
from games.players.knowledge import knowledge_of
from games.players.knowledge.symmetry import symmetries
from games.players.pie import PRESUMED, codes_beside_taking_over
from games.players.tree import Search
from games.registry import get
from tools.calibration import UNVARIED
from tools.variants import variants

FOLDER = Path(games.players.starts.__file__).parent
LEVEL = LEVELS["club"]
# The share of the level's playouts for a match, drawn anew for each: without chance players of some
# games would play the same match again.
LEAST_SHARE = 0.75
MOST_STARTS = 40  # starts of more than one piece that are tried
FIRST_MATCHES = 6  # from each start; from then on only what may be even is played on
MAYBE_EVEN = 0.12  # how far from one half the chance after such a start may look
# Where players leave nothing but their first decisions to chance (``UNVARIED``), so many of a match
# are drawn from those that a search cannot tell from its best.
VARIED_DECISIONS = 10
VARIED_CHOICES = 3
SECONDS = 60.0  # for a decision, at most
LONGEST = 500  # decisions of a match; a longer one is drawn
HOW = (
    "for each start the wins of the side that moves next, and the matches: of club against itself "
    f"with {LEAST_SHARE:.0%} to 100% of its playouts, first decisions varied where it plays alike"
)

Counts = dict[str, tuple[float, int]]


def starts_of(state: State, rng: random.Random) -> list[str]:
    """The starts to play from: all with a single piece, else some drawn at random."""
    if knowledge_of(state.game).start_length == 1:
        return _single_cells(state)
    return [_random_cells(state, rng) for _ in range(MOST_STARTS)]


def _single_cells(state: State) -> list[str]:
    """One cell of each set that the symmetries of the board lay on each other."""
    tables = symmetries(state.board)
    smallest = {min(table[index] for table in tables) for index in state.board.cell}
    return [state.board.cell[index] for index in sorted(smallest)]


def _random_cells(state: State, rng: random.Random) -> str:
    """The cells of a start drawn at random."""
    cells = []
    for _ in range(knowledge_of(state.game).start_length):
        move = rng.choice(state.legal_moves())
        cells.append(move.target)
        state = state.play(move)
    return " ".join(cells)


def next_start(counts: Counts) -> str:
    """The start to play from next: the one played least of those that may be even."""
    candidates = [cells for cells in counts if _may_be_even(*counts[cells])]
    return min(candidates or counts, key=lambda cells: counts[cells][1])


def _may_be_even(wins: float, matches: int) -> bool:
    if matches < FIRST_MATCHES:
        return True
    chance = (wins + PRESUMED / 2) / (matches + PRESUMED)
    return abs(chance - 0.5) <= MAYBE_EVEN


def match(state: State, rng: random.Random) -> float:
    """What the side that moves after a start scores, which takes nothing over."""
    seat = state.to_move
    assert LEVEL.playouts is not None, "a level that counts its playouts"
    playouts = round(LEVEL.playouts * rng.uniform(LEAST_SHARE, 1.0))
    # A busy machine weakens nobody.
    level = replace(LEVEL, playouts=playouts, seconds=SECONDS)
    state = _after_opening(state, playouts, rng)
    players = [ComputerPlayer(level, rng), ComputerPlayer(level, rng)]
    while state.to_move is not None and state.ply < LONGEST:
        move = players[state.to_move].think(state).move
        state = state.play(move)
        for player in players:
            player.observe(state)
    winner = state.position().winner
    return 0.5 if winner is None else float(winner == seat)


def _after_opening(state: State, playouts: int, rng: random.Random) -> State:
    """The state after the first decisions, of which none takes the start over."""
    knowledge = knowledge_of(state.game)
    is_varied = state.game.slug not in UNVARIED
    for _ in range(1 if is_varied else VARIED_DECISIONS):
        position = state.position()
        search = Search(position, knowledge, rng, codes_beside_taking_over(position, knowledge))
        search.run(SECONDS, playouts)
        code = search.best()
        rivals = search.rivals()[:VARIED_CHOICES]
        if rivals and not is_varied:
            code = rng.choice(rivals)
        state = state.play(position.move(code))
    return state


def count(game: Game, options: dict[str, str], counts: Counts, minutes: float) -> None:
    """Play from the starts of a variant for some minutes."""
    rng = random.Random()
    start = game.start(**options)
    if not counts:
        counts |= dict.fromkeys(starts_of(start, rng), (0.0, 0))
    end = time.perf_counter() + 60 * minutes
    while time.perf_counter() < end:
        cells = next_start(counts)
        state = start
        for cell in cells.split():
            state = state.play(state.parse(cell))
        wins, matches = counts[cells]
        counts[cells] = wins + match(state, rng), matches + 1


def main(arguments: list[str]) -> int:
    """``MINUTES SLUG [option=value …]``: play, and write down what was counted."""
    try:
        if len(arguments) < 2:
            raise GameError("usage: python -m tools.starts MINUTES SLUG [option=value …]")
        game = get(arguments[1])
        if not knowledge_of(game).start_length:
            raise GameError("there is no start to look for")
        (options,) = variants(game, arguments[2:])
        path = FOLDER / f"{game.slug}.json"
        content: dict[str, Any] = {"how": [], "starts": {}}
        if path.exists():
            content = json.loads(path.read_text(encoding="utf-8"))
        counts = content["starts"].setdefault(" ".join(options.values()), {})
        count(game, options, counts, float(arguments[0]))
        if HOW not in content["how"]:
            content["how"].append(HOW)
        path.write_text(json.dumps(content, indent=1) + "\n", encoding="utf-8")
    except GameError as error:
        print(error, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
