"""Recorded readings of typed texts; ``python -m tests.games.core.readings`` writes them anew after a meant change."""

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import games
from games import GameError, State

FILE = Path(__file__).parents[2] / "data" / "readings.json"
SEED, STATES, TEXTS = 36, 48, 10
WORDS = ("swap", "pass", "to", "x", "-", "x x", "→", "z9", "b33", "1", "?", "×", "”")


def reading(state: State, text: str) -> dict[str, Any]:
    """All that a text is read as, in plain values."""
    read = state.read(text)
    try:
        parsed = str(state.parse(text))
    except GameError as error:
        parsed = f"{type(error).__name__}: {error}"
    return {
        "text": text,
        "status": read.status,
        "moves": " ".join(map(str, read.moves)),
        "following": " ".join(map(str, read.following[:8])),
        "more": len(read.following),
        "over": read.over,
        "sentence": None if read.sentence is None else str(read.sentence),
        "plies": [read.state.ply, *(after.ply for after in read.states)],
        "parsed": parsed,
    }


def texts(state: State, rng: random.Random) -> Iterator[str]:
    """Texts that are, nearly are, or begin legal decisions, or are nothing like them."""
    cells = [*state.board.cells, *(name for sites in state.board.features.values() for name in sites)]
    legal = [str(move) for move in state.legal_moves()] or ["c4"]
    for _ in range(TEXTS):
        parts = []
        for _ in range(rng.choice((1, 1, 1, 2, 2, 3))):
            one, other = rng.sample(cells, 2)
            bare = one.lstrip("0123456789")
            kinds = (rng.choice(legal), rng.choice(legal), one, f"{one}-{other}", f"x{one}", f"-{one}", bare)
            parts.append(rng.choice((*kinds, rng.choice(WORDS))))
        text = rng.choice((" ", "  ", ",", "-", " - ", "", ";")).join(parts)
        yield text[: rng.randrange(len(text) + 1)] if rng.random() < 0.3 else text


def recorded() -> list[dict[str, Any]]:
    """Positions, as options and moves, with their readings."""
    return json.loads(FILE.read_text(encoding="utf-8"))  # type: ignore[no-any-return]


def main() -> None:
    rng = random.Random(SEED)
    records = []
    for number in range(STATES):
        game = games.catalog()[number % len(games.catalog())]
        state = game.start(**{option.name: rng.choice(option.choices[:3]) for option in game.options})
        moves: list[str] = []
        for _ in range(rng.randrange(30)):
            if state.to_move is not None:
                moves.append(str(rng.choice(state.legal_moves())))
                state = state.play(state.parse(moves[-1]))
        readings = [reading(state, text) for text in texts(state, rng)]
        records.append({"game": game.slug, "options": state.options, "moves": " ".join(moves), "readings": readings})
    FILE.write_text(json.dumps(records, ensure_ascii=False, indent=0) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
