"""A member's finished matches, page by page: filtered, opened, and exported with all moves."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from math import ceil

import games
from bot.chat.board import boards
from bot.chat.board.links import OpenMove
from bot.chat.discord.components import (
    BLURPLE,
    MOST_OPTIONS,
    Button,
    ButtonRow,
    Post,
    button,
    file,
    member_menu,
    menu,
    post,
    row,
    text,
)
from bot.chat.discord.press import MemberPress, number
from bot.chat.discord.reply import Reply, no_such_button
from bot.chat.features.profile import feature, texts
from bot.chat.features.profile.profiles import ANY, HistoryOn, HistoryPress, OpenHistory, matches
from bot.chat.language import phrases
from bot.chat.language.i18n import Language, Markup, mention, moment
from bot.domain.errors import NotYours
from bot.domain.ratings.history import RESULTS, Filter, HistoryEntry, HistoryPage
from bot.domain.values import WORLD

PAGE = 8  # matches on one page


def _filter(press: HistoryPress) -> Filter:
    """Which matches are shown. Raises NotFound."""
    criteria = Filter(press.member)
    if press.game != ANY:
        criteria = replace(criteria, game=_slug(press.game))
    if press.opponent != ANY:
        criteria = replace(criteria, opponent=_number(press.opponent))
    if press.result != ANY:
        criteria = replace(criteria, result=press.result)
    return criteria


def _slug(index: str) -> str:
    """The slug of a game by its place in the catalogue. Raises NotFound."""
    catalogue = games.catalog()
    place = _number(index)
    if place >= len(catalogue):
        raise no_such_button()
    return catalogue[place].slug


def _number(text: str) -> int:
    """The number in a press or menu. Raises NotFound."""
    value = number(text)
    if value is None:
        raise no_such_button()
    return value


@feature.on(OpenHistory, page="place", address=True)
async def open_history(reply: Reply, press: OpenHistory) -> None:
    """Show a member's matches in a message of its own."""
    await _show(reply, HistoryOn(press.member), anew=True)


class HistoryBack(HistoryPress, action="historyb"):
    """See the page before."""


class FilterGame(HistoryPress, action="historygame"):
    """Choose the game."""


class FilterOpponent(HistoryPress, action="historywho"):
    """Choose the opponent."""


class FilterResult(HistoryPress, action="historyresult"):
    """Choose the result."""


class ExportHistory(HistoryPress, action="exported"):
    """Have all these matches as a file."""


class OpenPlayed(MemberPress, action="opened"):
    """Look through the match chosen in a member's history."""


@feature.on(HistoryBack, HistoryOn, page="place", address=True)
async def turn(reply: Reply, press: HistoryPress) -> None:
    """Show another page."""
    await _show(reply, press)


FILTERS: dict[type[HistoryPress], str] = {
    FilterGame: "game",
    FilterOpponent: "opponent",
    FilterResult: "result",
}
MENU_TEXTS = {"game": texts.FILTER_GAME, "result": texts.FILTER_RESULT}


@feature.on(*FILTERS, page="place")
async def filter_by(reply: Reply, press: HistoryPress) -> None:
    """Show the matches of one game, against one opponent or with one result, or all.

    Raises NotFound.
    """
    value = reply.values[0] if reply.values else ANY
    if isinstance(press, FilterResult) and value not in (ANY, *RESULTS):
        raise no_such_button()
    filters = {**vars(press), FILTERS[type(press)]: value, "page": 0}
    await _show(reply, HistoryOn(**filters))


@feature.on(OpenPlayed, work="board", page="place")
async def open_played(reply: Reply, press: OpenPlayed) -> None:
    """Look through one of the matches. Raises NotFound."""
    match = reply.chosen()
    if reply.on_page:
        await reply.perform(OpenMove(match, 0))
        return
    await boards.look_through(reply, match, anew=True)


@feature.on(ExportHistory, work="heavy", page="place")
async def export(reply: Reply, press: ExportHistory) -> None:
    """Send members the matches of their history with all moves, as a file. Raises NotYours."""
    if press.member != reply.user:
        raise NotYours("you can only export your own matches")
    ratings = reply.services.ratings
    history_filter = _filter(press)
    count = (await ratings.history(reply.viewer, history_filter, limit=1)).total
    data = await ratings.export(reply.viewer, history_filter)
    attachment = await reply.services.heavy.packed(reply.user, data, "matches.json")
    summary = text(reply.t(texts.EXPORT_DONE, matches=matches(reply.t, count)))
    card = post(summary, file(attachment.name), colour=BLURPLE, extra=[attachment])
    await reply.private(card, anew=True)


async def _show(reply: Reply, view: HistoryPress, *, anew: bool = False) -> None:
    history = await reply.services.ratings.history(
        reply.viewer, _filter(view), limit=PAGE, offset=view.page * PAGE
    )
    card = _card(reply.t, history, view, is_own=view.member == reply.user)
    await reply.private(card, anew=anew)


def _card(t: Language, history: HistoryPage, view: HistoryPress, *, is_own: bool) -> Post:
    opponent = None if view.opponent == ANY else int(view.opponent)
    opponent_label = t.label(texts.FILTER_OPPONENT, 150)
    return post(
        text(*_lines(t, history, view)),
        _match_menu(t, history, view),
        _menu(t, view, FilterGame, _game_names()),
        _menu(t, view, FilterResult, _result_names(t)),
        member_menu(opponent_label, view.to(FilterOpponent), opponent),
        row(*_buttons(t, history, view, is_own=is_own)),
        colour=BLURPLE,
    )


def _lines(t: Language, history: HistoryPage, view: HistoryPress) -> Iterator[Markup]:
    yield t(texts.HISTORY_TITLE, who=mention(view.member))
    for entry in history.entries:
        yield _line(t, entry)
    yield _count(t, history, view.page)


def _match_menu(t: Language, history: HistoryPage, view: HistoryPress) -> ButtonRow | None:
    """The menu of matches to look through."""
    options = dict[int, str]()
    for entry in history.entries:
        values = _values(t, entry, label=True)
        options[entry.id] = t.label(texts.HISTORY_OPTION, 100, **values)
    return menu(t.label(texts.OPEN_MATCH), OpenPlayed(view.member), options)


def _game_names() -> dict[str, str]:
    """The games by their place in the catalogue, as many as a menu has room for beside all."""
    catalogue = games.catalog()[: MOST_OPTIONS - 1]
    return {str(place): game.name for place, game in enumerate(catalogue)}


def _result_names(t: Language) -> dict[str, str]:
    return {result: t.label(name) for result, name in texts.RESULTS.items()}


def _pages(history: HistoryPage) -> int:
    """The number of pages, at least one."""
    return max(1, ceil(history.total / PAGE))


def _count(t: Language, history: HistoryPage, page: int) -> Markup:
    """How many matches there are, and which page of them is shown."""
    if not history.entries:
        return t(texts.HISTORY_NONE)
    count = matches(t, history.total)
    return t(texts.HISTORY_COUNT, matches=count, page=page + 1, pages=_pages(history))


def _buttons(
    t: Language, history: HistoryPage, view: HistoryPress, *, is_own: bool
) -> Iterator[Button]:
    if view.page:
        yield button("◀", view.to(HistoryBack, view.page - 1))
    if view.page + 1 < _pages(history):
        yield button("▶", view.to(HistoryOn, view.page + 1))
    if is_own and history.entries:
        yield button(t.label(texts.EXPORT), view.to(ExportHistory))


def _line(t: Language, entry: HistoryEntry) -> Markup:
    when = moment(entry.finished_at, "d")
    if entry.gain is None:
        return t(texts.HISTORY_LINE, when=when, **_values(t, entry))
    gain = Markup(f"{entry.gain:+d}".replace("-", "−"))
    return t(texts.HISTORY_LINE_RATED, gain=gain, when=when, **_values(t, entry))


def _values(t: Language, entry: HistoryEntry, *, label: bool = False) -> dict[str, object]:
    """The values of a sentence about a match; ``label``: without markup."""
    result = texts.RESULTS[entry.result]
    by_name = label or entry.scope == WORLD
    if by_name:
        who = phrases.named(t, entry.opponent, entry.opponent_name)
    else:
        who = phrases.who(t, entry.opponent)
    return {
        "match": entry.name,
        "game": games.get(entry.game).name,
        "result": t.label(result) if label else t(result),
        "who": who,
    }


def _menu(
    t: Language, view: HistoryPress, kind: type[FilterGame | FilterResult], names: Mapping[str, str]
) -> ButtonRow | None:
    """The menu of a filter: all, or one of the values with these names."""
    field = FILTERS[kind]
    template = MENU_TEXTS[field]
    values = {ANY: t.label(texts.ANY), **names}
    options = {value: t.label(template, 100, **{field: name}) for value, name in values.items()}
    placeholder = t.label(template, 100, **{field: "…"})
    return menu(placeholder, view.to(kind), options, getattr(view, field))
