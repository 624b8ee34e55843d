"""``python -m render FILE``: a record, or a match of typed moves, drawn as a picture, an animation,
or both.
"""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from games import State
from games.players.consulting import parse_match
from games.records import load

from . import png, replay


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; 0 if all went well, 1 for what cannot be read or written, with one line on
    why.
    """
    parser = argparse.ArgumentParser(
        prog="python -m render", description="Draws a record of a match."
    )
    parser.add_argument(
        "file",
        type=Path,
        metavar="FILE",
        help="a record; - reads it from the standard input; or SLUG",
    )
    parser.add_argument(
        "words", nargs="*", metavar="WORD", help="after a SLUG: [option=value …] [MOVE …]"
    )
    parser.add_argument("--ply", type=int, metavar="N", help="stop after N decisions")
    parser.add_argument(
        "--picture", type=Path, metavar="PNG", help="write the last board as a picture"
    )
    parser.add_argument(
        "--animation", type=Path, metavar="GIF", help="write the match as an animation"
    )
    parser.add_argument(
        "--theme", default="wood", help="of the picture or animation (default: %(default)s)"
    )
    options = parser.parse_args(arguments)
    if not (options.picture or options.animation):
        parser.error("say what to write: --picture PNG, --animation GIF or both")
    try:
        states = _states(options)
        if options.picture:
            options.picture.write_bytes(png(states[-1], theme=options.theme))
        if options.animation:
            options.animation.write_bytes(replay(states, theme=options.theme))
    except ValueError as error:
        print(f"{options.file}: {' '.join(str(error).split())}", file=sys.stderr)
    except OSError as error:
        print(f"{error.filename}: {error.strerror}", file=sys.stderr)
    else:
        return 0
    return 1


def _states(options: argparse.Namespace) -> Sequence[State]:
    """The states of the record, or of the typed match where there is no such file.

    Raises ValueError, OSError.
    """
    file_name = str(options.file)
    looks_like_file = file_name == "-" or "." in file_name or "/" in file_name
    if options.words or not (looks_like_file or options.file.exists()):
        states = parse_match([file_name, *options.words])
        return states if options.ply is None else states[: options.ply + 1]
    return load(options.file).states(options.ply)


if __name__ == "__main__":
    sys.exit(main())
