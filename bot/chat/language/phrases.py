"""How matches, players, turns and endings are put into words."""

import re
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime, timedelta
from typing import Protocol
from zoneinfo import ZoneInfo

import games
from bot.chat.language import endings, texts
from bot.chat.language.i18n import Language, Markup, capitalised, mention, moment, one_line, plain
from bot.chat.language.sides import looks
from bot.domain import variants
from bot.domain.clocks import DAY, Clock
from bot.domain.matches.history import Turn, follow
from bot.domain.matches.lists.summary import Summary
from bot.domain.matches.match import Match
from bot.domain.ratings.numbers import BoardNumbers
from bot.domain.values import COMPUTER, HIDDEN, NOBODY, TEAMS, WORLD
from games import saying
from games.core import PASS, SWAP, Game, GameError, Sentence, State, first_of
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
MOST_THREATS = 8  # how many cells in danger are named


def who(t: Language, user: int) -> Markup:
    """A player as a mention, or by name, or what stands in their place."""
    if user in NAMED:
        return t(NAMED[user])
    if user < TEAMS:
        return t(texts.TEAM_ELSEWHERE if user in t.names else texts.TEAM_NAME, number=TEAMS - user)
    return plain(named(t, user, t.names[user]), 40) if user in t.names else mention(user)


def player(t: Language, match: Match, seat: int, ply: int | None = None) -> Markup:
    """A player of a match; those of an imported one are known by name only.

    ``ply``: who made the decision after that many; those that a match began with only tell the
    side.
    """
    if ply is not None and ply < match.history.given:
        return plain(seat_name(t, match.game, seat))
    return who(t, match.seats[seat]) if match.imported is None else plain(match.names[seat], 40)


def names_of(matches: Iterable[Match | Summary], reader: int | None, scope: int) -> dict[int, str]:
    """Whom a message about matches calls by name: in private all but its ``reader``; in a server
    (None) those of others, who play against its members.

    Teams are not in it but those of the other server.
    """
    return {
        user: name
        for match in matches
        for user, name, home in zip(match.seats, match.names, match.servers, strict=True)
        if (
            match.scope == WORLD and home != scope and (user > TEAMS or scope in match.servers)
            if reader is None or user < TEAMS
            else user != reader
        )
    }


def names_for(reader: int | None, people: Iterable[tuple[int, str]]) -> dict[int, str]:
    """Whom a message calls by name: in private all but its ``reader``, in a server (None)
    nobody.
    """
    return {} if reader is None else {user: name for user, name in people if user != reader}


def called(t: Language, user: int | None, said: str) -> str:
    """A sentence to the member that a post pings, if any."""
    return opened(t, said) if user is None else t(texts.CALLED, who=who(t, user), said=Markup(said))


def opened(t: Language, said: str) -> str:
    """A line as it begins: with a capital, but for members' names, and a team that it speaks to
    without its article.
    """
    small, said = ("-# ", said[3:]) if said.startswith("-# ") else ("", said)
    said = re.sub(r"^(?:el |a |l’)(?=[eé]quip[eo] \d+,)", "", said)
    given = tuple(name for name in t.names.values() if name not in ("", HIDDEN))
    return small + (said if said.startswith(given) else capitalised(said))


def pinged(t: Language, users: Iterable[int]) -> Markup:
    """Those whom a post pings, as it begins."""
    names = [who(t, user) for user in users]
    return (
        t(texts.PINGED, some=t.listed(names[:-1]), last=names[-1]) if names[1:] else t.listed(names)
    )


def named(t: Language, user: int, name: str) -> str:
    """A player by name, for buttons and options, where mentions are not shown."""
    if user < TEAMS:
        return t.label(texts.TEAM_NAME, number=TEAMS - user)
    return (
        t.label(NAMED[user])
        if user in NAMED
        else one_line(t.label(HIDDEN) if name == HIDDEN else name, 40)
    )


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
    """Decisions as they are written in lists and on buttons: as they may be typed, taking over and
    passing in words.

    ``start``: the state in which ``earlier`` and then they were made; it tells what is taken over.
    """
    made = list(map(str, decisions))
    swap = str(SWAP)
    if swap in made:
        at = made.index(swap)
        played = [*map(str, earlier), *made[: at + 1]]
        try:
            taken = () if start is None else follow(start, played)[-1].taken_over
        except GameError:  # they were not made there
            taken = ()
        made[at] = t.label(texts.TAKE_OVER, cells=tuple(taken)).strip()
    return " ".join(
        t.label(texts.OPTION_PASS).lower() if move == str(PASS) else move for move in made
    )


def moves(t: Language, decisions: Iterable[object], start: State | None = None) -> Markup:
    """Decisions as they are written in posts; ``start``: the state in which they were made."""
    return Markup(f"**{written(t, decisions, start)}**")


def line(t: Language, decisions: str) -> Markup:
    """Turns as text, parted by dashes, as they are written in posts."""
    return Markup(f"**{' – '.join(written(t, turn.split()) for turn in decisions.split(' – '))}**")


def prompt(t: Language, state: State) -> Markup:
    """What the side to move is asked to do, as which step of the turn, and what to know of it, a
    line each.
    """
    asked = saying.prompt(state)
    asks = asked.asks
    if asked.steps is not None and asked.steps > 1:
        asks = Sentence(texts.STEP, n=asked.number, of=asked.steps, asks=asks)
    return Markup(
        "\n".join([t.whole(asks), *(t(texts.MEANS, meaning=t.whole(why)) for why in asked.notes)])
    )


def took_over(match: Match) -> tuple[str, ...]:
    """The cells whose pieces the second player of a match has taken over."""
    swap = match.history.decisions.index(str(SWAP))
    return tuple(match.history.until(swap + 1).state.taken_over)


def variant(t: Language, match: GameTerms, *, capital: bool = False) -> str:
    """The options of a match: ``8x8, double turns``; ``capital``: at the start of a line."""
    said = variants.text(match.game, match.options, t.say)
    return capitalised(said) if capital else said


def variant_meant(t: Language, slug: str, typed: str) -> str:
    """Options that a member has typed in their language, as the match service reads them."""
    try:
        return variants.canonical(games.get(slug), typed, t.say)
    except GameError:
        return typed


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
    return (
        t(texts.CLOCK_CEILING, clock=text, ceiling=span(t, terms.ceiling)) if terms.bank else text
    )


def takeback_floor(t: Language, terms: Clock) -> str | None:
    """What a takeback does to the banks, and the least that it leaves; None without banks."""
    return t(texts.CLOCK_FLOOR, floor=span(t, terms.floor)) if terms.bank else None


def span(t: Language, seconds: float) -> Markup:
    """A time such as ``1 day 12 hours``, to the minute."""
    minutes = int(seconds) // 60
    units = (
        (texts.DAYS, minutes // 1440),
        (texts.HOURS, minutes // 60 % 24),
        (texts.MINUTES, minutes % 60),
    )
    parts = [t.count(*names, n) for names, n in units if n] or [t.count(*texts.HOURS, 0)]
    return Markup(" ".join(parts))


def banks(t: Language, match: Match) -> str | None:
    """What is left to each player of the time for the whole match; None where it is not counted
    so.
    """
    if match.banks is None or match.status != "running":
        return None
    left0, left1 = (
        span(t, round(left / 3600) * 3600 if left >= DAY else left) for left in match.banks
    )
    return t(
        texts.TIME_LEFT,
        mark0=mark(match.game, 0),
        left0=left0,
        mark1=mark(match.game, 1),
        left1=left1,
    )


def board_numbers(t: Language, numbers: BoardNumbers) -> Markup:
    """What finished matches say of a board, in one line."""
    share, least, most = (f"{100 * part:.0f}" for part in (numbers.share, *numbers.interval))
    line = t(
        texts.BOARD_NUMBERS,
        matches=t.count(*texts.MATCHES_PLAYED, numbers.matches),
        side=seat_name(t, games.get(numbers.game), 0),
        share=share,
        least=least,
        most=most,
        drawn=f"{100 * numbers.drawn / numbers.matches:.0f}",
        turns=t.count(*texts.TURNS, round(numbers.turns / numbers.matches)),
    )
    taken = t(texts.BOARD_TAKEN, taken=f"{100 * numbers.taken / numbers.matches:.0f}")
    return Markup(f"{line} · {taken}") if numbers.taken else line


def remarks(t: Language, item: GameTerms, explore: bool = True) -> str:
    """What is added to terms: that it counts for ratings, and that no lines may be tried on a
    board.
    """
    said = [texts.RATED] * item.rated + [texts.NO_EXPLORING] * (not explore)
    return "".join(f" · {t(text)}" for text in said)


def turn_lines(
    t: Language, match: Match, turns: Iterable[Turn], last: int | None = None
) -> list[str]:
    """What was played, a line for each turn, which is numbered ``9/12`` where the ``last`` is
    given.
    """
    lines = list[str]()
    template = {"played": texts.PLAYED, "prepared": texts.PLAYED_PREPARED, "passed": texts.PASSED}
    for turn in turns:
        if turn.how != "given":
            number = str(turn.number) if last is None else f"{turn.number}/{last}"
            says = {
                "turn": number,
                "mark": mark(match.game, turn.seat),
                "who": player(t, match, turn.seat),
            }
            if turn.decisions == (str(SWAP),):
                side = seat_name(t, match.game, turn.seat)
                lines.append(t(texts.TOOK_OVER, cells=took_over(match), side=side, **says))
                continue
            lines.append(t(template[turn.how], moves=moves(t, turn.decisions), **says))
    return lines


def title(t: Language, match: Match) -> str:
    """The heading of a match's posts."""
    if match.status == "running":
        return t(texts.TITLE, game=match.game.name, match=match.name)
    turns = t.count(*texts.TURNS, match.state.turns)
    over = texts.TITLE_SHELVED if match.reason == "adjourned" else texts.TITLE_OVER
    return t(over, game=match.game.name, match=match.name, turns=turns)


def players(t: Language, match: Match) -> str:
    """Who plays with which stones, and how strong the computer is; of a match from a record, who
    has brought that.
    """
    names = [
        t(texts.COMPUTER_AT, level=t(list(texts.LEVELS.values())[match.level or 0]))
        if seat == COMPUTER
        else player(t, match, number)
        for number, seat in enumerate(match.seats)
    ]
    line = t(
        texts.PLAYERS,
        mark0=mark(match.game, 0),
        who0=names[0],
        mark1=mark(match.game, 1),
        who1=names[1],
    )
    return (
        line
        if match.imported is None
        else f"{line}\n{t(texts.IMPORTED, who=who(t, match.imported))}"
    )


def threats(t: Language, match: Match) -> str | None:
    """What the arcs on the board of a running match mean, with the cells in them; None where there
    are none.
    """
    state = match.state
    lines = list[str]()
    if match.status != "running" or not (cells := state.threats):
        return None
    empty = [cell for cell in cells if cell in state.board and cell not in state.pieces()]
    for kind, marked in (
        ("danger", [cell for cell in cells if cell not in empty]),
        ("winning", empty),
    ):
        if marked:
            lines.append(
                t(texts.MARKED, meaning=Sentence(MARKS[kind]), cells=first_of(marked, MOST_THREATS))
            )
    return "\n".join(lines) or None


def hints(t: Language, match: Match) -> str | None:
    """Who was given hints, and how many; None if nobody was."""
    if not any(match.hints):
        return None
    hinted = zip(match.seats, match.hints, strict=True)
    given = [t(texts.HINTS_OF, who=who(t, user), n=count) for user, count in hinted if count]
    return t(texts.HINTS_USED, who=t.listed(given))


def _left(t: Language, template: str, due: datetime, now: datetime, **says: object) -> Markup:
    """The state of a match with its deadline, which is said in the reader's own days, too, such as
    Monday morning.

    Only where they have set their time zone, and within a week, when a day of the week says which
    day is meant.
    """
    status = t(template, when=moment(due), left=moment(due, "R"), **says)
    if not t.zone or not timedelta(0) < due - now < timedelta(days=6):
        return status
    there = due.astimezone(ZoneInfo(t.zone))
    here = now.astimezone(ZoneInfo(t.zone))
    if there.hour < NIGHT_ENDS:
        # The small hours belong to the evening before.
        there -= timedelta(hours=NIGHT_ENDS)
        part = 0
    else:
        part = 1 + (there.hour >= AFTERNOON) + (there.hour >= EVENING) if there.hour < NIGHT else 0
    today = (
        there.date() == (here - timedelta(hours=NIGHT_ENDS if here.hour < NIGHT_ENDS else 0)).date()
    )
    day = t(texts.TODAY[part] if today else texts.DAY_PARTS[there.weekday()][part])
    return t(texts.DEADLINE, status=status, day=day)


def usually(t: Language, user: int, usual: timedelta | None) -> str | None:
    """How soon a member usually answers; None where that is not known."""
    return (
        None
        if usual is None
        else t(texts.USUALLY, who=who(t, user), span=span(t, usual.total_seconds()))
    )


def away(t: Language, match: Match) -> Iterator[str]:
    """A line for each player of a match who is on vacation until some time."""
    for user, until in zip(match.seats, match.away, strict=True):
        if until is not None:
            yield t(texts.AWAY, who=who(t, user), when=moment(until))


def status(t: Language, match: Match) -> str:
    """Whose move it is and until when, and who is on vacation; or how the match ended."""
    if match.status == "aborted":
        return t(
            texts.ABORTED_WHY.get(match.reason or "", texts.ABORTED), when=moment(match.moved, "D")
        )
    seat = match.to_move
    if seat is None:
        name = None if match.winner is None else player(t, match, match.winner)
        return ended(t, match.state, match.winner, match.reason or "", name)
    says = {"mark": mark(match.game, seat), "who": who(t, match.seats[seat])}
    if match.paused:
        line = t(texts.TO_MOVE_PAUSED, **says)
    elif (until := match.until) is None:
        line = t(texts.COMPUTER_THINKS if match.seats[seat] == COMPUTER else texts.TO_MOVE, **says)
    elif match.overdue and match.due is not None:
        line = t(texts.OVERDUE, when=moment(match.due, "R"), **says)
    else:
        line = _left(t, texts.TO_MOVE_UNTIL, until, match.now, **says)
        if until != match.due:
            own = (
                t(texts.ROUND_ENDS)
                if match.due is None
                else t(texts.ROUND_BEFORE, when=moment(match.due))
            )
            line = Markup(f"{line}\n{own}")
    return "\n".join([line, *away(t, match)])


def ended(
    t: Language, state: State, winner: int | None, reason: str, name: Markup | None = None
) -> Markup:
    """How a match ended in ``state``; its winner is called by ``name``, or else as their side
    is.
    """
    counted = (
        saying.account(state)
        if state.outcome is not None and state.outcome.reason == reason
        else None
    )
    if winner is None:
        why = (
            t(endings.DRAWN.get(reason, endings.DRAWN_OTHERWISE))
            if counted is None
            else t.sentence(counted)
        )
        return t(texts.ENDED_DRAWN, reason=why)
    sides = [seat_name(t, state.game, seat) for seat in (winner, 1 - winner)]
    why = (
        t(endings.WON.get(reason, endings.WON_OTHERWISE), loser=sides[1])
        if counted is None
        else t.sentence(counted)
    )
    return t(texts.ENDED, mark=mark(state.game, winner), winner=name or sides[0], reason=why)


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
        turn = t(texts.STATUS_THEIRS, who=who(t, NOBODY if item.mover is None else item.mover))
    if item.paused:
        return t(texts.STATUS_PAUSED, turn=turn)
    until = item.until
    if until is None:
        long_ago = item.now - item.moved >= timedelta(days=1)
        return t(texts.STATUS_SINCE, turn=turn, when=moment(item.moved, "D")) if long_ago else turn
    text = texts.STATUS_OVERDUE if item.overdue else texts.STATUS_UNTIL
    return _left(t, text, item.due if item.overdue and item.due else until, item.now, turn=turn)
