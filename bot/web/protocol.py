"""What the page's server sends: the one description of it.

The client's types are made of these classes (``python -m tools.page_types``), and the tests hold
what the server answers against them. Texts are in the member's language and plain: the page shows
them as text, and writes times such as ``<t:1790000000:R>`` itself.
"""

from typing import Any, Literal, NotRequired, TypeAlias, TypedDict

ButtonStyle: TypeAlias = Literal["primary", "success", "danger", "secondary"]
ActionGroup: TypeAlias = Literal[
    "answer", "withdraw", "ask", "claim", "end", "after", "resume", "team", "hear", "help", "other"
]
"""What an action is about: to answer a request, withdraw one's own, ask for something, claim
against an opponent who is gone, end the match, go on after it, go on after a pause, vote with one's
team, hear more or less of it, be helped.
"""


class Action(TypedDict):
    """Something a member can do now. ``POST api/act`` does it, given its ``press``.

    :param name: what kind of action it is, the same in all languages
    :param press: the custom id of the chat's button for it
    """

    name: str
    label: str
    press: str
    style: ButtonStyle
    group: ActionGroup


class Menu(TypedDict):
    """A choice among several; the chosen ``value`` is sent with its ``press``.

    :param value: what is chosen now; empty for nothing
    """

    label: str
    press: str
    value: str
    choices: "list[ChoiceView]"


class ChoiceView(TypedDict):
    """One of several things that can be chosen.

    :param needs: choices of other options, by name, with one set of which it is offered; without
        them it always is
    """

    value: str
    label: str
    description: NotRequired[str]
    needs: NotRequired[list[dict[str, str]]]


class SceneView(TypedDict):
    """A position as the page draws it, and the decisions that can be touched on it.

    :param back: the address of the board without its pieces, under ``api/back/``
    :param theme: the address of the theme
    :param look: the names of the theme and of where coordinates are
    :param items: what is drawn on the board, packed
    :param held: what stands on cells, in words
    :param moves: the decisions that can be made by touching cells: their text, or text, source and
        target
    :param leaves: whether a stone that is used leaves its cell
    :param does: by decision, the cells that it would take, swap and seal off
    :param stone: the mover's stone: its tone, glyph and shape
    """

    back: str
    theme: str
    flip: bool
    look: list[str]
    items: list[Any]
    held: list[Any]
    moves: list[Any]
    leaves: bool
    does: dict[str, Any]
    stone: list[str]


class ClockView(TypedDict):
    """A player's clock.

    :param deadline: unix seconds when the time of the turn is over; 0 where it does not run
    :param left: what is left in words where it does not run, such as a bank of time
    """

    deadline: int
    left: str


class Seat(TypedDict):
    """A player above or below the board.

    :param side: what their side is called
    :param look: the tone and glyph of their pieces
    :param stock: pieces that they still have to place; 0 where that is not counted
    :param me: whether it is the page's member
    :param count: their score in words; empty where the game counts none
    :param hints: how many hints of a handicap they have left, in words; empty without them
    :param on: whether they are to move, or have won
    """

    name: str
    side: str
    look: list[str]
    stock: int
    me: bool
    count: str
    hints: str
    on: bool
    clock: ClockView | None


class RequestView(TypedDict):
    """What is asked, in the strip above the board: by the opponent, or by the member."""

    kind: str
    text: str
    actions: list[Action]


class TurnView(TypedDict):
    """A turn that was played.

    :param ply: after how many decisions it ends
    """

    number: int
    mark: str
    moves: str
    ply: int


class ResultView(TypedDict):
    """How a match has ended: “You won”, why, and the final count."""

    title: str
    why: str
    count: str
    won: bool | None


class MatchView(SceneView):
    """A match as it is now, or as it was after ``ply`` of its ``last`` decisions.

    :param version: of the match, which every act names
    :param revision: changes with anything in it, the member's draft too
    :param whole: the drafted turn lacks only to be played
    :param instead: how many of the last drafted decisions one of ``moves`` would take the place of
    :param mine: whether the member is to move
    :param made: the drafted decisions
    :param undo: what the last of them is called; empty where there is none
    :param specials: decisions that touch no cell, and what they are called
    :param step: what is to be done now, in one line
    :param notes: further lines
    :param said: the position and what led to it, for screen readers
    :param aim: the aim of the variant in play
    :param terms: the variant and the clock in words
    :param played: what was played since the member's last turn
    :param ends: after how many decisions each turn ends, from 0 on
    :param following: the id of the match after this one, once a rematch was accepted; else 0
    :param tournament: in which it is played, where the member may see it
    """

    kind: Literal["match"]
    id: int
    version: int
    revision: int
    ply: int
    last: int
    ends: list[int]
    turns: list[TurnView]
    game: str
    game_name: str
    name: str
    title: str
    aim: str
    terms: str
    running: bool
    paused: bool
    rated: bool
    mine: bool
    whole: bool
    instead: int
    made: list[str]
    undo: str
    specials: list[list[str]]
    step: str
    notes: list[str]
    said: str
    played: list[str]
    seats: list[Seat]
    requests: list[RequestView]
    actions: list[Action]
    result: ResultView | None
    following: int
    tournament: "CardLink | None"
    can: "Can"
    tag: NotRequired[str]
    error: NotRequired[str]


class CardLink(TypedDict):
    """A card that can be opened.

    :param press: the custom id of the button that opens it
    """

    label: str
    press: str


class Can(TypedDict):
    """What the page offers beside the board.

    :param draw: a draw can be offered with the drafted turn
    :param sight: lines of sight can be drawn
    :param think: moves can be tried for both sides
    :param hint: the press that asks for a hint; empty where none can be asked for
    :param hint_again: it shows the hint that the member was given for this position
    :param analyse: the match can be analysed
    """

    draw: bool
    sight: bool
    think: bool
    hint: str
    hint_again: bool
    analyse: bool


class SmallMatch(TypedDict):
    """A match in a list.

    :param waits: whether it waits for the member
    :param scene: its board, of the first few
    """

    id: int
    name: str
    game: str
    who: str
    waits: bool
    status: str
    scene: SceneView | None


class Invitation(TypedDict):
    """A challenge: to the member, or their own open one.

    :param text: who challenges whom to what
    :param terms: variant, clock and side
    :param fair: whether the match is fair to both sides, what its handicap does, and which one
        would make it even; empty where nothing is known
    """

    text: str
    terms: str
    fair: str
    note: str
    actions: list[Action]


class AskedView(TypedDict):
    """Something asked in a match of the member."""

    match: int
    text: str
    actions: list[Action]


class GameCard(TypedDict):
    """A game to begin.

    :param aim: its aim in one sentence
    :param minutes: how long a match takes, in words
    :param difficulty: how hard it is to begin with, in words
    :param scene: its usual board
    """

    slug: str
    name: str
    aim: str
    minutes: str
    difficulty: str
    scene: SceneView
    computer: Action
    lessons: bool
    puzzles: bool


class OpponentView(TypedDict):
    """Somebody who can be challenged."""

    id: str
    name: str


class Found(TypedDict):
    """People of the server where the page was opened, found by their names.

    :param note: why some may not have been found; empty where all were looked through
    """

    kind: Literal["found"]
    people: list[OpponentView]
    note: str


class GameOption(TypedDict):
    """An option of a game, such as its board.

    :param meaning: what the choice means for a match
    :param value: what is chosen where nobody chooses
    """

    name: str
    label: str
    meaning: str
    value: str
    choices: list[ChoiceView]


class TermsView(TypedDict):
    """What can be chosen for a match of a game.

    :param level: of the computer, unless another is chosen
    :param hint: why nobody can be challenged here; empty where people can
    """

    kind: Literal["terms"]
    game: str
    options: list[GameOption]
    clocks: list[ChoiceView]
    sides: list[ChoiceView]
    levels: list[ChoiceView]
    level: str
    hint: str


class Home(TypedDict):
    """What the page begins with.

    :param open: whether people can be challenged from here: the page was opened in a place where
        a challenge can be posted
    :param menu: what else there is to see
    """

    kind: Literal["home"]
    challenges: list[Invitation]
    asked: list[AskedView]
    waiting: list[SmallMatch]
    running: list[SmallMatch]
    mine: list[Invitation]
    games: list[GameCard]
    opponents: list[OpponentView]
    open: bool
    menu: list[Action]
    tag: NotRequired[str]


class PictureView(TypedDict):
    """A picture in a card: a board that the page draws, or one that was drawn (``source``)."""

    scene: NotRequired[SceneView]
    source: NotRequired[str]
    alt: str


class Block(TypedDict):
    """A part of a card, in its order: a text of some lines, a picture, or what can be done.

    :param small: the lines are beside the point
    """

    lines: NotRequired[list[str]]
    small: NotRequired[bool]
    picture: NotRequired[PictureView]
    actions: NotRequired[list[Action]]
    menus: NotRequired[list[Menu]]


class CardView(TypedDict):
    """What the chat would answer: a lesson, a puzzle, a hint, a list.

    :param address: where the page can show it again; empty for what came of an act, which is not
        to be done again
    :param press: what is put before a decision on the board of a lesson or puzzle
    :param board: the board that can be touched, drawn large
    :param focus: cells that the text speaks of
    :param game: whose rules it is about; empty for none
    """

    kind: Literal["card"]
    title: str
    address: str
    press: str
    board: "CardBoard | None"
    blocks: list[Block]
    focus: list[str]
    said: str
    match: int
    game: str


class CardBoard(SceneView):
    """The board of a lesson or puzzle; ``moves`` is empty where nothing can be touched."""

    specials: list[list[str]]
    seats: list[Seat]


class FieldView(TypedDict):
    """A field of a form.

    :param type: a line, a box to write in, the record of a match, a menu, a whole number, a box to
        tick, a member of the server by their id, or several as Discord mentions them
    :param value: what stands in it already
    """

    name: str
    label: str
    type: Literal["line", "box", "record", "menu", "number", "check", "member", "members"]
    value: str
    example: str
    required: bool
    choices: list[ChoiceView]


class FormView(TypedDict):
    """A form that is sent with ``press``.

    :param first: how many of its fields are shown at once; the others seldom matter
    """

    kind: Literal["form"]
    title: str
    press: str
    fields: list[FieldView]
    first: int


class QuestionView(TypedDict):
    """Something that is asked before it is done."""

    kind: Literal["question"]
    lines: list[str]
    actions: list[Action]


class Word(TypedDict):
    """A sentence that says what was done."""

    kind: Literal["word"]
    text: str


class Farewell(TypedDict):
    """The last sentence for a member who has deleted their data: the page shows nothing else."""

    kind: Literal["farewell"]
    text: str


class Attachment(TypedDict):
    """A file to be kept.

    :param data: its content in base 64
    """

    name: str
    data: str


class Files(TypedDict):
    """Files to be kept, and what is said of them."""

    kind: Literal["files"]
    text: str
    files: list[Attachment]


class OpenedMatch(TypedDict):
    """A match that has begun, and is to be shown."""

    kind: Literal["open"]
    match: int


Answer: TypeAlias = CardView | FormView | QuestionView | Word | Farewell | Files | OpenedMatch
"""What ``POST api/act`` answers."""


class NodeView(TypedDict):
    """A decision that was tried.

    :param id: what the page calls it
    :param ply: after how many decisions of the match and the line it stands
    :param depth: how many decisions from the match it is
    :param planned: it is played if it comes to that
    :param noted: there is a note on the position after it
    """

    id: int | str
    parent: int | str
    ply: int
    depth: int
    mark: str
    move: str
    planned: bool
    noted: bool


class Thinkable(TypedDict):
    """What can be done at a position of the member's own lines."""

    plan: bool
    unplan: bool
    plans: bool
    remove: bool
    back: bool
    draft: bool
    shared: bool


class ThoughtView(SceneView):
    """A position that is tried: of the member's own lines, or of ``shared`` ones."""

    kind: Literal["thought"]
    match: int
    name: str
    game: str
    title: str
    spot: list[int | str]
    step: str
    notes: list[str]
    said: str
    specials: list[list[str]]
    seats: list[Seat]
    tree: list[NodeView]
    note: str
    shared: bool
    actions: list[Action]
    may: Thinkable
    can: Can


class Judgement(TypedDict):
    """A turning point: what was played, what was better, and why.

    :param ply: after how many decisions its turn begins
    :param before: the first side's chances before it, 0 to 1; ``after``: after it
    :param scene: the position after the better turn
    """

    ply: int
    number: int
    title: str
    why: list[str]
    before: float
    after: float
    played: list[str]
    better: list[str]
    scene: SceneView


class Chance(TypedDict):
    """The first side's chances after a turn, 0 to 1."""

    number: int
    ply: int
    mark: str
    moves: str
    chance: float


class AnalysisView(TypedDict):
    """A finished match gone over; ``share`` of the work is done.

    :param share: 1 where it is finished
    :param first: the player who moved first, with the mark of their side
    """

    kind: Literal["analysis"]
    match: int
    name: str
    game: str
    title: str
    share: float
    text: str
    first: str
    second: str
    chances: list[Chance]
    points: list[Judgement]
    actions: list[Action]


class RulesPicture(TypedDict):
    """A picture in the rules, and what stands below it."""

    scene: SceneView
    caption: str
    alt: str


class RulesSection(TypedDict):
    """A part of the rules. Words between asterisks are emphasised."""

    heading: str
    paragraphs: list[str]
    points: list[str]
    picture: RulesPicture | None


class Rules(TypedDict):
    """How a game is played."""

    kind: Literal["rules"]
    game: str
    name: str
    aim: str
    credit: str
    link: str
    sections: list[RulesSection]
    lessons: bool


class Spoken(TypedDict):
    """The words of the page, and what the member has set that it shows.

    :param themes: name and label of each
    """

    language: str
    words: dict[str, str]
    themes: list[list[str]]
    coordinates: list[list[str]]
    languages: list[list[str]]
    chosen: "ChosenSettings"


class SettingsView(Spoken):
    """What has changed of them since the page was opened."""

    kind: Literal["settings"]


class SessionView(Spoken):
    """What a page is told when it enters.

    :param token: says who asks, for some minutes; each answer may bring a new one
    :param to: the address that is shown first; empty: home
    """

    token: str
    to: str
    me: str
    home: NotRequired[Home]
    match: NotRequired[MatchView]
    blobs: dict[str, Any]


class ChosenSettings(TypedDict):
    """What the member has set that the page shows."""

    theme: str
    coordinates: str
    flip: bool
    language: str


SENT = (
    MatchView,
    Home,
    CardView,
    FormView,
    QuestionView,
    Word,
    Farewell,
    Files,
    OpenedMatch,
    TermsView,
    Found,
    ThoughtView,
    AnalysisView,
    Rules,
    SettingsView,
    SessionView,
)
"""The documents that the server answers with."""
