"""The kinds of tournaments, one strategy each."""

from bot.domain.tournaments.kinds.base import NoPairing, TournamentKind
from bot.domain.tournaments.kinds.knock_out import KnockOut
from bot.domain.tournaments.kinds.ladder import Ladder
from bot.domain.tournaments.kinds.round_robin import RoundRobin
from bot.domain.tournaments.kinds.swiss import Swiss

KINDS: dict[str, TournamentKind] = {
    kind.name: kind for kind in (RoundRobin(), Swiss(), KnockOut(), Ladder())
}
"""By the name that is stored, in the order of the menu."""
