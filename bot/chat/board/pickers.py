"""The buttons that a decision is chosen with, named as the cells are on the picture: for a move,
and for a puzzle.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

import render
from bot.chat.board.choosing import Choice, ChoicePage, Moves, page, some_turns
from bot.chat.board.consequences import Consequence, consequence
from bot.chat.discord.components import Button, Row, button, row
from bot.chat.discord.press import Press
from bot.chat.language import phrases, texts
from bot.chat.language.i18n import Language, Markup
from games.core import SWAP, Move, State
from render.choices import AREAS

ROW = 5
# what a row has room for on a phone 390 px wide; what a button takes beside its label
LETTERS = 31.4
EDGES = 3.6
MOST_ROWS = 6
NO_CONSEQUENCE = Consequence()
# of more decisions than these, the picture does not show what they would swap: it would be too
# crowded
MOST_DRAWN = 8


class Picker(NamedTuple):
    """A page of choices as it is shown: what cells are called, and what the decisions on it would
    do.
    """

    state: State
    page: ChoicePage
    names: dict[str, str]
    does: dict[Move, Consequence]

    @property
    def marks(self) -> render.Choices:
        """What the picture is to show of it."""
        named: dict[str, render.Mark] = {}
        for choice in self.page.choices:
            takes = choice.kind == "move" and bool(
                self.does.get(choice.moves[0], NO_CONSEQUENCE).taken
            )
            for cell in choice.cells if choice.kind != "area" else ():
                mark = render.Mark(cell, self.names[cell], takes and cell == choice.moves[0].target)
                named.setdefault(cell, mark)
        done = self.does.values()
        few = done if len(self.does) <= MOST_DRAWN else ()
        return render.Choices(
            tuple(named.values()),
            tuple(choice.cells for choice in self.page.choices if choice.kind == "area"),
            self.page.within,
            taken=tuple(dict.fromkeys(cell for effect in done for cell in effect.taken)),
            sealed=tuple(dict.fromkeys(cell for effect in few for cell in effect.sealed)),
            swapped=tuple(
                dict.fromkeys(tuple(sorted(effect.swapped)) for effect in few if effect.swapped)
            ),
        )


def picker(
    state: State, focus: str = "", *, flip: bool = False, only: Moves = (), signs: bool = True
) -> Picker:
    """The choices after a focus, turned half round (``flip``), of ``only`` some; ``signs``: with
    what each would do.
    """
    shown = page(state, focus, only)
    if flip:
        shown = shown.turned()
    made = [choice.moves[0] for choice in shown.choices if choice.kind == "move" and signs]
    does = {move: consequence(state, move) for move in made}
    cells = dict.fromkeys(
        cell for choice in shown.choices if choice.kind != "area" for cell in choice.cells
    )
    fit = bool(shown.within) or render.names_fit(state.board)
    names = {cell: cell if fit else str(number) for number, cell in enumerate(cells, 1)}
    return Picker(state, shown, names, does)


def offered(state: State, turns: Sequence[Moves], *, flip: bool = False) -> Picker:
    """Some turns to choose from in a state; nothing says what they would do."""
    shown = some_turns(state, turns)
    return Picker(
        state, shown.turned() if flip else shown, {cell: cell for cell in state.board.cells}, {}
    )


def touched(state: State) -> Picker:
    """A page without cells for a board that is touched itself: the decisions that have none are
    left.
    """
    return Picker(
        state,
        ChoicePage("", (), tuple(move for move in state.legal_moves() if not move.target)),
        {},
        {},
    )


def rows(t: Language, shown: Picker, press: Callable[[str], Press]) -> list[Row]:
    """Rows of buttons that a phone does not break, blue for whole decisions and grey for what leads
    to another page.
    """
    areas = iter(AREAS)
    buttons = []
    for choice in shown.page.choices:
        area = choice.kind == "area"
        label = (
            t.label(texts.HINTS_OF, who=next(areas), n=len(choice.cells))
            if area
            else _label(shown, choice)
        )
        style = "primary" if choice.kind == "move" else "secondary"
        buttons.append(button(label, press(shown.page.after(choice)), style))
    parts = [list[Button]()]
    for part in buttons:
        if (
            len(parts[-1]) == ROW
            or sum(len(str(other["label"])) + EDGES for other in (*parts[-1], part)) > LETTERS
        ):
            parts.append([])
        parts[-1].append(part)
    if len(parts) > MOST_ROWS:  # more than a message may have
        parts = [buttons[start : start + ROW] for start in range(0, len(buttons), ROW)]
    return list(filter(None, (row(*part) for part in parts)))


def controls(t: Language, shown: Picker, press: Callable[[str], Press]) -> list[Button]:
    """Buttons for the decisions that need no cell, and for the page before."""
    state = shown.state
    specials = list[Button]()
    for move in shown.page.specials:
        cells = tuple(state.play(move).taken_over)
        label = (
            t.label(texts.OPTION_SWAP, cells=cells) if move == SWAP else t.label(texts.OPTION_PASS)
        )
        specials.append(button(label, press(f"m{move}"), "success"))
    back = [button(t.label(texts.PICK_BACK), press(shown.page.back))] if shown.page.focus else []
    return specials + back


def question(t: Language, shown: Picker) -> Markup:
    """What the player is asked to do, and which part of it is chosen on this page where that takes
    several presses.
    """
    kinds = {choice.kind for choice in shown.page.choices}
    last = shown.page.focus.rpartition(".")[2]
    part = None
    if kinds == {"area"}:
        part = texts.PICK_AREA
    elif kinds == {"source"}:
        part = texts.PICK_FROM
    elif last.startswith("s"):
        part = texts.PICK_TO
    asked = phrases.prompt(t, shown.state)
    return asked if part is None else Markup(f"{asked}\n{t(texts.MEANS, meaning=t(part))}")


def legend(t: Language, shown: Picker | None) -> list[Markup]:
    """What areas beside cells and the signs on the buttons mean, a line each."""
    if shown is None:
        return []
    kinds = {choice.kind for choice in shown.page.choices}
    done = shown.does.values()
    meanings = {
        texts.PICK_AREAS: "area" in kinds and len(kinds) > 1,
        texts.PICK_SIGNS_TAKEN: any(effect.taken for effect in done),
        texts.PICK_SIGNS_SEALED: any(effect.sealed for effect in done),
    }
    return [t(meaning) for meaning, shows in meanings.items() if shows]


def _label(shown: Picker, choice: Choice) -> str:
    """A button's label: the cell or the step, behind the numbers that stand for it where names do
    not fit.
    """
    name, short = (
        "-".join(cells) for cells in (choice.cells, [shown.names[cell] for cell in choice.cells])
    )
    sign = shown.does.get(choice.moves[0], NO_CONSEQUENCE).sign if choice.kind == "move" else ""
    return choice.name or (name if name == short else f"{short} · {name}") + sign
