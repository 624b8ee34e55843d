"""Text as players type it, read against a state: forgiving, and answered with a sentence where it
cannot be read.
"""

import re
from collections.abc import Iterator
from typing import Generic, NamedTuple, Protocol, Self, TypeVar
from unicodedata import category, name, normalize

from ..lattice import Lattice
from .errors import IllegalMove, NotationError, Sentence, _, brief, either, ranked
from .moves import SWAP, Move

MOST_CHARACTERS = 400
# characters: more than any decision is written with, including a space before its dash
LAST_WORD = 16
MOST_LISTED = 3  # decisions named in a sentence
_DASH = "-‐‑‒–—―−⁃֊᠆⸗⸺⸻─━〜〰ー~˗⎯⏤┄┅┈┉╌╍➖∼∽⁓"
_ARROW_BLOCKS = (
    range(0x2190, 0x2200),
    range(0x2794, 0x27BF),
    range(0x27F0, 0x2800),
    range(0x2900, 0x2980),
    range(0x2B00, 0x2C00),
    range(0x1F800, 0x1F900),
)
_ARROW = "▶►▸▹▻›❯" + "".join(
    chr(point)
    for block in _ARROW_BLOCKS
    for point in block
    if "RIGHTWARDS" in name(chr(point), "") and "LEFTWARDS" not in name(chr(point), "")
)
"""Signs that point to the right."""
_DASHES = re.compile(rf"\s*(?:[{_DASH}]+>?|=*>|[{_ARROW}:/]|\bto\b)\s*")
_SEPARATORS = re.compile(r"[\s,;.|+&、。・·•`„“”«»「」『』【】]+")
_CELL = r"x?\d{0,2}[a-z]\d"  # how a cell begins, or what is captured on it
_LOW_DASH = re.compile(rf"(?<=\d)(?:_+|\s+_+\s+)(?={_CELL})")
_ESCAPE = re.compile(r"\\(?=[^\sa-z\d])")
"""The sign by which Discord shows the next one as it is."""
_MARKUP = re.compile(r"\*\*|(?<!\S)[*_]+(?=\S)|(?<=\S)[*_]+(?!\S)")
"""Signs that Discord shows words in bold or italics by, around a word; in bold also around a part
of one.
"""
_PRAISE = re.compile(r"(?<=[^\s!?#])(?:[!?]{1,2}|#|\s+[!?]{2}|\s+\$\d{1,3})(?![^\s,;.|)\]*_])")
"""What a move is judged by behind it, such as ``!?``; one sign that stands alone is a question of
its own.
"""
_NUMBER = r"(?<![^\s,;|(])\d{1,4}\s*"
# how a decision begins that is written in full
_WORD_ON_PYRAMIDS = r"(?:x?\d{1,2}[a-z]\d|swap|pass|take)"
_TURN_NUMBER = re.compile(
    rf"{_NUMBER}(?:[.)、]+\s+|[.)、]+(?={_WORD_ON_PYRAMIDS})|:\s+|[{_DASH}]+\s+)(?=\S)"
)
_TURN_NUMBER_ON_FLAT_BOARDS = re.compile(rf"{_NUMBER}[.)、]+\s*(?=[a-z])")
"""The number of a turn before a move, where no cell begins with one."""
_VARIATION = "\ufe0f"  # shows an arrow as an emoji
# the category of characters without a shape, such as those that change the direction of writing
_UNSEEN = "Cf"
_TOKEN = re.compile(r" *((?:x *)*)(?:(swap|pass)|(-?)(\d{0,2}[a-z]\d{1,2}))")
# with the cells taken over, or without
_TAKE_OVER = re.compile(r"\btake ?over(?: \d{0,2}[a-z]?\d{0,2}(?= |$))*")
_CAPTURE = re.compile("[×✕✗]")


class Readable(Protocol):
    """What a text is read against: the part of a state that says which decisions are legal."""

    @property
    def board(self) -> Lattice: ...
    @property
    def to_move(self) -> int | None: ...
    def legal_moves(self) -> tuple[Move, ...]: ...
    def pieces(self) -> dict[str, tuple[int, ...]]: ...
    def objection(self, move: Move) -> Sentence: ...
    def after(self, move: Move) -> Self: ...


S = TypeVar("S", bound=Readable)


class Token(NamedTuple):
    """A cell, ``swap`` or ``pass``; ``mark`` is an ``x`` or dash before it, ``end`` the index after
    it in the text.
    """

    word: str
    mark: str
    end: int


class Reading(NamedTuple, Generic[S]):
    """A player's text as decisions of one turn.

    ``moves`` are the decisions read, ``state`` the one they lead to. ``status`` is ``impossible``
    (``sentence`` says why), ``partial`` (good so far) or ``complete``. ``following`` are the
    decisions that may come next, or that an unfinished last word may become. ``over``: the turn is
    finished. ``states``: once complete, the state after each decision.
    """

    status: str
    moves: tuple[Move, ...]
    state: S
    following: tuple[Move, ...] = ()
    over: bool = False
    sentence: Sentence | None = None
    states: tuple[S, ...] = ()


def normal(text: str, *, levels: bool = True) -> str:
    """``text`` in small letters of normal width with one kind of dash, capture mark, space, and no
    numbers of turns or praise.

    ``levels``: whether cells may begin with a digit, as on a pyramid. Raises NotationError.
    """
    if len(text) > MOST_CHARACTERS:
        raise NotationError(
            "that turn is too long; the limit is {most} characters", most=MOST_CHARACTERS
        )
    text = normalize("NFKC", text).replace(_VARIATION, "")
    text = "".join(sign for sign in text if category(sign) != _UNSEEN)
    if len(text) > MOST_CHARACTERS:  # one character may stand for eighteen
        raise NotationError(
            "that turn is too long; the limit is {most} characters", most=MOST_CHARACTERS
        )
    text = _CAPTURE.sub("x", text.lower().strip())
    text = _MARKUP.sub("", _PRAISE.sub("", _ESCAPE.sub("", text)))
    text = _TURN_NUMBER.sub("", text)
    if not levels:
        text = _TURN_NUMBER_ON_FLAT_BOARDS.sub("", text)
    text = _LOW_DASH.sub("-", text)
    text = _TAKE_OVER.sub("swap", _DASHES.sub("-", _SEPARATORS.sub(" ", text).strip()))
    return text.strip(" `*_'\"“”()[]")


def _has_levels(state: Readable) -> bool:
    """Whether the names of cells begin with the number of a level."""
    return state.board.cells[0][:1].isdigit()


def exact(text: str) -> Move:
    """The decision whose notation is ``text``; on nonsense a move with a cell that no board has."""
    if text in ("swap", "pass"):
        return Move(text)
    if text.startswith("x"):
        return Move("remove", text[1:])
    source, dash, target = text.partition("-")
    return Move("step", target, source) if dash else Move("place", text)


def parse(state: Readable, text: str) -> Move:
    """The one legal decision that ``text`` means in ``state``.

    Raises NotationError or IllegalMove.
    """
    move = exact(text)
    if move in state.legal_moves():
        return move
    reading = read(state, text)
    if reading.sentence is not None:
        try:
            readable = _tokens(normal(text, levels=_has_levels(state)))
        except NotationError:
            readable = None
        raise (IllegalMove if readable else NotationError)(reading.sentence)
    if reading.status == "partial":
        moves = _listed(reading.following)
        raise NotationError(
            "“{text}” isn’t a complete move; did you mean {moves}?", text=brief(text), moves=moves
        )
    if len(reading.moves) > 1:
        raise NotationError("“{text}” is more than one move", text=brief(text))
    return reading.moves[0]


def read(state: S, text: str) -> Reading[S]:
    """``text`` read as decisions of the turn that ``state`` is in; never raises."""
    try:
        plain = normal(text, levels=_has_levels(state))
    except NotationError as error:
        return Reading("impossible", (), state, sentence=error.sentence)
    if state.to_move is None:
        return Reading("impossible", (), state, over=True, sentence=Sentence("the match is over"))
    if not plain:
        return Reading("partial", (), state, state.legal_moves())
    tokens = _tokens(plain)
    if tokens:
        whole = {
            moves: states
            for moves, states, left in _ways((state,), tokens, state.to_move)
            if not left
        }
        if len(whole) > 1:
            texts = sorted(" ".join(map(str, moves)) for moves in whole)
            many = Sentence(
                "“{text}” could mean {moves}",
                text=brief(text),
                moves=either(texts[: MOST_LISTED + 1]),
            )
            return Reading(
                "partial",
                (),
                state,
                tuple(dict.fromkeys(moves[0] for moves in whole)),
                sentence=many,
            )
        if whole:
            ((moves, states),) = whole.items()
            after = states[-1]
            over = states[-1].to_move != state.to_move
            return Reading(
                "complete",
                moves,
                after,
                () if over else after.legal_moves(),
                over,
                states=states[1:],
            )
    unfinished = _unfinished(state, plain)
    if unfinished is None:
        return _impossible(state, text, plain, tokens)
    if tokens and all(
        str(move)[len(tokens[-1].word) :][:1].isdigit() for move in unfinished.following
    ):
        # ``g1`` may still become ``g10``: the sentence is for a player who has finished typing.
        return unfinished._replace(sentence=_impossible(state, text, plain, tokens).sentence)
    return unfinished


def _tokens(plain: str) -> list[Token] | None:
    """The words of ``plain``; None if there is anything else in it."""
    tokens = _first_tokens(plain)
    return tokens if not plain or (tokens and tokens[-1].end == len(plain)) else None


def _first_tokens(plain: str) -> list[Token]:
    """The words with which ``plain`` begins, up to where there is anything else."""
    tokens: list[Token] = []
    end = 0
    while (match := _TOKEN.match(plain, end)) is not None:
        captures, word, dash, cell = match.groups()
        end = match.end()
        tokens.append(Token(word or cell, "x" if captures else dash or "", end))
    return tokens


def _ways(
    states: tuple[S, ...], tokens: list[Token], seat: int | None, moves: tuple[Move, ...] = ()
) -> Iterator[tuple[tuple[Move, ...], tuple[S, ...], list[Token]]]:
    """Every reading of ``tokens`` as decisions of ``seat`` after ``states``, with the tokens that
    are left.
    """
    state = states[-1]
    fits = _fitting(state, tokens) if tokens and state.to_move == seat else []
    if not fits:
        yield moves, states, tokens
    for move, used in fits:
        yield from _ways((*states, state.after(move)), tokens[used:], seat, (*moves, move))


def _fitting(state: Readable, tokens: list[Token]) -> list[tuple[Move, int]]:
    """Legal decisions that the first tokens can mean, with how many tokens each takes; exact ones
    before short ones.
    """
    legal = state.legal_moves()
    first = tokens[0]
    second = tokens[1] if len(tokens) > 1 else None
    if first.word in ("swap", "pass"):
        return [(move, 1) for move in legal if move.kind == first.word]
    steps = [move for move in legal if move.kind == "step"]
    fits: list[tuple[Move, int]] = []
    if second is not None and not first.mark and second.mark != "x":
        fits = [
            (move, 2)
            for move in steps
            if _same(first.word, move.source) and _same(second.word, move.target)
        ]
        if second.mark == "-":
            return fits
    if first.mark == "-":
        return fits
    kinds = ("remove",) if first.mark == "x" else ("place", "remove")
    ends = [(move, 1) for move in legal if move.kind in kinds and _same(first.word, move.target)]
    if not ends and not fits and not first.mark:
        # A step may be named by one of its ends, if no other step has that cell.
        near = [
            (move, 1)
            for move in steps
            if _same(first.word, move.target) or _same(first.word, move.source)
        ]
        ends = near if len(near) == 1 else []
    return fits + ends


def _same(word: str, cell: str) -> bool:
    """Whether a word names ``cell``; on a pyramid the level may be left out."""
    return word == cell or (cell[:1].isdigit() and word == cell.lstrip("0123456789"))


def _unfinished(state: S, plain: str) -> Reading[S] | None:
    """The reading of text whose last word is still being typed."""
    best = None
    words = _first_tokens(plain)
    for start in range(max(0, len(plain) - LAST_WORD), len(plain)):
        tail = plain[start:].strip()
        if not tail or (start and " " not in plain[start - 1 : start + 1]):
            continue
        # No word goes on behind a blank, so those of what comes before it are the same.
        tokens = [word for word in words if word.end <= start]
        if plain[tokens[-1].end if tokens else 0 : start].strip():
            continue
        forms = (tail, tail.replace(" ", "-"))
        for moves, states, left in _ways((state,), tokens, state.to_move):
            after = states[-1]
            if (
                not left
                and after.to_move == state.to_move
                and (best is None or len(moves) >= len(best.moves))
            ):
                legal = after.legal_moves()
                following = tuple(
                    move
                    for move in legal
                    if str(move).startswith(forms)
                    or str(move)[1:].startswith(forms)
                    or _typed(move).startswith(tail)
                )
                if following:
                    best = Reading("partial", moves, after, following)
    return best


def _impossible(state: S, text: str, plain: str, tokens: list[Token] | None) -> Reading[S]:
    if not tokens:
        moves = _listed(state.legal_moves())
        why = Sentence(
            "“{text}” isn’t a move; write it like {moves}", text=brief(text), moves=moves
        )
        return Reading("impossible", (), state, sentence=why)
    played, states, left = max(_ways((state,), tokens, state.to_move), key=lambda way: len(way[0]))
    after = states[-1]
    made = " ".join(map(str, played))
    if played and after.to_move != state.to_move:
        rest = brief(plain[tokens[-len(left) - 1].end :].strip(" -"))
        why = Sentence(
            "your turn ends after {moves}, so “{rest}” is too much", moves=made, rest=rest
        )
    else:
        why = _objection(after, left)
        if played:
            why = Sentence("after {moves}: {why}", moves=made, why=why)
    return Reading("impossible", played, after, sentence=why)


def _objection(state: Readable, tokens: list[Token]) -> Sentence:
    """Why the decision that ``tokens`` start with is not legal, and which legal ones are nearest to
    it.
    """
    move = _meant(state, tokens)
    legal = state.legal_moves()
    if move in legal:
        # The dash before the cell is wrong: no cell comes before it.
        return Sentence(
            "“{text}” isn’t a move; write it like {moves}",
            text=f"-{tokens[0].word}",
            moves=_typed(move),
        )
    why = state.objection(move)
    near = ranked(str(move), [_typed(each) for each in legal])[:MOST_LISTED]
    if not near:
        return why
    said = (
        _("{why}; the nearest legal moves are {moves}")
        if len(near) > 1
        else _("{why}; {moves} is legal")
    )
    return Sentence(said, why=why, moves=either(near))


def _meant(state: Readable, tokens: list[Token]) -> Move:
    """The decision that a player probably meant by ``tokens``, legal or not."""
    first = tokens[0]
    if first.word in ("swap", "pass"):
        return Move(first.word)
    kinds = {move.kind for move in state.legal_moves()}
    if len(tokens) > 1 and tokens[1].mark != "x" and (tokens[1].mark == "-" or "step" in kinds):
        return Move("step", _on_board(state, tokens[1].word), _on_board(state, first.word))
    return Move(
        "remove" if first.mark == "x" or kinds == {"remove"} else "place",
        _on_board(state, first.word),
    )


def _on_board(state: Readable, word: str) -> str:
    """The cell that ``word`` names; where its level was left out, the lowest one that is empty."""
    cells = [cell for cell in state.board.cells if _same(word, cell)]
    pieces = state.pieces()
    return next((cell for cell in cells if cell not in pieces), cells[-1] if cells else word)


def _listed(moves: tuple[Move, ...]) -> Sentence | str:
    return either([_typed(move) for move in moves[:MOST_LISTED]])


def _typed(move: Move) -> str:
    """A decision as players type it."""
    return "take over" if move == SWAP else str(move)
