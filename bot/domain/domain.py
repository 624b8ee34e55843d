"""The services of the domain on one database, connected with each other."""

import random
from collections.abc import Callable
from datetime import UTC, datetime

from bot.domain.blocks.service import Blocks
from bot.domain.challenges.lobby import Lobby
from bot.domain.challenges.pairing import LobbyPairing
from bot.domain.challenges.service import Challenges
from bot.domain.computer.pending_answers import PendingAnswers
from bot.domain.daily_cards.service import DailyCards
from bot.domain.exclusions.moderation import Moderation
from bot.domain.exclusions.service import Exclusions
from bot.domain.handicaps.service import Handicaps
from bot.domain.imports.service import Imports
from bot.domain.matches.exploring.service import Explorations
from bot.domain.matches.exploring.sharing import Sharing
from bot.domain.matches.outages import Heartbeat, shift_for_vacation
from bot.domain.matches.prepared_moves import PreparedMoves
from bot.domain.matches.service import Matches
from bot.domain.members.service import Members
from bot.domain.outbox.service import Outbox
from bot.domain.posts import Posts
from bot.domain.privacy.journal import Journal
from bot.domain.privacy.service import Privacy
from bot.domain.puzzles.service import Puzzles
from bot.domain.ratings.service import Ratings
from bot.domain.servers.service import Servers
from bot.domain.tallies import Tallies
from bot.domain.teams.service import Teams
from bot.domain.tournaments.league import Leagues
from bot.domain.tournaments.service import Tournaments
from bot.domain.unit_of_work import Database
from bot.store import Store


def utc_now() -> datetime:
    """The present moment: the clock of the services, unless they are given another."""
    return datetime.now(UTC)


class Domain:
    """Every service of the domain.

    :param now: gives the present moment in UTC
    :param rng: draws sides and opponents
    :param journal: where deletions are noted
    :param secret: the bot's, a part of the key of hashes that stand for members
    """

    def __init__(
        self,
        store: Store,
        now: Callable[[], datetime] = utc_now,
        rng: random.Random | None = None,
        *,
        journal: Journal | None = None,
        secret: bytes = b"",
    ) -> None:
        self.now = now
        self.database = database = Database(store, now, secret)
        self.tallies = Tallies(database)
        self.outbox = Outbox(database)
        self.posts = Posts(database)
        self.matches = matches = Matches(database)
        self.challenges = Challenges(database, matches, rng)
        self.lobby = Lobby(database, matches, rng)
        self.pairing = LobbyPairing(database, matches, rng)
        self.prepared_moves = PreparedMoves(matches)
        self.daily_cards = DailyCards(database)
        self.explorations = Explorations(matches)
        self.sharing = Sharing(matches)
        self.members = Members(database, shift_for_vacation)
        self.servers = Servers(database)
        self.handicaps = Handicaps(database)
        self.ratings = Ratings(database, matches)
        self.tournaments = Tournaments(database, matches, rng=rng)
        self.leagues = Leagues(database)
        self.teams = Teams(database, matches)
        self.puzzles = Puzzles(database)
        self.pending_answers = PendingAnswers(database)
        self.blocks = Blocks(database)
        self.imports = Imports(database, matches)
        self.exclusions = Exclusions(database, matches)
        self.moderation = Moderation(matches)
        self.heartbeat = Heartbeat(database, self.tournaments.time_lost)
        parts = (self.members, matches, self.tournaments, self.imports, self.blocks)
        # once it is known how the matches have ended
        services_that_count = (self.challenges, self.pairing, self.lobby, self.handicaps)
        self.privacy = Privacy(database, (*parts, *services_that_count), journal)
        # In the order in which rows are locked: that of a tournament comes before ratings. What a
        # head start was worth is told by the ratings before the match.
        matches.listeners += (self.tournaments, self.handicaps, self.ratings)
        matches.turn_made = self.members.turn_made
        self.ratings.head_start = self.handicaps.head_start
        self.daily_cards.in_use = self.servers.in_use
        self.puzzles.in_use = self.servers.in_use
        store.replaced = self.privacy.repeat_deletions
