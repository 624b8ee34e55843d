"""A member's profile: what they have played and how well, how a rating has gone, and the history of their matches."""

from __future__ import annotations

import io
import zipfile
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self

import discord
from discord import ui

import games
from bot.chat import charts, contest_texts, watching
from bot.chat.kit.components import (
    BLURPLE,
    MOST_OPTIONS,
    Picture,
    Post,
    Pressed,
    button,
    menu,
    picture,
    post,
    row,
    text,
)
from bot.chat.kit.language import phrases as words
from bot.chat.kit.language.i18n import Markup, Tongue, mention, moment
from bot.chat.kit.press import Press
from bot.chat.kit.reply import no_such_button
from bot.domain.errors import NotYours
from bot.domain.ratings import WORLD, Entry, Page, Profile, Rating, Record
from bot.domain.ratings.history import RESULTS

if TYPE_CHECKING:
    from bot.chat.kit.reply import Answer

PAGE = 8
"""Matches on one page of a history."""
SLUGS = tuple(game.slug for game in games.catalog())
LARGE = 8 << 20
"""Bytes from which on an export is packed; Discord takes files of ten million bytes."""


def scope_of(answer: Answer, owner: int) -> int | None:
    """Of which place a member may look at somebody's matches: of all only at their own, in private."""
    return None if owner == answer.user and not answer.place.guild else answer.scope


# ---------------------------------------------------------------------------------------------------- the profile


async def show(answer: Answer, owner: int, game: str = "") -> None:
    """Show a member's profile, with the course of their rating at ``game`` or at what they have played most."""
    ratings, pool = answer.bot.ratings, answer.scope if answer.place.guild else WORLD
    found = await ratings.profile(owner, scope_of(answer, owner))
    rated = [one for one in await ratings.of(owner, pool) if one.listed or owner == answer.user]
    shown = next((one for one in rated if one.game == game), max(rated, key=lambda one: one.matches, default=None))
    chart = None if shown is None else await charts.course(answer, shown)
    await answer.private(_profile(answer.t, found, rated, shown, chart), anew=not game)


def _profile(t: Tongue, found: Profile, rated: list[Rating], shown: Rating | None, chart: Picture | None) -> Post:
    strength = {one.game: one for one in rated}
    lines = [
        t(
            contest_texts.RECORD_RATED if record.game in strength else contest_texts.RECORD_LINE,
            game=games.get(record.game).name,
            rating=Markup(strength.get(record.game, "")),
            tally=tally(t, record),
        )
        for record in found.records
    ]
    hint = t(contest_texts.PROVISIONAL_HINT) if any(one.provisional for one in rated) else None
    picks = [
        discord.SelectOption(
            label=t.label(contest_texts.CHART_OF, game=games.get(one.game).name), value=one.game, default=one is shown
        )
        for one in rated
    ]
    running = t.count(*contest_texts.MATCHES_NOW, found.running)
    return post(
        text(
            t(contest_texts.PROFILE, who=mention(found.user)),
            tally(t, found.total) if found.total.matches else t(contest_texts.PROFILE_NONE),
            _streaks(t, found.total) or None,
            None
            if found.favourite is None
            else t(
                contest_texts.FAVOURITE,
                who=words.who(t, found.favourite.user),
                tally=tally(t, found.favourite.record),
            ),
            t(contest_texts.AGAINST_COMPUTER, tally=tally(t, found.computer)) if found.computer.matches else None,
        ),
        text(*lines, hint) if lines else None,
        None if chart is None else picture(chart),
        menu(t.label(contest_texts.CHART_OF, game="…"), Press("profile", found.user), picks)
        if len(picks) > 1
        else None,
        row(
            button(t.label(contest_texts.HISTORY), Press("history", found.user)),
            button(running, Press("matches", found.user, 0)) if found.running else None,
        ),
        colour=BLURPLE,
        pictures=[] if chart is None else [chart],
    )


def tally(t: Tongue, record: Record) -> Markup:
    """How many matches were played, and how they went."""
    played = t.count(*contest_texts.MATCHES_PLAYED, record.matches)
    return t(contest_texts.TALLY, matches=played, wins=record.wins, losses=record.losses, draws=record.draws)


def _streaks(t: Tongue, record: Record) -> str:
    now = contest_texts.STREAK_WON if record.streak > 0 else contest_texts.STREAK_LOST
    parts = [t.count(*now, abs(record.streak))] if abs(record.streak) > 1 else []
    if record.best > max(record.streak, 1):
        parts.append(t.count(*contest_texts.STREAK_BEST, record.best))
    return " · ".join(parts)


async def _chart(answer: Answer, press: Press, values: tuple[str, ...]) -> None:
    if len(values) != 1 or values[0] not in SLUGS:
        raise no_such_button()
    await show(answer, press.subject, values[0])


# ---------------------------------------------------------------------------------------------------- the history


@dataclass(frozen=True, slots=True)
class Filters:
    """Which matches of a history are shown, as its buttons carry it: ``2.1234.won``, each part ``-`` for all."""

    game: str | None = None
    opponent: int | None = None
    result: str | None = None

    @classmethod
    def read(cls, written: str) -> Self:
        """The filters that a button carries. Raises NotFound."""
        parts = written.split(".") if written else ["-", "-", "-"]
        if len(parts) != 3:
            raise no_such_button()
        game, opponent, result = (None if part == "-" else part for part in parts)
        if game is not None and not (game.isdecimal() and game.isascii() and int(game) < len(SLUGS)):
            raise no_such_button()
        if opponent is not None and not (opponent.isdecimal() and opponent.isascii() and len(opponent) < 20):
            raise no_such_button()
        if result is not None and result not in RESULTS:
            raise no_such_button()
        return cls(None if game is None else SLUGS[int(game)], None if opponent is None else int(opponent), result)

    def __str__(self) -> str:
        game = "-" if self.game is None else SLUGS.index(self.game)
        return f"{game}.{'-' if self.opponent is None else self.opponent}.{self.result or '-'}"

    def wanted(self) -> dict[str, Any]:
        """The filters as arguments of ``Ratings.history``."""
        return {"game": self.game, "opponent": self.opponent, "result": self.result}


async def history(answer: Answer, owner: int, filters: Filters, page: int = 0, *, anew: bool = False) -> None:
    """Show a page of somebody's finished matches."""
    found = await answer.bot.ratings.history(
        owner, scope=scope_of(answer, owner), limit=PAGE, offset=page * PAGE, **filters.wanted()
    )
    await answer.private(_history(answer.t, found, owner, filters, page, mine=owner == answer.user), anew=anew)


def _history(t: Tongue, found: Page, owner: int, filters: Filters, page: int, *, mine: bool) -> Post:
    pages = max(1, -(-found.total // PAGE))
    count = t(
        contest_texts.HISTORY_COUNT,
        matches=t.count(*contest_texts.MATCHES_PLAYED, found.total),
        page=page + 1,
        pages=pages,
    )

    def turn(label: str, target: int, letter: str) -> Pressed:
        # The letter keeps the custom ids of buttons apart that lead to the same page.
        return button(label, Press(f"history{letter}", owner, target, str(filters)))

    picks = [
        discord.SelectOption(
            label=t.label(contest_texts.HISTORY_OPTION, 100, **_said(t, entry, label=True)), value=str(entry.id)
        )
        for entry in found.entries
    ]
    return post(
        text(
            t(contest_texts.HISTORY_TITLE, who=mention(owner)),
            *[
                t(
                    contest_texts.HISTORY_LINE if entry.gain is None else contest_texts.HISTORY_LINE_RATED,
                    gain=Markup("" if entry.gain is None else f"{entry.gain:+d}".replace("-", "−")),
                    when=moment(entry.finished, "d"),
                    **_said(t, entry),
                )
                for entry in found.entries
            ],
            None if found.entries else t(contest_texts.HISTORY_NONE),
            count,
        ),
        menu(t.label(contest_texts.OPEN_MATCH), Press("opened", owner), picks) if picks else None,
        _games(t, owner, filters),
        _results(t, owner, filters),
        _opponents(t, owner, filters),
        row(
            turn("◀", page - 1, "b") if page else None,
            turn("▶", page + 1, "f") if page + 1 < pages else None,
            button(t.label(contest_texts.EXPORT), Press("exported", owner, 0, str(filters)))
            if mine and picks
            else None,
        ),
        colour=BLURPLE,
    )


def _said(t: Tongue, entry: Entry, *, label: bool = False) -> dict[str, Any]:
    """What is told of a match in a history; ``label``: where no markup is read."""
    result = contest_texts.RESULTS[entry.result]
    return {
        "match": entry.name,
        "game": games.get(entry.game).name,
        "result": t.label(result) if label else t(result),
        "who": words.named(t, entry.opponent, entry.opponent_name) if label else words.who(t, entry.opponent),
    }


def _games(t: Tongue, owner: int, filters: Filters) -> ui.ActionRow[Any]:
    names = {"-": t.label(contest_texts.ANY)} | {
        str(index): games.get(slug).name for index, slug in enumerate(SLUGS[: MOST_OPTIONS - 1])
    }
    now = str(filters).split(".", 1)[0]
    return _menu(t, contest_texts.FILTER_GAME, "game", Press("historygame", owner, 0, str(filters)), names, now)


def _results(t: Tongue, owner: int, filters: Filters) -> ui.ActionRow[Any]:
    names = {"-": t.label(contest_texts.ANY)} | {
        result: t.label(label) for result, label in contest_texts.RESULTS.items()
    }
    press = Press("historyresult", owner, 0, str(filters))
    return _menu(t, contest_texts.FILTER_RESULT, "result", press, names, filters.result or "-")


def _menu(t: Tongue, label: str, value: str, press: Press, names: dict[str, str], now: str) -> ui.ActionRow[Any]:
    options = [
        discord.SelectOption(label=t.label(label, 100, **{value: name}), value=key, default=key == now)
        for key, name in names.items()
    ]
    return menu(t.label(label, 100, **{value: "…"}), press, options)


def _opponents(t: Tongue, owner: int, filters: Filters) -> ui.ActionRow[Any]:
    chosen = [] if filters.opponent is None else [discord.Object(filters.opponent)]
    select: ui.UserSelect[Any] = ui.UserSelect(
        placeholder=t.label(contest_texts.FILTER_OPPONENT, 150),
        custom_id=str(Press("historywho", owner, 0, str(filters))),
        min_values=0,
        max_values=1,
        default_values=[
            discord.SelectDefaultValue(id=one.id, type=discord.SelectDefaultValueType.user) for one in chosen
        ],
    )
    return ui.ActionRow(Pressed(select))


async def _page(answer: Answer, press: Press, values: tuple[str, ...]) -> None:
    await history(answer, press.subject, Filters.read(press.extra), press.version, anew=not press.extra)


async def _filtered(answer: Answer, press: Press, values: tuple[str, ...]) -> None:
    name = {"historygame": "game", "historywho": "opponent", "historyresult": "result"}[press.action]
    parts = dict(zip(("game", "opponent", "result"), str(Filters.read(press.extra)).split("."), strict=True))
    filters = Filters.read(".".join({**parts, name: values[0] if values else "-"}.values()))
    await history(answer, press.subject, filters)


async def _opened(answer: Answer, press: Press, values: tuple[str, ...]) -> None:
    if len(values) != 1 or not (values[0].isdecimal() and values[0].isascii() and len(values[0]) < 16):
        raise no_such_button()
    await watching.show(answer, int(values[0]), anew=True)


async def _exported(answer: Answer, press: Press, values: tuple[str, ...]) -> None:
    """Give a member the matches of their history with all moves, as a file."""
    if press.subject != answer.user:
        raise NotYours("you can export your own matches only")
    filters, scope = Filters.read(press.extra), scope_of(answer, answer.user)
    count = (await answer.bot.ratings.history(answer.user, scope=scope, limit=1, **filters.wanted())).total
    data, name = await answer.bot.ratings.export(answer.user, scope=scope, **filters.wanted()), "matches.json"
    if len(data) > LARGE:
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr(name, data)
        data, name = packed.getvalue(), "matches.zip"
    done = answer.t(contest_texts.EXPORT_DONE, matches=answer.t.count(*contest_texts.MATCHES_PLAYED, count))
    await answer.attach(
        post(text(done), ui.File(f"attachment://{name}"), colour=BLURPLE), discord.File(io.BytesIO(data), name)
    )


HANDLERS = {
    "profile": _chart,
    "history": _page,
    "historyb": _page,
    "historyf": _page,
    "historygame": _filtered,
    "historywho": _filtered,
    "historyresult": _filtered,
    "opened": _opened,
    "exported": _exported,
}
