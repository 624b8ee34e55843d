"""How matches, players, turns and endings are put into words."""

import re
from collections.abc import Iterable, Iterator, Mapping
from datetime import date, datetime, timedelta
from typing import Protocol
from zoneinfo import ZoneInfo

import games
from bot.chat.language import endings, texts
from bot.chat.language.i18n import (
    Language,
    Markup,
    bold,
    capitalised,
    mention,
    moment,
    one_line,
    plain,
)
from bot.chat.language.sides import looks
from bot.domain import variants
from bot.domain.clocks import DAY, Clock
from bot.domain.matches.history import Turn, follow
from bot.domain.matches.lists.summary import Summary
from bot.domain.matches.match import Match
from bot.domain.opponent import level_name
from bot.domain.ratings.numbers import BoardNumbers
from bot.domain.values import COMPUTER, HIDDEN, NOBODY, TEAMS, WORLD
from games import saying
from games.core import (
    PASS,
    SWAP,
    Game,
    GameError,
    Handicap,
    Sentence,
    State,
    first_of,
)
from games.teaching import MARKS


class GameTerms(Protocol):
    """What is played and on what terms: a match, a challenge, a tournament."""

    @property
    def game(self) -> Game: ...
    @property
    def options(self) -> Mapping[str, str]: ...
    @property
    def clock(self) -> Clock: ...
    @property
    def rated(self) -> bool: ...


# hours at which the parts of a day begin, the morning first
NIGHT_ENDS = 5
AFTERNOON = 12
EVENING = 18
NIGHT = 22
NAMED = {COMPUTER: texts.COMPUTER, NOBODY: texts.NOBODY}
TURN_LINES = {
    "played": texts.PLAYED,
    "prepared": texts.PLAYED_PREPARED,
}
THEN_PASSED = {
    "played": texts.PLAYED_THEN_PASSED,
    "prepared": texts.PREPARED_THEN_PASSED,
}
"""Of turns whose last decision is a pass."""
MOST_THREATS = 8  # how many cells in danger are named
SMALL_PRINT = "-# "  # begins a line in small print
LONGEST_NAME = 40  # characters of a player's name


def who(t: Language, user: int) -> Markup:
    """A player as a mention, or by name, or what stands in their place."""
    if user in NAMED:
        return t(NAMED[user])
    if user < TEAMS:
        template = texts.TEAM_ELSEWHERE if user in t.names else texts.TEAM_NAME
        return t(template, number=TEAMS - user)
    if user in t.names:
        return plain(named(t, user, t.names[user]), LONGEST_NAME)
    return mention(user)


def player(t: Language, match: Match, seat: int, ply: int | None = None) -> Markup:
    """A player of a match; those of an imported one are known by name only.

    :param ply: who made the decision after that many; those that a match began with only tell the
        side
    """
    if ply is not None and ply < match.history.given:
        return plain(seat_name(t, match.game, seat))
    if match.imported is not None:
        return plain(match.names[seat], LONGEST_NAME)
    return who(t, match.seats[seat])


def names_of(matches: Iterable[Match | Summary], reader: int | None, scope: int) -> dict[int, str]:
    """Whom a message about matches calls by name: in private all but its ``reader``; in a server
    (None) those of others, who play against its members.

    Teams are not in it but those of the other server.
    """
    names = dict[int, str]()
    for match in matches:
        for user, name, home in zip(match.seats, match.names, match.servers, strict=True):
            if reader is not None and user >= TEAMS:
                is_named = user != reader
            elif match.scope == WORLD and home != scope:
                is_named = user > TEAMS or scope in match.servers
            else:
                is_named = False
            if is_named:
                names[user] = name
    return names


def names_for(reader: int | None, people: Iterable[tuple[int, str]]) -> dict[int, str]:
    """Whom a message calls by name: in private all but its ``reader``, in a server (None)
    nobody.
    """
    if reader is None:
        return {}
    return {user: name for user, name in people if user != reader}


def called(t: Language, user: int | None, sentence: str) -> str:
    """A sentence to the member that a post pings, if any."""
    if user is None:
        return opened(t, sentence)
    return t(texts.CALLED, who=who(t, user), said=Markup(sentence))


def opened(t: Language, line: str) -> str:
    """A line as it begins: with a capital, but for members' names, and a team that it speaks to
    without its article.
    """
    words = line.removeprefix(SMALL_PRINT)
    small_print = line[: len(line) - len(words)]
    words = re.sub(r"^(?:el |a |l’)(?=[eé]quip[eo] \d+,)", "", words)
    names = tuple(name for name in t.names.values() if name not in ("", HIDDEN))
    if not words.startswith(names):
        words = capitalised(words)
    return small_print + words


def pinged(t: Language, users: Iterable[int]) -> Markup:
    """Those whom a post pings, as it begins."""
    names = [who(t, user) for user in users]
    if len(names) < 2:
        return t.listed(names)
    return t(texts.PINGED, some=t.listed(names[:-1]), last=names[-1])


def named(t: Language, user: int, name: str) -> str:
    """A player by name, for buttons and options, where mentions are not shown."""
    if user < TEAMS:
        return t.label(texts.TEAM_NAME, number=TEAMS - user)
    if user in NAMED:
        return t.label(NAMED[user])
    if name == HIDDEN:
        name = t.label(HIDDEN)
    return one_line(name, LONGEST_NAME)


def mark(game: Game, seat: int) -> str:
    """The sign of a seat's stones."""
    return looks(game.seats)[seat].mark


def seat_name(t: Language, game: Game, seat: int) -> str:
    """What the side of a seat is called."""
    name = game.seats[seat]
    return t(texts.SEATS[name]) if name in texts.SEATS else name


def colour(game: Game, seat: int | None) -> int | None:
    """The colour of a seat's cards."""
    return None if seat is None else looks(game.seats)[seat].colour


def written(
    t: Language,
    decisions: Iterable[object],
    start: State | None = None,
    earlier: Iterable[object] = (),
) -> str:
    """Decisions as they are written on buttons: as they may be typed, taking over and passing in
    words.

    :param start: the state in which ``earlier`` decisions and then they were made; it tells what is
        taken over
    """
    words = _words(t, decisions, start, earlier)
    for index, word in enumerate(words):
        if word == str(PASS):
            words[index] = t.label(texts.OPTION_PASS).lower()
    return " ".join(words)


def in_list(
    t: Language,
    decisions: Iterable[object],
    start: State | None = None,
    earlier: Iterable[object] = (),
) -> str:
    """Decisions as they are told in posts and lists: as ``written``, but passes are called forced,
    as nobody may pass who has another move.
    """
    words = _words(t, decisions, start, earlier)
    for index, word in enumerate(words):
        if word == str(PASS):
            words[index] = t.label(texts.FORCED_PASS)
    return " ".join(words)


def _words(
    t: Language, decisions: Iterable[object], start: State | None, earlier: Iterable[object]
) -> list[str]:
    """Decisions as text, taking over in words."""
    words = list(map(str, decisions))
    if str(SWAP) in words:
        index = words.index(str(SWAP))
        cells = _taken_over(start, [*map(str, earlier), *words[: index + 1]])
        words[index] = t.label(texts.TAKE_OVER, cells=cells).strip()
    return words


def _taken_over(start: State | None, decisions: list[str]) -> tuple[str, ...]:
    """The cells that the last decision takes over; none where they were not made in ``start``."""
    if start is None:
        return ()
    try:
        return tuple(follow(start, decisions)[-1].taken_over)
    except GameError:
        return ()


def moves(t: Language, decisions: Iterable[object], start: State | None = None) -> Markup:
    """Decisions as they are written in posts.

    :param start: the state in which they were made
    """
    return bold(in_list(t, decisions, start))


def line(t: Language, decisions: str) -> Markup:
    """Turns as text, parted by dashes, as they are written in posts."""
    turns = [in_list(t, turn.split()) for turn in decisions.split(" – ")]
    return bold(" – ".join(turns))


def prompt(t: Language, state: State) -> Markup:
    """What the side to move is asked to do, as which step of the turn, and what to know of it, a
    line each.
    """
    instructions = saying.prompt(state)
    asks = instructions.asks
    if instructions.steps is not None and instructions.steps > 1:
        asks = Sentence(texts.STEP, n=instructions.number, of=instructions.steps, asks=asks)
    lines = [t.as_sentence(asks)]
    for reason in instructions.notes:
        lines.append(t(texts.MEANS, meaning=t.as_sentence(reason)))
    return Markup("\n".join(lines))


def took_over(match: Match) -> tuple[str, ...]:
    """The cells whose pieces the second player of a match has taken over."""
    swap = match.history.decisions.index(str(SWAP))
    return tuple(match.history.until(swap + 1).state.taken_over)


def variant(t: Language, match: GameTerms, *, capital: bool = False) -> str:
    """The options of a match: ``8x8, double turns``.

    :param capital: at the start of a line
    """
    name = variants.text(match.game, match.options, t.say)
    return capitalised(name) if capital else name


def handicap(t: Language, choice: Handicap) -> Markup:
    """A handicap without its side: ``2 extra turns``."""
    names = texts.EXTRA_TURNS if choice.kind == "turns" else texts.HINTS_GRANTED
    return t.count(*names, choice.count)


def parse_options(t: Language, slug: str, variant: str, handicap: str) -> dict[str, str]:
    """The options of a match by a variant and a handicap that a member has typed in their language.

    Raises GameError.
    """
    game = games.get(slug)
    options = variants.parse(game, english_variant(t, slug, variant))
    if not handicap.strip():
        return options
    choice = variants.handicap(game, handicap, t.say)
    return variants.with_handicap(game, options, choice)


def english_variant(t: Language, slug: str, text: str) -> str:
    """Options that a member has typed in their language, as the match service reads them."""
    try:
        return variants.canonical(games.get(slug), text, t.say)
    except GameError:
        return text


def clock(t: Language, terms: Clock) -> str:
    """A clock: ``3 days a turn, weekends off``."""
    if not terms:
        return t(texts.NO_CLOCK)
    if terms.per_turn:
        text = t(texts.CLOCK_TURN, span=span(t, terms.per_turn))
    else:
        text = t(texts.CLOCK_BANK, bank=span(t, terms.bank), increment=span(t, terms.increment))
    return t(texts.CLOCK_WEEKENDS, clock=text) if terms.weekends_off else text


def clock_terms(t: Language, terms: Clock) -> str:
    """A clock with the most that a bank may hold, for those who agree to it."""
    text = clock(t, terms)
    if not terms.bank:
        return text
    return t(texts.CLOCK_CEILING, clock=text, ceiling=span(t, terms.ceiling))


def takeback_floor(t: Language, terms: Clock) -> str | None:
    """What a takeback does to the banks, and the least that it leaves; None without banks."""
    if not terms.bank:
        return None
    return t(texts.CLOCK_FLOOR, floor=span(t, terms.floor))


def span(t: Language, seconds: float) -> Markup:
    """A time such as ``1 day 12 hours``, to the minute."""
    minutes = int(seconds) // 60
    units = (
        (texts.DAYS, minutes // 1440),
        (texts.HOURS, minutes // 60 % 24),
        (texts.MINUTES, minutes % 60),
    )
    parts = [t.count(*names, number) for names, number in units if number]
    if not parts:
        return t.count(*texts.HOURS, 0)
    return Markup(" ".join(parts))


def banks(t: Language, match: Match) -> str | None:
    """What is left to each player of the time for the whole match; None where it is not counted
    so.
    """
    if match.banks is None or match.status != "running":
        return None
    first, second = match.banks
    return t(
        texts.TIME_LEFT,
        mark0=mark(match.game, 0),
        left0=bank(t, first),
        mark1=mark(match.game, 1),
        left1=bank(t, second),
    )


def bank(t: Language, seconds: float) -> Markup:
    """What is left in a bank, of more than a day to the hour."""
    if seconds >= DAY:
        seconds = round(seconds / 3600) * 3600
    return span(t, seconds)


def board_numbers(t: Language, numbers: BoardNumbers) -> Markup:
    """What finished matches say of a board, in one line."""
    lowest, highest = numbers.interval
    line = t(
        texts.BOARD_NUMBERS,
        matches=t.count(*texts.MATCHES_PLAYED, numbers.matches),
        side=seat_name(t, games.get(numbers.game), 0),
        share=_percent(numbers.share),
        least=_percent(lowest),
        most=_percent(highest),
        drawn=_percent(numbers.draws / numbers.matches),
        turns=t.count(*texts.TURNS, round(numbers.turns / numbers.matches)),
    )
    if not numbers.swaps:
        return line
    takeovers = t(texts.BOARD_TAKEN, taken=_percent(numbers.swaps / numbers.matches))
    return Markup(f"{line} · {takeovers}")


def _percent(share: float) -> str:
    """A share in whole hundredths."""
    return f"{100 * share:.0f}"


def remarks(t: Language, item: GameTerms, explore: bool = True) -> str:
    """What is added to terms: that it counts for ratings, and that no lines may be tried on a
    board.
    """
    remarks = ""
    if item.rated:
        remarks += f" · {t(texts.RATED)}"
    if not explore:
        remarks += f" · {t(texts.NO_EXPLORING)}"
    return remarks


def turn_lines(
    t: Language, match: Match, turns: Iterable[Turn], last: int | None = None
) -> list[str]:
    """What was played, a line for each turn.

    :param last: turns are numbered ``9/12`` of so many
    """
    return [_turn_line(t, match, turn, last) for turn in turns if turn.how != "given"]


def _turn_line(t: Language, match: Match, turn: Turn, last: int | None) -> str:
    values = {
        "turn": str(turn.number) if last is None else f"{turn.number}/{last}",
        "mark": mark(match.game, turn.seat),
        "who": player(t, match, turn.seat),
    }
    if turn.decisions == (str(SWAP),):
        side = seat_name(t, match.game, turn.seat)
        return t(texts.TOOK_OVER, cells=took_over(match), side=side, **values)
    chosen_decisions = [decision for decision in turn.decisions if decision != str(PASS)]
    if not chosen_decisions:
        return t(texts.PASSED, **values)
    templates = THEN_PASSED if turn.decisions[-1] == str(PASS) else TURN_LINES
    return t(templates[turn.how], moves=moves(t, chosen_decisions), **values)


def title(t: Language, match: Match) -> str:
    """The heading of a match's posts."""
    if match.status == "running":
        return t(texts.TITLE, game=match.game.name, match=match.name)
    turns = t.count(*texts.TURNS, match.state.turns)
    template = texts.TITLE_SHELVED if match.reason == "adjourned" else texts.TITLE_OVER
    return t(template, game=match.game.name, match=match.name, turns=turns)


def players(t: Language, match: Match) -> str:
    """Who plays with which stones, and how strong the computer is; of a match from a record, who
    has brought that.
    """
    line = t(
        texts.PLAYERS,
        mark0=mark(match.game, 0),
        who0=_player_and_level(t, match, 0),
        mark1=mark(match.game, 1),
        who1=_player_and_level(t, match, 1),
    )
    if match.imported is None:
        return line
    return f"{line}\n{t(texts.IMPORTED, who=who(t, match.imported))}"


def _player_and_level(t: Language, match: Match, seat: int) -> Markup:
    """A player of a match, and how strong the computer is."""
    if match.seats[seat] != COMPUTER:
        return player(t, match, seat)
    return t(texts.COMPUTER_AT, level=t(texts.LEVELS[level_name(match.level)]))


def threats(t: Language, match: Match) -> str | None:
    """What the arcs on the board of a running match mean, with the cells in them; None where there
    are none.
    """
    state = match.state
    if match.status != "running":
        return None
    cells = state.threats
    winning_cells = [cell for cell in cells if cell in state.board and cell not in state.pieces()]
    cells_in_danger = [cell for cell in cells if cell not in winning_cells]
    lines = list[str]()
    if cells_in_danger:
        lines.append(_marked(t, "danger", cells_in_danger))
    if winning_cells:
        lines.append(_marked(t, "winning", winning_cells))
    return "\n".join(lines) or None


def _marked(t: Language, kind: str, cells: list[str]) -> str:
    """What the arcs of a kind mean, with the cells in them."""
    meaning = Sentence(MARKS[kind])
    return t(texts.MARKED, meaning=meaning, cells=first_of(cells, MOST_THREATS))


def hints(t: Language, match: Match) -> str | None:
    """Who was given hints, and how many, or how many are left of a handicap; None if there is
    nothing to say.
    """
    hints_left = [match.hints_left(seat) for seat in (0, 1)]
    if match.status == "running" and any(count is not None for count in hints_left):
        second = who(t, match.seats[1])
        count_left = t.count(*texts.HINTS_LEFT, hints_left[1] or 0)
        return t(texts.HINTS_LEFT_OF, who=second, count=count_left)
    if not any(match.hints):
        return None
    parts = list[str]()
    for user, count in zip(match.seats, match.hints, strict=True):
        if count:
            parts.append(t(texts.HINTS_OF, who=who(t, user), n=count))
    return t(texts.HINTS_USED, who=t.listed(parts))


def _until(t: Language, template: str, due: datetime, now: datetime, **values: object) -> Markup:
    """The state of a match with its deadline, which is said in the reader's own days, too, such as
    Monday morning.

    Only where they have set their time zone, and within a week, when a day of the week says which
    day is meant.
    """
    status = t(template, when=moment(due), left=moment(due, "R"), **values)
    if not t.zone or not timedelta(0) < due - now < timedelta(days=6):
        return status
    zone = ZoneInfo(t.zone)
    due_there = due.astimezone(zone)
    due_day = _day_of(due_there)
    part = _part_of_day(due_there.hour)
    if due_day == _day_of(now.astimezone(zone)):
        day = t(texts.TODAY[part])
    else:
        day = t(texts.DAY_PARTS[due_day.weekday()][part])
    return t(texts.DEADLINE, status=status, day=day)


def _day_of(local: datetime) -> date:
    """The day of a time: the small hours belong to the evening before."""
    if local.hour < NIGHT_ENDS:
        return (local - timedelta(hours=NIGHT_ENDS)).date()
    return local.date()


def _part_of_day(hour: int) -> int:
    """The part of a day, as in ``texts.TODAY``: night, morning, afternoon, evening."""
    if hour < NIGHT_ENDS or hour >= NIGHT:
        return 0
    if hour < AFTERNOON:
        return 1
    return 2 if hour < EVENING else 3


def usually(t: Language, user: int, usual: timedelta | None) -> str | None:
    """How soon a member usually answers; None where that is not known."""
    if usual is None:
        return None
    return t(texts.USUALLY, who=who(t, user), span=span(t, usual.total_seconds()))


def away(t: Language, match: Match) -> Iterator[str]:
    """A line for each player of a match who is on vacation until some time."""
    for user, return_time in zip(match.seats, match.away, strict=True):
        if return_time is not None:
            yield t(texts.AWAY, who=who(t, user), when=moment(return_time))


def status(t: Language, match: Match) -> str:
    """Whose move it is and until when, and who is on vacation; or how the match ended."""
    if match.status == "aborted":
        template = texts.ABORTED_WHY.get(match.reason or "", texts.ABORTED)
        return t(template, when=moment(match.moved_at, "D"))
    seat = match.to_move
    if seat is None:
        name = None if match.winner is None else player(t, match, match.winner)
        return ended(t, match.state, match.winner, match.reason or "", name)
    return "\n".join([_to_move(t, match, seat), *away(t, match)])


def _to_move(t: Language, match: Match, seat: int) -> Markup:
    """That a seat is to move, and until when."""
    mover = match.seats[seat]
    values = {"mark": mark(match.game, seat), "who": who(t, mover)}
    deadline = match.deadline
    if match.paused:
        return t(texts.TO_MOVE_PAUSED, **values)
    if deadline is None:
        return t(texts.COMPUTER_THINKS if mover == COMPUTER else texts.TO_MOVE, **values)
    if match.overdue and match.due is not None:
        return t(texts.OVERDUE, when=moment(match.due, "R"), **values)
    line = _until(t, texts.TO_MOVE_UNTIL, deadline, match.now, **values)
    if deadline == match.due:
        return line
    if match.due is None:
        return Markup(f"{line}\n{t(texts.ROUND_ENDS)}")
    return Markup(f"{line}\n{t(texts.ROUND_BEFORE, when=moment(match.due))}")


def ended(
    t: Language, state: State, winner: int | None, reason: str, name: Markup | None = None
) -> Markup:
    """How a match ended in ``state``; its winner is called by ``name``, or else as their side
    is.
    """
    why = end_reason(t, state, winner, reason)
    if winner is None:
        return t(texts.ENDED_DRAWN, reason=why)
    winner_name = name or seat_name(t, state.game, winner)
    return t(texts.ENDED, mark=mark(state.game, winner), winner=winner_name, reason=why)


def end_reason(t: Language, state: State, winner: int | None, reason: str) -> Markup:
    """Why a match that ended in ``state`` is won or drawn, as part of a sentence."""
    if state.outcome is not None and state.outcome.reason == reason:
        account = saying.account(state)
        if account is not None:
            return Markup(t.sentence(account))
    if winner is None:
        return t(endings.DRAWN.get(reason, endings.DRAWN_OTHERWISE))
    loser = seat_name(t, state.game, 1 - winner)
    return t(endings.WON.get(reason, endings.WON_OTHERWISE), loser=loser)


def summary_status(t: Language, item: Summary, reader: int | None) -> str:
    """The state of a match in a list, for the one who reads it, or for everybody."""
    if item.status == "aborted":
        return t(texts.STATUS_ABORTED)
    if item.status == "finished":
        if item.winner is None:
            return t(texts.STATUS_DRAWN)
        return t(texts.STATUS_WON, who=who(t, item.seats[item.winner]))
    turn = t(texts.STATUS_YOURS)
    if reader is None or item.mover != reader:
        mover = NOBODY if item.mover is None else item.mover
        turn = t(texts.STATUS_THEIRS, who=who(t, mover))
    if item.paused:
        return t(texts.STATUS_PAUSED, turn=turn)
    if item.deadline is None:
        if item.now - item.moved_at < timedelta(days=1):
            return turn
        return t(texts.STATUS_SINCE, turn=turn, when=moment(item.moved_at, "D"))
    if item.overdue:
        return _until(t, texts.STATUS_OVERDUE, item.due or item.deadline, item.now, turn=turn)
    return _until(t, texts.STATUS_UNTIL, item.deadline, item.now, turn=turn)
