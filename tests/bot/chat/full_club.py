"""The world of ``world.py`` after years of play, and one interaction of every kind with it."""

import json
import random
import sqlite3
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from dataclasses import replace
from typing import Any, TypeAlias

import games
from bot.chat.board import links
from bot.chat.discord.press import Press
from bot.chat.features.agreements.acting import AbortMatch, ResignMatch, SettleClaim
from bot.chat.features.challenges import cards as challenges
from bot.chat.features.challenges.answers import SendCounter
from bot.chat.features.challenges.lobby import (
    SendOffer,
    SendSeek,
    ShowLobby,
    StopSeeking,
    SwitchLobbyCard,
    TakeOffer,
    WithdrawOffer,
    WriteOffer,
    WriteSeek,
)
from bot.chat.features.explore import cards as explore
from bot.chat.features.explore.showing import PageTree, RemoveLine, ShowTree, TryShared
from bot.chat.features.explore.thinking import DeleteTree, OpenNote, WriteNote
from bot.chat.features.help.rules import ShowMoving
from bot.chat.features.leagues.commands import ShowLeagues
from bot.chat.features.learn import lessons, puzzle_cards as learn
from bot.chat.features.learn.analysis import OpenPoint, PostAnalysis, TurnPage
from bot.chat.features.learn.hints import PlayHint, TellMore
from bot.chat.features.learn.puzzles import TypedInPuzzle
from bot.chat.features.moderation.commands import SettleMatch
from bot.chat.features.play import picker as play
from bot.chat.features.play.prepared import AddPrepared, ClearPrepared, DropPrepared, WritePrepared
from bot.chat.features.play.typed import PlayIn
from bot.chat.features.profile import profiles as profile
from bot.chat.features.profile.head_to_head import PostHeadToHead
from bot.chat.features.profile.history import (
    ExportHistory,
    FilterGame,
    FilterOpponent,
    FilterResult,
    HistoryBack,
    OpenPlayed,
)
from bot.chat.features.profile.leaderboard import (
    LeaderboardBack,
    LeaderboardMine,
    LeaderboardOn,
    PostLeaderboard,
    WorldLeaderboard,
)
from bot.chat.features.profile.profiles import PostProfile, ShowChart
from bot.chat.features.profile.seasons import OpenSeasonMatch, PostSeason
from bot.chat.features.settings import member as settings
from bot.chat.features.settings.member import ChangeMine, SetDaily, SetHours, TakeVacation
from bot.chat.features.settings.privacy import DeleteMyData, KeepMyData
from bot.chat.features.settings.server import ChangeServer
from bot.chat.features.teams.commands import ActTogether, JoinTeam, MarkLine
from bot.chat.features.tournaments import presses as tournaments
from bot.chat.features.waiting import acting as waiting
from bot.chat.features.waiting.acting import Abandon, SnoozeFor
from bot.chat.features.watch.records import DeleteImport, OpenImport
from bot.chat.features.watch.watching import PlayFromHere
from bot.domain.explorations import tree as explorations
from bot.domain.explorations.repository import stored
from bot.domain.explorations.tree import Exploration
from games.core import State
from games.players.puzzles import puzzles
from tools.benchmarks.full_store import recorded

from .conftest import Member
from .world import World

FINISHED, RUNNING, RATED, ENTRANTS = 6_000, 30, 2_000, 40
"""Matches that alice has finished and plays, members of each leaderboard, and of a tournament."""

Row: TypeAlias = dict[str, Any]
Sample: TypeAlias = "tuple[Press, list[str] | dict[str, str] | None]"
"""A press, with what is chosen in a menu or typed into a form."""


def copied(database: sqlite3.Connection, table: str, where: str, change: Callable[[int, Row], Row], times: int) -> None:
    """Add copies of a row, each with changes."""
    database.row_factory = sqlite3.Row
    row = dict(database.execute(f"SELECT * FROM {table} WHERE {where}").fetchone())
    marks = ",".join("?" * len(row))
    rows = ([*{**row, **change(n, row)}.values()] for n in range(times))
    database.executemany(f"INSERT INTO {table} VALUES ({marks})", rows)


class FullWorld(World):
    """The world with very much in it; ``long`` is a match of very many decisions in which alice is to move."""

    long, ply, version = 0, 0, 1
    crowd = 10_000
    """The first of many members."""

    async def fill(self) -> None:
        await super().fill()
        self.boss = self.club.boss()
        await self.club.services.servers.change(self.club.place, across=True)
        await self.club.env.settle()
        alice, bob = self.club.alice.id, self.club.bob.id
        with closing(sqlite3.connect(self.club.database.removeprefix("sqlite+aiosqlite:///"))) as database:
            self._matches(database, alice, bob)
            copied(
                database,
                "ratings",
                f"game = 'loop' AND scope = {self.club.guild.id} AND user = {alice}",
                lambda n, row: {"user": self.crowd + n, "name": f"member {n}", "rating": 1000 + n % 900 / 2},
                RATED,
            )
            copied(
                database,
                "entrants",
                f"tournament = {self.signup} AND user = {alice}",
                lambda n, row: {"slot": 100 + n, "user": self.crowd + n, "name": f"member {n}"},
                ENTRANTS,
            )
            database.commit()
            database.execute("ANALYZE")

    def _matches(self, database: sqlite3.Connection, alice: int, bob: int) -> None:
        (last,) = database.execute("SELECT max(id) FROM matches").fetchone()
        rng = random.Random(4)
        game, board = games.get("vigilance"), {"board": "hex-xxl"}
        stands, end = recorded(game, rng, **board)
        stand = next(stand for stand in reversed(stands) if len(stand.typed.split()) > 3)
        plain = {"game": game.slug, "options": json.dumps(dict(game.start(**board).options)), "rated": 0}
        seats = (alice, bob) if stand.seat == 0 else (bob, alice)

        def add(where: str, change: Callable[[int, Row], Row], times: int) -> None:
            nonlocal last
            first = last + 1
            copied(
                database,
                "matches",
                where,
                lambda n, row: {"id": first + n, "number": first + n, **change(n, row)},
                times,
            )
            last += times

        running = f"id = {self.running}"
        sides = {"seat0": seats[0], "seat1": seats[1], "mover": alice}
        add(running, lambda n, row: {**plain, **stand.columns, **sides}, 1)
        self.long, self.ply, self.typed = last, stand.columns["ply"], stand.typed
        over: Row = {"status": "finished", "mover": None, "to_move": None, "due_at": None, "wake_at": None}
        over |= {"winner": 0, "reason": "resigned", "seat0": alice, "seat1": bob}
        ended = f"id = {self.finished}"
        add(ended, lambda n, row: {**plain, **end, **over}, 1)
        self.over = last
        made = tuple(stand.columns["decisions"].split())
        tree = full_tree(games.replay(game.slug, board, made), made, rng)
        shown = replace(tree.at(end["decisions"].split(), lambda: game.start(**board)), opened=True)
        for match, found in ((self.long, tree), (self.over, shown)):
            row = match, alice, json.dumps(stored(found))
            database.execute('INSERT INTO explorations (match, "user", tree) VALUES (?, ?, ?)', row)
        add(running, lambda n, row: {"seat0": alice, "seat1": self.crowd + n, "mover": alice, "to_move": 0}, RUNNING)
        add(
            ended,
            lambda n, row: {"seat0": alice, "seat1": self.crowd + n % 50, "finished_at": row["finished_at"] + n % 1000},
            FINISHED,
        )
        database.execute("UPDATE scopes SET numbers = ?", (last,))

    def commands(self) -> Mapping[str, list[Row]]:
        """What is filled into each command, those last that leave the least to the others."""
        long, over, swiss = f"M{self.long}", f"M{self.over}", f"T{self.signup}"
        bob, carol, dave = (str(member.id) for member in (self.club.bob, self.club.carol, self.club.dave))
        return {
            "help": [{}],
            "rules": [{"game": game.slug} for game in games.catalog()],
            "board": [{"match": long}],
            "explore": [{"match": long}, {"match": over}],
            "matches": [{}, {"server": True}],
            "profile": [{}],
            "leaderboard": [{"game": "loop"}],
            "match show": [{"match": long}, {"match": over}],
            "match record": [{"match": over}],
            "match replay": [{"match": "M1"}],
            "match import": [{}, {"text": "Loophole record 1 Game: loop (Loop) Options: 1. White: a1"}],
            "hint": [{"match": long}],
            "analyse": [{"match": over}],
            "puzzle": [{}, *({"game": game.slug} for game in games.catalog())],
            "settings": [{}],
            "server": [{}, {"show": "season"}, {"show": "log"}],
            "privacy export": [{}],
            "privacy delete": [{}],
            "lobby": [{}],
            "league join": [{"game": "loop", "matches": "3"}],
            "league show": [{}, {"game": "loop"}],
            "league leave": [{"game": "loop"}],
            "team start": [{"game": "loop", "against": "novice"}],
            "team join": [{"match": self.team_name}],
            "team leave": [{"match": self.team_name}],
            "play": [{"game": "vigilance", "variant": "hex-xxl"}, {"game": "loop", "opponent": dave}],
            "tournament standings": [{"tournament": swiss}],
            "tournament list": [{}],
            "tournament create": [{"kind": "knock-out", "game": "loop"}],
            "tournament join": [{"tournament": swiss}],
            "tournament withdraw": [{"tournament": swiss}],
            "tournament challenge": [{"member": bob, "tournament": f"T{self.ladder}"}],
            "tournament settle": [{"match": "M5", "result": "1-0"}],
            "tournament replace": [{"member": bob, "by": carol, "tournament": swiss}],
            "tournament remove": [{"member": bob, "tournament": swiss}],
            "tournament handover": [{"member": bob, "tournament": swiss}],
            "tournament start": [{"tournament": swiss}],
            "tournament close": [{"tournament": swiss}],
            "moderate ban": [{"member": carol}],
            "moderate unban": [{"member": carol}],
            "moderate clear": [{"match": "M1"}],
            "moderate end": [{"match": "M1"}],
            "moderate undo": [{"match": "M1"}],
            "moderate reset": [{"member": bob}],
            "match draw": [{"match": long}],
            "match takeback": [{"match": long}],
            "match pause": [{"match": long}],
            "match claim": [{"match": long, "what": "win"}],
            "match rematch": [{"match": over}],
            "match abandon": [{"match": long}],
            "match resign": [{"match": long}],
            "block": [{"member": carol}],
            "move": [{"match": long, "moves": self.typed}],
        }

    def typing(self) -> Mapping[str, list[str]]:
        """What is typed into each option that offers something."""
        return {
            "moves": ["", self.typed, f"{self.typed} zz", f"{self.typed} " * 30, "x " * 199, "a1 " * 133],
            "match": ["", "M1", "9"],
            "variant": ["", "hex", "double"],
            "clock": ["", "3d"],
            "tournament": ["", "T"],
            "starts": ["", "sunday 18:00"],
            "when": ["", "tomorrow"],
            "member": ["", "c"],
        }

    def sender(self, what: str) -> Member:
        """Who does something: for the most part alice."""
        if what.startswith("moderate "):
            return self.boss
        if what in ("server", "ShowLog", "PostSeason", "ChangeServer", "tournament start", "tournament close"):
            return self.boss
        if what in (
            "AcceptChallenge",
            "DeclineChallenge",
            "OpenCounter",
            "SendCounter",
            "AnswerAgreement",
            "TakeOffer",
        ):
            return self.club.bob
        return self.club.dave if what in ("FollowMatch", "FollowHighlights", "FollowHere") else self.club.alice

    def presses(self) -> Iterator[Sample]:
        """Every press there is, those last that leave the least to the others."""
        long, over, swiss, alice = self.long, self.over, self.signup, self.club.alice.id
        puzzle = a_puzzle()
        version = self.version
        yield links.OpenMove(long, version), None
        yield links.ShowBoard(long, version), None
        yield links.OpenThink(long, 100), None
        yield links.TryLines(long, 100), None
        yield links.OpenPage(long), None
        yield explore.ThinkMove(long, 0, self.ply, True, f"m{self.typed.split()[0]}"), None
        yield explore.ThinkMove(long, 0, self.ply, False, "a1"), None
        yield explore.ThinkGo(long, explorations.LONGEST_LINE, 0, False, "undo"), None
        yield explore.ThinkGo(long, explorations.MOST_NODES - 1, 0, True, "other"), None
        yield explore.ThinkPlan(long, explorations.LONGEST_LINE, 0, True), None
        yield explore.ThinkMenu(long, 0, 0), ["note"]
        yield explore.ThinkMenu(long, 0, 0), [f"0.{explorations.MOST_NODES - 1}"]
        yield WriteNote(long, 1, 0, False), {"note": "better than the other one"}
        yield explore.AskToShow(over), None
        yield ShowTree(over), None
        yield PageTree(over, 1, 0, alice, "after"), None
        yield TryShared(over, 1, 0, alice), None
        yield explore.AddLine(over, 1, 0), None
        yield RemoveLine(over, 1, 0, alice), None
        yield links.LookAt(long, False, True, False), None
        yield links.ShowMore(long, version), None
        yield links.LookThrough(over, "c", False, 100), None
        yield links.JumpTo(over, True), ["100"]
        yield links.FollowMatch(over), None
        yield links.OpenPrepared(long), None
        yield links.ListChallenges(0), None
        yield ShowLobby(0), None
        yield WriteOffer(), None
        offered = {"game": "loop", "clock": "3d", "many": "2-yes", "who": "200-10-14"}
        yield SendOffer(), offered
        yield TakeOffer(self.offer), None
        yield WithdrawOffer(self.offer), None
        yield SwitchLobbyCard(self.club.guild.id), None
        yield WriteSeek(), None
        yield SendSeek(), {"game": "loop", "clock": "3d", "across": "named"}
        yield StopSeeking(), None
        yield links.ListMatches(alice, 1), None
        yield links.ListHere(0), None
        yield links.FollowHighlights(self.finished, True), None
        yield links.FollowHere(self.finished, 0), None
        yield links.ShowRules(long), None
        for game in games.catalog():
            yield links.ShowRulesPage(1, game.slug), None
            yield ShowMoving(1, game.slug), None
            yield links.OpenLesson(0, game.slug), None
            yield links.OpenCard.of(links.OpenLesson(0, game.slug)), None
            yield lessons.ChooseAnswer(0, game.slug, 0), None
            yield lessons.ListChapters(game.slug), None
            yield lessons.OpenChapter(game.slug), ["0"]
        yield links.AskHint(long), None
        yield TellMore(long, version, False, 50, 100, ""), None
        yield PlayHint(long, version, 0, self.typed.split()[0]), None
        yield links.Analyse(over), None
        yield OpenPoint(over, 0, 0, 1, 50, 0, 0, "", "1", ""), None
        yield TurnPage(over, 0, 1, 1, 50, 0, 0, "", "1", ""), None
        yield links.ShowSeason(0, "n"), None
        yield links.ShowLog(), None
        yield ShowChart(alice), ["loop"]
        yield profile.OpenHistory(alice), None
        yield HistoryBack(alice, 3), None
        yield profile.HistoryOn(alice, 100), None
        yield FilterGame(alice), ["1"]
        yield FilterOpponent(alice), [str(self.crowd)]
        yield FilterResult(alice), ["won"]
        yield OpenPlayed(alice), [str(over)]
        yield ExportHistory(alice, 0, "-", str(self.crowd)), None
        yield LeaderboardBack(0, "loop"), None
        yield LeaderboardOn(50, "loop"), None
        yield LeaderboardMine(0, "loop"), None
        yield WorldLeaderboard(0, "loop"), None
        yield PostSeason(0), None
        yield PostProfile(alice, "loop"), None
        yield PostLeaderboard(1, "loop"), None
        yield profile.HeadToHead(alice, self.club.bob.id), None
        yield profile.ChooseOpponent(alice), [str(self.club.bob.id)]
        yield PostHeadToHead(alice, self.club.bob.id), None
        yield OpenSeasonMatch(over), None
        yield links.ShowPuzzle(0, *puzzle, ""), None
        yield links.TryInPuzzle(0, *puzzle, "", ""), None
        yield lessons.TryInLesson(0, "vigilance", "", ""), None
        yield links.PlayOnFrom(over, 100), None
        yield OpenImport(), [str(over)]
        yield DeleteImport(), [str(over)]
        yield PlayFromHere(over, 100, False), ["novice"]
        yield learn.ChooseInPuzzle(0, *puzzle, "", "a1"), None
        yield learn.TypeInPuzzle(0, *puzzle, ""), None
        yield TypedInPuzzle(0, *puzzle, ""), {"moves": "a1 a2 a3"}
        yield learn.NextPuzzle(0, *puzzle, ""), None
        yield learn.GiveUp(0, *puzzle, ""), None
        yield learn.PostPuzzle(*puzzle), None
        yield PostAnalysis(over), None
        yield ChangeMine("theme"), ["slate"]
        yield ChangeServer("clock"), ["3d"]
        yield TakeVacation(), ["3"]
        yield KeepMyData(), None
        yield settings.Unblock(), [str(self.club.carol.id)]
        yield settings.WriteHours(), None
        yield settings.WriteDaily(), None
        yield SetDaily(), {"when": "mon-fri 8:30", "zone": "Berlin"}
        yield SetHours(), {"when": "mon-fri 7-22, sat-sun 9-24", "zone": "Berlin"}
        yield links.OpenTournament(swiss), None
        yield links.OpenTeam(self.team), None
        yield JoinTeam(self.team, 0), None
        yield links.ProposeLine(self.team, 1, 0), None
        yield MarkLine(self.team, "open", 1), None
        yield ActTogether(self.team, 1, "draw"), None
        yield ShowLeagues(1, "loop"), None
        yield ShowLeagues(0, ""), None
        for view in ("s", "p", "b", "m"):
            yield tournaments.ShowTournament(swiss, 0, view), None
            yield tournaments.ShowTournament(self.league, 0, view), None
        yield tournaments.TournamentBack(swiss, 0, "s"), None
        yield tournaments.TournamentOn(swiss, 1, "s"), None
        yield tournaments.CheckIn(swiss), None
        yield tournaments.ChallengeAbove(self.ladder), [str(self.club.bob.id)]
        yield tournaments.JoinTournament(swiss), None
        yield tournaments.LeaveTournament(swiss, "y"), None
        yield tournaments.SettlePairing(self.league, 1, "1-0"), None
        yield tournaments.SettleSure(self.league, 1, "1-0", True), None
        yield tournaments.RemoveMember(swiss, alice, True), None
        yield SettleMatch(1, "keep"), None
        yield tournaments.AcceptPlace(swiss, 1), None
        yield tournaments.DeclinePlace(swiss, 1), None
        yield tournaments.CloseTournament(swiss, True), None
        yield WritePrepared(long, version), None
        yield AddPrepared(long, version), {"line": f"if {self.typed} then {self.typed}"}
        yield DropPrepared(long, version), ["0"]
        yield ClearPrepared(long, version), None
        yield play.ChooseMove(long, version, 0, False, self.typed.split()[0]), None
        yield PlayIn(long, version, False, self.typed), None
        yield play.UndoMove(long, version, 1), None
        yield play.ConfirmMove(long, version, 0, False), None
        yield explore.ThinkDraft(long, 1, 0), None
        yield DeleteTree(long), None
        yield OpenNote(long, 1, 0, False), None
        yield links.AskDraw(long, version), None
        yield links.AskTakeback(long, version), None
        yield links.AskPause(long, version), None
        yield links.AskResult(self.finished), None
        yield links.Nudge(long), None
        yield links.Snooze(long), None
        yield SnoozeFor(long, 3), None
        yield waiting.PlayOn(long, version), None
        yield links.ConfirmAbandon(long), None
        yield links.AskTakeUp(long), None
        yield links.AnswerAgreement(self.timed, version, "draw", True), None
        yield links.Agree(self.timed, version, "draw"), None
        yield links.ClaimMatch(long, version, "win"), None
        yield SettleClaim(long, version, "win"), None
        yield links.Rematch(over), None
        yield challenges.OpenCounter(self.challenge), None
        yield SendCounter(self.challenge), {"clock": "1d", "note": "again"}
        yield links.AcceptChallenge(self.challenge), None
        yield challenges.DeclineChallenge(self.challenge), None
        yield challenges.AskAgain(self.challenge), None
        yield links.WithdrawChallenge(self.challenge), None
        yield links.ConfirmResign(long), None
        yield links.ConfirmAbort(self.computer), None
        yield links.KeepPlaying(long, version), None
        yield AbortMatch(self.computer, version), None
        yield Abandon(long, version), None
        yield ResignMatch(long, version), None
        yield links.PlayComputer("vigilance"), None
        yield DeleteMyData(), None


def full_tree(state: State, trunk: tuple[str, ...], rng: random.Random) -> Exploration:
    """As many lines as a tree holds, each as long as one may be, the first of them prepared."""
    tree, root = Exploration(trunk=trunk), state
    while len(tree.nodes) + explorations.LONGEST_LINE <= explorations.MOST_NODES:
        spot, state = tree.now, root
        while len(tree.line(spot)) < explorations.LONGEST_LINE and state.to_move is not None:
            move = rng.choice(state.legal_moves())
            tree, spot = tree.with_child(spot, state.to_move, str(move))
            state = state.play(move)
    return tree.with_plans(node.id for node in tree.line(tree.after(tree.nodes[30])) if node.seat == root.to_move)


def a_puzzle() -> tuple[str, str]:
    """The game and name of a puzzle."""
    found = puzzles("vigilance")[0]
    return found.slug, found.name
