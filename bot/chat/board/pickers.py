"""The buttons that a decision is chosen with, named as the cells are on the picture: for a move,
and for a puzzle.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

import render
from bot.chat.board.choosing import ChoicePage, MoveChoice, Moves, page, some_turns
from bot.chat.board.consequences import Consequence, consequence
from bot.chat.discord.components import Button, ButtonRow, button, row
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
    """A page of choices as it is shown.

    :param names: what cells are called on buttons and in the picture
    :param consequences: what the decisions on the page would do
    """

    state: State
    page: ChoicePage
    names: dict[str, str]
    consequences: dict[Move, Consequence]

    def consequence(self, choice: MoveChoice) -> Consequence:
        """What a choice would do, as far as the reader is to see it."""
        if choice.kind != "move":
            return NO_CONSEQUENCE
        return self.consequences.get(choice.moves[0], NO_CONSEQUENCE)

    @property
    def marks(self) -> render.Choices:
        """What the picture is to show of it."""
        areas = tuple(choice.cells for choice in self.page.choices if choice.kind == "area")
        captures = dict[str, None]()
        for effect in self.consequences.values():
            captures |= dict.fromkeys(effect.captures)
        seals = dict[str, None]()
        swaps = dict[tuple[str, ...], None]()
        if len(self.consequences) <= MOST_DRAWN:
            for effect in self.consequences.values():
                seals |= dict.fromkeys(effect.seals)
                if effect.swaps:
                    swaps[tuple(sorted(effect.swaps))] = None
        return render.Choices(
            self._named_cells(),
            areas,
            self.page.within,
            captures=tuple(captures),
            sealed=tuple(seals),
            swapped=tuple(swaps),
        )

    def _named_cells(self) -> tuple[render.Mark, ...]:
        """The cells that have names in the picture, and those of them on which a stone is taken."""
        marks = dict[str, render.Mark]()
        for choice in self.page.choices:
            if choice.kind == "area":
                continue
            takes = bool(self.consequence(choice).captures)
            for cell in choice.cells:
                is_taken = takes and cell == choice.moves[0].target
                marks.setdefault(cell, render.Mark(cell, self.names[cell], is_taken))
        return tuple(marks.values())


def picker(
    state: State, focus: str = "", *, flip: bool = False, only: Moves = (), signs: bool = True
) -> Picker:
    """The choices after a focus.

    :param flip: for a board that is turned half round
    :param only: the decisions to choose from, in place of all legal ones
    :param signs: with what each decision would do
    """
    choice_page = page(state, focus, only)
    if flip:
        choice_page = choice_page.turned()
    consequences = dict[Move, Consequence]()
    cells = dict[str, None]()  # in order
    for choice in choice_page.choices:
        if choice.kind == "move" and signs:
            move = choice.moves[0]
            consequences[move] = consequence(state, move)
        if choice.kind != "area":
            cells |= dict.fromkeys(choice.cells)
    if choice_page.within or render.names_fit(state.board):
        names = {cell: cell for cell in cells}
    else:
        names = {cell: str(number) for number, cell in enumerate(cells, 1)}
    return Picker(state, choice_page, names, consequences)


def offered(state: State, turns: Sequence[Moves], *, flip: bool = False) -> Picker:
    """Some turns to choose from in a state; nothing says what they would do."""
    choice_page = some_turns(state, turns)
    if flip:
        choice_page = choice_page.turned()
    names = {cell: cell for cell in state.board.cells}
    return Picker(state, choice_page, names, {})


def touched(state: State) -> Picker:
    """A page without cells for a board that is touched itself: the decisions that have none are
    left.
    """
    specials = tuple(move for move in state.legal_moves() if not move.target)
    return Picker(state, ChoicePage("", (), specials), {}, {})


def rows(t: Language, picker: Picker, press: Callable[[str], Press]) -> list[ButtonRow]:
    """Rows of buttons that a phone does not break, blue for whole decisions and grey for what leads
    to another page.
    """
    areas = iter(AREAS)
    buttons = list[Button]()
    for choice in picker.page.choices:
        if choice.kind == "area":
            label = t.label(texts.HINTS_OF, who=next(areas), n=len(choice.cells))
        else:
            label = _label(picker, choice)
        style = "primary" if choice.kind == "move" else "secondary"
        buttons.append(button(label, press(picker.page.after(choice)), style))
    lines = _lines(buttons)
    if len(lines) > MOST_ROWS:  # more than a message may have
        lines = [buttons[start : start + ROW] for start in range(0, len(buttons), ROW)]
    return list(filter(None, (row(*line) for line in lines)))


def _lines(buttons: Sequence[Button]) -> list[list[Button]]:
    """Buttons in rows for which a phone has room."""
    lines = [list[Button]()]
    row_width = 0.0
    for item in buttons:
        width = len(str(item["label"])) + EDGES
        if len(lines[-1]) == ROW or row_width + width > LETTERS:
            lines.append([])
            row_width = 0.0
        lines[-1].append(item)
        row_width += width
    return lines


def controls(t: Language, picker: Picker, press: Callable[[str], Press]) -> list[Button]:
    """Buttons for the decisions that need no cell, and for the page before."""
    state = picker.state
    buttons = list[Button]()
    for move in picker.page.specials:
        label = t.label(texts.OPTION_PASS)
        if move == SWAP:
            label = t.label(texts.OPTION_SWAP, cells=tuple(state.play(move).taken_over))
        buttons.append(button(label, press(f"m{move}"), "success"))
    if picker.page.focus:
        buttons.append(button(t.label(texts.PICK_BACK), press(picker.page.back)))
    return buttons


def question(t: Language, picker: Picker) -> Markup:
    """What the player is asked to do, and which part of it is chosen on this page where that takes
    several presses.
    """
    kinds = {choice.kind for choice in picker.page.choices}
    last_part = picker.page.focus.rpartition(".")[2]
    part = None
    if kinds == {"area"}:
        part = texts.PICK_AREA
    elif kinds == {"source"}:
        part = texts.PICK_FROM
    elif last_part.startswith("s"):
        part = texts.PICK_TO
    prompt = phrases.prompt(t, picker.state)
    if part is None:
        return prompt
    return Markup(f"{prompt}\n{t(texts.MEANS, meaning=t(part))}")


def legend(t: Language, picker: Picker | None) -> list[Markup]:
    """What areas beside cells and the signs on the buttons mean, a line each."""
    if picker is None:
        return []
    kinds = {choice.kind for choice in picker.page.choices}
    effects = picker.consequences.values()
    lines = list[Markup]()
    if "area" in kinds and len(kinds) > 1:
        lines.append(t(texts.PICK_AREAS))
    if any(effect.captures for effect in effects):
        lines.append(t(texts.PICK_SIGNS_TAKEN))
    if any(effect.seals for effect in effects):
        lines.append(t(texts.PICK_SIGNS_SEALED))
    return lines


def _label(picker: Picker, choice: MoveChoice) -> str:
    """A button's label: the cell or the step, behind the numbers that stand for it where names do
    not fit.
    """
    if choice.name:
        return choice.name
    cells = "-".join(choice.cells)
    names = "-".join(picker.names[cell] for cell in choice.cells)
    label = cells if cells == names else f"{names} · {cells}"
    return label + picker.consequence(choice).sign
