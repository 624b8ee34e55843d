"""Text as players type it, read against a state: forgiving, with three answers and the reason for each."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Generic, NamedTuple, Protocol, Self, TypeVar

from ..lattice import Lattice
from .errors import GameError, IllegalMove, NotationError, Sentence, _, brief, either, ranked
from .moves import Move

MOST_CHARACTERS = 400
LONGEST = 16
"""More characters than any decision is written with, a space before its dash included."""
_DASHES = re.compile(r"\s*(?:-+>?|[‐‑‒–—―−→⇒>:/~]|\bto\b)\s*")
_SEPARATORS = re.compile(r"[\s,;.|+&]+")
_TOKEN = re.compile(r"(swap|pass)|(?:(x)|(-))?(\d{0,2}[a-z]\d{1,2})|(x)")
_CAPTURE = re.compile("[×✕✗]")


class Readable(Protocol):
    """What a text is read against: the part of a state that says which decisions may be made in it."""

    @property
    def board(self) -> Lattice: ...
    @property
    def to_move(self) -> int | None: ...
    def legal_moves(self) -> tuple[Move, ...]: ...
    def pieces(self) -> dict[str, tuple[int, ...]]: ...
    def objection(self, move: Move) -> Sentence: ...
    def play(self, move: Move) -> Self: ...


S = TypeVar("S", bound=Readable)


class Token(NamedTuple):
    """A cell, ``swap`` or ``pass``; ``mark`` is an ``x`` or dash before it, ``end`` where it stops in the text."""

    word: str
    mark: str
    end: int


class Reading(NamedTuple, Generic[S]):
    """What a player has typed, read as decisions of one turn.

    ``moves`` are the decisions read, ``state`` what they lead to. ``status`` is ``impossible`` (``sentence`` says
    why), ``partial`` (good so far) or ``complete``; ``following`` are the decisions that may come next, or that the
    unfinished last word may become. ``over`` tells that the turn is finished. ``states`` are, once it is complete,
    those after each of the decisions.
    """

    status: str
    moves: tuple[Move, ...]
    state: S
    following: tuple[Move, ...]
    over: bool
    sentence: Sentence | None = None
    states: tuple[S, ...] = ()


def normal(text: str) -> str:
    """``text`` in small letters with one kind of dash, capture mark and space. Raises NotationError when too long."""
    if len(text) > MOST_CHARACTERS:
        raise NotationError("that turn is too long; the limit is {most} characters", most=MOST_CHARACTERS)
    text = _CAPTURE.sub("x", text.lower().strip())
    text = _DASHES.sub("-", _SEPARATORS.sub(" ", text).strip())
    return text.strip(" `*_'\"“”()[]")


def exact(text: str) -> Move:
    """The decision that ``text``, the very notation of a move, stands for; on nonsense a move that no board has."""
    if text in ("swap", "pass"):
        return Move(text)
    if text.startswith("x"):
        return Move("remove", text[1:])
    source, dash, target = text.partition("-")
    return Move("step", target, source) if dash else Move("place", text)


def parse(state: Readable, text: str) -> Move:
    """The one legal decision that ``text`` means in ``state``. Raises NotationError or IllegalMove."""
    if (move := exact(text)) in state.legal_moves():
        return move
    reading = read(state, text)
    if reading.status == "complete" and len(reading.moves) == 1:
        return reading.moves[0]
    if reading.sentence is not None:
        raise _error(state, text)(reading.sentence)
    if reading.status == "complete":
        raise NotationError("“{text}” is more than one move", text=brief(text))
    raise NotationError(
        "“{text}” isn’t a complete move; did you mean {moves}?", text=brief(text), moves=_listed(reading.following)
    )


def read(state: S, text: str) -> Reading[S]:
    """``text`` read as decisions of the turn that ``state`` is in; never raises."""
    try:
        plain = normal(text)
        tokens = _tokens(plain)
    except NotationError as error:
        return Reading("impossible", (), state, (), False, error.sentence)
    if state.to_move is None:
        return Reading("impossible", (), state, (), True, Sentence("the match is over"))
    if not plain:
        return Reading("partial", (), state, state.legal_moves(), False)
    if tokens is not None:
        ways = list(_ways((state,), tokens, state.to_move))
        whole = {moves: states for moves, states, left in ways if not left}
        if len(whole) == 1:
            ((moves, states),) = whole.items()
            after = states[-1]
            over = after.to_move != state.to_move
            return Reading("complete", moves, after, () if over else after.legal_moves(), over, states=states[1:])
        if whole:
            texts = sorted(" ".join(map(str, moves)) for moves in whole)
            many = Sentence("“{text}” could mean {moves}", text=brief(text), moves=_either(texts))
            return Reading("partial", (), state, tuple(dict.fromkeys(moves[0] for moves in whole)), False, many)
    unfinished = _unfinished(state, plain)
    if unfinished is None:
        return _impossible(state, text, plain, tokens)
    if tokens and all(str(move)[len(tokens[-1].word) :][:1].isdigit() for move in unfinished.following):
        # ``g1`` may still become ``g10``; should it stay, this is what is wrong with it.
        why = _impossible(state, text, plain, tokens).sentence
        return unfinished._replace(sentence=why)
    return unfinished


def _tokens(plain: str) -> list[Token] | None:
    """The words of ``plain``; None if there is something in it that is none."""
    tokens = []
    at = 0
    mark = ""
    while at < len(plain):
        if plain[at] == " ":
            at += 1
            continue
        found = _TOKEN.match(plain, at)
        if found is None:
            return None
        at = found.end()
        word, taken, dash, cell, lone = found.groups()
        if lone:
            mark = "x"
            continue
        tokens.append(Token(word or cell, mark or taken or dash or "", at))
        mark = ""
    return None if mark else tokens


def _ways(
    states: tuple[S, ...], tokens: list[Token], seat: int | None, moves: tuple[Move, ...] = ()
) -> Iterator[tuple[tuple[Move, ...], tuple[S, ...], list[Token]]]:
    """Every way to read ``tokens`` as decisions of ``seat``, with what is left when no decision fits any more.

    ``states``: the one to begin with, then one after each decision.
    """
    state = states[-1]
    fits = _fitting(state, tokens) if tokens and state.to_move == seat else []
    if not fits:
        yield moves, states, tokens
    for move, used in fits:
        yield from _ways((*states, state.play(move)), tokens[used:], seat, (*moves, move))


def _fitting(state: Readable, tokens: list[Token]) -> list[tuple[Move, int]]:
    """Legal decisions that the first tokens can mean, with how many tokens each takes; exact ones before short ones."""
    legal = state.legal_moves()
    first = tokens[0]
    if first.word in ("swap", "pass"):
        return [(move, 1) for move in legal if move.kind == first.word]
    second = tokens[1] if len(tokens) > 1 else None
    fits = []
    if second is not None and not first.mark and second.mark != "x":
        fits += [
            (move, 2)
            for move in legal
            if move.kind == "step" and _same(first.word, move.source) and _same(second.word, move.target)
        ]
        if second.mark == "-":
            return fits
    if first.mark == "-":
        return fits
    kinds = ("remove",) if first.mark == "x" else ("place", "remove")
    ends = [(move, 1) for move in legal if move.kind in kinds and _same(first.word, move.target)]
    if not ends and not fits and not first.mark:
        # A step may be named by either of its ends alone, where only one has it.
        targets = [(move, 1) for move in legal if move.kind == "step" and _same(first.word, move.target)]
        sources = [(move, 1) for move in legal if move.kind == "step" and _same(first.word, move.source)]
        ends = targets if len(targets) == 1 and not sources else sources if len(sources) == 1 and not targets else []
    return fits + ends


def _same(word: str, cell: str) -> bool:
    """Whether a word names ``cell``; on a pyramid the level may be left out."""
    return word == cell or (cell[:1].isdigit() and word == cell.lstrip("0123456789"))


def _unfinished(state: S, plain: str) -> Reading[S] | None:
    """The reading of text whose last word is still being typed."""
    best = None
    least = max(0, len(plain) - LONGEST)
    for cut in (at for at in range(least, len(plain)) if not at or plain[at] == " " or plain[at - 1] == " "):
        head, tail = plain[:cut].strip(), plain[cut:].strip()
        tokens = _tokens(head)
        if tokens is None or not tail:
            continue
        for moves, states, left in _ways((state,), tokens, state.to_move):
            after = states[-1]
            if left or after.to_move != state.to_move:
                continue
            tail_dashed = tail.replace(" ", "-")
            following = tuple(
                move
                for move in after.legal_moves()
                if any(str(move).startswith(form) or str(move)[1:].startswith(form) for form in {tail, tail_dashed})
            )
            if following and (best is None or len(moves) >= len(best.moves)):
                best = Reading("partial", moves, after, following, False)
    return best


def _impossible(state: S, text: str, plain: str, tokens: list[Token] | None) -> Reading[S]:
    if tokens:
        moves, states, left = max(_ways((state,), tokens, state.to_move), key=lambda way: len(way[0]))
        after = states[-1]
        if moves and after.to_move != state.to_move:
            sentence = Sentence(
                "your turn ends after {moves}, so “{rest}” is too much",
                moves=" ".join(map(str, moves)),
                rest=_rest(plain, tokens, left),
            )
        else:
            sentence = _objection(after, left)
            if moves:
                sentence = Sentence("after {moves}: {why}", moves=" ".join(map(str, moves)), why=sentence)
        return Reading("impossible", moves, after, (), False, sentence)
    legal = state.legal_moves()
    sentence = Sentence("“{text}” isn’t a move; write it like {moves}", text=brief(text), moves=_listed(legal))
    return Reading("impossible", (), state, (), False, sentence)


def _objection(state: Readable, tokens: list[Token]) -> Sentence:
    """Why the decision that ``tokens`` start with is not legal, and which legal ones are nearest to it."""
    move = _meant(state, tokens)
    if move in state.legal_moves():
        # It is the dash before it that cannot be: there is nothing that it leads from.
        return Sentence("“{text}” isn’t a move; write it like {moves}", text=f"-{tokens[0].word}", moves=str(move))
    why = state.objection(move)
    near = _nearest(state, str(move))
    if not near:
        return why
    said = _("{why}; the nearest legal moves are {moves}") if len(near) > 1 else _("{why}; {moves} is legal")
    return Sentence(said, why=why, moves=_either(near))


def _meant(state: Readable, tokens: list[Token]) -> Move:
    """The decision that a player probably meant by ``tokens``, legal or not."""
    first = tokens[0]
    if first.word in ("swap", "pass"):
        return Move(first.word)
    kinds = {move.kind for move in state.legal_moves()}
    second = tokens[1] if len(tokens) > 1 else None
    if second is not None and second.mark != "x" and (second.mark == "-" or "step" in kinds):
        return Move("step", _on_board(state, second.word), _on_board(state, first.word))
    kind = "remove" if first.mark == "x" or kinds == {"remove"} else "place"
    return Move(kind, _on_board(state, first.word))


def _on_board(state: Readable, word: str) -> str:
    """The cell that ``word`` names; where its level was left out, the lowest one that is empty."""
    if word in state.board:
        return word
    cells = [cell for cell in state.board.cells if _same(word, cell)]
    pieces = state.pieces()
    return next((cell for cell in cells if cell not in pieces), cells[-1] if cells else word)


def _nearest(state: Readable, text: str, most: int = 3) -> list[str]:
    return ranked(text, [str(move) for move in state.legal_moves()])[:most]


def _error(state: Readable, text: str) -> type[GameError]:
    try:
        return IllegalMove if _tokens(normal(text)) else NotationError
    except NotationError:
        return NotationError


def _rest(plain: str, tokens: list[Token], left: list[Token]) -> str:
    start = tokens[len(tokens) - len(left) - 1].end if len(left) < len(tokens) else 0
    return brief(plain[start:].strip(" -"))


def _listed(moves: tuple[Move, ...], most: int = 3) -> Sentence | str:
    return _either([str(move) for move in moves[:most]])


def _either(texts: list[str], most: int = 4) -> Sentence | str:
    return either(texts[:most])
