"""Moves as players type them: read forgivingly, and answered with a sentence where that fails."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from typing import Generic, NamedTuple, Protocol, Self, TypeVar
from unicodedata import category, name, normalize

from ..lattice import Lattice
from .errors import IllegalMove, NotationError, Sentence, brief, either, ranked
from .moves import SWAP, Move

MOST_CHARACTERS = 400
# In characters: more than any decision is written with, including a space before its dash.
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


def _points_right(sign: str) -> bool:
    words = name(sign, "")
    return "RIGHTWARDS" in words and "LEFTWARDS" not in words


_ARROW = "▶►▸▹▻›❯" + "".join(filter(_points_right, map(chr, chain(*_ARROW_BLOCKS))))
"""Signs that point to the right."""
_DASHES = re.compile(rf"\s*(?:[{_DASH}]+>?|=*>|[{_ARROW}:/]|\bto\b)\s*")
_SEPARATORS = re.compile(r"[\s,;.|+&、。・·•`„“”«»「」『』【】]+")
_CELL = r"x?\d{0,2}[a-z]\d"  # how a cell begins, or what is captured on it
_LOW_DASH = re.compile(rf"(?<=\d)(?:_+|\s+_+\s+)(?={_CELL})")
_ESCAPE = re.compile(r"\\(?=[^\sa-z\d])")
"""The sign that makes Discord show the next one as it is."""
_MARKUP = re.compile(r"\*\*|(?<!\S)[*_]+(?=\S)|(?<=\S)[*_]+(?!\S)")
"""Signs that make a word bold or italic on Discord, and those that make a part of one bold."""
_PRAISE = re.compile(r"(?<=[^\s!?#])(?:[!?]{1,2}|#|\s+[!?]{2}|\s+\$\d{1,3})(?![^\s,;.|)\]*_])")
"""A judgement behind a move, such as ``!?``; a single sign behind a blank asks something else."""
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
    """A word of a normal text: a cell, ``swap`` or ``pass``.

    ``mark`` is an ``x`` or dash before it, ``end`` the index after it in the text.
    """

    word: str
    mark: str
    end: int


class Reading(NamedTuple, Generic[S]):
    """A player's text as decisions of one turn.

    ``moves`` are the decisions read, ``state`` the one they lead to. ``status`` is ``impossible``
    (``sentence`` says why), ``partial`` (good so far) or ``complete``. ``following`` are the
    decisions that may come next, or that an unfinished last word may become. ``turn_is_over`` says
    that the turn is finished. Once complete, ``states`` has the state after each decision.
    """

    status: str
    moves: tuple[Move, ...]
    state: S
    following: tuple[Move, ...] = ()
    turn_is_over: bool = False
    sentence: Sentence | None = None
    states: tuple[S, ...] = ()


@dataclass(frozen=True, slots=True)
class _Interpretation(Generic[S]):
    """A way to read tokens as decisions of one turn.

    ``states`` begin before the first of ``moves``; ``rest`` are the tokens that are left.
    """

    moves: tuple[Move, ...]
    states: tuple[S, ...]
    rest: list[Token]


@dataclass(frozen=True, slots=True)
class _DecisionCandidate:
    """A legal decision that the first tokens can mean, and how many tokens it takes."""

    move: Move
    tokens: int


def normal(text: str, *, levels: bool = True) -> str:
    """``text`` in small letters of normal width, with one kind of dash, capture mark and space.

    Numbers of turns and praise are taken out. ``levels`` says whether cells may begin with a digit,
    as on a pyramid. Raises NotationError for a text that is too long.
    """
    _check_length(text)
    text = normalize("NFKC", text).replace(_VARIATION, "")
    text = "".join(sign for sign in text if category(sign) != _UNSEEN)
    _check_length(text)  # once more: one character may stand for eighteen
    text = _CAPTURE.sub("x", text.lower().strip())
    text = _ESCAPE.sub("", text)
    text = _PRAISE.sub("", text)
    text = _MARKUP.sub("", text)
    text = _TURN_NUMBER.sub("", text)
    if not levels:
        text = _TURN_NUMBER_ON_FLAT_BOARDS.sub("", text)
    text = _LOW_DASH.sub("-", text)
    text = _SEPARATORS.sub(" ", text).strip()
    text = _DASHES.sub("-", text)
    text = _TAKE_OVER.sub("swap", text)
    return text.strip(" `*_'\"“”()[]")


def _check_length(text: str) -> None:
    if len(text) > MOST_CHARACTERS:
        raise NotationError(
            "that turn is too long; the limit is {most} characters", most=MOST_CHARACTERS
        )


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
    if dash:
        return Move("step", target, source)
    return Move("place", text)


def parse(state: Readable, text: str) -> Move:
    """The one legal decision that ``text`` means in ``state``.

    Raises NotationError or IllegalMove.
    """
    move = exact(text)
    if move in state.legal_moves():
        return move
    reading = read(state, text)
    if reading.sentence is not None:
        if _names_a_move(state, text):
            raise IllegalMove(reading.sentence)
        raise NotationError(reading.sentence)
    if reading.status == "partial":
        moves = _examples(reading.following)
        raise NotationError(
            "“{text}” isn’t a complete move; did you mean {moves}?", text=brief(text), moves=moves
        )
    if len(reading.moves) > 1:
        raise NotationError("“{text}” is more than one move", text=brief(text))
    return reading.moves[0]


def _names_a_move(state: Readable, text: str) -> bool:
    """Whether ``text`` is written as moves are, legal or not."""
    try:
        return bool(_tokens(normal(text, levels=_has_levels(state))))
    except NotationError:
        return False


def read(state: S, text: str) -> Reading[S]:
    """``text`` read as decisions of the turn that ``state`` is in; never raises."""
    try:
        plain_text = normal(text, levels=_has_levels(state))
    except NotationError as error:
        return Reading("impossible", (), state, sentence=error.sentence)
    if state.to_move is None:
        sentence = Sentence("the match is over")
        return Reading("impossible", (), state, turn_is_over=True, sentence=sentence)
    if not plain_text:
        return Reading("partial", (), state, state.legal_moves())
    tokens = _tokens(plain_text)
    if tokens:
        whole_paths = {path.moves: path for path in _paths(state, tokens) if not path.rest}
        if len(whole_paths) > 1:
            return _ambiguous(state, text, list(whole_paths))
        if whole_paths:
            (path,) = whole_paths.values()
            return _complete(state, path)
    unfinished_moves = _unfinished(state, plain_text)
    if unfinished_moves is None:
        return _impossible(state, text, plain_text, tokens)
    if tokens and _all_longer(unfinished_moves.following, tokens[-1].word):
        # ``g1`` may still become ``g10``: the sentence is for a player who has finished typing.
        return unfinished_moves._replace(
            sentence=_impossible(state, text, plain_text, tokens).sentence
        )
    return unfinished_moves


def _ambiguous(state: S, text: str, lines: list[tuple[Move, ...]]) -> Reading[S]:
    """The reading of a text that could mean each of several lines of decisions."""
    texts = sorted(" ".join(map(str, moves)) for moves in lines)
    sentence = Sentence(
        "“{text}” could mean {moves}", text=brief(text), moves=either(texts[: MOST_LISTED + 1])
    )
    first_moves = tuple(dict.fromkeys(moves[0] for moves in lines))
    return Reading("partial", (), state, first_moves, sentence=sentence)


def _complete(state: S, path: _Interpretation[S]) -> Reading[S]:
    """The reading of a text that means exactly the decisions of ``path``."""
    end = path.states[-1]
    turn_is_over = end.to_move != state.to_move
    next_moves = () if turn_is_over else end.legal_moves()
    return Reading(
        "complete",
        path.moves,
        end,
        following=next_moves,
        turn_is_over=turn_is_over,
        states=path.states[1:],
    )


def _all_longer(moves: tuple[Move, ...], word: str) -> bool:
    """Whether another digit follows where each of ``moves`` has ``word``."""
    return all(str(move)[len(word) :][:1].isdigit() for move in moves)


def _tokens(plain_text: str) -> list[Token] | None:
    """The words of ``plain_text``; None if there is anything else in it."""
    tokens = _first_tokens(plain_text)
    if not plain_text or (tokens and tokens[-1].end == len(plain_text)):
        return tokens
    return None


def _first_tokens(plain_text: str) -> list[Token]:
    """The words with which ``plain_text`` begins, up to where there is anything else."""
    tokens: list[Token] = []
    match = _TOKEN.match(plain_text)
    while match is not None:
        captures, word, dash, cell = match.groups()
        mark = "x" if captures else dash or ""
        tokens.append(Token(word or cell, mark, match.end()))
        match = _TOKEN.match(plain_text, match.end())
    return tokens


def _paths(state: S, tokens: list[Token]) -> Iterator[_Interpretation[S]]:
    """Every way to read ``tokens`` as decisions of the turn that ``state`` is in."""
    return _paths_on(_Interpretation((), (state,), tokens), state.to_move)


def _paths_on(path: _Interpretation[S], seat: int | None) -> Iterator[_Interpretation[S]]:
    """Every way to read on where ``path`` ends, as decisions of ``seat``."""
    state = path.states[-1]
    candidates: list[_DecisionCandidate] = []
    if path.rest and state.to_move == seat:
        candidates = _candidates(state, path.rest)
    if not candidates:
        yield path
    for candidate in candidates:
        move = candidate.move
        longer = _Interpretation(
            moves=(*path.moves, move),
            states=(*path.states, state.after(move)),
            rest=path.rest[candidate.tokens :],
        )
        yield from _paths_on(longer, seat)


def _candidates(state: Readable, tokens: list[Token]) -> list[_DecisionCandidate]:
    """Legal decisions that the first tokens can mean; exact ones before short ones."""
    legal = state.legal_moves()
    first = tokens[0]
    if first.word in ("swap", "pass"):
        return [_DecisionCandidate(move, 1) for move in legal if move.kind == first.word]
    steps = [move for move in legal if move.kind == "step"]
    candidates: list[_DecisionCandidate] = []
    if len(tokens) > 1 and not first.mark and tokens[1].mark != "x":
        source = first.word
        target = tokens[1].word
        for move in steps:
            if _names(source, move.source) and _names(target, move.target):
                candidates.append(_DecisionCandidate(move, 2))
        if tokens[1].mark == "-":
            return candidates
    if first.mark == "-":
        return candidates
    kinds = ("remove",) if first.mark == "x" else ("place", "remove")
    other_moves = [move for move in legal if move.kind in kinds]
    on_cell = [move for move in other_moves if _names(first.word, move.target)]
    if not on_cell and not candidates and not first.mark:
        # A step may be named by one of its ends, if no other step has that cell.
        with_end = [
            move
            for move in steps
            if _names(first.word, move.target) or _names(first.word, move.source)
        ]
        if len(with_end) == 1:
            on_cell = with_end
    return candidates + [_DecisionCandidate(move, 1) for move in on_cell]


def _names(word: str, cell: str) -> bool:
    """Whether a word names ``cell``; on a pyramid the level may be left out."""
    return word == cell or (cell[:1].isdigit() and word == cell.lstrip("0123456789"))


def _unfinished(state: S, plain_text: str) -> Reading[S] | None:
    """The reading of text whose last word is still being typed."""
    best_reading: Reading[S] | None = None
    words = _first_tokens(plain_text)
    for start in range(max(0, len(plain_text) - LAST_WORD), len(plain_text)):
        tail = plain_text[start:].strip()
        if not tail or (start and " " not in plain_text[start - 1 : start + 1]):
            continue
        # No word goes on behind a blank, so those of what comes before it are the same.
        tokens = [word for word in words if word.end <= start]
        tokens_end = tokens[-1].end if tokens else 0
        if plain_text[tokens_end:start].strip():
            continue
        for path in _paths(state, tokens):
            end = path.states[-1]
            if path.rest or end.to_move != state.to_move:
                continue
            if best_reading is not None and len(path.moves) < len(best_reading.moves):
                continue
            next_moves = tuple(move for move in end.legal_moves() if _may_become(tail, move))
            if next_moves:
                best_reading = Reading("partial", path.moves, end, next_moves)
    return best_reading


def _may_become(tail: str, move: Move) -> bool:
    """Whether somebody who has typed ``tail`` may be about to write ``move``."""
    beginnings = (tail, tail.replace(" ", "-"))
    text = str(move)
    return (
        text.startswith(beginnings)
        or text[1:].startswith(beginnings)
        or _as_typed(move).startswith(tail)
    )


def _impossible(state: S, text: str, plain_text: str, tokens: list[Token] | None) -> Reading[S]:
    """The reading of a text that nothing can become of, with the reason."""
    if not tokens:
        moves = _examples(state.legal_moves())
        sentence = Sentence(
            "“{text}” isn’t a move; write it like {moves}", text=brief(text), moves=moves
        )
        return Reading("impossible", (), state, sentence=sentence)
    path = max(_paths(state, tokens), key=lambda path: len(path.moves))
    end = path.states[-1]
    moves = " ".join(map(str, path.moves))
    if path.moves and end.to_move != state.to_move:
        last_read = tokens[-len(path.rest) - 1]
        rest = brief(plain_text[last_read.end :].strip(" -"))
        sentence = Sentence(
            "your turn ends after {moves}, so “{rest}” is too much", moves=moves, rest=rest
        )
    else:
        sentence = _objection(end, path.rest)
        if path.moves:
            sentence = Sentence("after {moves}: {why}", moves=moves, why=sentence)
    return Reading("impossible", path.moves, end, sentence=sentence)


def _objection(state: Readable, tokens: list[Token]) -> Sentence:
    """Why the decision that ``tokens`` start with is not legal, with the nearest legal ones."""
    move = _probable_move(state, tokens)
    legal = state.legal_moves()
    if move in legal:
        # The dash before the cell is wrong: no cell comes before it.
        return Sentence(
            "“{text}” isn’t a move; write it like {moves}",
            text=f"-{tokens[0].word}",
            moves=_as_typed(move),
        )
    why = state.objection(move)
    texts = ranked(str(move), [_as_typed(other) for other in legal])[:MOST_LISTED]
    if not texts:
        return why
    if len(texts) == 1:
        return Sentence("{why}; {moves} is legal", why=why, moves=texts[0])
    return Sentence("{why}; the nearest legal moves are {moves}", why=why, moves=either(texts))


def _probable_move(state: Readable, tokens: list[Token]) -> Move:
    """The decision that a player probably meant by ``tokens``, legal or not."""
    first = tokens[0]
    if first.word in ("swap", "pass"):
        return Move(first.word)
    kinds = {move.kind for move in state.legal_moves()}
    cell = _cell_named(state, first.word)
    if len(tokens) > 1 and tokens[1].mark != "x" and (tokens[1].mark == "-" or "step" in kinds):
        return Move("step", _cell_named(state, tokens[1].word), cell)
    if first.mark == "x" or kinds == {"remove"}:
        return Move("remove", cell)
    return Move("place", cell)


def _cell_named(state: Readable, word: str) -> str:
    """The cell that ``word`` names; where its level was left out, the lowest one that is empty."""
    cells = [cell for cell in state.board.cells if _names(word, cell)]
    if not cells:
        return word
    pieces = state.pieces()
    return next((cell for cell in cells if cell not in pieces), cells[-1])


def _examples(moves: tuple[Move, ...]) -> Sentence | str:
    """The first few of ``moves`` as a player would type them."""
    return either([_as_typed(move) for move in moves[:MOST_LISTED]])


def _as_typed(move: Move) -> str:
    """A decision as players type it."""
    return "take over" if move == SWAP else str(move)
