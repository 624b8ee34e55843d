"""A member's finished matches, page by page: filtered, opened, and exported with all moves."""

from collections.abc import Mapping

import games
from bot.chat.board import boards
from bot.chat.discord.components import (
    BLURPLE,
    MOST_OPTIONS,
    Post,
    Row,
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
from bot.chat.features.profile.profiles import HistoryOn, HistoryPress, OpenHistory, matches
from bot.chat.language import phrases
from bot.chat.language.i18n import Language, Markup, mention, moment
from bot.domain.errors import NotYours
from bot.domain.ratings.history import RESULTS, Filter, HistoryEntry, HistoryPage
from bot.domain.values import WORLD

PAGE = 8  # matches on one page


def _filter(press: HistoryPress) -> Filter:
    """Which matches are shown. Raises NotFound."""
    game = None if press.game == "-" else _number(press.game)
    slugs = [known.slug for known in games.catalog()]
    if game is not None and game >= len(slugs):
        raise no_such_button()
    return Filter(
        press.member,
        game=None if game is None else slugs[game],
        opponent=None if press.opponent == "-" else _number(press.opponent),
        result=None if press.result == "-" else press.result,
    )


def _number(written: str) -> int:
    """The number in a press or menu. Raises NotFound."""
    value = number(written)
    if value is None:
        raise no_such_button()
    return value


@feature.on(OpenHistory)
async def open_history(reply: Reply, press: OpenHistory) -> None:
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


@feature.on(HistoryBack, HistoryOn)
async def turn(reply: Reply, press: HistoryPress) -> None:
    await _show(reply, press)


FILTERS: dict[type[HistoryPress], str] = {
    FilterGame: "game",
    FilterOpponent: "opponent",
    FilterResult: "result",
}


@feature.on(*FILTERS)
async def filter_by(reply: Reply, press: HistoryPress) -> None:
    """Show the matches of one game, against one opponent or with one result, or all.

    Raises NotFound.
    """
    chosen = reply.values[0] if reply.values else "-"
    if isinstance(press, FilterResult) and chosen not in ("-", *RESULTS):
        raise no_such_button()
    await _show(reply, HistoryOn(**{**vars(press), "page": 0, FILTERS[type(press)]: chosen}))


@feature.on(OpenPlayed, work="board")
async def open_played(reply: Reply, press: OpenPlayed) -> None:
    """Look through one of the matches. Raises NotFound."""
    await boards.look_through(reply, reply.chosen(), anew=True)


@feature.on(ExportHistory, work="heavy")
async def export(reply: Reply, press: ExportHistory) -> None:
    """Send members the matches of their history with all moves, as a file. Raises NotYours."""
    if press.member != reply.user:
        raise NotYours("you can only export your own matches")
    ratings = reply.services.ratings
    wanted = _filter(press)
    count = (await ratings.history(reply.viewer, wanted, limit=1)).total
    data = await ratings.export(reply.viewer, wanted)
    name, data = await reply.services.heavy.packed(reply.user, data, "matches.json")
    done = reply.t(texts.EXPORT_DONE, matches=matches(reply.t, count))
    await reply.private(
        post(text(done), file(name), colour=BLURPLE, extra=[(name, data)]), anew=True
    )


async def _show(reply: Reply, view: HistoryPress, *, anew: bool = False) -> None:
    offset = view.page * PAGE
    history = await reply.services.ratings.history(
        reply.viewer, _filter(view), limit=PAGE, offset=offset
    )
    await reply.private(_card(reply.t, history, view, mine=view.member == reply.user), anew=anew)


def _card(t: Language, history: HistoryPage, view: HistoryPress, *, mine: bool) -> Post:
    pages = max(1, -(-history.total // PAGE))
    known = {
        str(index): game.name for index, game in enumerate(games.catalog()[: MOST_OPTIONS - 1])
    }
    opponent = None if view.opponent == "-" else int(view.opponent)
    picks = {
        entry.id: t.label(texts.HISTORY_OPTION, 100, **_said(t, entry, label=True))
        for entry in history.entries
    }
    return post(
        text(
            t(texts.HISTORY_TITLE, who=mention(view.member)),
            *(_line(t, entry) for entry in history.entries),
            t(
                texts.HISTORY_COUNT,
                matches=matches(t, history.total),
                page=view.page + 1,
                pages=pages,
            )
            if history.entries
            else t(texts.HISTORY_NONE),
        ),
        menu(t.label(texts.OPEN_MATCH), OpenPlayed(view.member), picks),
        _menu(t, view, FilterGame, known),
        _menu(
            t, view, FilterResult, {result: t.label(name) for result, name in texts.RESULTS.items()}
        ),
        member_menu(t.label(texts.FILTER_OPPONENT, 150), view.to(FilterOpponent), opponent),
        row(
            button("◀", view.to(HistoryBack, view.page - 1)) if view.page else None,
            button("▶", view.to(HistoryOn, view.page + 1)) if view.page + 1 < pages else None,
            button(t.label(texts.EXPORT), view.to(ExportHistory)) if mine and picks else None,
        ),
        colour=BLURPLE,
    )


def _line(t: Language, entry: HistoryEntry) -> Markup:
    return t(
        texts.HISTORY_LINE if entry.gain is None else texts.HISTORY_LINE_RATED,
        gain=Markup("" if entry.gain is None else f"{entry.gain:+d}".replace("-", "−")),
        when=moment(entry.finished, "d"),
        **_said(t, entry),
    )


def _said(t: Language, entry: HistoryEntry, *, label: bool = False) -> dict[str, object]:
    """The values of a sentence about a match; ``label``: without markup."""
    result = texts.RESULTS[entry.result]
    return {
        "match": entry.name,
        "game": games.get(entry.game).name,
        "result": t.label(result) if label else t(result),
        "who": phrases.named(t, entry.opponent, entry.opponent_name)
        if label or entry.scope == WORLD
        else phrases.who(t, entry.opponent),
    }


def _menu(
    t: Language, view: HistoryPress, kind: type[FilterGame | FilterResult], names: Mapping[str, str]
) -> Row | None:
    """The menu of a filter: all, or one of the values with these names."""
    field = FILTERS[kind]
    template = {"game": texts.FILTER_GAME, "result": texts.FILTER_RESULT}[field]
    values = {"-": t.label(texts.ANY), **names}
    options = {value: t.label(template, 100, **{field: name}) for value, name in values.items()}
    return menu(
        t.label(template, 100, **{field: "…"}), view.to(kind), options, getattr(view, field)
    )
